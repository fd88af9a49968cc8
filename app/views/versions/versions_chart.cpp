#include <algorithm>
#include <memory>
#include <utility>

#include "app/views/chart.h"
#include "app/views/versions/plot_picture.h"
#include "app/views/versions/versions_panel.h"
#include "cct/base/text/number_text.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/shape_renderer.h"

namespace ringscope::versions {
namespace {

// The plot as shapes, and above it a panel that draws nothing but what follows the pointer.
class VersionsChart : public Chart {
 public:
  VersionsChart(ShapeRenderer renderer, std::shared_ptr<const FontFace> font)
      : renderer_(std::move(renderer)), font_(std::move(font)) {
    if (font_ != nullptr) options_.measure = FontFace::Measurer(font_);
  }

  void Update(const AppState& state, size_t pane, float scale, double) override {
    const ViewState* view = ViewOfPane(state, pane);
    if (view == nullptr) {
      Forget();
      return;
    }
    PlotModel model = BuildPlotModel(state, *view);
    PlotOptions options = options_;
    options.width_px = state.panes[pane].width_px;
    options.height_px = state.panes[pane].height_px;
    options.scale = scale;
    options.theme = state.settings.theme;
    const bool is_same = drawn_ && model == model_ && options.width_px == options_.width_px &&
                         options.height_px == options_.height_px && options.scale == options_.scale &&
                         options.theme == options_.theme;
    if (is_same) return;
    model_ = std::move(model);
    options_ = std::move(options);
    plot_ = model_.missing.empty() ? BuildPlot(model_, options_) : Plot{};
    renderer_.SetShapes(PlacePlot(plot_, options_));
    drawn_ = true;
  }

  void Forget() override {
    if (!drawn_) return;
    drawn_ = false;
    model_ = {};
    plot_ = {};
    renderer_.SetShapes({});
  }

  void Draw(const PanelRect& rect, int framebuffer_height_px) override {
    const auto width = std::max(1, static_cast<int>(rect.width)),
               height = std::max(1, static_cast<int>(rect.height));
    const int y = framebuffer_height_px - static_cast<int>(rect.y) - height;
    renderer_.Draw({0, static_cast<int>(rect.x), y, width, height}, PaletteOf(options_.theme).background);
  }

  Result<WritePicture> TakePicture(const std::filesystem::path& path,
                                   const std::optional<PictureWords>& words) const override {
    if (!drawn_ || !model_.missing.empty())
      return Fail(ErrorCode::kInvalidArgument, "there is nothing to draw");
    PlotModel model = model_;
    if (words) model.title = words->title;
    if (path.extension() == ".svg")
      return
          [path, model = std::move(model), options = options_] { return SavePlotSvg(model, options, path); };
    RINGSCOPE_ASSIGN(Image image, PlotImage(model, options_, font_));
    return [path, image = std::make_shared<const Image>(std::move(image))] { return WritePng(path, *image); };
  }

  void DrawOver(const AppState&, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override {
    overlay.covers.push_back(chart);
    DrawPlotInput(model_, plot_, pane, chart, ctx);
  }
  void DrawRows(const AppState& state, const PanelContext& ctx) override { DrawPlotRows(state, model_, ctx); }
  std::string DrawnText() const override {
    return model_.versions.empty() ? std::string() : CountedText(model_.versions.size(), "version");
  }

 private:
  ShapeRenderer renderer_;
  std::shared_ptr<const FontFace> font_;
  PlotOptions options_;
  bool drawn_ = false;
  PlotModel model_;
  Plot plot_;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools);
Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  ChartRendererOptions options;
  options.font = tools.font;
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create(options));
  return std::make_unique<VersionsChart>(std::move(renderer), tools.font);
}

}  // namespace ringscope::versions
