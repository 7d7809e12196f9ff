#include "plugins/session.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tengen/model/builder.h>
#include <tengen/model/game.h>
#include <tengen/model/storage.h>

#include "plugin_folders.h"

namespace {

using namespace tengen;
using namespace tengen::plugins;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Listener : public FindingListener {
public:
    std::uint32_t on_finding(const Finding& finding) override {
        findings.push_back(std::string(finding.id) + "@" +
                           (finding.offset ? std::to_string(*finding.offset) : std::string("-")));
        messages.emplace_back(finding.message);
        if (throws) {
            throw std::runtime_error("the listener has enough");
        }
        return finding.default_severity == TENGEN_SEVERITY_FATAL ? TENGEN_STOP : 0;
    }
    void on_loss(const Loss& loss) override {
        losses.push_back(std::string(loss.id) + " " + std::to_string(loss.count) + " " + std::string(loss.what));
        if (throws) {
            throw std::runtime_error("the listener has enough");
        }
    }

    std::vector<std::string> findings;
    std::vector<std::string> messages;
    std::vector<std::string> losses;
    bool throws = false;
};

class PluginSession : public testing::Test {
protected:
    ReaderHandle reader(std::string_view format) { return registry_.find_reader(format).value(); }
    WriterHandle writer(std::string_view format) { return registry_.find_writer(format).value(); }

    // Zero bytes behind the input, as readers are promised.
    std::string_view padded(std::string_view text) {
        inputs_.push_back(std::string(text) + std::string(64, '\0'));
        return std::string_view(inputs_.back()).substr(0, text.size());
    }

    std::string fault(std::string_view format, std::vector<OptionValue> options = {},
                      Validation validation = Validation::header_only) {
        Listener listener;
        ReaderSession session(reader(format), listener, charsets_, validation);
        SessionResult result = session.open(padded("input"), options);
        OwnedGame game;
        if (result.ok()) {
            result = session.next(game);
        }
        EXPECT_EQ(result.status, SessionStatus::fault) << format;
        EXPECT_FALSE(game) << format;
        EXPECT_EQ(session.next(game).status, SessionStatus::fault) << "for ever";
        EXPECT_THAT(listener.findings, ElementsAre("plugin.failed@-"));
        return listener.messages.empty() ? std::string() : listener.messages.front();
    }

    CharsetServices charsets_;

private:
    static ScanOptions options() {
        ScanOptions options;
        for (const char* name : {"move-list", "thrower", "impossible"}) {
            options.option_paths.push_back(plugin_test::module(name));
        }
        return options;
    }
    Registry registry_ = Registry::scan(options());
    std::vector<std::string> inputs_;
};

TEST_F(PluginSession, ReadsGamesOneByOne) {
    Listener listener;
    const std::string_view input = padded("size 9\nB E5\n# hello\nW pass\n---\nB D4\n");
    ReaderSession session(reader("move-list"), listener, charsets_, Validation::whole_game);
    ASSERT_TRUE(session.open(input, {}).ok());
    OwnedGame game;
    ASSERT_TRUE(session.next(game).ok());
    EXPECT_EQ(game.view().node_count(), 3U);
    EXPECT_EQ(game.view().board(), (BoardSize{9, 9}));
    EXPECT_EQ(game.view().text(game.view().values(game.view().find(1, "C")).front()), "hello");
    EXPECT_EQ(session.consumed(), input.find("B D4"));
    ASSERT_TRUE(session.next(game).ok());
    EXPECT_EQ(game.view().index(), 1U);
    EXPECT_EQ(game.view().node_count(), 2U);
    EXPECT_EQ(game.view().source_offset_of_property(0), input.find("B D4"));
    EXPECT_EQ(session.next(game).status, SessionStatus::end);
    EXPECT_EQ(session.next(game).status, SessionStatus::end);
    EXPECT_EQ(session.consumed(), input.size());
    EXPECT_THAT(listener.findings, IsEmpty());
}

TEST_F(PluginSession, ASessionIsOpenedAgainForTheNextInput) {
    Listener first;
    Listener second;
    ReaderSession session(reader("move-list"), first, charsets_);
    OwnedGame game;
    ASSERT_TRUE(session.open(padded("X\nB D4\n"), {}).ok());
    ASSERT_TRUE(session.next(game).ok());
    game.reset();
    EXPECT_EQ(session.next(game).status, SessionStatus::end);
    EXPECT_THAT(first.findings, ElementsAre("move-list.bad-line@0"));
    for (int round = 0; round < 2; ++round) {
        second.findings.clear();
        ASSERT_TRUE(session.reopen(padded("B D4\nX\nW E5\n"), second).ok());
        ASSERT_TRUE(session.next(game).ok()) << "whatever became of the input before";
        EXPECT_EQ(game.view().index(), 0U);
        EXPECT_EQ(game.view().node_count(), 3U);
        EXPECT_THAT(second.findings, ElementsAre("move-list.bad-line@5"));
        game.reset();
    }
    EXPECT_THAT(first.findings, ElementsAre("move-list.bad-line@0")) << "it is not asked again";
}

TEST_F(PluginSession, AFaultEndsWithTheInput) {
    Listener listener;
    ReaderSession session(reader("throws"), listener, charsets_);
    const std::vector<OptionValue> options{{"where", "next"}};
    OwnedGame game;
    for (int round = 0; round < 2; ++round) {
        listener.findings.clear();
        const std::string_view bytes = padded("input");
        SessionResult result = round == 0 ? session.open(bytes, options) : session.reopen(bytes, listener);
        if (result.ok()) {
            result = session.next(game);
        }
        EXPECT_EQ(result.status, SessionStatus::fault);
        EXPECT_THAT(listener.findings, ElementsAre("plugin.failed@-")) << "once an input";
    }
}

TEST_F(PluginSession, GamesOutliveTheirSession) {
    Listener listener;
    const std::string_view input = padded("B D4\n");
    OwnedGame game;
    {
        ReaderSession session(reader("move-list"), listener, charsets_);
        ASSERT_TRUE(session.open(input, {}).ok());
        ASSERT_TRUE(session.next(game).ok());
    }
    EXPECT_EQ(game.view().node_count(), 2U);
}

TEST_F(PluginSession, FindingsReachTheListener) {
    Listener listener;
    ReaderSession session(reader("move-list"), listener, charsets_);
    ASSERT_TRUE(session.open(padded("B D4\nX\n# \xff\n"), {}).ok());
    OwnedGame game;
    ASSERT_TRUE(session.next(game).ok());
    EXPECT_THAT(listener.findings, ElementsAre("move-list.bad-line@5", "charset.mismatch@7"));
}

TEST_F(PluginSession, BadOptionsComeWithTheirReason) {
    Listener listener;
    ReaderSession session(reader("move-list"), listener, charsets_);
    const std::vector<OptionValue> options{{"default-size", "99"}};
    const SessionResult result = session.open(padded(""), options);
    EXPECT_EQ(result.status, SessionStatus::bad_option);
    EXPECT_THAT(result.message, HasSubstr("between 2 and 25"));
    OwnedGame game;
    EXPECT_EQ(session.next(game).status, SessionStatus::bad_option);
    EXPECT_THAT(listener.findings, IsEmpty());
}

TEST_F(PluginSession, AThrowingReaderIsAFaultWithItsMessage) {
    EXPECT_THAT(fault("throws", {{"where", "open"}}), HasSubstr("thrown in open"));
    EXPECT_THAT(fault("throws", {{"where", "next"}}), HasSubstr("thrown in next"));
    EXPECT_THAT(fault("throws", {{"where", "next"}}), HasSubstr("'org.example.thrower'"));
}

TEST_F(PluginSession, ImpossibleResultsAreFaults) {
    EXPECT_THAT(fault("no-node"), HasSubstr("without a node"));
    EXPECT_THAT(fault("no-game"), HasSubstr("game of 0 bytes"));
    EXPECT_THAT(fault("small-game"), HasSubstr("game of 8 bytes"));
    EXPECT_THAT(fault("odd-status"), HasSubstr("unknown status 7"));
    EXPECT_THAT(fault("silent"), HasSubstr("without saying why"));
    EXPECT_THAT(fault("nothing"), HasSubstr("no reader"));
    EXPECT_THAT(fault("nameless"), HasSubstr("without a proper id"));
}

TEST_F(PluginSession, WholeGamesAreCheckedOnDemand) {
    EXPECT_THAT(fault("wrong-tree", {}, Validation::whole_game), HasSubstr("parent"));
}

TEST_F(PluginSession, ConsumedNeverPassesTheEnd) {
    Listener listener;
    ReaderSession session(reader("throws"), listener, charsets_);
    EXPECT_EQ(session.consumed(), 0U);
    ASSERT_TRUE(session.open(padded("12345"), {}).ok());
    EXPECT_EQ(session.consumed(), 5U);
}

TEST_F(PluginSession, WhatTheListenerThrowsComesOut) {
    Listener listener;
    listener.throws = true;
    ReaderSession session(reader("move-list"), listener, charsets_);
    ASSERT_TRUE(session.open(padded("X\n"), {}).ok());
    OwnedGame game;
    EXPECT_THROW((void)session.next(game), std::runtime_error);
    EXPECT_EQ(session.next(game).status, SessionStatus::gave_up);
    EXPECT_EQ(listener.findings.size(), 1U);
}

TEST_F(PluginSession, WritesAndReportsLosses) {
    Listener listener;
    GameStorage storage;
    storage.clear();
    GameBuilder builder(storage);
    builder.add_node(none);
    builder.add_named_property("PB");
    builder.add_text("Somebody");
    builder.add_node(0);
    builder.add_named_property("B");
    builder.add_value(make_point(0, {3, 15}));
    builder.add_node(0);
    builder.add_named_property("W");
    builder.add_value(make_value(0, ValueKind::pass));
    tengen_game game{};
    storage.describe(game);

    std::string output;
    WriterSession session(writer("move-list"), listener, charsets_, [&output](std::string_view bytes) {
        output += bytes;
        return true;
    });
    const std::vector<OptionValue> options{{"letters", "lower"}};
    ASSERT_TRUE(session.open(options).ok());
    ASSERT_TRUE(session.put(Game(game)).ok());
    ASSERT_TRUE(session.finish().ok());
    EXPECT_EQ(output, "B d4\n");
    EXPECT_THAT(listener.losses, ElementsAre("loss.tree 1 nodes of variations", "loss.other-info 1 game information"));
}

TEST_F(PluginSession, WriterFaultsAndRefusals) {
    GameStorage storage;
    storage.clear();
    GameBuilder(storage).add_node(none);
    tengen_game game{};
    storage.describe(game);
    const auto put = [&](std::string_view format, bool takes, std::vector<OptionValue> options = {}) {
        Listener listener;
        WriterSession session(writer(format), listener, charsets_, [takes](std::string_view) { return takes; });
        SessionResult result = session.open(options);
        if (result.ok()) {
            result = session.put(Game(game));
        }
        if (result.ok()) {
            result = session.finish();
        }
        EXPECT_EQ(listener.findings.size(), result.status == SessionStatus::fault ? 1U : 0U);
        EXPECT_EQ(session.put(Game(game)).status, result.status);
        return result;
    };
    EXPECT_EQ(put("throws", true).status, SessionStatus::ok);
    EXPECT_EQ(put("throws", false).status, SessionStatus::write_error);
    EXPECT_EQ(put("careless", false).status, SessionStatus::write_error) << "though the writer did not notice";
    EXPECT_EQ(put("throws", true, {{"where", "open"}}).status, SessionStatus::fault);
    EXPECT_EQ(put("throws", true, {{"where", "put"}}).message, "thrown in put");
    EXPECT_EQ(put("throws", true, {{"where", "finish"}}).status, SessionStatus::fault);
    EXPECT_EQ(put("throws", true, {{"where", "here"}}).status, SessionStatus::bad_option);
    EXPECT_THAT(put("liar", true).message, HasSubstr("did not happen"));
    EXPECT_THAT(put("ending", true).message, HasSubstr("ended input"));
}

TEST_F(PluginSession, WhatTheSinkThrowsComesOut) {
    Listener listener;
    GameStorage storage;
    storage.clear();
    GameBuilder(storage).add_node(none);
    tengen_game game{};
    storage.describe(game);
    WriterSession session(writer("careless"), listener, charsets_,
                          [](std::string_view) -> bool { throw std::runtime_error("disk full"); });
    ASSERT_TRUE(session.open({}).ok());
    EXPECT_THROW((void)session.put(Game(game)), std::runtime_error);
    EXPECT_NE(session.finish().status, SessionStatus::ok);
}

TEST_F(PluginSession, OptionsCanBeCheckedBeforeAnythingIsOpened) {
    const std::vector<OptionInfo> options = describe(*reader("move-list").entry, "").readers[0].options;
    const auto check = [&options](std::vector<OptionValue> given) { return check_options(options, given); };
    EXPECT_EQ(check({}), "");
    EXPECT_EQ(check({{"default-size", "13"}}), "");
    EXPECT_THAT(check({{"default-sise", "13"}}), HasSubstr("did you mean 'default-size'?"));
    EXPECT_THAT(check({{"x", "13"}}), HasSubstr("no option 'x'"));
    EXPECT_THAT(check({{"default-size", "13x"}}), HasSubstr("no whole number"));
    EXPECT_THAT(check({{"default-size", "1"}}), HasSubstr("between 2 and 25"));
    const OptionInfo flag{"flag", OptionType::boolean, "true", {}, 0, 0, ""};
    EXPECT_EQ(check_option(flag, "false"), "");
    EXPECT_THAT(check_option(flag, "no"), HasSubstr("neither"));
    const OptionInfo choice{"choice", OptionType::choice, "a", {"a", "b"}, 0, 0, ""};
    EXPECT_EQ(check_option(choice, "b"), "");
    EXPECT_THAT(check_option(choice, "c"), HasSubstr("none of a, b"));
}

}  // namespace
