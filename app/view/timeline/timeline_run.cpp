#include <algorithm>
#include <optional>
#include <vector>

#include "app/view/timeline/timeline_state.h"
#include "cct/base/binary_search.h"

namespace ringscope {
namespace {

// Where part `part` of the span begins.
uint64_t BeginOf(uint32_t part, uint64_t span_ns) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(span_ns) * part + kDensityParts - 1) / kDensityParts);
}

constexpr uint64_t kStepsBetweenPolls = uint64_t{1} << 16;

// Looks at the job whenever enough has been done since it last did.
class Polling {
 public:
  explicit Polling(const JobControl& job) : job_(job) {}
  [[nodiscard]] bool IsCancelledAfter(uint64_t steps) {
    steps_ += steps;
    if (steps_ < kStepsBetweenPolls) return false;
    steps_ = 0;
    return job_.cancelled();
  }

 private:
  const JobControl& job_;
  uint64_t steps_ = kStepsBetweenPolls;  // looks at once
};

// By context whether it lies in or below one of the function's; empty where all count. Nothing where it was
// cancelled.
std::optional<std::vector<bool>> ContextsThatCount(const DensityRequest& request, Polling& polling) {
  if (request.function == kNoFunction) return std::vector<bool>();
  // Both trees know the function by what its frames say, but number it by themselves.
  const FrameTable& known = request.known_in.tree->frames();
  std::optional<Frame> wanted;
  for (FrameId frame = 0; frame < known.size() && !wanted; ++frame) {
    if (polling.IsCancelledAfter(1)) return std::nullopt;
    if (request.known_in.functions->FunctionOf(frame) == request.function) wanted = known[frame];
  }
  const Cct& tree = *request.tree;
  std::vector<bool> counts(tree.context_count(), false);
  if (!wanted) return counts;
  std::vector<bool> is_of_function(tree.frames().size(), false);
  for (FrameId id = 0; id < tree.frames().size(); ++id) {
    if (polling.IsCancelledAfter(1)) return std::nullopt;
    Frame frame = tree.frames()[id];
    frame.kind = wanted->kind;
    is_of_function[id] = frame == *wanted;
  }
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    const FrameId frame = tree.FrameOf(context);
    if (frame < is_of_function.size() && is_of_function[frame]) counts[context] = true;
    const ContextRange callees = counts[context] ? tree.ChildrenOf(context) : ContextRange{};
    // In a damaged file, callees may be those of many.
    if (polling.IsCancelledAfter(uint64_t{1} + callees.size())) return std::nullopt;
    std::fill(counts.begin() + callees.begin, counts.begin() + callees.end, true);
  }
  return counts;
}

}  // namespace

std::shared_ptr<const Density> RunDensity(const DensityRequest& request, JobControl& job) {
  const Cct& tree = *request.tree;
  Density density;
  density.request = request;
  density.span_ns = std::max(tree.time_span_ns(), tree.time_span_ns() + 1);
  Polling polling(job);
  const std::optional<std::vector<bool>> counts = ContextsThatCount(request, polling);
  if (!counts) return nullptr;
  density.until.assign(kDensityParts + size_t{1}, 0);
  for (const SampleSeries& series : tree.sample_series()) {
    for (const SampleMetric& measured : series.metrics) {
      if (measured.metric != request.metric) continue;
      density.sample_count = series.size();
      uint64_t sample = 0;
      uint64_t sum = 0;  // modulo 2^64, as in a damaged file
      for (uint32_t part = 0; part < kDensityParts; ++part) {
        const uint64_t end_ns = BeginOf(part + 1, density.span_ns);
        const uint64_t end = part + 1 == kDensityParts
                                 ? series.size()
                                 : FirstWhere(sample, series.size(), [&](uint64_t other) {
                                     return series.time_ns[other] >= end_ns;
                                   });
        while (sample < end) {
          const uint64_t block_end = std::min(end, sample + kStepsBetweenPolls);
          if (polling.IsCancelledAfter(block_end - sample)) return nullptr;
          for (; sample < block_end; ++sample) {
            if (!counts->empty()) {
              const uint32_t context = series.context[sample];
              if (context >= counts->size() || !(*counts)[context]) continue;
            }
            sum += measured.ValueOf(sample);
          }
        }
        density.until[part + 1] = sum;
      }
    }
  }
  return std::make_shared<const Density>(std::move(density));
}

}  // namespace ringscope
