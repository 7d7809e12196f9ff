#include "diagnostics/catalogue.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tengen::diagnostics {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

bool is_name(std::string_view text) {
    return !text.empty() && text.front() != '-' && text.back() != '-' &&
           std::all_of(text.begin(), text.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

TEST(Catalogue, IdsAreUniqueSortedAndMadeOfAreaAndName) {
    std::string_view before;
    for (const CatalogueEntry& entry : catalogue()) {
        SCOPED_TRACE(entry.id);
        EXPECT_LT(before, entry.id);
        before = entry.id;
        const std::size_t dot = entry.id.find('.');
        ASSERT_NE(dot, std::string_view::npos);
        EXPECT_EQ(entry.id.substr(0, dot), entry.area);
        EXPECT_TRUE(is_name(entry.area));
        EXPECT_TRUE(is_name(entry.id.substr(dot + 1)));
    }
}

TEST(Catalogue, CoversEveryArea) {
    std::set<std::string_view> areas;
    for (const CatalogueEntry& entry : catalogue()) {
        areas.insert(entry.area);
    }
    EXPECT_THAT(areas, ElementsAre("card", "charset", "config", "container", "format", "go", "info", "io", "json",
                                   "library", "loss", "model", "node", "plugin", "rgf", "sgf", "value"));
    EXPECT_EQ(catalogue().size(), 283U);
}

// The legality that even a lenient reader refuses is the simple ko alone.
TEST(Catalogue, LenientRefusesTheSimpleKoOnly) {
    for (const CatalogueEntry& entry : catalogue()) {
        EXPECT_EQ(entry.lenient == Severity::error, entry.id == "go.ko") << entry.id;
    }
}

// Losses are the exception: a migration wants to hear of each, a lenient reader does not.
TEST(Catalogue, ArchiveIsLenientWithErrorsLowered) {
    for (const CatalogueEntry& entry : catalogue()) {
        SCOPED_TRACE(entry.id);
        if (entry.area == "loss") {
            EXPECT_EQ(entry.strict, Severity::warning);
            EXPECT_EQ(entry.lenient, Severity::info);
            EXPECT_EQ(entry.archive, Severity::warning);
        } else {
            EXPECT_EQ(entry.archive, entry.lenient == Severity::error ? Severity::warning : entry.lenient);
        }
    }
}

TEST(Catalogue, FatalIsFatalAtEveryLevel) {
    for (const CatalogueEntry& entry : catalogue()) {
        const bool fatal = entry.strict == Severity::fatal;
        EXPECT_EQ(entry.lenient == Severity::fatal, fatal) << entry.id;
        EXPECT_EQ(entry.archive == Severity::fatal, fatal) << entry.id;
    }
}

// One finding tells of a change, and strict changes nothing.
TEST(Catalogue, LenientIsNotSterner) {
    for (const CatalogueEntry& entry : catalogue()) {
        EXPECT_EQ(entry.lenient > entry.strict, entry.id == "info.komi-scaled") << entry.id;
    }
}

TEST(Catalogue, AFixHasATextAndAFatalFindingHasNone) {
    for (const CatalogueEntry& entry : catalogue()) {
        SCOPED_TRACE(entry.id);
        EXPECT_EQ(entry.fix == FixClass::none, entry.fix_does.empty());
        if (entry.strict == Severity::fatal) {
            EXPECT_EQ(entry.fix, FixClass::none);
        }
        if (entry.happens_anyway()) {
            EXPECT_EQ(entry.fix, FixClass::safe);
        }
        EXPECT_EQ(entry.happens_anyway(), entry.fix_does.find("writing") == 0 || entry.fix_does.find("reading") == 0 ||
                                              entry.fix_does.find("play-back") == 0);
    }
}

TEST(Catalogue, EveryTextIsOneUsefulLine) {
    std::set<std::string_view> meanings;
    std::set<std::string_view> helps;
    for (const CatalogueEntry& entry : catalogue()) {
        SCOPED_TRACE(entry.id);
        for (const std::string_view text : {entry.meaning, entry.source, entry.help}) {
            EXPECT_GE(text.size(), 4U);
            EXPECT_NE(text.front(), ' ');
            EXPECT_NE(text.back(), ' ');
            EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; }));
        }
        EXPECT_EQ(entry.help.back(), '.');
        EXPECT_TRUE(meanings.insert(entry.meaning).second);
        helps.insert(entry.help);
        EXPECT_LT(entry.sgfc, 100);
    }
    // Help that says the same everywhere helps nobody.
    EXPECT_GE(helps.size() + 5, catalogue().size());
}

TEST(Catalogue, IdsNamedInTextsExist) {
    for (const CatalogueEntry& entry : catalogue()) {
        for (const std::string_view text : {entry.meaning, entry.fix_does, entry.help}) {
            const std::size_t at = text.find("info.");
            if (at == std::string_view::npos || at + 5 >= text.size() || text[at + 5] == ' ') {
                continue;  // the severity at the end of a sentence
            }
            const std::size_t end =
                std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at + 5), text.size());
            EXPECT_NE(find(text.substr(at, end - at)), nullptr) << entry.id << ": " << text;
        }
    }
}

TEST(Catalogue, FindsEachIdAndNothingElse) {
    for (std::size_t i = 0; i < catalogue().size(); ++i) {
        const std::string_view id = catalogue()[i].id;
        EXPECT_EQ(index_of(id), i);
        EXPECT_EQ(find(id), &catalogue()[i]);
        EXPECT_EQ(find(std::string(id) + "x"), nullptr);
        EXPECT_EQ(find(id.substr(0, id.size() - 1)), nullptr);
    }
    EXPECT_EQ(find(""), nullptr);
    EXPECT_EQ(find("zzz"), nullptr);
}

TEST(Catalogue, HoldsTheFactsOfSomeEntries) {
    const CatalogueEntry* ko = find("go.ko");
    ASSERT_NE(ko, nullptr);
    EXPECT_EQ(ko->severity(Level::strict), Severity::error);
    EXPECT_EQ(ko->severity(Level::lenient), Severity::error);
    EXPECT_EQ(ko->severity(Level::archive), Severity::warning);

    const CatalogueEntry* suspect = find("charset.suspect-default");
    ASSERT_NE(suspect, nullptr);
    EXPECT_EQ(suspect->severity(Level::strict), Severity::warning);
    EXPECT_EQ(suspect->severity(Level::lenient), Severity::off);

    const CatalogueEntry* unknown_charset = find("charset.unknown-name");
    ASSERT_NE(unknown_charset, nullptr);
    EXPECT_EQ(unknown_charset->sgfc, 72);
    EXPECT_EQ(unknown_charset->fix, FixClass::safe);
}

TEST(Catalogue, NamesOfEnumeratorsComeBack) {
    for (const Severity severity :
         {Severity::off, Severity::info, Severity::warning, Severity::error, Severity::fatal}) {
        EXPECT_EQ(parse_severity(to_text(severity)), severity);
    }
    for (const Level level : {Level::strict, Level::lenient, Level::archive}) {
        EXPECT_EQ(parse_level(to_text(level)), level);
    }
    for (const FixClass fix : {FixClass::none, FixClass::safe, FixClass::guess}) {
        EXPECT_EQ(parse_fix_class(to_text(fix)), fix);
    }
    EXPECT_EQ(to_text(Severity::warning), "warning");
    EXPECT_EQ(parse_severity("Warning"), std::nullopt);
    EXPECT_EQ(parse_level(""), std::nullopt);
    EXPECT_EQ(parse_fix_class("all"), std::nullopt);
}

TEST(NearIds, FindsSlipsNamesWithoutAreaAndParts) {
    EXPECT_THAT(near_ids("go.supreko", 1), ElementsAre("go.superko"));
    EXPECT_THAT(near_ids("superko", 1), ElementsAre("go.superko"));
    EXPECT_THAT(near_ids("supreko", 1), ElementsAre("go.superko"));
    EXPECT_THAT(near_ids("bad-komi", 1), ElementsAre("card.bad-komi"));
    EXPECT_THAT(near_ids("outside-stream", 1), ElementsAre("rgf.outside-stream"));
    EXPECT_THAT(near_ids("too-large"), ElementsAre("io.too-large", "sgf.value-too-large"));
    EXPECT_THAT(near_ids("qqqqqqqqqqqq"), IsEmpty());
    EXPECT_THAT(near_ids(""), IsEmpty());
    EXPECT_THAT(near_ids(std::string(100000, 'a')), IsEmpty());
}

}  // namespace
}  // namespace tengen::diagnostics
