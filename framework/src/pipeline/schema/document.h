// A YAML file as a plain tree in which every node knows its place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/configuration_error.h"

namespace tengen::pipeline::schema {

struct Member;

struct Node {
    enum class Kind : std::uint8_t { null, scalar, sequence, map };

    Kind kind = Kind::null;
    std::uint64_t line = 0;    ///< from 1
    std::uint64_t column = 0;  ///< from 1
    bool quoted = false;       ///< a scalar in quotes is text, whatever it looks like
    std::string text;          ///< of a scalar
    /// The parts of the text that came from environment variables: begin and end, ascending. They are no syntax.
    std::vector<std::pair<std::size_t, std::size_t>> inserted;
    /// The file it comes from, or the option of the command line; null: the pipeline itself.
    std::shared_ptr<const std::string> file;
    std::vector<Node> items;      ///< of a sequence
    std::vector<Member> members;  ///< of a map, in the order of the file
};

/// A key of a map with its value.
struct Member {
    Node key;
    Node value;
};

/// "a mapping", "a list", "text" ... for messages.
[[nodiscard]] std::string_view kind_name(Node::Kind kind) noexcept;

/// Parse one document. yaml-cpp only reads; these are faults of their own, each with its place, all of them at once
/// (config.bad-yaml): a key that occurs twice, a merge key, a key that is no text, a second document, an unknown tag,
/// aliases that would unfold into more than 100,000 nodes, more than 100 levels. After a syntax error there is no tree.
/// Environment variables are not looked at here. Pure; any thread.
[[nodiscard]] Node parse_document(std::string_view text, std::vector<ConfigurationFault>& faults);

/// Replace ${NAME}, ${NAME:-default}, ${NAME:?message} and $$ in all text scalars. A variable without value and default
/// is a fault. `look_up` returns nullptr for an unset variable.
void substitute_environment(Node& root, const char* (*look_up)(const char* name),
                            std::vector<ConfigurationFault>& faults);

/// Of what was found in a tree, drop what only follows from variables without a value (`unset`, as
/// substitute_environment found them): what is said about these texts, or the mapping or list they stand in.
void drop_follow_ups(const Node& root, const std::vector<ConfigurationFault>& unset,
                     std::vector<ConfigurationFault>& faults);

}  // namespace tengen::pipeline::schema
