// Makes archives in memory for tests.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

namespace tengen::io {

class ArchiveMaker {
public:
    enum class Format { zip, ustar, pax, gnutar, seven_zip, raw };

    explicit ArchiveMaker(Format format, int filter = ARCHIVE_FILTER_NONE, const char* options = nullptr)
        : archive_(::archive_write_new()) {
        switch (format) {
            case Format::zip:
                check(::archive_write_set_format_zip(archive_.get()));
                break;
            case Format::ustar:
                check(::archive_write_set_format_ustar(archive_.get()));
                break;
            case Format::pax:
                check(::archive_write_set_format_pax(archive_.get()));
                break;
            case Format::gnutar:
                check(::archive_write_set_format_gnutar(archive_.get()));
                break;
            case Format::seven_zip:
                check(::archive_write_set_format_7zip(archive_.get()));
                break;
            case Format::raw:
                check(::archive_write_set_format_raw(archive_.get()));
                break;
        }
        if (filter != ARCHIVE_FILTER_NONE) check(::archive_write_add_filter(archive_.get(), filter));
        if (options != nullptr) check(::archive_write_set_options(archive_.get(), options));
        // A whole last record of zeros is for tapes.
        if (format == Format::raw || filter != ARCHIVE_FILTER_NONE)
            check(::archive_write_set_bytes_in_last_block(archive_.get(), 1));
        check(::archive_write_open(archive_.get(), &text_, nullptr, &ArchiveMaker::take, nullptr));
    }

    ArchiveMaker& file(std::string_view name, std::string_view data) {
        return entry(name, AE_IFREG, data, [](archive_entry*) {});
    }
    ArchiveMaker& folder(std::string_view name) {
        return entry(name, AE_IFDIR, {}, [](archive_entry*) {});
    }
    ArchiveMaker& symlink(std::string_view name, const char* target) {
        return entry(name, AE_IFLNK, {}, [&](archive_entry* e) { ::archive_entry_set_symlink(e, target); });
    }
    ArchiveMaker& hardlink(std::string_view name, const char* target) {
        return entry(name, AE_IFREG, {}, [&](archive_entry* e) { ::archive_entry_set_hardlink(e, target); });
    }

    // A member of a zip that says that it is encrypted.
    ArchiveMaker& encrypted(std::string_view name, std::string_view data) {
        encrypted_.emplace_back(name);
        return file(name, data);
    }

    // A member of `pieces` times the same data, made without holding it.
    ArchiveMaker& repeated(std::string_view name, const std::string& piece, std::uint64_t pieces) {
        const std::unique_ptr<archive_entry, Free> e = header(name, AE_IFREG, piece.size() * pieces);
        check(::archive_write_header(archive_.get(), e.get()));
        for (std::uint64_t i = 0; i < pieces; ++i) {
            if (::archive_write_data(archive_.get(), piece.data(), piece.size()) < 0) throw std::runtime_error("data");
        }
        return *this;
    }

    ArchiveMaker& entry(std::string_view name, unsigned type, std::string_view data,
                        const std::function<void(archive_entry*)>& change) {
        const Utf8Scope scope;
        const std::unique_ptr<archive_entry, Free> e = header(name, type, data.size());
        change(e.get());
        check(::archive_write_header(archive_.get(), e.get()));
        if (!data.empty() && ::archive_write_data(archive_.get(), data.data(), data.size()) < 0) {
            throw std::runtime_error(::archive_error_string(archive_.get()));
        }
        return *this;
    }

    std::string finish() {
        const Utf8Scope scope;
        check(::archive_write_close(archive_.get()));
        for (const std::string& name : encrypted_) {
            flag_encrypted(std::string("PK\x03\x04"), 6, 30, name);
            flag_encrypted(std::string("PK\x01\x02"), 8, 46, name);
        }
        return std::move(text_);
    }

private:
    // libarchive reads the names it is given in the charset of the locale.
    class Utf8Scope {
    public:
        Utf8Scope() : locale_(::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr)), before_(::uselocale(locale_)) {}
        Utf8Scope(const Utf8Scope&) = delete;
        Utf8Scope& operator=(const Utf8Scope&) = delete;
        ~Utf8Scope() {
            ::uselocale(before_);
            if (locale_ != nullptr) ::freelocale(locale_);
        }

    private:
        locale_t locale_;
        locale_t before_;
    };

    struct Free {
        void operator()(archive* a) const { ::archive_write_free(a); }
        void operator()(archive_entry* e) const { ::archive_entry_free(e); }
    };

    static std::unique_ptr<archive_entry, Free> header(std::string_view name, unsigned type, std::uint64_t size) {
        std::unique_ptr<archive_entry, Free> e(::archive_entry_new());
        ::archive_entry_set_pathname(e.get(), std::string(name).c_str());
        ::archive_entry_set_filetype(e.get(), type);
        ::archive_entry_set_perm(e.get(), 0644);
        ::archive_entry_set_mtime(e.get(), 946684800, 0);
        ::archive_entry_set_size(e.get(), static_cast<la_int64_t>(size));
        return e;
    }

    static la_ssize_t take(archive*, void* self, const void* data, std::size_t size) {
        static_cast<std::string*>(self)->append(static_cast<const char*>(data), size);
        return static_cast<la_ssize_t>(size);
    }

    // In the headers that begin so and are about this member: where their flags and the name stand.
    void flag_encrypted(const std::string& mark, std::size_t flags, std::size_t at_name, const std::string& name) {
        for (std::size_t at = text_.find(mark); at != std::string::npos; at = text_.find(mark, at + 1)) {
            if (text_.compare(at + at_name, name.size(), name) == 0) {
                text_[at + flags] = static_cast<char>(text_[at + flags] | 1);
            }
        }
    }

    void check(int result) const {
        if (result < ARCHIVE_WARN) throw std::runtime_error(::archive_error_string(archive_.get()));
    }

    std::string text_;
    std::vector<std::string> encrypted_;
    std::unique_ptr<archive, Free> archive_;
};

}  // namespace tengen::io
