#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "cct/tree/chunked_column.h"
#include "cct/tree/frame_table.h"

namespace ringscope {

// The role of an object in a call: the receiver, the result, or, from kFirstArgument on, an argument, in
// their order. Stored in files: never renumber.
using TypeRole = uint8_t;
inline constexpr TypeRole kReceiverRole = 0;
inline constexpr TypeRole kResultRole = 1;
inline constexpr TypeRole kFirstArgument = 2;
// Recorders ignore arguments beyond this number.
inline constexpr uint32_t kMostTypedArguments = 8;

// All types beyond the number that a recorder keeps for a context and role.
inline constexpr uint32_t kOtherTypes = 0xffffffffu;
inline constexpr std::string_view kOtherTypesText = "(others)";

// "receiver", "result", "argument 1".
[[nodiscard]] inline std::string RoleText(TypeRole role) {
  if (role < kFirstArgument) return role == kReceiverRole ? "receiver" : "result";
  return "argument " + std::to_string(role - kFirstArgument + 1);
}

// In `calls` calls of a context, the object of this role had this type.
struct SeenType {
  TypeRole role = kReceiverRole;
  uint32_t type = kOtherTypes;  // for TypeColumns::NameOf()
  uint64_t calls = 0;
};

// The dynamic types of objects in calls, by context: those of context i are [begin[i], begin[i+1]), by role,
// most calls first, then by name, kOtherTypes last. Read access is safe on any column contents: elements
// outside are left out. All columns are empty if a profile has none.
struct TypeColumns {
  ChunkedColumn<uint64_t> begin;        // n + 1 of n contexts
  ChunkedColumn<uint8_t> role;          // t, as the next two
  ChunkedColumn<uint32_t> type;         // kOtherTypes, or the number of a name
  ChunkedColumn<uint64_t> calls;        // of one context
  ChunkedColumn<uint64_t> name_offset;  // names + 1: name k is name_bytes [name_offset[k], name_offset[k+1])
  ChunkedColumn<uint8_t> name_bytes;    // always one chunk

  [[nodiscard]] bool empty() const { return begin.empty(); }
  [[nodiscard]] uint32_t name_count() const {
    return name_offset.empty() ? 0 : static_cast<uint32_t>(name_offset.size() - 1);
  }
  // Empty for kOtherTypes. O(1).
  [[nodiscard]] std::string_view NameOf(uint32_t name) const {
    return StringAt(name_offset, name_bytes, name);
  }
  // Calls visit(SeenType) for each type of a context, in their order.
  template <typename Visit>
  void ForEach(uint32_t context, Visit visit) const {
    if (uint64_t{context} + 1 >= begin.size()) return;
    const uint64_t end = std::min(begin[uint64_t{context} + 1], role.size());
    for (uint64_t at = begin[context]; at < end; ++at) visit(SeenType{role[at], type[at], calls[at]});
  }
};

}  // namespace ringscope
