#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/base/system/large_array.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What a member costs in a context, stored.
struct MemberCost {
  uint64_t value = 0;
  bool has_context = false;
};

// Reads what the members cost in contexts of a tree that keeps it (MemberColumns::values), safe on any bytes:
// no more is unpacked than ContextsABlock() contexts can have. docs/cct_format.md says how it is packed.
class MemberValueReader {
 public:
  // Borrows from `tree`, which keeps the values of `metric`.
  MemberValueReader(const Cct& tree, MetricIndex metric);

  // By member, with all that the context calls. The next call for a context of the same block only looks them
  // up: O(members). Errors: kMalformed.
  [[nodiscard]] Result<void> Read(ContextId context, std::vector<MemberCost>& costs);

 private:
  [[nodiscard]] Result<void> Unpack(uint64_t block);
  [[nodiscard]] tl::unexpected<Error> Wrong(uint64_t block, std::string_view what) const;

  const Cct& tree_;
  MetricIndex metric_;
  size_t members_;
  uint32_t contexts_a_block_;
  uint64_t block_ = UINT64_MAX;  // which one is unpacked
  std::vector<uint8_t> packed_;  // where it does not lie in one piece
  std::vector<uint8_t> plain_;
  std::vector<size_t> row_begin_;  // by context and weight of bytes
  std::unique_ptr<void, void (*)(void*)> zstd_;
};

// The same for one context, of self cost too: that takes the values of its callees. Below a millisecond a
// block of contexts. Errors: kMalformed.
[[nodiscard]] Result<std::vector<MemberCost>> KeptMemberCosts(const Cct& tree, ContextId context,
                                                              MetricIndex metric, CostKind kind);

// PackedMemberValues, the bytes in pieces of 2^kPieceBytesLog2 but for the last one.
struct OwnedMemberValues {
  static constexpr uint32_t kPieceBytesLog2 = 26;
  LargeVector<uint64_t> begin{0};
  std::vector<LargeArray<uint8_t>> pieces;
};

// Packs what members cost, context by context in level order, as MemberValueReader reads it. What waits is
// one block of contexts. O(members) a context. Throws std::bad_alloc.
class MemberValuePacker {
 public:
  explicit MemberValuePacker(size_t members);

  // The next context: the members that have it, rising, and what each costs there with all that it calls,
  // below 2^63.
  void Add(std::span<const uint32_t> members, std::span<const uint64_t> values);
  [[nodiscard]] OwnedMemberValues Finish() &&;

 private:
  void PackBlock();
  void Append(std::span<const uint8_t> bytes);

  size_t members_;
  std::vector<uint64_t> least_;  // by context of the block, as the next two
  std::vector<uint8_t> width_;
  std::vector<uint64_t> codes_;  // by member
  std::vector<uint8_t> plain_, packed_;
  std::unique_ptr<void, void (*)(void*)> zstd_;
  OwnedMemberValues made_;
};

}  // namespace ringscope
