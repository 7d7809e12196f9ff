#include "sgf/reader/sgf_reader.h"

#include <algorithm>
#include <utility>

namespace tengen::sgf {

SgfReader::SgfReader(sdk::Host host, std::string_view bytes, const sdk::Options& options, bool lists_may_grow)
    : host_(host),
      input_(bytes),
      is_exercism_(options.text("profile") == "exercism"),
      forced_charset_(options.text("charset") == "auto" ? "" : options.text("charset")),
      charsets_(host, bytes),
      choice_(charsets_, bytes),
      attempt_({static_cast<std::uint32_t>(options.integer("max-depth")),
                static_cast<std::uint32_t>(options.integer("max-value"))}),
      typer_(host, {static_cast<unsigned>(options.integer("ff-default")), false, lists_may_grow}),
      source_{bytes, nullptr},
      finder_(bytes) {
    charset_options_.detect = options.boolean("detect");
    if (!forced_charset_.empty() && !charsets_.traits(forced_charset_).is_known) {
        throw sdk::BadOption("option 'charset': '" + forced_charset_ + "' is no known charset");
    }
}

void SgfReader::reopen(std::string_view bytes) {
    input_ = bytes;
    charset_options_.mark.clear();
    charset_options_.is_settled = false;
    charsets_ = Charsets(host_, bytes);
    choice_.begin(bytes);
    attempt_.forget_source();
    source_ = {bytes, nullptr};
    finder_ = TreeFinder(bytes);
    has_begun_ = false;
    tree_ = nullptr;
    index_ = 0;
    behind_.clear();
    before_.clear();
    first_charset_.clear();
}

std::uint64_t SgfReader::consumed() const {
    if (!has_begun_) {
        return 0;
    }
    return tree_ == nullptr ? input_.size() : source_.part ? 0 : static_cast<std::uint64_t>(tree_ - input_.data());
}

/// Settle what concerns the whole input, and find the first tree.
void SgfReader::begin() {
    std::uint64_t start = 0;
    const auto starts_with = [&](std::string_view mark) { return input_.starts_with(mark); };
    if (starts_with("\xEF\xBB\xBF")) {
        charset_options_.mark = "UTF-8";
        start = 3;
    } else if (starts_with(std::string_view("\xFF\xFE\0\0", 4)) || starts_with(std::string_view("\0\0\xFE\xFF", 4))) {
        charset_options_.mark = "UTF-32";
    } else if (starts_with("\xFF\xFE") || starts_with("\xFE\xFF")) {
        charset_options_.mark = "UTF-16";
    }
    if (!charset_options_.mark.empty()) {
        host_.report("charset.bom", {none, none, 0},
                     "the input begins with a byte-order mark of " + charset_options_.mark);
    }
    std::string label = forced_charset_;
    if (label.empty() && charset_options_.mark != "UTF-8") {
        label = charset_options_.mark;
    }
    if (!label.empty()) {
        start = settle(label, start);
    }
    choice_.set_options(charset_options_);
    find_next(source_.part ? source_.text.data() : source_.text.data() + start);
    if (tree_ == nullptr) {
        report_notes(before_, source_, none);
        if (before_.empty()) {
            host_.report("sgf.no-game-tree", {none, none, 0}, is_exercism_ ? "tree missing" : "there is no game tree");
        }
    }
}

/// The whole input is in one charset, if it fits. Returns where the input begins.
std::uint64_t SgfReader::settle(const std::string& label, std::uint64_t start) {
    const CharsetTraits traits = charsets_.traits(label);
    std::uint64_t bad = input_.size();
    if (traits.is_utf8) {
        if (!charsets_.is_all_utf8()) {
            bad = charsets_.first_bad_utf8(input_);
        }
    } else if (!is_ascii(input_) || !traits.is_single_byte) {
        const std::shared_ptr<const DecodedPart> part = charsets_.decode(label, start, input_.size() - start);
        bad = part ? part->end() : start;
        if (part && (bad == input_.size() || forced_charset_.empty())) {
            source_ = {part->text(), part};
            finder_ = TreeFinder(source_.text);
        }
    }
    charset_options_.is_settled = bad == input_.size() || source_.part;
    if (bad != input_.size()) {
        host_.report("charset.mismatch", {none, none, bad}, "the bytes do not fit the charset " + quote(label));
    }
    return start;
}

void SgfReader::find_next(const char* from) {
    behind_.clear();
    before_.clear();
    tree_ = finder_.find(from, behind_, before_);
}

void SgfReader::report_notes(const Notes& notes, const TextSource& source, std::uint32_t game) {
    for (const Note& note : notes) {
        host_.report(id_of(note.what), {game, note.node, source.input_offset(note.at)}, message_of(note));
    }
}

std::string SgfReader::message_of(const Note& note) const {
    if (is_exercism_) {
        switch (note.what) {
            case Irregularity::empty_tree:
                return "tree with no nodes";
            case Irregularity::no_value:
                return "properties without delimiter";
            case Irregularity::lowercase_identifier:
            case Irregularity::lowercase_only:
                return "property must be in uppercase";
            default:
                break;
        }
    }
    return describe(note);
}

/// What the syntax of the tree has to say; the file format is known by now.
void SgfReader::report_tree_notes() {
    const bool is_old = !is_exercism_ && storage_->header.file_format < 4;
    bool has_long_form = false;
    for (const Note& note : attempt_.notes()) {
        const char* id = id_of(note.what);
        if (note.what == Irregularity::suspect_missing_bracket) {
            continue;  // reported already
        }
        if (note.what == Irregularity::lowercase_identifier && is_old) {
            if (std::exchange(has_long_form, true)) {
                continue;
            }
            id = "sgf.long-form";
        }
        host_.report(id, {index_, note.node, attempt_.source().input_offset(note.at)}, message_of(note));
    }
    if (attempt_.is_fatal()) {
        throw sdk::GiveUp();
    }
}

/// Values that may have swallowed a node: reported first, since the host decides whether they are cut.
void SgfReader::cut_suspects() {
    if (!attempt_.has_suspects()) {
        return;
    }
    const auto is_suspect = [](const Note& note) { return note.what == Irregularity::suspect_missing_bracket; };
    const auto report = [this](const Note& note, std::uint32_t node) {
        return host_.report(id_of(note.what), {index_, node, attempt_.source().input_offset(note.at)},
                            message_of(note));
    };
    // Up to the first of them the tree is the same whether it is cut or not, unless what is left of it turns out to be
    // in another charset: then nobody knows its node yet. The nodes behind are those of the reading that counts, in
    // which it may even have ended.
    const Note& first = *std::find_if(attempt_.notes().begin(), attempt_.notes().end(), is_suspect);
    if (report(first, choice_.is_plain() ? first.node : TENGEN_NONE).apply_fix()) {
        choice_.read(source_, tree_, attempt_, *storage_, true);
    }
    bool is_first = true;
    for (const Note& note : attempt_.notes()) {
        if (is_suspect(note) && !std::exchange(is_first, false)) {
            report(note, note.node);
        }
    }
}

void SgfReader::report_charset_findings() {
    for (const CharsetFinding& finding : choice_.findings()) {
        host_.report(finding.id, {index_, 0, finding.offset}, finding.message);
    }
    const std::string& declared = choice_.declared();
    if (first_charset_.empty()) {
        first_charset_ = declared;
    } else if (!declared.empty() && declared != first_charset_) {
        host_.report("charset.mixed", {index_, 0, attempt_.source().input_offset(storage_->header.text)},
                     "this tree declares " + quote(declared) + ", another one " + quote(first_charset_));
    }
}

bool SgfReader::next(tengen_game& game) {
    if (!has_begun_) {
        has_begun_ = true;
        begin();
    }
    if (tree_ == nullptr) {
        return false;
    }
    storage_ = pool_->acquire();
    storage_->header.index = index_;
    report_notes(before_, source_, index_);
    choice_.read(source_, tree_, attempt_, *storage_, false);
    cut_suspects();
    report_charset_findings();
    choice_.describe(*storage_);
    typer_.read_dialect(*storage_);
    report_tree_notes();

    // A tree with a charset of its own is followed by text of the input, which is found by its offset.
    const bool is_own_text = attempt_.source().part == source_.part;
    find_next(is_own_text ? attempt_.next() : source_.text.data() + attempt_.end_offset());
    report_notes(behind_, source_, index_);
    if (tree_ == nullptr) {
        report_notes(before_, source_, index_);
    }
    if (is_exercism_) {
        typer_.type_as_text(*storage_, index_, attempt_.plain_moves(), choice_.is_undecodable());
    } else {
        typer_.type(*storage_, index_, attempt_.plain_moves(), choice_.is_undecodable());
    }
    ++index_;
    pool_->publish(std::move(storage_), game);
    return true;
}

}  // namespace tengen::sgf
