#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/inputs/inputs.h"

namespace ringscope::inputs {

// A function in the table.
struct FitRow {
  size_t number = 0;  // index into FoundFits
  std::string name, module, cost, cost_share, calls, calls_share, sizes, a, b, exponent, exponent_error,
      growth, explained;
  std::string exponent_before, exponent_change;  // of a comparison
  bool is_plotted = false;
};

struct InputsModel {
  std::string missing;  // why there is nothing to show, and how to get it; else empty
  std::shared_ptr<const FoundFits> found;
  InputsPlace place;
  InputsLook look;
  std::vector<PlotSpec> plots;  // from 1 to kMostPlots
  // The texts and colours of all plots: above them if they stand two by two, else in the first plot.
  std::string title, about;
  PlotColorScale color_scale;
  // The points of the plotted function or context; valid as long as `points_owner`.
  std::span<const InputPoint> points;
  std::shared_ptr<const void> points_owner;
  std::vector<InputPoint> before;  // in a comparison the side before; `points` are of the side after
  std::string subject;             // the plotted function or context: "sort, of all contexts"
  std::string outlook;             // OutlookText() for ten times the largest size
  std::vector<FitRow> rows;        // the functions that pass the filter, in order
  std::string bound_problem;       // if not empty, costs are divided by n
  std::string filter_problem;      // if not empty, `rows` is unfiltered
};

// O(functions + points of one function).
[[nodiscard]] InputsModel BuildInputsModel(const AppState& state, const ViewState& view);

// Sets the visible part of the plots and the chosen sizes, for the same function. O(plots).
void ShowLook(InputsLook look, InputsModel& model);

// The fields of a point, one a line: "n: 300", "calls: 12". `side`: of a comparison, else empty.
[[nodiscard]] std::vector<std::string> PointLines(const InputsModel& model, const InputPoint& point,
                                                  std::string_view side = {});

}  // namespace ringscope::inputs
