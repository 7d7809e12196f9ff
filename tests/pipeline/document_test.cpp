#include "pipeline/schema/document.h"

#include <cstring>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tengen::pipeline::schema {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

struct Parsed {
    Node root;
    std::vector<ConfigurationFault> faults;
};

Parsed parse(std::string_view text) {
    Parsed parsed;
    parsed.root = parse_document(text, parsed.faults);
    return parsed;
}

const Node* member(const Node& map, std::string_view key) {
    for (const auto& [name, value] : map.members) {
        if (name.text == key) {
            return &value;
        }
    }
    return nullptr;
}

void expect_one_fault(std::string_view text, std::uint64_t line, std::uint64_t column, const char* part) {
    const Parsed parsed = parse(text);
    ASSERT_THAT(parsed.faults, SizeIs(1)) << text;
    EXPECT_EQ(parsed.faults[0].id, "config.bad-yaml");
    EXPECT_EQ(parsed.faults[0].line, line) << text;
    EXPECT_EQ(parsed.faults[0].column, column) << text;
    EXPECT_THAT(parsed.faults[0].message, HasSubstr(part));
}

TEST(Document, KeepsOrderKindsAndPlaces) {
    const Parsed parsed = parse("b: 1\na:\n  - x\n  - {k: v}\nn:\n");
    ASSERT_THAT(parsed.faults, IsEmpty());
    ASSERT_EQ(parsed.root.kind, Node::Kind::map);
    ASSERT_THAT(parsed.root.members, SizeIs(3));
    EXPECT_EQ(parsed.root.members[0].key.text, "b");
    const Node* list = member(parsed.root, "a");
    ASSERT_NE(list, nullptr);
    ASSERT_EQ(list->kind, Node::Kind::sequence);
    ASSERT_THAT(list->items, SizeIs(2));
    EXPECT_EQ(list->items[0].text, "x");
    EXPECT_EQ(list->items[0].line, 3U);
    EXPECT_EQ(list->items[0].column, 5U);
    EXPECT_EQ(list->items[1].kind, Node::Kind::map);
    EXPECT_EQ(member(parsed.root, "n")->kind, Node::Kind::null);
}

TEST(Document, QuotesMakeText) {
    const Parsed parsed = parse("a: \"1\"\nb: 1\nc: '~'\nd: ~\n");
    ASSERT_THAT(parsed.faults, IsEmpty());
    EXPECT_TRUE(member(parsed.root, "a")->quoted);
    EXPECT_FALSE(member(parsed.root, "b")->quoted);
    EXPECT_EQ(member(parsed.root, "c")->kind, Node::Kind::scalar);
    EXPECT_EQ(member(parsed.root, "d")->kind, Node::Kind::null);
}

TEST(Document, SyntaxErrorsHaveTheirPlace) {
    expect_one_fault("a: 1\nb: [1, 2\nc: 3\n", 3, 2, "");
    expect_one_fault("a: 'open\n", 1, 4, "does not end");
    expect_one_fault("a: \"open \\\"\nb: 1\n", 1, 4, "does not end");
    expect_one_fault("a: 'it''s open", 1, 15, "");
    EXPECT_THAT(parse("a: 'it''s \"closed'\nb: \"c:\\\\d\"\n").faults, IsEmpty());
    EXPECT_TRUE(parse("a: 1\nb: [1, 2\n").root.members.empty()) << "no tree after a syntax error";
}

TEST(Document, DuplicateKeys) {
    expect_one_fault("a: 1\nb: 2\na: 3\n", 3, 1, "'a' occurs twice");
    expect_one_fault("m:\n  x: 1\n  x: 1\n", 3, 3, "'x' occurs twice");
    EXPECT_THAT(parse("m: {x: 1}\nn: {x: 1}\n").faults, IsEmpty()) << "another mapping is another place";
}

TEST(Document, AllFaultsAtOnce) {
    EXPECT_THAT(parse("a: 1\na: 2\nb: !money 3\nb: 4\n").faults, SizeIs(3));
}

TEST(Document, MergeKeys) {
    expect_one_fault("base: &b {x: 1}\nuse:\n  <<: *b\n", 3, 3, "merge keys");
    EXPECT_THAT(parse("'<<': 1\n").faults, IsEmpty()) << "in quotes it is a name like any other";
}

TEST(Document, KeysAreText) {
    expect_one_fault("[a, b]: 1\n", 1, 1, "a key is text");
}

TEST(Document, SecondDocument) {
    expect_one_fault("a: 1\n---\nb: 2\n", 3, 1, "second document");
    EXPECT_THAT(parse("---\na: 1\n...\n").faults, IsEmpty());
}

TEST(Document, EmptyFile) {
    expect_one_fault("", 1, 1, "empty");
    expect_one_fault("# only a comment\n", 1, 1, "empty");
}

TEST(Document, Tags) {
    expect_one_fault("a: !money 3\n", 1, 4, "!money");
    expect_one_fault("a: !!binary aGk=\n", 1, 4, "binary");
    expect_one_fault("a: !set {x: 1}\n", 1, 4, "!set");
    EXPECT_THAT(parse("a: !!str 3\n").faults, IsEmpty());
}

TEST(Document, AliasesUnfold) {
    const Parsed parsed = parse("a: &x {k: v}\nb: *x\n");
    ASSERT_THAT(parsed.faults, IsEmpty());
    const Node* copy = member(parsed.root, "b");
    ASSERT_NE(copy, nullptr);
    ASSERT_EQ(copy->kind, Node::Kind::map);
    EXPECT_EQ(copy->members[0].value.text, "v");
}

TEST(Document, AnAliasInsideItsOwnNode) {
    expect_one_fault("a: &x [1, *x]\n", 1, 11, "inside the node");
}

TEST(Document, AnAliasBombIsOneFault) {
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 12; ++i) {
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
        for (int k = 0; k < 10; ++k) {
            bomb += (k == 0 ? "*a" : ", *a") + std::to_string(i - 1);
        }
        bomb += "]\n";
    }
    const Parsed parsed = parse(bomb);
    ASSERT_THAT(parsed.faults, SizeIs(1));
    EXPECT_THAT(parsed.faults[0].message, HasSubstr("100000 nodes"));
}

TEST(Document, NestingIsLimited) {
    const auto nested = [](int levels) {
        std::string text = "a: ";
        text.append(static_cast<std::size_t>(levels), '[');
        text.append(static_cast<std::size_t>(levels), ']');
        return text + "\n";
    };
    EXPECT_THAT(parse(nested(90)).faults, IsEmpty());
    const Parsed deep = parse(nested(400));
    ASSERT_THAT(deep.faults, SizeIs(1));
    EXPECT_THAT(deep.faults[0].message, HasSubstr("100 levels"));
    // More than yaml-cpp itself would follow.
    EXPECT_THAT(parse(nested(100'000)).faults, SizeIs(1));
    // Aliases stack what is deep already.
    std::string stacked = "a0: &a0 x\n";
    for (int i = 1; i <= 10; ++i) {
        stacked += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [[[[[[[[[[[[[[[[[[[[*a" +
                   std::to_string(i - 1) + "]]]]]]]]]]]]]]]]]]]]\n";
    }
    EXPECT_THAT(parse(stacked).faults, SizeIs(1));
}

const char* environment(const char* name) {
    if (std::strcmp(name, "SET") == 0) {
        return "value";
    }
    if (std::strcmp(name, "EMPTY") == 0) {
        return "";
    }
    if (std::strcmp(name, "TRICKY") == 0) {
        return "${SET}: [x";
    }
    return nullptr;
}

Parsed substituted(std::string_view text) {
    Parsed parsed = parse(text);
    substitute_environment(parsed.root, environment, parsed.faults);
    return parsed;
}

TEST(Environment, Forms) {
    const Parsed parsed = substituted(
        "a: ${SET}\nb: x-${SET}-y\nc: ${NONE:-other}\nd: ${EMPTY:-other}\ne: ${SET:?must be set}\nf: $$5\ng: '${SET}'\n"
        "h: ${EMPTY}\ni: ${NONE:-}\nl: [\"${SET}\"]\n");
    ASSERT_THAT(parsed.faults, IsEmpty());
    EXPECT_EQ(member(parsed.root, "a")->text, "value");
    EXPECT_EQ(member(parsed.root, "b")->text, "x-value-y");
    EXPECT_EQ(member(parsed.root, "c")->text, "other");
    EXPECT_EQ(member(parsed.root, "d")->text, "other");
    EXPECT_EQ(member(parsed.root, "e")->text, "value");
    EXPECT_EQ(member(parsed.root, "f")->text, "$5");
    EXPECT_EQ(member(parsed.root, "g")->text, "value");
    EXPECT_EQ(member(parsed.root, "h")->text, "");
    EXPECT_EQ(member(parsed.root, "i")->text, "");
    EXPECT_EQ(member(parsed.root, "l")->items[0].text, "value");
}

TEST(Environment, AValueIsNeitherYamlNorSubstitutedAgain) {
    const Parsed parsed = substituted("a: ${TRICKY}\n");
    ASSERT_THAT(parsed.faults, IsEmpty());
    EXPECT_EQ(member(parsed.root, "a")->text, "${SET}: [x");
}

TEST(Environment, KeysStayAsTheyAre) {
    const Parsed parsed = substituted("${SET}: 1\n");
    ASSERT_THAT(parsed.faults, IsEmpty());
    EXPECT_NE(member(parsed.root, "${SET}"), nullptr);
}

TEST(Environment, Faults) {
    const struct {
        const char* text;
        const char* part;
    } cases[] = {
        {"a: ${NONE}\n", "NONE is not set"},
        {"a: ${NONE:?the folder of the games}\n", "NONE is not set: the folder of the games"},
        {"a: ${EMPTY:?give one}\n", "EMPTY is not set: give one"},
        {"a: 5$\n", "write $$"},
        {"a: $SET\n", "write $$"},
        {"a: ${SET\n", "write $$"},
        {"a: ${1X}\n", "none of"},
        {"a: ${SET:+x}\n", "none of"},
        {"a: ${}\n", "none of"},
    };
    for (const auto& test : cases) {
        const Parsed parsed = substituted(test.text);
        ASSERT_THAT(parsed.faults, SizeIs(1)) << test.text;
        EXPECT_EQ(parsed.faults[0].id, "config.bad-value");
        EXPECT_EQ(parsed.faults[0].column, 4U);
        EXPECT_THAT(parsed.faults[0].message, HasSubstr(test.part));
    }
}

}  // namespace
}  // namespace tengen::pipeline::schema
