#include <utility>

#include "cct/query/sets/function_index.h"
#include "cct/query/sets/select.h"
#include "cct/transform/pipeline.h"
#include "cct/transform/steps/steps.h"

namespace ringscope {
namespace {

using SelectingTransform = Result<CctPtr> (*)(const CctPtr&, const ContextSet&, JobControl*);

Result<CctPtr> ApplyToMatches(SelectingTransform transform, const CctPtr& tree,
                              const FunctionIndex& functions, const Query& query, const TransformScope& scope,
                              JobControl* job, bool& matched_nothing) {
  RINGSCOPE_ASSIGN(
      const ContextSet matches,
      SelectContexts(*tree, functions, query, {.metric = scope.metric, .derived = scope.derived, .differences_of = scope.differences_of}, job));
  matched_nothing = matches.FirstIn({kRootContext, tree->context_count()}) == kNoContext;
  return transform(tree, matches, job);
}

Result<CctPtr> ApplyGroup(GroupKey key, const CctPtr& tree, const FunctionIndex& functions,
                          const TransformScope& scope, JobControl* job) {
  if (key == GroupKey::kThread) return PutThreadsFirst(tree, scope.max_contexts, job);
  const GroupBy by = key == GroupKey::kModule  ? GroupBy::kModule
                     : key == GroupKey::kClass ? GroupBy::kClass
                                               : GroupBy::kFile;
  return GroupContexts(tree, functions, by, job);
}

// Of a step `time` whose tree has no times, though the imported one may have had some.
tl::unexpected<Error> NoTimesFor(const TransformStep& step, bool had_times) {
  return Fail(ErrorCode::kNotFound,
              FormatStep(step) + (had_times ? ": the steps before it left no times: it has to stand first"
                                            : ": the profile has no samples with times"));
}

Result<CctPtr> ApplyTime(const CctPtr& tree, const TimeRange& range, JobControl* job, bool& matched_nothing) {
  matched_nothing = true;
  for (const SampleSeries& series : tree->sample_series())
    matched_nothing &= series.Between(range.begin_ns, range.end_ns).size() == 0;
  return ChooseTime(tree, range, job);
}

Result<CctPtr> ApplyStep(const TransformStep& step, const CctPtr& tree, const TransformScope& scope,
                         JobControl* job, bool& matched_nothing) {
  if (step.kind == TransformKind::kMergeThreads) return MergeThreads(tree, job);
  if (step.kind == TransformKind::kMergeCallSites) return MergeCallSites(tree, job);
  if (step.kind == TransformKind::kTime) return ApplyTime(tree, step.time, job, matched_nothing);
  const FunctionIndex functions(tree->frames());
  switch (step.kind) {
    case TransformKind::kFocus:
      return ApplyToMatches(FocusContexts, tree, functions, step.query, scope, job, matched_nothing);
    case TransformKind::kHide:
      return ApplyToMatches(HideContexts, tree, functions, step.query, scope, job, matched_nothing);
    case TransformKind::kDrop:
      return ApplyToMatches(DropContexts, tree, functions, step.query, scope, job, matched_nothing);
    case TransformKind::kKeep:
      return ApplyToMatches(KeepContexts, tree, functions, step.query, scope, job, matched_nothing);
    case TransformKind::kCollapse:
      return ApplyToMatches(CollapseModules, tree, functions, step.query, scope, job, matched_nothing);
    case TransformKind::kFoldRecursion:
      return FoldRecursion(tree, functions, step.direct_only ? Recursion::kDirect : Recursion::kAny, job);
    case TransformKind::kGroup:
      return ApplyGroup(step.group, tree, functions, scope, job);
    case TransformKind::kInvert:
      return InvertTree(tree, scope.max_contexts, job);
    case TransformKind::kMethods:
      return AggregateFunctions(tree, functions, job);
    case TransformKind::kMergeThreads:
    case TransformKind::kMergeCallSites:
    case TransformKind::kTime:
      break;
    case TransformKind::kPrune:
      return PruneContexts(tree, step.share_percent, scope.metric, job);
    case TransformKind::kDepth:
      return LimitDepth(tree, step.depth, job);
  }
  return tree;
}

}  // namespace

Result<TransformOutcome> ApplyPipeline(const CctPtr& tree, const Pipeline& pipeline,
                                       const TransformScope& scope, JobControl* job) {
  if (scope.metric >= tree->metric_count())
    return Fail(ErrorCode::kNotFound, "the tree has no metric of that number");
  TransformOutcome outcome;
  outcome.tree = tree;
  for (const TransformStep& step : pipeline.steps) {
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "the transforms were cancelled");
    BeginUnits(job, outcome.tree->context_count());
    StepOutcome did;
    if (step.kind == TransformKind::kTime && !outcome.tree->has_times())
      return NoTimesFor(step, tree->has_times());
    Result<CctPtr> next = ApplyStep(step, outcome.tree, scope, job, did.matched_nothing);
    if (!next) {
      Error error = std::move(next).error();
      error.message = FormatStep(step) + ": " + error.message;
      return tl::unexpected(std::move(error));
    }
    did.contexts_before = outcome.tree->context_count() - 1;
    did.contexts_after = (*next)->context_count() - 1;
    for (MetricIndex metric = 0; metric < tree->metric_count(); ++metric)
      did.removed.push_back(outcome.tree->Total(metric) - (*next)->Total(metric));
    outcome.steps.push_back(std::move(did));
    outcome.tree = *std::move(next);
  }
  return outcome;
}

SelfPlace SelfPlaceAfter(const Pipeline& pipeline) {
  SelfPlace place = SelfPlace::kContexts;
  for (const TransformStep& step : pipeline.steps) {
    const bool makes_another_ring = step.kind == TransformKind::kFocus ||
                                    step.kind == TransformKind::kMethods ||
                                    (step.kind == TransformKind::kGroup && step.group == GroupKey::kThread);
    if (step.kind == TransformKind::kInvert) {
      place = place == SelfPlace::kContexts ? SelfPlace::kFirstRing : SelfPlace::kContexts;
    } else if (makes_another_ring && place == SelfPlace::kFirstRing) {
      place = SelfPlace::kNowhere;
    }
  }
  return place;
}

}  // namespace ringscope
