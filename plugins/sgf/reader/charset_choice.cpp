#include "sgf/reader/charset_choice.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "sgf/syntax/irregularity.h"
#include "sgf/syntax/scan.h"

namespace tengen::sgf {

namespace {

/// More candidates than that are not tried; the last ones are guesses anyway.
constexpr std::size_t most_candidates = 8;

bool is_high(char c) {
    return static_cast<unsigned char>(c) >= 0x80;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_space(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_space(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

/// Where a byte that may be the first of a pair stands directly before a backslash; npos if nowhere.
std::size_t find_pair_with_backslash(std::string_view bytes) {
    for (std::size_t i = bytes.find('\\'); i != std::string_view::npos; i = bytes.find('\\', i + 1)) {
        if (i > 0 && is_high(bytes[i - 1])) {
            return i - 1;
        }
    }
    return std::string_view::npos;
}

/// Codes of 80 to 9F that stand for nothing in Windows-1252 either.
bool has_unused_control(std::string_view bytes) {
    return std::any_of(bytes.begin(), bytes.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == 0x81 || byte == 0x8D || byte == 0x8F || byte == 0x90 || byte == 0x9D;
    });
}

}  // namespace

void CharsetChoice::find(const char* id, std::uint64_t offset, std::string message) {
    findings_.push_back({id, offset, std::move(message)});
}

std::string_view CharsetChoice::extent() const {
    const std::uint64_t begin = tree_offset();
    return input_.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(attempt_->end_offset() - begin));
}

bool CharsetChoice::is_plain() const {
    const std::string_view bytes = extent();
    return first_non_ascii(bytes) == bytes.size() && bytes.find('\x1B') == std::string_view::npos;
}

void CharsetChoice::read(const TextSource& source, const char* paren, TreeAttempt& attempt, GameStorage& storage,
                         bool cut_suspects) {
    cut_suspects_ = cut_suspects;
    source_ = source;
    paren_ = paren;
    attempt_ = &attempt;
    storage_ = &storage;
    findings_.clear();
    declared_.clear();
    used_ = "UTF-8";
    is_undecodable_ = false;

    // Trees of one input are mostly alike: the first look is taken the way the tree before was read.
    const std::string first_label = is_exhausted() ? last_label_ : usual_label_;
    if (first_label.empty() || !read_in(first_label)) {
        read_as(source, paren);
    }
    std::uint32_t offset = 0;
    if (const std::optional<std::string_view> label = find_raw_value(storage, "CA", offset)) {
        declared_ = trimmed(*label);
        declared_offset_ = attempt.source().input_offset(storage.header.text + offset);
    }
    if (options_.is_settled) {
        if (source.part) {
            used_ = source.part->charset();
        }
        check_mark();
    } else {
        choose();
    }
}

void CharsetChoice::describe(GameStorage& storage) const {
    storage.header.charset_declared = storage.store(declared_);
    storage.header.charset_used = is_undecodable_ ? tengen_slice{} : storage.store(used_);
}

void CharsetChoice::check_mark() {
    if (options_.mark.empty() || declared_.empty()) {
        return;
    }
    std::string folded;
    for (const char c : declared_) {
        if (is_letter(c) || (c >= '0' && c <= '9')) {
            folded += static_cast<char>(is_small(c) ? c - 'a' + 'A' : c);
        }
    }
    const std::string mark = options_.mark == "UTF-8" ? "UTF8" : options_.mark == "UTF-16" ? "UTF16" : "UTF32";
    if (!folded.starts_with(mark)) {
        find("charset.bom-conflict", declared_offset_,
             "CA says " + quote(declared_) + ", but the byte-order mark is that of " + options_.mark);
    }
}

void CharsetChoice::choose() {
    const std::string_view bytes = extent();
    const std::size_t first = first_non_ascii(bytes);
    const bool is_plain = first == bytes.size();
    first_character_ = tree_offset() + first;
    if (options_.mark == "UTF-8") {
        check_mark();
        if (is_plain || charsets_.is_utf8(bytes)) {
            read_as_is();
        } else {
            read_mismatched(tree_offset() + charsets_.first_bad_utf8(bytes), "UTF-8");
        }
        return;
    }
    if (declared_.empty()) {
        if (is_plain) {
            read_as_is();
        } else if (options_.detect) {
            read_detected(true);
            if (!is_undecodable_ && !is_default_charset(used_)) {
                find("charset.assumed", first_character_, "there is no CA; the texts are taken for " + used_);
            }
        } else {
            read_default();
        }
        return;
    }
    const CharsetTraits traits = charsets_.traits(declared_);
    if (!traits.is_known) {
        find("charset.unknown-name", is_plain ? declared_offset_ : first_character_,
             "CA names an unknown charset, " + quote(declared_));
        if (is_plain) {
            read_as_is();
        } else {
            read_detected(true);
        }
        return;
    }
    // Text that is ASCII byte by byte may still say something else with escape sequences.
    if (is_plain && (traits.is_utf8 || traits.is_single_byte || bytes.find('\x1B') == std::string_view::npos)) {
        read_as_is();
        return;
    }
    read_declared();
}

void CharsetChoice::read_as(const TextSource& source, const char* paren) {
    attempt_->read(source, paren, *storage_, cut_suspects_);
    spent_ += static_cast<std::uint64_t>(attempt_->next() - paren);
}

/// The input as it is: ASCII or UTF-8.
void CharsetChoice::read_as_is() {
    if (attempt_->source().part != source_.part) {
        read_as(source_, paren_);
    }
    used_ = "UTF-8";
    usual_label_.clear();
}

/// Whether the tree could be read in that charset from its beginning to its end.
bool CharsetChoice::read_in(std::string_view label) {
    const std::uint64_t begin = tree_offset();
    std::shared_ptr<const DecodedPart> part = charsets_.decode(label, begin, 1);
    for (;;) {
        if (!part) {
            stopped_at_ = begin;
            return false;
        }
        read_as({part->text(), part}, part->place_of(begin));
        if (!attempt_->is_open_ended() || part->end() == input_.size()) {
            break;
        }
        if (!charsets_.has_more(label)) {
            stopped_at_ = part->end();
            return false;
        }
        // The tree goes on behind the part; one that begins with the tree, and is big, holds nearly every tree.
        part = charsets_.decode(label, begin, 4 * (part->end() - begin));
    }
    used_ = part->charset();
    usual_label_ = label;
    last_label_ = label;
    return true;
}

void CharsetChoice::read_declared() {
    const CharsetTraits traits = charsets_.traits(declared_);
    if (traits.is_utf8) {
        const std::string_view bytes = extent();
        if (charsets_.is_utf8(bytes)) {
            read_as_is();
        } else {
            read_mismatched(tree_offset() + charsets_.first_bad_utf8(bytes), declared_);
        }
        return;
    }
    bool fits = read_in(declared_);
    const std::uint64_t stopped_at = stopped_at_;
    if (traits.has_ascii_trail_bytes && !(fits && attempt_->is_clean())) {
        if (read_with_escaped_trail_bytes(declared_)) {
            return;
        }
        fits = fits && read_in(declared_);
    }
    if (!fits) {
        read_mismatched(stopped_at, declared_);
        return;
    }
    check_superset(declared_);
    if (traits.is_single_byte) {
        check_single_byte();
    }
}

void CharsetChoice::read_default() {
    if (!read_in("ISO-8859-1")) {
        read_as_is();
        is_undecodable_ = true;
        return;
    }
    const std::string_view bytes = extent();
    std::string likely;
    if (charsets_.is_utf8(bytes)) {
        likely = "UTF-8";
    } else if (const std::vector<std::string>& candidates = charsets_.candidates();
               !candidates.empty() && !is_default_charset(candidates.front())) {
        likely = candidates.front();
    }
    if (!likely.empty() || has_unused_control(bytes)) {
        find("charset.suspect-default", first_character_,
             "there is no CA, so the texts are ISO-8859-1, but they look like " +
                 (likely.empty() ? "something else" : likely));
    }
    check_single_byte();
}

/// The charset that the texts show. The first candidate wins in which the tree parses cleanly.
void CharsetChoice::read_detected(bool may_be_utf8) {
    if (may_be_utf8 && charsets_.is_utf8(extent())) {
        read_as_is();
        return;
    }
    std::string best;
    const std::vector<std::string>& candidates = charsets_.candidates();
    for (std::size_t i = 0; i < candidates.size() && i < most_candidates; ++i) {
        const std::string& label = candidates[i];
        const CharsetTraits traits = charsets_.traits(label);
        if (traits.is_utf8) {
            continue;
        }
        const bool fits = read_in(label);
        if (fits && (attempt_->is_clean() || is_exhausted())) {
            if (traits.is_single_byte) {
                check_single_byte();
            }
            return;
        }
        if (traits.has_ascii_trail_bytes && read_with_escaped_trail_bytes(label)) {
            return;
        }
        if (fits && best.empty()) {
            best = label;
        }
    }
    if (best.empty() || !read_in(best)) {
        read_as_is();
        is_undecodable_ = true;
        return;
    }
    if (charsets_.traits(best).is_single_byte) {
        check_single_byte();
    }
}

void CharsetChoice::read_mismatched(std::uint64_t offset, std::string_view label) {
    read_as(source_, paren_);
    const std::size_t finding = findings_.size();
    find("charset.mismatch", offset, {});
    read_detected(true);
    findings_[finding].message = "the bytes do not fit the charset " + quote(label) +
                                 (is_undecodable_ ? ", nor any other; they are kept" : "; " + used_ + " is used");
}

void CharsetChoice::check_superset(std::string_view label) {
    const std::shared_ptr<const DecodedPart>& part = attempt_->source().part;
    if (part && part->superset_needed() && charsets_.needs_superset(label, extent())) {
        find("charset.superset", first_character_,
             "the text needs more than " + quote(label) + " has; " + used_ + " is used");
    }
}

/// With a charset of single bytes in force.
void CharsetChoice::check_single_byte() {
    const std::string_view bytes = extent();
    const std::size_t pair = find_pair_with_backslash(bytes);
    if (pair != std::string_view::npos) {
        find("charset.trail-byte", tree_offset() + pair,
             "a backslash behind a byte above 7F: in a charset of two bytes a character the tree would be another one");
    }
}

/// Text whose bytes were escaped after it was encoded: a backslash stands between the two bytes of a character. True if
/// that explains everything that looked wrong.
bool CharsetChoice::read_with_escaped_trail_bytes(std::string_view label) {
    if (is_exhausted()) {
        return false;
    }
    read_as(source_, paren_);
    const std::string_view bytes = extent();
    if (find_pair_with_backslash(bytes) == std::string_view::npos || !attempt_->is_clean()) {
        return false;
    }
    const bool has_katakana = label.find("JIS") != std::string_view::npos ||
                              label.find("jis") != std::string_view::npos ||
                              label.find("31J") != std::string_view::npos;
    std::string cleaned;
    cleaned.reserve(bytes.size());
    std::vector<std::uint32_t> cuts;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto lead = static_cast<unsigned char>(bytes[i]);
        cleaned += bytes[i];
        if (lead < 0x81 || (has_katakana && lead >= 0xA1 && lead <= 0xDF) || i + 1 == bytes.size()) {
            continue;
        }
        const bool is_escaped = i + 2 < bytes.size() && bytes[i + 1] == '\\' &&
                                (bytes[i + 2] == '\\' || bytes[i + 2] == ']' || bytes[i + 2] == '[');
        if (is_escaped) {
            cuts.push_back(static_cast<std::uint32_t>(cleaned.size()));
            ++i;
        }
        cleaned += bytes[++i];
    }
    const std::uint64_t begin = tree_offset();
    const std::uint64_t end = begin + bytes.size();
    sdk::DecodedText text;
    if (cuts.empty() || !charsets_.decode_bytes(label, cleaned, text)) {
        return false;
    }
    const std::uint32_t first_cut = cuts.front();
    const auto part =
        std::make_shared<const DecodedPart>(std::string(label), begin, end, std::move(text), std::move(cuts));
    read_as({part->text(), part}, part->text().data());
    if (!attempt_->is_clean()) {
        return false;
    }
    used_ = part->charset();
    find("charset.escaped-trail-byte", begin + first_cut,
         "a backslash stands inside a character of " + used_ + "; it is left out");
    return true;
}

}  // namespace tengen::sgf
