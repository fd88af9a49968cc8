#pragma once

#include "app/core/app_state.h"
#include "app/view/breadcrumb_model.h"
#include "app/widgets/panel_context.h"
#include "app/window/status_model.h"

namespace ringscope {

// Back, forward, caller, whole tree; the path of the view root; open, theme, keys.
void DrawTopBar(const AppState& state, const BreadcrumbModel& model, const PanelRect& rect,
                const PanelContext& ctx);

// One tab a view; drawn with two profiles and more.
void DrawTabs(const AppState& state, const PanelRect& rect, const PanelContext& ctx);

void DrawStatusBar(const StatusModel& model, const PanelRect& rect, const PanelContext& ctx);

// The oldest error and the import report: over everything, one at a time in this order.
void DrawErrorDialog(const AppState& state, const PanelContext& ctx);
void DrawReportDialog(const AppState& state, const PanelContext& ctx);

}  // namespace ringscope
