#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/charts/chart.h"
#include "app/core/action.h"
#include "app/view/state/app_state.h"
#include "app/widgets/input_event.h"
#include "app/window/window_layout.h"

namespace ringscope {

// The charts of the window, one a pane, with the input of the pointer over them. The window's OpenGL context
// must be current in every call.
class ChartPanes {
 public:
  // Errors: kIo if shaders or buffers of the default kind's chart cannot be made.
  [[nodiscard]] static Result<ChartPanes> Create(std::shared_ptr<const FontFace> font);

  // Brings every chart in line with the state.
  void Update(const AppState& state, float scale, double now_s);
  // See Chart::DrawAhead.
  void DrawAhead(const AppState& state, const WindowLayout& layout, int framebuffer_height_px);
  void Draw(const AppState& state, const WindowLayout& layout, int framebuffer_height_px);

  // See Chart::TakePicture; kInvalidArgument also if the pane does not exist.
  [[nodiscard]] Result<WritePicture> TakePicture(size_t pane, const std::filesystem::path& path,
                                                 const std::optional<PictureWords>& words) const;

  // The values that the charts measured in the last Update(), one element a pane.
  [[nodiscard]] std::vector<ChartMeasured> Measured(const AppState& state) const;

  // Turns input over the charts into actions; `covered` while a dialog or menu lies over them. True after an
  // action that must be applied before later events of the same frame (a click).
  bool TakeInput(const InputEvent& event, const AppState& state, const WindowLayout& layout, bool covered,
                 std::vector<Action>& actions);
  // Looks up the context under the pointer, after the pointer or a chart moved. True if there are new
  // actions.
  bool PointAt(const AppState& state, const WindowLayout& layout, bool covered, std::vector<Action>& actions);
  // A resting pointer is over no chart until it moves, presses or scrolls.
  void IgnoreRestingPointer() { mouse_inside_ = false; }

  // Whether the next frame looks different without any event.
  [[nodiscard]] bool animating() const;
  [[nodiscard]] float mouse_x_px() const { return mouse_x_px_; }
  // Whether a button was pressed or released since the pointer moved.
  [[nodiscard]] bool clicked_here() const { return clicked_here_; }
  [[nodiscard]] float mouse_y_px() const { return mouse_y_px_; }
  // The pane under the pointer.
  [[nodiscard]] std::optional<size_t> PaneAtMouse(const AppState& state, const WindowLayout& layout) const;

  // Sets the rectangles of panels over the charts: charts get no input from there.
  void SetCovers(std::vector<PanelRect> covers) { covers_ = std::move(covers); }

  // Null if the pane does not exist, or its chart could not be made.
  [[nodiscard]] Chart* chart(size_t pane) const {
    return pane < panes_.size() ? panes_[pane].shown : nullptr;
  }

 private:
  struct Pane {
    // One for each kind that the pane has shown: charts that are not shown keep their programs, but forget
    // their contents (Chart::Forget).
    std::vector<std::pair<const ViewKind*, std::unique_ptr<Chart>>> charts;
    Chart* shown = nullptr;
    // The context under the pointer is looked up only after an input of the pointer, not after a move of the
    // chart alone: the details of a context that a key selected stay although the pointer rests on the chart.
    uint64_t pointed_layout = 0;
    bool pointed_while_animating = false;
    bool look_wanted = false;  // an input of the pointer waits for the end of an animation
  };

  explicit ChartPanes(ChartTools tools) : tools_(std::move(tools)) {}
  // The pane's chart of a kind, made at first use; null if it cannot be made.
  [[nodiscard]] Chart* ChartOf(Pane& pane, const ViewKind& kind) const;
  // The number of panes in the layout.
  [[nodiscard]] size_t CountOf(const AppState& state, const WindowLayout& layout) const;
  [[nodiscard]] ChartPoint PointIn(const PanelRect& rect) const;

  ChartTools tools_;
  std::vector<Pane> panes_;
  std::vector<PanelRect> covers_;
  float mouse_x_px_ = -1, mouse_y_px_ = -1;
  bool mouse_inside_ = false;
  bool ctrl_ = false;
  bool pointer_moved_ = false;
  bool clicked_here_ = false;
  int buttons_down_ = 0;
  std::optional<size_t> pressed_pane_;
  std::optional<size_t> pointed_pane_;
};

}  // namespace ringscope
