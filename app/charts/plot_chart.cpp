#include "app/charts/plot_chart.h"

#include "app/charts/shape_picture.h"
#include "cct/base/text/file_ending.h"
#include "renderer/gl/font_face.h"

namespace ringscope {

PlotChart::PlotChart(ShapeRenderer renderer, std::shared_ptr<const FontFace> font)
    : renderer_(std::move(renderer)), font_(std::move(font)) {
  if (font_ != nullptr) canvas_.look.measure = FontFace::Measurer(font_);
}

void PlotChart::Update(const AppState& state, size_t pane, float scale, double) {
  const ViewState* const view = ViewOfPane(state, pane);
  if (view == nullptr) {
    Forget();
    return;
  }
  const float width = state.panes[pane].width_px, height = state.panes[pane].height_px;
  const Theme theme = state.settings.theme;
  const bool anew = !is_drawn_ || canvas_.width_px != width || canvas_.height_px != height ||
                    canvas_.look.scale != scale || canvas_.look.theme != theme;
  canvas_.width_px = width;
  canvas_.height_px = height;
  canvas_.look.scale = scale;
  canvas_.look.theme = theme;
  is_drawn_ = true;
  if (!TakeModel(state, *view, canvas_, anew) && !anew) return;
  batch_.Clear();
  LayOut(canvas_, batch_);
  renderer_.SetShapes(PlacePixels(batch_, width, height, canvas_.look.measure));
  kept_.Outdate();
}

void PlotChart::Forget() {
  if (!is_drawn_) return;
  is_drawn_ = false;
  DropModel();
  batch_ = {};
  renderer_.SetShapes({});
  kept_.Outdate();
}

void PlotChart::DrawAhead(const DrawTarget& target) {
  kept_.DrawAhead(target.width_px, target.height_px, DrawShapes());
}

void PlotChart::Draw(const DrawTarget& target) { kept_.Show(target, DrawShapes()); }

KeptDrawing::DrawInto PlotChart::DrawShapes() const {
  return
      [this](const DrawTarget& target) { renderer_.Draw(target, PaletteOf(canvas_.look.theme).background); };
}

Result<WritePicture> PlotChart::TakePicture(const std::filesystem::path& path,
                                            const std::optional<PictureWords>& words) const {
  PlotCanvas canvas = canvas_;
  const bool is_svg = HasEnding(path, ".svg");
  if (is_svg) canvas.look.measure = AverageSansWidth;
  const std::optional<PlotPicture> picture = is_drawn_ ? Picture(canvas, words) : std::nullopt;
  if (!picture) return Fail(ErrorCode::kInvalidArgument, "there is nothing to draw");
  PlacedShapes placed =
      PlacePixels(picture->batch, picture->width_px, picture->height_px, canvas.look.measure);
  const Theme theme = canvas.look.theme;
  if (is_svg) {
    return [path, placed = std::move(placed), title = picture->title, theme] {
      return SaveShapesSvg(placed, theme, title, path);
    };
  }
  RINGSCOPE_ASSIGN(Image image, ShapesImage(placed, theme, font_));
  return [path, image = std::make_shared<const Image>(std::move(image))] { return WritePng(path, *image); };
}

void PlotChart::DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                         const PanelContext& ctx) {
  overlay.covers.push_back(chart);
  DrawPanel(state, pane, chart, ctx);
}

}  // namespace ringscope
