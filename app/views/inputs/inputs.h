#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/app_state.h"
#include "app/views/inputs/inputs_plot.h"
#include "cct/inputs/fit_filter.h"

namespace ringscope::inputs {

// The order of the functions in the table: by the cost of a call with a larger input (kAhead), or by a
// column.
enum class InputsSort : uint8_t {
  kAhead,
  kName,
  kModule,
  kCost,
  kCalls,
  kSizes,
  kA,
  kB,
  kBefore,
  kC,
  kChange,
  kClass,
  kRSquared
};
inline constexpr auto kInputsSortWords = WordsInOrder<InputsSort, 13>(
    "ahead, name, module, cost, calls, sizes, a, b, c_before, c, c_change, class, r2");

// How a place is drawn.
struct InputsPlace {
  CostChart chart = CostChart::kWorst;  // of the first plot
  bool all_three = false;               // the first plot shows worst, average and best instead
  bool has_trio = true;                 // and plots of the number of calls, and of the cost by h(n)
  bool is_grid = false;                 // those plots and the amortized cost, two by two
  bool self = false;                    // costs without callees
  bool log_x = false, log_y = false, log_zero = false;
  std::string bound;                          // h(n), see BoundingFormula; empty: n
  int group_width = 1, smoothing_window = 1;  // of CostSeriesOptions; at least one of them is 1
  std::string filter;                         // of the table
  InputsSort sort = InputsSort::kAhead;       // of the table
  bool descending = true;
  friend bool operator==(const InputsPlace&, const InputsPlace&) = default;
};

inline constexpr size_t kMostPlots = 4;
// The largest width of groups and windows.
inline constexpr int kMostWidth = 1'000'000'000;

// A value of a view: the visible part of the plots, and the chosen sizes, for one tree and function.
struct InputsLook {
  CctPtr tree;
  std::optional<FrameId> function;
  std::optional<std::pair<double, double>> x;  // of all plots
  std::array<std::optional<std::pair<double, double>>, kMostPlots> y;
  std::vector<uint64_t> sizes;  // chosen, ascending
  friend bool operator==(const InputsLook&, const InputsLook&) = default;
};

struct FoundFits;
struct Wanted {
  CctPtr tree;
  bool self = false;
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = FoundFits;
  static constexpr std::string_view kLabel = "Fitting curves";
  // std::nullopt for a profile without such costs.
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};
// Every function with points. A fit's index is the index into `points` and `self_costs`.
struct FoundFits {
  std::vector<FunctionFit> fits;  // in the order of InputsSort::kAhead
  std::vector<std::vector<InputPoint>> points;
  std::vector<double> self_costs;
  FitTotals totals;
  std::string cost_unit, size_unit;
  bool has_extremes = true, has_squares = true;
  // In a comparison, the members above are of the side after, those below of the side before.
  bool is_compared = false;
  std::vector<FunctionPoints> before;
  struct FitBefore {
    FunctionFit fit;
    double self_cost = 0;
  };
  std::map<FrameId, FitBefore> fits_before;
  // Null if the side before is unknown for the function.
  [[nodiscard]] const FunctionFit* BeforeOf(FrameId frame) const {
    const auto found = fits_before.find(frame);
    return found == fits_before.end() ? nullptr : &found->second.fit;
  }
};

[[nodiscard]] inline const InputsPlace& PlaceOf(const ViewState& view) {
  return view.history.current().places.Get<InputsPlace>();
}
// The plotted function: the chosen one, else that of the selected context, else the first of `found`.
[[nodiscard]] std::optional<FrameId> FunctionOf(const ViewState& view, const FoundFits* found);
// The look at the view's function; the initial look if the view's value is of another function.
[[nodiscard]] InputsLook LookOf(const ViewState& view, const FoundFits* found);
[[nodiscard]] bool HasPoints(const ViewState& view);

// Actions on the active view.

using DrawInputs = SetPlace<InputsPlace>;
// Sets the visible part and the chosen sizes of the plotted function.
struct LookAt {
  InputsLook look;
};
// Shows all of the plots again.
struct SeeAll {};

void Do(AppState& state, ViewState& view, const LookAt& look, action::Effects& effects);
void Do(AppState& state, ViewState& view, const SeeAll& see, action::Effects& effects);

// The kind that shows the costs of functions by the size of their input: plots of one function, and a table
// of all functions with their growth.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::inputs
