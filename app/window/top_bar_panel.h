#pragma once

#include "app/core/app_state.h"
#include "app/view/breadcrumb_model.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// Back, forward, caller, whole tree; the path of the view root; open, theme, keys.
void DrawTopBar(const AppState& state, const BreadcrumbModel& model, const PanelRect& rect,
                const PanelContext& ctx);

// One tab a view; drawn with two profiles and more.
void DrawTabs(const AppState& state, const PanelRect& rect, const PanelContext& ctx);

}  // namespace ringscope
