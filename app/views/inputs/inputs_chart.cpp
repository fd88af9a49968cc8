#include <algorithm>
#include <memory>
#include <utility>

#include "app/charts/plot_chart.h"
#include "app/view/panel.h"
#include "app/views/inputs/inputs_panel.h"
#include "cct/base/text/number_text.h"

namespace ringscope::inputs {
namespace {

// The inputs of a model.
struct Drawn {
  std::optional<KindAnswer<Wanted>> answer;
  CctPtr tree;
  InputsPlace place;
  InputsLook look;
  std::optional<FrameId> chosen;
  ContextId selected = kNoContext;
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

class InputsChart : public PlotChart {
 public:
  using PlotChart::PlotChart;
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawInputsRows(model_, ui_, ctx); }
  std::string DrawnText() const override {
    return model_.found == nullptr ? std::string() : CountedText(model_.rows.size(), "function");
  }

 private:
  bool TakeModel(const AppState& state, const ViewState& view, const PlotCanvas&, bool anew) override {
    Drawn now{AnswerOf<Wanted>(state, view), view.shown.tree, PlaceOf(view), {},
              view.chosen_function,          view.selected};
    now.look = LookOf(view, now.answer ? now.answer->found.get() : nullptr);
    if (!anew && now == drawn_) return false;
    Drawn same_look = now;
    same_look.look = drawn_.look;
    // Pan and zoom do not read the points again, of which there may be millions.
    if (!anew && same_look == drawn_ && !model_.plots.empty())
      ShowLook(now.look, model_);
    else
      model_ = BuildInputsModel(state, view);
    drawn_ = std::move(now);
    return true;
  }
  void DropModel() override {
    drawn_ = {};
    model_ = {};
    laid_.clear();
  }
  void LayOut(const PlotCanvas& canvas, ShapeBatch& batch) override {
    LayOutPlots(model_, canvas.width_px, canvas.height_px, canvas.look, batch, laid_);
  }
  std::optional<PlotPicture> Picture(const PlotCanvas& canvas,
                                     const std::optional<PictureWords>& /*words*/) const override {
    if (model_.plots.empty()) return std::nullopt;
    PlotPicture picture{{}, 0, 0, model_.title + ": " + model_.about};
    std::vector<LaidPlot> laid;
    const InputsLayout layout =
        LayOutPlots(model_, canvas.width_px, canvas.height_px, canvas.look, picture.batch, laid);
    for (const PixelBox& box : layout.plots) {
      picture.width_px = std::max(picture.width_px, box.right_px + 8 * canvas.look.scale);
      picture.height_px = std::max(picture.height_px, box.bottom_px + 8 * canvas.look.scale);
    }
    return picture;
  }
  void DrawPanel(const AppState&, size_t pane, const PanelRect& rect, const PanelContext& ctx) override {
    DrawInputsPanel(model_, laid_, pane, rect, ui_, ctx);
  }

  Drawn drawn_;
  InputsModel model_;
  std::vector<LaidPlot> laid_;
  InputsUi ui_;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  return MakePlotChart<InputsChart>(tools);
}

}  // namespace ringscope::inputs
