// Results of games (SGF FF[4], RE): "0", "Void", "?", "B+3.5", "W+R" ...
// The letter names the winner: W+R means that Black resigned. Other spellings are read by result_reading.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <tengen/model/decimal.h>
#include <tengen/model/point.h>

namespace tengen {

enum class ResultKind : std::uint8_t {
    absent,       // nothing is said
    draw,         // "0"
    win,          // "B+...", "W+..."
    void_result,  // "Void": the game had no result, or was suspended
    unknown,      // "?": it is said that nobody knows
    unparsed,     // something is said, but not understood
};

enum class WonBy : std::uint8_t { unspecified, points, resign, time, forfeit };

struct Result {
    ResultKind kind = ResultKind::absent;
    // of a win
    Color winner = Color::black;
    WonBy by = WonBy::unspecified;
    std::string points;  // of a win by points: a real number without sign, as written

    [[nodiscard]] bool is_zero_win() const noexcept { return by == WonBy::points && sign_of_real(points) == 0; }
    friend bool operator==(const Result&, const Result&) = default;
};

/// Names in documents: "win", "draw", "void", "unknown"; "unspecified", "points" ...
[[nodiscard]] constexpr std::string_view result_kind_name(ResultKind kind) noexcept {
    switch (kind) {
        case ResultKind::absent:
            return "absent";
        case ResultKind::draw:
            return "draw";
        case ResultKind::win:
            return "win";
        case ResultKind::void_result:
            return "void";
        case ResultKind::unknown:
            return "unknown";
        case ResultKind::unparsed:
            return "unparsed";
    }
    return "unparsed";
}
[[nodiscard]] constexpr std::string_view won_by_name(WonBy by) noexcept {
    switch (by) {
        case WonBy::unspecified:
            return "unspecified";
        case WonBy::points:
            return "points";
        case WonBy::resign:
            return "resign";
        case WonBy::time:
            return "time";
        case WonBy::forfeit:
            return "forfeit";
    }
    return "unspecified";
}

struct ParsedResult {
    Result result;
    bool long_form = false;  // "Draw", "B+Resign", "B+Time", "B+Forfeit"
};

/// A result by the letter of SGF FF[4]; case counts. An empty text is absent, all else is unparsed.
[[nodiscard]] inline ParsedResult parse_result(std::string_view text) {
    ParsedResult parsed;
    parsed.result.kind = ResultKind::unparsed;
    if (text.empty()) {
        parsed.result.kind = ResultKind::absent;
    } else if (text == "0" || text == "Draw") {
        parsed.result.kind = ResultKind::draw;
        parsed.long_form = text.size() > 1;
    } else if (text == "Void") {
        parsed.result.kind = ResultKind::void_result;
    } else if (text == "?") {
        parsed.result.kind = ResultKind::unknown;
    } else if (text.size() >= 2 && (text[0] == 'B' || text[0] == 'W') && text[1] == '+') {
        const std::string_view reason = text.substr(2);
        Result win;
        win.kind = ResultKind::win;
        win.winner = text[0] == 'B' ? Color::black : Color::white;
        if (reason.empty()) {
            win.by = WonBy::unspecified;
        } else if (reason == "R" || reason == "Resign") {
            win.by = WonBy::resign;
        } else if (reason == "T" || reason == "Time") {
            win.by = WonBy::time;
        } else if (reason == "F" || reason == "Forfeit") {
            win.by = WonBy::forfeit;
        } else if (is_real(reason) && reason[0] != '+' && reason[0] != '-') {
            win.by = WonBy::points;
            win.points = reason;
        } else {
            return parsed;
        }
        parsed.long_form = win.by != WonBy::points && reason.size() > 1;
        parsed.result = std::move(win);
    }
    return parsed;
}

/// The short form; empty for absent and unparsed. parse_result gives the same result back.
[[nodiscard]] inline std::string format_result(const Result& result) {
    switch (result.kind) {
        case ResultKind::absent:
        case ResultKind::unparsed:
            return {};
        case ResultKind::draw:
            return "0";
        case ResultKind::void_result:
            return "Void";
        case ResultKind::unknown:
            return "?";
        case ResultKind::win:
            break;
    }
    std::string text{color_letter(result.winner), '+'};
    switch (result.by) {
        case WonBy::unspecified:
            break;
        case WonBy::points:
            text += result.points;
            break;
        case WonBy::resign:
            text += 'R';
            break;
        case WonBy::time:
            text += 'T';
            break;
        case WonBy::forfeit:
            text += 'F';
            break;
    }
    return text;
}

}  // namespace tengen
