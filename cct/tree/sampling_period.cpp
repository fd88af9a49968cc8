#include "cct/tree/sampling_period.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr std::string_view kSampledEvery = "Sampled every ";
constexpr double kMostPeriodNs = 1e15;  // eleven days

}  // namespace

std::string SamplingPeriodNote(uint64_t period_ns) {
  return fmt::format("{}{} us.", kSampledEvery, ExactDecimalText(period_ns, 1000));
}

uint64_t SamplingPeriodOf(const ImportReport& report) {
  for (const std::string& note : report.notes) {
    if (!note.starts_with(kSampledEvery) || !note.ends_with('.')) continue;
    double number = 0;
    const char* const end = note.data() + note.size() - 1;
    const auto [rest, error] =
        std::from_chars(note.data() + kSampledEvery.size(), end, number, std::chars_format::fixed);
    if (error != std::errc() || rest == end || *rest != ' ') continue;
    const double ns = number * NanosecondsOf(std::string_view(rest + 1, end));
    if (ns >= 1 && ns <= kMostPeriodNs) return static_cast<uint64_t>(std::llround(ns));
  }
  return 0;
}

}  // namespace ringscope
