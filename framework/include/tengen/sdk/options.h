// Options of readers and writers: published as data, checked against that data when a reader or writer is opened.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/abi/plugin.h>
#include <tengen/sdk/host.h>

namespace tengen::sdk {

[[nodiscard]] constexpr tengen_option boolean_option(const char* name, bool default_value, const char* help) {
    return {name, TENGEN_OPTION_BOOLEAN, default_value ? "true" : "false", nullptr, 0, 0, help};
}
/// `default_value` is the number as text.
[[nodiscard]] constexpr tengen_option integer_option(const char* name, const char* default_value, std::int64_t minimum,
                                                     std::int64_t maximum, const char* help) {
    return {name, TENGEN_OPTION_INTEGER, default_value, nullptr, minimum, maximum, help};
}
[[nodiscard]] constexpr tengen_option text_option(const char* name, const char* default_value, const char* help) {
    return {name, TENGEN_OPTION_TEXT, default_value, nullptr, 0, 0, help};
}
/// A path of a file, which the plugin opens as it comes: relative ones begin in the current folder.
[[nodiscard]] constexpr tengen_option path_option(const char* name, const char* default_value, const char* help) {
    return {name, TENGEN_OPTION_PATH, default_value, nullptr, 0, 0, help};
}
/// `choices` ends with nullptr.
[[nodiscard]] constexpr tengen_option choice_option(const char* name, const char* default_value,
                                                    const char* const* choices, const char* help) {
    return {name, TENGEN_OPTION_CHOICE, default_value, choices, 0, 0, help};
}

/// An option that the table does not have, or a value its row does not allow.
class BadOption : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The values one reader or writer was opened with: every option of the table, given or by default.
class Options {
public:
    /// Throws BadOption. Both spans must outlive the object.
    Options(std::span<const tengen_option> table, std::span<const tengen_option_value> given) : table_(table) {
        values_.reserve(table.size());
        for (const tengen_option& option : table) {
            values_.emplace_back(option.default_value);
        }
        for (const tengen_option_value& value : given) {
            const std::size_t i = position(from_abi(value.name));
            if (i == table.size()) {
                throw BadOption("no option '" + std::string(from_abi(value.name)) + "'");
            }
            check(table[i], from_abi(value.value));
            values_[i] = from_abi(value.value);
        }
    }

    /// `name` must be in the table.
    [[nodiscard]] std::string_view text(std::string_view name) const { return values_.at(position(name)); }
    [[nodiscard]] bool boolean(std::string_view name) const { return text(name) == "true"; }
    [[nodiscard]] std::int64_t integer(std::string_view name) const {
        const std::string_view value = text(name);
        std::int64_t number = 0;
        std::from_chars(value.data(), value.data() + value.size(), number);
        return number;
    }

private:
    [[nodiscard]] std::size_t position(std::string_view name) const {
        for (std::size_t i = 0; i < table_.size(); ++i) {
            if (table_[i].name == name) {
                return i;
            }
        }
        return table_.size();
    }

    static void check(const tengen_option& option, std::string_view value) {
        const std::string where = "option '" + std::string(option.name) + "': ";
        switch (option.type) {
            case TENGEN_OPTION_BOOLEAN:
                if (value != "true" && value != "false") {
                    throw BadOption(where + "'" + std::string(value) + "' is neither true nor false");
                }
                break;
            case TENGEN_OPTION_INTEGER: {
                std::int64_t number = 0;
                const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
                if (error != std::errc() || end != value.data() + value.size()) {
                    throw BadOption(where + "'" + std::string(value) + "' is no whole number");
                }
                if (number < option.minimum || number > option.maximum) {
                    throw BadOption(where + std::string(value) + " is not between " + std::to_string(option.minimum) +
                                    " and " + std::to_string(option.maximum));
                }
                break;
            }
            case TENGEN_OPTION_CHOICE: {
                std::string known;
                for (const char* const* choice = option.choices; *choice != nullptr; ++choice) {
                    if (value == *choice) {
                        return;
                    }
                    known += known.empty() ? "" : ", ";
                    known += *choice;
                }
                throw BadOption(where + "'" + std::string(value) + "' is none of " + known);
            }
            default:
                break;
        }
    }

    std::span<const tengen_option> table_;
    std::vector<std::string> values_;
};

}  // namespace tengen::sdk
