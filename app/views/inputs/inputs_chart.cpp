#include <algorithm>
#include <memory>
#include <utility>

#include "app/views/chart.h"
#include "app/views/inputs/inputs_panel.h"
#include "app/views/shape_picture.h"
#include "cct/base/text/number_text.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/shape_renderer.h"

namespace ringscope::inputs {
namespace {

// What a model is made of, and how large it is drawn.
struct Drawn {
  std::shared_ptr<const FoundFits> found;
  std::string problem;
  CctPtr tree;
  InputsPlace place;
  InputsLook look;
  std::optional<FrameId> chosen;
  ContextId selected = kNoContext;
  float width_px = 0, height_px = 0, scale = 1;
  Theme theme = Theme::kDark;
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

// The plots as shapes, and above them a panel with what follows the pointer, and the tables.
class InputsChart : public Chart {
 public:
  InputsChart(ShapeRenderer renderer, std::shared_ptr<const FontFace> font)
      : renderer_(std::move(renderer)), font_(std::move(font)) {
    if (font_ != nullptr) look_.measure = FontFace::Measurer(font_);
  }

  void Update(const AppState& state, size_t pane, float scale, double) override {
    const ViewState* view = ViewOfPane(state, pane);
    if (view == nullptr) {
      Forget();
      return;
    }
    Drawn now;
    if (const auto* answer = AnswerOf(state, *view)) {
      now.found = answer->found;
      now.problem = answer->problem;
    }
    now.tree = view->shown.tree;
    now.place = PlaceOf(*view);
    now.look = LookOf(*view, now.found.get());
    now.chosen = view->chosen_function;
    now.selected = view->selected;
    now.width_px = state.panes[pane].width_px;
    now.height_px = state.panes[pane].height_px;
    now.scale = scale;
    now.theme = state.settings.theme;
    if (is_drawn_ && now == drawn_) return;
    Drawn same_look = now;
    same_look.look = drawn_.look;
    // Pan and zoom move millions of points without reading them again.
    if (is_drawn_ && same_look == drawn_ && !model_.plots.empty())
      ShowLook(now.look, model_);
    else
      model_ = BuildInputsModel(state, *view);
    drawn_ = std::move(now);
    is_drawn_ = true;
    look_.scale = scale;
    look_.theme = drawn_.theme;
    // The memory of the last frame is that of this one.
    batch_.rects.clear();
    batch_.lines.clear();
    batch_.points.clear();
    batch_.texts.clear();
    LayOutPlots(model_, drawn_.width_px, drawn_.height_px, look_, batch_, laid_);
    renderer_.SetShapes(Placed(look_.measure));
  }

  void Forget() override {
    if (!is_drawn_) return;
    is_drawn_ = false;
    drawn_ = {};
    model_ = {};
    laid_.clear();
    batch_ = {};
    renderer_.SetShapes({});
  }

  void Draw(const PanelRect& rect, int framebuffer_height_px) override {
    const auto width = std::max(1, static_cast<int>(rect.width)),
               height = std::max(1, static_cast<int>(rect.height));
    const int y = framebuffer_height_px - static_cast<int>(rect.y) - height;
    renderer_.Draw({0, static_cast<int>(rect.x), y, width, height}, PaletteOf(drawn_.theme).background);
  }

  Result<WritePicture> TakePicture(const std::filesystem::path& path,
                                   const std::optional<PictureWords>& /*words*/) const override {
    if (!is_drawn_ || model_.plots.empty())
      return Fail(ErrorCode::kInvalidArgument, "there is nothing to draw");
    // The plots alone, as large as they are, without the tables.
    ShapeBatch batch;
    PlotLook look = look_;
    const bool is_svg = path.extension() == ".svg";
    if (is_svg) look.measure = AverageSansWidth;
    std::vector<LaidPlot> laid;
    float width = 0, height = 0;
    for (const PixelBox& box :
         LayOutPlots(model_, drawn_.width_px, drawn_.height_px, look, batch, laid).plots) {
      width = std::max(width, box.right_px + 8 * drawn_.scale);
      height = std::max(height, box.bottom_px + 8 * drawn_.scale);
    }
    PlacedShapes placed = PlacePixels(batch, width, height, look.measure);
    if (is_svg) {
      const std::string title = model_.title + ": " + model_.about;
      return [path, placed = std::move(placed), title, theme = drawn_.theme] {
        return SaveShapesSvg(placed, theme, title, path);
      };
    }
    RINGSCOPE_ASSIGN(Image image, ShapesImage(placed, drawn_.theme, font_));
    return [path, image = std::make_shared<const Image>(std::move(image))] { return WritePng(path, *image); };
  }

  void DrawOver(const AppState&, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override {
    overlay.covers.push_back(chart);
    DrawInputsPanel(model_, laid_, pane, chart, ui_, ctx);
  }
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawInputsRows(model_, ui_, ctx); }
  std::string DrawnText() const override {
    return model_.found == nullptr ? std::string() : CountedText(model_.rows.size(), "function");
  }

 private:
  [[nodiscard]] PlacedShapes Placed(const MeasureText& measure) const {
    return PlacePixels(batch_, drawn_.width_px, drawn_.height_px, measure);
  }

  ShapeRenderer renderer_;
  std::shared_ptr<const FontFace> font_;
  bool is_drawn_ = false;
  Drawn drawn_;
  InputsModel model_;
  PlotLook look_;
  std::vector<LaidPlot> laid_;
  ShapeBatch batch_;
  InputsUi ui_;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools);
Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  ChartRendererOptions options;
  options.font = tools.font;
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create(options));
  return std::make_unique<InputsChart>(std::move(renderer), tools.font);
}

}  // namespace ringscope::inputs
