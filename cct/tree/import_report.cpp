#include "cct/tree/import_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <tuple>

#include "cct/base/text/number_text.h"
#include "cct/base/text/unit_names.h"

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

constexpr std::string_view kSampledEvery = "Sampled every ";
constexpr double kMostPeriod = 1e15;  // in ns: eleven days

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
    const auto known = std::ranges::find(estimated, cost.metric, &EstimatedCost::metric);
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

std::string SamplingPeriodNote(uint64_t period_ns) {
  return fmt::format("{}{} us.", kSampledEvery, ExactDecimalText(period_ns, 1000));
}

bool IsSamplingPeriodNote(std::string_view note) {
  return note.starts_with(kSampledEvery) && note.ends_with('.');
}

SamplingPeriod SamplingPeriodOf(const ImportReport& report) {
  SamplingPeriod found;
  for (const std::string& note : report.notes) {
    if (!IsSamplingPeriodNote(note)) continue;
    double number = 0;
    const char* const end = note.data() + note.size() - 1;
    const auto [rest, error] =
        std::from_chars(note.data() + kSampledEvery.size(), end, number, std::chars_format::fixed);
    if (error != std::errc() || rest == end || *rest != ' ') continue;
    const std::string_view unit(rest + 1, end);
    const Unit known = UnitOfMetric(unit);
    if (known.dimension == Dimension::kBytes) continue;
    const bool is_time = known.dimension == Dimension::kTime;
    const double count = number * (is_time ? known.factor : 1);
    if (count < 1 || count > kMostPeriod) continue;
    const SamplingPeriod period{static_cast<uint64_t>(std::llround(count)),
                                std::string(is_time ? "ns" : unit)};
    if (found.count > 0 && found != period) return {};
    found = period;
  }
  return found;
}

}  // namespace ringscope
