#include "passes/result.h"

#include <optional>

#include <tengen/model/result.h>
#include <tengen/model/result_reading.h>

#include "passes/stated_text.h"
#include "passes/value_text.h"

namespace tengen::passes {

void ResultPass::run(Game game, Context& context, GameEditor& editor) {
    if (!game.has_meaning()) {
        return;
    }
    changes_.clear();
    for_each_stated_text(game, TENGEN_FIELD_RESULT, [&](const StatedText& stated) {
        const auto report = [&](std::string_view id, const std::string& message) {
            return context.report(id, game, stated.node, stated.property, message);
        };
        const ParsedResult parsed = parse_result(stated.text);
        if (parsed.result.kind == ResultKind::unparsed) {
            const std::optional<ResultReading> reading = read_result_leniently(stated.text);
            std::string message = "RE[" + quoted(stated.text) + "] is not in the form of SGF";
            if (reading) {
                message += "; it means " + format_result(reading->result);
            }
            if (report("info.bad-result", message).apply_fix() && reading) {
                changes_.set(stated.node, stated.property, format_result(reading->result));
                if (!reading->remark.empty()) {
                    keep_remark(game, stated.node, reading->remark);
                }
            }
            return;
        }
        if (parsed.long_form) {
            const std::string shortest = format_result(parsed.result);
            if (report("info.result-long-form", "RE[" + quoted(stated.text) + "] is " + shortest + " in short")
                    .apply_fix()) {
                changes_.set(stated.node, stated.property, shortest);
            }
        }
        if (parsed.result.kind == ResultKind::win && parsed.result.is_zero_win()) {
            report("info.zero-win", "RE[" + quoted(stated.text) + "] is a win by zero points");
        }
    });
    changes_.apply(game, editor);
}

void ResultPass::keep_remark(Game game, std::uint32_t node, std::string_view remark) {
    const std::uint32_t comment = game.find(node, "GC");
    if (comment == none) {
        changes_.add(node, "GC", std::string(remark));
        return;
    }
    std::string text(game.text(game.values(comment).front()));
    if (!text.empty()) {
        text += '\n';
    }
    text += remark;
    changes_.set(node, comment, std::move(text));
}

}  // namespace tengen::passes
