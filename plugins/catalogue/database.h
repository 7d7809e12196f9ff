// SQLite with owners and exceptions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace tengen::catalogue {

class DatabaseError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An open database. One thread at a time. All members throw DatabaseError with the words of SQLite.
class Database {
public:
    enum class Access { read, write };
    Database(const std::string& path, Access access);

    void execute(const char* statements);
    /// The first column of the first row, as a number.
    [[nodiscard]] std::int64_t number(const char* query);
    [[nodiscard]] std::int64_t last_row() const { return sqlite3_last_insert_rowid(handle_.get()); }
    [[nodiscard]] int changes() const { return sqlite3_changes(handle_.get()); }
    [[nodiscard]] bool has_write_ahead_log();
    /// Take over everything of another database.
    void copy_from(Database& other);
    [[noreturn]] void fail(const char* what) const;

private:
    friend class Statement;
    struct Close {
        void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
    };
    std::unique_ptr<sqlite3, Close> handle_;
};

/// A prepared statement, used again and again: bind the parameters in their order, then run() or step().
class Statement {
public:
    Statement(Database& database, const char* text);

    /// Without a value: NULL. Texts must live until the statement has run.
    Statement& bind(std::int64_t value);
    Statement& bind(std::string_view text);
    Statement& bind_text_or_null(std::string_view text) { return text.empty() ? bind_null() : bind(text); }
    Statement& bind_bytes(std::string_view bytes);
    Statement& bind_null();

    /// True if there is a row. The statement is ready for the next parameters behind the last row.
    [[nodiscard]] bool step();
    void run();
    /// The first column of the first row, if there is one.
    [[nodiscard]] std::optional<std::int64_t> find();

    [[nodiscard]] std::string_view text(int index) {
        const unsigned char* data = sqlite3_column_text(handle_.get(), index);
        return data == nullptr ? std::string_view()
                               : std::string_view(reinterpret_cast<const char*>(data),
                                                  static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), index)));
    }
    [[nodiscard]] std::int64_t column(int index) { return sqlite3_column_int64(handle_.get(), index); }

private:
    void reset();

    struct Finalize {
        void operator()(sqlite3_stmt* handle) const { sqlite3_finalize(handle); }
    };
    Database* database_;
    std::unique_ptr<sqlite3_stmt, Finalize> handle_;
    int parameter_ = 0;
};

}  // namespace tengen::catalogue
