#include <memory>
#include <utility>

#include "app/charts/plot_chart.h"
#include "app/view/panel.h"
#include "app/views/spread/spread_panel.h"
#include "cct/base/text/number_text.h"

namespace ringscope::spread {
namespace {

constexpr float kAxisWidth = 70;  // about the width of the values beside a plot

// The inputs of a model.
struct Drawn {
  std::optional<KindAnswer<Wanted>> answer;
  CctPtr tree;
  SpreadPlace place;
  MetricIndex metric = 0;
  ContextId selected = kNoContext;
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

class SpreadChart : public PlotChart {
 public:
  using PlotChart::PlotChart;
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawSpreadRows(model_, ctx); }
  std::string DrawnText() const override {
    return model_.plots.empty() ? std::string()
                                : CountedText(model_.found->spread.contexts.size(), "context");
  }

 private:
  bool TakeModel(const AppState& state, const ViewState& view, const PlotCanvas& canvas, bool anew) override {
    Drawn now{AnswerOf<Wanted>(state, view), view.shown.tree, PlaceOf(view), view.metric, view.selected};
    if (!anew && now == drawn_ && seen_.changes == shown_) return false;
    Drawn same_but_selected = now;
    same_but_selected.selected = drawn_.selected;
    const bool is_same = same_but_selected == drawn_;
    drawn_ = std::move(now);
    if (is_same && !anew) {
      // The panel marks the selected context, so the plots stay.
      ShowSelected(drawn_.selected, model_);
      const bool is_seen = std::exchange(shown_, seen_.changes) == seen_.changes;
      ShowSeen();
      return !is_seen;
    }
    if (!is_same) seen_.Reset();
    const PixelBox area = AreaOf(canvas);
    const float scale = canvas.look.scale;
    model_ = BuildSpreadModel(state, view, area.right_px - area.left_px - kAxisWidth * scale, scale);
    whole_x_ = model_.plots.empty() ? std::nullopt : model_.plots[0].x.window;
    shown_ = seen_.changes;
    ShowSeen();
    return true;
  }
  void ShowSeen() {
    for (PlotSpec& plot : model_.plots) {
      plot.x.window = whole_x_;
      plot.y.window.reset();
    }
    seen_.Show(model_.plots);
  }
  void DropModel() override {
    drawn_ = {};
    model_ = {};
    laid_.clear();
  }
  void LayOut(const PlotCanvas& canvas, ShapeBatch& batch) override {
    laid_ = LayOutPlots(model_.plots, AreaOf(canvas), canvas.look, batch);
  }
  std::optional<PlotPicture> Picture(const PlotCanvas& canvas,
                                     const std::optional<PictureWords>& /*words*/) const override {
    if (model_.plots.empty()) return std::nullopt;
    const PixelBox area = AreaOf(canvas);
    PlotPicture picture{
        {}, area.right_px + area.left_px, area.bottom_px + area.top_px, model_.name + ": " + model_.about};
    (void)LayOutPlots(model_.plots, area, canvas.look, picture.batch);
    return picture;
  }
  void DrawPanel(const AppState&, size_t pane, const PanelRect& rect, const PanelContext& ctx) override {
    DrawSpreadPanel(model_, laid_, pane, rect, seen_, ctx);
  }

  static PixelBox AreaOf(const PlotCanvas& canvas) {
    return LayOutPane(canvas.width_px, canvas.height_px, canvas.look.scale).plots;
  }

  Drawn drawn_;
  SpreadModel model_;
  std::vector<LaidPlot> laid_;
  SeenPlots seen_;
  uint64_t shown_ = 0;               // SeenPlots::changes of the drawn plots
  std::optional<AxisPart> whole_x_;  // of the model's plots
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  return MakePlotChart<SpreadChart>(tools);
}

}  // namespace ringscope::spread
