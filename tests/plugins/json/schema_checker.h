// A small JSON Schema validator: the keywords that the published schema uses, and a complaint about every other one.
#pragma once

#include <cstddef>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

namespace tengen::test {

class SchemaChecker {
public:
    explicit SchemaChecker(boost::json::value schema) : schema_(std::move(schema)) {}

    /// Empty if the document fits; else the first thing that does not. Throws std::runtime_error on a keyword it does
    /// not know.
    [[nodiscard]] std::string check(const boost::json::value& document) const {
        return check(document, schema_.as_object(), "");
    }

private:
    using Value = boost::json::value;
    using Object = boost::json::object;

    [[nodiscard]] const Object& resolve(std::string_view reference) const {
        constexpr std::string_view prefix = "#/$defs/";
        if (!reference.starts_with(prefix)) {
            throw std::runtime_error("reference " + std::string(reference));
        }
        return schema_.at("$defs")
            .at(boost::json::string_view(reference.data() + prefix.size(), reference.size() - prefix.size()))
            .as_object();
    }

    static std::string_view text(const Value& value) { return {value.as_string().data(), value.as_string().size()}; }

    static bool has_type(const Value& value, std::string_view type) {
        if (type == "object") {
            return value.is_object();
        }
        if (type == "array") {
            return value.is_array();
        }
        if (type == "string") {
            return value.is_string();
        }
        if (type == "boolean") {
            return value.is_bool();
        }
        if (type == "integer") {
            return value.is_int64() || value.is_uint64();
        }
        throw std::runtime_error("type " + std::string(type));
    }

    [[nodiscard]] std::string check(const Value& value, const Object& schema, const std::string& path) const {
        for (const auto& [keyword_text, rule] : schema) {
            const std::string keyword(keyword_text.data(), keyword_text.size());
            if (std::string problem = check_keyword(value, keyword, rule, schema, path); !problem.empty()) {
                return problem;
            }
        }
        return {};
    }

    [[nodiscard]] std::string check_keyword(const Value& value, const std::string& keyword, const Value& rule,
                                            const Object& schema, const std::string& path) const {
        const auto fail = [&](const std::string& what) { return path + ": " + what; };
        static const std::set<std::string> notes{"$schema", "$id", "title", "description", "$defs"};
        if (notes.contains(keyword)) {
            return {};
        }
        if (keyword == "$ref") {
            return check(value, resolve(text(rule)), path);
        }
        if (keyword == "type") {
            return has_type(value, text(rule)) ? "" : fail("is not of type " + std::string(text(rule)));
        }
        if (keyword == "const") {
            return value == rule ? "" : fail("is not the constant");
        }
        if (keyword == "enum") {
            for (const Value& allowed : rule.as_array()) {
                if (value == allowed) {
                    return {};
                }
            }
            return fail("is not in the enumeration");
        }
        if (keyword == "properties") {
            if (!value.is_object()) {
                return {};
            }
            for (const auto& [name, inner] : rule.as_object()) {
                if (const Value* member = value.as_object().if_contains(name)) {
                    std::string problem =
                        check(*member, inner.as_object(), path + "/" + std::string(name.data(), name.size()));
                    if (!problem.empty()) {
                        return problem;
                    }
                }
            }
            return {};
        }
        if (keyword == "required") {
            for (const Value& name : rule.as_array()) {
                if (value.is_object() && !value.as_object().contains(name.as_string())) {
                    return fail("has no " + std::string(text(name)));
                }
            }
            return {};
        }
        if (keyword == "additionalProperties") {
            if (rule.as_bool()) {
                throw std::runtime_error("additionalProperties that is not false");
            }
            for (const auto& [name, member] : value.is_object() ? value.as_object() : Object{}) {
                if (!schema.at("properties").as_object().contains(name)) {
                    return fail("has " + std::string(name.data(), name.size()));
                }
            }
            return {};
        }
        if (keyword == "items") {
            std::size_t i = 0;
            for (const Value& item : value.is_array() ? value.as_array() : boost::json::array{}) {
                std::string problem = check(item, rule.as_object(), path + "/" + std::to_string(i++));
                if (!problem.empty()) {
                    return problem;
                }
            }
            return {};
        }
        if (keyword == "minItems" || keyword == "maxItems") {
            const auto bound = rule.to_number<std::size_t>();
            const std::size_t size = value.is_array() ? value.as_array().size() : bound;
            return (keyword == "minItems" ? size >= bound : size <= bound)
                       ? ""
                       : fail("has " + std::to_string(size) + " items");
        }
        if (keyword == "minimum" || keyword == "maximum") {
            if (!value.is_number()) {
                return {};
            }
            const auto number = value.to_number<double>();
            const auto bound = rule.to_number<double>();
            return (keyword == "minimum" ? number >= bound : number <= bound) ? "" : fail("is out of range");
        }
        if (keyword == "pattern") {
            if (!value.is_string()) {
                return {};
            }
            const std::string pattern(text(rule));
            const auto found = patterns_.try_emplace(pattern, pattern).first;
            return std::regex_search(std::string(text(value)), found->second) ? "" : fail("does not match " + pattern);
        }
        if (keyword == "anyOf" || keyword == "oneOf") {
            std::size_t fitting = 0;
            std::string reasons;
            for (const Value& choice : rule.as_array()) {
                const std::string problem = check(value, choice.as_object(), path);
                fitting += problem.empty() ? 1 : 0;
                reasons += problem.empty() ? "" : "\n  " + problem;
            }
            const bool fits = keyword == "anyOf" ? fitting > 0 : fitting == 1;
            return fits ? "" : fail("fits " + std::to_string(fitting) + " of " + keyword) + reasons;
        }
        throw std::runtime_error("keyword " + keyword);
    }

    Value schema_;
    mutable std::map<std::string, std::regex> patterns_;  // making one takes long
};

}  // namespace tengen::test
