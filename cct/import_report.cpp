#include "cct/import_report.h"

#include <algorithm>

namespace ringscope {

void ImportReport::Skip(std::string_view reason, uint64_t offset_bytes, uint64_t count) {
  for (SkippedRecords& known : skipped) {
    if (known.reason != reason) continue;
    known.count += count;
    known.first_offset_bytes = std::min(known.first_offset_bytes, offset_bytes);
    return;
  }
  skipped.push_back({std::string(reason), count, offset_bytes});
}

void ImportReport::Add(const ImportReport& part) {
  record_count += part.record_count;
  truncated_stack_count += part.truncated_stack_count;
  for (const SkippedRecords& records : part.skipped)
    Skip(records.reason, records.first_offset_bytes, records.count);
  for (const EstimatedCost& cost : part.estimated) {
    const auto known = std::find_if(estimated.begin(), estimated.end(),
                                    [&](const EstimatedCost& mine) { return mine.metric == cost.metric; });
    if (known == estimated.end()) {
      estimated.push_back(cost);
    } else {
      known->estimated += cost.estimated;
      known->total += cost.total;
    }
  }
}

uint64_t ImportReport::skipped_count() const {
  uint64_t count = 0;
  for (const SkippedRecords& known : skipped) count += known.count;
  return count;
}

}  // namespace ringscope
