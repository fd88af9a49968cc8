#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/json/json_document.h"
#include "cct/import/otlp/otlp_profile.h"

namespace ringscope {

// One pass over the JSON form of the message (https://protobuf.dev/programming-guides/json/): names in camel
// case or with underscores, 64-bit numbers in quotes or not. What is not a sample goes to `head` where it is
// not null, and each sample to `visitor`.
class OtlpJson final : public JsonDocument {
 public:
  OtlpJson(const ImportRun& run, OtlpHead* head, OtlpSampleVisitor& visitor)
      : JsonDocument(run), head_(head), visitor_(visitor) {}

 private:
  bool ReadTopMember(std::string_view key) override;
  [[nodiscard]] bool ReadResourceProfiles(JsonToken begin);
  [[nodiscard]] bool ReadAttributes(OtlpResource& resource);
  [[nodiscard]] bool ReadValue(std::string& text);
  [[nodiscard]] bool ReadScopeProfiles(JsonToken begin, uint32_t resource);
  [[nodiscard]] bool ReadProfile(JsonToken begin, uint32_t resource);
  [[nodiscard]] bool ReadValueType(OtlpValueType& type);
  [[nodiscard]] bool ReadSample(JsonToken begin, uint32_t resource, uint32_t profile);
  [[nodiscard]] bool ReadDictionary();
  [[nodiscard]] bool ReadMapping(JsonToken begin);
  [[nodiscard]] bool ReadLocation(JsonToken begin);
  [[nodiscard]] bool ReadLine(JsonToken begin);
  [[nodiscard]] bool ReadFunction(JsonToken begin);
  [[nodiscard]] bool ReadAttribute(JsonToken begin);
  [[nodiscard]] bool ReadStack(JsonToken begin);

  // A number, in quotes or not; others leave it as it is.
  template <typename Number>
  [[nodiscard]] bool ReadNumber(Number& number);
  [[nodiscard]] bool ReadIndex(OtlpIndex& index);
  [[nodiscard]] bool ReadIndexes(std::vector<OtlpIndex>& indexes);
  [[nodiscard]] bool CheckSize(size_t size, size_t limit, std::string_view what);

  OtlpHead* head_;
  OtlpSampleVisitor& visitor_;
  uint32_t resource_count_ = 0, profile_count_ = 0;
  OtlpSample sample_;
};

}  // namespace ringscope
