#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/search/search.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"
#include "app/views/polymetric/polymetric.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::polymetric {
namespace {

std::string FullError(const Error& error) {
  return error.column ? "at column " + std::to_string(*error.column) + ": " + error.message : error.message;
}

void Measure(const PolymetricWanted& wanted, const ItemTable& items, const std::optional<BoxMeasure>& measure,
             MeasuredItems& into) {
  if (measure) into = MeasureItems(*wanted.tree, items, *measure, wanted.metric, wanted.derived);
}

// Measures both sides; `into` gets the larger value of each item.
void MeasureSides(const PolymetricWanted& wanted, const ItemTable& items,
                  const std::optional<BoxMeasure>& measure, MeasuredItems& into,
                  std::array<std::vector<double>, kSideCount>& sides) {
  if (!measure) return;
  for (const Side side : {Side::kBefore, Side::kAfter}) {
    into = MeasureItemsOfSide(*wanted.tree, items, *measure, wanted.metric, side, wanted.derived);
    sides[IndexOf(side)] = into.values;
  }
  for (size_t item = 0; item < into.values.size(); ++item)
    into.values[item] = std::fmax(sides[0][item], sides[1][item]);
}

// Items that were left out have no box of their own: clears their values, so that the largest value, which
// scales the sides of boxes, is that of a drawn item.
void ClearLeftOutValues(PolymetricFound& found) {
  const std::vector<uint32_t>& left_out = found.structure.left_out_of_item;
  for (std::vector<double>* values :
       {&found.width.values, &found.height.values, &found.tone.values, &found.side_width[0],
        &found.side_width[1], &found.side_height[0], &found.side_height[1]}) {
    for (size_t item = 0; item < std::min(values->size(), left_out.size()); ++item) {
      if (left_out[item] != kNoItem) (*values)[item] = std::numeric_limits<double>::quiet_NaN();
    }
  }
}

// Finds the calls between functions, and for BoxArrangement::kCalls those around its middle.
Result<void> FindCalls(const PolymetricWanted& wanted, PolymetricFound& found, JobControl& job) {
  uint32_t middle = kNoItem;
  if (found.spec.arrangement == BoxArrangement::kCalls) {
    if (found.spec.from.empty()) {
      middle = DearestCaller(*wanted.tree, found.items, wanted.roots, wanted.metric);
      if (middle == kNoItem) {
        found.missing = "No function calls another one here.";
        return {};
      }
    } else {
      RINGSCOPE_ASSIGN(middle, FindFunctionItem(found.items, found.spec.from, wanted.metric));
    }
  }
  RINGSCOPE_ASSIGN(found.graph,
                   BuildFunctionCalls(*wanted.tree, found.items, wanted.roots, wanted.metric, middle, &job));
  if (middle != kNoItem)
    found.around = AroundFunction(found.graph, found.spec.up, found.spec.down, found.spec.dearest);
  return {};
}

// Goes to a place of this kind.
void GoTo(AppState& state, ViewState& view, std::string text, action::Effects& effects) {
  ViewPosition position = view.history.current();
  position.kind = &Kind();
  position.places.Set(PolymetricPlace{std::move(text)});
  action::GoTo(state, view, position, effects);
}

}  // namespace

bool IsBySide(const AppState& state, const ViewState& view) {
  return SidesOf(view.tree().metrics(), view.metric) &&
         std::ranges::any_of(state.panes, [&](const PaneState& pane) {
           return pane.view == view.id && pane.kinds.Get<PolymetricPane>().side.has_value();
         });
}

std::string TextOf(const ViewState& view) {
  const std::string& text = view.history.current().places.Get<PolymetricPlace>().text;
  return text.empty() ? PresetText(view, 0) : text;
}

bool HasMeasure(const ViewState& view, MeasureOf of) {
  const std::vector<FrameValueInfo>& values = view.tree().frames().facts().values();
  const auto knows = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(values, [&](const FrameValueInfo& value) {
      return std::ranges::any_of(names, [&](std::string_view name) { return value.name.starts_with(name); });
    });
  };
  if (of == MeasureOf::kCalls) return FindCallsOf(view.tree()).has_value();
  if (of == MeasureOf::kReceivers) return knows({kReceiversValue});
  if (of == MeasureOf::kReturns) return knows({kReturnsSelfValue, kSameReturnValue});
  if (of == MeasureOf::kChange) return SidesOf(view.tree().metrics(), view.metric).has_value();
  return of != MeasureOf::kValue || !values.empty();
}

void BeginWithDearest(PolymetricSpec& spec) {
  if (MayFold(spec)) spec.dearest = kDearestBoxes;
  // The dearest methods matter even if they belong to a library.
  if (spec.arrangement == BoxArrangement::kInheritance) spec.libraries = LibraryClasses::kShown;
}

namespace {

// Looks at some thousand functions only, because a panel asks in every frame.
bool KnowsModules(const FrameTable& frames) {
  constexpr uint32_t kSampled = 4096;
  const uint32_t step = std::max(1u, frames.size() / kSampled);
  for (FrameId frame = 0; frame < frames.size(); frame += step)
    if (!frames[frame].module.empty()) return true;
  return false;
}

}  // namespace

std::string PresetText(const ViewState& view, size_t preset) {
  PolymetricSpec spec = ParsePolymetric(kPolymetricPresets[preset].text).value();
  if (spec.items == ItemKind::kModule && !KnowsModules(view.tree().frames())) spec.items = ItemKind::kPackage;
  for (std::optional<BoxMeasure>* const measure : {&spec.x, &spec.y, &spec.width, &spec.height, &spec.tone}) {
    if (*measure && !HasMeasure(view, (*measure)->of))
      (*measure)->of = (*measure)->of == MeasureOf::kCalls ? MeasureOf::kContexts : MeasureOf::kSelf;
  }
  BeginWithDearest(spec);
  return FormatPolymetric(spec);
}

Result<PolymetricFound> FindPolymetric(const PolymetricWanted& wanted, JobControl& job) {
  PolymetricFound found;
  Result<PolymetricSpec> spec = ParsePolymetric(wanted.text);
  if (!spec) return Fail(spec.error().code, FullError(spec.error()));
  found.spec = std::move(*spec);
  const bool holds_methods = found.spec.arrangement == BoxArrangement::kInheritance;
  const ItemKind kind = holds_methods ? ItemKind::kFunction : found.spec.items;
  RINGSCOPE_ASSIGN(found.items,
                   BuildItemTable(*wanted.tree, *wanted.functions, kind, wanted.roots, wanted.metric, &job));
  Measure(wanted, found.items, found.spec.x, found.x);
  Measure(wanted, found.items, found.spec.y, found.y);
  if (wanted.is_by_side && SidesOf(wanted.tree->metrics(), wanted.metric)) {
    MeasureSides(wanted, found.items, found.spec.width, found.width, found.side_width);
    MeasureSides(wanted, found.items, found.spec.height, found.height, found.side_height);
  } else {
    Measure(wanted, found.items, found.spec.width, found.width);
    Measure(wanted, found.items, found.spec.height, found.height);
  }
  Measure(wanted, found.items, found.spec.tone, found.tone);
  if (found.items.size() == 0)
    found.missing = found.spec.items == ItemKind::kThread
                        ? "This profile does not tell threads apart."
                        : "There is no " + std::string(WordOf(kItemKindWords, found.spec.items)) + " here.";
  if (found.spec.arrangement == BoxArrangement::kPlot) {
    if (!found.spec.x || !found.spec.y) {
      found.missing = "A plot needs an x and a y.";
    } else if (!found.x.missing.empty() || !found.y.missing.empty()) {
      const bool is_y = found.x.missing.empty();
      found.missing = fmt::format("Nothing has a place along {}: {}. Another measure can, such as self.",
                                  is_y ? "y" : "x", is_y ? found.y.missing : found.x.missing);
    }
  }
  if (found.missing.empty() && kind == ItemKind::kFunction) RINGSCOPE_TRY(FindCalls(wanted, found, job));
  if (!found.missing.empty()) return found;
  if (holds_methods) {
    found.structure = BuildClassStructure(
        *wanted.tree, found.items, found.height.values,
        {found.spec.within, found.spec.libraries == LibraryClasses::kShown, found.spec.dearest},
        wanted.metric);
  }
  ClearLeftOutValues(found);
  found.told_apart = TellApart(wanted.tree->frames(), found.items);
  found.layout = LayOut(found);
  return found;
}

std::optional<PolymetricWanted> PolymetricWanted::Of(const AppState& state, const ViewState& view) {
  return PolymetricWanted{
      view.shown.tree,      view.shown.functions,           view.metric,
      TextOf(view),         state.settings.derived_metrics, SearchRoots(view.history.current().root),
      IsBySide(state, view)};
}

namespace {

// Makes a pane of one side show both, if no pane of the same profile shows the other side.
void DropSinglePanes(AppState& state) {
  const auto document_of = [&](const PaneState& pane) {
    const ViewState* view = FindView(state, pane.view);
    return view == nullptr ? DocumentId{} : view->document;
  };
  for (PaneState& pane : state.panes) {
    const std::optional<Side> side = pane.kinds.Get<PolymetricPane>().side;
    const bool has_other = std::ranges::any_of(state.panes, [&](const PaneState& other) {
      const std::optional<Side> its = other.kinds.Get<PolymetricPane>().side;
      return its && its != side && document_of(other) == document_of(pane);
    });
    if (side && !has_other) pane.kinds.Set(PolymetricPane{});
  }
}

// Makes the panes of a view show both sides, and closes the pane of the side after if the view has another
// one.
void JoinSides(AppState& state, ViewId view, action::Effects& effects) {
  const auto is_of_view = [&](const PaneState& pane) { return pane.view == view; };
  for (size_t pane = state.panes.size(); pane-- > 0;) {
    PaneState& one = state.panes[pane];
    const std::optional<Side> side = one.kinds.Get<PolymetricPane>().side;
    if (one.view != view || !side) continue;
    one.kinds.Set(PolymetricPane{});
    if (side == Side::kAfter && std::ranges::count_if(state.panes, is_of_view) > 1)
      action::Do(state, action::ClosePane{pane}, effects);
  }
}

}  // namespace

void Refresh(AppState& state, action::Effects& effects) {
  // Views of another kind would show the same picture in both panes.
  for (const ViewState& view : state.views)
    if (&view.kind() != &Kind() && IsBySide(state, view)) JoinSides(state, view.id, effects);
  DropSinglePanes(state);
  RefreshAnswers<Kind, PolymetricWanted, FindPolymetric>(state, effects);
}

void Do(AppState& state, ViewState& view, const ShowText& show, action::Effects& effects) {
  const Result<PolymetricSpec> spec = ParsePolymetric(show.text);
  if (!spec) {
    action::SetNote(state, "Not shown: " + FullError(spec.error()));
    return;
  }
  GoTo(state, view, FormatPolymetric(*spec), effects);
}

void Do(AppState& state, ViewState& view, const ShowBehavior& show, action::Effects& effects) {
  PolymetricSpec spec = ParsePolymetric(PresetText(view, kBehaviorPreset)).value();
  const std::optional<FrameId> function = show.function ? show.function : ChosenFrame(view);
  if (function) spec.from = view.tree().frames().name(*function);
  if (show.only_neighbours) {
    spec.up = 1;
    spec.down = 1;
  }
  GoTo(state, view, FormatPolymetric(spec), effects);
}

void Do(AppState& state, ViewState& view, const StepOutward&, action::Effects& effects) {
  if (&view.kind() != &Kind()) return;
  Result<PolymetricSpec> spec = ParsePolymetric(TextOf(view));
  if (!spec || spec->arrangement != BoxArrangement::kCalls) return;
  ++spec->up;
  if (spec->down) ++*spec->down;
  GoTo(state, view, FormatPolymetric(*spec), effects);
}

void Do(AppState& state, ViewState& view, const ShowSides& show, action::Effects& effects) {
  if (&view.kind() != &Kind() || IsBySide(state, view) == show.beside) return;
  const ViewId id = view.id;
  if (show.beside) {
    if (!SidesOf(view.tree().metrics(), view.metric)) return;
    action::Do(state, action::ShowBeside{id, true}, effects);
    state.panes[state.active_pane].kinds.Set(PolymetricPane{Side::kBefore});
    state.panes[PaneBeside(state)].kinds.Set(PolymetricPane{Side::kAfter});
    return;
  }
  JoinSides(state, id, effects);
}

void Do(AppState& state, ViewState& view, const ShowInRings&, action::Effects& effects) {
  std::optional<FrameId> lit = view.chosen_function;
  if (const auto answer = AnswerOf<PolymetricWanted>(state, view);
      !lit && answer && answer->found != nullptr) {
    const PolymetricFound& found = *answer->found;
    if (!found.around.functions.empty()) lit = found.items.first_frame[found.around.functions.front()];
  }
  action::Do(state, action::SetKind{DefaultViewKind()}, effects);
  if (lit) action::Do(state, action::ChooseFunction{*lit}, effects);
}

}  // namespace ringscope::polymetric
