#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/inputs/inputs.h"

namespace ringscope::inputs {

// A function in the table.
struct FitRow {
  size_t number = 0;  // of FoundFits
  std::string name, cost, exponent, growth, explained, sizes;
  std::string exponent_before, exponent_change;  // of a comparison
  bool is_plotted = false;
};

struct InputsModel {
  std::string missing;  // in place of all: why there is nothing, and how there would be
  std::shared_ptr<const FoundFits> found;
  InputsPlace place;
  InputsLook look;
  std::vector<PlotSpec> plots;  // from 1 to kMostPlots
  // Of all of them; where they stand two by two above all, else the first one has them.
  std::string title, about;
  PlotColorScale color_scale;
  // Of the function, or of the context, that is plotted; they live as long as `points_owner`.
  std::span<const InputPoint> points;
  std::shared_ptr<const void> points_owner;
  std::vector<InputPoint> before;  // of a comparison, whose `points` are those after
  std::string subject;             // what is plotted: "sort, of all contexts"
  std::string outlook;             // what ten times the largest size would cost
  std::vector<FitRow> rows;        // those that pass the filter, in the order of `found`
  std::string bound_problem;       // then h(n) is n
  std::string filter_problem;      // then all rows are there
};

// What a view shows. O(functions + points of one function).
[[nodiscard]] InputsModel BuildInputsModel(const AppState& state, const ViewState& view);

// What is seen of the plots and which sizes are chosen, of the same function. O(plots).
void ShowLook(InputsLook look, InputsModel& model);

// The fields of a point, one a line: "n: 300", "calls: 12". `side`: of a comparison whose it is; or empty.
[[nodiscard]] std::vector<std::string> PointLines(const InputsModel& model, const InputPoint& point,
                                                  std::string_view side = {});

}  // namespace ringscope::inputs
