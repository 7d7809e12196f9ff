#include "command.h"

#include <array>

namespace tengen::cli {

std::span<const Command> commands() {
    static constexpr std::array table{
        Command{"convert", "convert records into another format", run_convert},
        Command{"check", "say what is wrong with records", run_check},
        Command{"show", "show a game and its board", run_show},
        Command{"events", "list what happens in recorded streams", run_events},
        Command{"members", "list what is in containers, or get it out", run_members},
        Command{"diff", "compare two records", run_diff},
        Command{"duplicates", "list games that occur more than once", run_duplicates},
        Command{"join", "fill games with what cards say of them", run_join},
        Command{"run", "carry out a pipeline", run_pipeline},
        Command{"validate", "check a pipeline without running it", run_validate},
        Command{"report", "put the reports of shards together", run_report},
        Command{"test", "carry out the tests of a pipeline", run_test},
        Command{"schema", "print a JSON Schema of pipelines", run_schema},
        Command{"explain", "explain a diagnostic or a pipeline", run_explain},
        Command{"formats", "list the formats that can be read and written", run_formats},
        Command{"plugins", "list or check plugins", run_plugins},
    };
    return table;
}

}  // namespace tengen::cli
