#include "text/icu_converter.h"

#include <stdexcept>

#include <fmt/format.h>

namespace tengen::text {

ConverterHandle try_open_converter(const char* name) noexcept {
    UErrorCode error = U_ZERO_ERROR;
    ConverterHandle converter(ucnv_open(name, &error));
    if (U_FAILURE(error) || !converter) return nullptr;
    ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
    if (U_FAILURE(error)) return nullptr;
    return converter;
}

ConverterHandle open_converter(const char* name) {
    ConverterHandle converter = try_open_converter(name);
    if (!converter) throw std::runtime_error(fmt::format("ICU cannot open its converter '{}'", name));
    return converter;
}

}  // namespace tengen::text
