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

// A value of a view that several panes show as linked diagrams: the camera of the pane that moved last, which
// the other panes follow.
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
  std::optional<uint64_t> key;        // DiagramBox::key, for panes of the pointer's view
  FunctionId function = kNoFunction;  // the box's function, for other, linked views
  size_t pane = 0;                    // the pane under the pointer
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
  std::optional<uint64_t> key;        // DiagramBox::key; std::nullopt: beside all boxes
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

// The texts beside the pointer about the box or boxes under it.
struct BoxReadout {
  std::string title;
  std::vector<std::pair<std::string, std::string>> rows;  // name and value
};

// The side of a box in units of the plane, and the value that the side stands for: "10,000".
struct LegendSample {
  double size = 0;
  std::string text;
  friend bool operator==(const LegendSample&, const LegendSample&) = default;
};

// The meaning of a side or a colour of a diagram's boxes, for the side panel and around pictures: "width: log
// calls, up to 10,100".
struct LegendLine {
  std::string text;
  std::optional<Color> color;  // the colour that `text` explains
  bool is_warning = false;     // says what data the profile lacks
  // For a side: ascending.
  std::vector<LegendSample> samples = {};
  bool is_height = false;
  // For a colour: further marks of its boxes. Stripes of alpha 0 and a border of alpha or width 0 are not
  // drawn.
  Color stripes{0, 0, 0, 0};
  float border_px = 0;
  Color border{0, 0, 0, 0};
  std::string picture_text = {};  // replaces `text` in pictures, which no pointer explains
  bool is_heading = false;        // of the following colours
  friend bool operator==(const LegendLine&, const LegendLine&) = default;
};

// Round values above 0 and below `largest`, ascending, then `largest` itself: 1, 2 or 5 times a power of ten,
// for bytes powers of two, and for a logarithmic side powers of ten (of 1024 for bytes) alone.
[[nodiscard]] std::vector<double> ReadableValues(double largest, bool is_log, bool is_bytes);

// Members that WriteDiagram() adds to the geometry: of the whole diagram, and of each box.
struct DiagramFigures {
  std::function<void(JsonWriter&)> of_all;
  std::function<void(uint32_t box, JsonWriter&)> of_box;
};

// Writes the diagram as numbers: {"boxes": [{"name", "x", "y", "width", "height", "context"?}], "edges":
// [[from, to]]}, and the members that `figures` adds. x and y are those of the upper left corner, right and
// down in the units of the diagram; edges name boxes by their index in the list. O(boxes + edges).
void WriteDiagram(const Diagram& diagram, const DiagramFigures& figures, JsonWriter& json);

}  // namespace ringscope
