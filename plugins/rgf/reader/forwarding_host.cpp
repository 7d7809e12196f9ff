#include "rgf/reader/forwarding_host.h"

namespace tengen::rgf {

namespace {

const ForwardingHost& self(const tengen_host* host) {
    return *static_cast<const ForwardingHost*>(host->context);
}

/// True of the implied root of a stream file by its nature, and no news.
bool is_about_wrapping(std::string_view id) {
    return id == "node.ff-missing" || id == "sgf.needless-parens";
}

}  // namespace

// Every call but report goes to the host behind, with that host as its argument: its functions find it by it.
ForwardingHost::ForwardingHost(const tengen_host* behind) : host_{}, behind_(behind) {
    static constexpr auto behind_of = [](const tengen_host* host) { return self(host).behind_; };
    host_.struct_size = sizeof host_;
    host_.context = this;
    host_.report = [](const tengen_host* host, const tengen_finding* finding) { return self(host).report(*finding); };
    host_.report_loss = [](const tengen_host* host, const tengen_loss* loss) {
        behind_of(host)->report_loss(behind_of(host), loss);
    };
    host_.is_utf8 = [](const tengen_host* host, tengen_text bytes) {
        return behind_of(host)->is_utf8(behind_of(host), bytes);
    };
    host_.find_charset = [](const tengen_host* host, tengen_text label, std::uint32_t* flags) {
        return behind_of(host)->find_charset(behind_of(host), label, flags);
    };
    host_.decode = [](const tengen_host* host, tengen_text label, tengen_text bytes, tengen_decoded* out) {
        return behind_of(host)->decode(behind_of(host), label, bytes, out);
    };
    host_.release_text = behind->release_text;  // it is called without a host
    host_.detect_charset = [](const tengen_host* host, tengen_text sample, const char** labels,
                              std::uint32_t capacity) {
        return behind_of(host)->detect_charset(behind_of(host), sample, labels, capacity);
    };
    host_.encode = [](const tengen_host* host, tengen_text label, tengen_text text, tengen_decoded* out) {
        return behind_of(host)->encode(behind_of(host), label, text, out);
    };
    host_.get_extension = [](const tengen_host* host, const char* id) {
        return behind_of(host)->get_extension(behind_of(host), id);
    };
}

std::uint32_t ForwardingHost::report(const tengen_finding& finding) const {
    if (!is_shifted_ && file_.empty()) {
        return behind_->report(behind_, &finding);
    }
    if (is_about_wrapping(finding.id)) {
        return 0;
    }
    tengen_finding passed = finding;
    std::string message;
    if (!file_.empty()) {
        message = file_ + ": ";
        message += sdk::from_abi(finding.message);
        passed.message = sdk::to_abi(message);
        passed.game = game_;
        passed.node = TENGEN_NONE;
        passed.offset = TENGEN_NO_OFFSET;
    } else if (finding.offset != TENGEN_NO_OFFSET) {
        passed.offset = finding.offset > prefix_ ? finding.offset - prefix_ + skipped_ : 0;
    }
    return behind_->report(behind_, &passed);
}

}  // namespace tengen::rgf
