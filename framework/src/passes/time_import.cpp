#include "passes/time_import.h"

#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include <tengen/model/builder.h>
#include <tengen/model/decimal.h>
#include <tengen/model/fact.h>
#include <tengen/model/overtime.h>

#include "passes/node_survey.h"

namespace tengen::passes {

namespace {

constexpr std::string_view least_step = "0.001";

std::optional<std::string> real_of(Game game, std::uint32_t node, Identifier identifier) {
    const std::uint32_t p = game.find(node, identifier);
    if (p == none || !is_text(kind_of(game.values(p).front()))) {
        return std::nullopt;
    }
    const std::string_view text = game.text(game.values(p).front());
    return is_real(text) ? std::optional(std::string(text)) : std::nullopt;
}

bool has_move(Game game, std::uint32_t node) {
    return game.find(node, "B") != none || game.find(node, "W") != none;
}

/// What one side has left.
struct Clock {
    std::optional<std::string> left;    // seconds
    std::optional<std::int64_t> units;  // periods or moves; none: in the main time
};

struct Elapsed {
    std::string seconds;
    bool is_estimated = false;
};

/// The clocks of both sides along a line.
class Clocks {
public:
    Clocks(Game game, const TimeImportOptions& options) : game_(game), options_(options) {
        if (const tengen_fact* main = find_fact(game, TENGEN_FIELD_TIME_MAIN); main != nullptr) {
            const std::string_view text = fact_text(game, *main);
            if (is_real(text)) {
                clocks_[0].left = clocks_[1].left = std::string(text);
            }
        }
        if (const tengen_fact* overtime = find_fact(game, TENGEN_FIELD_OVERTIME); overtime != nullptr) {
            overtime_ = parse_overtime(fact_text(game, *overtime));
        }
    }

    Elapsed move(std::uint32_t node) {
        const bool is_black = game_.find(node, "B") != none;
        Clock& clock = clocks_[is_black ? 0 : 1];
        const std::optional<std::string> left = real_of(game_, node, is_black ? Identifier("BL") : Identifier("WL"));
        std::optional<std::int64_t> units;
        if (const std::optional<std::string> text =
                real_of(game_, node, is_black ? Identifier("OB") : Identifier("OW"))) {
            units = integer_of(*text);
        }
        if (!left) {
            return {options_.step, true};
        }
        Elapsed elapsed = difference(clock, *left, units);
        if (sign_of_real(elapsed.seconds) <= 0) {
            elapsed = {options_.step, true};
        }
        clock = {left, units};
        return elapsed;
    }

private:
    Elapsed difference(const Clock& before, const std::string& left, std::optional<std::int64_t> units) const {
        if (!before.left) {
            return {options_.step, true};
        }
        const bool is_over = units && overtime_;
        if (is_over && overtime_->kind == OvertimeKind::byo_yomi) {
            const std::int64_t had = before.units.value_or(integer_of(overtime_->count).value_or(0));
            const std::int64_t lost = had > *units ? had - *units : 0;
            std::string seconds =
                add_reals(options_.byo_yomi_step, multiply_real(overtime_->seconds, static_cast<std::uint32_t>(lost)));
            if (!before.units) {
                seconds = add_reals(seconds, *before.left);  // the rest of the main time went first
            }
            return {std::move(seconds), true};
        }
        if (is_over && overtime_->kind == OvertimeKind::canadian) {
            const bool is_new_block = !before.units || *units >= *before.units;
            if (is_new_block) {
                return {subtract_reals(add_reals(*before.left, overtime_->seconds), left), true};
            }
        }
        return {subtract_reals(*before.left, left), false};
    }

    Game game_;
    const TimeImportOptions& options_;
    std::array<Clock, 2> clocks_;
    std::optional<Overtime> overtime_;
};

class Importer {
public:
    Importer(Game game, const TimeImportOptions& options, ImportedTimes& to)
        : game_(game), to_(to), clocks_(game, options), pool_(GamePool::create()), storage_(pool_->acquire()) {
        GameBuilder(*storage_).begin_from(game, nullptr);
        builder_.emplace(*storage_);
        builder_->keep_stamps();
    }

    void make() {
        bool is_forked = false;
        for (std::uint32_t node = 0; node < game_.node_count() && !is_forked; ++node) {
            is_forked = game_.is_fork(node);
        }
        is_forked ? make_two_trees() : make_one_line();
        if (estimated_ != 0) {
            Loss loss;
            loss.id = "loss.time-estimated";
            loss.kind = TENGEN_LOSS_APPROXIMATED;
            loss.node = first_estimated_;
            loss.count = estimated_;
            loss.what = "times of moves";
            loss.message = std::to_string(estimated_) + " moves get an estimated time";
            to_.losses.push_back(std::move(loss));
        }
        collect_facts(*storage_);
        to_.game.emplace();
        pool_->publish(std::move(storage_), *to_.game->receive());
    }

private:
    [[nodiscard]] bool is_info(std::uint32_t property) const {
        return (traits_of(game_.identifier(property)) & trait::game_info) != 0;
    }

    void make_one_line() {
        std::uint32_t begin = 0;
        for (std::uint32_t node = 0; node < game_.node_count() && begin == 0 && !has_info(0); ++node) {
            begin = has_info(node) && !has_move(game_, node) ? node : 0;
        }
        for (std::uint32_t node = 0; node < game_.node_count(); ++node) {
            add_line_node(node == 0 ? none : node - 1, node, node > begin);
            if (node == begin) {
                begin_stream();
            }
        }
    }

    [[nodiscard]] bool has_info(std::uint32_t node) const {
        for (std::uint32_t p = game_.first_property(node); p < game_.end_property(node); ++p) {
            if (is_info(p)) {
                return true;
            }
        }
        return false;
    }

    void make_two_trees() {
        std::vector<std::uint32_t> info;
        builder_->add_node(none);
        for (std::uint32_t p = game_.first_property(0); p < game_.end_property(0); ++p) {
            if (is_info(p)) {
                info.push_back(p);
            } else {
                builder_->copy_property(game_, p);
            }
        }
        builder_->add_node(0);
        begin_stream();
        copy(info);
        for (std::uint32_t node = game_.first_child(0); node != none; node = game_.first_child(node)) {
            add_line_node(builder_->last_node(), node, true);
        }
        builder_->add_node(0);
        copy(info);
        const std::uint32_t shift = builder_->last_node();
        for (std::uint32_t node = 1; node < game_.node_count(); ++node) {
            builder_->add_node(game_.parent(node) + shift);
            for (std::uint32_t p = game_.first_property(node); p < game_.end_property(node); ++p) {
                builder_->copy_property(game_, p);
            }
        }
        if (!info.empty()) {
            Loss loss;
            loss.id = "loss.info-moved";
            loss.kind = TENGEN_LOSS_REORDERED;
            loss.node = 0;
            loss.count = static_cast<std::uint32_t>(info.size());
            loss.what = "game information";
            loss.to = "the recording, and the tree as it was";
            loss.message = "the game information of the root is in both subtrees now";
            to_.losses.push_back(std::move(loss));
        }
    }

    void copy(const std::vector<std::uint32_t>& properties) {
        for (const std::uint32_t p : properties) {
            builder_->copy_property(game_, p);
        }
    }

    void begin_stream() {
        builder_->add_property("GS");
        builder_->add_text("");
        tengen_stream stream{};
        stream.node = builder_->last_node();
        stream.source_kind = TENGEN_SOURCE_CLOCK;
        stream.source = storage_->store("");
        storage_->streams.push_back(stream);
    }

    void add_line_node(std::uint32_t parent, std::uint32_t node, bool is_in_stream) {
        builder_->add_node(parent);
        std::uint32_t stamp = 0;
        if (is_in_stream && (has_move(game_, node) || !time_.empty())) {
            const bool moves = has_move(game_, node);
            // What stands between moves has no time of its own.
            const Elapsed elapsed = moves ? clocks_.move(node) : Elapsed{std::string(least_step), true};
            if (elapsed.is_estimated) {
                first_estimated_ = estimated_ == 0 ? node : first_estimated_;
                ++estimated_;
            }
            time_ = add_reals(time_.empty() ? "0" : time_, elapsed.seconds);
            stamp = add_stamp();
            storage_->node_stamps.back() = stamp;
        }
        for (std::uint32_t p = game_.first_property(node); p < game_.end_property(node); ++p) {
            builder_->copy_property(game_, p);
            storage_->property_stamps.back() = stamp;
        }
    }

    std::uint32_t add_stamp() {
        tengen_stamp stamp{};
        stamp.kind = TENGEN_STAMP_AT;
        stamp.time = storage_->store(time_);
        storage_->stamps.push_back(stamp);
        return storage_->stamps.size();
    }

    Game game_;
    ImportedTimes& to_;
    Clocks clocks_;
    std::shared_ptr<GamePool> pool_;
    std::unique_ptr<GameStorage> storage_;
    std::optional<GameBuilder> builder_;
    std::string time_;  // of the last node; empty: none yet
    std::uint32_t estimated_ = 0;
    std::uint32_t first_estimated_ = 0;
};

}  // namespace

ImportedTimes import_times(Game game, const TimeImportOptions& options) {
    ImportedTimes imported;
    if (!game.has_meaning() || game.columns().stream_count != 0) {
        return imported;
    }
    bool has_moves = false;
    for (std::uint32_t node = game.first_child(0); node != none && !has_moves; node = game.first_child(node)) {
        has_moves = has_move(game, node);
    }
    if (has_moves) {
        Importer(game, options, imported).make();
    }
    return imported;
}

}  // namespace tengen::passes
