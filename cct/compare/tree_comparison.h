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

// The sides that have a context. A wrapper is a context of one side alone, below which that side has the
// context that the other side has in its place.
enum class ContextKind : uint8_t { kCommon, kNew, kGone, kNewWrapper, kGoneWrapper };
inline constexpr auto kContextKindWords =
    WordsInOrder<ContextKind, 5>("common, new, gone, new wrapper, gone wrapper");

// kExact: contexts with equal call paths are one. kTolerant: also if one side has wrappers on the path.
enum class Matching : uint8_t { kExact, kTolerant };
inline constexpr auto kMatchingWords = WordsInOrder<Matching, 2>("exact, tolerant");

// How many wrappers may be stacked on one path.
inline constexpr uint32_t kMaxWrappers = 3;

// How a difference is told from chance.
enum class NoiseKind : uint8_t {
  kNone,     // exact counts: every difference is real
  kUnknown,  // a sampled quantity whose number of samples the profile does not tell
  kSamples,  // the spread of a number of samples
  kRuns,     // the spread between runs
};

// A metric that all executions have, brought to one unit and scale.
struct ComparedMetric {
  Metric metric;
  // Columns of the tree: a side's is the sum of its runs. If the sides have different numbers of runs, each
  // is multiplied so that both stand for `runs` runs.
  std::array<MetricIndex, kSideCount> side{};
  MetricIndex change = 0;        // sum over the subtree of |self after - self before|
  uint64_t change_scale = 1;     // scale of the change column: the metric's, or kShareUnits
  uint64_t runs = 1;             // number of runs that a side's column stands for
  std::vector<MetricIndex> run;  // column of each execution
  NoiseKind noise = NoiseKind::kNone;
  std::array<double, kSideCount> sample_value{};  // for kSamples: value of one sample in a side's column
};

// The total in the unit of the change column of a comparison by share.
inline constexpr uint64_t kShareUnits = 1'000'000'000'000;

// How many frames a name rule changed.
struct RuleUse {
  NameRule rule;
  uint64_t frames = 0;
};

// Several executions in one tree. Every context of every execution belongs to exactly one context of `tree`,
// which contains its cost. Cost that passes through a wrapper is in its inclusive, not in its self value.
struct TreeComparison {
  CctPtr tree;
  std::vector<ComparedMetric> metrics;  // the requested one comes first
  std::vector<ContextKind> kinds;       // by context of the tree
  std::vector<RuleUse> rules;
  std::optional<uint32_t> calls;  // the index in `metrics` that counts calls
  bool by_share = false;
  std::vector<std::string> notes;  // sentences for the user: what was scaled, what was left out

  // The executions before come first; each has a side.
  [[nodiscard]] const std::vector<Execution>& executions() const { return tree->report().executions; }
  // The total of one side.
  [[nodiscard]] uint64_t Total(const ComparedMetric& metric, Side side) const {
    return tree->Total(metric.side[IndexOf(side)]);
  }
  [[nodiscard]] size_t RunsOf(Side side) const;
};

struct CompareInput {
  CctPtr tree;
  Execution execution;  // its side is ignored
};

struct CompareOptions {
  Matching matching = Matching::kTolerant;
  NameRules rules = NameRules::BuiltIn();
  std::string metric;  // comes first; empty: the first metric of the first execution that all have
  // Whether main programs of several names count as one module (FindProgramModules); never with kExact.
  bool joins_programs = true;
  // Whether changes are differences of shares of the totals instead of values.
  bool by_share = false;
  BuildLimits limits = {};
};

// More executions than this are refused before anything is read of them.
inline constexpr size_t kMaxExecutions = 10'000;

// Compares executions, at least one a side.
//
// Below two contexts that are one, callees with equal keys are one. A key is the name and the module after
// the rules, and whether it is a thread. The module does not count for names that have none on one side, and
// its folders only if one side has the name in several modules that differ in their folders alone. The name
// of the file counts if one side has several functions of this name and module. With tolerant matching, if no
// execution has both of two callees, one is a wrapper if the other's key is found below it, through at most
// kMaxWrappers contexts. (Runs of one side are matched like both sides.) Of several places the match takes
// the one with the largest common cost, then the one whose names come first.
//
// The tree has one frame a key: name and module after the rules, file and line of the side after. Siblings
// are ordered by the first column: the chosen metric before. Marks are kept. Points are kept if all trees
// have them with the same fields, each with its execution and in the units of its profile (PointUnion). Facts
// of frames are joined as in open_trees.cpp. Sides without a common context cause a note, no error.
//
// O(contexts of all trees) expected; memory for the result and for the contexts of two layers. The order of
// the runs of a side changes only their columns. Errors: kInvalidArgument (a side without executions, metrics
// that measure different things), kNotFound (no common metric, or none of the requested name), kLimit,
// kOverflow (a total, or the change, reaches 2^63), kMalformed (the columns of a damaged file do not make a
// tree), kCancelled. job: units are contexts read.
[[nodiscard]] Result<TreeComparison> CompareTrees(std::span<const CompareInput> before,
                                                  std::span<const CompareInput> after,
                                                  const CompareOptions& options = {},
                                                  JobControl* job = nullptr);

}  // namespace ringscope
