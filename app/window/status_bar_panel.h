#pragma once

#include "app/widgets/panel_context.h"
#include "app/window/status_model.h"

namespace ringscope {

void DrawStatusBar(const StatusModel& model, const PanelRect& rect, const PanelContext& ctx);

}  // namespace ringscope
