#include "rgf/reader/sniff.h"

#include <string_view>

#include <tengen/sdk/host.h>

#include "rgf/reader/stream_file.h"
#include "sgf/reader/sniff.h"
#include "sgf/syntax/scan.h"

namespace tengen::rgf {

namespace {

constexpr std::uint32_t has_stream = 95;  // surer than SGF can be
constexpr std::uint32_t by_name = 92;
constexpr std::uint32_t bare_nodes = 60;
constexpr std::uint32_t any_tree = 1;  // every game tree can be read, but SGF is meant

bool ends_in_rgf(std::string_view name) {
    constexpr std::string_view extension = ".rgf";
    if (name.size() <= extension.size()) {
        return false;
    }
    name.remove_prefix(name.size() - extension.size());
    for (std::size_t i = 0; i < extension.size(); ++i) {
        const char c = name[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != extension[i]) {
            return false;
        }
    }
    return true;
}

// False only if no property can be GS, whatever small letters and white space stand in its name. Nearly all records
// have none, and this is much faster than looking at their properties.
bool may_have_stream(std::string_view text) {
    for (std::size_t s = text.find('S'); s != std::string_view::npos; s = text.find('S', s + 1)) {
        std::size_t before = s;
        while (before > 0 && (sgf::is_small(text[before - 1]) || sgf::is_space(text[before - 1]))) {
            --before;
        }
        if (before > 0 && text[before - 1] == 'G') {
            return true;
        }
    }
    return false;
}

}  // namespace

std::uint32_t sniff(tengen_text head, tengen_text name) {
    const std::string_view text = sdk::from_abi(head);
    const bool is_named = ends_in_rgf(sdk::from_abi(name));
    const std::uint32_t as_sgf = sgf::sniff(head, name);
    if (as_sgf > 0 && !may_have_stream(text)) {
        return is_named ? by_name : any_tree;
    }
    const StreamSurvey survey = survey_streams(text);
    if (as_sgf > 0) {
        return survey.has_gs ? has_stream : is_named ? by_name : any_tree;
    }
    if (survey.is_bare_list && survey.has_ts) {
        return is_named ? by_name : bare_nodes;
    }
    return 0;
}

}  // namespace tengen::rgf
