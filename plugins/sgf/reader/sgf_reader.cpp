#include "sgf/reader/sgf_reader.h"

#include <string>
#include <utility>

namespace tengen::sgf {

SgfReader::SgfReader(sdk::Host host, std::string_view bytes, const sdk::Options& options)
    : host_(host),
      input_(bytes),
      limits_{static_cast<std::uint32_t>(options.integer("max-depth")),
              static_cast<std::uint32_t>(options.integer("max-value"))},
      is_exercism_(options.text("profile") == "exercism"),
      typer_(host, {static_cast<unsigned>(options.integer("ff-default")), false}),
      finder_(bytes) {}

std::uint64_t SgfReader::consumed() const {
    return tree_ != nullptr ? static_cast<std::uint64_t>(tree_ - input_.data()) : has_begun_ ? input_.size() : 0;
}

void SgfReader::find_next(const char* from) {
    behind_.clear();
    before_.clear();
    tree_ = finder_.find(from, behind_, before_);
}

void SgfReader::report(const Note& note, std::uint32_t game, const GameStorage*) {
    const auto offset = static_cast<std::uint64_t>(note.at - input_.data());
    host_.report(id_of(note.what), {game, note.node, offset}, describe(note));
}

void SgfReader::report(const Notes& notes, std::uint32_t game) {
    for (const Note& note : notes) {
        report(note, game, nullptr);
    }
}

bool SgfReader::next(tengen_game& game) {
    if (!has_begun_) {
        has_begun_ = true;
        find_next(input_.data());
        if (tree_ == nullptr) {
            report(before_, none);
            if (before_.empty()) {
                host_.report("sgf.no-game-tree", {none, none, 0}, "there is no game tree");
            }
        }
    }
    if (tree_ == nullptr) {
        return false;
    }
    std::unique_ptr<GameStorage> storage = pool_->acquire();
    notes_.clear();
    report(before_, index_);
    storage->header.index = index_;
    storage->header.source_offset = static_cast<std::uint64_t>(tree_ - input_.data());
    const TreeReading reading =
        read_tree(tree_, input_.data() + input_.size(), limits_, false, *storage, notes_, workspace_);
    typer_.read_dialect(*storage);
    report(notes_, index_);
    if (reading.is_fatal) {
        throw sdk::GiveUp();
    }
    find_next(reading.next);
    report(behind_, index_);
    if (tree_ == nullptr) {
        report(before_, index_);
    }
    if (is_exercism_) {
        typer_.type_as_text(*storage, index_);
    } else {
        typer_.type(*storage, index_);
    }
    ++index_;
    pool_->publish(std::move(storage), game);
    return true;
}

}  // namespace tengen::sgf
