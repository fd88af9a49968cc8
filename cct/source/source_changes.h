#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The attribute of an execution with the place of its source, in the form of SourceVersion::Open().
inline constexpr std::string_view kSourceAttribute = "source";

// The places of the source of both sides, in the form of SourceVersion::Open().
struct SideSources {
  std::string before, after;
  friend bool operator==(const SideSources&, const SideSources&) = default;
};

// The places in the attributes of the executions; empty if a side has none, or several.
[[nodiscard]] SideSources SideSourcesOf(const Cct& comparison);

// Finds out for each frame of a comparison whether its source changed: looks up the file of the function in
// both versions, and compares the lines of the function, ignoring blank lines and blanks around lines. A
// function whose file or definition is missing in a version stays unknown; one whose code both sides know
// keeps the answer of the code. The places become attributes of the executions. Shares the columns. O(bytes
// of the files). Errors: those of SourceVersion::Open(), kCancelled. job: units are frames.
[[nodiscard]] Result<CctPtr> WithSourceChanges(const CctPtr& comparison, const SideSources& places,
                                               JobControl* job = nullptr);

// This side has no line beside that of the other side.
inline constexpr uint32_t kNoLine = 0xffffffffu;

// Two equal lines side by side, counted from 0; or one line of a side, which was removed or added.
struct LinePair {
  uint32_t before = kNoLine;
  uint32_t after = kNoLine;
  friend bool operator==(const LinePair&, const LinePair&) = default;
};

// The most lines to align between the common begin and end; more count as all removed and added.
inline constexpr size_t kMaxAlignedLines = 20'000;

// Aligns two texts by a longest common subsequence of their lines. If lines were replaced, the removed ones
// come before the added ones. Blanks at the end of lines do not count. O(lines x differences).
[[nodiscard]] std::vector<LinePair> AlignLines(std::span<const std::string_view> before,
                                               std::span<const std::string_view> after);

}  // namespace ringscope
