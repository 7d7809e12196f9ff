#include "pipeline/member_names.h"

#include "text/decode.h"
#include "text/detect.h"
#include "text/utf8.h"

namespace tengen::pipeline {

std::string decode_member_name(std::string_view raw, std::string_view sample) {
    std::string name;
    for (const text::Candidate& candidate : text::detect_charset(sample)) {
        text::Decoder decoder(candidate.charset);
        if (decoder.decode(raw, name)) {
            return name;
        }
    }
    text::Decoder latin(text::Charset::windows_1252());
    if (!latin.decode(raw, name)) {
        name.clear();
        for (const char c : raw) {
            text::append_utf8(name, static_cast<unsigned char>(c));
        }
    }
    return name;
}

}  // namespace tengen::pipeline
