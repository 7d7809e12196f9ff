// What happens where a record is not regular: each call deals with one irregularity and says where reading goes on.
#pragma once

#include <cstdint>

#include "sgf/syntax/tree_sink.h"

namespace tengen::sgf {

class Recovery {
public:
    explicit Recovery(TreeSink& sink) : sink_(sink) {}

    enum class State : std::uint8_t {
        goes_on,
        tree_ended,
        fatal  ///< a limit was exceeded; it is noted
    };
    struct Step {
        State state;
        const char* next;
    };

    /// `p` is where read_regular stopped. Over a whole tree the time is linear.
    Step step(const char* p);

private:
    Step parenthesis(const char* p);
    Step value(const char* p);
    Step identifier(const char* p);
    Step loose_text(const char* p);

    [[nodiscard]] bool is_tree(const char* paren);
    [[nodiscard]] const char* end_of_loose_text(const char* p);
    [[nodiscard]] const char* find_end_of_loose_value(const char* p);
    [[nodiscard]] const char* absorb_brackets(const char* p);

    [[nodiscard]] static Step go_on(const char* next) { return {State::goes_on, next}; }

    TreeSink& sink_;
    // What look-aheads found, so that no byte is looked at again and again.
    struct Range {
        const char* from = nullptr;
        const char* to = nullptr;
        [[nodiscard]] bool covers(const char* p) const { return p >= from && p < to; }
    };
    Range tree_;                        // a row of parentheses that start trees
    Range no_tree_;                     // one of parentheses that do not
    Range no_value_end_;                // no value ends here
    std::uint32_t values_checked_ = 0;  // how many values there were when brackets were last looked for
};

}  // namespace tengen::sgf
