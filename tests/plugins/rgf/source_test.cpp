#include <string>

#include <gtest/gtest.h>

#include <tengen/model/stream_source.h>

namespace tengen {
namespace {

TEST(StreamSource, PlainNamesAreFiles) {
    for (const char* name :
         {"talk.ogg", "my talk 2.mp3", "a", "com.ogg", "lpt.ogg", "con1.ogg", ".hidden", "囲碁.ogg"}) {
        EXPECT_EQ(source_kind_of(name), TENGEN_SOURCE_FILE) << name;
    }
}

TEST(StreamSource, WhatCouldLeaveTheFolderIsUnsafe) {
    for (const char* name : {"../a",
                             "a/b",
                             "a\\b",
                             "/etc/passwd",
                             "C:\\a",
                             "c:a",
                             "~/x.ogg",
                             "~x",
                             "..",
                             "a..b",
                             "x.ogg ",
                             "x.ogg.",
                             " ",
                             "CON",
                             "con.ogg",
                             "Lpt1.ogg",
                             "com9",
                             "nul",
                             "javascript:alert(1)",
                             "file:///x",
                             "a\tb",
                             "a\nb",
                             "x:y"}) {
        EXPECT_EQ(source_kind_of(name), TENGEN_SOURCE_UNSAFE) << name;
    }
    EXPECT_EQ(source_kind_of(std::string("a\0b", 3)), TENGEN_SOURCE_UNSAFE);
}

TEST(StreamSource, AddressesAreOfTheWeb) {
    for (const char* name : {"http://x.org/a", "HTTPS://x.org", "ftp://x", "rtmp://x", "rtsp://x"}) {
        EXPECT_EQ(source_kind_of(name), TENGEN_SOURCE_WEB) << name;
    }
    EXPECT_EQ(source_kind_of(""), TENGEN_SOURCE_CLOCK);
}

}  // namespace
}  // namespace tengen
