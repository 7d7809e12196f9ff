#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// Charsets: what the labels found in game records mean, and which wider charset their text is read with.
namespace tengen::text {

/// How the bytes of a charset make up characters.
enum class Coding : std::uint8_t {
    ascii,        ///< bytes below 0x80 only
    utf8,         ///< UTF-8
    single_byte,  ///< ASCII, and one byte from 0x80 upwards for every other character
    double_byte,  ///< ASCII, and pairs that start with 81-FE (Big5, EUC-KR, code page 949)
    gb18030,      ///< as double_byte, and four bytes where the second one is a digit
    shift_jis,    ///< ASCII, half-width katakana A1-DF, pairs that start with 81-9F or E0-FC
    euc_jp,       ///< ASCII, pairs A1-FE, 8E and one byte, 8F and two bytes
    whole,        ///< anything else: bytes below 0x80 need not be ASCII (UTF-16, UTF-32, ISO-2022, EBCDIC)
};

/// The set of characters that a label promises, where the charset used for reading has more.
enum class Repertoire : std::uint8_t {
    unlimited,   ///< all that the used charset has
    latin1,      ///< no byte 80-9F
    gb2312,      ///< GB 2312-80 in its EUC form
    gbk,         ///< GBK: no four-byte codes, and none of the two-byte codes that GB 18030 added
    big5,        ///< Big5 of 1984
    cp950,       ///< Big5 with the ETEN characters of code page 950 (F9D6-F9FE) and the euro sign
    jis_x_0208,  ///< JIS X 0208-1990 and half-width katakana
    ks_x_1001,   ///< KS X 1001: both bytes A1-FE
};

/// A charset as a value: cheap to copy, compared by name. Safe to share between threads.
///
/// Labels mean their supersets. GB2312 and GBK are read as GB18030, EUC-KR as windows-949, Shift_JIS as Windows-31J,
/// Big5 as Big5-HKSCS, ISO-8859-1 as windows-1252, ISO-8859-9 as windows-1254. `name()` is what was declared,
/// `used_name()` what the decoder uses, `first_outside()` tells whether the difference matters for given bytes.
class Charset {
public:
    /// The charset a label names, nullopt for an unknown one. Case, blanks, '-', '_', '.', ':' and quotes in the label
    /// do not matter. Labels that this class does not know are looked up among the aliases of ICU.
    static std::optional<Charset> find(std::string_view label);

    static Charset utf8();
    static Charset us_ascii();
    static Charset iso_8859_1();
    static Charset windows_1250();
    static Charset windows_1251();
    static Charset windows_1252();
    static Charset koi8_r();
    static Charset gb18030();
    static Charset big5();
    static Charset shift_jis();
    static Charset euc_jp();
    static Charset iso_2022_jp();
    static Charset euc_kr();
    static Charset utf_16le();
    static Charset utf_16be();
    static Charset utf_32le();
    static Charset utf_32be();

    /// The declared charset by its preferred MIME name (IANA or ICU name where there is none), fit for a CA property.
    [[nodiscard]] constexpr std::string_view name() const noexcept { return name_; }

    /// The name of the charset that text is decoded with; differs from name() when the label means a superset.
    [[nodiscard]] constexpr std::string_view used_name() const noexcept { return used_name_; }

    /// True when the used charset is a superset of the declared one.
    [[nodiscard]] bool is_widened() const noexcept { return repertoire_ != Repertoire::unlimited; }

    /// The used charset as a charset of its own, never widened.
    [[nodiscard]] Charset used() const noexcept;

    /// Offset of the first character that the used charset has but the declared one lacks; nullopt when the declared
    /// charset would have done. The bytes must be valid in the used charset, else the answer means nothing (but is
    /// safe).
    [[nodiscard]] std::optional<std::size_t> first_outside(std::string_view bytes) const noexcept;

    /// True when 5B, 5C or 5D (the bytes of '[', '\' and ']') may be the second byte of a character, so that text has
    /// to be decoded before anything in it is looked for. Also true where single bytes do not tell (UTF-16, ISO-2022).
    [[nodiscard]] bool has_ascii_trail_bytes() const noexcept { return ascii_trail_bytes_; }

    /// True when a byte below 0x80 that is not part of a longer character is always that ASCII character.
    [[nodiscard]] bool keeps_ascii() const noexcept { return coding_ != Coding::whole; }

    [[nodiscard]] bool is_utf8() const noexcept { return coding_ == Coding::utf8; }
    [[nodiscard]] bool is_single_byte() const noexcept { return coding_ == Coding::single_byte; }
    [[nodiscard]] Coding coding() const noexcept { return coding_; }
    [[nodiscard]] Repertoire repertoire() const noexcept { return repertoire_; }

    /// The name under which ICU knows the used charset; empty for the one charset with a table of our own
    /// (ISO-8859-16). Zero-terminated.
    [[nodiscard]] constexpr const char* converter_name() const noexcept { return converter_; }

    friend bool operator==(const Charset& left, const Charset& right) noexcept { return left.name_ == right.name_; }

private:
    friend struct CharsetFactory;
    constexpr Charset(std::string_view name, std::string_view used_name, const char* converter, Coding coding,
                      Repertoire repertoire, bool ascii_trail_bytes) noexcept
        : name_(name),
          used_name_(used_name),
          converter_(converter),
          coding_(coding),
          repertoire_(repertoire),
          ascii_trail_bytes_(ascii_trail_bytes) {}

    // All three point to constants of this program or of ICU's alias table, which live as long as the process.
    std::string_view name_;
    std::string_view used_name_;
    const char* converter_;
    Coding coding_;
    Repertoire repertoire_;
    bool ascii_trail_bytes_;
};

/// The same as Charset::find.
[[nodiscard]] std::optional<Charset> find_charset(std::string_view label);

}  // namespace tengen::text
