#include "app/views/evolution/evolution_kind.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/view_kind.h"
#include "app/views/evolution/evolution_actions.h"
#include "app/views/evolution/evolution_model.h"
#include "cct/compare/stored_comparison.h"
#include "cct/tree/metric_sides.h"

namespace ringscope::evolution {
namespace {

bool IsShown(const ViewState& view) { return &view.kind() == &Kind(); }

std::optional<Action> Toggle(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return action::SetKind{IsShown(*view) ? DefaultViewKind() : &Kind()};
}

// What commands are about: what is selected, or all.
template <Unfolding kTo>
std::optional<Action> UnfoldSelected(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsShown(*view) || ShownOf(*view).contexts == nullptr) return std::nullopt;
  return Unfold{view->selected == kNoContext ? kRootContext : view->selected, kTo};
}

std::optional<Action> Fit(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || !IsShown(*view)) return std::nullopt;
  return FitAll{};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kPictures{KindPicture{"evolution", "evolution", ""}};

constexpr std::array kCommands{
    Command{"chart.evolution", kGroup,
            "Evolution: which calls made one side of a comparison slower, or back to the rings", "Shift+E",
            Toggle},
    Command{"evolution.hot-path", kGroup, "Evolution: show the way to where most of the change happens",
            "Shift+H", UnfoldSelected<Unfolding::kHotPath>},
    Command{"evolution.callees", kGroup, "Evolution: show the callees", "O",
            UnfoldSelected<Unfolding::kCallees>},
    Command{"evolution.all-below", kGroup, "Evolution: show all that it reaches", "Shift+O",
            UnfoldSelected<Unfolding::kAllBelow>},
    Command{"evolution.hide", kGroup, "Evolution: hide all below it", "U", UnfoldSelected<Unfolding::kNone>},
    Command{"evolution.fit", kGroup, "Evolution: all of it in sight", "Shift+U", Fit},
};
std::span<const Command> Commands() { return kCommands; }

std::vector<KindOffer> Menu(const AppState&, const ViewState& view, const CommandSubject& subject) {
  const ContextId context = subject.context;
  if (!IsShown(view) || ShownOf(view).contexts == nullptr || context == kNoContext) return {};
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

bool Suits(const ViewState& view) { return SidesOf(view.tree().metrics(), view.metric).has_value(); }

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "evolution",
                                  .title = "Evolution",
                                  .commands = Commands,
                                  .suits = Suits,
                                  .refresh = Refresh,
                                  .fit = Fit,
                                  .menu = Menu,
                                  .pointed_lines = PointedLines,
                                  .pictures = kPictures,
                                  .saved_command = CommandOf};
  return kKind;
}

}  // namespace ringscope::evolution
