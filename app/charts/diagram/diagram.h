#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/base/text/json_writer.h"
#include "cct/query/sets/function_index.h"
#include "renderer/color/color.h"
#include "renderer/diagram/diagram.h"
#include "renderer/shapes/plane.h"

namespace ringscope {

// A value of a view that several panes show as linked diagrams: where the pane that moved last looks. The
// other panes follow.
struct SharedCamera {
  PlanePoint center;
  double px_per_unit = 1;
  uint64_t serial = 0;  // grows with each move; 0: no move yet
  friend bool operator==(const SharedCamera&, const SharedCamera&) = default;
};

// A value of a view: grows when all of its diagrams shall be in sight again.
struct DiagramFits {
  uint64_t serial = 0;
};

// A value of a view: the box under the pointer of another pane. The same box lights up in this view's panes.
struct PointedBox {
  std::optional<uint64_t> key;        // of boxes of the same view, as DiagramBox has it
  FunctionId function = kNoFunction;  // of boxes of another, linked view
  size_t pane = 0;                    // where the pointer is
  friend bool operator==(const PointedBox&, const PointedBox&) = default;
};

}  // namespace ringscope

namespace ringscope::diagram {

// The user moved a pane of this view to a place.
struct MoveCamera {
  ViewId view = 0;
  PlanePoint center;
  double px_per_unit = 1;
};

// The pointer is on a box of a pane, or beside all boxes.
struct PointAtBox {
  size_t pane = 0;
  std::optional<uint64_t> key;        // as DiagramBox has it
  FunctionId function = kNoFunction;  // of the box, if the box is a function
};

// Brings all of the active view's diagram into sight.
struct FitAll {};

void Do(AppState& state, const MoveCamera& move, action::Effects& effects);
void Do(AppState& state, ViewState& view, const FitAll& fit, action::Effects& effects);
void Do(AppState& state, const PointAtBox& point, action::Effects& effects);

// Whether a view's panes look at the same place: the view has several panes, and charts are linked.
[[nodiscard]] bool SharesCamera(const AppState& state, ViewId view);

}  // namespace ringscope::diagram

namespace ringscope {

// What is said of one or several boxes under the pointer.
struct BoxReadout {
  std::string title;
  std::vector<std::pair<std::string, std::string>> rows;  // name and value
};

// A side of a box in units of the plane, and the value of that side: "10,000".
struct LegendSample {
  double size = 0;
  std::string text;
  friend bool operator==(const LegendSample&, const LegendSample&) = default;
};

// What a side or a colour of a diagram's boxes means, for the side panel and around pictures:
// "width: log calls, up to 10,100".
struct LegendLine {
  std::string text;
  std::optional<Color> color;  // the colour that `text` explains
  bool is_warning = false;     // something that the profile lacks
  // For a side: ascending.
  std::vector<LegendSample> samples = {};
  bool is_height = false;
  // For a colour: stripes and a border that mark it too; without opacity or width: none.
  Color stripes{0, 0, 0, 0};
  float border_px = 0;
  Color border{0, 0, 0, 0};
  std::string picture_text = {};  // replaces `text` in pictures, where no pointer is
  bool is_heading = false;        // of the following colours
  friend bool operator==(const LegendLine&, const LegendLine&) = default;
};

// Easily read values from 0 to the largest, ascending: 1, 2 or 5 times a power of ten, for bytes powers of
// two, and for logarithms powers of ten alone. The largest itself stands last.
[[nodiscard]] std::vector<double> ReadableValues(double largest, bool is_log, bool is_bytes);

// What a diagram means beside its geometry: further members of the whole, and of each box.
struct DiagramFigures {
  std::function<void(JsonWriter&)> of_all;
  std::function<void(uint32_t box, JsonWriter&)> of_box;
};

// The diagram as numbers: {"boxes": [{"name", "x", "y", "width", "height", "context"?}], "edges": [[from,
// to]]}, and `figures`, if any. x and y are of the upper left corner, right and down in the units of the
// diagram; edges name boxes by their place in the list. O(boxes + edges).
void WriteDiagram(const Diagram& diagram, const DiagramFigures& figures, JsonWriter& json);

}  // namespace ringscope
