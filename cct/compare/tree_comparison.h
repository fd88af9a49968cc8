#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"
#include "cct/compare/matching/name_rules.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"

namespace ringscope {

// In which of the sides a context is. A wrapper is in one side alone, and what the other side has in its
// place is found below it.
enum class ContextKind : uint8_t { kCommon, kNew, kGone, kNewWrapper, kGoneWrapper };
inline constexpr auto kContextKindWords =
    WordsInOrder<ContextKind, 5>("common, new, gone, new wrapper, gone wrapper");

// kExact: contexts with equal call paths are one. kTolerant: a context that only one side has may also stand
// between a caller and what both have below it.
enum class Matching : uint8_t { kExact, kTolerant };
inline constexpr auto kMatchingWords = WordsInOrder<Matching, 2>("exact, tolerant");

// How many wrappers may stand one below the other.
inline constexpr uint32_t kMaxWrappers = 3;

// What tells a difference from chance.
enum class NoiseKind : uint8_t {
  kNone,     // exact counts: every difference is real
  kUnknown,  // a sampled quantity of which the profile does not say how many samples it is
  kSamples,  // the spread of a number of samples
  kRuns,     // the spread between runs
};

// A metric that all executions have, brought to one unit and scale.
struct ComparedMetric {
  Metric metric;
  // Columns of the tree. A side's is the sum of its runs; where the sides have different numbers of runs each
  // is multiplied, so that both stand for `runs` runs.
  std::array<MetricIndex, kSideCount> side{};
  MetricIndex change = 0;        // sum over the subtree of |self after - self before|
  uint64_t change_scale = 1;     // what 1 is in the change column: the metric's scale, or kShareUnits
  uint64_t runs = 1;             // that a side's column stands for
  std::vector<MetricIndex> run;  // per execution its own column
  NoiseKind noise = NoiseKind::kNone;
  std::array<double, kSideCount> sample_value{};  // of kSamples: what one sample is in a side's column
};

// Of a comparison by share: the change column holds billionths of a thousandth of the total.
inline constexpr uint64_t kShareUnits = 1'000'000'000'000;

// How many frames a name rule changed.
struct RuleUse {
  NameRule rule;
  uint64_t frames = 0;
};

// Several executions in one tree. Every context of every execution is in exactly one context of `tree`, which
// has their cost; what passes through a wrapper is in its inclusive, not in its self value.
struct TreeComparison {
  CctPtr tree;
  std::vector<ComparedMetric> metrics;  // that which was asked for comes first
  std::vector<ContextKind> kinds;       // by context of the tree
  std::vector<RuleUse> rules;
  std::optional<uint32_t> calls;  // which of `metrics` counts calls
  bool by_share = false;
  std::vector<std::string> notes;  // sentences for the user: what was scaled, what was left out

  // Those before come first; each has a side.
  [[nodiscard]] const std::vector<Execution>& executions() const { return tree->report().executions; }
  // Of one side, of all of the tree.
  [[nodiscard]] uint64_t Total(const ComparedMetric& metric, Side side) const {
    return tree->Total(metric.side[IndexOf(side)]);
  }
  [[nodiscard]] size_t RunsOf(Side side) const;
};

struct CompareInput {
  CctPtr tree;
  Execution execution;  // whatever its side is
};

struct CompareOptions {
  Matching matching = Matching::kTolerant;
  NameRules rules = NameRules::BuiltIn();
  std::string metric;  // comes first; empty: the first one of the first execution that all have
  // Whether the programs themselves count as one module where they have several names (FindProgramModules);
  // with Matching::kExact they do not.
  bool joins_programs = true;
  // Whether the change is that of shares of the totals.
  bool by_share = false;
  BuildLimits limits = {};
};

// More executions than this are refused before anything is read of them.
inline constexpr size_t kMaxExecutions = 10'000;

// Compares executions, at least one a side.
//
// Below two contexts that are one, callees with equal keys are one. A key is the name and the module after
// the rules, and whether it is a thread; the module does not count for names that have none on one side, and
// its folders only where one side has the name in several modules that differ in them alone; the name of the
// file counts where one side has several functions of this name and module. With tolerant matching, of two
// callees that no execution has both, one is a wrapper if the other's key is found below it, through at most
// kMaxWrappers contexts (so runs of a side are united as both sides are); of several places that with the
// largest common cost is taken, then the one whose names come first.
//
// Frames of the tree are one a key: what rules make of names and modules, and the place where the side after
// has the function. Siblings are ordered by the first column: the chosen metric before. Marks are kept; so
// are points where all trees have them with the same fields, each with its execution and in the units of its
// profile (PointUnion). Facts of frames: as open_trees.cpp joins them. That nothing was found to be one is no
// error but a note.
//
// O(contexts of all trees) expected; memory for the result and for the contexts of two layers. The result
// does not depend on the order of the runs of a side but for their own columns. Errors: kInvalidArgument (a
// side without executions, metrics that measure different things), kNotFound (no common metric, or none of
// the name that was asked for), kLimit, kOverflow (a total, or the change, reaches 2^63), kMalformed (the
// columns of a damaged file do not make a tree), kCancelled. job: units are contexts read.
[[nodiscard]] Result<TreeComparison> CompareTrees(std::span<const CompareInput> before,
                                                  std::span<const CompareInput> after,
                                                  const CompareOptions& options = {},
                                                  JobControl* job = nullptr);

}  // namespace ringscope
