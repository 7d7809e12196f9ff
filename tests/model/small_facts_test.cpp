// Ranks, rules, times, names, komi and certainty.
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <tengen/model/certainty.h>
#include <tengen/model/komi.h>
#include <tengen/model/overtime.h>
#include <tengen/model/person.h>
#include <tengen/model/rank.h>
#include <tengen/model/rules.h>
#include <tengen/model/spelling.h>

namespace tengen {
namespace {

std::string spelled(const std::optional<Rank>& rank) {
    if (!rank) {
        return "-";
    }
    std::string text = std::to_string(rank->n);
    text += ' ';
    text += rank_class_name(rank->rank_class);
    if (rank->suffix != '\0') {
        text += rank->suffix;
    }
    if (!rank->recommended) {
        text += " unusual";
    }
    return text;
}

TEST(Rank, Reads) {
    struct Row {
        const char* text;
        const char* reading;
    };
    constexpr Row rows[] = {
        {"30k", "30 kyu"},
        {"1k", "1 kyu"},
        {"5k?", "5 kyu?"},
        {"1d", "1 dan"},
        {"9d*", "9 dan*"},
        {"9p", "9 pro-dan"},
        {"10d", "10 dan"},
        {"31k", "31 kyu unusual"},
        {"7 kyu", "7 kyu unusual"},
        {"1 kyu*", "1 kyu* unusual"},
        {"3 dan", "3 dan unusual"},
        {"9 Dan", "9 dan unusual"},
        {"9-dan", "9 dan unusual"},
        {"4D", "4 dan unusual"},
        {"05d", "5 dan unusual"},
        {"9段", "9 dan unusual"},
        {"九段", "9 dan unusual"},
        {"十段", "10 dan unusual"},
        {"初段", "1 dan unusual"},
        {"９段", "9 dan unusual"},
        {"9단", "9 dan unusual"},
        {"3급", "3 kyu unusual"},
        {"3級", "3 kyu unusual"},
        {"2级?", "2 kyu? unusual"},
        {"9 dan pro", "9 pro-dan unusual"},
        {"9 pro", "9 pro-dan unusual"},
        {"プロ九段", "9 pro-dan unusual"},
        {"职业初段", "1 pro-dan unusual"},
        {"프로 9단", "9 pro-dan unusual"},
        {"amateur 6 dan", "6 ama-dan unusual"},
        {"业余5段", "5 ama-dan unusual"},
        {"アマ3級", "3 ama-kyu unusual"},
        {"insei", "0 insei unusual"},
        {"院生", "0 insei unusual"},
        {" 5d ", "5 dan unusual"},
        {"8 \r\ndan", "8 dan unusual"},
        {"", "-"},
        {"d", "-"},
        {"9", "-"},
        {"0d", "-"},
        {"0k", "-"},
        {"100k", "-"},
        {"-3k", "-"},
        {"3.5k", "-"},
        {"NR", "-"},
        {"Meijin", "-"},
        {"strong", "-"},
        {"?", "-"},
        {"9d, Tengen", "-"},
        {"9d and Tengen", "-"},
        {"pro", "-"},
        {"pro 3 kyu", "-"},
        {"amateur 3p", "-"},
        {"5d??", "-"},
        {"5dd", "-"},
        {"\xff", "-"},
        {"9\xe6\xae", "-"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(spelled(parse_rank(row.text)), row.reading) << row.text;
    }
    EXPECT_EQ(format_rank(parse_rank("9 dan").value()), "9d");
    EXPECT_EQ(format_rank(parse_rank("3급?").value()), "3k?");
    EXPECT_EQ(format_rank(parse_rank("プロ九段").value()), "9p");
}

TEST(Rank, OfCards) {
    struct Row {
        const char* text;
        const char* reading;
    };
    constexpr Row rows[] = {
        {"9D", "9 pro-dan"},  {"4D", "4 pro-dan"}, {"1d", "1 ama-dan"},
        {"9d", "9 ama-dan"},  {"1k", "1 ama-kyu"}, {"40k", "40 ama-kyu"},
        {"insei", "0 insei"}, {"10D", "-"},        {"10d", "-"},
        {"1K", "-"},          {"0d", "-"},         {"9p", "-"},
        {"41k", "-"},         {"shodan", "-"},     {"", "-"},
        {"D", "-"},           {"01d", "-"},        {"1d?", "-"},
        {"Insei", "-"},       {"1dd", "-"},
    };
    for (const Row& row : rows) {
        const std::optional<Rank> rank = parse_card_rank(row.text);
        EXPECT_EQ(spelled(rank), row.reading) << row.text;
        if (rank) {
            EXPECT_EQ(format_card_rank(*rank), row.text);
        }
    }
}

TEST(Rules, Reads) {
    struct Row {
        const char* text;
        std::optional<RulesReading> reading;
    };
    const Row rows[] = {
        {"Japanese", RulesReading{RuleSet::japanese, true, true}},
        {"AGA", RulesReading{RuleSet::aga, true, true}},
        {"GOE", RulesReading{RuleSet::ing, true, true}},
        {"NZ", RulesReading{RuleSet::nz, true, true}},
        {"Japanese Rules", RulesReading{RuleSet::japanese, false, true}},
        {"japanese", RulesReading{RuleSet::japanese, false, true}},
        {" Japanese", RulesReading{RuleSet::japanese, false, true}},
        {"aga", RulesReading{RuleSet::aga, false, true}},
        {"chinese", RulesReading{RuleSet::chinese, false, true}},
        {"Chinese", RulesReading{RuleSet::chinese, false, true}},
        {"Chinese rules", RulesReading{RuleSet::chinese, false, true}},
        {"Korean", RulesReading{RuleSet::korean, false, true}},
        {"Ing", RulesReading{RuleSet::ing, false, true}},
        {"Ing's rules", RulesReading{RuleSet::ing, false, true}},
        {"NewZealand", RulesReading{RuleSet::nz, false, true}},
        {"New Zealand", RulesReading{RuleSet::nz, false, true}},
        {"Tromp-Taylor", RulesReading{RuleSet::tromp_taylor, false, true}},
        {"tromp/taylor", RulesReading{RuleSet::tromp_taylor, false, true}},
        {"JP", RulesReading{RuleSet::japanese, false, true}},
        {"cn rules", RulesReading{RuleSet::chinese, false, true}},
        {"日本", RulesReading{RuleSet::japanese, false, true}},
        {"日本規則", RulesReading{RuleSet::japanese, false, true}},
        {"日本ルール", RulesReading{RuleSet::japanese, false, true}},
        {"中国规则", RulesReading{RuleSet::chinese, false, true}},
        {"한국룰", RulesReading{RuleSet::korean, false, true}},
        {"应氏规则", RulesReading{RuleSet::ing, false, true}},
        {"Japanese:Komi 6.5", RulesReading{RuleSet::japanese, false, false}},
        {"Japanese (superko)", RulesReading{RuleSet::japanese, false, false}},
        {"Simplified Ing rules", RulesReading{RuleSet::ing, false, false}},
        {"日本规则6目半", RulesReading{RuleSet::japanese, false, false}},
        {"Japanese, japanese counting", RulesReading{RuleSet::japanese, false, false}},
        {"", std::nullopt},
        {"house rules", std::nullopt},
        {"rules", std::nullopt},
        {"playing", std::nullopt},
        {"jpx", std::nullopt},
        {"jp 6.5", std::nullopt},
        {"Japanese or Chinese", std::nullopt},
        {"non-Japanese", std::nullopt},
        {"not japanese", std::nullopt},
        {"ancient Chinese", std::nullopt},
        {"stone scoring", std::nullopt},
        {"\xe6\x97", std::nullopt},
        {"\xff", std::nullopt},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(read_rules(row.text), row.reading) << row.text;
    }
    EXPECT_EQ(fixed_rules_name(RuleSet::ing), "GOE");
    EXPECT_EQ(fixed_rules_name(RuleSet::chinese), "");
    EXPECT_EQ(rule_set_name(RuleSet::tromp_taylor), "tromp-taylor");
}

TEST(Overtime, Recognises) {
    struct Row {
        const char* text;
        const char* reading;
    };
    constexpr Row rows[] = {
        {"5x30", "5x30"},
        {"5x30 byo-yomi", "5x30"},
        {"5 x 30 Byoyomi", "5x30"},
        {"5×30", "5x30"},
        {"25/600", "25/600"},
        {"25/600 Canadian", "25/600"},
        {"10 fischer", "10 fischer"},
        {"10.5 Fischer", "10.5 fischer"},
        {"3x0.5", "3x0.5"},
        {"", "-"},
        {"5x", "-"},
        {"x30", "-"},
        {"0x30", "-"},
        {"1.5x30", "-"},
        {"5x30x2", "-"},
        {"25/600 byo-yomi", "-"},
        {"5x30 canadian", "-"},
        {"10", "-"},
        {"10 canadian", "-"},
        {"be quick", "-"},
        {"3 periods of 30", "-"},
        {"5x1:00", "-"},
        {"5x30\xff", "-"},
    };
    for (const Row& row : rows) {
        const std::optional<Overtime> overtime = parse_overtime(row.text);
        EXPECT_EQ(overtime ? format_overtime(*overtime) : "-", row.reading) << row.text;
        if (overtime) {
            EXPECT_EQ(parse_overtime(format_overtime(*overtime)), overtime) << row.text;
        }
    }
}

TEST(Overtime, MainTime) {
    struct Row {
        const char* text;
        const char* reading;
    };
    constexpr Row rows[] = {
        {"3600", "3600"},
        {"29.000", "29.000"},
        {"+5", "5"},
        {"3600,0", "3600.0"},
        {"59,5", "59.5"},
        {"600.", "600"},
        {".5", "0.5"},
        {"10h", "36000"},
        {"10 h", "36000"},
        {"9 hours each", "32400"},
        {"1.5 hours", "5400"},
        {"1½ hours", "5400"},
        {"2 h 30 min", "9000"},
        {"2h30m", "9000"},
        {"90분", "5400"},
        {"2시간", "7200"},
        {"2시간 30분", "9000"},
        {"15分钟", "900"},
        {"1時間", "3600"},
        {"各3小时", "10800"},
        {"45 sec", "45"},
        {"5:00:00", "18000"},
        {"30:00", "1800"},
        {"1:00:00", "3600"},
        {"10:00(5x1:00)", "600 5x60"},
        {"3:00 (5x1:00)", "180 5x60"},
        {"1:00+4:00/25", "60 25/240"},
        {"30:00+30:00/25", "1800 25/1800"},
        {"60 minutes + 5 minutes / 30 stones", "3600 30/300"},
        {"2 h (3x30)", "7200 3x30"},
        {"1:30", "-"},
        {"1:60:00", "-"},
        {"1:2:3", "-"},
        {"1:00:00:00", "-"},
        {"-", "-"},
        {"-5", "-"},
        {"", "-"},
        {"1800,0,30,5", "-"},
        {"1 hr/125 moves", "-"},
        {"30 min 2 h", "-"},
        {"unlimited", "-"},
        {"10 h or so", "-"},
        {"10:00(5x1:00", "-"},
        {"10:00(0x1:00)", "-"},
        {"10h\xff", "-"},
    };
    for (const Row& row : rows) {
        const std::optional<MainTime> time = read_main_time_leniently(row.text);
        std::string reading = "-";
        if (time) {
            reading = time->seconds;
            if (time->overtime) {
                reading += ' ';
                reading += format_overtime(*time->overtime);
            }
            EXPECT_TRUE(is_real(time->seconds)) << row.text;
        }
        EXPECT_EQ(reading, row.reading) << row.text;
    }
}

TEST(Komi, Classes) {
    struct Row {
        const char* komi;
        KomiClass komi_class;
    };
    constexpr Row rows[] = {
        {"0", KomiClass::usual},       {"6.5", KomiClass::usual},
        {"2.750", KomiClass::usual},   {"-20", KomiClass::usual},
        {"20", KomiClass::usual},      {"20.25", KomiClass::unusual},
        {"6.3", KomiClass::unusual},   {"-30", KomiClass::unusual},
        {"49.9", KomiClass::unusual},  {"50", KomiClass::suspect},
        {"-50.0", KomiClass::suspect}, {"375", KomiClass::suspect},
        {"0650", KomiClass::suspect},  {"99999999999999999999999", KomiClass::suspect},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(classify_komi(row.komi), row.komi_class) << row.komi;
    }
}

TEST(Komi, ScaledByGuess) {
    struct Row {
        const char* komi;
        bool fox;
        int handicap;
        std::optional<std::string> scaled;
    };
    const Row rows[] = {
        {"375", true, 0, "7.5"},          {"375", false, 0, "7.5"},
        {"275", false, 0, "5.5"},         {"325", false, 0, "6.5"},
        {"650", false, 0, "6.5"},         {"750", false, 4, "7.5"},
        {"200", false, 0, "2"},           {"700.0", false, 0, "7"},
        {"375", true, 2, std::nullopt},   {"650", true, 2, std::nullopt},
        {"50", true, 2, "0.5"},           {"50", true, 0, "0.5"},
        {"50", false, 2, std::nullopt},   {"199", false, 0, std::nullopt},
        {"651", false, 0, std::nullopt},  {"650.5", false, 0, std::nullopt},
        {"-650", false, 0, std::nullopt}, {"6.5", true, 0, std::nullopt},
        {"5000", false, 0, std::nullopt}, {"999999999999999999999999", false, 0, std::nullopt},
    };
    for (const Row& row : rows) {
        const std::optional<std::string> scaled = scaled_komi(row.komi, row.fox, row.handicap);
        EXPECT_EQ(scaled, row.scaled) << row.komi;
        if (scaled) {
            EXPECT_NE(classify_komi(*scaled), KomiClass::suspect) << "a second fix would change it again";
        }
    }
    EXPECT_TRUE(names_fox_server("foxwq"));
    EXPECT_TRUE(names_fox_server("FoxWQ:1.0"));
    EXPECT_TRUE(names_fox_server("野狐围棋"));
    EXPECT_FALSE(names_fox_server("Firefox"));
    EXPECT_FALSE(names_fox_server(""));
}

TEST(Person, Names) {
    const Person takagawa = read_person(" Takagawa Kaku ", NameOrder::family_first);
    EXPECT_EQ(takagawa.written, "Takagawa Kaku");
    EXPECT_EQ(takagawa.family, "Takagawa");
    EXPECT_EQ(takagawa.given, "Kaku");
    EXPECT_FALSE(takagawa.reversed);
    EXPECT_EQ(natural_name(takagawa), "Takagawa Kaku");

    const Person redmond = read_person("Redmond, Michael", NameOrder::family_first);
    EXPECT_EQ(redmond.family, "Redmond");
    EXPECT_EQ(redmond.given, "Michael");
    EXPECT_TRUE(redmond.reversed);
    EXPECT_EQ(natural_name(redmond), "Michael Redmond");
    EXPECT_EQ(read_person("Redmond, Michael", NameOrder::unknown), redmond);

    const Person ann = read_person("Ann", NameOrder::unknown);
    EXPECT_EQ(ann.family, "");
    EXPECT_EQ(natural_name(ann), "Ann");
    EXPECT_EQ(read_person("Ann", NameOrder::family_first).family, "Ann");
    EXPECT_EQ(natural_name(read_person("Redmond,", NameOrder::unknown)), "Redmond,");
    EXPECT_EQ(read_person("", NameOrder::family_first), Person{});
}

TEST(Person, Teams) {
    const Persons team = read_persons("Redmond, Michael & Takagawa Kaku", NameOrder::family_first);
    ASSERT_EQ(team.persons.size(), 2U);
    EXPECT_TRUE(team.is_team);
    EXPECT_FALSE(team.too_many_commas);
    EXPECT_EQ(team.persons[0].family, "Redmond");
    EXPECT_EQ(team.persons[1].given, "Kaku");
    EXPECT_EQ(format_team(team.persons), "Redmond, Michael & Takagawa Kaku");
    EXPECT_EQ(format_team(read_persons("A and B; C / D", NameOrder::unknown).persons), "A & B & C & D");
    EXPECT_FALSE(read_persons("Anderson", NameOrder::unknown).is_team);
    EXPECT_FALSE(read_persons("A&B", NameOrder::unknown).is_team);
    EXPECT_TRUE(read_persons("A, B, C", NameOrder::unknown).too_many_commas);
    EXPECT_TRUE(read_persons(" ", NameOrder::unknown).persons.empty());
    EXPECT_EQ(read_persons(" & A", NameOrder::unknown).persons.size(), 1U);
}

TEST(Certainty, Combines) {
    EXPECT_EQ(worst(Certainty::certain, Certainty::guess), Certainty::guess);
    EXPECT_EQ(worst({}), Certainty::certain);
    EXPECT_EQ(worst({Certainty::uncertain, Certainty::guess, Certainty::certain}), Certainty::guess);
    EXPECT_EQ(certainty_of_derived(Certainty::certain, false), Certainty::certain);
    EXPECT_EQ(certainty_of_derived(Certainty::certain, true), Certainty::uncertain);
    EXPECT_EQ(certainty_of_derived(Certainty::guess, true), Certainty::guess);
    EXPECT_EQ(certainty_mark(Certainty::certain), "");
    EXPECT_EQ(certainty_mark(Certainty::guess), "??");
    EXPECT_EQ(certainty_of_mark("?"), Certainty::uncertain);
    EXPECT_EQ(certainty_of_mark("???"), std::nullopt);
    EXPECT_EQ(find_certainty("guess"), Certainty::guess);
    EXPECT_EQ(find_certainty("sure"), std::nullopt);
}

TEST(Spelling, SeesThroughWidthCaseAndBlanks) {
    SpellingCursor cursor("Ｎｅｗ　\r\n Zealand!");
    EXPECT_TRUE(cursor.take_word("new zealand"));
    EXPECT_EQ(cursor.rest(), "!");
    EXPECT_FALSE(SpellingCursor("newer").take_word("new"));
    EXPECT_TRUE(SpellingCursor("newer").take("new"));
    EXPECT_TRUE(SpellingCursor("AOÛT").take_word("août"));
    EXPECT_EQ(trim_blanks("\xe3\x80\x80 a b\t\n"), "a b");
    EXPECT_EQ(trim_blanks(" \n "), "");
}

TEST(Spelling, IllFormedBytesAreUnknownCharacters) {
    using namespace std::string_view_literals;
    for (const std::string_view text : {"\x80"sv, "\xc0\x80"sv, "\xe3\x80"sv, "\xed\xa0\x80"sv, "\xf4\x90\x80\x80"sv,
                                        "\xf5\x80\x80\x80"sv, "\xe0\x80\x80"sv, "\xff"sv, "\0"sv, "\xe3z"sv}) {
        const DecodedCharacter character = decode_character(text, 0);
        EXPECT_EQ(character.code, unknown_character);
        EXPECT_EQ(character.length, 1U);
    }
    EXPECT_EQ(decode_character("\xf0\x9f\x98\x80"sv, 0).code, char32_t{0x1F600});
}

}  // namespace
}  // namespace tengen
