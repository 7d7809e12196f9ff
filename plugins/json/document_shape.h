// What belongs where in a document.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "members.h"

namespace tengen::json {

enum class Kind : std::uint8_t { object, list, text, number, flag, null, computed };

struct Shape {
    Kind kind = Kind::text;
    Object inner = Object::document;  ///< of an object; of the elements of a list
};

namespace shape_detail {

[[nodiscard]] constexpr Shape shape_of(Object object, Member member) {
    if (is_computed(object, member)) {
        return {Kind::computed};
    }
    switch (member) {
        case Member::collection:
            return {Kind::object, Object::collection};
        case Member::game:
            return {Kind::object, Object::game};
        case Member::games:
            return {Kind::list, Object::game};
        case Member::board:
            return {Kind::object, Object::board};
        case Member::dialect:
            return {Kind::object, Object::dialect};
        case Member::charset:
            return {Kind::object, Object::charset};
        case Member::info:
            return {Kind::list, Object::fact};
        case Member::marks:
            return {Kind::list, Object::mark};
        case Member::from:
            return {Kind::object, Object::from};
        case Member::nodes:
            return {Kind::list, Object::node};
        case Member::p:
            return {Kind::list, Object::property};
        case Member::v:
        case Member::was:
        case Member::pair:
            return {Kind::list, Object::value};
        case Member::streams:
            return {Kind::list, Object::stream};
        case Member::source:
            return {Kind::object, Object::source};
        case Member::media:
            return {Kind::list, Object::medium};
        case Member::ext:
            return {Kind::list, Object::extension};
        case Member::version:
        case Member::index:
        case Member::columns:
        case Member::rows:
        case Member::ff:
        case Member::gm:
        case Member::node:
        case Member::at:
        case Member::line:
        case Member::k:
        case Member::up:
            return {Kind::number};
        case Member::id:
            return {object == Object::node ? Kind::number : Kind::text};
        case Member::stated:
        case Member::ff_stated:
        case Member::typed:
        case Member::derived:
        case Member::repaired:
            return {Kind::flag};
        default:
            return {Kind::text};
    }
}

inline constexpr std::size_t object_count = static_cast<std::size_t>(Object::extension) + 1;
inline constexpr std::size_t member_count = static_cast<std::size_t>(Member::none);

inline constexpr auto shapes = [] {
    std::array<std::array<Shape, member_count>, object_count> table{};
    for (std::size_t object = 0; object < object_count; ++object) {
        for (std::size_t member = 0; member < member_count; ++member) {
            table[object][member] = shape_of(static_cast<Object>(object), static_cast<Member>(member));
        }
    }
    return table;
}();

}  // namespace shape_detail

/// What a known member holds. Where a text belongs, {"b64": ...} may stand for bytes that are not UTF-8.
[[nodiscard]] constexpr Shape shape_of(Object object, Member member) {
    return shape_detail::shapes[static_cast<std::size_t>(object)][static_cast<std::size_t>(member)];
}

/// Objects that count as a whole: if a part of one does not fit, all of it goes to the extension fields.
[[nodiscard]] constexpr bool is_entity(Object object) {
    switch (object) {
        case Object::board:
        case Object::dialect:
        case Object::charset:
        case Object::fact:
        case Object::property:
        case Object::stream:
        case Object::extension:
            return true;
        default:
            return false;
    }
}

/// Objects that may hold members the format does not know; the others are too small to hold anything else.
[[nodiscard]] constexpr bool is_open(Object object) {
    switch (object) {
        case Object::from:
        case Object::mark:
        case Object::value:
        case Object::medium:
        case Object::extension:
            return false;
        default:
            return true;
    }
}

[[nodiscard]] constexpr std::string_view kind_name(Kind kind) {
    switch (kind) {
        case Kind::object:
            return "an object";
        case Kind::list:
            return "a list";
        case Kind::text:
            return "a text";
        case Kind::number:
            return "a number";
        case Kind::flag:
            return "true or false";
        default:
            return "null";
    }
}

}  // namespace tengen::json
