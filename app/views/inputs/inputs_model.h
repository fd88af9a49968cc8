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
  std::string missing;  // in place of all: why there is nothing, and how to get it
  std::shared_ptr<const FoundFits> found;
  InputsPlace place;
  InputsLook look;
  std::vector<PlotSpec> plots;  // from 1 to kMostPlots
  // Of all plots. Above all if they stand two by two, else over the first.
  std::string title, about;
  PlotColorScale color_scale;
  // Of the plotted function or context; valid as long as `points_owner`.
  std::span<const InputPoint> points;
  std::shared_ptr<const void> points_owner;
  std::vector<InputPoint> before;  // of a comparison, with `points` of the side after
  std::string subject;             // what is plotted: "sort, of all contexts"
  std::string outlook;             // what ten times the largest size would cost
  std::vector<FitRow> rows;        // that pass the filter, as they are sorted
  std::string bound_problem;       // if not empty, costs are divided by n
  std::string filter_problem;      // if not empty, `rows` is unfiltered
};

// What a view shows. O(functions + points of one function).
[[nodiscard]] InputsModel BuildInputsModel(const AppState& state, const ViewState& view);

// Sets the visible part of the plots and the chosen sizes, for the same function. O(plots).
void ShowLook(InputsLook look, InputsModel& model);

// The fields of a point, one a line: "n: 300", "calls: 12". `side`: of a comparison, else empty.
[[nodiscard]] std::vector<std::string> PointLines(const InputsModel& model, const InputPoint& point,
                                                  std::string_view side = {});

}  // namespace ringscope::inputs
