// The passes of a pipeline, as they were written down.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "pipeline/configuration_error.h"
#include "pipeline/plan.h"
#include "pipeline/schema/document.h"
#include "pipeline/schema/keys.h"

namespace tengen::pipeline {

/// Reads one item of the list after the other: "{legality: {replay: false}}". The level and the severities of the plan
/// have to be known.
class PassReader {
public:
    using Read = std::function<void(const schema::Node&, InputStep&)>;

    /// `set_path` and `read_reader` read what inputs have, too: a path, a format with options. The faults must outlive
    /// the object.
    PassReader(Read set_path, Read read_reader, std::vector<ConfigurationFault>& faults)
        : set_path_(std::move(set_path)), read_reader_(std::move(read_reader)), faults_(faults) {}

    void read(const schema::Node& item, Plan& plan) const;

private:
    void read_filter(const schema::Map& map, Plan& plan) const;
    void read_handicap(const schema::Map& map, Plan& plan) const;
    void read_join(const schema::Map& map, Plan& plan) const;
    void read_duplicates(const schema::Map& map, Plan& plan) const;
    void fault(const schema::Node& at, std::string id, std::string message) const {
        schema::add_fault(faults_, at, std::move(id), std::move(message));
    }

    Read set_path_;
    Read read_reader_;
    std::vector<ConfigurationFault>& faults_;
};

}  // namespace tengen::pipeline
