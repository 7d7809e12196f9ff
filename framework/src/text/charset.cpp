#include "text/charset.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <string>

#include "text/icu_converter.h"
#include "text/repertoire.h"

namespace tengen::text {

namespace {

using namespace std::string_view_literals;

/// A label as it is compared: letters and digits only, in lower case.
std::string folded(std::string_view label) {
    std::string result;
    for (const char character : label) {
        if (character >= 'A' && character <= 'Z') {
            result += static_cast<char>(character - 'A' + 'a');
        } else if ((character >= 'a' && character <= 'z') || (character >= '0' && character <= '9')) {
            result += character;
        }
    }
    return result;
}

/// No registered label is longer (the longest alias of ICU has 45 characters); text that strayed into CA is.
constexpr std::size_t longest_label = 64;

/// True when ICU reads printable ASCII as it is. (It swaps three control codes in the code pages of IBM; here bytes
/// below 0x80 are ASCII in those, too.)
bool reads_ascii_as_it_is(UConverter* converter) {
    for (int value = ' '; value <= '~'; ++value) {
        const char byte = static_cast<char>(value);
        const char* source = &byte;
        std::array<UChar, 8> output{};
        UChar* target = output.data();
        UErrorCode error = U_ZERO_ERROR;
        ucnv_resetToUnicode(converter);
        ucnv_toUnicode(converter, &target, output.data() + output.size(), &source, &byte + 1, nullptr, true, &error);
        if (U_FAILURE(error) || target != output.data() + 1 || output[0] != static_cast<UChar>(value)) return false;
    }
    return true;
}

}  // namespace

/// The one place that puts charsets together.
struct CharsetFactory {
    static constexpr Charset make(std::string_view name, std::string_view used_name, const char* converter,
                                  Coding coding, Repertoire repertoire, bool ascii_trail_bytes) {
        return {name, used_name, converter, coding, repertoire, ascii_trail_bytes};
    }
    static constexpr Charset single(std::string_view name, const char* converter) {
        return {name, name, converter, Coding::single_byte, Repertoire::unlimited, false};
    }
    static constexpr Charset whole(std::string_view name, const char* converter) {
        return {name, name, converter, Coding::whole, Repertoire::unlimited, true};
    }
};

namespace {

constexpr Charset utf8 = CharsetFactory::make("UTF-8", "UTF-8", "UTF-8", Coding::utf8, Repertoire::unlimited, false);
constexpr Charset us_ascii =
    CharsetFactory::make("US-ASCII", "US-ASCII", "US-ASCII", Coding::ascii, Repertoire::unlimited, false);
constexpr Charset windows_1252 = CharsetFactory::single("windows-1252", "ibm-5348_P100-1997");
constexpr Charset iso_8859_1 = CharsetFactory::make("ISO-8859-1", windows_1252.name(), windows_1252.converter_name(),
                                                    Coding::single_byte, Repertoire::latin1, false);
constexpr Charset windows_1254 = CharsetFactory::single("windows-1254", "ibm-5350_P100-1998");
constexpr Charset iso_8859_9 = CharsetFactory::make("ISO-8859-9", windows_1254.name(), windows_1254.converter_name(),
                                                    Coding::single_byte, Repertoire::latin1, false);
constexpr Charset windows_1250 = CharsetFactory::single("windows-1250", "ibm-5346_P100-1998");
constexpr Charset windows_1251 = CharsetFactory::single("windows-1251", "ibm-5347_P100-1998");
constexpr Charset koi8_r = CharsetFactory::single("KOI8-R", "KOI8-R");

constexpr Charset gb18030 =
    CharsetFactory::make("GB18030", "GB18030", "gb18030", Coding::gb18030, Repertoire::unlimited, true);
constexpr Charset gbk = CharsetFactory::make("GBK", "GB18030", "gb18030", Coding::gb18030, Repertoire::gbk, true);
constexpr Charset gb2312 =
    CharsetFactory::make("GB2312", "GB18030", "gb18030", Coding::gb18030, Repertoire::gb2312, true);

constexpr const char* hkscs = "ibm-1375_P100-2008";
constexpr Charset big5_hkscs =
    CharsetFactory::make("Big5-HKSCS", "Big5-HKSCS", hkscs, Coding::double_byte, Repertoire::unlimited, true);
constexpr Charset big5 = CharsetFactory::make("Big5", "Big5-HKSCS", hkscs, Coding::double_byte, Repertoire::big5, true);
constexpr Charset cp950 =
    CharsetFactory::make("windows-950", "Big5-HKSCS", hkscs, Coding::double_byte, Repertoire::cp950, true);

constexpr const char* cp932 = "ibm-943_P15A-2003";
constexpr Charset windows_31j =
    CharsetFactory::make("Windows-31J", "Windows-31J", cp932, Coding::shift_jis, Repertoire::unlimited, true);
constexpr Charset shift_jis =
    CharsetFactory::make("Shift_JIS", "Windows-31J", cp932, Coding::shift_jis, Repertoire::jis_x_0208, true);
constexpr Charset euc_jp =
    CharsetFactory::make("EUC-JP", "EUC-JP", "euc-jp-2007", Coding::euc_jp, Repertoire::unlimited, false);
constexpr Charset iso_2022_jp = CharsetFactory::whole("ISO-2022-JP", "ISO-2022-JP");

constexpr Charset windows_949 = CharsetFactory::make("windows-949", "windows-949", "windows-949-2000",
                                                     Coding::double_byte, Repertoire::unlimited, false);
constexpr Charset euc_kr = CharsetFactory::make("EUC-KR", windows_949.name(), windows_949.converter_name(),
                                                Coding::double_byte, Repertoire::ks_x_1001, false);

constexpr Charset utf_16le = CharsetFactory::whole("UTF-16LE", "UTF-16LE");
constexpr Charset utf_16be = CharsetFactory::whole("UTF-16BE", "UTF-16BE");
constexpr Charset utf_32le = CharsetFactory::whole("UTF-32LE", "UTF-32LE");
constexpr Charset utf_32be = CharsetFactory::whole("UTF-32BE", "UTF-32BE");

/// The charsets with rules of their own, and the labels under which game records name them.
struct Row {
    Charset charset;
    std::string_view labels;  // folded, separated by blanks; the first is the charset's own name
};

constexpr std::array rows{
    Row{utf8, "utf8 unicode11utf8 unicode20utf8 xunicode20utf8 utf8bom utf8n cp65001 windows65001 65001"},
    Row{us_ascii, "usascii ascii usasci ansix341968 ansix341986 iso646us iso646irv1991 isoir6 us ibm367 cp367 646"},
    Row{iso_8859_1, "iso88591 latin1 l1 isolatin1 isoir100 iso885911987 ibm819 cp819 xlatin1 windows28591 28591 88591"},
    Row{windows_1252, "windows1252 cp1252 win1252 xcp1252 ms1252 ansi1252 1252 ansi msansi"},
    Row{CharsetFactory::single("ISO-8859-2", "ISO-8859-2"), "iso88592 latin2 l2 isolatin2"},
    Row{CharsetFactory::single("ISO-8859-3", "ISO-8859-3"), "iso88593 latin3 l3 isolatin3"},
    Row{CharsetFactory::single("ISO-8859-4", "ISO-8859-4"), "iso88594 latin4 l4 isolatin4"},
    Row{CharsetFactory::single("ISO-8859-5", "ISO-8859-5"), "iso88595 cyrillic"},
    Row{CharsetFactory::single("ISO-8859-6", "ISO-8859-6"), "iso88596 arabic"},
    Row{CharsetFactory::single("ISO-8859-7", "ISO-8859-7"), "iso88597 greek greek8"},
    Row{CharsetFactory::single("ISO-8859-8", "ISO-8859-8"), "iso88598 hebrew"},
    Row{iso_8859_9, "iso88599 latin5 l5 isolatin5"},
    Row{CharsetFactory::single("ISO-8859-10", "ISO-8859-10"), "iso885910 latin6 l6 isolatin6"},
    Row{CharsetFactory::single("ISO-8859-11", "ISO-8859-11"), "iso885911 thai8"},
    Row{CharsetFactory::single("ISO-8859-13", "ISO-8859-13"), "iso885913 latin7 l7"},
    Row{CharsetFactory::single("ISO-8859-14", "ISO-8859-14"), "iso885914 latin8 l8"},
    Row{CharsetFactory::single("ISO-8859-15", "ISO-8859-15"), "iso885915 latin9 l9 isolatin9 latin0"},
    Row{CharsetFactory::single("ISO-8859-16", ""), "iso885916 latin10 l10 isoir226 iso8859162001"},
    Row{CharsetFactory::single("windows-874", "windows-874"), "windows874 cp874 ms874 tis620 tis6202533 874"},
    Row{windows_1250, "windows1250 cp1250 win1250 xcp1250 ms1250 1250"},
    Row{windows_1251, "windows1251 cp1251 win1251 xcp1251 ms1251 ansi1251 1251"},
    Row{CharsetFactory::single("windows-1253", "windows-1253"), "windows1253 cp1253 win1253 xcp1253 1253"},
    Row{windows_1254, "windows1254 cp1254 win1254 xcp1254 1254"},
    Row{CharsetFactory::single("windows-1255", "windows-1255"), "windows1255 cp1255 win1255 xcp1255 1255"},
    Row{CharsetFactory::single("windows-1256", "windows-1256"), "windows1256 cp1256 win1256 xcp1256 1256"},
    Row{CharsetFactory::single("windows-1257", "windows-1257"), "windows1257 cp1257 win1257 xcp1257 1257"},
    Row{CharsetFactory::single("windows-1258", "windows-1258"), "windows1258 cp1258 win1258 xcp1258 1258"},
    Row{koi8_r, "koi8r koi8 koi cskoi8r cp20866 windows20866 20866"},
    Row{CharsetFactory::single("KOI8-U", "KOI8-U"), "koi8u koi8ru cp21866 windows21866 21866"},
    Row{CharsetFactory::single("IBM866", "ibm-866_P100-1995"), "ibm866 cp866 866 dos866 csibm866"},
    Row{CharsetFactory::single("macintosh", "macintosh"),
        "macintosh mac macroman xmacroman csmacintosh windows10000 10000"},
    Row{gb2312,
        "gb2312 eucchina euccn xeuccn gb231280 gb23121980 csgb2312 iso58gb231280 chinese gb isoir58 "
        "gb2312simplified"},
    Row{gbk, "gbk cp936 ms936 windows936 xgbk 936 win936"},
    Row{gb18030, "gb18030 gb180302000 gb180302005 cp54936 windows54936 ibm1392 54936"},
    Row{big5, "big5 csbig5 cnbig5 xxbig5 xbig5 bigfive tcabig5 big5tw"},
    Row{big5_hkscs, "big5hkscs hkscs big5hk hkscsbig5 big5eten big5plus csbig5hkscs cp951 951"},
    Row{cp950, "windows950 cp950 ms950 xwindows950 950 win950"},
    Row{shift_jis, "shiftjis sjis xsjis shjis shiftjisx0208 csshiftjis mskanji jisx0208 xshiftjis"},
    Row{windows_31j, "windows31j cp932 ms932 windows932 xmscp932 cswindows31j 932 win932 cp943 ibm943 sjiswin"},
    Row{euc_jp,
        "eucjp xeucjp eucjis ujis xeuc eucjpms eucjpwin cp51932 cp20932 cseucpkdfmtjapanese "
        "extendedunixcodepackedformatforjapanese euc 51932"},
    Row{iso_2022_jp, "iso2022jp csiso2022jp jis cp50220 cp50221 cp50222 iso2022jpms 50220 50221 50222"},
    Row{euc_kr, "euckr xeuckr cseuckr cp51949 windows51949 ksx1001 wansung 51949"},
    Row{windows_949,
        "windows949 cp949 ms949 949 uhc ksc5601 ksc56011987 ksc56011989 csksc56011987 korean isoir149 "
        "xwindows949 win949"},
    Row{CharsetFactory::whole("UTF-16", "UTF-16"), "utf16 ucs2 iso10646ucs2 unicode csunicode"},
    Row{utf_16le, "utf16le unicodelittle cp1200 windows1200 1200"},
    Row{utf_16be, "utf16be unicodebig unicodefffe cp1201 windows1201 1201"},
    Row{CharsetFactory::whole("UTF-32", "UTF-32"), "utf32 ucs4 iso10646ucs4"},
    Row{utf_32le, "utf32le cp12000 windows12000 12000"},
    Row{utf_32be, "utf32be cp12001 windows12001 12001"},
};

const Charset* find_known(std::string_view folded_label) {
    for (const Row& row : rows) {
        std::string_view rest = row.labels;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find(' '), rest.size());
            if (rest.substr(0, end) == folded_label) return &row.charset;
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return nullptr;
}

const Charset* find_by_name(std::string_view name) {
    for (const Row& row : rows) {
        if (row.charset.name() == name) return &row.charset;
    }
    return nullptr;
}

/// A charset that only ICU knows.
std::optional<Charset> from_icu(const std::string& label) {
    const ConverterHandle converter = try_open_converter(label.c_str());
    if (!converter) return std::nullopt;
    UErrorCode error = U_ZERO_ERROR;
    const char* canonical = ucnv_getName(converter.get(), &error);
    if (U_FAILURE(error) || canonical == nullptr) return std::nullopt;
    const char* name = nullptr;
    for (const char* standard : {"MIME", "IANA"}) {
        UErrorCode unknown_standard = U_ZERO_ERROR;
        if (name == nullptr) name = ucnv_getStandardName(canonical, standard, &unknown_standard);
    }
    if (name == nullptr) name = canonical;
    // Another spelling of a charset of the table above.
    if (const Charset* known = find_known(folded(name))) return *known;
    const bool single = ucnv_getMaxCharSize(converter.get()) == 1 && reads_ascii_as_it_is(converter.get());
    // The converter's own copy of the name dies with it; ICU's alias table has the same one for good.
    UErrorCode alias_error = U_ZERO_ERROR;
    const char* lasting = ucnv_getAlias(canonical, 0, &alias_error);
    if (U_FAILURE(alias_error) || lasting == nullptr) return std::nullopt;
    if (name == canonical) name = lasting;
    return single ? CharsetFactory::single(name, lasting) : CharsetFactory::whole(name, lasting);
}

}  // namespace

std::optional<Charset> Charset::find(std::string_view label) {
    const std::string key = folded(label);
    if (key.empty() || label.size() > longest_label) return std::nullopt;
    if (const Charset* known = find_known(key)) return *known;

    // ICU takes a comma for the start of converter options, so only what can be part of a name is passed on.
    std::string plain;
    for (const char character : label) {
        const bool part_of_name =
            std::isalnum(static_cast<unsigned char>(character)) != 0 || std::strchr("-_.:+()", character) != nullptr;
        if (part_of_name && character != '\0') {
            plain += character;
        } else if (std::strchr(" \t\r\n'\"", character) == nullptr) {
            return std::nullopt;
        }
    }
    return from_icu(plain);
}

std::optional<Charset> find_charset(std::string_view label) {
    return Charset::find(label);
}

Charset Charset::utf8() {
    return text::utf8;
}
Charset Charset::us_ascii() {
    return text::us_ascii;
}
Charset Charset::iso_8859_1() {
    return text::iso_8859_1;
}
Charset Charset::windows_1250() {
    return text::windows_1250;
}
Charset Charset::windows_1251() {
    return text::windows_1251;
}
Charset Charset::windows_1252() {
    return text::windows_1252;
}
Charset Charset::koi8_r() {
    return text::koi8_r;
}
Charset Charset::gb18030() {
    return text::gb18030;
}
Charset Charset::big5() {
    return text::big5;
}
Charset Charset::shift_jis() {
    return text::shift_jis;
}
Charset Charset::euc_jp() {
    return text::euc_jp;
}
Charset Charset::iso_2022_jp() {
    return text::iso_2022_jp;
}
Charset Charset::euc_kr() {
    return text::euc_kr;
}
Charset Charset::utf_16le() {
    return text::utf_16le;
}
Charset Charset::utf_16be() {
    return text::utf_16be;
}
Charset Charset::utf_32le() {
    return text::utf_32le;
}
Charset Charset::utf_32be() {
    return text::utf_32be;
}

Charset Charset::used() const noexcept {
    if (!is_widened()) return *this;
    const Charset* wide = find_by_name(used_name_);
    return wide != nullptr ? *wide : *this;
}

std::optional<std::size_t> Charset::first_outside(std::string_view bytes) const noexcept {
    if (!is_widened()) return std::nullopt;
    return first_outside_repertoire(repertoire_, coding_, bytes);
}

}  // namespace tengen::text
