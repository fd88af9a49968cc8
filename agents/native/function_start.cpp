#include "agents/native/function_start.h"

#include <dlfcn.h>
#include <string.h>

namespace ringscope {
namespace {

// The section .eh_frame_hdr, as the Linux Standard Base describes it: four bytes of a version and of how the
// rest is stored, the address of .eh_frame, the number of functions, and a table of them by address. All
// linkers store offsets of 4 bytes, those of the table from the section on.
constexpr uint8_t kVersion = 1;
constexpr uint8_t kFrameAddressStored = 0x1b;  // relative to its place, 4 bytes with a sign
constexpr uint8_t kCountStored = 0x03;         // 4 bytes
constexpr uint8_t kTableStored = 0x3b;         // relative to the section, 4 bytes with a sign
constexpr uint64_t kHeadBytes = 12;

struct TableEntry {
  int32_t function;
  int32_t frame;
};

}  // namespace

uintptr_t FunctionStart(uintptr_t address) {
  dl_find_object object;
  if (_dl_find_object(reinterpret_cast<void*>(address), &object) != 0 || object.dlfo_eh_frame == nullptr) {
    return 0;
  }
  const auto* const section = static_cast<const unsigned char*>(object.dlfo_eh_frame);
  if (section[0] != kVersion || section[1] != kFrameAddressStored || section[2] != kCountStored ||
      section[3] != kTableStored) {
    return 0;
  }
  uint32_t count = 0;
  memcpy(&count, section + 8, sizeof(count));
  const auto function_at = [&](uint32_t index) {
    TableEntry entry;
    memcpy(&entry, section + kHeadBytes + uint64_t{index} * sizeof(entry), sizeof(entry));
    return reinterpret_cast<uintptr_t>(section) + static_cast<uintptr_t>(int64_t{entry.function});
  };
  // The last one that begins at or before the address.
  uint32_t begin = 0;
  uint32_t end = count;
  while (begin < end) {
    const uint32_t middle = begin + (end - begin) / 2;
    if (function_at(middle) <= address) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin == 0 ? 0 : function_at(begin - 1);
}

}  // namespace ringscope
