#pragma once

#include <optional>
#include <string>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "app/view/state/view_state.h"
#include "cct/compare/columns/side_columns.h"

namespace ringscope::action {

// Sets what the charts of the active view draw of its comparison, or of its fleet: an angle of members, else
// the sum of all members.
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
// Shows a comparison by its costs after, or by the larger side if it costs much less after, in the colours of
// the difference. Does nothing for other profiles.
void BeginComparison(ViewState& view);

}  // namespace ringscope::action

namespace ringscope {

// The angle by which a view draws its comparison, or its fleet in place of the sum. std::nullopt for other
// views, and while the view shows the column of a single run. O(metrics).
[[nodiscard]] std::optional<ComparedAngle> AngleOf(const ViewState& view);
// Whether the view shows a metric with both sides of a comparison. O(metrics).
[[nodiscard]] bool ComparesSides(const ViewState& view);
// Whether the view shows a metric of a fleet, whose mean and slowest members can be drawn.
[[nodiscard]] bool DrawsMembers(const ViewState& view);
// Whether shares are drawn, each side as a whole circle. False for views of other profiles.
[[nodiscard]] bool DrawsShares(const ViewState& view);
// The columns that a job has to make for the view; std::nullopt if the tree has them.
[[nodiscard]] std::optional<AngleRequest> AngleToMake(const ViewState& view);
// The tree and the column that charts draw; while columns are being made, those drawn before.
[[nodiscard]] DrawnAngle DrawnAngleOf(const ViewState& view);

// The angle of the active view's comparison, as the panel shows it.
struct AngleModel {
  bool visible = false;
  std::optional<ComparedAngle> angle;
  bool by_share = false;
  std::string total;          // "time: 1.20 s before, 1.50 s after (+25.0 %)"
  std::string change, share;  // shorter forms of `total`: "+3.00 ms, +25 %", "+25 %"
  std::string runs;           // "A mean run; charts and tables have the sum ..."; empty with one run a side
  std::string tooltip;        // the executions, a line each
  std::string problem;        // why an angle cannot be drawn
};
[[nodiscard]] AngleModel BuildAngleModel(const AppState& state);

}  // namespace ringscope
