#include <algorithm>

#include "app/timeline/timeline_state.h"
#include "cct/base/binary_search.h"

namespace ringscope {
namespace {

// Where part `part` of the span begins.
uint64_t BeginOf(uint32_t part, uint64_t span_ns) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(span_ns) * part + kDensityParts - 1) / kDensityParts);
}

}  // namespace

std::shared_ptr<const Density> RunDensity(const DensityRequest& request, JobControl& job) {
  const Cct& tree = *request.tree;
  Density density;
  density.request = request;
  density.span_ns = std::max(tree.time_span_ns(), tree.time_span_ns() + 1);
  density.until.assign(kDensityParts + size_t{1}, 0);
  for (const SampleSeries& series : tree.sample_series()) {
    for (const SampleMetric& measured : series.metrics) {
      if (measured.metric != request.metric) continue;
      density.sample_count = series.size();
      uint64_t sample = 0;
      uint64_t sum = 0;  // modulo 2^64, as in a damaged file
      for (uint32_t part = 0; part < kDensityParts; ++part) {
        if (job.cancelled()) return nullptr;
        const uint64_t end_ns = BeginOf(part + 1, density.span_ns);
        const uint64_t end = part + 1 == kDensityParts
                                 ? series.size()
                                 : FirstWhere(sample, series.size(), [&](uint64_t other) {
                                     return series.time_ns[other] >= end_ns;
                                   });
        for (; sample < end; ++sample) sum += measured.ValueOf(sample);
        density.until[part + 1] = sum;
      }
    }
  }
  return std::make_shared<const Density>(std::move(density));
}

}  // namespace ringscope
