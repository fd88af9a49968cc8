#include <memory>
#include <utility>

#include "app/charts/plot_chart.h"
#include "app/view/panel.h"
#include "app/views/versions/versions_panel.h"
#include "cct/base/text/number_text.h"

namespace ringscope::versions {
namespace {

class VersionsChart : public PlotChart {
 public:
  using PlotChart::PlotChart;
  void DrawRows(const AppState& state, const PanelContext& ctx) override { DrawPlotRows(state, model_, ctx); }
  std::string DrawnText() const override {
    return model_.versions.empty() ? std::string() : CountedText(model_.versions.size(), "version");
  }

 private:
  bool TakeModel(const AppState& state, const ViewState& view, const PlotCanvas&, bool) override {
    PlotModel model = BuildPlotModel(state, view);
    // A new choice leaves the visible part as it is.
    const auto is_of_same = [&](const PlotModel& other) {
      return other.title == model.title && other.versions.size() == model.versions.size() &&
             other.lines.size() == model.lines.size() && other.metric.name == model.metric.name &&
             other.place == model.place;
    };
    if (!is_of_same(model_)) ui_.seen.Reset();
    if (std::exchange(shown_, ui_.seen.changes) == ui_.seen.changes && model == model_) return false;
    model_ = std::move(model);
    return true;
  }
  void DropModel() override {
    model_ = {};
    plot_ = {};
  }
  void LayOut(const PlotCanvas& canvas, ShapeBatch& batch) override {
    plot_ = model_.missing.empty() ? BuildPlot(model_, OptionsOf(canvas)) : Plot{};
    batch = std::move(plot_.batch);
  }
  std::optional<PlotPicture> Picture(const PlotCanvas& canvas,
                                     const std::optional<PictureWords>& words) const override {
    if (!model_.missing.empty()) return std::nullopt;
    PlotModel model = model_;
    if (words) model.title = words->title;
    return PlotPicture{BuildPlot(model, OptionsOf(canvas)).batch, canvas.width_px, canvas.height_px,
                       model.title + ": " + model.about};
  }
  void DrawPanel(const AppState&, size_t pane, const PanelRect& rect, const PanelContext& ctx) override {
    DrawPlotInput(model_, plot_, pane, rect, ui_, ctx);
  }

  [[nodiscard]] PlotOptions OptionsOf(const PlotCanvas& canvas) const {
    return {canvas.width_px, canvas.height_px, canvas.look, &ui_.seen};
  }

  PlotModel model_;
  Plot plot_;
  VersionsUi ui_;
  uint64_t shown_ = 0;  // SeenPlots::changes of the drawn plots
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  return MakePlotChart<VersionsChart>(tools);
}

}  // namespace ringscope::versions
