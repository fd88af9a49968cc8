#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "renderer/plot/plot_layout.h"

namespace ringscope {

struct Ui;

// The visible part of an axis, from its low to its high value, and of a plot.
using AxisPart = std::pair<double, double>;
struct PlotPart {
  AxisPart x, y;
};
// The visible part of a plot after a drag, and after enlarging it by 1 / `factor` about a point.
[[nodiscard]] PlotPart MovedBy(const PlotFrame& frame, float right_px, float down_px);
[[nodiscard]] PlotPart ZoomedAt(const PlotFrame& frame, float x_px, float y_px, double factor);

// An overview of each plot of a pane that shows only a part of its values: all values, small, in the upper
// right corner of the plot's plane, and a frame around the visible part. It takes the extent of all values
// from the last frame in which the plot showed all of them.
class PlotOverviews {
 public:
  // Draws the overview of plot `number`, whose pixels count from (left_px, top_px) in the window. Returns the
  // part that a press in the overview asks for; std::nullopt without such a press. O(1): of each series some
  // hundred values are drawn.
  std::optional<PlotPart> Draw(const PlotSpec& plot, const PlotFrame& seen, bool is_whole, size_t number,
                               float left_px, float top_px, const Ui& ui);
  // Whether the pointer is in the overview drawn last, and so points at no value below it.
  [[nodiscard]] bool has_pointer() const { return has_pointer_; }

 private:
  std::vector<PlotFrame> whole_;  // by plot; with an empty box while the extent is unknown
  std::optional<size_t> pressed_;
  bool has_pointer_ = false;
};

// The visible parts of the plots of a pane, kept by their panel while it shows the same plots. All plots have
// one x axis.
struct SeenPlots {
  std::optional<AxisPart> x;               // std::nullopt: all of the axis
  std::vector<std::optional<AxisPart>> y;  // by plot
  double share = 1;                        // the visible share of each axis, by the turns of the wheel
  uint64_t changes = 0;
  // The press in progress.
  size_t pressed = 0;
  float from_x_px = 0, from_y_px = 0;
  bool is_drag = false;
  PlotOverviews overviews;

  void Reset() { *this = {.changes = changes + 1, .overviews = std::move(overviews)}; }
  // Sets the windows of the axes; an axis that is visible as a whole keeps its window.
  void Show(std::vector<PlotSpec>& plots) const {
    for (size_t k = 0; k < plots.size(); ++k) {
      if (x) plots[k].x.window = x;
      if (k < y.size() && y[k]) plots[k].y.window = y[k];
    }
  }
};

inline constexpr const char* kPlotPointerHelp = "Drag: move. Wheel: enlarge at the pointer, and back.";

// Handles the pointer at a point of the plane of plot `number`, which is the ImGui item drawn last. A drag
// moves the plot, the wheel enlarges it at the pointer and, turned all the way back, shows all of it; a press
// in the overview moves the visible part there. True while a press is a drag or the pointer is in the
// overview: then the press is no click.
bool TakePlotPointer(const PlotSpec& plot, const PlotFrame& frame, size_t number, float x_px, float y_px,
                     const Ui& ui, SeenPlots& seen);

}  // namespace ringscope
