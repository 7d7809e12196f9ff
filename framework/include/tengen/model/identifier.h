// Property identifiers: what stands before the values of a property ("SGF FF[4], PropIdent").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <tengen/abi/game.h>

namespace tengen {

/// An identifier as the property column holds it: up to four characters packed, longer ones as an index into a table of
/// their game. Two identifiers of one game are equal exactly if their codes are.
class Identifier {
public:
    constexpr Identifier() = default;
    constexpr explicit Identifier(std::uint32_t code) : code_(code) {}

    /// A short identifier by name; the text must have one to four ASCII characters.
    consteval Identifier(const char* name) : code_(pack(std::string_view(name))) {
        if (!fits(std::string_view(name))) {
            throw "an identifier literal has one to four ASCII characters";
        }
    }

    [[nodiscard]] static constexpr bool fits(std::string_view name) {
        if (name.empty() || name.size() > 4) {
            return false;
        }
        for (const char c : name) {
            if (static_cast<unsigned char>(c) >= 0x80 || c == '\0') {
                return false;
            }
        }
        return true;
    }

    /// Pack a name for which fits() holds.
    [[nodiscard]] static constexpr std::uint32_t pack(std::string_view name) {
        std::uint32_t code = 0;
        for (std::size_t i = name.size(); i-- > 0;) {
            code = (code << 8) | static_cast<unsigned char>(name[i]);
        }
        return code;
    }

    [[nodiscard]] constexpr std::uint32_t code() const { return code_; }
    [[nodiscard]] constexpr bool is_long() const { return (code_ & TENGEN_LONG_IDENTIFIER) != 0; }
    [[nodiscard]] constexpr std::uint32_t long_index() const { return code_ & ~TENGEN_LONG_IDENTIFIER; }

    friend constexpr bool operator==(Identifier, Identifier) = default;

private:
    std::uint32_t code_ = 0;
};

/// The characters of a packed identifier, without allocation.
class IdentifierText {
public:
    constexpr explicit IdentifierText(Identifier identifier) {
        for (std::uint32_t code = identifier.code(); code != 0 && size_ < 4; code >>= 8) {
            characters_[size_++] = static_cast<char>(code & 0xFF);
        }
    }
    [[nodiscard]] constexpr std::string_view view() const { return {characters_.data(), size_}; }

private:
    std::array<char, 4> characters_{};
    std::size_t size_ = 0;
};

}  // namespace tengen
