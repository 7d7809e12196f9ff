#include "plugins/search.h"

#define BOOST_DLL_USE_STD_FS
#include <algorithm>
#include <cstdlib>
#include <set>
#include <system_error>
#include <utility>

#include <boost/dll/runtime_symbol_info.hpp>

namespace tengen::plugins {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view module_suffix = ".so";

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

class Search {
public:
    void look_at(const fs::path& path, Origin origin) {
        SearchPlace place;
        place.path = path;
        place.origin = origin;
        look(place);
        places_.push_back(std::move(place));
    }

    std::vector<SearchPlace> places() && { return std::move(places_); }

private:
    void look(SearchPlace& place) {
        if (!place.path.is_absolute()) {
            if (place.origin != Origin::option) {
                place.problem = "is no absolute path";
                return;
            }
            std::error_code error;
            place.path = fs::absolute(place.path, error);
            if (error) {
                place.problem = error.message();
                return;
            }
        }
        place.path = place.path.lexically_normal();
        std::error_code error;
        const fs::file_status status = fs::status(place.path, error);
        if (status.type() == fs::file_type::not_found) {
            place.problem = "does not exist";
            return;
        }
        if (error) {
            place.problem = error.message();
            return;
        }
        const fs::path real = fs::canonical(place.path, error);
        if (!error && !seen_.insert(real).second) {
            place.problem = "was looked at before";
            return;
        }
        if (!fs::is_directory(status)) {
            if (place.origin == Origin::option) {  // the module itself
                place.modules.push_back(place.path);
            } else {
                place.problem = "is no directory";
            }
            return;
        }
        list(place);
    }

    static void list(SearchPlace& place) {
        std::error_code error;
        fs::directory_iterator entry(place.path, error);
        for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
            const fs::path& path = entry->path();
            if (path.extension() == module_suffix && path.stem() != "") {
                place.modules.push_back(path);
            }
        }
        if (error) {
            place.problem = error.message();
        }
        std::sort(place.modules.begin(), place.modules.end());
        if (place.modules.empty() && place.problem.empty()) {
            place.problem = "holds no plugin";
        }
    }

    std::set<fs::path> seen_;
    std::vector<SearchPlace> places_;
};

}  // namespace

std::string_view to_text(Origin origin) noexcept {
    switch (origin) {
        case Origin::option:
            return "--plugin-path";
        case Origin::environment:
            return "TENGEN_PLUGIN_PATH";
        case Origin::user:
            return "user directory";
        case Origin::executable:
            return "beside the program";
        case Origin::installation:
            return "installation";
    }
    return "";
}

ScanOptions ScanOptions::of_this_process(std::vector<fs::path> option_paths) {
    ScanOptions options;
    options.option_paths = std::move(option_paths);
    options.environment_path = variable("TENGEN_PLUGIN_PATH");
    // XDG Base Directory Specification: relative values of the variable are ignored.
    const fs::path data_home = variable("XDG_DATA_HOME");
    const fs::path home = variable("HOME");
    if (data_home.is_absolute()) {
        options.user_data_directory = data_home;
    } else if (home.is_absolute()) {
        options.user_data_directory = home / ".local" / "share";
    }
    std::error_code error;
    options.program = boost::dll::program_location(error);
    if (error) {
        options.program.clear();
    }
    options.installation_directory = TENGEN_INSTALLED_PLUGIN_DIRECTORY;
    return options;
}

std::vector<SearchPlace> search(const ScanOptions& options) {
    Search search;
    for (const fs::path& path : options.option_paths) {
        if (!path.empty()) {
            search.look_at(path, Origin::option);
        }
    }
    std::string_view rest = options.environment_path;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        if (end != 0) {  // an empty part would mean the current directory elsewhere; here it means nothing
            search.look_at(fs::path(rest.substr(0, end)), Origin::environment);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!options.user_data_directory.empty()) {
        search.look_at(options.user_data_directory / "tengen" / "plugins", Origin::user);
    }
    if (!options.program.empty()) {
        const fs::path prefix = options.program.parent_path().parent_path();
        search.look_at(prefix / "lib" / "tengen" / "plugins", Origin::executable);
        if (std::string_view(TENGEN_LIBRARY_DIRECTORY_NAME) != "lib") {
            search.look_at(prefix / TENGEN_LIBRARY_DIRECTORY_NAME / "tengen" / "plugins", Origin::executable);
        }
    }
    if (!options.installation_directory.empty()) {
        search.look_at(options.installation_directory, Origin::installation);
    }
    return std::move(search).places();
}

}  // namespace tengen::plugins
