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

// Changes of the tree that is shown, one after the other: `focus fn:parse | fold-recursion | hide mod:libc`
// (docs/query.md).

enum class TransformKind : uint8_t {
  kFocus,          // Q: the subtrees of matches become the tree; equal ones are merged
  kHide,           // Q: matching frames go, their cost and callees move to the caller
  kDrop,           // Q: matching contexts go with all they cost
  kKeep,           // Q: only stacks through a match stay
  kFoldRecursion,  // a context joins the caller of the same function; direct: only where it is its immediate
                   // caller
  kCollapse,       // Q: a run of matching frames of one module becomes one frame
  kGroup,          // frames are replaced by their module, class, file; thread: threads become the first ring
  kInvert,         // callers first: the first ring is functions by self cost
  kMethods,        // one layer: functions with their self cost (method aggregation)
  kMergeThreads,   // the thread ring is left out
  kPrune,          // contexts below a share of the total fold into one "(rest)" context a caller
  kDepth,          // layers beyond N fold into their caller's self cost
  kMergeCallSites,  // contexts of one function are one, whatever lines of their caller they are called from
  kTime,           // only the samples in a range of time; of the tree as it was imported
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
// Canonical texts; parsing them gives the same again.
[[nodiscard]] std::string FormatPipeline(const Pipeline& pipeline);
[[nodiscard]] std::string FormatStep(const TransformStep& step);

// What conditions of the queries refer to.
struct TransformScope {
  MetricIndex metric = 0;
  std::span<const DerivedMetric> derived = {};
  DifferencesOfTree differences_of = nullptr;  // as SelectScope has it
  uint64_t max_contexts = uint64_t{1} << 26;  // of a tree that a step makes larger (invert, group thread)
};

// What one step did.
struct StepOutcome {
  uint32_t contexts_before = 0, contexts_after = 0;  // the synthetic root not counted
  std::vector<uint64_t> removed;  // per metric: what the total lost; 0 but for drop, keep, focus, time
  bool matched_nothing = false;   // its query selected no context, its range of time no sample
  friend bool operator==(const StepOutcome&, const StepOutcome&) = default;
};

struct TransformOutcome {
  CctPtr tree;
  std::vector<StepOutcome> steps;
};

// Applies the steps in order. Metrics, their order, the import report and marks stay. Queries of a step see
// the tree as the steps before left it. `%%` is a share of the whole tree, as `%`. Cost O(contexts) a step,
// memory one more tree. Errors: kCancelled, kNotFound (a metric; times, where the
// tree has none or a step has made another one of it), kMalformed (a regular expression, a damaged
// file), kLimit (max_contexts); the message starts with the step's text.
[[nodiscard]] Result<TransformOutcome> ApplyPipeline(const CctPtr& tree, const Pipeline& pipeline,
                                                     const TransformScope& scope, JobControl* job = nullptr);

// Where a tree holds what functions cost themselves.
enum class SelfPlace : uint8_t {
  kContexts,   // each context has its own
  kFirstRing,  // callers come first: it is the inclusive cost of the contexts of the first ring
  kNowhere,    // callers come first and a later step took that ring: contexts have what begins with them
};

// Of the tree that a pipeline makes of a recorded one.
[[nodiscard]] SelfPlace SelfPlaceAfter(const Pipeline& pipeline);

}  // namespace ringscope
