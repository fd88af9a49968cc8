#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/action.h"
#include "app/core/effect.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply.h"
#include "app/widgets/input_event.h"
#include "cct/base/result.h"
#include "renderer/layout/picking.h"

namespace ringscope {

class FontFace;
struct DrawTarget;

// Encodes and writes a picture that was taken, on any thread. Errors: kIo.
using WritePicture = std::function<Result<void>()>;

// The resources that all charts of a window share.
struct ChartTools {
  std::shared_ptr<const FontFace> font;  // may be null
};

// The state of a legend over a chart between frames.
struct LegendUi {
  bool all_rows = false;     // show also the rows without room beside the chart
  std::optional<bool> open;  // the user's choice where the legend hides a part of the chart; nullopt: default
};

// The state of panels over charts between frames, and the rectangles that the panels cover.
struct ChartOverlay {
  LegendUi legend;
  float left_px = 0;              // the width of the strip at the left of the chart being drawn
  std::vector<PanelRect> covers;  // in the frame being drawn
};

// The picture of one pane, drawn in the way of one kind of view: everything derived from the state for the
// pane, made again only if its inputs changed. A chart knows its pane only during a call. The window's OpenGL
// context is current in every call; points are relative to the middle of the chart.
class Chart {
 public:
  Chart() = default;
  Chart(const Chart&) = delete;
  Chart& operator=(const Chart&) = delete;
  virtual ~Chart() = default;

  // Brings the chart in line with the state, whose pane shows a view of this kind. `now_s`: any steady clock.
  virtual void Update(const AppState& state, size_t pane, float scale, double now_s) = 0;
  // Frees the chart's content: no pane shows the chart any more. Cheap if there is nothing to free.
  virtual void Forget() = 0;
  // Begins to draw the picture while the panels are built, so that Draw() only has to copy it.
  virtual void DrawAhead(const DrawTarget& /*target*/) {}
  // Draws into this part of the window's framebuffer, below all panels. A chart of panels alone draws
  // nothing.
  virtual void Draw(const DrawTarget& /*target*/) {}
  // Whether the next frame looks different without any event.
  [[nodiscard]] virtual bool animating() const { return false; }
  // Grows whenever a resting pointer may have something else below it.
  [[nodiscard]] virtual uint64_t layouts() const { return 0; }
  // The measures of the last Update().
  [[nodiscard]] virtual ChartMeasured Measured(const AppState& /*state*/, size_t /*pane*/) { return {}; }
  // Copies the picture, for another thread to write to `path`; `words` stand around it as a caption.
  // Errors: kInvalidArgument if there is nothing to draw, or not in this format.
  [[nodiscard]] virtual Result<WritePicture> TakePicture(const std::filesystem::path& path,
                                                         const std::optional<PictureWords>& words) const = 0;

  // Events of the pointer. A press goes to the chart under it, the release only to the same chart.
  virtual void Press(MouseButton /*button*/, ChartPoint /*point*/) {}
  virtual void Drag(const ViewState& /*view*/, ChartPoint /*point*/, std::vector<Action>& /*actions*/) {}
  // `place`: the same point in the window, where a menu opens.
  virtual void Release(const ViewState& /*view*/, MouseButton /*button*/, ChartPoint /*point*/,
                       WindowPoint /*place*/, std::vector<Action>& /*actions*/) {}
  // `steps`: positive away from the user; fractions come from touch pads. `ctrl`: that key is held.
  virtual void Wheel(float /*steps*/, bool /*ctrl*/, ChartPoint /*point*/, std::vector<Action>& /*actions*/) {
  }
  // Called before PointedAt(); no point: the pointer is elsewhere.
  virtual void Hover(const AppState& /*state*/, size_t /*pane*/, std::optional<ChartPoint> /*point*/,
                     std::vector<Action>& /*actions*/) {}
  [[nodiscard]] virtual std::optional<Pointed> PointedAt(const ViewState& /*view*/,
                                                         ChartPoint /*point*/) const {
    return std::nullopt;
  }

  // Draw the panels of the kind, between ImGui::NewFrame() and Render(): over the chart, and for the active
  // pane the controls used most, in one row at the cursor at most `room_px` wide (ViewKind::has_strip), and
  // rows for all others (ViewKind::has_options), in a menu of the strip or in the side panel.
  virtual void DrawOver(const AppState& /*state*/, size_t /*pane*/, const PanelRect& /*chart*/,
                        ChartOverlay& /*overlay*/, const PanelContext& /*ctx*/) {}
  virtual void DrawStrip(const AppState& /*state*/, float /*room_px*/, const PanelContext& /*ctx*/) {}
  virtual void DrawRows(const AppState& /*state*/, const PanelContext& /*ctx*/) {}
  // For the status bar: "6,123 segments, 201 rests".
  [[nodiscard]] virtual std::string DrawnText() const { return {}; }
};

// Makes a chart of the kind. Errors: kIo if its shaders or buffers cannot be made.
[[nodiscard]] Result<std::unique_ptr<Chart>> MakeChart(const ViewKind& kind, const ChartTools& tools);

}  // namespace ringscope
