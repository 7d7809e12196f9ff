// From the parser's events to games.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <boost/json/error.hpp>
#include <boost/json/string_view.hpp>

#include <tengen/model/fact.h>
#include <tengen/model/storage.h>

#include "document_shape.h"
#include "findings.h"
#include "game_draft.h"
#include "members.h"
#include "source_cursor.h"

namespace tengen::json {

/// The handler of a boost::json::basic_parser over one input, which must lie in memory as a whole. It stops the parser
/// behind every game; see JsonReader for how it goes on. Works on what the parser already found to be valid JSON.
class DocumentHandler {
public:
    static constexpr std::size_t max_object_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_array_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_key_size = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_string_size = std::numeric_limits<std::size_t>::max();
    using Error = boost::json::error_code;
    using Text = boost::json::string_view;

    DocumentHandler(sdk::Host host, std::string_view input);

    enum class Stop { no, behind_game, before_game, behind_nodes };

    /// Why the parser was stopped.
    [[nodiscard]] Stop stop() const { return stop_; }
    /// Where to go on: behind the game, its first byte, or behind nodes that the parser did not see.
    [[nodiscard]] const char* position() const { return cursor_.at(); }
    /// Go on with the parser's text from here.
    void go_on(const char* position) {
        stop_ = Stop::no;
        cursor_.restart(position);
    }
    /// While muted, events are not looked at.
    void mute(bool muted) { muted_ = muted; }
    /// Whether a document was begun and has not ended.
    [[nodiscard]] bool is_inside() const { return depth_ != 0; }
    /// Whether games stand in a list here, or in the document itself.
    [[nodiscard]] bool is_in_list() const { return top().is_list; }
    /// JSON text that brings a new parser into the state in which the last one was stopped.
    [[nodiscard]] std::string_view prefix() const;

    /// The game that was read last, until it is taken.
    [[nodiscard]] bool has_game() const { return finished_ != nullptr; }
    [[nodiscard]] std::unique_ptr<GameStorage> take_game();

    [[nodiscard]] Findings& findings() { return findings_; }
    [[nodiscard]] const std::shared_ptr<GamePool>& pool() const { return pool_; }

    // -- events --

    static bool on_document_begin(Error&) { return true; }
    static bool on_document_end(Error&) { return true; }
    bool on_object_begin(Error& error) {
        if (muted_) {
            return true;
        }
        const char* start = cursor_.bracket('{');
        if (skip_depth_ != 0) [[unlikely]] {
            ++skip_depth_;
            return true;
        }
        return begin_object(start, error);
    }
    bool on_object_end(std::size_t, Error& error) {
        if (muted_) {
            return true;
        }
        cursor_.bracket('}');
        if (skip_depth_ != 0) [[unlikely]] {
            end_skipped();
            return true;
        }
        return end_object(error);
    }
    bool on_array_begin(Error&) {
        if (muted_) {
            return true;
        }
        const char* start = cursor_.bracket('[');
        if (skip_depth_ != 0) [[unlikely]] {
            ++skip_depth_;
        } else {
            begin_list(start);
        }
        return true;
    }
    bool on_array_end(std::size_t, Error&) {
        if (muted_) {
            return true;
        }
        cursor_.bracket(']');
        if (skip_depth_ != 0) [[unlikely]] {
            end_skipped();
        } else {
            end_list();
        }
        return true;
    }
    bool on_key_part(Text text, std::size_t, Error&) { return add_part(text); }
    bool on_string_part(Text text, std::size_t, Error&) { return add_part(text); }
    bool on_key(Text text, std::size_t, Error&) {
        if (!muted_) {
            const DocumentText name = whole_text(text);
            if (skip_depth_ == 0) [[likely]] {
                begin_member(name);
            }
        }
        return true;
    }
    bool on_string(Text text, std::size_t, Error&) {
        if (!muted_) {
            const DocumentText content = whole_text(text);
            if (skip_depth_ == 0) [[likely]] {
                take_text(content);
            }
        }
        return true;
    }
    static bool on_number_part(Text, Error&) { return true; }
    bool on_int64(std::int64_t number, Text, Error&) {
        if (!muted_) {
            const std::string_view token = cursor_.scalar();
            if (skip_depth_ == 0) [[likely]] {
                take_number(number < 0 ? no_number : static_cast<std::uint64_t>(number), token);
            }
        }
        return true;
    }
    bool on_uint64(std::uint64_t number, Text, Error&) {
        if (!muted_) {
            const std::string_view token = cursor_.scalar();
            if (skip_depth_ == 0) {
                take_number(number, token);
            }
        }
        return true;
    }
    bool on_double(double, Text, Error&) {
        if (!muted_) {
            const std::string_view token = cursor_.scalar();
            if (skip_depth_ == 0) {
                take_number(no_number, token);
            }
        }
        return true;
    }
    bool on_bool(bool flag, Error&) {
        if (!muted_) {
            const std::string_view token = cursor_.scalar();
            if (skip_depth_ == 0) {
                take_flag(flag, token);
            }
        }
        return true;
    }
    bool on_null(Error&) {
        if (!muted_) {
            const std::string_view token = cursor_.scalar();
            if (skip_depth_ == 0) {
                take_misfit(Kind::null, token.data());
            }
        }
        return true;
    }
    static bool on_comment_part(Text, Error&) { return true; }
    static bool on_comment(Text, Error&) { return true; }

private:
    /// A number the format never holds: negative, with a fraction, or too large.
    static constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();
    /// Of a source whose kind the document has not said yet.
    static constexpr std::uint32_t unknown_source_kind = 0xFFFFFFFF;

    /// An object or a list that was begun.
    struct Frame {
        Object object;  // of a list: what its elements are
        bool is_list;
        bool is_bytes;       // {"b64": ...} where a text belongs
        Member member;       // of an object: what is being read; of a list: the member that it is
        std::uint64_t seen;  // bits of members
        const char* start;
        std::uint32_t elements;         // of a list, so far
        std::uint32_t extension_count;  // when it began
        std::uint32_t unknown_members;
        std::array<tengen_value, 2> values;  // of a value: the first one; of a pair: its parts
        std::array<bool, 2> are_explicit;
    };

    enum class Skip { no, unknown, misfit, nothing };

    struct Field {
        std::string key;
        std::string text;
        std::string place;
    };

    [[nodiscard]] Frame& top() { return frames_[depth_ - 1]; }
    [[nodiscard]] const Frame& top() const { return frames_[depth_ - 1]; }

    void push(Object object, bool is_list, Member member, const char* start);

    bool add_part(Text text) {
        if (!muted_ && skip_depth_ == 0) {
            parts_.append(text.data(), text.size());
            has_parts_ = true;
        }
        return true;
    }
    DocumentText whole_text(Text text) {
        const std::string_view view(text.data(), text.size());
        if (!has_parts_ && text.data() > input_begin_ && text.data() < input_end_ && skip_depth_ == 0) [[likely]] {
            cursor_.plain_string(view);
            return {view, text.data(), true};
        }
        return whole_escaped_text(view);
    }
    DocumentText whole_escaped_text(std::string_view last);

    void begin_member(const DocumentText& name);
    void begin_unknown_member(const DocumentText& name);
    bool begin_object(const char* start, Error& error);
    bool end_object(Error& error);
    void begin_list(const char* start);
    void end_list();
    void take_text(const DocumentText& text);
    void take_number(std::uint64_t number, std::string_view token);
    void take_flag(bool flag, std::string_view token);
    /// A value that does not belong where it stands, or one that is passed over.
    void take_misfit(Kind kind, const char* start);

    void set_text(const DocumentText& text);
    void set_number(std::uint64_t number, std::string_view token);
    void set_fact_text(const DocumentText& text);
    void set_mark_text(const DocumentText& text);
    void set_stream_text(Object object, Member member, const DocumentText& text);
    void set_value_text(const DocumentText& text);
    void set_stamp(const DocumentText& text);
    void reset_member(Object object, Member member);

    [[nodiscard]] bool expects(Kind kind) const;
    void begin_skip(Kind kind, const char* start);
    void end_skipped();
    void finish_skip(const char* end);

    /// The part that is being read is no good: the nearest entity around it is given up.
    void spoil(const char* place, std::string message);
    [[nodiscard]] bool is_spoilt() const { return spoilt_depth_ != 0; }
    void drop_spoilt();

    /// Behind a node: take the plain ones that follow.
    bool skim(Error& error);
    bool begin_game(const char* start, Error& error);
    bool end_game(Error& error);
    void end_document();
    void end_value();
    void end_property();
    void end_fact();
    /// What a fact without a property leaves to its text.
    void complete_text_fact();
    void end_mark();
    void end_stream();
    /// When all nodes are known: streams and stamps stand where the model allows them, and GS names the source.
    void check_streams();
    void check_source(std::uint32_t stream);
    [[noreturn]] void refuse_game(const char* place, const std::string& message, std::uint32_t node);
    void end_medium();
    void end_extension();
    void end_board();

    /// JSON pointer of what is being read, relative to the game (or to the document outside of games); `levels` objects
    /// and lists count.
    [[nodiscard]] std::string pointer(std::size_t levels, bool with_current) const;
    [[nodiscard]] std::uint32_t current_node() const;
    void report(const char* id, const char* place, const std::string& message);
    [[noreturn]] void refuse(const char* place, const std::string& message);
    std::uint32_t add_field(std::string_view key, std::string_view text, std::string_view place);

    Findings findings_;
    std::shared_ptr<GamePool> pool_ = GamePool::create();
    SourceCursor cursor_;
    const char* input_begin_;
    const char* input_end_;

    bool muted_ = false;
    Stop stop_ = Stop::no;
    std::size_t depth_ = 0;
    std::size_t game_depth_ = 0;  // index of the game's frame, 0 outside
    std::array<Frame, 16> frames_{};

    std::size_t skip_depth_ = 0;
    Skip skip_ = Skip::no;
    Kind skip_kind_ = Kind::null;
    const char* skip_start_ = nullptr;
    std::string unknown_name_;
    bool is_unknown_ = false;  // the next value is of a member the format does not know

    std::size_t spoilt_depth_ = 0;  // frame number + 1 of the entity that is given up
    const char* spoilt_place_ = nullptr;
    std::string spoilt_message_;

    std::string parts_;
    bool has_parts_ = false;
    std::string decoded_;

    std::uint32_t skim_wait_ = 0;   // nodes until the next attempt
    std::uint32_t skim_pause_ = 0;  // how many to wait after an attempt that was not worth it

    std::uint32_t next_index_ = 0;
    bool has_format_ = false;
    bool has_version_ = false;
    std::unique_ptr<GameDraft> draft_;
    std::unique_ptr<GameStorage> finished_;
    std::vector<Field> listed_fields_;    // of "ext" of the game
    std::vector<Field> document_fields_;  // found outside of games, for the next game or the last one
    std::unordered_map<std::string, std::uint32_t> unknown_members_;  // of the open objects: depth and name

    FactEntry fact_;
    bool is_derived_ = false;
    bool is_repaired_ = false;
    tengen_mark mark_{};
    tengen_stream stream_{};
    std::vector<std::string_view> stream_texts_;  // of the streams of the game, as they stand in the input
    tengen_medium medium_{};
    Field field_;
};

}  // namespace tengen::json
