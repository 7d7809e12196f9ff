#include "pipeline/schema/json_schema.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include "pipeline/schema/pipeline_keys.h"

namespace tengen::pipeline::schema {

namespace {

namespace json = boost::json;

json::array names_of(std::span<const std::string_view> names) {
    json::array array;
    for (const std::string_view name : names) {
        array.emplace_back(json::string_view(name.data(), name.size()));
    }
    return array;
}

json::object type_of(const Key& key) {
    json::object type;
    switch (key.kind) {
        case ValueKind::text:
        case ValueKind::path:
            type["type"] = json::array{"string", "number", "boolean"};
            break;
        case ValueKind::texts: {
            const json::object text{{"type", json::array{"string", "number", "boolean"}}};
            type["anyOf"] = json::array{text, json::object{{"type", "array"}, {"items", text}, {"minItems", 1}}};
            break;
        }
        case ValueKind::integer:
            type["type"] = "integer";
            if (key.minimum != 0 || key.maximum != 0) {
                type["minimum"] = key.minimum;
                type["maximum"] = key.maximum;
            }
            break;
        case ValueKind::boolean:
            type["type"] = "boolean";
            break;
        case ValueKind::list:
            type["type"] = "array";
            break;
        case ValueKind::map:
            type["type"] = "object";
            break;
        case ValueKind::choice:
            type["enum"] = names_of(key.choices);
            break;
        case ValueKind::any:
            type["type"] = json::array{"string", "array"};
            break;
    }
    type["description"] = json::string_view(key.help.data(), key.help.size());
    return type;
}

json::object mapping_of(std::span<const Key> keys) {
    json::object properties;
    json::array required;
    for (const Key& key : keys) {
        properties[json::string_view(key.name.data(), key.name.size())] = type_of(key);
        if (key.required) {
            required.emplace_back(json::string_view(key.name.data(), key.name.size()));
        }
    }
    // A shared block may stand anywhere.
    if (!properties.contains("include")) {
        properties["include"] = json::object{{"type", json::array{"string", "array"}}};
    }
    json::object mapping{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) {
        mapping["required"] = std::move(required);
    }
    return mapping;
}

json::object option_type(const plugins::OptionInfo& option) {
    json::object type;
    switch (option.type) {
        case plugins::OptionType::boolean:
            type["type"] = "boolean";
            break;
        case plugins::OptionType::integer:
            type["type"] = "integer";
            type["minimum"] = option.minimum;
            type["maximum"] = option.maximum;
            break;
        case plugins::OptionType::text:
            type["type"] = json::array{"string", "number", "boolean"};
            break;
        case plugins::OptionType::path:
            type["type"] = "string";
            break;
        case plugins::OptionType::choice: {
            json::array choices;
            for (const std::string& choice : option.choices) {
                choices.emplace_back(choice);
            }
            type["enum"] = std::move(choices);
            break;
        }
    }
    type["description"] = option.help;
    if (!option.default_value.empty()) {
        type["default"] = option.default_value;
    }
    return type;
}

// "{sgf: {charset: Big5}}": one of the formats with its options.
template <class Offered>
json::object formats_of(const std::vector<Offered>& offered) {
    json::object properties;
    for (const Offered& each : offered) {
        json::object options;
        for (const plugins::OptionInfo& option : each.info.options) {
            options[option.name] = option_type(option);
        }
        properties[each.info.format] = json::object{{"type", json::array{"object", "null"}},
                                                    {"description", each.info.title},
                                                    {"properties", std::move(options)},
                                                    {"additionalProperties", false}};
    }
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"additionalProperties", false},
            {"minProperties", 1},
            {"maxProperties", 1}};
}

json::object& property(json::object& mapping, std::string_view name) {
    return mapping["properties"].as_object()[json::string_view(name.data(), name.size())].as_object();
}

json::object passes(plugins::Registry& registry) {
    json::object properties;
    for (const PassKeys& pass : pass_keys()) {
        json::object keys = mapping_of(pass.keys);
        // Without a key that has to be there, nothing needs to be said.
        keys["type"] = keys.contains("required") ? json::value("object") : json::value(json::array{"object", "null"});
        if (keys["properties"].as_object().contains("reader")) {
            property(keys, "reader") = formats_of(registry.readers());
        }
        keys["description"] = json::string_view(pass.help.data(), pass.help.size());
        properties[json::string_view(pass.name.data(), pass.name.size())] = std::move(keys);
    }
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"additionalProperties", false},
            {"minProperties", 1},
            {"maxProperties", 1}};
}

// One member or item a line, so that people can read it and compare two of them.
void print(const json::value& root, std::string& out) {
    struct Open {
        const json::value* value;
        std::size_t next = 0;
    };
    const auto indent = [&out](std::size_t levels) {
        out += '\n';
        out.append(levels * 2, ' ');
    };
    std::vector<Open> open{{&root}};
    while (!open.empty()) {
        Open& top = open.back();
        const bool is_object = top.value->is_object();
        const std::size_t size = is_object               ? top.value->get_object().size()
                                 : top.value->is_array() ? top.value->get_array().size()
                                                         : 0;
        if ((!is_object && !top.value->is_array()) || size == 0) {
            out += json::serialize(*top.value);
            open.pop_back();
            continue;
        }
        if (top.next == size) {
            open.pop_back();
            indent(open.size());
            out += is_object ? '}' : ']';
            continue;
        }
        out += top.next == 0 ? (is_object ? "{" : "[") : ",";
        indent(open.size());
        const std::size_t index = top.next++;
        if (is_object) {
            const json::key_value_pair& member =
                *(top.value->get_object().begin() + static_cast<std::ptrdiff_t>(index));
            out += json::serialize(json::value(member.key()));
            out += ": ";
            open.push_back({&member.value()});
        } else {
            open.push_back({&top.value->get_array()[index]});
        }
    }
    out += '\n';
}

}  // namespace

std::string json_schema(plugins::Registry& registry) {
    json::object input = mapping_of(input_keys());
    property(input, "reader") = formats_of(registry.readers());
    property(input, "only")["items"] = json::object{{"type", "string"}};
    property(input, "exclude")["items"] = json::object{{"type", "string"}};
    json::object output = mapping_of(output_keys());
    property(output, "writer") = formats_of(registry.writers());
    json::object streams = mapping_of(stream_keys());
    streams["description"] = property(output, "streams")["description"];
    property(output, "streams") = std::move(streams);
    json::object test = mapping_of(test_keys());
    property(test, "diagnostics")["items"] = json::object{{"type", "string"}};

    json::object schema = mapping_of(pipeline_keys());
    property(schema, "input")["items"] = json::object{{"anyOf", json::array{json::object{{"type", "string"}}, input}}};
    property(schema, "input")["minItems"] = 1;
    property(schema, "output")["items"] = std::move(output);
    property(schema, "output")["minItems"] = 1;
    property(schema, "passes")["items"] = passes(registry);
    property(schema, "tests")["items"] = std::move(test);
    json::object report = mapping_of(report_keys());
    report["description"] = property(schema, "report")["description"];
    property(schema, "report") = std::move(report);
    property(schema, "severity")["additionalProperties"] = json::object{{"enum", names_of(severity_names())}};
    property(schema, "threads") = json::object{
        {"anyOf", json::array{json::object{{"const", "auto"}}, json::object{{"type", "integer"}, {"minimum", 1}}}}};
    json::object whole{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "A pipeline of tengen"}};
    for (auto& member : schema) {
        whole[member.key()] = std::move(member.value());
    }
    std::string text;
    print(whole, text);
    return text;
}

}  // namespace tengen::pipeline::schema
