#include "sgf/writer/sgf_writer.h"

#include <cstdint>
#include <string>

#include "sgf/writer/line_wrapper.h"

namespace tengen::sgf {

namespace {

/// Pieces for the sink: large enough that a call costs nothing, small enough to stay in a cache.
constexpr std::size_t flush_size = std::size_t{256} << 10;

PrintSettings settings_of(sdk::Host host, const sdk::Options& options) {
    PrintSettings settings;
    settings.file_format = static_cast<unsigned>(options.text("ff").front() - '0');
    settings.pass_as_tt = options.text("pass") == "tt";
    if (options.boolean("compress")) {
        if (options.boolean("expand")) {
            throw sdk::BadOption("option 'compress': not together with 'expand'");
        }
        if (settings.file_format < 4) {
            throw sdk::BadOption("option 'compress': rectangles need ff 4");
        }
        settings.point_lists = PointLists::compressed;
    } else if (options.boolean("expand") || settings.file_format < 4) {
        settings.point_lists = PointLists::expanded;
    }

    const std::string label(options.text("charset"));
    std::uint32_t flags = 0;
    if (!host.find_charset(label, flags)) {
        throw sdk::BadOption("option 'charset': '" + label + "' names no known charset");
    }
    settings.charset_is_utf8 = (flags & TENGEN_CHARSET_UTF8) != 0;
    settings.charset = "UTF-8";
    if (!settings.charset_is_utf8) {
        sdk::DecodedText nothing;
        settings.charset =
            host.encode(label, "", nothing) && !nothing.charset().empty() ? std::string(nothing.charset()) : label;
        if ((flags & TENGEN_CHARSET_KEEPS_ASCII) == 0) {  // SGF syntax is ASCII
            throw sdk::BadOption("option 'charset': in '" + label +
                                 "' the characters of the syntax cannot be told from others; choose one that extends "
                                 "ASCII, such as UTF-8, GB18030, Shift_JIS or ISO-8859-1");
        }
    }
    return settings;
}

std::string quote_character(std::string_view text, std::uint64_t offset) {
    std::size_t end = static_cast<std::size_t>(offset) + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u) {
        ++end;
    }
    return std::string(text.substr(static_cast<std::size_t>(offset), end - static_cast<std::size_t>(offset)));
}

/// The node in which an offset of a printed game lies.
std::uint32_t node_at(std::string_view printed, std::uint64_t offset) {
    std::uint32_t nodes = 0;
    bool in_value = false;
    for (std::size_t i = 0; i < printed.size() && i < offset; ++i) {
        const char c = printed[i];
        if (!in_value) {
            nodes += c == ';' ? 1u : 0u;
            in_value = c == '[';
        } else if (c == '\\') {
            ++i;
        } else if (c == ']') {
            in_value = false;
        }
    }
    return nodes == 0 ? 0 : nodes - 1;
}

}  // namespace

SgfWriter::SgfWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options)
    : host_(host),
      sink_(sink),
      line_width_(static_cast<std::size_t>(options.integer("line-width"))),
      settings_(settings_of(host, options)),
      printer_(host, settings_, line_width_ == 0 ? out_ : unwrapped_) {}

void SgfWriter::put(Game game) {
    const std::size_t start = out_.size();
    printer_.print(game);
    if (line_width_ != 0) {
        wrap_lines(unwrapped_.view(), line_width_, out_);
        unwrapped_.clear();
    }
    if (!settings_.charset_is_utf8) {
        encode_from(game, start);
    }
    if (out_.size() >= flush_size) {
        flush();
    }
}

void SgfWriter::encode_from(Game game, std::size_t start) {
    sdk::DecodedText encoded;
    if (!host_.encode(settings_.charset, out_.from(start), encoded)) {
        const std::string_view printed = out_.from(start);
        sdk::Place place;
        place.game = game.index();
        place.node = node_at(printed, encoded.error_offset());
        const std::string message = "the charset " + settings_.charset + " has no character '" +
                                    quote_character(printed, encoded.error_offset()) + "'";
        out_.cut(start);
        host_.report("charset.unencodable", place, message, TENGEN_SEVERITY_FATAL);
        throw sdk::GiveUp();
    }
    out_.cut(start);
    out_.append(encoded.text());
}

void SgfWriter::flush() {
    sink_.write(out_.view());
    out_.clear();
}

void SgfWriter::finish() {
    flush();
}

}  // namespace tengen::sgf
