// Editing a game outside of its recordings, with undo and redo ("RGF text", the editor of its prototype).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/model/storage.h>

namespace tengen::rules {
class Board;
}

namespace tengen::streams {

/// An edit that cannot be made: its node is not there, or it is part of a recording.
class EditError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// A game that changes. The rules inside a node are those by which recordings are played, so that an edit means the
/// same in both: one value takes the place of another, entries join their list, C grows, a point has one kind of setup,
/// one mark and one owner of territory, a node one annotation of each kind and one colour of moves. Nodes of recorded
/// streams cannot be edited, that would change what was recorded; streams can be put in and taken out as a whole.
///
/// An edit costs as much as the node it changes; undo and redo too. Nodes keep their numbers for as long as the object
/// lives, whether they are in the tree or not. Throws EditError before anything is changed, and std::bad_alloc. Not
/// thread-safe.
class Editor {
public:
    using Node = std::uint32_t;
    static constexpr Node root = 0;
    static constexpr std::size_t at_end = std::numeric_limits<std::size_t>::max();

    /// A copy of the game, whose nodes keep their numbers; the game itself is not needed afterwards.
    explicit Editor(Game game);
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;

    // ---- looking ----

    [[nodiscard]] bool has(Node node) const;
    [[nodiscard]] Node parent(Node node) const { return nodes_[node].parent; }
    [[nodiscard]] const std::vector<Node>& children(Node node) const { return nodes_[node].children; }
    /// "/": the root; "/1/0": the first child of its second child. Nothing if there is no such node.
    [[nodiscard]] std::optional<Node> find(std::string_view position) const;

    // ---- edits ----

    /// A new node without properties, at that place among the children of its parent.
    Node add_node(Node parent, std::size_t place = at_end);
    /// Values are texts as in Recorder: points by their letters, no escapes; none: one value without content.
    void put(Node node, std::string_view name, const std::vector<std::string>& values);
    /// Entries of a list, or the whole property if none are named. What is not there is passed over.
    void remove(Node node, std::string_view name, const std::vector<std::string>& entries = {});
    /// Characters off the end of the comment.
    void cut_comment(Node node, std::uint64_t characters);
    /// With everything below it; not the root.
    void remove_node(Node node);
    /// All nodes of a game below a node, at that place among its children, with their recordings. The answer is what
    /// became of its root.
    Node insert(Game tree, Node parent, std::size_t place = at_end);

    // ---- back and forth ----

    /// One edit; false, and nothing done, if there is none. A new edit ends what could be redone.
    bool undo();
    bool redo();
    [[nodiscard]] std::size_t undoable() const { return past_.size(); }
    [[nodiscard]] std::size_t redoable() const { return future_.size(); }

    /// The game as it is now.
    [[nodiscard]] OwnedGame finish();

private:
    struct Property {
        std::uint32_t code;
        std::uint32_t stamp;  // of pool_: 0, or index + 1
        std::vector<tengen_value> values;
        std::vector<tengen_value> originals;
    };
    struct NodeRecord {
        Node parent = none;
        std::uint32_t stamp = 0;
        bool is_linked = true;  // among the children of its parent
        bool has_stream = false;
        std::vector<Node> children;
        std::vector<Property> properties;
    };
    struct Stream {
        Node node;
        tengen_stream stream;  // texts and media of pool_
    };
    /// What an edit replaced: the properties of a node, or its place in the tree.
    struct Change {
        Node node;
        bool is_place;
        std::size_t place;  // among the children
        std::vector<Property> properties;
    };

    void admit(Node node) const;
    void take_nodes(Game game, Node parent);
    [[nodiscard]] tengen_value copied(Game game, tengen_value value);
    [[nodiscard]] tengen_slice copied(Game game, tengen_slice slice);
    void link(Node node, std::size_t place);
    std::size_t unlink(Node node);
    void swap(Change& change);
    void done(Change change);

    // Properties of a node while it is edited.
    using Properties = std::vector<Property>;
    [[nodiscard]] Game pool();
    void put_list(Node node, Properties& properties, Identifier identifier, const std::vector<tengen_value>& values);
    void put_text(Properties& properties, tengen_value value);
    void leave_rivals(Properties& properties, Identifier identifier);
    [[nodiscard]] rules::Board inherited_position(Node node);
    [[nodiscard]] bool is_list(const Properties& properties, Identifier identifier, std::size_t values);

    GameStorage pool_;  // values, texts, stamps and everything of the game that does not change
    tengen_game pool_columns_{};
    std::vector<NodeRecord> nodes_;
    std::vector<Stream> streams_;
    std::vector<Change> past_;
    std::vector<Change> future_;
};

}  // namespace tengen::streams
