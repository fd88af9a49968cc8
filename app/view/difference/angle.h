#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/core/effect.h"
#include "app/view/difference/angle_state.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"
#include "cct/compare/columns/side_columns.h"

namespace ringscope::action {

// What the charts of the active view draw of its comparison.
struct SetAngle {
  ComparedAngle angle = ComparedAngle::kAfter;
};
struct DrawShares {
  bool on = true;
};

void Do(AppState& state, const SetAngle& set, Effects& effects);
void Do(AppState& state, const DrawShares& set, Effects& effects);
// Asks for the columns that the shown comparisons draw, where they are to be made.
void RefreshAngles(AppState& state, Effects& effects);
// What a comparison is first shown as: what it costs after, in the colours of the difference. Other profiles
// stay as they are.
void BeginComparison(ViewState& view);

}  // namespace ringscope::action

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

// Makes the columns of an angle on a job thread. Null where it is cancelled.
[[nodiscard]] std::shared_ptr<const MadeAngle> RunMakeAngle(const AngleRequest& request, JobControl& job);

}  // namespace ringscope
