// Keys of a pipeline as data: one table feeds checking, messages and, later, documents.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/schema/document.h"

namespace tengen::pipeline::schema {

enum class ValueKind : std::uint8_t {
    text,
    path,   ///< the name of a file or folder, a pattern, or a template of names
    texts,  ///< one, or a list of them
    integer,
    boolean,
    list,
    map,
    choice,
    any
};

struct Key {
    std::string_view name;
    ValueKind kind = ValueKind::text;
    std::string_view help;
    bool required = false;
    std::span<const std::string_view> choices{};
    std::int64_t minimum = 0;  ///< of an integer; any is right if both are 0
    std::int64_t maximum = 0;
};

/// A mapping read against a table of keys. Unknown keys (with the nearest known one), values of the wrong kind and
/// missing required keys become faults, all of them; reading goes on with what is right.
class Map {
public:
    /// `what` names the mapping in messages ("the pipeline", "an input"). All references must outlive the object.
    Map(const Node& node, std::string_view what, std::span<const Key> keys, std::vector<ConfigurationFault>& faults);

    /// The value of a key if it is there and of the right kind; nullptr otherwise.
    [[nodiscard]] const Node* find(std::string_view key) const;
    [[nodiscard]] std::optional<std::string> text(std::string_view key) const;
    [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key) const;
    [[nodiscard]] std::optional<bool> boolean(std::string_view key) const;
    /// The place of a choice among the choices of its key.
    [[nodiscard]] std::optional<std::size_t> choice(std::string_view key) const;

    [[nodiscard]] const Node& node() const { return node_; }

private:
    [[nodiscard]] bool fits(const Key& key, const Node& value) const;

    const Node& node_;
    std::span<const Key> keys_;
    std::vector<std::pair<std::string_view, const Node*>> values_;
    std::vector<ConfigurationFault>& faults_;
};

[[nodiscard]] std::optional<std::int64_t> to_integer(const Node& node);
[[nodiscard]] std::optional<bool> to_boolean(const Node& node);

/// ", did you mean 'x'?" or nothing.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string_view> names);

/// Whether a text can be (a part of) the name of a file; a fault (config.bad-value) if not. What is no text is fine.
bool check_path(const Node& value, std::string_view key, std::vector<ConfigurationFault>& faults);

inline void add_fault(std::vector<ConfigurationFault>& faults, const Node& at, std::string id, std::string message) {
    faults.push_back({std::move(id), std::move(message), at.line, at.column, at.file ? *at.file : std::string()});
}

}  // namespace tengen::pipeline::schema
