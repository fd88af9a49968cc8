#include <algorithm>

#include "app/view/view_kind.h"
#include "app/views/inputs/inputs_actions.h"
#include "app/views/inputs/inputs_kind.h"

namespace ringscope::inputs {

std::optional<FrameId> FunctionOf(const ViewState& view, const FoundFits* found) {
  if (view.chosen_function) return view.chosen_function;
  if (view.selected != kNoContext && view.selected < view.tree().context_count() &&
      view.selected != kRootContext)
    return view.tree().FrameOf(view.selected);
  if (found != nullptr && !found->fits.empty()) return found->fits.front().frame;
  return std::nullopt;
}

InputsLook LookOf(const ViewState& view, const FoundFits* found) {
  InputsLook look = view.kinds.Get<InputsLook>();
  const std::optional<FrameId> function = FunctionOf(view, found);
  if (look.tree != view.shown.tree || look.function != function)
    look = {view.shown.tree, function, {}, {}, {}};
  return look;
}

Wanted WantedOf(const ViewState& view) { return {view.shown.tree, PlaceOf(view).self}; }

bool HasPoints(const ViewState& view) {
  return PointFields(view.tree(), PlaceOf(view).self ? PointCost::kSelf : PointCost::kInclusive).exist();
}

Result<FoundFits> FindFits(const Wanted& wanted, JobControl& job) {
  const Cct& tree = *wanted.tree;
  const PointFields fields(tree, wanted.self ? PointCost::kSelf : PointCost::kInclusive,
                           LastSideOfPoints(tree));
  if (!fields.exist())
    return Fail(ErrorCode::kInvalidArgument, "expected a profile with costs by input size");
  FoundFits found;
  found.cost_unit = fields.cost_unit();
  found.size_unit = fields.size_unit();
  found.has_extremes = fields.has_extremes();
  found.has_squares = fields.has_squares();
  RINGSCOPE_ASSIGN(found.fits, FitFunctions(tree, fields, &job));
  std::vector<size_t> number_of(tree.frames().size());
  for (size_t k = 0; k < found.fits.size(); ++k) number_of[found.fits[k].frame] = k;
  found.points.resize(found.fits.size());
  RINGSCOPE_ASSIGN(std::vector<FunctionPoints> functions, PointsByFunction(tree, fields, &job));
  for (FunctionPoints& function : functions)
    found.points[number_of[function.frame]] = std::move(function.points);
  found.is_compared = HavePointsSides(tree);
  if (found.is_compared) {
    const PointFields before(tree, wanted.self ? PointCost::kSelf : PointCost::kInclusive, Side::kBefore);
    RINGSCOPE_ASSIGN(found.before, PointsByFunction(tree, before, &job));
    std::vector<FunctionFit> fits;
    for (const FunctionPoints& function : found.before) {
      if (IsCancelled(&job)) return Fail(ErrorCode::kCancelled, "cancelled");
      fits.push_back(FitFunction(function));
      found.before_fits.emplace(function.frame, fits.back());
    }
    RINGSCOPE_ASSIGN(const FitShares old, SharesOf(tree, fits, Side::kBefore, &job));
    for (size_t k = 0; k < fits.size(); ++k)
      found.before_self_costs.emplace(fits[k].frame, old.self_costs[k]);
  }
  RINGSCOPE_ASSIGN(FitShares shares, SharesOf(tree, found.fits, LastSideOfPoints(tree), &job));
  found.self_costs = std::move(shares.self_costs);
  found.totals = shares.totals;
  return found;
}

const KindAnswer<Wanted, FoundFits>* AnswerOf(const AppState& state, const ViewState& view) {
  return state.kinds.Get<AllFits>().Find(WantedOf(view));
}

void Refresh(AppState& state, action::Effects& effects) {
  const auto wanted = [](const ViewState& view) -> std::optional<Wanted> {
    if (&view.kind() != &Kind() || !HasPoints(view)) return std::nullopt;
    return WantedOf(view);
  };
  RefreshAnswers<Wanted, FoundFits>(state, "Fitting curves", wanted, FindFits, effects);
}

void Do(AppState& state, const DrawInputs& draw, action::Effects& effects) {
  GoToPlace(state, draw.place, effects);
}

void Do(AppState& state, const LookAt& look, action::Effects&) {
  if (ViewState* view = ActiveView(state)) view->kinds.Set(look.look);
}

void Do(AppState& state, const SeeAll&, action::Effects&) {
  ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  InputsLook look = view->kinds.Get<InputsLook>();
  look.x.reset();
  look.y = {};
  view->kinds.Set(std::move(look));
}

}  // namespace ringscope::inputs
