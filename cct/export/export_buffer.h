#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/text_sink.h"
#include "cct/tree/cct.h"

namespace ringscope {

// Collects the text of an export and passes it to the sink in large blocks, up to a number of bytes in all.
class ExportBuffer {
 public:
  // Borrows the sink.
  ExportBuffer(const TextSink& sink, uint64_t max_bytes) : sink_(sink), max_bytes_(max_bytes) {}

  // The text to append to.
  [[nodiscard]] std::string& buffer() { return buffer_; }
  // Passes the text on once it is a large block. Errors: those of the sink, kLimit.
  [[nodiscard]] Result<void> FlushIfLarge() {
    return buffer_.size() < kFlushBytes ? Result<void>{} : Flush();
  }
  [[nodiscard]] Result<void> Flush();

 private:
  static constexpr size_t kFlushBytes = size_t{64} << 10;
  const TextSink& sink_;
  const uint64_t max_bytes_;
  uint64_t written_bytes_ = 0;
  std::string buffer_;
};

// Fails with kLimit if an export of at least `least_bytes` is too large.
[[nodiscard]] Result<void> CheckExportSize(uint64_t least_bytes, uint64_t max_bytes);

// Calls write(compress), and passes all text given to `compress` to `sink` as one gzip member. Equal input
// gives equal bytes: no name, no time. 256 KiB of memory. Errors: those of `write` and the sink.
[[nodiscard]] Result<void> WriteGzip(const TextSink& sink,
                                     const std::function<Result<void>(const TextSink& compress)>& write);

// Visits all contexts except the synthetic root, callers before callees, with an explicit stack.
// enter(context) returns a Result<void>; leave(context) follows the callees. Reports progress and polls for
// cancellation. Errors: those of enter, kCancelled, kMalformed if contexts are listed twice.
template <typename Enter, typename Leave>
[[nodiscard]] Result<void> WalkDepthFirst(const Cct& tree, JobControl* job, Enter enter, Leave leave) {
  constexpr uint32_t kContextsBetweenPolls = 1u << 14;
  std::vector<ContextRange> rest{tree.ChildrenOf(kRootContext)};
  uint64_t visited = 0;
  while (true) {
    if (rest.back().empty()) {
      rest.pop_back();
      if (rest.empty()) break;
      leave(rest.back().begin - 1);
      continue;
    }
    const ContextId context = rest.back().begin++;
    RINGSCOPE_TRY(enter(context));
    rest.push_back(tree.ChildrenOf(context));
    if (++visited % kContextsBetweenPolls == 0) {
      if (visited > tree.context_count())
        return Fail(ErrorCode::kMalformed, "the tree lists a context below several callers");
      if (job != nullptr) job->done_units += kContextsBetweenPolls;
      if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "the export was cancelled");
    }
  }
  if (job != nullptr) job->done_units += visited % kContextsBetweenPolls;
  return {};
}

// Whether a context has self cost in any metric.
[[nodiscard]] inline bool HasOwnCost(const Cct& tree, ContextId context) {
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
    if (tree.Self(context, m) != 0) return true;
  }
  return false;
}

// The sum of the depths of all contexts (1 directly below the synthetic root), which is the number of names
// in all stacks. O(layers).
[[nodiscard]] inline uint64_t SumOfDepths(const Cct& tree) {
  uint64_t sum = 0;
  for (uint32_t layer = 1; layer < tree.layer_count(); ++layer)
    sum += uint64_t{tree.Layer(layer).size()} * layer;
  return sum;
}

}  // namespace ringscope
