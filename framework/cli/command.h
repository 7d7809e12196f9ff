// The commands of the program: one file each, listed in command.cpp.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tengen::cli {

/// What the program says to its caller; documented in docs/exit-codes.md.
enum ExitCode : int {
    exit_done = 0,
    exit_rejected = 1,  ///< a game was rejected, or an input could not be read
    exit_usage = 2,     ///< usage, configuration, a missing plugin, or the file system
    exit_losses = 3,    ///< an output would lose more than was allowed
    exit_fault = 70     ///< a fault of the program itself
};

/// The command line cannot be carried out as it stands; the text is for the user.
class UsageError : public std::runtime_error {
public:
    explicit UsageError(const std::string& message, std::string id = "config.bad-value")
        : std::runtime_error(message), id_(std::move(id)) {}
    /// Id of the diagnostic that a report gets for it.
    [[nodiscard]] const std::string& id() const noexcept { return id_; }

private:
    std::string id_;
};

struct Command {
    std::string_view name;
    std::string_view summary;  ///< one line
    int (*run)(const std::vector<std::string>& arguments);
};

[[nodiscard]] std::span<const Command> commands();

int run_check(const std::vector<std::string>& arguments);
int run_convert(const std::vector<std::string>& arguments);
int run_diff(const std::vector<std::string>& arguments);
int run_duplicates(const std::vector<std::string>& arguments);
int run_events(const std::vector<std::string>& arguments);
int run_explain(const std::vector<std::string>& arguments);
int run_join(const std::vector<std::string>& arguments);
int run_formats(const std::vector<std::string>& arguments);
int run_members(const std::vector<std::string>& arguments);
int run_plugins(const std::vector<std::string>& arguments);
int run_pipeline(const std::vector<std::string>& arguments);
int run_report(const std::vector<std::string>& arguments);
int run_schema(const std::vector<std::string>& arguments);
int run_show(const std::vector<std::string>& arguments);
int run_test(const std::vector<std::string>& arguments);
int run_validate(const std::vector<std::string>& arguments);

}  // namespace tengen::cli
