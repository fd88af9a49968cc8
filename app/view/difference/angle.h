#pragma once

#include <optional>
#include <string>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "app/view/state/view_state.h"
#include "cct/compare/columns/side_columns.h"

namespace ringscope::action {

// What the charts of the active view draw of its comparison, or of its fleet: the sum unless it is one of
// members.
struct SetAngle {
  ComparedAngle angle = ComparedAngle::kAfter;
};
struct DrawShares {
  bool on = true;
};

void Do(AppState& state, const SetAngle& set, Effects& effects);
void Do(AppState& state, ViewState& view, const DrawShares& set, Effects& effects);
// Asks for the columns that the shown comparisons draw and do not have yet.
void RefreshAngles(AppState& state, Effects& effects);
// Shows a comparison by its costs after, or by the larger side where it costs much less after, in the colours
// of the difference. Leaves other profiles alone.
void BeginComparison(ViewState& view);

}  // namespace ringscope::action

namespace ringscope {

// What a view of a comparison draws, or of a fleet in place of the sum. Nothing for other views, and while
// the view shows the column of a single run. O(metrics).
[[nodiscard]] std::optional<ComparedAngle> AngleOf(const ViewState& view);
// Whether it shows a metric of which a comparison has both sides. O(metrics).
[[nodiscard]] bool ComparesSides(const ViewState& view);
// Whether it shows a metric of a fleet, of which the mean and the slowest members can be drawn.
[[nodiscard]] bool DrawsMembers(const ViewState& view);
// Whether shares are drawn, each side as a whole circle. False for views of other profiles.
[[nodiscard]] bool DrawsShares(const ViewState& view);
// The columns that a job has to make for the view; nothing if the columns are there.
[[nodiscard]] std::optional<AngleRequest> AngleToMake(const ViewState& view);
// What charts draw; while columns are being made, what was drawn before.
[[nodiscard]] DrawnAngle DrawnAngleOf(const ViewState& view);

// What the panel says of a comparison.
struct AngleModel {
  bool visible = false;
  std::optional<ComparedAngle> angle;
  bool by_share = false;
  std::string total;          // "time: 1.20 s before, 1.50 s after (+25.0 %)"
  std::string change, share;  // its end where there is no room for all: "+3.00 ms, +25 %", "+25 %"
  std::string runs;           // that costs are of a mean run, and what is drawn; empty with one run a side
  std::string tooltip;        // the executions, a line each
  std::string problem;        // why an angle cannot be drawn
};
[[nodiscard]] AngleModel BuildAngleModel(const AppState& state);

}  // namespace ringscope
