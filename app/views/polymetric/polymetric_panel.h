#pragma once

#include <string>
#include <vector>

#include "app/view/panel.h"
#include "app/views/polymetric/polymetric_model.h"

namespace ringscope::polymetric {

// Draws the rows of the side panel: presets, measures, the text itself, and the legend. `typed`: the content
// of the text's field between frames; `typed_of`: the text that the field began with.
struct TextEdit {
  std::string typed, typed_of;
};
void DrawPolymetricRows(const ViewState& view, const std::vector<LegendLine>& legend, TextEdit& edit,
                        const PanelContext& ctx);

}  // namespace ringscope::polymetric
