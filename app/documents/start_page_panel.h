#pragma once

#include "app/documents/start_page_model.h"
#include "app/widgets/panel_context.h"

namespace ringscope {

// What is shown while nothing is open. `loading` is the label of a profile on its way, empty when there is
// none.
void DrawStartPage(const StartPageModel& model, const std::string& loading, const PanelRect& rect,
                   const PanelContext& ctx);

}  // namespace ringscope
