// Writes the manifest of a plugin: tengen-plugin-manifest MODULE MANIFEST. Part of every plugin's build.

#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "plugins/manifest.h"
#include "plugins/module.h"

int main(int argument_count, char** arguments) {
    if (argument_count != 3) {
        std::cerr << "usage: tengen-plugin-manifest MODULE MANIFEST\n";
        return 2;
    }
    try {
        const std::filesystem::path module = std::filesystem::absolute(arguments[1]);
        const tengen::plugins::LoadResult loaded = tengen::plugins::load_module(module);
        if (loaded.status != tengen::plugins::LoadStatus::loaded) {
            std::cerr << module.string() << ": " << loaded.reason << '\n';
            return 1;
        }
        const std::string json =
            tengen::plugins::to_json(tengen::plugins::describe(*loaded.entry, module.filename().string()));
        std::ofstream file(arguments[2], std::ios::binary);
        file << json;
        file.close();
        if (!file) {
            std::cerr << arguments[2] << ": cannot be written\n";
            return 1;
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
    return 0;
}
