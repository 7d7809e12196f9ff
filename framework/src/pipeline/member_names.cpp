#include "pipeline/member_names.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "text/decode.h"
#include "text/detect.h"
#include "text/utf8.h"

namespace tengen::pipeline {

namespace {

// What a name by itself has to be worth in another charset, and at most in that of the others.
constexpr double clear = 0.99;
constexpr double hopeless = 0.001;

struct Detection {
    text::CharsetDetector detector;
    std::string sample;
    std::vector<text::Candidate> candidates;  // for the sample

    std::string decode(std::string_view raw, std::string_view all) {
        if (candidates.empty() || sample != all) {
            sample = all;
            candidates = detector.detect(sample);
        }
        std::string name;
        if (const std::vector<text::Candidate> own = detector.detect(raw);
            speaks_for_itself(own) && text::Decoder(own.front().charset).decode(raw, name)) {
            return name;
        }
        for (const text::Candidate& candidate : candidates) {
            if (text::Decoder(candidate.charset).decode(raw, name)) {
                return name;
            }
        }
        if (!text::Decoder(text::Charset::windows_1252()).decode(raw, name)) {
            name.clear();
            for (const char c : raw) {
                text::append_utf8(name, static_cast<unsigned char>(c));
            }
        }
        return name;
    }

private:
    [[nodiscard]] bool speaks_for_itself(const std::vector<text::Candidate>& own) const {
        const auto shared = std::find_if(own.begin(), own.end(), [this](const text::Candidate& candidate) {
            return candidate.charset.name() == candidates.front().charset.name();
        });
        return own.front().fits && own.front().confidence >= clear &&
               (shared == own.end() || shared->confidence <= hopeless);
    }
};

}  // namespace

MemberNameDecoder member_name_decoder() {
    return [detection = std::make_shared<Detection>()](std::string_view raw, std::string_view sample) {
        return detection->decode(raw, sample);
    };
}

}  // namespace tengen::pipeline
