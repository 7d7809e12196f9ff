#include "pipeline/schema/pipeline_keys.h"

#include <array>
#include <vector>

#include "passes/completeness.h"
#include "passes/dialects.h"

namespace tengen::pipeline::schema {

namespace {

// In the order of the enumerations they stand for.
constexpr std::array<std::string_view, 3> level_names{"strict", "lenient", "archive"};
constexpr std::array<std::string_view, 3> fix_names{"none", "safe", "guess"};
constexpr std::array<std::string_view, 4> severities{"error", "warning", "info", "off"};
constexpr std::array<std::string_view, 4> loss_names{"none", "normalised", "demoted", "all"};
constexpr std::array<std::string_view, 3> collision_names{"number", "error", "skip-identical"};
constexpr std::array<std::string_view, 3> sync_names{"none", "batch", "file"};
constexpr std::array<std::string_view, 2> name_orders{"as-written", "natural"};
constexpr std::array<std::string_view, 3> profile_names{"landman", "library", "sgf-min"};
constexpr std::array<std::string_view, 2> keep_names{"first", "best"};
constexpr std::array<std::string_view, 4> drop_names{"none", "same", "beginnings", "all"};
constexpr std::array<std::string_view, 3> mismatch_names{"refuse", "warn", "fix"};
constexpr std::array<std::string_view, 3> switch_names{"auto", "on", "off"};

const std::array pipeline_table{
    Key{"version", ValueKind::integer, "1", true, {}, 1, 1},
    Key{"include", ValueKind::any, "a file, or a list of files, with keys that are not written here"},
    Key{"folder", ValueKind::path, "where relative paths begin, if not at the pipeline file"},
    Key{"level", ValueKind::choice, "how much is forgiven", false, level_names},
    Key{"fix", ValueKind::choice, "which repairs are made; without it, those of the level", false, fix_names},
    Key{"severity", ValueKind::map, "severities of single diagnostics"},
    Key{"werror", ValueKind::boolean, "warnings count as errors"},
    Key{"max-size", ValueKind::integer, "the most bytes of one input", false, {}, 1, std::int64_t{1} << 40},
    Key{"input", ValueKind::list, "what is read", true},
    Key{"passes", ValueKind::list, "options of passes, and a filter"},
    Key{"output", ValueKind::list, "what is written", true},
    Key{"quarantine", ValueKind::path, "a folder for inputs that were refused"},
    Key{"report", ValueKind::map, "files for the report"},
    Key{"overwrite", ValueKind::boolean, "whether existing outputs are replaced"},
    Key{"threads", ValueKind::text, "how many threads work, or auto: as many as the machine has"},
    Key{"sync", ValueKind::choice, "when files must be on the disk", false, sync_names},
    Key{"journal", ValueKind::path, "the file that says what is done, for --resume"},
    Key{"tests", ValueKind::list, "records and what is to become of them, for tengen test"},
};

const std::array input_table{
    Key{"path", ValueKind::path, "a file, folder or pattern; - is standard input"},
    Key{"files-from", ValueKind::path, "a file with paths, one a line or separated by NUL"},
    Key{"only", ValueKind::list, "patterns of names; of a folder only files with such names are read"},
    Key{"exclude", ValueKind::list, "patterns of names that are left out"},
    Key{"ignore-case", ValueKind::boolean, "whether patterns take capital and small letters alike"},
    Key{"reader", ValueKind::map, "the format, with options of its reader"},
};

const std::array output_table{
    Key{"path", ValueKind::path, "the file, may have fields; - is standard output", true},
    Key{"archive", ValueKind::path, "a zip, tar or tar.gz file that holds the files instead of a folder"},
    Key{"writer", ValueKind::map, "the format, with options of its writer", true},
    Key{"allow_loss", ValueKind::choice, "the most that may be lost", false, loss_names},
    Key{"collision", ValueKind::choice, "what happens when two games get one name", false, collision_names},
    Key{"boards", ValueKind::boolean, "the board after every node, for formats that show it"},
    Key{"events", ValueKind::boolean, "recorded streams in the order of time, for formats that show it"},
    Key{"streams", ValueKind::map, "what becomes of recorded streams"},
};

const std::array stream_table{
    Key{"at", ValueKind::text, "the instant that is shown: initial, final, seconds, or by stream 0=final,1=28.9"},
    Key{"layout", ValueKind::text, "where game information of streams goes: auto, split, push or one=N"},
    Key{"detach", ValueKind::text, "the instant (as for at) that is put beside each recording as a variation"},
    Key{"import-times", ValueKind::boolean, "make recordings of games with clocks"},
    Key{"step", ValueKind::text, "with import-times: seconds of a move without a clock"},
    Key{"byoyomi-step", ValueKind::text, "with import-times: seconds of a move within a byo-yomi period"},
};

const std::array report_table{
    Key{"jsonl", ValueKind::path, "all diagnostics and the books as JSON lines"},
    Key{"sarif", ValueKind::path, "all diagnostics as SARIF"},
    Key{"html", ValueKind::path, "totals, repairs, losses and refused games on a page for people"},
};

const std::array test_table{
    Key{"name", ValueKind::text, "what is tested", true},
    Key{"input", ValueKind::text, "a record", true},
    Key{"file", ValueKind::path, "the name of the record; game.sgf without it"},
    Key{"output", ValueKind::text, "what the first output writes; nothing: no game may be written"},
    Key{"diagnostics", ValueKind::list, "ids that must be reported, each as often as it is named; no others may be"},
};

// Passes with something to choose. All passes run in their own order, whatever a pipeline says.
const std::array legality_keys{Key{"replay", ValueKind::boolean, "whether moves are played on a board"}};
const std::array dates_keys{Key{"audit", ValueKind::boolean, "name days before the change of the calendar"}};
const std::array result_keys{
    Key{"derive", ValueKind::boolean, "compute the third of board score, komi and result where two are known"}};
const std::array persons_keys{
    Key{"order", ValueKind::choice, "how names of keyword cards are written to properties", false, name_orders}};
const std::array filter_keys{Key{"where", ValueKind::text, "the condition a game must meet", true}};
const std::array handicap_keys{
    Key{"on_mismatch", ValueKind::choice, "what happens where HA and the handicap stones disagree", false,
        mismatch_names},
    Key{"place", ValueKind::boolean, "put missing handicap stones on the star points"},
    Key{"to_setup", ValueKind::boolean, "make setup of handicap stones given as moves"},
};
const std::array join_keys{
    Key{"cards", ValueKind::texts, "a list of games: files, folders or patterns", true},
    Key{"reader", ValueKind::map, "the format of the cards, with options of its reader"},
    Key{"min_score",
        ValueKind::integer,
        "how many points out of 100 a card needs to belong to a game",
        false,
        {},
        1,
        100},
};
const std::array completeness_keys{Key{"profile", ValueKind::choice, "what records have to say", true, profile_names}};
const std::array duplicates_keys{
    Key{"keep", ValueKind::choice, "which record of a game is the one to keep", false, keep_names},
    Key{"drop", ValueKind::choice, "which further records of a game are left out", false, drop_names},
};

// One key a rule, and one for all of them.
std::vector<Key> make_dialect_keys() {
    std::vector<Key> keys{Key{"all", ValueKind::choice, "every rule that is not named", false, switch_names}};
    for (const passes::DialectRuleInfo& info : passes::dialect_rules()) {
        keys.push_back(Key{info.name, ValueKind::choice, info.does, false, switch_names});
    }
    return keys;
}
const std::vector<Key> dialect_keys = make_dialect_keys();

const std::array<PassKeys, 10> pass_table{{
    {"legality", "moves and positions", legality_keys},
    {"dates", "days of games", dates_keys},
    {"result", "results, scores and komi", result_keys},
    {"handicap", "handicap and the stones on the board", handicap_keys},
    {"dialects", "rules for the ways of single servers and programs", dialect_keys},
    {"persons", "names", persons_keys},
    {"join", "fills games with what cards say of them", join_keys},
    {"completeness", "names what records do not say", completeness_keys},
    {"filter", "leaves games out", filter_keys},
    {"duplicates", "games that occur more than once", duplicates_keys},
}};

}  // namespace

std::span<const Key> pipeline_keys() {
    return pipeline_table;
}
std::span<const Key> input_keys() {
    return input_table;
}
std::span<const Key> output_keys() {
    return output_table;
}
std::span<const Key> stream_keys() {
    return stream_table;
}
std::span<const Key> report_keys() {
    return report_table;
}
std::span<const Key> test_keys() {
    return test_table;
}
std::span<const PassKeys> pass_keys() {
    return pass_table;
}
std::span<const std::string_view> severity_names() {
    return severities;
}

}  // namespace tengen::pipeline::schema
