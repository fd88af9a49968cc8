#include "app/search/lighting.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/core/display_text.h"
#include "app/search/search.h"
#include "app/view/colors/derived_model.h"
#include "app/view/state/apply_task.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "cct/query/language/query.h"
#include "cct/query/sets/relatives.h"
#include "cct/query/sets/select.h"
#include "cct/tree/verify.h"

namespace ringscope::action {
namespace {

// In larger trees only drawn segments light up while the pointer is on a chart: finding all contexts of each
// function under a moving pointer would take the time that frames need.
constexpr uint32_t kTooManyForThePointer = 1'000'000;

// std::nullopt if no context lights up, or no pane shows the view.
std::optional<LightRequest> WantedLight(const AppState& state, const ViewState& view) {
  if (!IsShown(state, view.id)) return std::nullopt;
  if (view.pointed && view.tree().context_count() > kTooManyForThePointer) return std::nullopt;
  LightRequest request{
      {view.shown.tree, view.shown.functions, view.history.current().root, view.metric, {}, {}}};
  if (view.pointed || view.slots.Get<LightingState>().pointed_query.empty()) {
    request.function = LitFunction(view);
    if (request.function == kNoFunction) return std::nullopt;
  } else {
    request.text = view.slots.Get<LightingState>().pointed_query;
    request.derived = DerivedMetricsOf(state.settings, view.tree());
  }
  return request;
}

}  // namespace

void Do(AppState&, ViewState& view, const PointAtQuery& point, Effects&) {
  view.slots.Get<LightingState>().pointed_query = point.query;
}

void RefreshLighting(AppState& state, Effects& effects) {
  // In a tree of fewer contexts the result comes while a frame waits for it.
  constexpr uint32_t kManyContexts = 200'000;
  for (ViewState& view : state.views) {
    LightingState& lighting = view.slots.Get<LightingState>();
    // The pointer is on a panel of the active view: other views have no query.
    if (&view != ActiveView(state)) lighting.pointed_query.clear();
    lighting.task.ForgetOthersThan(view.shown.tree);
    const bool soon = view.tree().context_count() <= kManyContexts;
    Want(state, lighting.task, WantedLight(state, view),
         {.label = "Finding contexts", .document = view.document, .soon = soon}, &RunLighting, effects);
  }
}

}  // namespace ringscope::action

namespace ringscope {
namespace {

// Sets `name` to the function's name.
Result<std::shared_ptr<const SearchHits>> HitsOfFunction(const LightRequest& request, std::string& name,
                                                         JobControl& job) {
  const FrameTable& frames = request.tree->frames();
  std::vector<uint8_t> mask(frames.size() + size_t{1}, 0);
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    if (request.functions->FunctionOf(frame) != request.function) continue;
    mask[frame] = 1;
    if (name.empty()) name = ShownName(frames.name(frame));
  }
  RINGSCOPE_ASSIGN(ContextSet matches, ContextsOfFrames(*request.tree, mask, &job));
  return WithAncestors(*request.tree, std::move(matches), job);
}

Result<std::shared_ptr<const SearchHits>> FindHits(const LightRequest& request, std::string& name,
                                                   JobControl& job) {
  if (request.function != kNoFunction) return HitsOfFunction(request, name, job);
  name = request.text;
  RINGSCOPE_ASSIGN(const Query query, ParseQuery(request.text));
  return HitsOfQuery(request, query, job);
}

// Whether `before` has the contexts of the request's function, which do not depend on the view root.
bool HasHitsOf(const LitContexts& before, const LightRequest& request) {
  return request.function != kNoFunction && before.request.function == request.function &&
         before.request.tree == request.tree;
}

// Contexts times metrics that are added up in an unnoticed time.
constexpr uint64_t kMostContextsAddedUp = 50'000'000;

Result<std::vector<MatchTotals>> CountInEveryMetric(const LightRequest& request, const LitContexts& lit,
                                                    JobControl& job) {
  const Cct& tree = *request.tree;
  std::vector<MatchTotals> totals;
  if (uint64_t{tree.context_count()} * tree.metric_count() > kMostContextsAddedUp) return totals;
  for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
    RINGSCOPE_ASSIGN(totals.emplace_back(), metric == request.metric
                                                ? Result<MatchTotals>(lit.totals)
                                                : CountMatches(tree, *request.functions, lit.hits->matches,
                                                               SearchRoots(request.root), metric, &job));
  }
  return totals;
}

Result<TypeSumsByRole> TypesOf(const LightRequest& request, const ContextSet& matches,
                               const JobControl& job) {
  const Cct& tree = *request.tree;
  TypeSumsByRole sums;
  // The window checks every file and tells of damaged ranges; the matches are shown all the same.
  if (tree.types().empty() || !CheckTypeRanges(tree.types())) return sums;
  const ContextSet below = WithinSubtrees(tree, matches, SearchRoots(request.root));
  constexpr ContextId kContextsBetweenPolls = 1 << 16;
  for (ContextId begin = 0; begin < tree.context_count();) {
    const ContextRange part{begin, begin + std::min(kContextsBetweenPolls, tree.context_count() - begin)};
    below.ForEachIn(part, [&](ContextId context) { AddEveryRole(tree.types(), context, sums); });
    if (job.cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    begin = part.end;
  }
  return sums;
}

}  // namespace

std::shared_ptr<const LitContexts> RunLighting(const LightRequest& request, const LitContexts* before,
                                               JobControl& job) {
  LitContexts lit;
  lit.request = request;
  if (before != nullptr && HasHitsOf(*before, request)) {
    lit.hits = before->hits;
    lit.name = before->name;
  } else if (auto hits = FindHits(request, lit.name, job)) {
    lit.hits = std::move(*hits);
  } else if (hits.error().code == ErrorCode::kCancelled) {
    return nullptr;
  } else {
    const uint32_t count = request.tree->context_count();
    lit.hits = std::make_shared<const SearchHits>(SearchHits{ContextSet(count), ContextSet(count)});
  }
  const auto totals = CountMatches(*request.tree, *request.functions, lit.hits->matches,
                                   SearchRoots(request.root), request.metric, &job);
  if (!totals) return nullptr;
  lit.totals = *totals;
  if (request.function != kNoFunction) {
    auto of_metrics = CountInEveryMetric(request, lit, job);
    if (!of_metrics) return nullptr;
    lit.of_metrics = std::move(*of_metrics);
    auto types = TypesOf(request, lit.hits->matches, job);
    if (!types) return nullptr;
    lit.types = std::move(*types);
  }
  return std::make_shared<const LitContexts>(std::move(lit));
}

std::string LitText(const LitContexts& lit, uint32_t drawn) {
  constexpr size_t kMostBytes = 80;
  return fmt::format("{}: {}, {} drawn", DisplayText(lit.name, kMostBytes),
                     CountedText(lit.totals.contexts, "context"), CountText(drawn));
}

}  // namespace ringscope
