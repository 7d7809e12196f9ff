#include "text/bom.h"

namespace tengen::text {

std::optional<ByteOrderMark> find_byte_order_mark(std::string_view bytes) noexcept {
    using namespace std::string_view_literals;
    // UTF-32 first: the mark of UTF-32LE starts with that of UTF-16LE.
    if (bytes.starts_with("\xFF\xFE\0\0"sv)) return ByteOrderMark{Charset::utf_32le(), 4};
    if (bytes.starts_with("\0\0\xFE\xFF"sv)) return ByteOrderMark{Charset::utf_32be(), 4};
    if (bytes.starts_with("\xEF\xBB\xBF"sv)) return ByteOrderMark{Charset::utf8(), 3};
    if (bytes.starts_with("\xFF\xFE"sv)) return ByteOrderMark{Charset::utf_16le(), 2};
    if (bytes.starts_with("\xFE\xFF"sv)) return ByteOrderMark{Charset::utf_16be(), 2};
    return std::nullopt;
}

}  // namespace tengen::text
