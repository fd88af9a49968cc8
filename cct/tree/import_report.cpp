#include "cct/tree/import_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

void Count(std::vector<RecordProblem>& problems, std::string_view reason, uint64_t offset_bytes,
           uint64_t count) {
  for (RecordProblem& known : problems) {
    if (known.reason != reason) continue;
    known.count += count;
    known.first_offset_bytes = std::min(known.first_offset_bytes, offset_bytes);
    return;
  }
  problems.push_back({std::string(reason), count, offset_bytes});
}

uint64_t CountAll(const std::vector<RecordProblem>& problems) {
  uint64_t count = 0;
  for (const RecordProblem& known : problems) count += known.count;
  return count;
}

void Sort(std::vector<RecordProblem>& problems) {
  std::sort(problems.begin(), problems.end(), [](const RecordProblem& a, const RecordProblem& b) {
    return std::tie(a.first_offset_bytes, a.reason) < std::tie(b.first_offset_bytes, b.reason);
  });
}

}  // namespace

void ImportReport::Skip(std::string_view reason, uint64_t offset_bytes, uint64_t count) {
  Count(skipped, reason, offset_bytes, count);
}

void ImportReport::Keep(std::string_view reason, uint64_t offset_bytes, uint64_t count) {
  Count(incomplete, reason, offset_bytes, count);
}

uint64_t ImportReport::skipped_count() const { return CountAll(skipped); }
uint64_t ImportReport::incomplete_count() const { return CountAll(incomplete); }

void ImportReport::SortProblems() {
  Sort(skipped);
  Sort(incomplete);
}

void ImportReport::Add(const ImportReport& part) {
  record_count += part.record_count;
  truncated_stack_count += part.truncated_stack_count;
  for (const RecordProblem& records : part.skipped)
    Skip(records.reason, records.first_offset_bytes, records.count);
  for (const RecordProblem& records : part.incomplete)
    Keep(records.reason, records.first_offset_bytes, records.count);
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

const EstimatedCost* ImportReport::EstimateOf(std::string_view metric) const {
  for (const EstimatedCost& cost : estimated) {
    if (cost.metric == metric) return &cost;
  }
  return nullptr;
}

std::string DescribeEstimate(const EstimatedCost& cost) {
  return fmt::format(
      "{} of {} in the whole profile is an estimate, divided among contexts that the input does not tell "
      "apart",
      ShareText(cost.estimated, cost.total), cost.metric);
}

}  // namespace ringscope
