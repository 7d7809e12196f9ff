#pragma once

#include <memory>

#include <unicode/ucnv.h>

namespace tengen::text {

/// Private to this folder: an ICU converter that stops at what it cannot convert instead of substituting.
struct CloseConverter {
    void operator()(UConverter* converter) const noexcept { ucnv_close(converter); }
};
using ConverterHandle = std::unique_ptr<UConverter, CloseConverter>;

/// Null when ICU has no such converter.
ConverterHandle try_open_converter(const char* name) noexcept;

/// Throws std::runtime_error when ICU cannot open it (its data is missing: a broken installation).
ConverterHandle open_converter(const char* name);

}  // namespace tengen::text
