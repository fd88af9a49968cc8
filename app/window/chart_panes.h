#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/core/action.h"
#include "app/core/app_state.h"
#include "app/core/measures.h"
#include "app/views/rings/chart_input.h"
#include "app/views/rings/chart_view.h"
#include "app/widgets/input_event.h"
#include "app/window/window_layout.h"

namespace ringscope {

// The charts of the window, one a pane, and what the pointer does over them. The window's OpenGL context must
// be current in every call.
class ChartPanes {
 public:
  // Errors: kIo when the chart's shaders or buffers cannot be made.
  [[nodiscard]] static Result<ChartPanes> Create(std::shared_ptr<const FontFace> font);

  // Brings every chart in line with the state.
  void Update(const AppState& state, float scale, double now_s);
  void Draw(const AppState& state, const WindowLayout& layout, int framebuffer_height_px);

  // As ChartView::TakePicture; kInvalidArgument also for a pane that is not there.
  [[nodiscard]] Result<WritePicture> TakePicture(size_t pane, const std::filesystem::path& path) const;

  // What the last Update() found out, one a pane.
  [[nodiscard]] std::vector<PaneMeasure> Measure(const AppState& state);

  // Turns what the pointer does over the charts into actions; `covered` while a dialog lies over them. True
  // where an action came out that later events of the same frame have to see applied (a click).
  bool TakeInput(const InputEvent& event, const AppState& state, const WindowLayout& layout, bool covered,
                 std::vector<Action>& actions);
  // What lies under the pointer, looked up again where pointer or charts moved. True where something came
  // out.
  bool PointAt(const AppState& state, const WindowLayout& layout, bool covered, std::vector<Action>& actions);

  // Whether the next frame looks different without anything happening.
  [[nodiscard]] bool animating() const;
  [[nodiscard]] float mouse_x_px() const { return mouse_x_px_; }
  [[nodiscard]] float mouse_y_px() const { return mouse_y_px_; }
  // The pane under the pointer.
  [[nodiscard]] std::optional<size_t> PaneAtMouse(const AppState& state, const WindowLayout& layout) const;

  // Parts of the window in which panels lie over the charts: what happens there is not theirs.
  void SetCovers(std::vector<PanelRect> covers) { covers_ = std::move(covers); }

  [[nodiscard]] size_t size() const { return panes_.size(); }
  [[nodiscard]] ChartView& chart(size_t pane) { return panes_[pane].chart; }
  [[nodiscard]] const ChartView& chart(size_t pane) const { return panes_[pane].chart; }

 private:
  struct Pane {
    ChartView chart;
    ChartInput input;
    // What lies under the pointer is looked up when the pointer did something, not in every frame, nor when
    // only the chart moved: what was selected with a key stays in view although the pointer rests on the
    // chart.
    uint64_t pointed_layout = 0;
    bool pointed_while_animating = false;
    bool look_wanted = false;  // the pointer did something, and arcs were on their way
  };

  ChartPanes(ChartRenderer renderer, std::shared_ptr<const FontFace> font);
  [[nodiscard]] ChartPoint PointIn(const PanelRect& rect) const;
  void MoveLens(const AppState& state, const WindowLayout& layout, std::optional<size_t> over,
                std::vector<Action>& actions) const;

  std::shared_ptr<const FontFace> font_;
  std::vector<Pane> panes_;  // at least one
  std::vector<PanelRect> covers_;
  float mouse_x_px_ = -1, mouse_y_px_ = -1;
  bool mouse_inside_ = false;
  bool pointer_moved_ = false;
  int buttons_down_ = 0;
  std::optional<size_t> pressed_pane_;
  std::optional<size_t> pointed_pane_;
};

}  // namespace ringscope
