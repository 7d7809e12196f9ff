#include "writer.h"

#include <tengen/sdk/game_origin.h>

#include "extension_members.h"
#include "game_writer.h"
#include "moves_writer.h"

namespace tengen::json {

namespace {

unsigned indent_of(const sdk::Options& options) {
    const auto indent = static_cast<unsigned>(options.integer("indent"));
    if (indent != 0 && options.boolean("lines")) {
        throw sdk::BadOption("option 'indent': with 'lines' every game is one line");
    }
    return indent;
}

}  // namespace

JsonWriter::JsonWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options)
    : host_(host),
      lines_(options.boolean("lines")),
      kind_(options.text("detail") == "full"   ? Kind::full
            : options.text("detail") == "info" ? Kind::info
                                               : Kind::moves),
      out_(host, sink, indent_of(options)) {}

void JsonWriter::begin_document() {
    if (kind_ == Kind::moves) {
        out_.put(lines_ ? R"({"format":"go-moves","version":1,"game":)"
                        : R"({"format":"go-moves","version":1,"games":[)");
    } else {
        out_.put(lines_ ? R"({"format":"go-record","version":1,"game":)"
                        : R"({"format":"go-record","version":1,"collection":{"games":[)");
    }
}

void JsonWriter::put(Game game) {
    if (lines_ || games_ == 0) {
        begin_document();
    }
    if (!lines_) {
        out_.put(games_ == 0 ? "\n" : ",\n");
    }
    ++games_;
    if (kind_ == Kind::moves) {
        write_moves(game, out_);
        out_.put(lines_ ? "}\n" : "");
        out_.flush_if_full();
        return;
    }
    ExtensionMembers extensions(game, out_);
    if (!extensions.is_empty()) {
        const auto keep = [&](std::string& members, std::set<std::string, std::less<>>& keys) {
            return [&](std::string_view key, std::string_view text) {
                if (!keys.emplace(key).second) {
                    return false;
                }
                members += ',';
                append_json_string(key, members);
                members += ':';
                members += text;
                return true;
            };
        };
        extensions.take("document", keep(document_members_, document_keys_));
        if (!lines_) {
            extensions.take("collection", keep(collection_members_, collection_keys_));
        }
    }
    const sdk::GameOrigin origin = kind_ == Kind::info ? sdk::game_origin(host_) : sdk::GameOrigin();
    GameWriter(game, kind_ == Kind::info ? Detail::info : Detail::full, origin, extensions, out_).write();
    if (lines_) {
        out_.put(document_members_);
        out_.put("}\n");
        document_members_.clear();
        document_keys_.clear();
    }
    out_.flush_if_full();
}

void JsonWriter::finish() {
    if (!lines_) {
        if (games_ == 0) {
            begin_document();
        }
        out_.put(games_ == 0 ? "]" : "\n]");
        if (kind_ != Kind::moves) {
            out_.put(collection_members_);
            out_.put('}');
            out_.put(document_members_);
        }
        out_.put("}\n");
    }
    out_.flush();
}

}  // namespace tengen::json
