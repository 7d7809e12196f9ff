// A record on its way into a container with its media.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/bytes.h"
#include "io/container_writer.h"
#include "io/sink.h"

namespace tengen::io {

// Takes the bytes of the record; commit() writes the container (RGT, RGZ), the record as its first member, and commits
// the sink behind it. Members must keep to ContainerLimits::media(): otherwise commit() throws IoError with the id that
// judge_members gives, and nothing appears.
class ContainerSink final : public Sink {
public:
    ContainerSink(std::unique_ptr<Sink> target, Packing packing);

    // A plain name. To be called before commit().
    void name_record(std::string name) { record_name_ = std::move(name); }

    // Further members, in the order they are to have.
    void add_member(std::string name, Bytes bytes);
    bool has_member(std::string_view name) const noexcept;

    void write(std::string_view bytes) override { record_.append(bytes); }
    void commit() override;

private:
    struct Attached {
        std::string name;
        Bytes bytes;
    };

    std::unique_ptr<Sink> target_;
    Packing packing_;
    std::string record_name_;
    BytesBuilder record_;
    std::vector<Attached> attached_;
};

}  // namespace tengen::io
