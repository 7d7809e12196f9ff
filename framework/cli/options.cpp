#include "options.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <sstream>

#include <boost/program_options/errors.hpp>
#include <boost/program_options/parsers.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <fmt/format.h>

#include "command.h"
#include "diagnostics/did_you_mean.h"
#include "passes/dialects.h"

namespace tengen::cli {

namespace {

using Values = std::vector<std::string>;

// --reader-option FORMAT.NAME=VALUE
void add_format_option(const std::string& text, const char* flag,
                       std::map<std::string, pipeline::OptionValues, std::less<>>& to) {
    const std::size_t dot = text.find('.');
    const std::size_t equals = text.find('=');
    if (dot == std::string::npos || equals == std::string::npos || dot == 0 || equals < dot + 2) {
        throw UsageError(fmt::format("{} takes FORMAT.NAME=VALUE, not '{}'", flag, text));
    }
    to[text.substr(0, dot)].emplace_back(text.substr(dot + 1, equals - dot - 1), text.substr(equals + 1));
}

pipeline::AllowedLoss allowed_loss_of(const std::string& text) {
    if (text == "none") {
        return pipeline::AllowedLoss::none;
    }
    if (text == "normalised") {
        return pipeline::AllowedLoss::normalised;
    }
    if (text == "demoted") {
        return pipeline::AllowedLoss::demoted;
    }
    if (text == "all") {
        return pipeline::AllowedLoss::all;
    }
    throw UsageError(fmt::format("--allow-loss takes none, normalised, demoted or all, not '{}'", text));
}

// --dialect RULE=on|off
void switch_dialect(const std::string& text, passes::Dialects& dialects) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    const std::string to = text.substr(std::min(equals + 1, text.size()));
    if (to != "on" && to != "off") {
        throw UsageError(fmt::format("--dialect takes RULE=on or RULE=off, not '{}'", text));
    }
    const passes::Switch position = to == "on" ? passes::Switch::on : passes::Switch::off;
    if (name == "all") {
        dialects.set_all(position);
    } else if (const auto rule = passes::find_dialect_rule(name)) {
        dialects.set(*rule, position);
    } else {
        std::vector<std::string> names{"all"};
        for (const passes::DialectRuleInfo& info : passes::dialect_rules()) {
            names.emplace_back(info.name);
        }
        throw UsageError(fmt::format("no dialect rule '{}'; there are {}", name, fmt::join(names, ", ")));
    }
}

// --handicap-mismatch refuse|warn|fix
void judge_handicap(const std::string& how, bool changes, pipeline::Settings& settings) {
    if (how != "refuse" && how != "warn" && how != "fix") {
        throw UsageError(fmt::format("--handicap-mismatch takes refuse, warn or fix, not '{}'", how));
    }
    if (how == "fix") {
        settings.passes.handicap.to_stones = changes;
        settings.passes.handicap.place = settings.passes.handicap.place || changes;
        return;
    }
    const diagnostics::Severity severity =
        how == "refuse" ? diagnostics::Severity::error : diagnostics::Severity::warning;
    for (const char* id : {"info.handicap-mismatch", "info.handicap-no-stones"}) {
        if (const auto error = settings.policy.override_severity(id, severity)) {
            throw UsageError(error->message);
        }
    }
}

std::uint64_t number_of(const options::variables_map& values, const char* name) {
    const std::string text = text_of(values, name);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0) {
        throw UsageError(fmt::format("--{} takes a whole number above 0, not '{}'", name, text));
    }
    return number;
}

}  // namespace

void validate(boost::any& to, const std::vector<std::string>& texts, Index*, int) {
    options::validators::check_first_occurrence(to);
    const std::string& text = options::validators::get_single_string(texts);
    Index index;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index.number);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw options::error_with_option_name(
            fmt::format("%canonical_option% takes a whole number from 0, not '{}'", text));
    }
    to = index;
}

void add_reading_options(options::options_description& description) {
    description.add_options()  //
        ("level", options::value<std::string>()->value_name("L")->default_value("strict"),
         "strict, lenient or archive")  //
        ("from", options::value<std::string>()->value_name("F"),
         "format of the inputs (default: recognised by content)")  //
        ("fix", options::value<std::string>()->value_name("MODE"),
         "none, safe or guess: which repairs are made (default: what the level makes)")  //
        ("severity", options::value<Values>()->value_name("ID=S"),
         "severity of a diagnostic: error, warning, info or off; may be repeated")  //
        ("werror", options::bool_switch(), "warnings count as errors")              //
        ("charset-in", options::value<std::string>()->value_name("NAME"),
         "charset of the inputs, whatever they say")  //
        ("ff-default", options::value<std::string>()->value_name("N"),
         "file format of SGF trees that do not state one, 1 to 4 (default 1)")  //
        ("profile", options::value<std::string>()->value_name("NAME"),
         "full, or exercism: only the syntax, every value is text")                                          //
        ("max-depth", options::value<std::string>()->value_name("N"), "deepest nesting (default 100000)")    //
        ("max-value", options::value<std::string>()->value_name("BYTES"), "largest value (default 64 MiB)")  //
        ("max-size", options::value<std::string>()->value_name("BYTES"), "largest input (default 1 GiB)")    //
        ("completeness", options::value<std::string>()->value_name("PROFILE"),
         "landman, library or sgf-min: say what of the profile the records do not state")  //
        ("duplicates", options::bool_switch(),
         "say which games occurred before, whichever way the board was turned")                        //
        ("derive", options::bool_switch(), "compute the third of board score, komi and result")        //
        ("place-handicap", options::bool_switch(), "put missing handicap stones on the star points")   //
        ("handicap-to-setup", options::bool_switch(), "make setup of handicap stones given as moves")  //
        ("handicap-mismatch", options::value<std::string>()->value_name("HOW"),
         "refuse, warn, or fix (HA becomes the number of stones) where HA and the handicap stones disagree (default:\n"
         "as the level judges info.handicap-mismatch and info.handicap-no-stones)")  //
        ("dialect", options::value<Values>()->value_name("RULE=S"),
         "on or off: a rule for the ways of a server, or all of them; may be repeated (see docs/dialects.md)")  //
        ("date-audit", options::bool_switch(), "name days before the place's change of the calendar")           //
        ("no-attach", options::bool_switch(),
         "leave the stream files alone that records of the later RGF revision name")  //
        ("reader-option", options::value<Values>()->value_name("F.NAME=V"),
         "an option of a reader (tengen formats lists them); may be repeated");
}

void add_writing_options(options::options_description& description) {
    description.add_options()                                                                                        //
        ("charset-out", options::value<std::string>()->value_name("NAME"), "charset of the output (default UTF-8)")  //
        ("allow-loss", options::value<std::string>()->value_name("KIND"),
         "none, normalised, demoted or all: the most that may be lost (default at strict: demoted, and what the "
         "format\n"
         "of the output is known not to hold; else all)")  //
        ("names", options::value<std::string>()->value_name("STYLE"),
         "as-written or natural: names of keyword cards in other formats (default as-written)")                 //
        ("sort", options::bool_switch(), "keyword cards in the order of their dates")                           //
        ("landman-one-comment", options::bool_switch(), "keyword cards with one Comment, joined with \" / \"")  //
        ("writer-option", options::value<Values>()->value_name("F.NAME=V"),
         "an option of a writer (tengen formats lists them); may be repeated");
}

void add_plugin_options(options::options_description& description) {
    description.add_options()("plugin-path", options::value<Values>()->value_name("DIR"),
                              "look for plugins here first; may be repeated");
}

ParsedOptions parse_options(const std::vector<std::string>& arguments, options::options_description& visible,
                            std::string_view usage, std::string_view explanation,
                            const std::vector<std::string>& positional_names) {
    visible.add_options()("help,h", "show this text");
    options::options_description all;
    options::options_description hidden;
    options::positional_options_description positions;
    for (std::size_t i = 0; i < positional_names.size(); ++i) {
        hidden.add_options()(positional_names[i].c_str(), options::value<Values>());
        positions.add(positional_names[i].c_str(), i + 1 == positional_names.size() ? -1 : 1);
    }
    all.add(visible).add(hidden);

    ParsedOptions parsed;
    try {
        using namespace options::command_line_style;
        // No guessing of abbreviated names: a new option must never change what an old script means.
        const int style = allow_long | allow_short | long_allow_adjacent | long_allow_next | short_allow_adjacent |
                          short_allow_next | allow_dash_for_short;
        options::store(options::command_line_parser(arguments).options(all).positional(positions).style(style).run(),
                       parsed.values);
        options::notify(parsed.values);
    } catch (const options::unknown_option& error) {
        const std::string wrong = error.get_option_name();
        diagnostics::NearestNames nearest(wrong, 1);
        std::vector<std::string> names;
        for (const auto& option : visible.options()) {
            names.push_back("--" + option->long_name());
        }
        for (const std::string& name : names) {
            nearest.offer(name);
        }
        const auto best = nearest.best();
        throw UsageError(fmt::format(
            "no option '{}'{}", wrong,
            best.empty() ? std::string("; --help lists them") : fmt::format("; did you mean '{}'?", best.front())));
    } catch (const options::error& error) {
        throw UsageError(error.what());
    }
    if (parsed.values.count("help") != 0) {
        std::ostringstream text;
        text << visible;
        fmt::print("usage: tengen {}\n\n{}\n\n{}", usage, explanation, text.str());
        parsed.help = true;
    }
    return parsed;
}

bool has(const options::variables_map& values, const char* name) {
    return values.count(name) != 0 && !values[name].defaulted();
}

std::string text_of(const options::variables_map& values, const char* name) {
    return values.count(name) != 0 ? values[name].as<std::string>() : std::string();
}

std::vector<std::string> list_of(const options::variables_map& values, const char* name) {
    return values.count(name) != 0 ? values[name].as<Values>() : Values();
}

pipeline::Settings settings_of(const options::variables_map& values) {
    pipeline::Settings settings;
    const auto level = diagnostics::parse_level(text_of(values, "level"));
    if (!level) {
        throw UsageError(fmt::format("--level takes strict, lenient or archive, not '{}'", text_of(values, "level")));
    }
    diagnostics::FixMode fix = diagnostics::FixMode::automatic;
    if (has(values, "fix")) {
        const auto mode = diagnostics::parse_fix_mode(text_of(values, "fix"));
        if (!mode) {
            throw UsageError(fmt::format("--fix takes none, safe or guess, not '{}'", text_of(values, "fix")));
        }
        fix = *mode;
    }
    settings.policy = diagnostics::Policy(*level, fix, values["werror"].as<bool>());
    for (const std::string& assignment : list_of(values, "severity")) {
        if (const auto error = settings.policy.override_severity(assignment)) {
            throw UsageError(error->message);
        }
    }
    settings.from = text_of(values, "from");
    settings.allowed_loss = pipeline::default_allowed_loss(*level);

    const std::pair<const char*, const char*> reader_options[] = {{"charset-in", "charset"},
                                                                  {"ff-default", "ff-default"},
                                                                  {"profile", "profile"},
                                                                  {"max-depth", "max-depth"},
                                                                  {"max-value", "max-value"}};
    for (const auto& [flag, option] : reader_options) {
        if (has(values, flag)) {
            settings.common_reader_options.emplace_back(option, text_of(values, flag));
        }
    }
    for (const std::string& text : list_of(values, "reader-option")) {
        add_format_option(text, "--reader-option", settings.reader_options);
    }
    if (values["no-attach"].as<bool>()) {
        settings.common_reader_options.emplace_back("attach", "false");
    }
    if (has(values, "max-size")) {
        settings.max_size = number_of(values, "max-size");
    }
    if (has(values, "charset-out")) {
        settings.common_writer_options.emplace_back("charset", text_of(values, "charset-out"));
    }
    for (const std::string& text : list_of(values, "writer-option")) {
        add_format_option(text, "--writer-option", settings.writer_options);
    }
    if (has(values, "names")) {
        const std::string style = text_of(values, "names");
        if (style != "as-written" && style != "natural") {
            throw UsageError(fmt::format("--names takes as-written or natural, not '{}'", style));
        }
        settings.names = style == "natural" ? passes::NameStyle::natural : passes::NameStyle::as_written;
    }
    for (const auto& [flag, option] : {std::pair("sort", "sort"), std::pair("landman-one-comment", "one-comment")}) {
        if (has(values, flag) && values[flag].as<bool>()) {
            settings.common_writer_options.emplace_back(option, "true");
        }
    }
    if (has(values, "derive")) {
        settings.passes.derive = values["derive"].as<bool>();
    }
    if (has(values, "completeness")) {
        const std::string profile = text_of(values, "completeness");
        settings.passes.completeness = passes::find_completeness_profile(profile);
        if (!settings.passes.completeness) {
            throw UsageError(fmt::format("--completeness takes landman, library or sgf-min, not '{}'", profile));
        }
    }
    settings.duplicates = has(values, "duplicates") && values["duplicates"].as<bool>();
    const auto is_set = [&](const char* flag) { return has(values, flag) && values[flag].as<bool>(); };
    // strict changes nothing, whatever is asked for.
    const bool changes = *level != diagnostics::Level::strict;
    settings.passes.handicap.place = changes && is_set("place-handicap");
    settings.passes.handicap.to_setup = changes && is_set("handicap-to-setup");
    settings.passes.date_audit = is_set("date-audit");
    if (has(values, "handicap-mismatch")) {
        judge_handicap(text_of(values, "handicap-mismatch"), changes, settings);
    }
    for (const std::string& text : list_of(values, "dialect")) {
        switch_dialect(text, settings.passes.dialects);
    }
    if (!changes) {
        settings.passes.dialects.forbid_changes();
    }
    if (has(values, "allow-loss")) {
        settings.allowed_loss = allowed_loss_of(text_of(values, "allow-loss"));
    }
    return settings;
}

plugins::Registry registry_of(const options::variables_map& values) {
    const std::vector<std::string> folders = list_of(values, "plugin-path");
    for (const std::string& folder : folders) {
        if (std::error_code error; !std::filesystem::exists(folder, error)) {
            throw UsageError(fmt::format("--plugin-path: there is no '{}'", folder));
        }
    }
    return plugins::Registry::scan(plugins::ScanOptions::of_this_process({folders.begin(), folders.end()}));
}

}  // namespace tengen::cli
