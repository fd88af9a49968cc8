#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cct/tree/building/level_order.h"

namespace ringscope {

// Packs what members cost, context by context in level order, as MemberValueReader reads it. What waits is
// one block of contexts. O(members) a context. Throws std::bad_alloc.
class MemberValuePacker {
 public:
  explicit MemberValuePacker(size_t members);

  // The next context: the members that have it, rising, and what each costs there with all that it calls,
  // below 2^63.
  void Add(std::span<const uint32_t> members, std::span<const uint64_t> values);
  [[nodiscard]] OwnedMembers::Values Finish() &&;

 private:
  struct FreeContext {
    void operator()(void* context) const;
  };
  void PackBlock();
  void Append(std::span<const uint8_t> bytes);

  size_t members_;
  std::vector<uint64_t> least_;  // by context of the block, as the next two
  std::vector<uint8_t> width_;
  std::vector<uint64_t> codes_;  // by member
  std::vector<uint8_t> plain_, packed_;
  std::unique_ptr<void, FreeContext> zstd_;
  OwnedMembers::Values made_;
};

}  // namespace ringscope
