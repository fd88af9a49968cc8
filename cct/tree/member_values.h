#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
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
  struct FreeContext {
    void operator()(void* context) const;
  };
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
  std::unique_ptr<void, FreeContext> zstd_;
};

// The same for one context, of self cost too: that takes the values of its callees. Below a millisecond a
// block of contexts. Errors: kMalformed.
[[nodiscard]] Result<std::vector<MemberCost>> KeptMemberCosts(const Cct& tree, ContextId context,
                                                              MetricIndex metric, CostKind kind);

}  // namespace ringscope
