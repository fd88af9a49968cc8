#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/result.h"
#include "cct/import/compact_lists.h"
#include "cct/import/importer.h"

namespace ringscope {

// The profiles signal of OpenTelemetry
// (https://github.com/open-telemetry/opentelemetry-proto, profiles/v1development/profiles.proto): resources
// (mostly processes) with profiles of one kind of value each, whose samples refer to a dictionary by index.
// In every table, index 0 means none.
using OtlpIndex = uint32_t;

struct OtlpMapping {
  uint64_t start = 0, offset = 0;
  OtlpIndex filename = 0;
};

struct OtlpFunction {
  OtlpIndex name = 0, system_name = 0, filename = 0;
  int64_t start_line = 0;
};

struct OtlpLocation {
  OtlpIndex mapping = 0;
  uint64_t address = 0;
  uint64_t lines_begin = 0;  // in OtlpDictionary::line_functions; the innermost function first
  uint64_t line_count = 0;
  uint64_t attributes_begin = 0;  // in OtlpDictionary::location_attributes
  uint64_t attribute_count = 0;
  uint64_t offset_bytes = 0;
};

struct OtlpStack {
  uint64_t begin = 0;  // in OtlpDictionary::stack_locations; the innermost first
  uint64_t size = 0;
};

struct OtlpDictionary {
  TextList texts;
  std::vector<OtlpMapping> mappings;
  std::vector<OtlpFunction> functions;
  std::vector<OtlpIndex> line_functions;
  std::vector<OtlpLocation> locations;
  std::vector<OtlpIndex> location_attributes;
  std::vector<OtlpStack> stacks;
  std::vector<OtlpIndex> stack_locations;
  std::vector<OtlpIndex> attribute_keys;
  TextList attribute_values;
  bool found = false;
};

struct OtlpResource {
  std::vector<std::pair<std::string, std::string>> attributes;
  [[nodiscard]] std::string_view Attribute(std::string_view key) const {
    for (const auto& [known, value] : attributes) {
      if (known == key) return value;
    }
    return {};
  }
};

struct OtlpValueType {
  OtlpIndex type = 0, unit = 0;
};

struct OtlpProfile {
  OtlpValueType sample_type, period_type;
  int64_t period = 0;
};

// A sample, while it is read.
struct OtlpSample {
  OtlpIndex stack = 0;
  std::vector<OtlpIndex> attributes;
  std::vector<int64_t> values;
  uint64_t time_count = 0;
  uint64_t offset_bytes = 0;
  void Clear() {
    stack = 0;
    attributes.clear();
    values.clear();
    time_count = 0;
  }
};

// Everything but the samples. A file is read twice, as the dictionary and the type of a profile's values may
// come behind its samples.
struct OtlpHead {
  OtlpDictionary dictionary;
  std::vector<OtlpResource> resources;
  std::vector<OtlpProfile> profiles;  // of all resources in order
};

// Gets the samples of a file in order, in each of the two passes.
class OtlpSampleVisitor {
 public:
  virtual ~OtlpSampleVisitor() = default;
  // `resource` and `profile` are indexes in the order of the file. An error ends the reading.
  [[nodiscard]] virtual Result<void> Visit(uint32_t resource, uint32_t profile, const OtlpSample& sample) = 0;
};

// Limits: larger files are refused.
namespace otlp {
inline constexpr size_t kMaxResources = size_t{1} << 20;
inline constexpr size_t kMaxProfiles = size_t{1} << 24;
inline constexpr size_t kMaxTableEntries = size_t{1} << 28;
// No compiler inlines that deep.
inline constexpr uint64_t kMaxLinesPerLocation = 1024;
}  // namespace otlp

// The index, or one that no table has if `value` is too large.
[[nodiscard]] inline OtlpIndex OtlpIndexOf(uint64_t value) {
  return value < 0x7fffffff ? static_cast<OtlpIndex>(value) : 0x7fffffffu;
}

// The share of the job's units that reading a message takes.
struct OtlpProgress {
  uint64_t first_units = 0;
  double units_per_byte = 0;
};

// Reads all of a ProfilesData message: passes each sample to `visitor`, and puts everything else into `head`
// unless that is null. Errors: kMalformed with the offset of the malformed message, kUnsupported (a draft of
// the format), kLimit, kCancelled, and those of the visitor.
[[nodiscard]] Result<void> ReadOtlpMessage(std::string_view message, const ImportRun& run, OtlpHead* head,
                                           OtlpSampleVisitor& visitor, const OtlpProgress& progress);

// Reads the message's JSON form (https://protobuf.dev/programming-guides/json/) in the same way: names in
// camel case or with underscores, 64-bit numbers in quotes or not. Returns the size of the document.
[[nodiscard]] Result<uint64_t> ReadOtlpJson(const ImportRun& run, OtlpHead* head, OtlpSampleVisitor& visitor);

// Whether the first bytes of an input look like a ProfilesData message and like no other data.
[[nodiscard]] bool LooksLikeOtlpMessage(std::string_view prefix);

}  // namespace ringscope
