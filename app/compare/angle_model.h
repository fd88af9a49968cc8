#pragma once

#include <optional>
#include <string>

#include "app/core/app_state.h"
#include "cct/compare/columns/side_columns.h"

namespace ringscope {

// What a view of a comparison draws; nothing where it is none, or shows the column of a single run.
// O(metrics).
[[nodiscard]] std::optional<ComparedAngle> AngleOf(const ViewState& view);
// Whether shares are drawn, each side as a whole circle. False where it is no comparison.
[[nodiscard]] bool DrawsShares(const ViewState& view);
// The columns that a job has to make for it; nothing where they are there.
[[nodiscard]] std::optional<AngleRequest> AngleToMake(const ViewState& view);
// What charts draw: as long as columns are being made, what was drawn before.
[[nodiscard]] DrawnAngle DrawnAngleOf(const ViewState& view);

// What the panel says of a comparison.
struct AngleModel {
  bool visible = false;
  std::optional<ComparedAngle> angle;
  bool by_share = false;
  std::string total;    // "time: 1.20 s before, 1.50 s after (+25.0 %)"
  std::string runs;     // that this is of a mean run, and what charts and tables have; empty with a run a side
  std::string tooltip;  // the executions, a line each
  std::string problem;  // why an angle cannot be drawn
};
[[nodiscard]] AngleModel BuildAngleModel(const AppState& state);

}  // namespace ringscope
