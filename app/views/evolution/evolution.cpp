#include "app/views/evolution/evolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/state/apply_task.h"
#include "app/views/evolution/evolution_model.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/stored_comparison.h"
#include "cct/table/summary.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::evolution {
namespace {

constexpr auto kChangeWords = WordsInOrder<DifferenceKind, 5>("noise, less, more, gone, new");

// The sides that a context is in, also if its difference is noise.
std::string_view StateOf(const TreeComparison& comparison, ContextId context) {
  const ContextKind kind = FindKind(comparison, context);
  const bool is_wrapper = kind == ContextKind::kNewWrapper || kind == ContextKind::kGoneWrapper;
  return is_wrapper ? "wrapper" : WordOf(kContextKindWords, kind);
}

void WriteBoth(std::string_view name, uint64_t before, uint64_t after, uint64_t scale, JsonWriter& json) {
  json.Key(std::string(name) + "_before").Decimal(before, scale);
  json.Key(std::string(name) + "_after").Decimal(after, scale);
}

void WriteBox(const TreeComparison& comparison, const ComparedMetric& metric, const EvolutionBox& box,
              JsonWriter& json) {
  const ContextEvolution& its = box.evolution;
  const uint64_t scale = metric.metric.scale;
  if (box.rest > 0) {
    json.Key("callees").Number(box.rest);
    WriteBoth("value", its.before, its.after, scale, json);
    json.Key("share_moved").Number(box.rest_height);
    return;
  }
  json.Key("share_before").Number(its.share_before);
  json.Key("share_after").Number(its.share_after);
  WriteBoth("value", its.before, its.after, scale, json);
  const Cct& tree = *comparison.tree;
  WriteBoth("self", tree.Self(box.context, metric.side[0]), tree.Self(box.context, metric.side[1]), scale,
            json);
  if (comparison.calls) {
    const uint64_t calls_scale = comparison.metrics[*comparison.calls].metric.scale;
    WriteBoth("calls", its.calls_before, its.calls_after, calls_scale, json);
  }
  json.Key("state").String(StateOf(comparison, box.context));
  json.Key("change").String(WordOf(kChangeWords, its.kind));
  json.Key("source").String(WordOf(kSourceChangeWords, its.source));
  json.Key("hidden").Number(box.hidden);
}

// Keeps the contexts that changed most, as many as kMostShown allows beside the `shown` ones.
void KeepLargest(const Cct& tree, const ComparedMetric& metric, size_t shown,
                 std::vector<ContextId>& contexts) {
  const size_t room = kMostShown > shown ? kMostShown - shown : 0;
  if (contexts.size() <= room) return;
  const auto changed_more = [&](ContextId a, ContextId b) {
    const uint64_t x = tree.Inclusive(a, metric.change), y = tree.Inclusive(b, metric.change);
    return x != y ? x > y : a < b;  // a caller changed at least as much as what it calls, and comes first
  };
  std::nth_element(contexts.begin(), contexts.begin() + static_cast<ptrdiff_t>(room), contexts.end(),
                   changed_more);
  contexts.resize(room);
}

std::vector<ContextId> Below(const Cct& tree, ContextId context) {
  std::vector<ContextId> below;
  for (ContextRange run = tree.ChildrenOf(context); !run.empty(); run = tree.ChildrenOfRun(run)) {
    for (ContextId one = run.begin; one < run.end; ++one) below.push_back(one);
  }
  return below;
}

std::vector<ContextId> WithAll(const std::vector<ContextId>& shown, std::vector<ContextId> more) {
  std::ranges::sort(more);
  std::vector<ContextId> all;
  std::set_union(shown.begin(), shown.end(), more.begin(), more.end(), std::back_inserter(all));
  return all;
}

std::vector<ContextId> WithoutBelow(const Cct& tree, std::vector<ContextId> shown, ContextId context) {
  std::vector<ContextRange> layers;
  for (ContextRange run = tree.ChildrenOf(context); !run.empty(); run = tree.ChildrenOfRun(run))
    layers.push_back(run);
  std::erase_if(shown, [&](ContextId one) {
    // Layers are ascending.
    const auto layer = std::ranges::upper_bound(layers, one, {}, &ContextRange::begin);
    return layer != layers.begin() && (layer - 1)->contains(one);
  });
  return shown;
}

void Show(ViewState& view, std::vector<ContextId> contexts, bool fits) {
  auto& shown = view.slots.Get<ShownContexts>();
  shown.tree = view.shown.tree;
  shown.contexts = std::make_shared<const std::vector<ContextId>>(std::move(contexts));
  if (fits) ++shown.fit_serial;
}

}  // namespace

DiagramFigures FiguresOf(const TreeComparison& comparison, const ComparedMetric& metric,
                         const EvolutionModel& model) {
  DiagramFigures figures;
  figures.of_all = [&comparison, &metric](JsonWriter& json) {
    json.Key("metric").String(metric.metric.name);
    json.Key("unit").String(metric.metric.unit);
    json.Key("runs").Number(metric.runs);
    WriteBoth("total", comparison.Total(metric, Side::kBefore), comparison.Total(metric, Side::kAfter),
              metric.metric.scale, json);
  };
  figures.of_box = [&comparison, &metric, &model](uint32_t box, JsonWriter& json) {
    WriteBox(comparison, metric, model.boxes[box], json);
  };
  return figures;
}

const ShownContexts& ShownOf(const ViewState& view) {
  static const ShownContexts kNone;
  const ShownContexts& shown = view.slots.Get<ShownContexts>();
  return shown.tree == view.shown.tree && shown.contexts != nullptr ? shown : kNone;
}

std::vector<ContextId> DeltaHotPath(const Cct& tree, const ComparedMetric& metric, ContextId from) {
  std::vector<ContextId> path = HotPath(tree, from, metric.change, 0);
  path.insert(path.begin(), from);
  return path;
}

void Refresh(AppState& state, action::Effects&) {
  for (ViewState& view : state.views) {
    if (&view.kind() != &Kind() || ShownOf(view).contexts != nullptr) continue;
    const auto comparison = StoredComparison(view.shown.tree);
    const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view.metric) : nullptr;
    if (metric == nullptr) continue;
    std::vector<ContextId> path = DeltaHotPath(view.tree(), *metric, kRootContext);
    std::ranges::sort(path);
    Show(view, std::move(path), true);
  }
}

void Do(AppState& state, ViewState& view, const Unfold& unfold, action::Effects&) {
  if (unfold.context >= view.tree().context_count() || ShownOf(view).contexts == nullptr) return;
  const auto comparison = StoredComparison(view.shown.tree);
  const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view.metric) : nullptr;
  if (metric == nullptr) return;
  const Cct& tree = view.tree();
  const std::vector<ContextId>& shown = *ShownOf(view).contexts;
  if (unfold.to == Unfolding::kNone) {
    Show(view, WithoutBelow(tree, shown, unfold.context), false);
    return;
  }
  std::vector<ContextId> more;
  if (unfold.to == Unfolding::kHotPath) {
    more = DeltaHotPath(tree, *metric, unfold.context);
  } else if (unfold.to == Unfolding::kAllBelow) {
    more = Below(tree, unfold.context);
  } else {
    const ContextRange callees = tree.ChildrenOf(unfold.context);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) more.push_back(callee);
  }
  std::erase_if(more, [&](ContextId one) { return std::ranges::binary_search(shown, one); });
  const size_t wanted = more.size();
  KeepLargest(tree, *metric, shown.size(), more);
  if (more.size() < wanted) {
    action::SetNote(state,
                    fmt::format("Shown are the {} that changed most; {} more are one box below their caller",
                                CountText(more.size()), CountText(wanted - more.size())));
  }
  Show(view, WithAll(shown, std::move(more)), false);
}

void Do(AppState&, ViewState& view, const FitAll&, action::Effects&) {
  if (ShownOf(view).contexts == nullptr) return;
  Show(view, *ShownOf(view).contexts, true);
}

namespace {

// The command on the selected context, else on the root.
template <Unfolding kTo>
std::optional<Action> UnfoldSelected(const ViewState& view) {
  if (ShownOf(view).contexts == nullptr) return std::nullopt;
  return Unfold{view.selected == kNoContext ? kRootContext : view.selected, kTo};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kPictures{KindPicture{"evolution", "evolution", ""}};

constexpr std::array kCommands{
    Command{"chart.evolution", kGroup,
            "Evolution: which calls made one side of a comparison slower, or back to the rings", "Shift+E",
            ToggleKind<Kind>},
    Command{"evolution.hot-path", kGroup, "Evolution: show the way to where most of the change happens",
            "Shift+H", OfKind<Kind, UnfoldSelected<Unfolding::kHotPath>>},
    Command{"evolution.callees", kGroup, "Evolution: show the callees", "O",
            OfKind<Kind, UnfoldSelected<Unfolding::kCallees>>},
    Command{"evolution.all-below", kGroup, "Evolution: show all that it reaches", "Shift+O",
            OfKind<Kind, UnfoldSelected<Unfolding::kAllBelow>>},
    Command{"evolution.hide", kGroup, "Evolution: hide all below it", "U",
            OfKind<Kind, UnfoldSelected<Unfolding::kNone>>},
    Command{"evolution.fit", kGroup, "Evolution: all of it in sight", "Shift+U", InKind<Kind, FitAll>},
};

std::vector<KindOffer> Menu(const AppState&, const ViewState& view, const CommandSubject& subject) {
  const ContextId context = subject.context;
  if (&view.kind() != &Kind() || ShownOf(view).contexts == nullptr || context == kNoContext) return {};
  const bool calls = !view.tree().ChildrenOf(context).empty();
  const auto unfold = [&](Unfolding to) {
    return calls ? std::vector<Action>{Unfold{context, to}} : std::vector<Action>();
  };
  return {{"hot-path", "Show the delta hot path", "evolution.hot-path", unfold(Unfolding::kHotPath)},
          {"callees", "Show its callees", "evolution.callees", unfold(Unfolding::kCallees)},
          {"all-below", "Show all below it", "evolution.all-below", unfold(Unfolding::kAllBelow)},
          {"hide", "Hide all below it", "evolution.hide", unfold(Unfolding::kNone)},
          {"rings",
           "Show it in the rings",
           "chart.evolution",
           {action::SetKind{DefaultViewKind()}, action::Select{context}}}};
}

std::vector<std::string> PointedLines(const ViewState& view, ContextId context) {
  const auto comparison = StoredComparison(view.shown.tree);
  const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view.metric) : nullptr;
  if (metric == nullptr) return {};
  return EvolutionLines(*comparison, *metric, context);
}

SavedCommand CommandOf(const SavedKind&) { return {.words = {"evolution"}, .has_layout = true}; }

std::string_view Lacks(const ViewState& view) {
  return SidesOf(view.tree().metrics(), view.metric) ? "" : "This is no comparison of two profiles";
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "evolution",
                                  .title = "Evolution",
                                  .question = "What changed below each caller?",
                                  .commands = kCommands,
                                  .gestures = kMapGestures,
                                  .lacks = Lacks,
                                  .has_options = true,
                                  .refresh = Refresh,
                                  .fit = InKind<Kind, FitAll>,
                                  .menu = Menu,
                                  .pointed_lines = PointedLines,
                                  .pictures = kPictures,
                                  .saved_command = CommandOf};
  return kKind;
}

}  // namespace ringscope::evolution
