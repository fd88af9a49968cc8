#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/charts/diagram/diagram_chart.h"
#include "app/charts/diagram/readout_panel.h"
#include "app/view/command.h"
#include "app/view/difference/difference_model.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/views/evolution/evolution.h"
#include "app/views/evolution/evolution_model.h"
#include "app/widgets/widgets.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/stored_comparison.h"

namespace ringscope::evolution {

namespace {

void DrawText(std::string_view text, const PanelContext& ctx) {
  ImGui::PushFont(ctx.fonts.small);
  TextWrapped(ctx.colors().text_dim, text);
  ImGui::PopFont();
}

// Draws the rows of the side panel: the meaning of sizes and colours, and the buttons that show contexts.
void DrawEvolutionRows(const AppState& state, const EvolutionModel& model, const PanelContext& ctx) {
  if (!model.missing.empty() || model.boxes.empty()) return;
  DrawText(model.about, ctx);
  for (const LegendLine& line : LegendOf(model, false, state.settings.difference_colors, ctx.theme)) {
    if (line.color) DrawLegendLine(line, ctx);
  }
  DrawText("A click on a border shows or hides callees.", ctx);
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return;
  const ContextId on = view->selected == kNoContext ? kRootContext : view->selected;
  const float width = (ImGui::GetContentRegionAvail().x - ctx.Px(8)) / 2;
  struct Choice {
    std::string_view title, command;
    Unfolding to;
  };
  constexpr std::array kChoices{Choice{"Hot path", "evolution.hot-path", Unfolding::kHotPath},
                                Choice{"Callees", "evolution.callees", Unfolding::kCallees},
                                Choice{"All below", "evolution.all-below", Unfolding::kAllBelow},
                                Choice{"Hide below", "evolution.hide", Unfolding::kNone}};
  for (size_t k = 0; k < kChoices.size(); ++k) {
    const Choice& choice = kChoices[k];
    if (k % 2 == 1) ImGui::SameLine(0, ctx.Px(8));
    if (TextButton(ctx, choice.command, std::string(choice.title).c_str(),
                   {std::round(width), std::round(ctx.Px(30))},
                   WithKey(state, "Of the selected context, else of the whole tree", choice.command)))
      ctx.Emit(Unfold{on, choice.to});
  }
}

class EvolutionChart : public DiagramChart {
 public:
  using DiagramChart::DiagramChart;

  void DrawRows(const AppState& state, const PanelContext& ctx) override {
    DrawEvolutionRows(state, model_, ctx);
  }

 protected:
  std::optional<DiagramScene> Scene(const AppState& state, size_t pane, bool anew) override {
    const ViewState& view = *ViewOfPane(state, pane);
    const DifferenceColors colors = state.settings.difference_colors;
    Made made{view.shown.tree, view.metric, ShownOf(view), state.settings.theme, colors};
    if (!anew && made == made_) return std::nullopt;
    // Boxes keep their rows and columns until the next FitAll.
    const bool is_kept = !anew && made.tree == made_.tree && made.shown.fit_serial == made_.shown.fit_serial;
    made_ = std::move(made);
    model_ = BuildEvolutionModel(state, view);
    DiagramScene scene;
    scene.missing = model_.missing;
    scene.diagram =
        DiagramOf(model_, colors, state.settings.theme, is_kept ? &this->scene().diagram : nullptr);
    scene.drawn = model_.boxes.empty() ? std::string() : CountedText(model_.boxes.size(), "box", "boxes");
    scene.fit_serial = model_.fit_serial;
    scene.facts = WithSummedRuns("performance evolution", view.shown.tree, view.metric);
    scene.legend = LegendOf(model_, true, colors, state.settings.theme);
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
    // A click anywhere on a rest opens it.
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
    DifferenceColors colors = DifferenceColors::kMap;
    bool operator==(const Made&) const = default;
  };

  [[nodiscard]] bool HasCalleesShown(uint32_t box) const {
    return std::ranges::find(model_.boxes, box, &EvolutionBox::parent) != model_.boxes.end();
  }

  Made made_;
  EvolutionModel model_;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  return MakeDiagramChart<EvolutionChart>(tools);
}

}  // namespace ringscope::evolution
