#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
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

// "Recorded on 2024-05-31 at 10:20:30 UTC", of seconds since 1970; empty if they are of no time in which
// programs were recorded, such as in a wrong unit.
inline std::string RecordedOnText(double seconds) {
  constexpr double kFirstSecond = 946'684'800;     // of the year 2000
  constexpr double kLastSecond = 253'402'300'799;  // of the year 9999
  if (!(seconds >= kFirstSecond && seconds <= kLastSecond)) return {};
  const auto when = static_cast<std::time_t>(seconds);
  std::tm date{};
  gmtime_r(&when, &date);
  std::array<char, 64> text{};
  return {text.data(),
          std::strftime(text.data(), text.size(), "Recorded on %Y-%m-%d at %H:%M:%S UTC", &date)};
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
