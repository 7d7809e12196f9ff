#include "diagnostics/policy.h"

#include <array>

#include <fmt/format.h>

#include "diagnostics/did_you_mean.h"
#include "diagnostics/visible_text.h"

namespace tengen::diagnostics {

namespace {

constexpr std::array<std::string_view, 4> fix_mode_names{"automatic", "none", "safe", "guess"};
constexpr std::array<std::string_view, 4> settable_severities{"error", "warning", "info", "off"};

PolicyError unknown_id(std::string_view id) {
    const std::vector<std::string_view> near = near_ids(id, 1);
    PolicyError error{PolicyError::Reason::unknown_id, fmt::format("no diagnostic is called {}", quoted(id)),
                      near.empty() ? std::string() : std::string(near.front())};
    if (!near.empty()) {
        error.message += fmt::format("; did you mean {}?", near.front());
    }
    return error;
}

PolicyError unknown_severity(std::string_view text) {
    const std::optional<std::string_view> near = nearest_name(text, settable_severities);
    return {PolicyError::Reason::unknown_severity,
            fmt::format("{} is no severity; use error, warning, info or off", quoted(text)),
            std::string(near.value_or(""))};
}

}  // namespace

std::string_view to_text(FixMode mode) noexcept {
    return fix_mode_names[static_cast<std::size_t>(mode)];
}

std::optional<FixMode> parse_fix_mode(std::string_view text) noexcept {
    for (std::size_t i = 0; i < fix_mode_names.size(); ++i) {
        if (fix_mode_names[i] == text) {
            return static_cast<FixMode>(i);
        }
    }
    return std::nullopt;
}

Policy::Policy(Level level, FixMode fix, bool werror) : level_(level), fix_(fix), werror_(werror) {
    rows_.reserve(catalogue().size());
    for (const CatalogueEntry& entry : catalogue()) {
        rows_.push_back({with_werror(entry.severity(level)), decides_fix(entry)});
    }
}

std::optional<PolicyError> Policy::override_severity(std::string_view id, Severity severity) {
    const std::optional<std::size_t> index = index_of(id);
    if (!index) {
        return unknown_id(id);
    }
    if (severity == Severity::fatal) {
        return PolicyError{PolicyError::Reason::fatal,
                           fmt::format("{} cannot be made fatal; use error, warning, info or off", id),
                           {}};
    }
    if (catalogue()[*index].severity(level_) == Severity::fatal) {
        return PolicyError{
            PolicyError::Reason::fatal,
            fmt::format("{} is fatal, which cannot be changed: nothing can be read or written after it", id),
            {}};
    }
    rows_[*index].severity = with_werror(severity);
    return std::nullopt;
}

std::optional<PolicyError> Policy::override_severity(std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos) {
        return PolicyError{
            PolicyError::Reason::syntax,
            fmt::format("{} is not of the form ID=error, ID=warning, ID=info or ID=off", quoted(assignment)),
            {}};
    }
    const std::string_view id = assignment.substr(0, equals);
    const std::string_view text = assignment.substr(equals + 1);
    if (!index_of(id)) {
        return unknown_id(id);
    }
    const std::optional<Severity> severity = parse_severity(text);
    if (!severity) {
        return unknown_severity(text);
    }
    return override_severity(id, *severity);
}

Severity Policy::severity(std::string_view id, Severity default_for_unknown_ids) const noexcept {
    if (const std::optional<std::size_t> index = index_of(id)) {
        return rows_[*index].severity;
    }
    if (level_ == Level::archive && default_for_unknown_ids == Severity::error) {
        return with_werror(Severity::warning);
    }
    return with_werror(default_for_unknown_ids);
}

bool Policy::applies_fix(std::string_view id) const noexcept {
    const std::optional<std::size_t> index = index_of(id);
    return index && rows_[*index].fix;
}

Severity Policy::with_werror(Severity severity) const noexcept {
    return werror_ && severity == Severity::warning ? Severity::error : severity;
}

bool Policy::decides_fix(const CatalogueEntry& entry) const noexcept {
    if (entry.fix == FixClass::none) {
        return false;
    }
    if (entry.happens_anyway()) {
        return true;
    }
    if (level_ == Level::strict || fix_ == FixMode::none) {
        return false;
    }
    if (entry.fix == FixClass::guess) {
        return fix_ == FixMode::guess;
    }
    if (entry.severity(level_) >= Severity::warning) {
        return true;
    }
    return fix_ == FixMode::safe || fix_ == FixMode::guess;
}

}  // namespace tengen::diagnostics
