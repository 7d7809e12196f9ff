#include "tex_text.h"

#include <array>
#include <cstddef>

#include "bib_record.h"

namespace tengen::library {

namespace {

struct Command {
    std::string_view name;
    std::string_view text;
};

// "BibTeX", and the letters of LaTeX.
constexpr std::array<Command, 29> commands{{{"textbackslash", "\\"},
                                            {"textbraceleft", "{"},
                                            {"textbraceright", "}"},
                                            {"textasciitilde", "~"},
                                            {"textasciicircum", "^"},
                                            {"textquestiondown", "\xC2\xBF"},
                                            {"textendash", "\xE2\x80\x93"},
                                            {"textemdash", "\xE2\x80\x94"},
                                            {"ss", "\xC3\x9F"},
                                            {"ae", "\xC3\xA6"},
                                            {"AE", "\xC3\x86"},
                                            {"oe", "\xC5\x93"},
                                            {"OE", "\xC5\x92"},
                                            {"o", "\xC3\xB8"},
                                            {"O", "\xC3\x98"},
                                            {"aa", "\xC3\xA5"},
                                            {"AA", "\xC3\x85"},
                                            {"l", "\xC5\x82"},
                                            {"L", "\xC5\x81"},
                                            {"i", "i"},
                                            {"j", "j"},
                                            {"dh", "\xC3\xB0"},
                                            {"th", "\xC3\xBE"},
                                            {"emph", ""},
                                            {"textit", ""},
                                            {"textbf", ""},
                                            {"textrm", ""},
                                            {"em", ""},
                                            {"it", ""}}};

struct Accent {
    char command;
    char32_t combining;
};
constexpr std::array<Accent, 13> accents{{{'`', 0x300},
                                          {'\'', 0x301},
                                          {'^', 0x302},
                                          {'~', 0x303},
                                          {'=', 0x304},
                                          {'u', 0x306},
                                          {'.', 0x307},
                                          {'"', 0x308},
                                          {'r', 0x30A},
                                          {'H', 0x30B},
                                          {'v', 0x30C},
                                          {'c', 0x327},
                                          {'k', 0x328}}};

// Letters that have a character of their own with an accent: the rows of "accents" in their order.
struct Composed {
    char letter;
    std::array<char32_t, 13> with;
};
constexpr std::array<Composed, 38> composed{{
    {'A', {0xC0, 0xC1, 0xC2, 0xC3, 0x100, 0x102, 0, 0xC4, 0xC5, 0, 0x1CD, 0, 0x104}},
    {'a', {0xE0, 0xE1, 0xE2, 0xE3, 0x101, 0x103, 0, 0xE4, 0xE5, 0, 0x1CE, 0, 0x105}},
    {'C', {0, 0x106, 0x108, 0, 0, 0, 0x10A, 0, 0, 0, 0x10C, 0xC7, 0}},
    {'c', {0, 0x107, 0x109, 0, 0, 0, 0x10B, 0, 0, 0, 0x10D, 0xE7, 0}},
    {'D', {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10E, 0, 0}},
    {'d', {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10F, 0, 0}},
    {'E', {0xC8, 0xC9, 0xCA, 0, 0x112, 0x114, 0x116, 0xCB, 0, 0, 0x11A, 0, 0x118}},
    {'e', {0xE8, 0xE9, 0xEA, 0, 0x113, 0x115, 0x117, 0xEB, 0, 0, 0x11B, 0, 0x119}},
    {'G', {0, 0, 0x11C, 0, 0, 0x11E, 0x120, 0, 0, 0, 0, 0x122, 0}},
    {'g', {0, 0, 0x11D, 0, 0, 0x11F, 0x121, 0, 0, 0, 0, 0, 0}},
    {'H', {0, 0, 0x124, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {'h', {0, 0, 0x125, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {'I', {0xCC, 0xCD, 0xCE, 0x128, 0x12A, 0x12C, 0x130, 0xCF, 0, 0, 0, 0, 0x12E}},
    {'i', {0xEC, 0xED, 0xEE, 0x129, 0x12B, 0x12D, 0, 0xEF, 0, 0, 0, 0, 0x12F}},
    {'J', {0, 0, 0x134, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {'j', {0, 0, 0x135, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {'K', {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x136, 0}},
    {'k', {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x137, 0}},
    {'L', {0, 0x139, 0, 0, 0, 0, 0, 0, 0, 0, 0x13D, 0x13B, 0}},
    {'l', {0, 0x13A, 0, 0, 0, 0, 0, 0, 0, 0, 0x13E, 0x13C, 0}},
    {'N', {0, 0x143, 0, 0xD1, 0, 0, 0, 0, 0, 0, 0x147, 0x145, 0}},
    {'n', {0, 0x144, 0, 0xF1, 0, 0, 0, 0, 0, 0, 0x148, 0x146, 0}},
    {'O', {0xD2, 0xD3, 0xD4, 0xD5, 0x14C, 0x14E, 0, 0xD6, 0, 0x150, 0, 0, 0}},
    {'o', {0xF2, 0xF3, 0xF4, 0xF5, 0x14D, 0x14F, 0, 0xF6, 0, 0x151, 0, 0, 0}},
    {'R', {0, 0x154, 0, 0, 0, 0, 0, 0, 0, 0, 0x158, 0x156, 0}},
    {'r', {0, 0x155, 0, 0, 0, 0, 0, 0, 0, 0, 0x159, 0x157, 0}},
    {'S', {0, 0x15A, 0x15C, 0, 0, 0, 0, 0, 0, 0, 0x160, 0x15E, 0}},
    {'s', {0, 0x15B, 0x15D, 0, 0, 0, 0, 0, 0, 0, 0x161, 0x15F, 0}},
    {'T', {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x164, 0x162, 0}},
    {'t', {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x165, 0x163, 0}},
    {'U', {0xD9, 0xDA, 0xDB, 0x168, 0x16A, 0x16C, 0, 0xDC, 0x16E, 0x170, 0, 0, 0x172}},
    {'u', {0xF9, 0xFA, 0xFB, 0x169, 0x16B, 0x16D, 0, 0xFC, 0x16F, 0x171, 0, 0, 0x173}},
    {'W', {0, 0, 0x174, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {'w', {0, 0, 0x175, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    {'Y', {0, 0xDD, 0x176, 0, 0, 0, 0, 0x178, 0, 0, 0, 0, 0}},
    {'y', {0, 0xFD, 0x177, 0, 0, 0, 0, 0xFF, 0, 0, 0, 0, 0}},
    {'Z', {0, 0x179, 0, 0, 0, 0, 0x17B, 0, 0, 0, 0x17D, 0, 0}},
    {'z', {0, 0x17A, 0, 0, 0, 0, 0x17C, 0, 0, 0, 0x17E, 0, 0}},
}};

bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

void append_character(std::string& text, char32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0 | code >> 6);
        text += static_cast<char>(0x80 | (code & 0x3F));
    } else {
        text += static_cast<char>(0xE0 | code >> 12);
        text += static_cast<char>(0x80 | (code >> 6 & 0x3F));
        text += static_cast<char>(0x80 | (code & 0x3F));
    }
}

class TexReader {
public:
    explicit TexReader(std::string_view text) : text_(text) {}

    std::string run() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '{' || c == '}') {
                ++at_;
            } else if (c == '\\') {
                take_command();
            } else if (c == '-' && text_.substr(at_, 3) == "---") {
                result_ += "\xE2\x80\x94";
                at_ += 3;
            } else if (c == '-' && text_.substr(at_, 2) == "--") {
                result_ += "\xE2\x80\x93";
                at_ += 2;
            } else {
                result_ += c == '~' ? ' ' : c;
                ++at_;
            }
        }
        return single_line(result_);
    }

private:
    void take_command() {
        const std::size_t begin = at_++;
        if (at_ == text_.size()) {
            result_ += '\\';
            return;
        }
        const char c = text_[at_];
        if (take_accent()) {
            return;
        }
        at_ = begin + 1;
        if (!is_letter(c)) {
            ++at_;
            if (c == '\\') {  // a line break
                result_ += ' ';
            } else if (std::string_view("&%$#_{} -").find(c) != std::string_view::npos) {
                result_ += c == '-' ? std::string_view() : std::string_view(&text_[at_ - 1], 1);
            } else {
                result_ += text_.substr(begin, 2);
            }
            return;
        }
        while (at_ < text_.size() && is_letter(text_[at_])) {
            ++at_;
        }
        const std::string_view name = text_.substr(begin + 1, at_ - begin - 1);
        for (const Command& command : commands) {
            if (command.name == name) {
                result_ += command.text;
                if (at_ < text_.size() && text_[at_] == ' ') {  // it only ends the name
                    ++at_;
                }
                return;
            }
        }
        result_ += text_.substr(begin, at_ - begin);
    }

    // \"o, \" o, \"{o}, \"\i, \v s, \v{s}
    bool take_accent() {
        const char command = text_[at_];
        std::size_t row = 0;
        while (row < accents.size() && accents[row].command != command) {
            ++row;
        }
        if (row == accents.size()) {
            return false;
        }
        std::size_t here = at_ + 1;
        if (is_letter(command) && (here == text_.size() || (text_[here] != ' ' && text_[here] != '{'))) {
            return false;  // \u is an accent, \under is not
        }
        while (here < text_.size() && text_[here] == ' ') {
            ++here;
        }
        const bool has_brace = here < text_.size() && text_[here] == '{';
        here += has_brace ? 1 : 0;
        if (text_.substr(here, 2) == "\\i" || text_.substr(here, 2) == "\\j") {
            ++here;
        }
        if (here >= text_.size() || !is_letter(text_[here])) {
            return false;
        }
        const char letter = text_[here++];
        if (has_brace && (here >= text_.size() || text_[here] != '}')) {
            return false;
        }
        at_ = here + (has_brace ? 1 : 0);
        for (const Composed& entry : composed) {
            if (entry.letter == letter && entry.with[row] != 0) {
                append_character(result_, entry.with[row]);
                return true;
            }
        }
        result_ += letter;
        append_character(result_, accents[row].combining);
        return true;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::string result_;
};

}  // namespace

std::string to_tex(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        switch (c) {
            case '{':  // an escaped brace would still count as one
                result += "\\textbraceleft{}";
                break;
            case '}':
                result += "\\textbraceright{}";
                break;
            case '&':
            case '%':
            case '$':
            case '#':
            case '_':
                result += '\\';
                result += c;
                break;
            case '\\':
                result += "\\textbackslash{}";
                break;
            case '~':
                result += "\\textasciitilde{}";
                break;
            case '^':
                result += "\\textasciicircum{}";
                break;
            case '-':
                result += i > 0 && text[i - 1] == '-' ? "{}-" : "-";
                break;
            default:
                result += c;
                break;
        }
    }
    return result;
}

std::string from_tex(std::string_view text) {
    return TexReader(text).run();
}

std::vector<std::string_view> split_notes(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && i + 1 < text.size() && text[i + 1] == ';') {
            ++i;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}') {
            depth -= depth > 0 ? 1 : 0;
        } else if (c == ';' && depth == 0 && i + 1 < text.size() && (text[i + 1] == ' ' || text[i + 1] == '\n')) {
            parts.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    parts.push_back(text.substr(begin));
    return parts;
}

}  // namespace tengen::library
