#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "renderer/plot/plot_layout.h"

namespace ringscope {

struct Ui;

// The part of a plot that is seen.
using AxisPart = std::pair<double, double>;
struct PlotPart {
  AxisPart x, y;
};
// After a drag, and after it was enlarged by 1 / `factor` about a place.
[[nodiscard]] PlotPart MovedBy(const PlotFrame& frame, float right_px, float down_px);
[[nodiscard]] PlotPart ZoomedAt(const PlotFrame& frame, float x_px, float y_px, double factor);

// A bird's eye of each plot of a pane that shows a part of its values: all of them, small, in the upper right
// corner of its plane, and a frame around what is seen. Knows the whole of a plot from the frames in which
// all was seen.
class PlotOverviews {
 public:
  // Plot `number` as it is drawn, and the place in the window that its pixels count from. Where a press moves
  // what is seen; nothing without a press in the bird's eye. O(1): of each series some hundred values are
  // drawn.
  std::optional<PlotPart> Draw(const PlotSpec& plot, const PlotFrame& seen, bool is_whole, size_t number,
                               float left_px, float top_px, const Ui& ui);
  // Whether the pointer is in the one that was drawn last: it means no value below.
  [[nodiscard]] bool has_pointer() const { return has_pointer_; }

 private:
  std::vector<PlotFrame> whole_;  // by plot; without a box: not known
  std::optional<size_t> pressed_;
  bool has_pointer_ = false;
};

// What is seen of the plots of a pane, kept by their panel as long as it shows the same. All have one x.
struct SeenPlots {
  std::optional<AxisPart> x;
  std::vector<std::optional<AxisPart>> y;  // by plot
  double share = 1;                        // of the whole that is in sight, by what the wheel did
  uint64_t changes = 0;
  // Of a press.
  size_t pressed = 0;
  float from_x_px = 0, from_y_px = 0;
  bool is_drag = false;
  PlotOverviews overviews;

  void Reset() { *this = {.changes = changes + 1, .overviews = std::move(overviews)}; }
  // Sets the windows of axes; those that are seen whole keep theirs.
  void Show(std::vector<PlotSpec>& plots) const {
    for (size_t k = 0; k < plots.size(); ++k) {
      if (x) plots[k].x.window = x;
      if (k < y.size() && y[k]) plots[k].y.window = y[k];
    }
  }
};

inline constexpr const char* kPlotPointerHelp = "Drag: move. Wheel: enlarge at the pointer, and back.";

// The item that was drawn last is plot `number`, the pointer at a place of its plane: dragging moves, the
// wheel enlarges at the pointer, and shows all again where it went as far back; a bird's eye moves to where
// it is pressed. True while a press is a drag or the pointer is in the bird's eye, and then no click.
bool TakePlotPointer(const PlotSpec& plot, const PlotFrame& frame, size_t number, float x_px, float y_px,
                     const Ui& ui, SeenPlots& seen);

}  // namespace ringscope
