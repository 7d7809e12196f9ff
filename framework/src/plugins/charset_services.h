#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <tengen/abi/plugin.h>

namespace tengen::plugins {

/// The charset services of the host in the form the boundary has them. Decoders, encoders and detectors are dear to
/// make and serve one thread at a time, so they are kept here and lent to whoever calls; make one object for a whole
/// run.
///
/// Errors come as a status, nothing throws. Thread rule: all functions may be called from any thread. The object must
/// outlive every text it decoded, and everything that holds one of its labels.
class CharsetServices {
public:
    CharsetServices();
    ~CharsetServices();
    CharsetServices(const CharsetServices&) = delete;
    CharsetServices& operator=(const CharsetServices&) = delete;

    [[nodiscard]] bool find_charset(std::string_view label, std::uint32_t& flags) noexcept;

    /// TENGEN_BAD_OPTION for a label that names no charset, TENGEN_FAILED at bytes that do not fit, TENGEN_FAULT if
    /// memory or the converter is missing or the bytes are too many.
    [[nodiscard]] tengen_status decode(std::string_view label, std::string_view bytes, tengen_decoded& out) noexcept;
    [[nodiscard]] tengen_status encode(std::string_view label, std::string_view utf8, tengen_decoded& out) noexcept;
    static void release(tengen_decoded& decoded) noexcept;

    [[nodiscard]] std::uint32_t detect(std::string_view sample, const char** labels, std::uint32_t capacity) noexcept;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace tengen::plugins
