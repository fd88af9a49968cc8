#pragma once

#include <cstddef>

#include "app/view/panel.h"
#include "app/views/matrix/matrix_model.h"

namespace ringscope::matrix {

// What the page keeps between frames.
struct MatrixPageUi {
  const Cct* tree = nullptr;  // of the frame before: another one begins at its newest version
  std::optional<CellPlace> cursor;
};

// The page over the chart of a pane: a row a benchmark, a column a version.
void DrawMatrix(const MatrixModel& model, const AppState& state, size_t pane, const PanelRect& rect,
                MatrixPageUi& ui, const PanelContext& ctx);

}  // namespace ringscope::matrix
