// A locale whose charset is UTF-8, whatever the locale of the program is. Internal to this folder.
#pragma once

#include <cwctype>
#include <string>
#include <string_view>

#include <locale.h>

#include "io/utf8.h"

namespace tengen::io {

// libarchive converts the names of some formats to the charset of the locale and loses what does not fit. A locale of
// our own, set for this thread only while libarchive runs, makes that UTF-8 whatever the program's locale is.
class Utf8Locale {
public:
    Utf8Locale() {
        for (const char* const name : {"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8"}) {
            locale_ = ::newlocale(LC_CTYPE_MASK, name, static_cast<locale_t>(nullptr));
            if (locale_ != nullptr) return;
        }
    }
    Utf8Locale(const Utf8Locale&) = delete;
    Utf8Locale& operator=(const Utf8Locale&) = delete;
    ~Utf8Locale() {
        if (locale_ != nullptr) ::freelocale(locale_);
    }

    class Scope {
    public:
        explicit Scope(const Utf8Locale& locale) : before_(::uselocale(locale.locale_)) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() { ::uselocale(before_); }

    private:
        locale_t before_;
    };

    // Letters that differ in case only become the same: by way of upper case, because some letters have two lower
    // case forms (the Greek sigma).
    std::string fold(std::string_view name) const {
        std::string out;
        out.reserve(name.size());
        for (std::size_t i = 0; i < name.size();) {
            const utf8::Decoded decoded = utf8::decode(name, i);
            i += decoded.length;
            char32_t code = decoded.code;
            if (code >= U'A' && code <= U'Z') {
                code += U'a' - U'A';
            } else if (code >= 0x80 && locale_ != nullptr) {
                const auto wide = static_cast<wint_t>(code);
                code = static_cast<char32_t>(::towlower_l(::towupper_l(wide, locale_), locale_));
            }
            utf8::append(out, code);
        }
        return out;
    }

private:
    locale_t locale_ = nullptr;
};

}  // namespace tengen::io
