#include "catalogue_writer.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include <tengen/sdk/game_origin.h>

#include "schema.h"

namespace tengen::catalogue {

template <class Call>
void CatalogueWriter::build(Call&& call) {
    std::string fault;
    try {
        call();
        return;
    } catch (const DatabaseError& error) {
        fault = error.what();
    } catch (const std::system_error& error) {
        fault = error.what();
    }
    host_.report("io.write-failed", {}, "the catalogue cannot be built: " + fault);
    throw sdk::GiveUp();
}

CatalogueWriter::CatalogueWriter(sdk::Host host, sdk::Sink sink, const sdk::Options& options)
    : host_(host), sink_(sink) {
    build([this] { file_.emplace(); });
    const std::string old(options.text("add-to"));
    std::error_code ignored;
    const bool has_old = !old.empty() && std::filesystem::exists(old, ignored);
    if (has_old) {
        take_over(old);
    } else {
        build([this] { open(); });
    }
    build([&] {
        // The file is worth nothing before it is complete: no journal, no waiting for the disk.
        database_->execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;");
        if (!has_old) {
            database_->execute(schema);
        }
        rows_.emplace(*database_);
        database_->execute("BEGIN");
    });
}

void CatalogueWriter::open() {
    database_.emplace(file_->path(), Database::Access::write);
    file_->forget_name();
}

void CatalogueWriter::take_over(const std::string& path) {
    std::string fault;
    try {
        Database old(path, Database::Access::read);
        const std::int64_t id = old.number("PRAGMA application_id");
        const std::int64_t version = old.number("PRAGMA user_version");
        if (id != application_id) {
            fault = "it is no catalogue of tengen";
        } else if (version != schema_version) {
            fault = "its tables are of version " + std::to_string(version) + ", not " + std::to_string(schema_version);
        } else if (Statement check(old, "PRAGMA quick_check(1)"); !check.step() || check.text(0) != "ok") {
            fault = "it is damaged";
        } else {
            copy(old, path);
        }
    } catch (const DatabaseError& error) {
        fault = error.what();
    }
    if (!fault.empty()) {
        host_.report("library.bad-catalogue", {}, "'" + path + "' cannot be added to: " + fault);
        throw sdk::GiveUp();
    }
}

// Byte by byte, so that a run which adds nothing changes nothing; the open transaction keeps others from writing
// meanwhile. With a write-ahead log the bytes are not all in the file.
void CatalogueWriter::copy(Database& old, const std::string& path) {
    if (old.has_write_ahead_log()) {
        {
            Database to(file_->path(), Database::Access::write);
            to.copy_from(old);
            to.execute("PRAGMA journal_mode = DELETE");
        }
        build([this] { open(); });
        return;
    }
    build([this] { open(); });
    old.execute("BEGIN; SELECT count(*) FROM sqlite_schema;");
    std::ifstream from(path, std::ios::binary);
    std::vector<char> buffer(std::size_t{1} << 20);
    while (from.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || from.gcount() > 0) {
        build([&] { file_->append({buffer.data(), static_cast<std::size_t>(from.gcount())}); });
    }
    if (!from.eof()) {
        throw DatabaseError("it cannot be read");
    }
}

void CatalogueWriter::put(Game game) {
    tree_loss_.see(game);
    const sdk::GameOrigin origin = sdk::game_origin(host_);
    build([&] { rows_->put(game, origin.input, origin.member); });
}

void CatalogueWriter::finish() {
    tree_loss_.report(host_);
    build([this] { database_->execute("COMMIT"); });
    rows_.reset();
    database_.reset();
    build([this] { file_->read([this](std::string_view piece) { sink_.write(piece); }); });
}

}  // namespace tengen::catalogue
