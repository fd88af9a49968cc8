#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/charts/chart_input_types.h"
#include "app/core/action.h"
#include "app/core/effect.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply.h"
#include "cct/base/result.h"
#include "renderer/layout/picking.h"

namespace ringscope {

class FontFace;
struct DrawTarget;

// Encodes and writes a picture that was taken, on any thread. Errors: kIo.
using WritePicture = std::function<Result<void>()>;

// What the charts of a window are made with.
struct ChartTools {
  std::shared_ptr<const FontFace> font;  // may be null
};

// What a legend over a chart keeps between frames.
struct LegendUi {
  bool all_rows = false;  // also those for which there is no room beside the chart
  bool open = false;      // also where it hides a part of the chart
};

// What panels over charts keep between frames, and the rectangles that they cover.
struct ChartOverlay {
  LegendUi legend;
  std::vector<PanelRect> covers;  // of the frame being drawn
};

// What one pane shows, drawn in the way of one kind of view: everything derived from the state for that, made
// again only where what it depends on changed. Knows its pane only in a call. The window's OpenGL context is
// current in every call; points are relative to the middle of the chart.
class Chart {
 public:
  Chart() = default;
  Chart(const Chart&) = delete;
  Chart& operator=(const Chart&) = delete;
  virtual ~Chart() = default;

  // Brings the chart in line with the state, whose pane shows a view of this kind. `now_s` is any steady
  // clock.
  virtual void Update(const AppState& state, size_t pane, float scale, double now_s) = 0;
  // Lets go of what it showed: no pane shows it any more. Cheap when there is nothing.
  virtual void Forget() = 0;
  // Begins to draw what Draw() will only copy, before the panels are built: both go on at the same time.
  virtual void DrawAhead(const DrawTarget& /*target*/) {}
  // Draws into this part of the window's framebuffer, below all panels. Charts of panels alone have nothing
  // to draw.
  virtual void Draw(const DrawTarget& /*target*/) {}
  // Whether the next frame looks different without anything happening.
  [[nodiscard]] virtual bool animating() const { return false; }
  // Grows whenever something else may lie under a pointer that rests.
  [[nodiscard]] virtual uint64_t layouts() const { return 0; }
  // What the last Update() found out.
  [[nodiscard]] virtual ChartMeasured Measured(const AppState& /*state*/, size_t /*pane*/) { return {}; }
  // Takes what is drawn, to be written to `path` by another thread, with a caption around it where there are
  // words for one. Errors: kInvalidArgument where there is nothing to draw, or not in this way.
  [[nodiscard]] virtual Result<WritePicture> TakePicture(const std::filesystem::path& path,
                                                         const std::optional<PictureWords>& words) const = 0;

  // What the pointer does. A press comes to the chart where it was made, the release only over the same one.
  virtual void Press(MouseButton /*button*/, ChartPoint /*point*/) {}
  virtual void Drag(const ViewState& /*view*/, ChartPoint /*point*/, std::vector<Action>& /*actions*/) {}
  // `place`: of the same point in the window, where a menu opens.
  virtual void Release(const ViewState& /*view*/, MouseButton /*button*/, ChartPoint /*point*/,
                       WindowPoint /*place*/, std::vector<Action>& /*actions*/) {}
  // Positive: away from the user. Fractions come from touch pads.
  virtual void Wheel(float /*steps*/, ChartPoint /*point*/, std::vector<Action>& /*actions*/) {}
  // Before it is asked what lies there; no point: the pointer is elsewhere.
  virtual void Hover(const AppState& /*state*/, size_t /*pane*/, std::optional<ChartPoint> /*point*/,
                     std::vector<Action>& /*actions*/) const {}
  [[nodiscard]] virtual std::optional<Pointed> PointedAt(const ViewState& /*view*/,
                                                         ChartPoint /*point*/) const {
    return std::nullopt;
  }

  // Panels of the kind, between ImGui::NewFrame() and Render(): over the chart, and its rows in the side
  // panel, for the active pane.
  virtual void DrawOver(const AppState& /*state*/, size_t /*pane*/, const PanelRect& /*chart*/,
                        ChartOverlay& /*overlay*/, const PanelContext& /*ctx*/) {}
  virtual void DrawRows(const AppState& /*state*/, const PanelContext& /*ctx*/) {}
  // For the status bar: "6,123 segments, 201 rests".
  [[nodiscard]] virtual std::string DrawnText() const { return {}; }
};

// A chart of that kind. Errors: kIo when its shaders or buffers cannot be made.
[[nodiscard]] Result<std::unique_ptr<Chart>> MakeChart(const ViewKind& kind, const ChartTools& tools);

// Over the chart of a view whose answer was stopped: a button that asks for it again.
void DrawStartAgain(const ViewState& view, const PanelRect& chart, const PanelContext& ctx);

}  // namespace ringscope
