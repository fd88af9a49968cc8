#include <memory>
#include <optional>
#include <utility>

#include "app/charts/plot_chart.h"
#include "app/view/panel.h"
#include "app/view/timeline/timeline.h"
#include "app/views/threads/threads_panel.h"
#include "cct/base/text/number_text.h"

namespace ringscope::threads {
namespace {

// The inputs of a model.
struct Drawn {
  std::shared_ptr<const FoundLanes> lanes;
  std::shared_ptr<const FoundSlices> slices;
  std::string missing;
  CctPtr tree;
  MetricIndex metric = 0;
  ThreadOrder order = ThreadOrder::kBusiest;
  friend bool operator==(const Drawn&, const Drawn&) = default;
};

class ThreadsChart : public PlotChart {
 public:
  using PlotChart::PlotChart;
  void DrawRows(const AppState&, const PanelContext& ctx) override { DrawThreadsRows(model_, ctx); }
  std::string DrawnText() const override {
    return model_.slices == nullptr ? std::string() : CountedText(model_.lanes->lanes.lanes.size(), "thread");
  }

 private:
  bool TakeModel(const AppState& state, const ViewState& view, const PlotCanvas& canvas, bool anew) override {
    const auto lanes = AnswerOf<WantedLanes>(state, view);
    const auto slices = AnswerOf<WantedSlices>(state, view);
    Drawn now{nullptr,         drawn_.slices, MissingText(state, view),
              view.shown.tree, view.metric,   PlaceOf(view).order};
    if (lanes) now.lanes = lanes->found;
    // The slices of the last window stay until the new ones are there.
    if (slices && slices->found != nullptr) now.slices = slices->found;
    if (now.slices != nullptr && now.slices->wanted.lanes != now.lanes) now.slices = nullptr;
    const CctPtr tree = TimedTree(state, view);
    const ColorMode mode = GroupedMode(view.color.mode);
    if (tree == nullptr) {
      colors_.reset();
    } else if (!colors_ || !colors_->AreOf(tree, mode, canvas.look.theme)) {
      colors_.emplace(tree, mode, canvas.look.theme);
      anew = true;
    }
    if (anew || now != drawn_) {
      drawn_ = std::move(now);
      if (colors_) {
        model_ = BuildThreadsModel(state, view, drawn_.slices, *colors_);
      } else {
        model_ = {};
        model_.missing = drawn_.missing;
      }
      return true;
    }
    // A move or a choice alone changes only parts of the model.
    const ThreadsPlace place = PlaceOf(view);
    const auto chosen = model_.chosen;
    const auto chosen_row = model_.chosen_row;
    ShowChoices(view, model_);
    const bool is_same = place == model_.place && chosen == model_.chosen && chosen_row == model_.chosen_row;
    ShowPlace(place, model_);
    return !is_same;
  }
  void DropModel() override {
    drawn_ = {};
    model_ = {};
    laid_ = {};
    colors_.reset();
  }
  void LayOut(const PlotCanvas& canvas, ShapeBatch& batch) override {
    laid_ = LayOutThreads(model_, AreaOf(canvas), canvas.look, batch);
  }
  std::optional<PlotPicture> Picture(const PlotCanvas& canvas,
                                     const std::optional<PictureWords>& words) const override {
    if (model_.slices == nullptr || !model_.missing.empty()) return std::nullopt;
    ThreadsModel model = model_;
    if (words) model.title = words->title + ": " + model.title;
    PlotPicture picture{{}, canvas.width_px, canvas.height_px, model.title};
    (void)LayOutThreads(model, AreaOf(canvas), canvas.look, picture.batch);
    return picture;
  }
  void DrawPanel(const AppState& state, size_t pane, const PanelRect& rect,
                 const PanelContext& ctx) override {
    DrawThreadsPanel(model_, laid_, pane, rect, ui_, state.panes[pane].kinds.Get<ThreadsPane>(), ctx);
  }

  static PixelBox AreaOf(const PlotCanvas& canvas) {
    const float pad = 8 * canvas.look.scale;
    return {pad, pad, canvas.width_px - 1.5f * pad, canvas.height_px - pad};
  }

  std::optional<ThreadColors> colors_;
  Drawn drawn_;
  ThreadsModel model_;
  LaidThreads laid_;
  ThreadsUi ui_;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  return MakePlotChart<ThreadsChart>(tools);
}

}  // namespace ringscope::threads
