#include "pipeline/plan_passes.h"

#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "passes/completeness.h"
#include "pipeline/filter.h"
#include "pipeline/schema/pipeline_keys.h"

namespace tengen::pipeline {

using schema::Map;
using schema::Node;

namespace {

void read_dialects(const Map& map, passes::Dialects& dialects) {
    // As the names stand in the table of keys.
    const auto position = [](std::size_t choice) { return static_cast<passes::Switch>(choice); };
    if (const auto all = map.choice("all")) {
        dialects.set_all(position(*all));
    }
    for (const passes::DialectRuleInfo& info : passes::dialect_rules()) {
        if (const auto one = map.choice(info.name)) {
            dialects.set(info.rule, position(*one));
        }
    }
}

}  // namespace

void PassReader::read(const Node& item, Plan& plan) const {
    if (item.kind != Node::Kind::map || item.members.size() != 1) {
        fault(item, "config.bad-value", "a pass is a mapping with one name: {legality: {replay: false}}");
        return;
    }
    const auto& [name, value] = item.members.front();
    const schema::PassKeys* pass = nullptr;
    std::vector<std::string_view> names;
    for (const schema::PassKeys& known : schema::pass_keys()) {
        names.push_back(known.name);
        pass = known.name == name.text ? &known : pass;
    }
    if (pass == nullptr) {
        const std::string near = schema::did_you_mean(name.text, names);
        fault(name, "config.unknown-name",
              near.empty() ? fmt::format("no pass '{}'; there are {}", name.text, fmt::join(names, ", "))
                           : fmt::format("no pass '{}'{}", name.text, near));
        return;
    }
    Node nothing = value;
    if (value.kind == Node::Kind::null) {
        nothing.kind = Node::Kind::map;
    }
    const Map map(nothing, fmt::format("the pass {}", name.text), pass->keys, faults_);
    passes::PassOptions& options = plan.settings.passes;
    if (name.text == "legality") {
        options.legality = map.boolean("replay").value_or(options.legality);
    } else if (name.text == "dates") {
        options.date_audit = map.boolean("audit").value_or(options.date_audit);
    } else if (name.text == "result") {
        options.derive = map.boolean("derive").value_or(options.derive);
    } else if (name.text == "persons") {
        plan.settings.names = map.text("order").value_or("as-written") == "natural" ? passes::NameStyle::natural
                                                                                    : passes::NameStyle::as_written;
    } else if (name.text == "completeness") {
        options.completeness = passes::find_completeness_profile(map.text("profile").value_or(std::string()));
    } else if (name.text == "handicap") {
        read_handicap(map, plan);
    } else if (name.text == "dialects") {
        read_dialects(map, options.dialects);
        if (plan.settings.policy.level() == diagnostics::Level::strict) {
            options.dialects.forbid_changes();
        }
    } else if (name.text == "join") {
        read_join(map, plan);
    } else if (name.text == "duplicates") {
        read_duplicates(map, plan);
    } else if (name.text == "filter") {
        read_filter(map, plan);
    }
}

void PassReader::read_filter(const Map& map, Plan& plan) const {
    const Node* where = map.find("where");
    if (where == nullptr) {
        return;
    }
    if (plan.settings.filter) {
        fault(*where, "config.bad-value", "there is a filter already; join conditions with 'and'");
        return;
    }
    std::string problem;
    if (auto filter = Filter::parse(where->text, problem)) {
        plan.settings.filter = std::make_shared<const Filter>(std::move(*filter));
    } else {
        fault(*where, "config.bad-value", "where: " + problem);
    }
}

void PassReader::read_handicap(const Map& map, Plan& plan) const {
    // Nothing is changed at level strict, whatever is asked for.
    const bool changes = plan.settings.policy.level() != diagnostics::Level::strict;
    passes::HandicapOptions& options = plan.settings.passes.handicap;
    options.place = changes && map.boolean("place").value_or(options.place);
    options.to_setup = changes && map.boolean("to_setup").value_or(options.to_setup);
    const Node* mismatch = map.find("on_mismatch");
    if (mismatch == nullptr) {
        return;
    }
    if (mismatch->text == "fix") {
        options.to_stones = changes;
        options.place = options.place || changes;
        return;
    }
    const auto severity = mismatch->text == "refuse" ? diagnostics::Severity::error : diagnostics::Severity::warning;
    for (const char* id : {"info.handicap-mismatch", "info.handicap-no-stones"}) {
        if (const auto error = plan.settings.policy.override_severity(id, severity)) {
            fault(*mismatch, "config.bad-value", error->message);
        }
    }
}

void PassReader::read_join(const Map& map, Plan& plan) const {
    const Node* cards = map.find("cards");
    if (plan.join) {
        fault(map.node(), "config.bad-value", "there is a pass join already; name all cards there");
        return;
    }
    if (cards == nullptr) {
        return;  // said already
    }
    if (const auto score = map.integer("min_score")) {
        plan.settings.passes.min_score = static_cast<int>(*score);
    }
    InputStep reading;
    if (const Node* reader = map.find("reader")) {
        read_reader_(*reader, reading);
    }
    JoinStep& join = plan.join.emplace();
    join.line = cards->line;
    join.column = cards->column;
    const auto add = [&](const Node& path) {
        InputStep step = reading;
        static_cast<void>(schema::check_path(path, "cards", faults_));
        set_path_(path, step);
        step.line = path.line;
        step.column = path.column;
        if (step.path == "-") {
            fault(path, "config.bad-value", "cards are files, not standard input");
        }
        join.cards.push_back(std::move(step));
    };
    if (cards->kind == Node::Kind::scalar) {
        add(*cards);
    }
    for (const Node& path : cards->items) {
        add(path);
    }
}

void PassReader::read_duplicates(const Map& map, Plan& plan) const {
    if (plan.duplicates) {
        fault(map.node(), "config.bad-value", "there is a pass duplicates already");
        return;
    }
    DuplicatesStep& step = plan.duplicates.emplace();
    step.line = map.node().line;
    step.column = map.node().column;
    if (const auto keep = map.choice("keep")) {
        step.keep = static_cast<passes::Keep>(*keep);
    }
    if (const auto drop = map.choice("drop")) {
        step.drop = static_cast<DropDuplicates>(*drop);
    }
    if (step.keep == passes::Keep::first && step.drop > DropDuplicates::same) {
        fault(
            map.node(), "config.bad-value",
            "keep: first leaves out records with the same moves only (drop: same); of a beginning and the whole game, "
            "the whole game is kept");
    }
}

}  // namespace tengen::pipeline
