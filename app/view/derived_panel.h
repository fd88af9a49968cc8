#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/view/derived_model.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"

namespace ringscope {

// The lines of the dialog while it is open.
struct DerivedUi {
  std::vector<std::string> lines;
  bool was_open = false;
  std::optional<size_t> focus;  // this line takes the keyboard
};

// Below the metrics: each derived metric with its value of the context in question. A click colours the chart
// by it.
void DrawDerivedRows(const AppState& state, const DerivedModel& model, const PanelContext& ctx);
// In pixels.
[[nodiscard]] float DerivedRowsHeight(const DerivedModel& model, const PanelContext& ctx);

// Where derived metrics are written.
void DrawDerivedDialog(const AppState& state, DerivedUi& ui, const PanelContext& ctx);

}  // namespace ringscope
