// Results as people write them: reading texts that are not in the form SGF wants for RE.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <tengen/model/decimal.h>
#include <tengen/model/point.h>
#include <tengen/model/quantity.h>
#include <tengen/model/result.h>
#include <tengen/model/spelling.h>

namespace tengen {

/// A result and what else the text said, which belongs into a comment.
struct ResultReading {
    Result result;
    std::string remark;
};

namespace result_detail {

inline constexpr Spelling<Color> colors[] = {
    {"b", Color::black},  {"w", Color::white},  {"black", Color::black}, {"white", Color::white}, {"黑", Color::black},
    {"黒", Color::black}, {"흑", Color::black}, {"白", Color::white},    {"백", Color::white},
};

/// Whole results. `loose`: words behind a blank are a remark; else only what stands behind a comma or in brackets.
struct Phrase {
    ResultKind kind;
    bool loose;
};
inline constexpr Spelling<Phrase> whole_results[] = {
    {"draw", {ResultKind::draw, true}},
    {"drawn", {ResultKind::draw, true}},
    {"jigo", {ResultKind::draw, true}},
    {"tie", {ResultKind::draw, false}},
    {"d", {ResultKind::draw, false}},
    {"d+j", {ResultKind::draw, false}},
    {"d+jigo", {ResultKind::draw, false}},
    {"和棋", {ResultKind::draw, true}},
    {"和局", {ResultKind::draw, true}},
    {"和", {ResultKind::draw, false}},
    {"平局", {ResultKind::draw, true}},
    {"持碁", {ResultKind::draw, true}},
    {"持棋", {ResultKind::draw, true}},
    {"持ち碁", {ResultKind::draw, true}},
    {"ジゴ", {ResultKind::draw, true}},
    {"引き分け", {ResultKind::draw, true}},
    {"引分", {ResultKind::draw, true}},
    {"무승부", {ResultKind::draw, true}},
    {"빅", {ResultKind::draw, false}},
    {"비김", {ResultKind::draw, true}},
    {"void", {ResultKind::void_result, true}},
    {"no result", {ResultKind::void_result, true}},
    {"no-result", {ResultKind::void_result, true}},
    {"noresult", {ResultKind::void_result, true}},
    {"無勝負", {ResultKind::void_result, true}},
    {"无胜负", {ResultKind::void_result, true}},
    {"unknown", {ResultKind::unknown, false}},
    {"?", {ResultKind::unknown, false}},
};

inline constexpr Spelling<WonBy> reasons[] = {
    {"r", WonBy::resign},        {"res", WonBy::resign},         {"resign", WonBy::resign},
    {"resigns", WonBy::resign},  {"resigned", WonBy::resign},    {"resignation", WonBy::resign},
    {"t", WonBy::time},          {"time", WonBy::time},          {"timeout", WonBy::time},
    {"time out", WonBy::time},   {"time-out", WonBy::time},      {"time over", WonBy::time},
    {"timeover", WonBy::time},   {"f", WonBy::forfeit},          {"forf", WonBy::forfeit},
    {"forfeit", WonBy::forfeit}, {"forfeiture", WonBy::forfeit},
};

/// What a side did, in English.
struct Deed {
    bool won;
    WonBy by;
    bool open;  // a reason may follow
};
inline constexpr Spelling<Deed> deeds[] = {
    {"wins", {true, WonBy::unspecified, true}},
    {"won", {true, WonBy::unspecified, true}},
    {"win", {true, WonBy::unspecified, true}},
    {"has won", {true, WonBy::unspecified, true}},
    {"by", {true, WonBy::unspecified, true}},
    {"loses", {false, WonBy::unspecified, true}},
    {"lost", {false, WonBy::unspecified, true}},
    {"has lost", {false, WonBy::unspecified, true}},
    {"resigns", {false, WonBy::resign, false}},
    {"resigned", {false, WonBy::resign, false}},
    {"has resigned", {false, WonBy::resign, false}},
    {"forfeits", {false, WonBy::forfeit, false}},
    {"forfeited", {false, WonBy::forfeit, false}},
    {"has forfeited", {false, WonBy::forfeit, false}},
    {"times out", {false, WonBy::time, false}},
    {"timed out", {false, WonBy::time, false}},
    {"runs out of time", {false, WonBy::time, false}},
    {"ran out of time", {false, WonBy::time, false}},
    {"has run out of time", {false, WonBy::time, false}},
};
inline constexpr Spelling<bool> prepositions[] = {
    {"by", true}, {"on", true}, {"with", true}, {"through", true}, {"due to", true},
};

/// Parts of Chinese, Japanese and Korean phrases.
enum class Part : std::uint8_t {
    win,
    lose,
    resignation,  // 中盘: the winner's or the loser's, as the word behind says
    gives_up,     // 认输: said of the loser
    time,         // 时间: needs a word for winning or losing
    overstepped,  // 超时: said of the loser unless a word for winning follows
    forfeit,      // as overstepped
    filler,
};
inline constexpr Spelling<Part> parts[] = {
    {"胜", Part::win},
    {"勝", Part::win},
    {"勝ち", Part::win},
    {"勝利", Part::win},
    {"胜利", Part::win},
    {"获胜", Part::win},
    {"獲勝", Part::win},
    {"贏", Part::win},
    {"赢", Part::win},
    {"승", Part::win},
    {"승리", Part::win},
    {"负", Part::lose},
    {"負", Part::lose},
    {"負け", Part::lose},
    {"败", Part::lose},
    {"敗", Part::lose},
    {"敗れ", Part::lose},
    {"输", Part::lose},
    {"輸", Part::lose},
    {"패", Part::lose},
    {"패배", Part::lose},
    {"中盘", Part::resignation},
    {"中盤", Part::resignation},
    {"中押", Part::resignation},
    {"中押し", Part::resignation},
    {"中押しで", Part::resignation},
    {"不计", Part::resignation},
    {"不計", Part::resignation},
    {"불계", Part::resignation},
    {"认输", Part::gives_up},
    {"認輸", Part::gives_up},
    {"认负", Part::gives_up},
    {"投了", Part::gives_up},
    {"投子", Part::gives_up},
    {"投子认输", Part::gives_up},
    {"投子認輸", Part::gives_up},
    {"投子认负", Part::gives_up},
    {"投降", Part::gives_up},
    {"투료", Part::gives_up},
    {"돌을 던짐", Part::gives_up},
    {"时间", Part::time},
    {"時間", Part::time},
    {"시간", Part::time},
    {"超时", Part::overstepped},
    {"超時", Part::overstepped},
    {"超時間", Part::overstepped},
    {"时间到", Part::overstepped},
    {"時間切れ", Part::overstepped},
    {"時間切", Part::overstepped},
    {"切れ負け", Part::overstepped},
    {"タイムアップ", Part::overstepped},
    {"시간초과", Part::overstepped},
    {"시간 초과", Part::overstepped},
    {"弃权", Part::forfeit},
    {"棄権", Part::forfeit},
    {"棄權", Part::forfeit},
    {"不战", Part::forfeit},
    {"不戦", Part::forfeit},
    {"不戰", Part::forfeit},
    {"反则", Part::forfeit},
    {"反則", Part::forfeit},
    {"기권", Part::forfeit},
    {"부전", Part::forfeit},
    {"반칙", Part::forfeit},
    {"方", Part::filler},
    {"棋", Part::filler},
    {"番", Part::filler},
    {"以", Part::filler},
    {"の", Part::filler},
    {"が", Part::filler},
    {"は", Part::filler},
    {"で", Part::filler},
    {"이", Part::filler},
    {"가", Part::filler},
    {"으로", Part::filler},
    {"로", Part::filler},
    {"차", Part::filler},
    {"差", Part::filler},
};

inline constexpr Spelling<bool> move_counters[] = {
    {"手", true}, {"手完", true}, {"手まで", true}, {"手で", true},   {"手止", true},    {"手止め", true},
    {"수", true}, {"수끝", true}, {"수 끝", true},  {"수만에", true}, {"수 만에", true},
};

/// A second result in a remark would make the first one doubtful.
[[nodiscard]] constexpr bool casts_doubt(std::string_view remark) noexcept {
    SpellingCursor cursor(remark);
    if (cursor.peek() == U'?' || cursor.peek() == U'/' || cursor.take_word("or") || cursor.take_word("but") ||
        cursor.take_word("not")) {
        return true;
    }
    bool only_marks = true;
    bool inside_word = false;
    for (cursor.seek(0); !cursor.at_end();) {
        if (!inside_word) {
            SpellingCursor here = cursor;
            if (take_longest(here, colors)) {
                here.skip_blanks();
                if (here.peek() == U'+') {
                    return true;
                }
            }
        }
        const char32_t code = cursor.peek();
        only_marks = only_marks && (code == U'?' || code == U'(' || code == U')' || code == U'[' || code == U']');
        inside_word = is_alphabetic(code) || is_digit(code);
        cursor.advance();
    }
    return only_marks && !remark.empty();
}

/// The remark behind a result; nullopt if what follows is part of the result, or makes it doubtful.
[[nodiscard]] inline std::optional<std::string_view> take_remark(SpellingCursor cursor, bool loose) noexcept {
    const bool stop = cursor.take(U'.');
    const bool blank = cursor.skip_blanks();
    if (cursor.at_end()) {
        return std::string_view();
    }
    const char32_t next = cursor.peek();
    const bool bracket = next == U'(' || next == U'[' || next == U'{';
    bool comma = false;
    if (next == U',' || next == U';' || next == U':') {
        comma = true;
        cursor.advance();
    }
    if (!comma && !bracket && !(blank && (loose || stop))) {
        return std::nullopt;
    }
    const std::string_view remark = trim_blanks(cursor.rest());
    if (casts_doubt(remark)) {
        return std::nullopt;
    }
    return remark;
}

[[nodiscard]] inline std::optional<ResultReading> finish(Result result, SpellingCursor cursor, bool loose) {
    const std::optional<std::string_view> remark = take_remark(cursor, loose);
    if (!remark) {
        return std::nullopt;
    }
    return ResultReading{std::move(result), std::string(*remark)};
}

[[nodiscard]] inline Result win_of(Color winner, WonBy by, std::string points = {}) {
    return Result{ResultKind::win, winner, by, std::move(points)};
}

/// "3,50" is a decimal comma; "3, 50 moves" is a remark, which take_points leaves alone.
[[nodiscard]] inline std::optional<ResultReading> read_reason(Color winner, SpellingCursor cursor) {
    const std::size_t start = cursor.position();
    if (std::optional<std::string> points = take_points(cursor)) {
        return finish(win_of(winner, WonBy::points, std::move(*points)), cursor, true);
    }
    cursor.seek(start);
    if (const std::optional<WonBy> reason = take_longest(cursor, reasons)) {
        return finish(win_of(winner, *reason), cursor, true);
    }
    return std::nullopt;
}

/// Behind "B" or the like, at "+".
[[nodiscard]] inline std::optional<ResultReading> read_plus(Color winner, SpellingCursor cursor) {
    cursor.advance();
    const std::size_t behind_plus = cursor.position();
    cursor.skip_blanks();
    if (std::optional<ResultReading> reading = read_reason(winner, cursor)) {
        return reading;
    }
    if (SpellingCursor mark = cursor; mark.take(U'?') && mark.at_end()) {
        return ResultReading{win_of(winner, WonBy::unspecified), {}};
    }
    cursor.seek(behind_plus);
    return finish(win_of(winner, WonBy::unspecified), cursor, false);
}

/// "Black wins by 3.5 points", "White resigns.", behind the color.
[[nodiscard]] inline std::optional<ResultReading> read_deed(Color color, SpellingCursor cursor) {
    cursor.skip_blanks();
    const std::optional<Deed> deed = take_longest(cursor, deeds);
    if (!deed) {
        return std::nullopt;
    }
    const Color winner = deed->won ? color : opponent(color);
    if (deed->open) {
        SpellingCursor reason = cursor;
        reason.skip_blanks();
        if (take_longest(reason, prepositions)) {
            reason.skip_blanks();
        }
        if (std::optional<ResultReading> reading = read_reason(winner, reason)) {
            return reading;
        }
    }
    return finish(win_of(winner, deed->by), cursor, !deed->open);
}

/// "黑中盘胜", "白超时负", "黒2目半勝ち", "257수 백불계승", "白认输/黑胜".
[[nodiscard]] inline std::optional<ResultReading> read_phrases(SpellingCursor cursor) {
    std::string_view count;
    {
        SpellingCursor here = cursor;
        const std::string_view rest = here.rest();
        const std::size_t start = here.position();
        here.take("共");
        if (!take_whole_number(here).empty() && take_longest(here, move_counters)) {
            count = rest.substr(0, here.position() - start);
            while (here.peek() == U' ' || here.peek() == U',' || here.peek() == U':') {
                here.advance();
            }
            cursor = here;
        }
    }
    std::optional<Result> found;
    while (true) {
        SpellingCursor here = cursor;
        if (found) {  // a second statement about the same game
            here.skip_blanks();
            if (here.take(U'/') || here.take(U',')) {
                here.skip_blanks();
            }
        }
        const std::optional<Color> subject = take_longest(here, colors);
        if (!subject || (here.peek() < 0x80 && here.peek() != U' ' && !is_digit(here.peek()))) {
            break;
        }
        bool won = false;
        bool lost = false;
        bool said_of_loser = false;
        WonBy by = WonBy::unspecified;
        std::string points;
        bool consistent = true;
        const auto set_reason = [&](WonBy reason) {
            consistent = consistent && (by == WonBy::unspecified || by == reason);
            by = reason;
        };
        while (true) {
            SpellingCursor next = here;
            next.skip_blanks();
            if (const std::optional<Part> part = take_longest(next, parts)) {
                switch (*part) {
                    case Part::win:
                        won = true;
                        break;
                    case Part::lose:
                        lost = true;
                        break;
                    case Part::resignation:
                        set_reason(WonBy::resign);
                        break;
                    case Part::gives_up:
                        set_reason(WonBy::resign);
                        said_of_loser = true;
                        break;
                    case Part::time:
                        set_reason(WonBy::time);
                        break;
                    case Part::overstepped:
                        set_reason(WonBy::time);
                        said_of_loser = true;
                        break;
                    case Part::forfeit:
                        set_reason(WonBy::forfeit);
                        said_of_loser = true;
                        break;
                    case Part::filler:
                        break;
                }
            } else if (std::optional<std::string> number = points.empty() ? take_points(next) : std::nullopt) {
                set_reason(WonBy::points);
                points = std::move(*number);
            } else {
                break;
            }
            here = next;
        }
        if (!consistent || (won && lost) || (!won && !lost && !said_of_loser)) {
            break;
        }
        Result statement = win_of(won ? *subject : opponent(*subject), by, std::move(points));
        if (!found) {
            found = std::move(statement);
        } else if (found->winner != statement.winner) {
            return std::nullopt;
        } else if (found->by == WonBy::unspecified) {
            found = std::move(statement);
        } else if (statement.by != WonBy::unspecified && statement != *found) {
            return std::nullopt;
        }
        cursor = here;
    }
    if (!found) {
        return std::nullopt;
    }
    std::optional<ResultReading> reading = finish(std::move(*found), cursor, true);
    if (reading && !count.empty()) {
        std::string remark(count);
        if (!reading->remark.empty()) {
            remark.append(", ").append(reading->remark);
        }
        reading->remark = std::move(remark);
    }
    return reading;
}

}  // namespace result_detail

/// The result of a text that has exactly one meaning, although it is not in the form of SGF; a text in that form means
/// what it says. nullopt if there is no meaning or more than one.
///
/// Read are other case and blanks; draw, jigo, D, no result; "Res", "Res.", resign ..., time, timeout ..., forfeit;
/// decimal commas, fractions, a missing leading zero, "points", "pts", "moku"; Black and White for B and W; "Black wins
/// by ...", "White resigns", "White lost on time"; "W+?"; Chinese, Japanese and Korean phrases with a color and a word
/// for winning, losing, resigning or time, also behind a number of moves. Stones (子) are not doubled.
/// A remark behind a comma, a blank, a full stop or in brackets is split off. A color alone, a question mark behind a
/// margin and unknown codes ("W+J") are no result.
[[nodiscard]] inline std::optional<ResultReading> read_result_leniently(std::string_view text) {
    using namespace result_detail;
    const std::string_view trimmed = trim_blanks(text);
    if (trimmed.empty()) {
        return std::nullopt;
    }
    if (ParsedResult parsed = parse_result(trimmed); parsed.result.kind != ResultKind::unparsed) {
        return ResultReading{std::move(parsed.result), {}};
    }
    SpellingCursor cursor(trimmed);
    {
        SpellingCursor here = cursor;
        if (const std::optional<Phrase> phrase = take_longest(here, whole_results)) {
            Result result;
            result.kind = phrase->kind;
            if (std::optional<ResultReading> reading = finish(std::move(result), here, phrase->loose)) {
                return reading;
            }
        }
    }
    {
        SpellingCursor here = cursor;
        if (const std::optional<std::string> points = take_points(here); points && sign_of_real(*points) == 0) {
            Result result;
            result.kind = ResultKind::draw;
            return finish(std::move(result), here, false);
        }
    }
    {
        SpellingCursor here = cursor;
        if (const std::optional<Color> color = take_longest(here, colors)) {
            SpellingCursor plus = here;
            plus.skip_blanks();
            if (plus.peek() == U'+') {
                return read_plus(*color, plus);
            }
            if (std::optional<ResultReading> reading = read_deed(*color, here)) {
                return reading;
            }
        }
    }
    return read_phrases(cursor);
}

}  // namespace tengen
