#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/import/json/json_document.h"
#include "cct/import/limits.h"
#include "cct/import/otlp/otlp_profile.h"
#include "cct/import/text_parts.h"

namespace ringscope {
namespace {

// Whether `key` is `name`, which is in camel case: "stackIndex" and "stack_index" are the same name.
bool Is(std::string_view key, std::string_view name) {
  size_t at = 0;
  for (const char c : name) {
    const bool upper = IsUpper(c);
    if (upper && at < key.size() && key[at] == '_') {
      ++at;
      if (at == key.size() || key[at] != ToLower(c)) return false;
    } else if (at == key.size() || key[at] != c) {
      return false;
    }
    ++at;
  }
  return at == key.size();
}

template <typename Number>
bool Parse(std::string_view text, Number& number) {
  if (const auto value = ParseNumber<Number>(text)) {
    number = *value;
    return true;
  }
  const auto whole = ParseWhole(text);
  if (!whole || !std::in_range<Number>(*whole)) return false;
  number = static_cast<Number>(*whole);
  return true;
}

class OtlpJson final : public JsonDocument {
 public:
  OtlpJson(const ImportRun& run, OtlpHead* head, OtlpSampleVisitor& visitor)
      : JsonDocument(run), head_(head), visitor_(visitor) {}

 private:
  bool ReadTopMember(std::string_view key) override {
    if (Is(key, "resourceProfiles"))
      return ReadArray([this](JsonToken token) { return ReadResourceProfiles(token); });
    if (Is(key, "dictionary") && head_ != nullptr) return ReadDictionary();
    return json_.SkipValue();
  }

  [[nodiscard]] bool ReadResourceProfiles(JsonToken begin) {
    const uint32_t resource = resource_count_++;
    if (head_ != nullptr) {
      if (!CheckSize(resource, otlp::kMaxResources, "resources")) return false;
      head_->resources.emplace_back();
    }
    return ReadMembers(begin, "the profiles of a resource (an object)", [&](std::string_view key) {
      if (Is(key, "scopeProfiles"))
        return ReadArray([&](JsonToken token) { return ReadScopeProfiles(token, resource); });
      if (!Is(key, "resource") || head_ == nullptr) return json_.SkipValue();
      return ReadObject([this](std::string_view member) {
        return Is(member, "attributes") ? ReadAttributes(head_->resources.back()) : json_.SkipValue();
      });
    });
  }

  [[nodiscard]] bool ReadAttributes(OtlpResource& resource) {
    return ReadArray([&](JsonToken begin) {
      std::string key, value;
      const bool read = ReadMembers(begin, "an attribute (an object)", [&](std::string_view member) {
        if (Is(member, "key")) return ReadText(key);
        return Is(member, "value") ? ReadValue(value) : json_.SkipValue();
      });
      if (!read || !CountText(key.size() + value.size())) return false;
      resource.attributes.emplace_back(std::move(key), std::move(value));
      return true;
    });
  }

  [[nodiscard]] bool ReadValue(std::string& text) {
    return ReadObject([&](std::string_view) {
      const JsonToken token = json_.Next();
      if (token == JsonToken::kString || token == JsonToken::kNumber) text = json_.text();
      if (token == JsonToken::kTrue) text = "true";
      if (token == JsonToken::kFalse) text = "false";
      if (token == JsonToken::kBeginArray || token == JsonToken::kBeginObject) text = "(several values)";
      return SkipRest(token);
    });
  }

  [[nodiscard]] bool ReadScopeProfiles(JsonToken begin, uint32_t resource) {
    return ReadMembers(begin, "the profiles of a scope (an object)", [&](std::string_view key) {
      if (!Is(key, "profiles")) return json_.SkipValue();
      return ReadArray([&](JsonToken token) { return ReadProfile(token, resource); });
    });
  }

  [[nodiscard]] bool ReadProfile(JsonToken begin, uint32_t resource) {
    const uint32_t index = profile_count_++;
    OtlpProfile profile;
    const bool read = ReadMembers(begin, "a profile (an object)", [&](std::string_view key) {
      if (Is(key, "sampleType")) return ReadValueType(profile.sample_type);
      if (Is(key, "periodType")) return ReadValueType(profile.period_type);
      if (Is(key, "period")) return ReadNumber(profile.period);
      // Drafts had locations here, and another name for the samples.
      if (Is(key, "sample") || Is(key, "locationIndices")) {
        return FailWith(ErrorCode::kUnsupported,
                        "expected OTLP profiles with stacks in their dictionary, found an earlier draft");
      }
      if (!Is(key, "samples")) return json_.SkipValue();
      return ReadArray([&](JsonToken token) { return ReadSample(token, resource, index); });
    });
    if (!read || head_ == nullptr) return read;
    if (!CheckSize(index, otlp::kMaxProfiles, "profiles")) return false;
    head_->profiles.push_back(profile);
    return true;
  }

  [[nodiscard]] bool ReadValueType(OtlpValueType& type) {
    return ReadObject([&](std::string_view key) {
      if (Is(key, "typeStrindex")) return ReadIndex(type.type);
      return Is(key, "unitStrindex") ? ReadIndex(type.unit) : json_.SkipValue();
    });
  }

  [[nodiscard]] bool ReadSample(JsonToken begin, uint32_t resource, uint32_t profile) {
    sample_.Clear();
    sample_.offset_bytes = json_.offset_bytes();
    const bool read = ReadMembers(begin, "a sample (an object)", [&](std::string_view key) {
      if (Is(key, "stackIndex")) return ReadIndex(sample_.stack);
      if (Is(key, "attributeIndices")) return ReadIndexes(sample_.attributes);
      if (Is(key, "timestampsUnixNano")) {
        return ReadArray([this](JsonToken token) {
          ++sample_.time_count;
          return SkipRest(token);
        });
      }
      if (!Is(key, "values")) return json_.SkipValue();
      return ReadArray([this](JsonToken token) {
        int64_t value = 0;
        const bool is_number = token == JsonToken::kNumber || token == JsonToken::kString;
        if (!is_number || !Parse(json_.text(), value)) return FailWith("a value below 2^63");
        sample_.values.push_back(value);
        return true;
      });
    });
    if (!read) return false;
    if (Result<void> visited = visitor_.Visit(resource, profile, sample_); !visited) {
      if (!error_) error_ = std::move(visited).error();
      return false;
    }
    return true;
  }

  [[nodiscard]] bool ReadDictionary() {
    OtlpDictionary& dictionary = head_->dictionary;
    if (dictionary.found)
      return FailWith(ErrorCode::kMalformed, "expected one dictionary, found a second one");
    dictionary.found = true;
    return ReadObject([&](std::string_view key) {
      if (Is(key, "mappingTable")) return ReadArray([this](JsonToken token) { return ReadMapping(token); });
      if (Is(key, "locationTable")) return ReadArray([this](JsonToken token) { return ReadLocation(token); });
      if (Is(key, "functionTable")) return ReadArray([this](JsonToken token) { return ReadFunction(token); });
      if (Is(key, "attributeTable"))
        return ReadArray([this](JsonToken token) { return ReadAttribute(token); });
      if (Is(key, "stackTable")) return ReadArray([this](JsonToken token) { return ReadStack(token); });
      if (!Is(key, "stringTable")) return json_.SkipValue();
      return ReadArray([&](JsonToken token) {
        if (token != JsonToken::kString) return FailWith("a text");
        if (!CountText(json_.text().size()) ||
            !CheckSize(dictionary.texts.size(), otlp::kMaxTableEntries, "texts"))
          return false;
        dictionary.texts.Add(json_.text());
        return true;
      });
    });
  }

  [[nodiscard]] bool ReadMapping(JsonToken begin) {
    if (!CheckSize(head_->dictionary.mappings.size(), otlp::kMaxTableEntries, "mappings")) return false;
    OtlpMapping& mapping = head_->dictionary.mappings.emplace_back();
    return ReadMembers(begin, "a mapping (an object)", [&](std::string_view key) {
      if (Is(key, "memoryStart")) return ReadNumber(mapping.start);
      if (Is(key, "fileOffset")) return ReadNumber(mapping.offset);
      return Is(key, "filenameStrindex") ? ReadIndex(mapping.filename) : json_.SkipValue();
    });
  }

  [[nodiscard]] bool ReadLocation(JsonToken begin) {
    OtlpDictionary& dictionary = head_->dictionary;
    if (!CheckSize(dictionary.locations.size(), otlp::kMaxTableEntries, "locations")) return false;
    OtlpLocation& location = dictionary.locations.emplace_back();
    location.lines_begin = dictionary.line_functions.size();
    location.attributes_begin = dictionary.location_attributes.size();
    location.offset_bytes = json_.offset_bytes();
    const bool read = ReadMembers(begin, "a location (an object)", [&](std::string_view key) {
      if (Is(key, "mappingIndex")) return ReadIndex(location.mapping);
      if (Is(key, "address")) return ReadNumber(location.address);
      if (Is(key, "attributeIndices")) return ReadIndexes(dictionary.location_attributes);
      if (!Is(key, "lines") && !Is(key, "line")) return json_.SkipValue();
      return ReadArray([this](JsonToken token) { return ReadLine(token); });
    });
    location.line_count = dictionary.line_functions.size() - location.lines_begin;
    location.attribute_count = dictionary.location_attributes.size() - location.attributes_begin;
    if (!read || location.line_count <= otlp::kMaxLinesPerLocation) return read;
    return FailWith(ErrorCode::kLimit, TooMany(otlp::kMaxLinesPerLocation, "lines of a location"));
  }

  [[nodiscard]] bool ReadLine(JsonToken begin) {
    if (!CheckSize(head_->dictionary.line_functions.size(), otlp::kMaxTableEntries, "lines")) return false;
    OtlpIndex& function = head_->dictionary.line_functions.emplace_back(0);
    return ReadMembers(begin, "a line of a location (an object)", [&](std::string_view key) {
      return Is(key, "functionIndex") ? ReadIndex(function) : json_.SkipValue();
    });
  }

  [[nodiscard]] bool ReadFunction(JsonToken begin) {
    if (!CheckSize(head_->dictionary.functions.size(), otlp::kMaxTableEntries, "functions")) return false;
    OtlpFunction& function = head_->dictionary.functions.emplace_back();
    return ReadMembers(begin, "a function (an object)", [&](std::string_view key) {
      if (Is(key, "nameStrindex")) return ReadIndex(function.name);
      if (Is(key, "systemNameStrindex")) return ReadIndex(function.system_name);
      if (Is(key, "filenameStrindex")) return ReadIndex(function.filename);
      return Is(key, "startLine") ? ReadNumber(function.start_line) : json_.SkipValue();
    });
  }

  [[nodiscard]] bool ReadAttribute(JsonToken begin) {
    OtlpDictionary& dictionary = head_->dictionary;
    if (!CheckSize(dictionary.attribute_keys.size(), otlp::kMaxTableEntries, "attributes")) return false;
    OtlpIndex& key_index = dictionary.attribute_keys.emplace_back(0);
    std::string value;
    const bool read = ReadMembers(begin, "an attribute (an object)", [&](std::string_view key) {
      if (Is(key, "keyStrindex")) return ReadIndex(key_index);
      return Is(key, "value") ? ReadValue(value) : json_.SkipValue();
    });
    if (!read || !CountText(value.size())) return false;
    dictionary.attribute_values.Add(value);
    return true;
  }

  [[nodiscard]] bool ReadStack(JsonToken begin) {
    OtlpDictionary& dictionary = head_->dictionary;
    if (!CheckSize(dictionary.stacks.size(), otlp::kMaxTableEntries, "stacks")) return false;
    const uint64_t first = dictionary.stack_locations.size();
    const bool read = ReadMembers(begin, "a stack (an object)", [&](std::string_view key) {
      return Is(key, "locationIndices") ? ReadIndexes(dictionary.stack_locations) : json_.SkipValue();
    });
    dictionary.stacks.push_back({first, dictionary.stack_locations.size() - first});
    return read;
  }

  // Sets `number` if the value is a number, in quotes or not.
  template <typename Number>
  [[nodiscard]] bool ReadNumber(Number& number) {
    return ReadNumberOrTextIfAny([&] { (void)Parse(json_.text(), number); });
  }

  [[nodiscard]] bool ReadIndex(OtlpIndex& index) {
    uint64_t number = 0;
    if (!ReadNumber(number)) return false;
    index = OtlpIndexOf(number);
    return true;
  }

  [[nodiscard]] bool ReadIndexes(std::vector<OtlpIndex>& indexes) {
    return ReadArray([&](JsonToken token) {
      uint64_t number = 0;
      const bool is_number = token == JsonToken::kNumber || token == JsonToken::kString;
      if (!is_number || !Parse(json_.text(), number)) return FailWith("an index");
      indexes.push_back(OtlpIndexOf(number));
      return true;
    });
  }

  [[nodiscard]] bool CheckSize(size_t size, size_t limit, std::string_view what) {
    return size < limit || FailWith(ErrorCode::kLimit, TooMany(limit, what));
  }

  OtlpHead* head_;
  OtlpSampleVisitor& visitor_;
  uint32_t resource_count_ = 0, profile_count_ = 0;
  OtlpSample sample_;
};

}  // namespace

Result<uint64_t> ReadOtlpJson(const ImportRun& run, OtlpHead* head, OtlpSampleVisitor& visitor) {
  OtlpJson document(run, head, visitor);
  RINGSCOPE_TRY(document.Read());
  return document.read_bytes();
}

}  // namespace ringscope
