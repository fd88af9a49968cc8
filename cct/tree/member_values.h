#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/large_array.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The stored cost of a member in a context.
struct MemberCost {
  uint64_t value = 0;
  bool has_context = false;
};

// Reads the kept costs of members by context (MemberColumns::values). Safe on any bytes: it unpacks at most
// the bytes of ContextsABlock() contexts. The packing is described in docs/cct_format.md.
class MemberValueReader {
 public:
  // Borrows `tree`, which must keep the values of `metric`.
  MemberValueReader(const Cct& tree, MetricIndex metric);

  // The inclusive cost of each member. A later call for a context of the same block costs O(members), without
  // unpacking. Errors: kMalformed.
  [[nodiscard]] Result<void> Read(ContextId context, std::vector<MemberCost>& costs);

 private:
  [[nodiscard]] Result<void> Unpack(uint64_t block);
  [[nodiscard]] tl::unexpected<Error> Wrong(uint64_t block, std::string_view what) const;

  const Cct& tree_;
  MetricIndex metric_;
  size_t members_;
  uint32_t contexts_a_block_;
  uint64_t block_ = UINT64_MAX;  // the unpacked block
  std::vector<uint8_t> packed_;  // a copy of a block in several chunks
  std::vector<uint8_t> plain_;
  std::vector<size_t> row_begin_;  // by context, then by weight of the byte
  std::unique_ptr<void, void (*)(void*)> zstd_;
};

// The inclusive or self cost of each member in one context; self cost also reads the values of the callees.
// Less than a millisecond a block of contexts. `job` may be null. Errors: kMalformed, kCancelled.
[[nodiscard]] Result<std::vector<MemberCost>> KeptMemberCosts(const Cct& tree, ContextId context,
                                                              MetricIndex metric, CostKind kind,
                                                              const JobControl* job = nullptr);

// PackedMemberValues that own their bytes, in pieces of 2^kPieceBytesLog2 except the last one.
struct OwnedMemberValues {
  static constexpr uint32_t kPieceBytesLog2 = 26;
  LargeVector<uint64_t> begin{0};
  std::vector<LargeArray<uint8_t>> pieces;
};

// Packs the costs of members for MemberValueReader, context by context in level order. Buffers one block of
// contexts. O(members) a context. Throws std::bad_alloc.
class MemberValuePacker {
 public:
  explicit MemberValuePacker(size_t members);

  // Adds the next context: the members that have it, rising, and the inclusive cost of each, below 2^63.
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
