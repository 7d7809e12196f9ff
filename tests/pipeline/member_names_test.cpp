// Names of members that say no charset.
#include "pipeline/member_names.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace tengen::pipeline {
namespace {

struct Named {
    std::string raw;
    std::string name;
};

// In Shift_JIS, GB18030 and Big5.
const std::vector<Named> names{
    {"\226{\210\366\226V\217G\215\364.sgf", "本因坊秀策.sgf"},
    {"\226\274\220l\220\355\221\346\210\352\213\307.sgf", "名人戦第一局.sgf"},
    {"\210\315\214\351\202\314\227\360\216j.sgf", "囲碁の歴史.sgf"},
    {"\271\305\301\246\266\324\300\356\312\300\312\257.sgf", "古力对李世石.sgf"},
    {"\304\364\316\300\306\275\306\345\306\327.sgf", "聂卫平棋谱.sgf"},
    {"\247d\262M\267\275\271\357\244\354\250\246\271\352.sgf", "吳清源對木谷實.sgf"},
    {"\261i\256\335\264\321\303\320.sgf", "張栩棋譜.sgf"},
};

std::string sample_of(const std::vector<Named>& some) {
    std::string sample;
    for (const Named& each : some) {
        sample += each.raw + "\n";
    }
    return sample;
}

TEST(MemberNames, OneCharsetForAll) {
    for (const auto& [first, last] : {std::pair(0, 3), std::pair(3, 5), std::pair(5, 7)}) {
        const std::vector<Named> some(names.begin() + first, names.begin() + last);
        const MemberNameDecoder decode = member_name_decoder();
        for (const Named& each : some) {
            EXPECT_EQ(decode(each.raw, sample_of(some)), each.name);
        }
    }
}

TEST(MemberNames, ArchivesOfSeveralPlaces) {
    const MemberNameDecoder decode = member_name_decoder();
    const std::string sample = sample_of(names);
    for (const Named& each : names) {
        EXPECT_EQ(decode(each.raw, sample), each.name);
    }
}

TEST(MemberNames, ShortNamesGoWithTheOthers) {
    const MemberNameDecoder decode = member_name_decoder();
    const std::string sample = "caf\351.sgf\nna\357ve.sgf\nb\374cher.sgf\n";
    EXPECT_EQ(decode("caf\351.sgf", sample), "caf\u00e9.sgf");
    EXPECT_EQ(decode("\374.sgf", sample), "\u00fc.sgf");
    // Bytes that fit nothing are kept apart all the same.
    EXPECT_NE(decode("\201\215\217", sample), decode("\201\215\220", sample));
}

}  // namespace
}  // namespace tengen::pipeline
