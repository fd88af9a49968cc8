#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "cct/base/text/number_text.h"
#include "cct/tree/import_report.h"

namespace ringscope {

template <typename... Args>
void Note(ImportReport& report, fmt::format_string<Args...> text, Args&&... args) {
  report.notes.push_back(fmt::format(text, std::forward<Args>(args)...));
}

// Notes what happened to `count` things, if there are any: "12 samples without a stack: left out." `one` and
// `many` are as in CountedText().
inline void NoteCount(ImportReport& report, uint64_t count, std::string_view one, std::string_view what,
                      std::string_view many = {}) {
  if (count > 0) Note(report, "{} {}", CountedText(count, one, many), what);
}

// The begin of the note that the profile lacks a label of ImportOptions::labels.
inline constexpr std::string_view kNoLabelNote = "No sample has a label";

inline void NoteMissingLabel(ImportReport& report, std::string_view label) {
  Note(report, "{} '{}'.", kNoLabelNote, label);
}

// Notes the labels that the samples have, if none was `asked` for or one of those is missing.
inline void NoteLabels(ImportReport& report, std::span<const std::string> asked,
                       std::span<const std::string_view> names) {
  constexpr size_t kShownLabels = 12;
  constexpr size_t kShownLabelBytes = 80;
  const bool one_is_missing = std::ranges::any_of(
      report.notes, [](const std::string& note) { return note.starts_with(kNoLabelNote); });
  if (names.empty() || (!asked.empty() && !one_is_missing)) return;
  std::string text = "Labels of the samples, of which --labels NAME makes rings:";
  for (size_t i = 0; i < std::min(names.size(), kShownLabels); ++i)
    text += fmt::format("{} '{}'", i == 0 ? "" : ",", names[i].substr(0, kShownLabelBytes));
  report.notes.push_back(text + (names.size() > kShownLabels ? ", ..." : "."));
}

}  // namespace ringscope
