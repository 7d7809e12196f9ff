#include "io/container_sink.h"

#include <algorithm>
#include <utility>

#include "io/error.h"

namespace tengen::io {

ContainerSink::ContainerSink(std::unique_ptr<Sink> target, Packing packing)
    : target_(std::move(target)), packing_(packing) {}

void ContainerSink::add_member(std::string name, Bytes bytes) {
    attached_.push_back({std::move(name), std::move(bytes)});
}

bool ContainerSink::has_member(std::string_view name) const noexcept {
    return std::any_of(attached_.begin(), attached_.end(), [&](const Attached& member) { return member.name == name; });
}

void ContainerSink::commit() {
    std::vector<NewMember> members{{record_name_, record_.view()}};
    for (const Attached& member : attached_) members.push_back({member.name, member.bytes.view()});
    constexpr ContainerLimits limits = ContainerLimits::media();
    if (const auto fault = judge_members(members, limits)) throw IoError(fault->id, fault->message);
    write_container(members, packing_, limits, *target_);
    target_->commit();
}

}  // namespace tengen::io
