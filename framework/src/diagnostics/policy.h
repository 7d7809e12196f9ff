#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/catalogue.h"

namespace tengen::diagnostics {

// automatic: no --fix was given. guess includes safe.
enum class FixMode : std::uint8_t { automatic, none, safe, guess };

std::string_view to_text(FixMode mode) noexcept;
std::optional<FixMode> parse_fix_mode(std::string_view text) noexcept;

// Why a severity was not changed.
struct PolicyError {
    enum class Reason : std::uint8_t { syntax, unknown_id, unknown_severity, fatal };

    Reason reason;
    std::string message;  // complete, for the user
    std::string nearest;  // the known name nearest to a wrong one, may be empty
};

// Decides how much a finding weighs and whether its fix is applied: level, fix mode, severities changed by the user and
// --werror. Questions are answered from a table worked out beforehand, at the cost of one look-up of the id. Asking is
// safe from several threads at once as long as nobody changes the policy.
class Policy {
public:
    explicit Policy(Level level = Level::strict, FixMode fix = FixMode::automatic, bool werror = false);

    Level level() const noexcept { return level_; }
    FixMode fix_mode() const noexcept { return fix_; }
    bool werror() const noexcept { return werror_; }

    // Sets the severity of one id at every level; a later call for the same id replaces an earlier one. Refused, with
    // nothing changed, for an unknown id, for an id that is fatal at this level, and for the severity fatal. --werror
    // is applied afterwards, so "warning" becomes an error under it.
    [[nodiscard]] std::optional<PolicyError> override_severity(std::string_view id, Severity severity);

    // The same for "ID=error|warning|info|off", as the command line has it.
    [[nodiscard]] std::optional<PolicyError> override_severity(std::string_view assignment);

    // For ids outside the catalogue (of foreign plugins) `default_for_unknown_ids` counts, with an error lowered to a
    // warning at archive and --werror applied.
    Severity severity(std::string_view id, Severity default_for_unknown_ids = Severity::warning) const noexcept;

    // Whether the fix of this id is to be applied.
    // strict changes nothing. At lenient and archive safe fixes apply where the catalogue says warning, where it says
    // info only with --fix safe or guess; guesses apply with --fix guess alone; --fix none applies none. What only
    // describes reading, playing back or writing applies always. Severities changed by the user play no part: silencing
    // a report must not change the output. Ids without a fix and unknown ids: false.
    bool applies_fix(std::string_view id) const noexcept;

private:
    struct Row {
        Severity severity;
        bool fix;
    };

    Severity with_werror(Severity severity) const noexcept;
    bool decides_fix(const CatalogueEntry& entry) const noexcept;

    Level level_;
    FixMode fix_;
    bool werror_;
    std::vector<Row> rows_;  // one for each entry of the catalogue
};

}  // namespace tengen::diagnostics
