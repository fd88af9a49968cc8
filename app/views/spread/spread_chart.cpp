#include <algorithm>
#include <memory>
#include <utility>

#include "app/views/chart.h"
#include "app/views/shape_picture.h"
#include "app/views/spread/spread_panel.h"
#include "cct/base/text/number_text.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/shape_renderer.h"

namespace ringscope::spread {
namespace {

// What a model is made of, and how large it is drawn.
struct Drawn {
  std::shared_ptr<const FoundSpread> found;
  std::string problem;
  CctPtr tree;
  SpreadPlace place;
  MetricIndex metric = 0;
  ContextId selected = kNoContext;
  float width_px = 0, height_px = 0, scale = 1;
  Theme theme = Theme::kDark;
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

// The plots as shapes, and above them a panel with what follows the pointer, and the table.
class SpreadChart : public Chart {
 public:
  SpreadChart(ShapeRenderer renderer, std::shared_ptr<const FontFace> font)
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
    now.metric = view->metric;
    now.selected = view->selected;
    now.width_px = state.panes[pane].width_px;
    now.height_px = state.panes[pane].height_px;
    now.scale = scale;
    now.theme = state.settings.theme;
    if (is_drawn_ && now == drawn_) return;
    Drawn same_but_selected = now;
    same_but_selected.selected = drawn_.selected;
    const bool is_same = is_drawn_ && same_but_selected == drawn_;
    drawn_ = std::move(now);
    is_drawn_ = true;
    if (is_same) {
      // The panel shows which one it is.
      ShowSelected(drawn_.selected, model_);
      return;
    }
    const PixelBox area = LayOutPane(drawn_.width_px, drawn_.height_px, scale).plots;
    model_ = BuildSpreadModel(state, *view, area.right_px - area.left_px - kAxisWidth * scale, scale);
    look_.scale = scale;
    look_.theme = drawn_.theme;
    laid_.clear();
    batch_ = {};
    const std::vector<PixelBox> boxes = PlotBoxes(area);
    for (size_t k = 0; k < model_.plots.size(); ++k)
      laid_.push_back(LayOutPlot(model_.plots[k], boxes[k], look_, batch_));
    renderer_.SetShapes(PlacePixels(batch_, drawn_.width_px, drawn_.height_px, look_.measure));
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
    // The plots alone, as large as they are, without the table.
    ShapeBatch batch;
    PlotLook look = look_;
    const bool is_svg = path.extension() == ".svg";
    if (is_svg) look.measure = AverageSansWidth;
    const PixelBox area = LayOutPane(drawn_.width_px, drawn_.height_px, drawn_.scale).plots;
    const std::vector<PixelBox> boxes = PlotBoxes(area);
    for (size_t k = 0; k < model_.plots.size(); ++k) (void)LayOutPlot(model_.plots[k], boxes[k], look, batch);
    PlacedShapes placed =
        PlacePixels(batch, area.right_px + area.left_px, area.bottom_px + area.top_px, look.measure);
    if (is_svg) {
      const std::string title = model_.name + ": " + model_.about;
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
    DrawSpreadPanel(model_, laid_, pane, chart, ctx);
  }
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawSpreadRows(model_, ctx); }
  std::string DrawnText() const override {
    return model_.plots.empty() ? std::string()
                                : CountedText(model_.found->spread.contexts.size(), "context");
  }

 private:
  static constexpr float kAxisWidth = 70;  // about what the values beside a plot take

  ShapeRenderer renderer_;
  std::shared_ptr<const FontFace> font_;
  bool is_drawn_ = false;
  Drawn drawn_;
  SpreadModel model_;
  PlotLook look_;
  std::vector<LaidPlot> laid_;
  ShapeBatch batch_;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools);
Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  ChartRendererOptions options;
  options.font = tools.font;
  RINGSCOPE_ASSIGN(ShapeRenderer renderer, ShapeRenderer::Create(options));
  return std::make_unique<SpreadChart>(std::move(renderer), tools.font);
}

}  // namespace ringscope::spread
