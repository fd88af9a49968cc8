#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "app/core/app_state.h"
#include "app/views/rings/chart_content.h"
#include "app/widgets/panel_context.h"
#include "renderer/gl/chart_renderer.h"
#include "renderer/gl/offscreen.h"
#include "renderer/layout/transition.h"

namespace ringscope {

// Encodes and writes a picture that was taken, on any thread. Errors: kIo.
using WritePicture = std::function<Result<void>()>;

// The chart of one pane: everything derived from the state for drawing it, made again only where what
// it depends on changed, and kept as a texture while nothing moves. The window's OpenGL context must be
// current in every call.
class ChartView {
 public:
  ChartView(ChartRenderer renderer, std::shared_ptr<const FontFace> font);

  // Brings layout, paint, labels and transition in line with the state. `now_s` is any steady clock.
  void Update(const AppState& state, size_t pane, float scale, double now_s);
  // Draws into the window's framebuffer.
  void Draw(const PanelRect& rect, int framebuffer_height_px);

  // Takes what is drawn, without a transition under way, to be written as .png or .svg by another thread.
  // Errors: those of drawing, kInvalidArgument while nothing is shown.
  [[nodiscard]] Result<WritePicture> TakePicture(const std::filesystem::path& path) const;

  // What is drawn; null while nothing is open.
  [[nodiscard]] const ArcBatch* batch() const {
    return content_.batch().size() > 0 ? &content_.batch() : nullptr;
  }
  // What the colours of it stand for; null while nothing is open.
  [[nodiscard]] const Legend* legend() const { return batch() != nullptr ? &content_.legend() : nullptr; }
  // The costs that the legend tells; nothing where it tells none.
  [[nodiscard]] std::optional<LegendCostsRequest> CostsOfLegend() { return content_.CostsOfLegend(); }
  // Whether the next frame looks different without anything happening.
  [[nodiscard]] bool animating() const { return transition_.has_value(); }
  // How often each step ran: tests see by it that hover lays out nothing and rest draws nothing.
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
  };
  // What of the content is not in the renderer yet. `moves`: a new layout comes as a transition.
  void Upload(bool moves, double now_s);
  void UpdateTransition(double now_s);

  ChartRenderer renderer_;
  std::shared_ptr<const FontFace> font_;
  std::optional<OffscreenTarget> target_;
  ChartContent content_;
  ChartContent::Versions uploaded_;
  std::optional<Transition> transition_;
  Theme theme_ = Theme::kDark;
  bool stale_ = true;
  uint64_t draws_ = 0;
};

}  // namespace ringscope
