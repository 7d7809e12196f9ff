// Any bytes, read as a container: members within the limits under names that are safe, or findings; no crash. What was
// read can be written, and is then read without a finding.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/container.h"
#include "io/container_writer.h"
#include "io/member_name.h"
#include "io/sink.h"
#include "io/utf8.h"

namespace {

using namespace tengen::io;

void fail(const char* what, const std::string& how) {
    std::fprintf(stderr, "%s: %s\n", what, how.c_str());
    std::abort();
}

struct Kept {
    std::string name;
    Bytes bytes;
};

std::vector<Kept> check(std::string_view bytes, const ContainerOptions& options) {
    std::vector<Kept> kept;
    std::uint64_t total = 0;
    Container container(bytes, "input.rgz", options, [](const Finding& finding) {
        if (finding.id.rfind("container.", 0) != 0 || finding.message.empty() || !utf8::is_valid(finding.message) ||
            !utf8::is_valid(finding.member)) {
            fail("a finding is none", finding.id + ": " + finding.message);
        }
    });
    while (auto member = container.next()) {
        total += member->bytes.size();
        if (member->bytes.size() > options.limits.member_size || total > options.limits.total_size ||
            member->index >= options.limits.members) {
            fail("a limit is passed", member->name);
        }
        if (judge_member_name(member->safe_name, !options.flat_names || member->depth > 1) != NameFault::none) {
            fail("a name is not safe", member->safe_name);
        }
        if (!utf8::is_valid(member->name)) {
            fail("a name is no UTF-8", member->name);
        }
        kept.push_back({member->safe_name, std::move(member->bytes)});
    }
    return kept;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    ContainerOptions records;
    records.limits.members = 50;
    records.limits.member_size = std::uint64_t{4} << 20U;
    records.limits.total_size = std::uint64_t{8} << 20U;
    check(bytes, records);
    ContainerOptions damaged = records;
    damaged.keep_damaged = true;
    damaged.depth = 1;
    check(bytes, damaged);
    ContainerOptions media = records;
    media.flat_names = true;
    media.depth = 1;
    const std::vector<Kept> kept = check(bytes, media);

    std::vector<NewMember> members;
    for (const Kept& member : kept) {
        members.push_back({member.name, member.bytes.view()});
    }
    if (members.empty() || judge_members(members, media.limits)) {
        return 0;
    }
    for (const Packing packing : {Packing::none, Packing::gzip}) {
        MemorySink sink;
        write_container(members, packing, media.limits, sink);
        std::size_t count = 0;
        Container again(sink.text(), "again.rgz", media,
                        [](const Finding& finding) { fail("what was written is not read", finding.message); });
        while (const auto member = again.next()) {
            if (count >= members.size() || member->name != members[count].name ||
                member->bytes.view() != members[count].bytes) {
                fail("a member is not what was written", member->name);
            }
            ++count;
        }
        if (count != members.size()) {
            fail("members are missing", std::to_string(count));
        }
    }
    return 0;
}
