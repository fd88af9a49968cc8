#include "cct/import/v8/cpuprofile_samples.h"

#include <fmt/format.h>

#include "cct/base/number_text.h"

namespace ringscope {

void CpuProfileSamples::Add(const CpuProfileNodes& nodes, const CompactIntegers& node_ids,
                            const CompactIntegers& deltas_us, uint64_t offset,
                            std::optional<MetricIndex> time, MetricIndex count) {
  for (size_t i = 0; i < node_ids.size(); ++i) {
    const std::optional<BuildNode> context = nodes.ContextOf(node_ids[i]);
    if (!context) {
      report_.Skip("a sample of a node that is not in the tree", offset);
      continue;
    }
    ++report_.record_count;
    builder_.AddSelf(*context, count, 1);
    if (!time || i + 1 >= deltas_us.size()) continue;
    const int64_t delta = deltas_us[i + 1];
    if (delta >= 0) {
      builder_.AddSelf(*context, *time, static_cast<uint64_t>(delta));
    } else {
      ++negative_count_;
      negative_us_ += uint64_t{0} - static_cast<uint64_t>(delta);
    }
  }
  if (time && deltas_us.size() + 1 < node_ids.size()) untimed_count_ += node_ids.size() - deltas_us.size();
}

void CpuProfileSamples::AddNotes() {
  if (negative_count_ > 0) {
    report_.notes.push_back(fmt::format("{}, {} us in all: taken as 0.",
                                        CountedText(negative_count_, "negative time delta"), negative_us_));
  }
  if (untimed_count_ > 0) {
    report_.notes.push_back(fmt::format("{} without a time delta: counted as taking no time.",
                                        CountedText(untimed_count_, "sample")));
  }
}

}  // namespace ringscope
