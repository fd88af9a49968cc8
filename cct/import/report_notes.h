#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cct/base/text/number_text.h"
#include "cct/tree/import_report.h"

namespace ringscope {

// Says what became of `count` things, if there are some: "12 samples without a stack: left out." `one` and
// `many` are as in CountedText().
inline void NoteCount(ImportReport& report, uint64_t count, std::string_view one, std::string_view what,
                      std::string_view many = {}) {
  if (count > 0) report.notes.push_back(fmt::format("{} {}", CountedText(count, one, many), what));
}

// How the note begins that a label of ImportOptions::labels is not to be had.
inline constexpr std::string_view kNoLabelNote = "No sample has a label";

// Says what labels the samples have, where none was `asked` for, or one that is not to be had.
void NoteLabels(ImportReport& report, std::span<const std::string> asked,
                std::span<const std::string_view> names);

inline void NoteMissingLabel(ImportReport& report, std::string_view label) {
  report.notes.push_back(fmt::format("{} '{}'.", kNoLabelNote, label));
}

}  // namespace ringscope
