#include <utility>

#include "app/charts/diagram/diagram_chart.h"
#include "app/view/difference/difference_model.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/views/evolution/evolution.h"
#include "app/views/evolution/evolution_panel.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope::evolution {
namespace {

class EvolutionChart : public DiagramChart {
 public:
  using DiagramChart::DiagramChart;

  void DrawRows(const AppState& state, const PanelContext& ctx) override {
    DrawEvolutionRows(state, model_, ctx);
  }

 protected:
  std::optional<DiagramScene> Scene(const AppState& state, size_t pane, bool anew) override {
    const ViewState& view = *ViewOfPane(state, pane);
    Made made{view.shown.tree, view.metric, ShownOf(view), state.settings.theme};
    if (!anew && made == made_) return std::nullopt;
    // Until all of it is brought in sight again what is shown keeps its rows and columns.
    const bool is_kept = !anew && made.tree == made_.tree && made.shown.fit_serial == made_.shown.fit_serial;
    made_ = std::move(made);
    model_ = BuildEvolutionModel(state, view);
    DiagramScene scene;
    scene.missing = model_.missing;
    scene.diagram = DiagramOf(model_, state.settings.theme, is_kept ? &this->scene().diagram : nullptr);
    scene.drawn = model_.boxes.empty() ? std::string() : CountedText(model_.boxes.size(), "box", "boxes");
    scene.fit_serial = model_.fit_serial;
    scene.facts = WithSummedRuns("performance evolution", view.shown.tree, view.metric);
    scene.legend = LegendOf(model_, true, state.settings.theme);
    return scene;
  }

  void Click(const ViewState&, std::optional<uint32_t> box, bool on_border,
             std::vector<Action>& actions) override {
    if (!box) {
      actions.push_back(action::Unselect{});
      return;
    }
    const EvolutionBox& clicked = model_.boxes[*box];
    actions.push_back(action::Select{clicked.context});
    // The rest opens by a click anywhere on it.
    if (clicked.rest > 0 || (on_border && clicked.hidden > 0)) {
      actions.push_back(Unfold{clicked.context, Unfolding::kCallees});
    } else if (on_border && HasCalleesShown(*box)) {
      actions.push_back(Unfold{clicked.context, Unfolding::kNone});
    }
  }

  std::string SumOf(const ViewState& view, const std::vector<uint32_t>& boxes) const override {
    const auto comparison = StoredComparison(view.shown.tree);
    const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view.metric) : nullptr;
    return metric == nullptr ? std::string() : SumText(*comparison, *metric, model_, boxes);
  }

  bool IsSelected(const ViewState& view, const DiagramBox& box) const override {
    return box.context == view.selected && box.key % 2 == 0;
  }

 private:
  struct Made {
    CctPtr tree;
    MetricIndex metric = 0;
    ShownContexts shown;
    Theme theme = Theme::kDark;
    bool operator==(const Made&) const = default;
  };

  [[nodiscard]] bool HasCalleesShown(uint32_t box) const {
    for (size_t k = box + 1; k < model_.boxes.size(); ++k) {
      if (model_.boxes[k].parent == box) return true;
    }
    return false;
  }

  Made made_;
  EvolutionModel model_;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools);
Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  return MakeDiagramChart<EvolutionChart>(tools);
}

}  // namespace ringscope::evolution
