#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/language/query.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/transform/time_range.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A pipeline of steps that change the shown tree: `focus fn:parse | fold-recursion | hide mod:libc`
// (docs/query.md).

enum class TransformKind : uint8_t {
  kFocus,           // Q: the subtrees of matches become the tree; equal ones are merged
  kHide,            // Q: removes matching frames; their cost and callees move to the caller
  kDrop,            // Q: removes matching contexts with all their cost
  kKeep,            // Q: only stacks through a match stay
  kFoldRecursion,   // a context joins the caller of the same function; direct: only an immediate caller
  kCollapse,        // Q: a run of matching frames of one module becomes one frame
  kGroup,           // frames are replaced by their module, class, file; thread: threads become the first ring
  kInvert,          // callers first: the first ring is functions by self cost
  kMethods,         // one layer: functions with their self cost (method aggregation)
  kMergeThreads,    // removes the thread ring
  kPrune,           // contexts below a share of the total fold into one "(rest)" context a caller
  kDepth,           // layers beyond N fold into their caller's self cost
  kMergeCallSites,  // contexts of one function are one, whatever the line of the call
  kTime,            // only the samples in a range of time; needs the tree as it was imported
};

enum class GroupKey : uint8_t { kModule, kClass, kFile, kThread };

struct TransformStep {
  TransformKind kind = TransformKind::kFoldRecursion;
  Query query;                         // kFocus, kHide, kDrop, kKeep, kCollapse
  GroupKey group = GroupKey::kModule;  // kGroup
  bool direct_only = false;            // kFoldRecursion
  double share_percent = 0;            // kPrune
  uint32_t depth = 0;                  // kDepth, layers below the synthetic root
  TimeRange time;                      // kTime
  friend bool operator==(const TransformStep&, const TransformStep&) = default;
};

struct Pipeline {
  std::vector<TransformStep> steps;
  [[nodiscard]] bool empty() const { return steps.empty(); }
  friend bool operator==(const Pipeline&, const Pipeline&) = default;
};
inline constexpr size_t kMaxPipelineSteps = 100;

// Steps separated by '|'. Errors: kMalformed with `column` (1-based byte of `text`). Blank text is the empty
// pipeline.
[[nodiscard]] Result<Pipeline> ParsePipeline(std::string_view text);
// Canonical texts, which ParsePipeline() reads back as the same steps.
[[nodiscard]] std::string FormatPipeline(const Pipeline& pipeline);
[[nodiscard]] std::string FormatStep(const TransformStep& step);

// The inputs of steps besides the tree.
struct TransformScope {
  MetricIndex metric = 0;  // as SelectScope::metric; also that of kPrune
  std::span<const DerivedMetric> derived = {};
  DifferencesOfTree differences_of = nullptr;  // as SelectScope::differences_of
  // Limit for steps that make a larger tree (invert, group thread).
  uint64_t max_contexts = uint64_t{1} << 26;
};

// The effect of one step.
struct StepOutcome {
  uint32_t contexts_before = 0, contexts_after = 0;  // without the synthetic root
  std::vector<uint64_t> removed;  // per metric: decrease of the total; 0 except for drop, keep, focus, time
  bool matched_nothing = false;   // its query selected no context, or its range of time no sample
  friend bool operator==(const StepOutcome&, const StepOutcome&) = default;
};

struct TransformOutcome {
  CctPtr tree;
  std::vector<StepOutcome> steps;
};

// Applies the steps in order. Metrics, their order, the import report and marks stay. The query of a step
// selects in the tree that the previous steps made. `%%` is a share of the whole tree, as `%`. O(contexts) a
// step, memory of one more tree. Errors: kCancelled, kNotFound (a metric; times, if the tree has none or an
// earlier step changed it), kMalformed (a regular expression, a damaged file), kLimit (max_contexts); the
// message starts with the step's text.
[[nodiscard]] Result<TransformOutcome> ApplyPipeline(const CctPtr& tree, const Pipeline& pipeline,
                                                     const TransformScope& scope, JobControl* job = nullptr);

// The place of the self cost of functions in a tree.
enum class SelfPlace : uint8_t {
  kContexts,   // the self value of each context
  kFirstRing,  // in an inverted tree: the inclusive value of contexts in the first ring
  kNowhere,    // in an inverted tree whose first ring a later step replaced: not in the tree
};

// The place in the tree that a pipeline makes of a recorded one.
[[nodiscard]] SelfPlace SelfPlaceAfter(const Pipeline& pipeline);

}  // namespace ringscope
