#include "text/detect.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <unicode/ucsdet.h>

#include "text/bom.h"
#include "text/decode.h"
#include "text/language_model.h"
#include "text/repertoire.h"
#include "text/utf8.h"

namespace tengen::text {

namespace {

/// How rare a charset is among records that declare none, in bits.
struct Model {
    Charset charset;
    Script script;
    double rarity;
};

std::vector<Model> all_models() {
    return {
        {Charset::gb18030(), Script::simplified_chinese, 1.5},
        {Charset::windows_1252(), Script::western, 1.5},
        {Charset::shift_jis(), Script::japanese, 2.5},
        {Charset::euc_kr(), Script::korean, 2.5},
        {Charset::big5(), Script::traditional_chinese, 3},
        {Charset::windows_1251(), Script::russian, 4},
        {Charset::euc_jp(), Script::japanese, 4.5},
        {Charset::windows_1250(), Script::central_european, 5},
        {Charset::koi8_r(), Script::russian, 7},
    };
}

// Scoring looks at this much text at most, taken from all over the sample; validity is checked on all of it.
constexpr std::size_t scored_bytes = std::size_t{1} << 16;
constexpr std::size_t scored_bytes_of_line = std::size_t{1} << 13;

constexpr double cost_of_cut_character = 18;
// Beyond this many bits of distance the detector of ICU is not asked any more.
constexpr double clear_distance = 24;
constexpr double weight_of_icu = 4;

struct CloseDetector {
    void operator()(UCharsetDetector* detector) const noexcept { ucsdet_close(detector); }
};

template <class Action>
void for_each_line(std::string_view sample, Action&& action) {
    while (!sample.empty()) {
        const std::size_t end = std::min(sample.find('\n'), sample.size());
        action(sample.substr(0, end));
        sample.remove_prefix(std::min(end + 1, sample.size()));
    }
}

/// The lines with bytes from 0x80 upwards, thinned out evenly when there are many.
std::vector<std::string_view> lines_to_score(std::string_view sample) {
    std::vector<std::string_view> lines;
    std::size_t total = 0;
    for_each_line(sample, [&](std::string_view line) {
        if (is_ascii(line)) return;
        lines.push_back(line);
        total += std::min(line.size(), scored_bytes_of_line);
    });
    const std::size_t stride = total / scored_bytes + 1;
    if (stride == 1) return lines;
    std::vector<std::string_view> chosen;
    for (std::size_t index = 0; index < lines.size(); index += stride) chosen.push_back(lines[index]);
    return chosen;
}

bool has_codes_80_to_9f(std::string_view sample) {
    return Charset::iso_8859_1().first_outside(sample).has_value();
}

/// Offset of the first code 80-9F that windows-1252 leaves unassigned.
std::optional<std::size_t> first_unassigned_control(std::string_view sample) {
    const std::size_t offset = sample.find_first_of("\x81\x8D\x8F\x90\x9D");
    if (offset == std::string_view::npos) return std::nullopt;
    return offset;
}

struct Scored {
    Charset charset;
    double cost;
    bool fits;
};

std::vector<Candidate> ranked(std::vector<Scored> scored) {
    std::sort(scored.begin(), scored.end(),
              [](const Scored& left, const Scored& right) { return left.cost < right.cost; });
    double total = 0;
    for (const Scored& entry : scored) total += std::exp2(scored.front().cost - entry.cost);
    std::vector<Candidate> candidates;
    candidates.reserve(scored.size());
    for (const Scored& entry : scored) {
        candidates.push_back({entry.charset, std::exp2(scored.front().cost - entry.cost) / total, entry.fits});
    }
    return candidates;
}

}  // namespace

class CharsetDetector::Implementation {
public:
    Implementation() {
        for (const Model& model : all_models()) readers_.push_back({model, Decoder(model.charset)});
    }

    std::vector<Candidate> detect(std::string_view sample) {
        if (auto wide = detect_wide(sample)) return {{*wide, 0.98, true}, latin(sample, 0.02)};
        if (is_ascii(sample)) {
            if (is_iso_2022_jp(sample))
                return {{Charset::iso_2022_jp(), 0.99, true}, {Charset::us_ascii(), 0.01, true}};
            return {{Charset::us_ascii(), 1.0, true}};
        }
        std::vector<Candidate> candidates = ranked(score(sample));
        if (is_valid_utf8(sample)) {
            constexpr double doubt = 0.01;
            for (Candidate& candidate : candidates) candidate.confidence *= doubt;
            candidates.insert(candidates.begin(), {Charset::utf8(), 1 - doubt, true});
        }
        return candidates;
    }

    std::optional<Suspicion> suspect_default(std::string_view sample) {
        const std::size_t first = first_non_ascii(sample);
        if (first == std::string_view::npos) return std::nullopt;
        if (is_valid_utf8(sample)) return Suspicion{Suspicion::Reason::valid_utf8, Charset::utf8(), first};
        const Candidate best = detect(sample).front();
        const bool is_latin = best.charset == Charset::iso_8859_1() || best.charset == Charset::windows_1252();
        constexpr double sure_enough = 0.9;
        if (!is_latin && best.confidence >= sure_enough) {
            return Suspicion{Suspicion::Reason::other_charset, best.charset, first};
        }
        if (const auto control = first_unassigned_control(sample)) {
            return Suspicion{Suspicion::Reason::control_codes, Charset::windows_1252(), *control};
        }
        return std::nullopt;
    }

private:
    struct Reader {
        Model model;
        Decoder decoder;
    };

    static Candidate latin(std::string_view sample, double confidence) {
        return {has_codes_80_to_9f(sample) ? Charset::windows_1252() : Charset::iso_8859_1(), confidence, true};
    }

    /// UTF-16 and UTF-32: a mark, or zeros at every second byte, as only ASCII characters in them have.
    std::optional<Charset> detect_wide(std::string_view sample) {
        const auto mark = find_byte_order_mark(sample);
        if (mark && !mark->charset.is_utf8()) {
            if (Decoder(mark->charset).accepts(sample.substr(mark->length))) return mark->charset;
            return std::nullopt;
        }
        if (sample.size() < 4 || sample.find('\0') == std::string_view::npos) return std::nullopt;
        std::array<std::size_t, 2> zeros{};
        for (std::size_t index = 0; index < sample.size(); ++index) {
            if (sample[index] == '\0') ++zeros[index % 2];
        }
        const std::size_t half = sample.size() / 2;
        for (const Charset& charset : {Charset::utf_16le(), Charset::utf_16be()}) {
            const bool little = charset == Charset::utf_16le();
            const std::size_t high_zeros = zeros[little ? 1 : 0];
            const std::size_t low_zeros = zeros[little ? 0 : 1];
            if (high_zeros * 3 >= half && low_zeros * 20 <= half && Decoder(charset).accepts(sample)) return charset;
        }
        return std::nullopt;
    }

    static bool is_iso_2022_jp(std::string_view sample) {
        using namespace std::string_view_literals;
        // An escape sequence that switches to a Japanese set (RFC 1468), and everything in order behind it.
        for (const std::string_view escape : {"\x1B$B"sv, "\x1B$@"sv, "\x1B(J"sv}) {
            if (sample.find(escape) != std::string_view::npos) return Decoder(Charset::iso_2022_jp()).accepts(sample);
        }
        return false;
    }

    std::vector<Scored> score(std::string_view sample) {
        const std::vector<std::string_view> lines = lines_to_score(sample);
        std::vector<Scored> scored;
        for (Reader& reader : readers_) {
            const std::optional<std::size_t> cut = count_cut_characters(reader.decoder, sample);
            if (!cut) continue;
            double cost = reader.model.rarity + cost_of_cut_character * static_cast<double>(*cut);
            for (const std::string_view line : lines) cost += cost_of(reader, line);
            // A cut character would look like one that only the superset has.
            scored.push_back({*cut == 0 ? shown(reader.model.charset, sample) : reader.model.charset, cost, *cut == 0});
        }
        listen_to_icu(lines, scored);
        return scored;
    }

    double cost_of(Reader& reader, std::string_view line) {
        line = line.substr(0, scored_bytes_of_line);
        const DecodeResult result = reader.decoder.decode(line, text_);
        line = line.substr(0, result.bad_offset);
        return line_cost(reader.model.script, reader.model.charset.coding(), line, text_);
    }

    /// Number of first bytes of pairs that stand alone at the end of a line; nullopt when other bytes do not fit.
    std::optional<std::size_t> count_cut_characters(Decoder& decoder, std::string_view sample) {
        std::size_t cut = 0;
        while (true) {
            const DecodeResult result = decoder.decode(sample, text_);
            if (result.ok()) return cut;
            sample.remove_prefix(result.bad_offset);
            const bool is_lead = character_length(decoder.charset().coding(), sample) == 2;
            sample.remove_prefix(1);
            const bool at_end_of_line = sample.empty() || sample.front() == '\n';
            if (!is_lead || !at_end_of_line || !decoder.charset().has_ascii_trail_bytes()) return std::nullopt;
            ++cut;
        }
    }

    /// The charset by the name that a human would give it: the narrowest that has all characters of the sample.
    static Charset shown(const Charset& charset, std::string_view sample) {
        if (charset == Charset::windows_1252()) return latin(sample, 0).charset;
        return charset.first_outside(sample) ? charset.used() : charset;
    }

    void listen_to_icu(const std::vector<std::string_view>& lines, std::vector<Scored>& scored) {
        std::vector<double> costs;
        costs.reserve(scored.size());
        for (const Scored& entry : scored) costs.push_back(entry.cost);
        std::sort(costs.begin(), costs.end());
        if (costs.size() > 1 && costs[1] - costs[0] > clear_distance) return;

        std::string text;
        for (const std::string_view line : lines) text.append(line.substr(0, scored_bytes_of_line)).push_back('\n');
        UErrorCode error = U_ZERO_ERROR;
        const std::unique_ptr<UCharsetDetector, CloseDetector> detector(ucsdet_open(&error));
        ucsdet_setText(detector.get(), text.data(), static_cast<std::int32_t>(text.size()), &error);
        std::int32_t count = 0;
        const UCharsetMatch** matches = ucsdet_detectAll(detector.get(), &count, &error);
        if (U_FAILURE(error)) return;  // it is only a voice among others
        for (std::int32_t index = 0; index < count; ++index) {
            UErrorCode match_error = U_ZERO_ERROR;
            const char* name = ucsdet_getName(matches[index], &match_error);
            const double confidence = ucsdet_getConfidence(matches[index], &match_error) / 100.0;
            if (U_FAILURE(match_error) || name == nullptr) continue;
            const std::optional<Charset> charset = Charset::find(name);
            if (!charset) continue;
            for (Scored& entry : scored) {
                if (entry.charset.used_name() == charset->used_name()) entry.cost -= weight_of_icu * confidence;
            }
        }
    }

    std::vector<Reader> readers_;
    std::string text_;
};

CharsetDetector::CharsetDetector() : implementation_(std::make_unique<Implementation>()) {}
CharsetDetector::~CharsetDetector() = default;
CharsetDetector::CharsetDetector(CharsetDetector&&) noexcept = default;
CharsetDetector& CharsetDetector::operator=(CharsetDetector&&) noexcept = default;

std::vector<Candidate> CharsetDetector::detect(std::string_view sample) {
    return implementation_->detect(sample);
}

std::optional<Suspicion> CharsetDetector::suspect_default(std::string_view sample) {
    return implementation_->suspect_default(sample);
}

std::vector<Candidate> detect_charset(std::string_view sample) {
    return CharsetDetector().detect(sample);
}

}  // namespace tengen::text
