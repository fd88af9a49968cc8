#include "app/core/display_text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"

namespace ringscope {

std::string FunctionText(std::string_view name, size_t max_bytes) {
  constexpr size_t kMostShortened = 2'000;
  const std::string_view shown = ShownName(name);
  if (shown.size() <= max_bytes || shown.size() > kMostShortened) return DisplayText(shown, max_bytes);
  return ShortenName(
      shown, static_cast<float>(max_bytes), 1,
      [](std::string_view text, float) { return static_cast<float>(text.size()); }, CutMark::kEllipsis);
}

std::string ContextName(const Cct& tree, ContextId context, size_t max_bytes) {
  if (context == kRootContext) return "all";
  if (context >= tree.context_count()) return "(unknown)";
  return FunctionText(tree.frames().name(tree.FrameOf(context)), max_bytes);
}

std::string SmallerContextsText(const Cct& tree, const FunctionIndex& functions, ContextRange run) {
  // Sorting so many takes a tenth of a millisecond, in every frame that shows the text.
  constexpr uint32_t kMostCounted = 4096;
  const std::string text = CountedText(run.size(), "smaller context");
  if (run.size() == 1 || run.size() > kMostCounted) return text;
  std::vector<FunctionId> seen;
  for (ContextId context = run.begin; context < run.end; ++context)
    seen.push_back(functions.FunctionOf(tree.FrameOf(context)));
  std::ranges::sort(seen);
  const auto count = static_cast<uint64_t>(std::unique(seen.begin(), seen.end()) - seen.begin());
  return text + " of " + CountedText(count, "function");
}

std::string WithSign(double value, std::string_view size) {
  constexpr const char* kMinus = "\xE2\x88\x92";
  if (size.find_first_of("123456789") == std::string_view::npos) value = 0;
  return std::string(value > 0 ? "+" : value < 0 ? kMinus : "").append(size);
}

double PartOf(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

CostTexts CostTextsOf(uint64_t inclusive, uint64_t self, uint64_t total, const Metric& metric) {
  return {ValueText(inclusive, metric.unit, metric.scale), ShareText(inclusive, total),
          ValueText(self, metric.unit, metric.scale), ShareText(self, total)};
}

std::string PlaceText(const Frame& frame) {
  std::string place = DisplayText(frame.file);
  if (!place.empty() && frame.line != 0) {
    place += fmt::format(":{}", frame.line);
    if (frame.column != 0) place += fmt::format(":{}", frame.column);
  }
  if (frame.call_line == 0) return place;
  return place + (place.empty() ? "" : ", ") + CallSiteText(frame);
}

std::string CallSiteText(const Frame& frame) {
  return frame.call_line == 0 ? std::string() : fmt::format("called at line {}", frame.call_line);
}

std::string DateText(int64_t seconds) {
  const auto time = static_cast<std::time_t>(seconds);
  std::tm parts{};
  if (gmtime_r(&time, &parts) == nullptr || parts.tm_year + 1900 < 0 || parts.tm_year + 1900 > 9999)
    return {};
  return fmt::format("{:%Y-%m-%d %H:%M} UTC", parts);
}

std::string DayText(int64_t seconds) {
  const std::string date = DateText(seconds);
  return date.substr(0, date.find(' '));
}

std::string ExecutionDetails(const Execution& execution) {
  std::string text;
  if (execution.time) {
    if (const std::string date = DateText(*execution.time); !date.empty()) text += ", " + date;
  }
  for (const ExecutionAttribute& one : execution.attributes)
    text += fmt::format(", {}={}", DisplayText(one.name), DisplayText(one.value));
  return text;
}

std::string TellingPlace(Frame function, bool module_shown) {
  constexpr size_t kMostBytes = 2000;
  function.call_line = 0;  // of one of its calls
  if (!function.file.empty()) return PlaceText(function);
  return module_shown ? std::string() : DisplayText(function.module, kMostBytes);
}

std::string WithTellingPlace(std::string name, const Frame& function, bool module_shown) {
  const std::string place = TellingPlace(function, module_shown);
  return place.empty() ? name : fmt::format("{} ({})", name, place);
}

}  // namespace ringscope
