#include "rgf/reader/stream_file.h"

#include <algorithm>
#include <array>

#include "sgf/syntax/scan.h"

namespace tengen::rgf {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::size_t padding = 64;

bool is_root_property(std::string_view name) {
    constexpr std::array<std::string_view, 6> names{"FF", "GM", "SZ", "CA", "AP", "ST"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

StreamSurvey survey_streams(std::string_view text) {
    StreamSurvey survey;
    if (text.starts_with(byte_order_mark)) {
        text.remove_prefix(byte_order_mark.size());
    }
    std::size_t i = 0;
    while (i < text.size() && sgf::is_space(text[i])) {
        ++i;
    }
    survey.is_bare_list = i < text.size() && text[i] == ';';
    bool in_first_node = false;
    bool behind_first_node = false;
    std::string name;
    while (i < text.size()) {
        const char c = text[i];
        if (c == '[') {
            survey.has_gs = survey.has_gs || name == "GS";
            survey.has_ts = survey.has_ts || name == "TS";
            survey.has_root_property = survey.has_root_property || (in_first_node && is_root_property(name));
            name.clear();
            for (++i; i < text.size() && text[i] != ']'; ++i) {
                i += text[i] == '\\' ? 1 : 0;
            }
            ++i;
            continue;
        }
        if (sgf::is_capital(c)) {
            if (name.size() < 3) {  // longer ones are none of those asked for
                name += c;
            }
        } else if (!sgf::is_small(c) && !sgf::is_space(c)) {
            name.clear();
            if (c == ';' || c == '(' || c == ')') {
                behind_first_node = behind_first_node || in_first_node;
                in_first_node = c == ';' && !behind_first_node;
            }
        }
        ++i;
    }
    return survey;
}

WrappedStreamFile wrap_stream_file(std::string_view text) {
    constexpr std::string_view prefix = "(;GS[]";
    WrappedStreamFile wrapped;
    wrapped.prefix = prefix.size();
    if (text.starts_with(byte_order_mark)) {
        text.remove_prefix(byte_order_mark.size());
        wrapped.skipped = byte_order_mark.size();
    }
    wrapped.text.reserve(prefix.size() + text.size() + 1 + padding);
    wrapped.text += prefix;
    wrapped.text += text;
    wrapped.text += ')';
    wrapped.size = wrapped.text.size();
    wrapped.text.append(padding, '\0');
    return wrapped;
}

}  // namespace tengen::rgf
