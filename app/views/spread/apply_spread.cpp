#include "app/view/view_kind.h"
#include "app/views/spread/spread_actions.h"
#include "app/views/spread/spread_kind.h"

namespace ringscope::spread {
namespace {

// As many bars as can be told apart in a small pane.
constexpr uint32_t kMostBars = 48;

}  // namespace

Wanted WantedOf(const ViewState& view) {
  Wanted wanted{view.shown.tree, view.shown.functions, kNoFunction, view.metric, PlaceOf(view).measure};
  if (view.chosen_function) {
    wanted.function = view.functions().FunctionOf(*view.chosen_function);
  } else if (view.selected != kRootContext && view.selected < view.tree().context_count()) {
    wanted.function = view.functions().FunctionOf(view.tree().FrameOf(view.selected));
  }
  return wanted;
}

Result<FoundSpread> FindSpread(const Wanted& wanted, JobControl& job) {
  FoundSpread found;
  found.function = wanted.function;
  if (found.function == kNoFunction) {
    RINGSCOPE_ASSIGN(found.function, DearestFunction(*wanted.tree, *wanted.functions, wanted.metric, &job));
    if (found.function == kNoFunction) return found;
  }
  RINGSCOPE_ASSIGN(found.spread, SpreadOverContexts(*wanted.tree, *wanted.functions,
                                                    {found.function, wanted.metric, wanted.measure}, &job));
  found.bars = SpreadBars(found.spread, kMostBars);
  found.order = found.spread.MostUnlikeFirst();
  return found;
}

const KindAnswer<Wanted, FoundSpread>* AnswerOf(const AppState& state, const ViewState& view) {
  return state.kinds.Get<Spreads>().Find(WantedOf(view));
}

void Refresh(AppState& state, action::Effects& effects) {
  const auto wanted = [](const ViewState& view) -> std::optional<Wanted> {
    if (&view.kind() != &Kind()) return std::nullopt;
    return WantedOf(view);
  };
  RefreshAnswers<Wanted, FoundSpread>(state, "Comparing contexts", wanted, FindSpread, effects);
}

void Do(AppState& state, const DrawSpread& draw, action::Effects& effects) {
  GoToPlace(state, draw.place, effects);
}

}  // namespace ringscope::spread
