#include "agents/java/hotspot_internals.h"

#include <dlfcn.h>

#include <cstring>
#include <string_view>

namespace ringscope::java {

namespace {

template <typename T>
T ValueOf(const char* symbol) {
  const void* const address = dlsym(RTLD_DEFAULT, symbol);
  T value{};
  if (address != nullptr) std::memcpy(&value, address, sizeof value);
  return value;
}

template <typename T>
T ValueAt(const char* entry, uint64_t offset) {
  T value{};
  std::memcpy(&value, entry + offset, sizeof value);
  return value;
}

std::string_view TextAt(const char* entry, uint64_t offset) {
  const char* const text = ValueAt<const char*>(entry, offset);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

}  // namespace

HotspotInternals::HotspotInternals() {
  // The tables describe themselves (vmStructs.hpp of OpenJDK).
  const char* entry = ValueOf<const char*>("gHotSpotVMStructs");
  const auto stride = ValueOf<uint64_t>("gHotSpotVMStructEntryArrayStride");
  const auto type = ValueOf<uint64_t>("gHotSpotVMStructEntryTypeNameOffset");
  const auto field = ValueOf<uint64_t>("gHotSpotVMStructEntryFieldNameOffset");
  const auto offset = ValueOf<uint64_t>("gHotSpotVMStructEntryOffsetOffset");
  const auto address = ValueOf<uint64_t>("gHotSpotVMStructEntryAddressOffset");
  if (entry == nullptr || stride == 0) return;
  for (; !TextAt(entry, type).empty(); entry += stride) {
    const std::string_view type_name = TextAt(entry, type);
    const std::string_view field_name = TextAt(entry, field);
    const auto field_offset = static_cast<int64_t>(ValueAt<uint64_t>(entry, offset));
    if (type_name == "Method" && field_name == "_intrinsic_id") intrinsic_id_offset_ = field_offset;
    if (type_name != "JVMFlag") continue;
    if (field_name == "_name") name_offset_ = field_offset;
    if (field_name == "_addr") address_offset_ = field_offset;
    void* const at = ValueAt<void*>(entry, address);
    if (field_name == "flags" && at != nullptr) std::memcpy(&flags_, at, sizeof flags_);
    if (field_name == "numFlags" && at != nullptr) std::memcpy(&flag_count_, at, sizeof flag_count_);
  }
  const char* type_entry = ValueOf<const char*>("gHotSpotVMTypes");
  const auto type_stride = ValueOf<uint64_t>("gHotSpotVMTypeEntryArrayStride");
  const auto name = ValueOf<uint64_t>("gHotSpotVMTypeEntryTypeNameOffset");
  const auto size = ValueOf<uint64_t>("gHotSpotVMTypeEntrySizeOffset");
  if (type_entry == nullptr || type_stride == 0) return;
  for (; !TextAt(type_entry, name).empty(); type_entry += type_stride) {
    if (TextAt(type_entry, name) == "JVMFlag") {
      flag_bytes_ = static_cast<int64_t>(ValueAt<uint64_t>(type_entry, size));
    }
  }
}

void HotspotInternals::UseBytecodeOf(jmethodID method) const {
  if (intrinsic_id_offset_ < 0 || method == nullptr) return;
  // A jmethodID points to the address of the Method.
  char* of = nullptr;
  std::memcpy(&of, reinterpret_cast<const void*>(method), sizeof of);
  constexpr uint16_t kNone = 0;
  if (of != nullptr) std::memcpy(of + intrinsic_id_offset_, &kNone, sizeof kNone);
}

void HotspotInternals::ClearFlag(std::string_view name) const {
  if (flags_ == nullptr || flag_bytes_ <= 0 || name_offset_ < 0 || address_offset_ < 0) return;
  const char* flag = static_cast<const char*>(flags_);
  for (int64_t i = 0; i < flag_count_; ++i, flag += flag_bytes_) {
    if (TextAt(flag, static_cast<uint64_t>(name_offset_)) != name) continue;
    void* const at = ValueAt<void*>(flag, static_cast<uint64_t>(address_offset_));
    constexpr bool kOff = false;
    if (at != nullptr) std::memcpy(at, &kOff, sizeof kOff);
    return;
  }
}

}  // namespace ringscope::java
