#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/charts/chart.h"
#include "app/charts/chart_content.h"
#include "app/view/panel.h"
#include "app/view/state/app_state.h"
#include "app/views/rings/rings_input.h"
#include "app/views/rings/rings_panel.h"
#include "renderer/gl/chart_renderer.h"
#include "renderer/gl/offscreen.h"
#include "renderer/layout/transition.h"

namespace ringscope {

// The chart of one pane: everything derived from the state for drawing, made again only if its inputs
// changed, and kept as a texture while nothing moves. The window's OpenGL context must be current in every
// call.
class ChartView : public Chart {
 public:
  ChartView(ChartRenderer renderer, std::shared_ptr<const FontFace> font);

  void Update(const AppState& state, size_t pane, float scale, double now_s) override;
  void Forget() override;
  void DrawAhead(const DrawTarget& target) override;
  void Draw(const DrawTarget& target) override;
  // Takes the picture as .png or .svg, without a running transition. Errors: also those of drawing.
  [[nodiscard]] Result<WritePicture> TakePicture(const std::filesystem::path& path,
                                                 const std::optional<PictureWords>& words) const override;
  [[nodiscard]] bool animating() const override { return transition_ || turned_; }
  [[nodiscard]] uint64_t layouts() const override { return content_.versions().layout; }
  [[nodiscard]] ChartMeasured Measured(const AppState& state, size_t pane) override;

  void Press(MouseButton button, ChartPoint point) override { input_.Press(button, point); }
  void Drag(const ViewState& view, ChartPoint point, std::vector<Action>& actions) override;
  void Release(const ViewState& view, MouseButton button, ChartPoint point, WindowPoint place,
               std::vector<Action>& actions) override;
  void Wheel(float steps, bool ctrl, ChartPoint point, std::vector<Action>& actions) override;
  void Hover(const AppState& state, size_t pane, std::optional<ChartPoint> point,
             std::vector<Action>& actions) override;
  [[nodiscard]] std::optional<Pointed> PointedAt(const ViewState& view, ChartPoint point) const override;

  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override;
  void DrawStrip(const AppState& state, float room_px, const PanelContext& ctx) override {
    strip_ = DrawRingsStrip(state, room_px, ctx);
  }
  void DrawRows(const AppState& state, const PanelContext& ctx) override {
    DrawRingsRows(state, strip_, ctx);
  }
  [[nodiscard]] std::string DrawnText() const override;

  // The drawn pieces; null while nothing is shown.
  [[nodiscard]] const ArcBatch* batch() const {
    return content_.batch().size() > 0 ? &content_.batch() : nullptr;
  }
  // The meaning of the colours; null while nothing is shown.
  [[nodiscard]] const Legend* legend() const { return batch() != nullptr ? &content_.legend() : nullptr; }
  // How often each step ran: tests check that hover lays out nothing and rest draws nothing.
  struct Counters {
    uint64_t layouts = 0, paints = 0, draws = 0;
  };
  [[nodiscard]] Counters counters() const {
    return {content_.versions().layout, content_.versions().paint, draws_};
  }

 private:
  struct Transition {
    ChartMotion motion;
    double start_s = 0;
    float progress = 0;
    bool goes_on = false;  // follows another one that was under way, and begins at its speed
    [[nodiscard]] float eased() const;
  };
  // The place and time of the last turn of the wheel: the number of layers is shown there for a while.
  struct Turned {
    ChartPoint point;
    double at_s = 0;
  };
  // Uploads content that the renderer lacks. `tree_before`: the tree of the last layout, if its pieces move
  // to the new layout's in a transition; else null.
  void Upload(const Cct* tree_before, double now_s);
  void UpdateTransition(double now_s);
  [[nodiscard]] KeptDrawing::DrawInto DrawSegments();

  ChartRenderer renderer_;
  std::shared_ptr<const FontFace> font_;
  KeptDrawing kept_;
  ChartContent content_;
  ChartContent::Versions uploaded_;
  std::optional<Transition> transition_;
  std::optional<Turned> turned_;
  double now_s_ = 0;
  Theme theme_ = Theme::kDark;
  float scale_ = 1;
  uint64_t draws_ = 0;
  ChartInput input_;
  StripRoom strip_;
};

}  // namespace ringscope
