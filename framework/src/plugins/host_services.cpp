#include "plugins/host_services.h"

#include <cstddef>
#include <utility>

#include <tengen/abi/game_origin.h>

#include "text/utf8.h"

namespace tengen::plugins {

namespace {

// Structures as version 1.0 of the boundary has them.
constexpr std::size_t finding_size = offsetof(tengen_finding, message) + sizeof(tengen_finding::message);
constexpr std::size_t loss_size = offsetof(tengen_loss, message) + sizeof(tengen_loss::message);

std::string_view view(tengen_text text) {
    return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

std::optional<std::uint32_t> index(std::uint32_t number) {
    return number == TENGEN_NONE ? std::nullopt : std::optional(number);
}

// "area.name" in lower-case letters, digits and '-'.
bool is_id(const char* id) {
    if (id == nullptr) {
        return false;
    }
    const std::string_view text = id;
    const std::size_t dot = text.find('.');
    return dot != std::string_view::npos && dot != 0 && dot + 1 != text.size() &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-.") == std::string_view::npos;
}

}  // namespace

HostServices::HostServices(FindingListener& listener, CharsetServices& charsets, CompanionProvider* companions)
    : listener_(&listener), charsets_(charsets), companions_(companions) {
    host_.struct_size = sizeof host_;
    host_.context = this;
    host_.report = &report;
    host_.report_loss = &report_loss;
    host_.is_utf8 = [](const tengen_host* host, tengen_text bytes) -> std::uint32_t {
        return self(host).is_utf8(view(bytes)) ? 1 : 0;
    };
    host_.find_charset = [](const tengen_host* host, tengen_text label, std::uint32_t* flags) -> std::uint32_t {
        std::uint32_t ignored = 0;
        return self(host).charsets_.find_charset(view(label), flags == nullptr ? ignored : *flags) ? 1 : 0;
    };
    host_.decode = [](const tengen_host* host, tengen_text label, tengen_text bytes, tengen_decoded* out) {
        return self(host).charsets_.decode(view(label), view(bytes), *out);
    };
    host_.release_text = [](const tengen_host*, tengen_decoded* decoded) { CharsetServices::release(*decoded); };
    host_.detect_charset = [](const tengen_host* host, tengen_text sample, const char** labels,
                              std::uint32_t capacity) {
        return self(host).charsets_.detect(view(sample), labels, capacity);
    };
    host_.encode = [](const tengen_host* host, tengen_text label, tengen_text text, tengen_decoded* out) {
        return self(host).charsets_.encode(view(label), view(text), *out);
    };
    host_.get_extension = &get_extension;
}

void HostServices::begin(FindingListener& listener, CompanionProvider* companions) {
    listener_ = &listener;
    companions_ = companions;
    stopped_ = false;
    breach_.clear();
    thrown_ = nullptr;
}

void HostServices::rethrow() {
    if (thrown_) {
        std::rethrow_exception(std::exchange(thrown_, nullptr));
    }
}

HostServices& HostServices::self(const tengen_host* host) {
    return *static_cast<HostServices*>(host->context);
}

// A big text piece by piece, so that it need not be in memory as a whole.
bool HostServices::is_utf8(std::string_view bytes) noexcept {
    constexpr std::size_t piece_size = std::size_t{4} << 20U;
    while (bytes.size() > 4 * piece_size) {
        std::size_t size = piece_size;
        // No character has more than four bytes; what is not cut between two of them is no UTF-8 anyway.
        for (int i = 0; i < 3 && (static_cast<unsigned char>(bytes[size]) & 0xC0U) == 0x80U; ++i) {
            --size;
        }
        if (!text::is_valid_utf8(bytes.substr(0, size))) {
            return false;
        }
        listener_->on_looked_through(bytes.substr(0, size));
        bytes.remove_prefix(size);
    }
    return text::is_valid_utf8(bytes);
}

std::uint32_t HostServices::report(const tengen_host* host, const tengen_finding* finding) noexcept {
    HostServices& services = self(host);
    try {
        const std::uint32_t answer = services.on_report(*finding);
        services.stopped_ |= (answer & TENGEN_STOP) != 0;
        return answer;
    } catch (...) {
        services.thrown_ = std::current_exception();
        return TENGEN_STOP;
    }
}

void HostServices::report_loss(const tengen_host* host, const tengen_loss* loss) noexcept {
    HostServices& services = self(host);
    try {
        services.on_report_loss(*loss);
    } catch (...) {
        services.thrown_ = std::current_exception();
    }
}

const void* HostServices::get_extension(const tengen_host* host, const char* id) noexcept {
    static constexpr tengen_companion_files companion_files{sizeof(tengen_companion_files), &read_companion};
    static constexpr tengen_game_origin game_origin{sizeof(tengen_game_origin), &get_origin};
    const std::string_view name = id == nullptr ? std::string_view() : std::string_view(id);
    if (name == TENGEN_GAME_ORIGIN) {
        return &game_origin;
    }
    return name == TENGEN_COMPANION_FILES && self(host).companions_ != nullptr ? &companion_files : nullptr;
}

void HostServices::get_origin(const tengen_host* host, tengen_text* input, tengen_text* member) noexcept {
    const HostServices& services = self(host);
    *input = {services.input_.data(), services.input_.size()};
    *member = {services.member_.data(), services.member_.size()};
}

tengen_status HostServices::read_companion(const tengen_host* host, tengen_text name, tengen_text* bytes) noexcept {
    HostServices& services = self(host);
    try {
        const std::optional<std::string_view> found = services.companions_->read(view(name));
        if (!found) {
            return TENGEN_END;
        }
        *bytes = {found->data(), found->size()};
        return TENGEN_OK;
    } catch (...) {
        services.thrown_ = std::current_exception();
        return TENGEN_END;
    }
}

std::uint32_t HostServices::on_report(const tengen_finding& finding) {
    if (finding.struct_size < finding_size || !is_id(finding.id)) {
        breach_ = "reported a finding without a proper id";
        return TENGEN_STOP;
    }
    Finding heard;
    heard.id = finding.id;
    if (finding.default_severity <= TENGEN_SEVERITY_FATAL) {
        heard.default_severity = finding.default_severity;
    }
    heard.game = index(finding.game);
    heard.node = index(finding.node);
    heard.offset = finding.offset == TENGEN_NO_OFFSET ? std::nullopt : std::optional(finding.offset);
    heard.message = view(finding.message);
    return listener_->on_finding(heard);
}

void HostServices::on_report_loss(const tengen_loss& loss) {
    if (loss.struct_size < loss_size || !is_id(loss.id) || loss.kind > TENGEN_LOSS_UNSAFE_REMOVED || loss.count == 0) {
        breach_ = "reported a loss without a proper id, kind or count";
        return;
    }
    Loss heard;
    heard.id = loss.id;
    heard.kind = static_cast<tengen_loss_kind>(loss.kind);
    heard.game = index(loss.game);
    heard.node = index(loss.node);
    heard.count = loss.count;
    heard.recoverable = loss.recoverable != 0;
    heard.what = view(loss.what);
    heard.to = view(loss.to);
    heard.message = view(loss.message);
    listener_->on_loss(heard);
}

}  // namespace tengen::plugins
