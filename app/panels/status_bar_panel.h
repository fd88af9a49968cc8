#pragma once

#include "app/model/status_model.h"
#include "app/panels/panel_context.h"

namespace ringscope {

void DrawStatusBar(const StatusModel& model, const PanelRect& rect, const PanelContext& ctx);

}  // namespace ringscope
