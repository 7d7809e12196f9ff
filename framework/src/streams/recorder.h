// Recording a stream: edits with their times become a game ("RGF text").
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/storage.h>

#include "streams/timeline.h"

namespace tengen::streams {

/// An edit that no stream can hold: its time is before that of an earlier one, or it concerns a node that is not there.
class RecordingError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// Takes edits in the order in which they are made and makes of them the game of a recording whose root holds the
/// stream. Edits without a time make up the initial state and come first. A node and what is put into it at once may
/// share a time; two nodes never do, so a time that another node used moves on by a thousandth.
///
/// Texts of values are those of RGF: points by their letters, texts without escapes. Not thread-safe.
class Recorder {
public:
    struct Property {
        std::string_view name;
        std::vector<std::string> values;  ///< empty: one value without content
    };

    /// `source` is what the times refer to; empty: the clock. `root` are properties of the root, GM and SZ say.
    Recorder(std::string_view source, const std::vector<Property>& root, BoardSize board = {});

    /// The stream node.
    static constexpr std::uint32_t stream_node = 0;

    /// The nodes below `from`, as they are, become initial nodes below a node of the recording.
    void copy_below(std::uint32_t node, Game game, std::uint32_t from);

    /// A new last child. Nodes are numbered in the order they are made.
    std::uint32_t add_node(std::uint32_t parent, std::string_view time);
    /// A property takes effect: a value replaces the old one, entries join their list, C grows.
    void put(std::uint32_t node, const Property& property, std::string_view time);
    /// RP: a property, entries of a list, or (without a name) the node.
    void remove(std::uint32_t node, std::string_view name, const std::vector<std::string>& entries,
                std::string_view time);
    /// RC: characters off the end of the comment.
    void cut_comment(std::uint32_t node, std::uint32_t characters, std::string_view time);
    /// VT: "N" looks at the node.
    void trigger(std::uint32_t node, std::string_view name, std::string_view time);

    // What was recorded so far.
    [[nodiscard]] bool has(std::uint32_t node) const { return node < nodes_.size(); }
    [[nodiscard]] std::uint32_t parent(std::uint32_t node) const { return nodes_[node].parent; }
    [[nodiscard]] const std::vector<std::uint32_t>& children(std::uint32_t node) const { return nodes_[node].children; }
    /// The children that have this property with this single value, as it was put.
    [[nodiscard]] std::vector<std::uint32_t> children_with(std::uint32_t node, std::string_view name,
                                                           std::string_view value) const;
    /// The time that the last edit got; empty before the first one with a time.
    [[nodiscard]] const std::string& last_time() const { return last_time_; }

    /// The recording as it is now. Throws std::bad_alloc and TooManyEntries.
    [[nodiscard]] OwnedGame finish() const;

private:
    struct Item {
        std::string name;
        std::vector<std::string> values;
        bool is_raw = false;
        std::string time;  // empty: initial
    };
    struct Node {
        std::uint32_t parent;
        std::string time;
        std::vector<Item> items;
        std::vector<std::uint32_t> children;
    };

    std::string admit(std::uint32_t node, std::string_view time);
    void add_item(std::uint32_t node, Item item, std::string_view time);

    BoardSize board_;
    std::string source_;
    std::vector<Node> nodes_;
    std::string last_time_;  // empty: none yet
    std::uint32_t last_node_ = 0;
};

}  // namespace tengen::streams
