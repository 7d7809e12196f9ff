// The objects of a document and the members each of them may have, in the order they are written.
// docs/json-schema/go-record.schema.json says the same for everybody else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tengen::json {

inline constexpr std::string_view format_name = "go-record";
inline constexpr unsigned format_version = 1;

enum class Object : std::uint8_t {
    document,
    collection,
    game,
    board,
    dialect,
    charset,
    fact,
    from,
    mark,
    node,
    property,
    value,
    stream,
    source,
    medium,
    extension
};

enum class Member : std::uint8_t {
    at,
    b64,
    board,
    certainty,
    charset,
    collection,
    columns,
    components,
    cursors,
    declared,
    derived,
    dialect,
    duration,
    events,
    ext,
    ff,
    ff_stated,
    field,
    format,
    from,
    game,
    games,
    gm,
    id,
    index,
    info,
    invalid,
    k,
    key,
    kind,
    level,
    line,
    marks,
    media,
    node,
    nodes,
    note,
    origin,
    p,
    pair,
    place,
    prop,
    raw,
    readable,
    repaired,
    rows,
    scope,
    source,
    state,
    stated,
    streams,
    t,
    text,
    type,
    typed,
    up,
    used,
    v,
    value,
    version,
    was,
    none  ///< not a member the format knows
};

/// For sets of members.
[[nodiscard]] constexpr std::uint64_t bit_of(Member member) {
    return std::uint64_t{1} << static_cast<unsigned>(member);
}
static_assert(static_cast<unsigned>(Member::none) < 64);

[[nodiscard]] std::string_view member_name(Member member);

/// Members of an object in the order they are written.
[[nodiscard]] std::span<const Member> members_of(Object object);

/// Member::none if the object has no such member.
[[nodiscard]] Member find_member(Object object, std::string_view name);

/// Members that the writer computes and the reader passes over.
[[nodiscard]] constexpr bool is_computed(Object object, Member member) {
    switch (object) {
        case Object::game:
            return member == Member::cursors || member == Member::origin;
        case Object::fact:
            return member == Member::value || member == Member::components;
        case Object::node:
            return member == Member::board;
        case Object::stream:
            return member == Member::events;
        case Object::source:
            return member == Member::readable;
        default:
            return false;
    }
}

}  // namespace tengen::json
