#include "cct/import/callgrind/call_sequence_tree.h"

#include "cct/import/limits.h"

namespace ringscope {
namespace {

// A caller some of whose calls are still to come.
struct Caller {
  BuildNode node;
  uint64_t depth;
  uint64_t calls_left;
};

}  // namespace

Result<CallTree> BuildCallTree(CallSequence& sequence, const std::vector<FrameId>& frames,
                               const std::vector<BuildNode>& roots, uint64_t max_depth, CctBuilder& builder,
                               JobControl& job, const std::function<void(const CallTree&)>& after_block) {
  CallTree tree;
  tree.column_count = sequence.column_count();
  std::vector<Caller> callers;
  std::vector<int64_t> costs(tree.column_count);
  CallSequence::Block block;
  for (uint64_t steps = 1; sequence.TakeLast(block, costs); ++steps) {
    if (steps % (1 << 14) == 0) {
      if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
      RINGSCOPE_TRY(builder.status());
    }
    const bool is_called = !callers.empty();
    BuildNode parent = roots[block.function];
    uint64_t depth = 1;
    if (is_called) {
      Caller& caller = callers.back();
      parent = caller.node;
      depth = caller.depth + 1;
      if (--caller.calls_left == 0) callers.pop_back();
    }
    if (depth > max_depth) return Fail(ErrorCode::kLimit, TooDeep(max_depth));
    const BuildNode node = builder.Child(parent, frames[block.function]);
    if (node >= tree.calls.size()) {
      tree.calls.resize(node + 1, 0);
      tree.self.resize((node + size_t{1}) * tree.column_count, 0);
    }
    tree.calls[node] += is_called ? 1 : 0;
    for (size_t c = 0; c < tree.column_count; ++c) {
      int64_t& sum = tree.self[node * tree.column_count + c];
      if (__builtin_add_overflow(sum, costs[c], &sum))
        return Fail(ErrorCode::kOverflow, "expected sums of costs below 2^63, found a larger one");
    }
    if (block.call_count > 0) callers.push_back({node, depth, block.call_count});
    if (after_block) after_block(tree);
  }
  RINGSCOPE_TRY(builder.status());
  return tree;
}

}  // namespace ringscope
