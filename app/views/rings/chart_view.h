#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/core/app_state.h"
#include "app/widgets/panel_context.h"
#include "renderer/color/chart_colors.h"
#include "renderer/color/paint.h"
#include "renderer/gl/chart_renderer.h"
#include "renderer/gl/offscreen.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/transition.h"
#include "renderer/legend/legend.h"
#include "renderer/text/labels.h"

namespace ringscope {

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

  // Writes what is drawn as .png or .svg, without a transition under way. Errors: kIo, kInvalidArgument while
  // nothing is shown.
  [[nodiscard]] Result<void> SavePicture(const std::filesystem::path& path);

  // What is drawn; null while nothing is open.
  [[nodiscard]] const ArcBatch* batch() const { return batch_.size() > 0 ? &batch_ : nullptr; }
  // What the colours of it stand for; null while nothing is open.
  [[nodiscard]] const Legend* legend() const { return batch_.size() > 0 ? &legend_ : nullptr; }
  // The costs that the legend has to tell and does not know; nothing where it knows them.
  [[nodiscard]] std::optional<LegendCostsRequest> LackingCosts();
  // Whether the next frame looks different without anything happening.
  [[nodiscard]] bool animating() const { return transition_.has_value(); }
  // How often each step ran: tests see by it that hover lays out nothing and rest draws nothing.
  struct Counters {
    uint64_t layouts = 0, paints = 0, draws = 0;
  };
  [[nodiscard]] const Counters& counters() const { return counters_; }
  // Draws the chart anew in the next frame although nothing changed. For measuring.
  void Invalidate() { stale_ = true; }

 private:
  struct Transition {
    ChartMotion motion;
    double start_s = 0;
    float progress = 0;
  };
  struct PaintKey {
    uint64_t layout = 0;
    Theme theme = Theme::kDark;
    ContextId pointed = kNoContext, selected = kNoContext;
    FunctionId lit = kNoFunction;
    uint64_t colors = 0;
    std::shared_ptr<const SearchOutcome> outcome;
    friend bool operator==(const PaintKey&, const PaintKey&) = default;
  };

  // What the colours depend on.
  struct ColorsKey {
    CctPtr tree;
    CctPtr opened;  // the profile the tree was made from: its groups keep their colours
    CctPtr beside;  // another profile, in the first pane: equal groups have its colours; may be null
    Theme theme = Theme::kDark;
    ColorSpec spec;
    std::vector<DerivedMetric> derived;  // the one of `spec` behind those that it may name; empty: none
    friend bool operator==(const ColorsKey&, const ColorsKey&) = default;
  };

  void UpdateColors(const AppState& state, size_t pane);
  void UpdateLayout(const ViewState& view, const ViewSpec& spec, bool animate, double now_s);
  void UpdatePaint(const AppState& state, size_t pane);
  void UpdateLegend(const AppState& state, size_t pane);
  [[nodiscard]] LegendCostsRequest CostsOfLegend();
  void UpdateLabels(Theme theme, float scale);
  void UpdateTransition(double now_s);
  void Forget();

  ChartRenderer renderer_;
  std::shared_ptr<const FontFace> font_;
  std::optional<OffscreenTarget> target_;

  CctPtr tree_;
  ViewSpec spec_;
  ArcBatch batch_;
  std::optional<Transition> transition_;
  std::optional<ChartColors> colors_;
  std::optional<ColorsKey> colors_key_;
  Legend legend_;
  // What the legend was made for: a layout, colours, and costs of groups.
  uint64_t legend_layout_ = 0, legend_colors_ = 0, colors_made_ = 0;
  std::shared_ptr<const LegendCosts> legend_costs_;
  ViewSpec legend_view_;  // without a lens
  ChartPaint paint_;
  std::optional<PaintKey> paint_key_;
  std::vector<Label> labels_;
  float label_scale_ = 0;
  bool labels_stale_ = true;
  Theme theme_ = Theme::kDark;
  bool stale_ = true;
  Counters counters_;
};

}  // namespace ringscope
