#pragma once

#include <imgui.h>

#include <functional>
#include <string_view>
#include <vector>

#include "app/view/panel.h"
#include "app/view/state/apply.h"
#include "app/views/rings/rings_panel.h"
#include "app/widgets/imgui_input.h"
#include "app/window/window_panels.h"

namespace ringscope {

// A chart that draws nothing itself: what panels show over it and beside it.
struct StillChart : Chart {
  void Update(const AppState&, size_t, float, double) override {}
  void Forget() override {}
  Result<WritePicture> TakePicture(const std::filesystem::path&,
                                   const std::optional<PictureWords>&) const override {
    return WritePicture();
  }
};

// Rings that were laid out elsewhere: what panels show of them, without drawing them.
struct StillRings : StillChart {
  const ArcBatch* batch = nullptr;
  const Legend* legend = nullptr;

  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override {
    if (batch != nullptr) DrawRingsLegend(state, pane, *batch, *legend, chart, overlay, ctx);
  }
  void DrawStrip(const AppState& state, float room_px, const PanelContext& ctx) override {
    strip = DrawRingsStrip(state, room_px, ctx);
  }
  void DrawRows(const AppState& state, const PanelContext& ctx) override { DrawRingsRows(state, strip, ctx); }

  StripRoom strip;
};

// All panels without a window: an ImGui context with null textures, events written down, actions collected.
// Actions are applied between frames as the window would, jobs excepted.
class PanelHarness {
 public:
  explicit PanelHarness(AppState& state, float width_px = 1280, float height_px = 800);
  ~PanelHarness();
  PanelHarness(const PanelHarness&) = delete;
  PanelHarness& operator=(const PanelHarness&) = delete;

  // Draws a frame after handing over events as the window does, so that some may wait; returns the actions it
  // emitted, which are applied to the state.
  std::vector<Action> Frame(const std::vector<InputEvent>& events = {});
  // Enough frames for ImGui to settle.
  std::vector<Action> Settle();

  // Applies what a command or a key would do, and settles.
  void Post(const Action& action);

  // Moves to the middle of a marked item, presses and releases; returns what was emitted. Fails the test when
  // nothing of that name was drawn.
  std::vector<Action> Click(std::string_view mark);
  std::vector<Action> Type(std::string_view text);
  std::vector<Action> PressKey(input::KeyCode key, input::Modifiers modifiers = {});

  // What the first pane shows from the next frame on; both must outlive the harness.
  void SetChart(const ArcBatch& batch, const Legend& legend) {
    first_.batch = &batch;
    first_.legend = &legend;
  }

  // The same with a chart of another kind; settles.
  void Show(Chart& chart) {
    shown_ = &chart;
    Settle();
  }

  [[nodiscard]] const MarkedItems& marks() const { return marks_; }
  [[nodiscard]] bool has(std::string_view mark) const { return marks_.find(mark) != marks_.end(); }
  [[nodiscard]] const WindowLayout& layout() const { return layout_; }
  // Vertices of the last frame: text and shapes were really made.
  [[nodiscard]] int vertex_count() const { return vertex_count_; }
  [[nodiscard]] const std::vector<Effect>& effects() const { return effects_; }

 private:
  AppState& state_;
  StillRings first_, other_;
  Chart* shown_ = &first_;
  ImGuiContext* imgui_;
  WindowUi ui_;
  WindowLayout layout_;
  PanelContext context_;
  MarkedItems marks_;
  std::vector<Action> actions_;
  std::vector<Effect> effects_;
  input::Modifiers modifiers_;
  EscapeWait escape_wait_;
  std::vector<InputEvent> pending_;  // that wait for a frame of their own, or for a text box
  float width_px_, height_px_;
  int vertex_count_ = 0;
};

template <typename T>
const T* FindAction(const std::vector<Action>& actions) {
  for (const Action& action : actions) {
    if (const T* found = action.As<T>()) return found;
  }
  return nullptr;
}

}  // namespace ringscope
