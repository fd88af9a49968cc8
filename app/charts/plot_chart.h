#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/charts/chart.h"
#include "app/view/panel.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope {

// The area of plots: a pane, or the part of it that a picture shows.
struct PlotCanvas {
  float width_px = 0, height_px = 0;
  PlotLook look;
};

// The plots of a pane as a picture, without the panels beside them.
struct PlotPicture {
  ShapeBatch batch;
  float width_px = 0, height_px = 0;
  std::string title;  // for users who cannot see the picture
};

// Plots as shapes, laid out again only if the model or the pane changed. A panel above the plots draws the
// tables and the readout at the pointer. The derived class makes the model and handles the pointer.
class PlotChart : public Chart {
 public:
  PlotChart(ShapeRenderer renderer, std::shared_ptr<const FontFace> font);

  void Update(const AppState& state, size_t pane, float scale, double now_s) final;
  void Forget() final;
  void DrawAhead(const DrawTarget& target) final;
  void Draw(const DrawTarget& target) final;
  [[nodiscard]] Result<WritePicture> TakePicture(const std::filesystem::path& path,
                                                 const std::optional<PictureWords>& words) const final;
  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) final;

 protected:
  // Brings the model in line with the state; `anew`: there is no model, or the canvas changed. True if the
  // layout has to be made again.
  [[nodiscard]] virtual bool TakeModel(const AppState& state, const ViewState& view, const PlotCanvas& canvas,
                                       bool anew) = 0;
  virtual void DropModel() = 0;
  // Adds the plots of the model to an empty batch, and keeps their places for the panel.
  virtual void LayOut(const PlotCanvas& canvas, ShapeBatch& batch) = 0;
  // std::nullopt if the model has no plot.
  [[nodiscard]] virtual std::optional<PlotPicture> Picture(
      const PlotCanvas& canvas, const std::optional<PictureWords>& words) const = 0;
  virtual void DrawPanel(const AppState& state, size_t pane, const PanelRect& rect,
                         const PanelContext& ctx) = 0;

 private:
  [[nodiscard]] KeptDrawing::DrawInto DrawShapes() const;

  ShapeRenderer renderer_;
  KeptDrawing kept_;
  std::shared_ptr<const FontFace> font_;
  bool is_drawn_ = false;
  PlotCanvas canvas_;
  ShapeBatch batch_;  // kept to use its vectors again
};

// Makes a chart with its renderer. Errors: those of shaders.
template <typename Made>
[[nodiscard]] Result<std::unique_ptr<Chart>> MakePlotChart(const ChartTools& tools) {
  ChartRendererOptions options;
  options.font = tools.font;
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create(options));
  return std::make_unique<Made>(std::move(renderer), tools.font);
}

}  // namespace ringscope
