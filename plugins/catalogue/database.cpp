#include "database.h"

namespace tengen::catalogue {

Database::Database(const std::string& path, Access access) {
    sqlite3* handle = nullptr;
    const int flags = access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    const int status = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    handle_.reset(handle);
    if (status != SQLITE_OK) {
        fail("cannot be opened");
    }
}

void Database::execute(const char* statements) {
    if (sqlite3_exec(handle_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail("refused a statement");
    }
}

std::int64_t Database::number(const char* query) {
    Statement statement(*this, query);
    return statement.find().value_or(0);
}

bool Database::has_write_ahead_log() {
    Statement mode(*this, "PRAGMA journal_mode");
    return mode.step() && mode.text(0) == "wal";
}

void Database::copy_from(Database& other) {
    sqlite3_backup* backup = sqlite3_backup_init(handle_.get(), "main", other.handle_.get(), "main");
    if (backup == nullptr) {
        fail("cannot be copied");
    }
    const int status = sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    if (status != SQLITE_DONE) {
        throw DatabaseError(std::string("the database cannot be copied: ") + sqlite3_errstr(status));
    }
}

void Database::fail(const char* what) const {
    throw DatabaseError("the database " + std::string(what) + ": " +
                        (handle_ ? sqlite3_errmsg(handle_.get()) : "out of memory"));
}

Statement::Statement(Database& database, const char* text) : database_(&database) {
    sqlite3_stmt* handle = nullptr;
    if (sqlite3_prepare_v3(database.handle_.get(), text, -1, SQLITE_PREPARE_PERSISTENT, &handle, nullptr) !=
        SQLITE_OK) {
        database.fail("refused a statement");
    }
    handle_.reset(handle);
}

Statement& Statement::bind(std::int64_t value) {
    if (sqlite3_bind_int64(handle_.get(), ++parameter_, value) != SQLITE_OK) {
        database_->fail("refused a number");
    }
    return *this;
}

Statement& Statement::bind(std::string_view text) {
    const char* data = text.data() == nullptr ? "" : text.data();
    if (sqlite3_bind_text64(handle_.get(), ++parameter_, data, text.size(), SQLITE_STATIC, SQLITE_UTF8) != SQLITE_OK) {
        database_->fail("refused a text");
    }
    return *this;
}

Statement& Statement::bind_bytes(std::string_view bytes) {
    if (sqlite3_bind_blob64(handle_.get(), ++parameter_, bytes.data(), bytes.size(), SQLITE_STATIC) != SQLITE_OK) {
        database_->fail("refused bytes");
    }
    return *this;
}

Statement& Statement::bind_null() {
    if (sqlite3_bind_null(handle_.get(), ++parameter_) != SQLITE_OK) {
        database_->fail("refused a parameter");
    }
    return *this;
}

bool Statement::step() {
    const int status = sqlite3_step(handle_.get());
    if (status == SQLITE_ROW) {
        return true;
    }
    if (status != SQLITE_DONE) {
        const int extended = sqlite3_extended_errcode(database_->handle_.get());
        reset();
        throw DatabaseError(std::string("the database: ") + sqlite3_errstr(extended));
    }
    reset();
    return false;
}

void Statement::run() {
    while (step()) {
    }
}

std::optional<std::int64_t> Statement::find() {
    if (!step()) {
        return std::nullopt;
    }
    const std::int64_t value = column(0);
    reset();
    return value;
}

void Statement::reset() {
    sqlite3_reset(handle_.get());
    parameter_ = 0;
}

}  // namespace tengen::catalogue
