#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "text/charset.h"

/// Guessing the charset of text that declares none.
namespace tengen::text {

struct Candidate {
    Charset charset;
    double confidence;  ///< from 0 to 1; those of one answer add up to at most 1
    bool fits;          ///< false when a line ends within a character (see CharsetDetector::detect)
};

/// Why text that is read as ISO-8859-1 by default looks like something else.
struct Suspicion {
    enum class Reason {
        valid_utf8,     ///< it has bytes from 0x80 upwards and all of it is valid UTF-8
        other_charset,  ///< it reads much better in `likely`
        control_codes,  ///< it has codes 80-9F that stand for nothing in windows-1252 either
    };
    Reason reason;
    Charset likely;      ///< windows-1252 for control_codes
    std::size_t offset;  ///< of the first byte from 0x80 upwards; for control_codes of the first such code
};

/// Ranks charsets for the texts of game records: names, results, comments; often only two or three characters of them.
///
/// Charsets are ranked by how likely the bytes are in the languages written in them: validity, frequent characters of
/// each language, terms of the game of Go, names, and how accents and capitals stand within words; ICU's detector is
/// one more voice where that leaves doubt.
///
/// Threads: one object serves one thread at a time (it holds decoders). Reuse it: making one is the dearest part of a
/// detection on short text.
class CharsetDetector {
public:
    CharsetDetector();
    ~CharsetDetector();
    CharsetDetector(CharsetDetector&&) noexcept;
    CharsetDetector& operator=(CharsetDetector&&) noexcept;

    /// Candidates for a sample, the best first; never empty. The sample should be all text values of a file, a line
    /// each.
    ///
    /// - ASCII only: US-ASCII alone.
    /// - Valid UTF-8 with any longer character, and ISO-2022-JP with its escape sequences, come first with confidence
    /// near 1.
    /// - UTF-16 and UTF-32 are found by a byte-order mark or by their zero bytes, when the sample is a whole file.
    /// - A charset in which some byte of the sample fits no character is left out. One exception: a line may end with
    ///   the first byte of a pair where 5C and 5D may be second bytes, since whoever cut the values out took that byte
    ///   for a bracket; such candidates have `fits` false.
    /// - Text without codes 80-9F is offered as ISO-8859-1, else as windows-1252; one of them is always among the
    /// candidates.
    std::vector<Candidate> detect(std::string_view sample);

    /// Tells whether a sample that ISO-8859-1 is assumed for looks like another charset; nullopt when it does not.
    std::optional<Suspicion> suspect_default(std::string_view sample);

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

/// CharsetDetector::detect with a detector of its own.
[[nodiscard]] std::vector<Candidate> detect_charset(std::string_view sample);

}  // namespace tengen::text
