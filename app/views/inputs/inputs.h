#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/state/app_state.h"
#include "app/views/inputs/inputs_plot.h"
#include "cct/inputs/fit_filter.h"

namespace ringscope::inputs {

// How a place is drawn.
struct InputsPlace {
  CostChart chart = CostChart::kWorst;  // of the first plot
  bool all_three = false;               // instead
  bool has_trio = true;                 // also how often, and the cost by h(n)
  bool is_grid = false;                 // these and the amortized cost, two by two
  bool self = false;                    // costs without callees
  bool log_x = false, log_y = false, log_zero = false;
  std::string bound;                          // h(n), as BoundingFormula has it; empty: n
  int group_width = 1, smoothing_window = 1;  // of CostSeriesOptions; one of both is 1
  std::string filter;                         // of the table
  bool by_change = false;                     // of a comparison: what grew the most stands first
  friend bool operator==(const InputsPlace&, const InputsPlace&) = default;
};

inline constexpr size_t kMostPlots = 4;
// Of the widths of groups and windows.
inline constexpr int kMostWidth = 1'000'000'000;

// Of a view: what is seen of the plots, and which sizes were chosen. Of another tree or function they say
// nothing.
struct InputsLook {
  CctPtr tree;
  std::optional<FrameId> function;
  std::optional<std::pair<double, double>> x;  // of all plots
  std::array<std::optional<std::pair<double, double>>, kMostPlots> y;
  std::vector<uint64_t> sizes;  // chosen, ascending
  friend bool operator==(const InputsLook&, const InputsLook&) = default;
};

struct Wanted {
  CctPtr tree;
  bool self = false;
  friend bool operator==(const Wanted&, const Wanted&) = default;
};
// Every function with points. `points` and `self_costs` are by the number of a fit.
struct FoundFits {
  std::vector<FunctionFit> fits;  // those that grow the fastest first
  std::vector<std::vector<InputPoint>> points;
  std::vector<double> self_costs;
  FitTotals totals;
  std::string cost_unit, size_unit;
  bool has_extremes = true, has_squares = true;
  // Of a comparison all above is of the side after; this is of the other one, by frame.
  bool is_compared = false;
  std::vector<FunctionPoints> before;
  std::map<FrameId, FunctionFit> before_fits;
  std::map<FrameId, double> before_self_costs;
  // Null where nothing is known of what it was.
  [[nodiscard]] const FunctionFit* BeforeOf(FrameId frame) const {
    const auto found = before_fits.find(frame);
    return found == before_fits.end() ? nullptr : &found->second;
  }
};
using AllFits = KindAnswers<Wanted, FoundFits>;

[[nodiscard]] inline const InputsPlace& PlaceOf(const ViewState& view) {
  return view.history.current().places.Get<InputsPlace>();
}
// The function that is plotted: the chosen one, that of the selected context, else that which grows the
// fastest.
[[nodiscard]] std::optional<FrameId> FunctionOf(const ViewState& view, const FoundFits* found);
// That of the view's function; empty where another one was looked at.
[[nodiscard]] InputsLook LookOf(const ViewState& view, const FoundFits* found);
[[nodiscard]] Wanted WantedOf(const ViewState& view);
[[nodiscard]] bool HasPoints(const ViewState& view);
// Errors: kInvalidArgument (no such costs), kCancelled.
[[nodiscard]] Result<FoundFits> FindFits(const Wanted& wanted, JobControl& job);
// Null where none was asked for.
[[nodiscard]] const KindAnswer<Wanted, FoundFits>* AnswerOf(const AppState& state, const ViewState& view);

void Refresh(AppState& state, action::Effects& effects);

}  // namespace ringscope::inputs

// Of the active view.
namespace ringscope::inputs {

struct DrawInputs {
  InputsPlace place;
};
// What is seen and which sizes are chosen; of the function that is plotted.
struct LookAt {
  InputsLook look;
};
// All of the plots again.
struct SeeAll {};

void Do(AppState& state, const DrawInputs& draw, action::Effects& effects);
void Do(AppState& state, const LookAt& look, action::Effects& effects);
void Do(AppState& state, const SeeAll& see, action::Effects& effects);

}  // namespace ringscope::inputs

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::inputs {

// What functions cost by the size of their input: plots of one, and a table of all with how fast they grow.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::inputs
