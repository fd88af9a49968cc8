#include "app/views/inputs/inputs.h"

#include <algorithm>
#include <cmath>

#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"

namespace ringscope::inputs {

std::optional<FrameId> FunctionOf(const ViewState& view, const FoundFits* found) {
  if (const std::optional<FrameId> chosen = ChosenFrame(view)) return chosen;
  if (found != nullptr && !found->fits.empty()) return found->fits.front().frame;
  return std::nullopt;
}

InputsLook LookOf(const ViewState& view, const FoundFits* found) {
  InputsLook look = view.slots.Get<InputsLook>();
  const std::optional<FrameId> function = FunctionOf(view, found);
  if (look.tree != view.shown.tree || look.function != function)
    look = {view.shown.tree, function, {}, {}, {}};
  return look;
}

std::optional<Wanted> Wanted::Of(const AppState&, const ViewState& view) {
  return HasPoints(view) ? std::optional<Wanted>({view.shown.tree, PlaceOf(view).self}) : std::nullopt;
}

bool HasPoints(const ViewState& view) {
  return PointFields(view.tree(), PlaceOf(view).self ? PointCost::kSelf : PointCost::kInclusive).exist();
}

namespace {

// The cost of a call with ten times the largest input; std::nullopt if the curve is too uncertain.
std::optional<double> CostAhead(const FunctionFit& fit) {
  if (!fit.power || fit.power->r_squared < kLeastExplained || !fit.growth.is_decided) return std::nullopt;
  const double size = 10 * static_cast<double>(fit.largest_size);
  const double cost = fit.power->At(size), error = 2 * fit.power->ErrorAt(size);
  if (!std::isfinite(cost) || !std::isfinite(error) || cost < 0 || error > cost) return std::nullopt;
  return cost;
}

// Sorts by CostAhead(), the largest first. Functions without it follow, by their costs.
void RankByCostAhead(std::vector<FunctionFit>& fits) {
  std::vector<std::pair<std::optional<double>, FunctionFit>> ranked;
  for (FunctionFit& fit : fits) ranked.emplace_back(CostAhead(fit), std::move(fit));
  std::ranges::stable_sort(ranked, [](const auto& x, const auto& y) {
    if (x.first != y.first) return x.first > y.first;
    return !x.first && x.second.cost > y.second.cost;
  });
  for (size_t k = 0; k < fits.size(); ++k) fits[k] = std::move(ranked[k].second);
}

// Errors: kInvalidArgument (no such costs), kCancelled.
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
  RankByCostAhead(found.fits);
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
    }
    RINGSCOPE_ASSIGN(const FitShares old, SharesOf(tree, fits, Side::kBefore, &job));
    for (size_t k = 0; k < fits.size(); ++k)
      found.fits_before.emplace(fits[k].frame, FoundFits::FitBefore{fits[k], old.self_costs[k]});
  }
  RINGSCOPE_ASSIGN(FitShares shares, SharesOf(tree, found.fits, LastSideOfPoints(tree), &job));
  found.self_costs = std::move(shares.self_costs);
  found.totals = shares.totals;
  return found;
}

}  // namespace

void Do(AppState&, ViewState& view, const LookAt& look, action::Effects&) {
  view.slots.Get<InputsLook>() = look.look;
}

void Do(AppState&, ViewState& view, const SeeAll&, action::Effects&) {
  auto& look = view.slots.Get<InputsLook>();
  look.x.reset();
  look.y = {};
}

namespace {

// Takes the next chart in the cycle: worst, average, ..., bounded, all three.
void NextChart(InputsPlace& place) {
  const auto chart = static_cast<size_t>(place.chart);
  if (place.all_three) {
    place.all_three = false;
    place.chart = CostChart::kWorst;
  } else if (chart + 1 == kCostChartCount) {
    place.all_three = true;
  } else {
    place.chart = static_cast<CostChart>(chart + 1);
  }
}

// Sorts by the change of the exponent, or again by the cost ahead.
void ByChange(InputsPlace& place) {
  place.sort = place.sort == InputsSort::kChange ? InputsSort::kAhead : InputsSort::kChange;
  place.descending = true;
}

// Filters functions whose fit says that they grow faster than their input.
void Growing(InputsPlace& place) { place.filter = "c>1.2 r2>0.9 sizes>5"; }

template <void (*kChange)(InputsPlace&)>
constexpr auto kChanged = ChangePlace<Kind, InputsPlace, kChange>;

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.inputs", kGroup,
            "Inputs: what functions cost by the size of their input, or back to the rings", "Shift+I",
            ToggleKind<Kind>},
    Command{"inputs.fit", kGroup, "Inputs: see all of the plots", "Alt+0", InKind<Kind, SeeAll>},
    Command{"inputs.next-chart", kGroup, "Inputs: the next chart of the function's costs", "",
            kChanged<NextChart>},
    Command{"inputs.trio", kGroup, "Inputs: three plots or one", "", kChanged<Flip<&InputsPlace::has_trio>>},
    Command{"inputs.grid", kGroup, "Inputs: four plots, two by two, or fewer", "",
            kChanged<Flip<&InputsPlace::is_grid>>},
    Command{"inputs.self", kGroup, "Inputs: costs with or without callees", "",
            kChanged<Flip<&InputsPlace::self>>},
    Command{"inputs.log-x", kGroup, "Inputs: sizes on a logarithmic axis, or not", "",
            kChanged<Flip<&InputsPlace::log_x>>},
    Command{"inputs.log-y", kGroup, "Inputs: costs on a logarithmic axis, or not", "",
            kChanged<Flip<&InputsPlace::log_y>>},
    Command{"inputs.log-zero", kGroup, "Inputs: a place for 0 on logarithmic axes, or not", "",
            kChanged<Flip<&InputsPlace::log_zero>>},
    Command{"inputs.by-change", kGroup,
            "Inputs: of a comparison those first whose exponent grew the most, or not", "",
            kChanged<ByChange>},
    Command{"inputs.growing", kGroup, "Inputs: what will hurt when inputs grow", "", kChanged<Growing>},
};

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &InputsPlace::chart, WordForm<kCostChartWords>>("inputs_chart"),
    SavedRow<&SavedKind::place, &InputsPlace::all_three, SwitchForm>("inputs_all_three"),
    SavedRow<&SavedKind::place, &InputsPlace::has_trio, SwitchForm>("inputs_trio"),
    SavedRow<&SavedKind::place, &InputsPlace::is_grid, SwitchForm>("inputs_grid"),
    SavedRow<&SavedKind::place, &InputsPlace::self, SwitchForm>("inputs_self"),
    SavedRow<&SavedKind::place, &InputsPlace::log_x, SwitchForm>("inputs_log_x"),
    SavedRow<&SavedKind::place, &InputsPlace::log_y, SwitchForm>("inputs_log_y"),
    SavedRow<&SavedKind::place, &InputsPlace::log_zero, SwitchForm>("inputs_log_zero"),
    SavedRow<&SavedKind::place, &InputsPlace::bound, TextForm>("inputs_bound"),
    SavedRow<&SavedKind::place, &InputsPlace::group_width, NumberForm<1, kMostWidth>>("inputs_group"),
    SavedRow<&SavedKind::place, &InputsPlace::smoothing_window, NumberForm<1, kMostWidth>>("inputs_smooth"),
    SavedRow<&SavedKind::place, &InputsPlace::filter, TextForm>("inputs_filter"),
    SavedRow<&SavedKind::place, &InputsPlace::sort, WordForm<kInputsSortWords>>("inputs_sort"),
    SavedRow<&SavedKind::place, &InputsPlace::descending, SwitchForm>("inputs_descending"),
};

SavedCommand CommandOf(const SavedKind& saved) {
  const InputsPlace& place = saved.place.Get<InputsPlace>();
  SavedCommand command{.words = {"plot"}};
  const auto add = [&](std::string word) { command.words.push_back(std::move(word)); };
  add("--chart=" + std::string(place.all_three ? "all" : WordOf(kCostChartWords, place.chart)));
  if (place.self) add("--self");
  if (place.log_x) add("--log-x");
  if (place.log_y) add("--log-y");
  if (place.log_zero && (place.log_x || place.log_y)) add("--log-zero");
  if (!place.bound.empty()) add("--bound=" + place.bound);
  if (place.group_width > 1) add("--group=" + std::to_string(place.group_width));
  if (place.smoothing_window > 1) add("--smooth=" + std::to_string(place.smoothing_window));
  return command;
}

std::string_view Lacks(const ViewState& view) {
  return view.tree().point_count() > 0 ? "" : "The profile has no costs by input size";
}

constexpr std::array kGestures{kMapGestures[0], kMapGestures[1],
                               Gesture{"Shift+drag", "Choose a range of sizes"},
                               Gesture{"Ctrl+drag", "Enlarge a part of the plot"}};

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "inputs",
                                  .title = "Inputs",
                                  .question = "How does the cost grow with the input?",
                                  .commands = kCommands,
                                  .gestures = kGestures,
                                  .lacks = Lacks,
                                  .has_options = true,
                                  .refresh = RefreshAnswers<Kind, Wanted, FindFits>,
                                  .fit = InKind<Kind, SeeAll>,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::inputs
