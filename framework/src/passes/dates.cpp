#include "passes/dates.h"

#include <optional>
#include <string>

#include <tengen/model/date.h>
#include <tengen/model/date_reading.h>
#include <tengen/model/spelling.h>

#include "passes/stated_text.h"
#include "passes/value_text.h"

namespace tengen::passes {

namespace {

// A single day of the present calendar, as most records have it.
bool is_plain_day(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
        return false;
    }
    int number[3] = {0, 0, 0};
    for (std::size_t i = 0, part = 0; i < text.size(); ++i) {
        if (text[i] == '-') {
            ++part;
        } else if (text[i] < '0' || text[i] > '9') {
            return false;
        } else {
            number[part] = number[part] * 10 + (text[i] - '0');
        }
    }
    return number[1] != 0 && number[2] != 0 && number[0] > 1930 && number[0] <= 2100 &&
           make_date(number[0], number[1], number[2]).has_value();
}

// The first Gregorian day of a country, recognised by names in PC.

constexpr Spelling<PartialDate> reforms[] = {
    {"japan", {1873, 1, 1}},   {"edo", {1873, 1, 1}},     {"tokyo", {1873, 1, 1}},    {"kyoto", {1873, 1, 1}},
    {"osaka", {1873, 1, 1}},   {"日本", {1873, 1, 1}},    {"江戸", {1873, 1, 1}},     {"京都", {1873, 1, 1}},
    {"korea", {1896, 1, 1}},   {"seoul", {1896, 1, 1}},   {"조선", {1896, 1, 1}},     {"朝鮮", {1896, 1, 1}},
    {"china", {1912, 1, 1}},   {"beijing", {1912, 1, 1}}, {"shanghai", {1912, 1, 1}}, {"中国", {1912, 1, 1}},
    {"中國", {1912, 1, 1}},    {"russia", {1918, 2, 14}}, {"moscow", {1918, 2, 14}},  {"england", {1752, 9, 14}},
    {"london", {1752, 9, 14}}, {"britain", {1752, 9, 14}}};

// The day on which the place changed to the Gregorian calendar; the first change of all where nothing better is known.
PartialDate calendar_change(std::string_view place) {
    SpellingCursor cursor(place);
    while (!cursor.at_end()) {
        SpellingCursor here = cursor;
        if (const std::optional<PartialDate> found = take_longest(here, reforms)) {
            return *found;
        }
        cursor.advance();
    }
    return {1582, 10, 15};
}

}  // namespace

void DatesPass::run(Game game, Context& context, GameEditor& editor) {
    if (!game.has_meaning()) {
        return;
    }
    changes_.clear();
    for_each_stated_text(game, TENGEN_FIELD_DATE, [&](const StatedText& stated) {
        if (!audit_ && is_plain_day(stated.text)) {
            return;
        }
        const auto report = [&](std::string_view id, const std::string& message) {
            return context.report(id, game, stated.node, stated.property, message);
        };
        const std::string what = "DT[" + quoted(stated.text) + "]";
        const DateList list = parse_dates(stated.text);
        switch (list.problem) {
            case DateProblem::bad_date: {
                const std::optional<std::vector<PartialDate>> dates = read_date_leniently(stated.text);
                const std::string standard = dates ? format_dates(*dates) : std::string();
                const Answer answer =
                    report("info.bad-date", dates ? what + " is not in the form of SGF; it means " + standard
                                                  : what + " is not in the form of SGF");
                if (dates && answer.apply_fix()) {
                    changes_.set(stated.node, stated.property, standard);
                }
                return;
            }
            case DateProblem::wrong_shortcut:
                report("info.date-shortcut", what + " has a short date that may not follow what stands before it");
                return;
            case DateProblem::no_such_day:
                report("info.no-such-day", what + " names a day that the calendar does not have");
                return;
            case DateProblem::repeated_day:
                if (report("info.date-repeated", what + " names a date twice").apply_fix()) {
                    changes_.set(stated.node, stated.property, format_dates(list.dates));
                }
                break;
            case DateProblem::none:
                if (!list.shortest) {
                    const std::string shortest = format_dates(list.dates);
                    if (report("info.date-not-shortest", what + " could be " + shortest).apply_fix()) {
                        changes_.set(stated.node, stated.property, shortest);
                    }
                }
                break;
        }
        bool is_told_future = false;
        bool is_told_old = false;
        for (const PartialDate date : list.dates) {
            if (is_future(date) && !is_told_future) {
                is_told_future = true;
                report("info.date-future", what + " is in the future");
            }
            if (audit_ && date.day != 0 && !is_told_old &&
                date < calendar_change(first_stated_text(game, TENGEN_FIELD_PLACE))) {
                is_told_old = true;
                report("info.date-old-calendar",
                       format_date(date) + " is before the change to the Gregorian calendar, which DT means");
            }
        }
    });
    changes_.apply(game, editor);
}

}  // namespace tengen::passes
