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

// The attribute of an execution that says where its source is, as SourceVersion::Open() takes it.
inline constexpr std::string_view kSourceAttribute = "source";

// Where the source of both sides is, as SourceVersion::Open() takes it.
struct SideSources {
  std::string before, after;
  friend bool operator==(const SideSources&, const SideSources&) = default;
};

// What the executions say; empty where they say nothing or not all of a side the same.
[[nodiscard]] SideSources SideSourcesOf(const Cct& comparison);

// The tree of a comparison, of whose frames it is known whether their source changed: each function's file is
// looked up in both versions, and its lines are compared without blank ones and without the blanks around
// them. A function whose file or definition one version lacks stays unknown; one of which both sides know the
// code stays what that says. The places become attributes of the executions. Shares the columns. O(bytes of
// the files). Errors: those of SourceVersion::Open(), kCancelled. job: units are frames.
[[nodiscard]] Result<CctPtr> WithSourceChanges(const CctPtr& comparison, const SideSources& places,
                                               JobControl* job = nullptr);

// No line of this side stands beside the other's.
inline constexpr uint32_t kNoLine = 0xffffffffu;

// Two lines side by side, from 0. Both sides have one: they are equal. One side alone: it was removed or added.
struct LinePair {
  uint32_t before = kNoLine;
  uint32_t after = kNoLine;
  friend bool operator==(const LinePair&, const LinePair&) = default;
};

// Beyond this many lines a side, between what both begin and end with, nothing is searched for.
inline constexpr size_t kMaxAlignedLines = 20'000;

// Two texts side by side by a longest common subsequence of their lines; where lines were replaced, what was removed
// stands before what was added. Ends of lines in blanks do not count. O(lines x differences).
[[nodiscard]] std::vector<LinePair> AlignLines(std::span<const std::string_view> before,
                                               std::span<const std::string_view> after);

}  // namespace ringscope
