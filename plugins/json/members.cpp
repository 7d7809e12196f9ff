#include "members.h"

#include <array>

namespace tengen::json {

namespace {

using enum Member;

constexpr std::array<std::string_view, static_cast<std::size_t>(none)> names{
    "at",       "b64",     "board",   "certainty", "charset", "collection", "columns", "components", "cursors",
    "declared", "derived", "dialect", "duration",  "events",  "ext",        "ff",      "ff_stated",  "field",
    "format",   "from",    "game",    "games",     "gm",      "id",         "index",   "info",       "invalid",
    "k",        "key",     "kind",    "level",     "line",    "marks",      "media",   "node",       "nodes",
    "note",     "origin",  "p",       "pair",      "place",   "prop",       "raw",     "readable",   "repaired",
    "rows",     "scope",   "source",  "state",     "stated",  "streams",    "t",       "text",       "type",
    "typed",    "up",      "used",    "v",         "value",   "version",    "was"};

constexpr Member document_members[] = {format, version, collection, game};
constexpr Member collection_members[] = {games};
constexpr Member game_members[] = {index, origin, board, dialect, typed, charset, info, nodes, streams, ext, cursors};
constexpr Member board_members[] = {columns, rows, stated};
constexpr Member dialect_members[] = {ff, ff_stated, gm};
constexpr Member charset_members[] = {declared, used};
constexpr Member fact_members[] = {field,     node,       prop,  at,      text,     state, Member::value,
                                   certainty, components, marks, derived, repaired, from};
constexpr Member from_members[] = {format, origin, line, note};
constexpr Member mark_members[] = {scope, k, level, text};
constexpr Member node_members[] = {id, up, t, p, board};
constexpr Member property_members[] = {id, v, was, t};
constexpr Member value_members[] = {pair, raw, invalid, text, b64};
constexpr Member stream_members[] = {index, node, source, duration, media, events};
constexpr Member source_members[] = {raw, kind, readable};
constexpr Member medium_members[] = {raw, type};
constexpr Member extension_members[] = {key, text, place};

}  // namespace

std::string_view member_name(Member member) {
    return names[static_cast<std::size_t>(member)];
}

std::span<const Member> members_of(Object object) {
    switch (object) {
        case Object::document:
            return document_members;
        case Object::collection:
            return collection_members;
        case Object::game:
            return game_members;
        case Object::board:
            return board_members;
        case Object::dialect:
            return dialect_members;
        case Object::charset:
            return charset_members;
        case Object::fact:
            return fact_members;
        case Object::from:
            return from_members;
        case Object::mark:
            return mark_members;
        case Object::node:
            return node_members;
        case Object::property:
            return property_members;
        case Object::value:
            return value_members;
        case Object::stream:
            return stream_members;
        case Object::source:
            return source_members;
        case Object::medium:
            return medium_members;
        case Object::extension:
            return extension_members;
    }
    return {};
}

Member find_member(Object object, std::string_view name) {
    for (const Member member : members_of(object)) {
        if (member_name(member) == name) {
            return member;
        }
    }
    return none;
}

}  // namespace tengen::json
