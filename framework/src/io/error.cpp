#include "io/error.h"

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "io/utf8.h"

namespace tengen::io {

IoError::IoError(std::string_view id, const std::string& message, std::filesystem::path path, int error_number)
    : std::runtime_error(message), id_(id), path_(std::move(path)), error_number_(error_number) {}

IoError IoError::from_errno(std::string_view id, std::string_view action, const std::filesystem::path& path,
                            int error_number) {
    return {id, fmt::format("cannot {} '{}': {}", action, display_path(path), error_text(error_number)), path,
            error_number};
}

bool IoError::broken_pipe() const noexcept {
    return error_number_ == EPIPE;
}

Finding IoError::finding() const {
    return {.id = id_, .message = what(), .input = display_path(path_), .member = {}, .offset = {}};
}

std::string error_text(int error_number) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 32)
    // strerror() would answer in the language of the user, and a report must not depend on that.
    if (const char* text = strerrordesc_np(error_number)) return text;
    return fmt::format("error {}", error_number);
#else
    return std::generic_category().message(error_number);
#endif
}

std::string display_path(const std::filesystem::path& path) {
    const std::string& raw = path.native();
    return utf8::is_valid(raw) ? raw : utf8::from_latin1(raw);
}

}  // namespace tengen::io
