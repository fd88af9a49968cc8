#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"
#include "cct/base/text/enum_words.h"
#include "cct/base/text/nearest_word.h"
#include "cct/query/language/placed_text.h"
#include "cct/query/sets/function_index.h"
#include "cct/query/sets/select.h"
#include "cct/transform/pipeline.h"
#include "cct/transform/steps/steps.h"
#include "cct/transform/time_range.h"

namespace ringscope {
namespace {

// The transform of a step with a query, applied to the contexts that the query selects.
using SelectingTransform = Result<CctPtr> (*)(const CctPtr&, const ContextSet&, JobControl*);

struct StepWord {
  std::string_view word;
  TransformKind value;
  SelectingTransform transform = nullptr;  // null: it has no query
};
constexpr std::array kStepWords{
    StepWord{"focus", TransformKind::kFocus, FocusContexts},
    StepWord{"hide", TransformKind::kHide, HideContexts},
    StepWord{"drop", TransformKind::kDrop, DropContexts},
    StepWord{"keep", TransformKind::kKeep, KeepContexts},
    StepWord{"fold-recursion", TransformKind::kFoldRecursion},
    StepWord{"collapse", TransformKind::kCollapse, CollapseModules},
    StepWord{"group", TransformKind::kGroup},
    StepWord{"invert", TransformKind::kInvert},
    StepWord{"methods", TransformKind::kMethods},
    StepWord{"merge-threads", TransformKind::kMergeThreads},
    StepWord{"merge-call-sites", TransformKind::kMergeCallSites},
    StepWord{"prune", TransformKind::kPrune},
    StepWord{"depth", TransformKind::kDepth},
    StepWord{"time", TransformKind::kTime},
};
const StepWord& WordOfStep(const TransformStep& step) {
  return *std::ranges::find(kStepWords, step.kind, &StepWord::value);
}

constexpr auto kGroupWords = WordsInOrder<GroupKey, 4>("mod, class, file, thread");

Result<void> ParsePrune(PlacedText& rest, TransformStep& step) {
  constexpr std::string_view kExpected = "a share of at most 100 % such as 0.1% after 'prune'";
  const PlacedText number = rest;
  double percent = 0;
  const auto [end, failure] =
      std::from_chars(number.text.data(), number.text.data() + number.text.size(), percent);
  if (failure != std::errc{} || !std::isfinite(percent) || percent < 0 || std::signbit(percent) ||
      percent > 100)
    return FailExpected(number, kExpected);
  rest = rest.Sub(static_cast<size_t>(end - number.text.data())).Trimmed();
  if (!rest.text.starts_with('%')) return FailExpected(rest, "'%' after the share");
  rest = rest.Sub(1).Trimmed();
  step.share_percent = percent;
  return {};
}

Result<void> ParseDepth(PlacedText& rest, TransformStep& step) {
  const PlacedText number = rest.TakeWord();
  const char* const end_of_word = number.text.data() + number.text.size();
  const auto [end, failure] = std::from_chars(number.text.data(), end_of_word, step.depth);
  if (failure != std::errc{} || end != end_of_word)
    return FailExpected(number, "a number of layers such as 12 after 'depth'");
  return {};
}

Result<void> ParseGroup(PlacedText& rest, TransformStep& step) {
  const PlacedText key = rest.TakeWord();
  const auto group = ValueOfWord(kGroupWords, key.text);
  if (!group) return FailExpected(key, fmt::format("{} after 'group'", WordList(kGroupWords)));
  step.group = *group;
  return {};
}

Result<TransformStep> ParseStep(const PlacedText& text) {
  const PlacedText whole = text.Trimmed();
  PlacedText rest = whole;
  const PlacedText word = rest.TakeWord();
  TransformStep step;
  const StepWord* const known = FindWord(kStepWords, word.text);
  if (known == nullptr) {
    auto failed = FailExpected(whole, fmt::format("a step ({})", WordList(kStepWords)));
    std::vector<std::string> words;
    for (const StepWord& one : kStepWords) words.emplace_back(one.word);
    if (const std::optional<std::string> meant = NearestWord(word.text, words))
      failed.value().message += fmt::format("; did you mean '{}'?", *meant);
    return failed;
  }
  step.kind = known->value;
  if (known->transform != nullptr) {
    if (rest.empty()) return FailExpected(rest, fmt::format("a query after '{}'", known->word));
    Result<Query> query = ParseQuery(rest.text);
    if (!query) {
      Error error = std::move(query).error();
      error.column = rest.begin + error.column.value_or(1);
      return tl::unexpected(std::move(error));
    }
    step.query = *std::move(query);
    return step;
  }
  if (step.kind == TransformKind::kPrune) RINGSCOPE_TRY(ParsePrune(rest, step));
  if (step.kind == TransformKind::kDepth) RINGSCOPE_TRY(ParseDepth(rest, step));
  if (step.kind == TransformKind::kTime) {
    RINGSCOPE_ASSIGN(step.time, TakeTimeRange(rest));
  }
  if (step.kind == TransformKind::kGroup) RINGSCOPE_TRY(ParseGroup(rest, step));
  if (step.kind == TransformKind::kFoldRecursion && !rest.empty()) {
    if (rest.text != "direct") return FailExpected(rest, "'direct' or nothing after 'fold-recursion'");
    step.direct_only = true;
    static_cast<void>(rest.TakeWord());
  }
  if (!rest.empty()) return FailExpected(rest, fmt::format("'|' or nothing after '{}'", known->word));
  return step;
}

Result<CctPtr> ApplyToMatches(SelectingTransform transform, const CctPtr& tree,
                              const FunctionIndex& functions, const Query& query, const TransformScope& scope,
                              JobControl* job, bool& matched_nothing) {
  RINGSCOPE_ASSIGN(
      const ContextSet matches,
      SelectContexts(
          *tree, functions, query,
          {.metric = scope.metric, .derived = scope.derived, .differences_of = scope.differences_of}, job));
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

// The error of a step `time` whose tree has no times; had_times: the imported tree had some.
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
  if (const StepWord& word = WordOfStep(step); word.transform != nullptr)
    return ApplyToMatches(word.transform, tree, functions, step.query, scope, job, matched_nothing);
  switch (step.kind) {
    case TransformKind::kFoldRecursion:
      return FoldRecursion(tree, functions, step.direct_only ? Recursion::kDirect : Recursion::kAny, job);
    case TransformKind::kGroup:
      return ApplyGroup(step.group, tree, functions, scope, job);
    case TransformKind::kInvert:
      return InvertTree(tree, scope.max_contexts, job);
    case TransformKind::kMethods:
      return AggregateFunctions(tree, functions, job);
    case TransformKind::kPrune:
      return PruneContexts(tree, step.share_percent, scope.metric, job);
    case TransformKind::kDepth:
      return LimitDepth(tree, step.depth, job);
    default:
      return tree;
  }
}

}  // namespace

Result<Pipeline> ParsePipeline(std::string_view text) {
  Pipeline pipeline;
  if (text.find_first_not_of(kSpaces) == std::string_view::npos) return pipeline;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = FindStepEnd(text, begin);
    const PlacedText step_text{text.substr(begin, end - begin), begin};
    if (pipeline.steps.size() == kMaxPipelineSteps)
      return FailExpected(step_text, fmt::format("at most {} steps", kMaxPipelineSteps));
    RINGSCOPE_ASSIGN(pipeline.steps.emplace_back(), ParseStep(step_text));
    begin = end + 1;
  }
  return pipeline;
}

std::string FormatStep(const TransformStep& step) {
  const StepWord& word = WordOfStep(step);
  const std::string text(word.word);
  if (word.transform != nullptr) return text + ' ' + FormatQuery(step.query);
  if (step.kind == TransformKind::kFoldRecursion && step.direct_only) return text + " direct";
  if (step.kind == TransformKind::kGroup) return fmt::format("{} {}", text, WordOf(kGroupWords, step.group));
  if (step.kind == TransformKind::kPrune) return fmt::format("{} {}%", text, step.share_percent);
  if (step.kind == TransformKind::kDepth) return fmt::format("{} {}", text, step.depth);
  if (step.kind == TransformKind::kTime) return fmt::format("{} {}", text, FormatTimeRange(step.time));
  return text;
}

std::string FormatPipeline(const Pipeline& pipeline) {
  std::string text;
  for (const TransformStep& step : pipeline.steps) {
    if (!text.empty()) text += " | ";
    text += FormatStep(step);
  }
  return text;
}

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
