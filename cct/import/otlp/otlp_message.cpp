#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cct/import/bytes/proto_reader.h"
#include "cct/import/limits.h"
#include "cct/import/otlp/otlp_profile.h"

namespace ringscope {
namespace {

constexpr uint64_t kFieldsPerPoll = uint64_t{1} << 12;

tl::unexpected<Error> FailIn(uint64_t offset, std::string_view expected, std::string_view found) {
  return FailAt(ErrorCode::kMalformed, offset, "expected {}, found {}", expected, found);
}

// The value of an attribute as text; a placeholder for lists and maps.
std::string ValueText(std::string_view message) {
  std::string text;
  ProtoReader value(message);
  while (value.Next()) {
    if (value.IsBytes(1)) text = value.bytes();
    if (value.IsVarint(2)) text = value.value() != 0 ? "true" : "false";
    if (value.IsVarint(3)) text = fmt::to_string(static_cast<int64_t>(value.value()));
    if (value.IsBytes(5) || value.IsBytes(6)) text = "(several values)";
  }
  return text;
}

class MessageReader {
 public:
  MessageReader(std::string_view message, const ImportRun& run, OtlpHead* head, OtlpSampleVisitor& visitor,
                const OtlpProgress& progress)
      : message_(message), run_(run), head_(head), visitor_(visitor), progress_(progress) {}

  Result<void> Read() {
    return ForEach(message_, "profiles", [this](const ProtoReader& field) -> Result<void> {
      if (field.IsBytes(1)) return ReadResourceProfiles(field.bytes());
      if (field.IsBytes(2) && head_ != nullptr) return ReadDictionary(field);
      return {};
    });
  }

 private:
  // Calls read(field) for the fields of a message; errors call the message `what`.
  template <typename ReadField>
  Result<void> ForEach(std::string_view message, std::string_view what, ReadField read) {
    ProtoReader reader(message);
    while (reader.Next()) {
      if (++field_count_ % kFieldsPerPoll == 0) {
        if (run_.job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
        const auto passed = static_cast<double>(OffsetOf(reader.field_begin()));
        run_.job.done_units.store(
            progress_.first_units + static_cast<uint64_t>(passed * progress_.units_per_byte),
            std::memory_order_relaxed);
      }
      RINGSCOPE_TRY(read(reader));
    }
    if (reader.problem().empty()) return {};
    return FailIn(OffsetOf(reader.field_begin() != nullptr ? reader.field_begin() : message.data()), what,
                  reader.problem());
  }
  [[nodiscard]] uint64_t OffsetOf(const char* at) const {
    return static_cast<uint64_t>(at - message_.data());
  }

  Result<void> CountText(size_t size_bytes) {
    text_bytes_ += size_bytes;
    const uint64_t limit = run_.options.build.max_string_bytes;
    if (text_bytes_ <= limit) return {};
    return Fail(ErrorCode::kLimit, TooLongNames(limit));
  }
  template <typename Entries>
  Result<void> CheckSize(const Entries& entries, size_t limit, std::string_view what) {
    if (entries.size() < limit) return {};
    return Fail(ErrorCode::kLimit, TooMany(limit, what));
  }

  Result<void> ReadResourceProfiles(std::string_view bytes) {
    const auto resource = resource_count_++;
    if (head_ != nullptr) {
      RINGSCOPE_TRY(CheckSize(head_->resources, otlp::kMaxResources, "resources"));
      head_->resources.emplace_back();
    }
    return ForEach(bytes, "the profiles of a resource", [&](const ProtoReader& field) -> Result<void> {
      if (field.IsBytes(1) && head_ != nullptr) return ReadResource(field.bytes());
      if (!field.IsBytes(2)) return {};
      return ForEach(field.bytes(), "the profiles of a scope", [&](const ProtoReader& part) -> Result<void> {
        return part.IsBytes(2) ? ReadProfile(resource, part.bytes()) : Result<void>();
      });
    });
  }

  Result<void> ReadResource(std::string_view bytes) {
    return ForEach(bytes, "a resource", [this](const ProtoReader& field) -> Result<void> {
      if (!field.IsBytes(1)) return {};
      RINGSCOPE_TRY(CountText(field.bytes().size()));
      std::string key, value;
      RINGSCOPE_TRY(ForEach(field.bytes(), "an attribute", [&](const ProtoReader& part) -> Result<void> {
        if (part.IsBytes(1)) key = part.bytes();
        if (part.IsBytes(2)) value = ValueText(part.bytes());
        return {};
      }));
      head_->resources.back().attributes.emplace_back(std::move(key), std::move(value));
      return {};
    });
  }

  Result<void> ReadProfile(uint32_t resource, std::string_view bytes) {
    const auto index = profile_count_++;
    OtlpProfile profile;
    RINGSCOPE_TRY(ForEach(bytes, "a profile", [&](const ProtoReader& field) -> Result<void> {
      if (field.IsBytes(1)) return ReadValueType(field.bytes(), profile.sample_type);
      if (field.IsBytes(5)) return ReadValueType(field.bytes(), profile.period_type);
      if (field.IsVarint(6)) profile.period = static_cast<int64_t>(field.value());
      // Drafts had other fields here, and locations in the profile.
      if (field.number() == 3 && field.wire() != ProtoWire::kFixed64) return FailOnDraft(field);
      if (!field.IsBytes(2)) return {};
      const Result<void> sample = ReadSample(field);
      return sample ? visitor_.Visit(resource, index, sample_) : sample;
    }));
    if (head_ == nullptr) return {};
    RINGSCOPE_TRY(CheckSize(head_->profiles, otlp::kMaxProfiles, "profiles"));
    head_->profiles.push_back(profile);
    return {};
  }

  [[nodiscard]] Result<void> FailOnDraft(const ProtoReader& field) const {
    return FailAt(ErrorCode::kUnsupported, OffsetOf(field.field_begin()),
                  "expected OTLP profiles with stacks in their dictionary, found an earlier draft");
  }

  Result<void> ReadValueType(std::string_view bytes, OtlpValueType& type) {
    return ForEach(bytes, "the type of values", [&type](const ProtoReader& field) -> Result<void> {
      if (field.IsVarint(1)) type.type = OtlpIndexOf(field.value());
      if (field.IsVarint(2)) type.unit = OtlpIndexOf(field.value());
      return {};
    });
  }

  Result<void> ReadSample(const ProtoReader& message) {
    sample_.Clear();
    sample_.offset_bytes = OffsetOf(message.field_begin());
    return ForEach(message.bytes(), "a sample", [&](const ProtoReader& field) -> Result<void> {
      if (field.IsVarint(1)) sample_.stack = OtlpIndexOf(field.value());
      bool well_formed = true;
      if (field.number() == 2) {
        well_formed = ForEachVarint(
            field, [this](uint64_t index) { sample_.attributes.push_back(OtlpIndexOf(index)); });
      } else if (field.number() == 4) {
        well_formed = ForEachVarint(
            field, [this](uint64_t value) { sample_.values.push_back(static_cast<int64_t>(value)); });
      } else if (field.number() == 5) {
        if (field.wire() == ProtoWire::kFixed64) ++sample_.time_count;
        if (field.wire() == ProtoWire::kBytes) sample_.time_count += field.bytes().size() / sizeof(uint64_t);
      }
      if (!well_formed) return FailIn(OffsetOf(field.field_begin()), "a sample", "numbers that do not end");
      return {};
    });
  }

  Result<void> ReadDictionary(const ProtoReader& message) {
    // Concatenated messages read as one, whose references would point into the wrong dictionary.
    if (head_->dictionary.found) {
      return FailAt(ErrorCode::kMalformed, OffsetOf(message.field_begin()),
                    "expected one dictionary, found a second one");
    }
    head_->dictionary.found = true;
    return ForEach(message.bytes(), "the dictionary", [this](const ProtoReader& field) -> Result<void> {
      if (field.IsBytes(1)) return ReadMapping(field.bytes());
      if (field.IsBytes(2)) return ReadLocation(field);
      if (field.IsBytes(3)) return ReadFunction(field.bytes());
      if (field.IsBytes(6)) return ReadAttribute(field.bytes());
      if (field.IsBytes(7)) return ReadStack(field);
      if (!field.IsBytes(5)) return {};
      RINGSCOPE_TRY(CountText(field.bytes().size()));
      RINGSCOPE_TRY(CheckSize(head_->dictionary.texts, otlp::kMaxTableEntries, "texts"));
      head_->dictionary.texts.Add(field.bytes());
      return {};
    });
  }

  Result<void> ReadMapping(std::string_view bytes) {
    auto& mappings = head_->dictionary.mappings;
    RINGSCOPE_TRY(CheckSize(mappings, otlp::kMaxTableEntries, "mappings"));
    OtlpMapping& mapping = mappings.emplace_back();
    return ForEach(bytes, "a mapping", [&mapping](const ProtoReader& field) -> Result<void> {
      if (field.IsVarint(1)) mapping.start = field.value();
      if (field.IsVarint(3)) mapping.offset = field.value();
      if (field.IsVarint(4)) mapping.filename = OtlpIndexOf(field.value());
      return {};
    });
  }

  Result<void> ReadFunction(std::string_view bytes) {
    auto& functions = head_->dictionary.functions;
    RINGSCOPE_TRY(CheckSize(functions, otlp::kMaxTableEntries, "functions"));
    OtlpFunction& function = functions.emplace_back();
    return ForEach(bytes, "a function", [&function](const ProtoReader& field) -> Result<void> {
      if (field.IsVarint(1)) function.name = OtlpIndexOf(field.value());
      if (field.IsVarint(2)) function.system_name = OtlpIndexOf(field.value());
      if (field.IsVarint(3)) function.filename = OtlpIndexOf(field.value());
      if (field.IsVarint(4)) function.start_line = static_cast<int64_t>(field.value());
      return {};
    });
  }

  Result<void> ReadLocation(const ProtoReader& message) {
    OtlpDictionary& dictionary = head_->dictionary;
    RINGSCOPE_TRY(CheckSize(dictionary.locations, otlp::kMaxTableEntries, "locations"));
    OtlpLocation& location = dictionary.locations.emplace_back();
    location.lines_begin = dictionary.line_functions.size();
    location.attributes_begin = dictionary.location_attributes.size();
    location.offset_bytes = OffsetOf(message.field_begin());
    RINGSCOPE_TRY(ForEach(message.bytes(), "a location", [&](const ProtoReader& field) -> Result<void> {
      if (field.IsVarint(1)) location.mapping = OtlpIndexOf(field.value());
      if (field.IsVarint(2)) location.address = field.value();
      if (field.number() == 4 && !ForEachVarint(field, [&](uint64_t index) {
            dictionary.location_attributes.push_back(OtlpIndexOf(index));
          }))
        return FailIn(location.offset_bytes, "a location", "numbers that do not end");
      if (!field.IsBytes(3)) return {};
      if (++location.line_count > otlp::kMaxLinesPerLocation) {
        return FailAt(ErrorCode::kLimit, location.offset_bytes,
                      TooMany(otlp::kMaxLinesPerLocation, "lines of a location"));
      }
      OtlpIndex& function = dictionary.line_functions.emplace_back(0);
      return ForEach(field.bytes(), "a line of a location", [&](const ProtoReader& part) -> Result<void> {
        if (part.IsVarint(1)) function = OtlpIndexOf(part.value());
        return {};
      });
    }));
    location.attribute_count = dictionary.location_attributes.size() - location.attributes_begin;
    return {};
  }

  Result<void> ReadAttribute(std::string_view bytes) {
    OtlpDictionary& dictionary = head_->dictionary;
    RINGSCOPE_TRY(CheckSize(dictionary.attribute_keys, otlp::kMaxTableEntries, "attributes"));
    RINGSCOPE_TRY(CountText(bytes.size()));
    OtlpIndex& key = dictionary.attribute_keys.emplace_back(0);
    std::string value;
    RINGSCOPE_TRY(ForEach(bytes, "an attribute", [&](const ProtoReader& field) -> Result<void> {
      if (field.IsVarint(1)) key = OtlpIndexOf(field.value());
      if (field.IsBytes(2)) value = ValueText(field.bytes());
      return {};
    }));
    dictionary.attribute_values.Add(value);
    return {};
  }

  Result<void> ReadStack(const ProtoReader& message) {
    OtlpDictionary& dictionary = head_->dictionary;
    RINGSCOPE_TRY(CheckSize(dictionary.stacks, otlp::kMaxTableEntries, "stacks"));
    const uint64_t begin = dictionary.stack_locations.size();
    RINGSCOPE_TRY(ForEach(message.bytes(), "a stack", [&](const ProtoReader& field) -> Result<void> {
      // In a draft, this field had units of attributes, two numbers each.
      if (field.IsVarint(2)) return FailOnDraft(message);
      if (field.number() == 1 && !ForEachVarint(field, [&](uint64_t index) {
            dictionary.stack_locations.push_back(OtlpIndexOf(index));
          }))
        return FailIn(OffsetOf(message.field_begin()), "a stack", "numbers that do not end");
      return {};
    }));
    dictionary.stacks.push_back({begin, dictionary.stack_locations.size() - begin});
    return {};
  }

  std::string_view message_;
  const ImportRun run_;
  OtlpHead* head_;
  OtlpSampleVisitor& visitor_;
  OtlpProgress progress_;
  uint64_t text_bytes_ = 0, field_count_ = 0;
  uint32_t resource_count_ = 0, profile_count_ = 0;
  OtlpSample sample_;
};

// Bit sets of field numbers.
constexpr uint32_t kDictionaryTables = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 5;
constexpr uint32_t kSampleStack = 1u << 1;
constexpr uint32_t kSampleCosts = 1u << 4 | 1u << 5;

// The kinds of messages on the way to a sample.
enum class Kind : uint8_t { kData, kResource, kScope, kProfile, kValueType, kSample, kDictionary };

// Whether the fields of a message, which may be cut off, fit its kind. Increments `evidence` for each part
// that other data would not have.
bool LooksLike(std::string_view bytes, Kind kind, uint64_t& evidence) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  uint32_t seen = 0;
  while (at < end) {
    uint64_t key = 0;
    if (!ReadVarint(at, end, key)) return at == end;
    const uint64_t number = key >> 3;
    const uint64_t wire = key & 7;
    if (number == 0 || number > 31) return false;
    uint64_t value = 0;
    std::string_view part;
    if (wire == 0) {
      if (!ReadVarint(at, end, value)) return at == end;
    } else if (wire == 1 || wire == 5) {
      at += std::min<ptrdiff_t>(wire == 1 ? 8 : 4, end - at);
    } else if (wire == 2) {
      if (!ReadVarint(at, end, value)) return at == end;
      part = {at, static_cast<size_t>(std::min(value, static_cast<uint64_t>(end - at)))};
      at += part.size();
    } else {
      return false;
    }
    seen |= 1u << number;
    bool fits = true;
    switch (kind) {
      case Kind::kData:
        fits = wire == 2 && number <= 2 &&
               LooksLike(part, number == 1 ? Kind::kResource : Kind::kDictionary, evidence);
        break;
      case Kind::kResource:
        fits = wire == 2 && number <= 3 && (number != 2 || LooksLike(part, Kind::kScope, evidence));
        break;
      case Kind::kScope:
        fits = wire == 2 && number <= 3 && (number != 2 || LooksLike(part, Kind::kProfile, evidence));
        break;
      case Kind::kProfile:
        if (number <= 2)
          fits = wire == 2 && LooksLike(part, number == 1 ? Kind::kValueType : Kind::kSample, evidence);
        break;
      case Kind::kValueType:
        fits = wire == 0 && number <= 3;
        evidence += fits ? 1 : 0;
        break;
      case Kind::kSample:
        fits = number <= 6;
        break;
      case Kind::kDictionary:
        fits = wire == 2 && number <= 7;
        break;
    }
    if (!fits) return false;
  }
  // A dictionary with mappings, locations, functions and texts, or a sample with a stack and values or times.
  if (kind == Kind::kDictionary && (seen & kDictionaryTables) == kDictionaryTables) ++evidence;
  if (kind == Kind::kSample && (seen & kSampleStack) != 0 && (seen & kSampleCosts) != 0) ++evidence;
  return true;
}

}  // namespace

Result<void> ReadOtlpMessage(std::string_view message, const ImportRun& run, OtlpHead* head,
                             OtlpSampleVisitor& visitor, const OtlpProgress& progress) {
  return MessageReader(message, run, head, visitor, progress).Read();
}

bool LooksLikeOtlpMessage(std::string_view prefix) {
  uint64_t evidence = 0;
  return LooksLike(prefix, Kind::kData, evidence) && evidence > 0;
}

}  // namespace ringscope
