#include "rgf/reader/rgf_reader.h"

#include <algorithm>
#include <utility>

namespace tengen::rgf {

namespace {

/// Places in the text with a root in front become places in the file.
void shift_places(const WrappedStreamFile& wrapped, GameStorage& storage) {
    const auto shifted = [&](std::uint64_t offset) {
        return static_cast<std::uint32_t>(offset > wrapped.prefix ? offset - wrapped.prefix + wrapped.skipped : 0);
    };
    const std::uint64_t begin = storage.header.source_offset;
    if (storage.source_runs.empty()) {
        const auto prefix = static_cast<std::uint32_t>(wrapped.prefix > begin ? wrapped.prefix - begin : 0);
        if (prefix != 0) {
            storage.source_runs.push_back({0, 0, 0});
        }
        storage.source_runs.push_back({prefix, shifted(begin + prefix), 1});
    } else {
        for (tengen_source_run& run : storage.source_runs) {
            run.linear = begin + run.source >= wrapped.prefix ? run.linear : 0;
            run.source = shifted(begin + run.source);
        }
    }
    storage.header.source_offset = 0;
}

}  // namespace

RgfReader::RgfReader(sdk::Host host, std::string_view bytes, const sdk::Options& options)
    : host_(host), input_(bytes), attaches_(options.boolean("attach")) {
    for (const tengen_option& option : sgf::reader_options) {
        sgf_options_.emplace_back(option.name, options.text(option.name));
    }
    if (survey_streams(bytes).is_stream_file()) {
        source_ = std::make_shared<Source>(host.abi(), wrap_stream_file(bytes));
        source_->host.shift(source_->wrapped.prefix, source_->wrapped.skipped);
        reader_ = make_reader(sdk::Host(source_->host.get()), source_->wrapped.view(), true);
    } else {
        reader_ = make_reader(host, bytes, false);
    }
}

std::unique_ptr<sgf::SgfReader> RgfReader::make_reader(sdk::Host host, std::string_view bytes,
                                                       bool is_stream_file) const {
    std::vector<tengen_option_value> values;
    for (const auto& [name, value] : sgf_options_) {
        const bool is_settled = is_stream_file && name == "ff-default";  // what is written for it is FF[4]
        values.push_back({sdk::to_abi(name), sdk::to_abi(is_settled ? std::string_view("4") : value)});
    }
    return std::make_unique<sgf::SgfReader>(host, bytes, sdk::Options(sgf::reader_options, values), true);
}

bool RgfReader::next(tengen_game& game) {
    OwnedGame raw;
    if (!reader_->next(*raw.receive())) {
        consumed_ = input_.size();
        return false;
    }
    if (!source_) {
        consumed_ = reader_->consumed();
    }
    if (raw.columns().typed == 0 || (!source_ && !StreamAttachment::concerns(raw.view()))) {
        game = raw.detach();
        return true;
    }
    OwnedGame converted;
    convert(raw, source_, host_, converted);
    game = converted.detach();
    return true;
}

std::uint64_t RgfReader::consumed() const {
    return consumed_;
}

void RgfReader::convert(OwnedGame& raw, const std::shared_ptr<const Source>& source, sdk::Host host,
                        OwnedGame& converted) {
    auto kept = std::make_shared<Kept>(Kept{source, std::move(raw)});
    const Game from = kept->game.view();
    std::unique_ptr<GameStorage> storage = pool_->acquire();
    StreamAttachment attachment(source ? sdk::Host(source->host.get()) : host, *this);
    attachment.attach(from, kept, source != nullptr, *storage);
    if (source) {
        shift_places(source->wrapped, *storage);
    }
    pool_->publish(std::move(storage), *converted.receive());
}

OwnedGame RgfReader::read_stream_file(std::string_view name, std::uint32_t game) {
    const auto* files = static_cast<const tengen_companion_files*>(host_.extension(TENGEN_COMPANION_FILES));
    tengen_text bytes{};
    if (!attaches_ || files == nullptr || files->read(host_.abi(), sdk::to_abi(name), &bytes) != TENGEN_OK) {
        return {};
    }
    const std::string_view text = sdk::from_abi(bytes);
    if (!survey_streams(text).is_stream_file()) {
        return {};
    }
    auto source = std::make_shared<Source>(host_.abi(), wrap_stream_file(text));
    source->host.speak_for(name, game);
    const std::unique_ptr<sgf::SgfReader> reader =
        make_reader(sdk::Host(source->host.get()), source->wrapped.view(), true);
    OwnedGame raw;
    if (!reader->next(*raw.receive()) || raw.columns().typed == 0) {
        return {};
    }
    OwnedGame converted;
    convert(raw, source, host_, converted);
    return converted;
}

}  // namespace tengen::rgf
