#include "cct/tree/sampling_period.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

#include "cct/base/text/number_text.h"
#include "cct/base/text/unit_names.h"

namespace ringscope {
namespace {

constexpr std::string_view kSampledEvery = "Sampled every ";
constexpr double kMostPeriod = 1e15;  // of ns eleven days

}  // namespace

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
