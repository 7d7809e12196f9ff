#include "text/repertoire.h"

#include <algorithm>
#include <array>
#include <span>

#include "text/utf8.h"

namespace tengen::text {

namespace {

/// Codes from first to last within one row; rows and cells count as the standards count them, from 1.
struct Cells {
    std::uint8_t row;
    std::uint8_t first;
    std::uint8_t last;
};

// GB 2312-80: rows 1 to 9 hold symbols, 16 to 87 hanzi (row 55 ends five cells early).
constexpr std::array gb2312_cells{Cells{1, 1, 94},  Cells{2, 17, 66}, Cells{2, 69, 78}, Cells{2, 81, 92},
                                  Cells{3, 1, 94},  Cells{4, 1, 83},  Cells{5, 1, 86},  Cells{6, 1, 24},
                                  Cells{6, 33, 56}, Cells{7, 1, 33},  Cells{7, 49, 81}, Cells{8, 1, 26},
                                  Cells{8, 37, 73}, Cells{9, 4, 79},  Cells{55, 1, 89}};

// JIS X 0208-1990: rows 1 to 8 hold symbols, 16 to 84 kanji (rows 47 and 84 are not full).
constexpr std::array jis_x_0208_cells{Cells{1, 1, 94},  Cells{2, 1, 14},  Cells{2, 26, 33}, Cells{2, 42, 48},
                                      Cells{2, 60, 74}, Cells{2, 82, 89}, Cells{2, 94, 94}, Cells{3, 16, 25},
                                      Cells{3, 33, 58}, Cells{3, 65, 90}, Cells{4, 1, 83},  Cells{5, 1, 86},
                                      Cells{6, 1, 24},  Cells{6, 33, 56}, Cells{7, 1, 33},  Cells{7, 49, 81},
                                      Cells{8, 1, 32},  Cells{47, 1, 51}, Cells{84, 1, 6}};

/// The two-byte codes that GB 18030 assigned where GBK had none.
struct Codes {
    std::uint16_t first;
    std::uint16_t last;
};
constexpr std::array codes_new_in_gb18030{Codes{0xA2E3, 0xA2E3}, Codes{0xA8BC, 0xA8BC}, Codes{0xA8BF, 0xA8BF},
                                          Codes{0xA989, 0xA995}, Codes{0xFE50, 0xFEA0}};

bool has_cell(std::span<const Cells> table, unsigned row, unsigned cell) {
    return std::any_of(table.begin(), table.end(), [=](const Cells& cells) {
        return cells.row == row && cells.first <= cell && cell <= cells.last;
    });
}

bool in_gb2312(unsigned lead, unsigned trail) {
    if (lead < 0xA1 || trail < 0xA1) return false;
    const unsigned row = lead - 0xA0;
    if (row >= 16 && row <= 87 && row != 55) return true;
    return has_cell(gb2312_cells, row, trail - 0xA0);
}

bool in_jis_x_0208(unsigned lead, unsigned trail) {
    // Shift_JIS folds two rows of 94 cells into the 188 trail bytes of one lead byte; 7F is left out.
    const unsigned folded = lead < 0xA0 ? lead - 0x81 : lead - 0xC1;
    const unsigned place = trail - (trail > 0x7F ? 0x41u : 0x40u);
    const unsigned row = folded * 2 + 1 + place / 94;
    const unsigned cell = place % 94 + 1;
    if (row >= 16 && row <= 83 && row != 47) return true;
    return has_cell(jis_x_0208_cells, row, cell);
}

bool in_big5(unsigned lead, unsigned trail) {
    const unsigned code = lead << 8 | trail;
    return (code >= 0xA140 && code <= 0xA3BF) || (code >= 0xA440 && code <= 0xC67E) ||
           (code >= 0xC940 && code <= 0xF9D5);
}

bool in_gbk(unsigned lead, unsigned trail) {
    const unsigned code = lead << 8 | trail;
    return std::none_of(codes_new_in_gb18030.begin(), codes_new_in_gb18030.end(),
                        [=](const Codes& codes) { return codes.first <= code && code <= codes.last; });
}

bool has_pair(Repertoire repertoire, unsigned lead, unsigned trail) {
    switch (repertoire) {
        case Repertoire::gb2312:
            return in_gb2312(lead, trail);
        case Repertoire::gbk:
            return in_gbk(lead, trail);
        case Repertoire::big5:
            return in_big5(lead, trail);
        case Repertoire::cp950:
            return in_big5(lead, trail) || (lead == 0xA3 && trail == 0xE1) || (lead == 0xF9 && trail >= 0xD6);
        case Repertoire::jis_x_0208:
            return in_jis_x_0208(lead, trail);
        case Repertoire::ks_x_1001:
            return lead >= 0xA1 && trail >= 0xA1;
        case Repertoire::latin1:
        case Repertoire::unlimited:
            break;
    }
    return true;
}

unsigned byte_at(std::string_view bytes, std::size_t index) {
    return static_cast<unsigned char>(bytes[index]);
}

}  // namespace

unsigned character_length(Coding coding, std::string_view bytes) noexcept {
    const unsigned lead = byte_at(bytes, 0);
    if (lead < 0x80) return 1;
    switch (coding) {
        case Coding::single_byte:
            return 1;
        case Coding::double_byte:
            return lead >= 0x81 && lead <= 0xFE ? 2 : 0;
        case Coding::gb18030: {
            if (lead < 0x81 || lead > 0xFE) return 0;
            const bool digit = bytes.size() > 1 && byte_at(bytes, 1) >= 0x30 && byte_at(bytes, 1) <= 0x39;
            return digit ? 4 : 2;
        }
        case Coding::shift_jis:
            if (lead >= 0xA1 && lead <= 0xDF) return 1;
            return (lead >= 0x81 && lead <= 0x9F) || (lead >= 0xE0 && lead <= 0xFC) ? 2 : 0;
        case Coding::euc_jp:
            if (lead == 0x8E) return 2;
            if (lead == 0x8F) return 3;
            return lead >= 0xA1 && lead <= 0xFE ? 2 : 0;
        case Coding::ascii:
        case Coding::utf8:
        case Coding::whole:
            break;
    }
    return 0;
}

std::optional<std::size_t> first_outside_repertoire(Repertoire repertoire, Coding coding,
                                                    std::string_view bytes) noexcept {
    std::size_t index = 0;
    while (index < bytes.size()) {
        if (byte_at(bytes, index) < 0x80) {
            const std::size_t ascii = first_non_ascii(bytes.substr(index));
            if (ascii == std::string_view::npos) return std::nullopt;
            index += ascii;
        }
        const unsigned length = character_length(coding, bytes.substr(index));
        if (length == 0 || index + length > bytes.size() || length > 2) return index;
        if (length == 1 && repertoire == Repertoire::latin1 && byte_at(bytes, index) < 0xA0) return index;
        if (length == 2 && !has_pair(repertoire, byte_at(bytes, index), byte_at(bytes, index + 1))) return index;
        index += length;
    }
    return std::nullopt;
}

}  // namespace tengen::text
