#include "cct/import/report_notes.h"

#include <algorithm>

namespace ringscope {
namespace {

constexpr size_t kShownLabels = 12;
constexpr size_t kShownLabelBytes = 80;

}  // namespace

void NoteLabels(ImportReport& report, std::span<const std::string> asked,
                std::span<const std::string_view> names) {
  const bool one_is_missing =
      std::any_of(report.notes.begin(), report.notes.end(),
                  [](const std::string& note) { return note.starts_with(kNoLabelNote); });
  if (names.empty() || (!asked.empty() && !one_is_missing)) return;
  std::string text = "Labels of the samples, of which --labels NAME makes rings:";
  for (size_t i = 0; i < std::min(names.size(), kShownLabels); ++i)
    text += fmt::format("{} '{}'", i == 0 ? "" : ",", names[i].substr(0, kShownLabelBytes));
  report.notes.push_back(text + (names.size() > kShownLabels ? ", ..." : "."));
}

}  // namespace ringscope
