// Question marks on keyword cards of 1988: one says that an item may be wrong, two that it is a guess. Directly behind
// an item they speak of that item, behind a blank of all items before them ("Landman posting, general conventions").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tengen/abi/game.h>
#include <tengen/model/certainty.h>
#include <tengen/model/person.h>
#include <tengen/model/spelling.h>

namespace tengen {

/// A mark as written: `text` is the run of question marks, a view into the field.
struct CardMark {
    tengen_mark_scope scope = TENGEN_MARK_ITEM;
    std::uint32_t position = 0;  // item number; for components 0 year, 1 month, 2 day
    Certainty level = Certainty::uncertain;
    std::string_view text;

    friend constexpr bool operator==(const CardMark&, const CardMark&) = default;
};

/// What a field consists of.
enum class CardItemKind : std::uint8_t {
    whole,    // one value
    pieces,   // pieces between commas: Event, Place, Source
    members,  // persons of a team
};

/// A piece without its marks.
struct CardItem {
    std::string_view text;
    Certainty certainty = Certainty::certain;  // the worst mark that covers it
};

struct MarkedText {
    std::vector<CardItem> items;
    std::vector<CardMark> marks;
    bool has_too_many = false;  // a run of three question marks or more

    [[nodiscard]] Certainty certainty() const noexcept {
        Certainty result = Certainty::certain;
        for (const CardItem& item : items) {
            result = worst(result, item.certainty);
        }
        return result;
    }
};

namespace card_detail {

[[nodiscard]] constexpr std::string_view without_blanks_behind(std::string_view text) noexcept {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

[[nodiscard]] constexpr std::string_view without_blanks(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    return without_blanks_behind(text);
}

[[nodiscard]] constexpr std::size_t question_marks_behind(std::string_view text) noexcept {
    std::size_t count = 0;
    while (count < text.size() && text[text.size() - 1 - count] == '?') {
        ++count;
    }
    return count;
}

[[nodiscard]] constexpr Certainty level_of_marks(std::size_t count) noexcept {
    return count == 1 ? Certainty::uncertain : Certainty::guess;
}

/// Take the marks off the end of a piece and note them.
inline std::string_view take_marks(std::string_view piece, std::uint32_t position, MarkedText& marked) {
    piece = without_blanks(piece);
    const std::size_t first_of_piece = marked.marks.size();
    for (int i = 0; i < 2; ++i) {
        const std::size_t count = question_marks_behind(piece);
        if (count == 0 || count == piece.size()) {
            break;
        }
        const std::string_view run = piece.substr(piece.size() - count);
        const std::string_view before = piece.substr(0, piece.size() - count);
        const bool behind_blank = before.back() == ' ' || before.back() == '\t';
        marked.has_too_many = marked.has_too_many || count > 2;
        // Found from behind: what stands first comes first.
        marked.marks.insert(
            marked.marks.begin() + static_cast<std::ptrdiff_t>(first_of_piece),
            {behind_blank ? TENGEN_MARK_UP_TO : TENGEN_MARK_ITEM, position, level_of_marks(count), run});
        piece = without_blanks_behind(before);
        if (!behind_blank) {
            break;
        }
    }
    return piece;
}

}  // namespace card_detail

/// Whether a field says nothing but that it is unknown: question marks alone.
[[nodiscard]] constexpr bool is_only_question_marks(std::string_view text) noexcept {
    return !text.empty() && card_detail::question_marks_behind(text) == text.size();
}

/// The items of a field and their marks. Views into `text`.
[[nodiscard]] inline MarkedText read_marks(std::string_view text, CardItemKind kind) {
    MarkedText marked;
    const auto add = [&](std::string_view piece) {
        const auto position = static_cast<std::uint32_t>(marked.items.size());
        marked.items.push_back({card_detail::take_marks(piece, position, marked), Certainty::certain});
    };
    switch (kind) {
        case CardItemKind::whole:
            add(text);
            break;
        case CardItemKind::pieces:
            for (std::size_t begin = 0;;) {
                const std::size_t comma = text.find(',', begin);
                add(text.substr(begin, comma == std::string_view::npos ? comma : comma - begin));
                if (comma == std::string_view::npos) {
                    break;
                }
                begin = comma + 1;
            }
            break;
        case CardItemKind::members:
            for (const Person& person : read_persons(text, NameOrder::family_first).persons) {
                add(person.written);
            }
            break;
    }
    for (const CardMark& mark : marked.marks) {
        const std::uint32_t first = mark.scope == TENGEN_MARK_UP_TO ? 0 : mark.position;
        for (std::uint32_t i = first; i <= mark.position; ++i) {
            marked.items[i].certainty = worst(marked.items[i].certainty, mark.level);
        }
    }
    return marked;
}

/// The text with every mark of three question marks or more cut to two, and a field of such marks alone to one.
[[nodiscard]] inline std::string with_short_marks(std::string_view text, const std::vector<CardMark>& marks) {
    if (is_only_question_marks(text)) {
        return "?";
    }
    std::string result;
    std::size_t from = 0;
    for (const CardMark& mark : marks) {
        const auto begin = static_cast<std::size_t>(mark.text.data() - text.data());
        result += text.substr(from, begin - from);
        result += mark.text.substr(0, 2);
        from = begin + mark.text.size();
    }
    result += text.substr(from);
    return result;
}

}  // namespace tengen
