#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/charts/diagram/diagram_chart.h"
#include "app/charts/diagram/readout_panel.h"
#include "app/view/navigation.h"
#include "app/view/panel.h"
#include "app/view/shell.h"
#include "app/views/polymetric/polymetric.h"
#include "app/views/polymetric/polymetric_panel.h"
#include "app/widgets/widgets.h"

namespace ringscope::polymetric {
namespace {

class PolymetricChart final : public DiagramChart {
 public:
  using DiagramChart::DiagramChart;

  void DrawOver(const AppState& state, size_t pane, const PanelRect& chart, ChartOverlay& overlay,
                const PanelContext& ctx) override {
    DiagramChart::DrawOver(state, pane, chart, overlay, ctx);
    if (side_ && found_ != nullptr) {
      DrawTextAt(*ImGui::GetBackgroundDrawList(), ctx.fonts.regular,
                 {chart.x + ctx.Px(12), chart.y + ctx.Px(10)}, ctx.colors().text, SideText(wanted_, *side_));
    }
    if (found_ == nullptr || !hovered() || !ImGui::IsMousePosValid() || state.context_menu) return;
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    // Boxes of contexts have the tooltip instead.
    if (!chart.contains(pointer.x, pointer.y) || scene().diagram.boxes[*hovered()].context != kNoContext)
      return;
    PolymetricWanted of_side = wanted_;
    of_side.metric = MetricOf(wanted_, side_);
    DrawBoxReadout(ReadoutOf(*found_, of_side, *hovered()), chart, ctx);
  }

  void DrawRows(const AppState& state, const PanelContext& ctx) override {
    if (const ViewState* view = ActiveView(state)) DrawPolymetricRows(*view, legend_, edit_, ctx);
  }

 protected:
  std::optional<DiagramScene> Scene(const AppState& state, size_t pane, bool anew) override {
    const ViewState& view = *ViewOfPane(state, pane);
    const auto answer = AnswerOf<PolymetricWanted>(state, view);
    const auto found = answer ? answer->found : nullptr;
    const std::string problem = answer ? answer->problem : std::string();
    // The last diagram stays until the next one is found.
    const bool waits = found == nullptr && problem.empty();
    if (!anew && waits && problem_.empty()) return std::nullopt;
    const std::optional<Side> side = state.panes[pane].kinds.Get<PolymetricPane>().side;
    if (!anew && found == found_ && problem == problem_ && theme_ == state.settings.theme && side == side_ &&
        colors_ == state.settings.difference_colors)
      return std::nullopt;
    side_ = side;
    const bool is_other_view = wanted_.tree != view.shown.tree || text_ != TextOf(view);
    found_ = found;
    problem_ = problem;
    theme_ = state.settings.theme;
    colors_ = state.settings.difference_colors;
    text_ = TextOf(view);
    DiagramScene scene;
    if (is_other_view) ++fits_;
    scene.fit_serial = fits_;
    legend_.clear();
    if (found == nullptr) {
      scene.missing = waits ? "Arranging boxes ..." : problem;
      return scene;
    }
    wanted_ = *answer->wanted;
    scene.missing = found->missing;
    scene.diagram = PaintDiagram(*found, wanted_, theme_, side_, colors_);
    scene.drawn = DrawnTextOf(*found);
    scene.legend = legend_ = LegendOf(*found, wanted_, theme_, colors_);
    scene.facts = FactsOf(*found, wanted_);
    return scene;
  }

  void Click(const ViewState&, std::optional<uint32_t> box, bool, std::vector<Action>& actions) override {
    const std::optional<uint32_t> item = ItemOf(box);
    if (std::string opened = box && found_ != nullptr ? OpenedText(*found_, *box) : std::string();
        !opened.empty()) {
      actions.push_back(ShowText{std::move(opened)});
    } else if (!item) {
      actions.push_back(action::Unselect{});
    } else if (found_->items.kind == ItemKind::kContext) {
      actions.push_back(action::Select{found_->items.context[*item]});
    } else if (found_->items.kind == ItemKind::kFunction) {
      actions.push_back(action::ChooseFunction{found_->items.first_frame[*item]});
    }
  }

  void OpenMenu(const ViewState& view, uint32_t box, WindowPoint place,
                std::vector<Action>& actions) override {
    if (found_ == nullptr || box >= found_->layout.boxes.size()) return;
    const std::optional<uint32_t> item = ItemOf(box);
    if (item && found_->items.kind == ItemKind::kContext) {
      DiagramChart::OpenMenu(view, box, place, actions);
      return;
    }
    action::OpenRowMenu menu;
    if (item && found_->items.kind == ItemKind::kFunction) {
      menu.on.function = found_->items.first_frame[*item];
      actions.push_back(action::ChooseFunction{*menu.on.function});
    } else {
      menu.on.group = GroupOfBox(*found_, view.tree(), box);
      menu.name = ReadoutOf(*found_, wanted_, box).title;
      if (menu.on.group.empty()) return;
    }
    menu.x_px = place.x_px;
    menu.y_px = place.y_px;
    actions.push_back(std::move(menu));
  }

  std::vector<uint32_t> Lit(const AppState&, const ViewState& view) const override {
    if (found_ == nullptr) return {};
    if (pointed_box()) return RelatedBoxes(*found_, *pointed_box());
    const FunctionId lit = LitFunction(view);
    std::vector<uint32_t> boxes;
    for (uint32_t k = 0; lit != kNoFunction && k < scene().diagram.boxes.size(); ++k) {
      if (scene().diagram.boxes[k].function == lit) boxes.push_back(k);
    }
    if (const uint32_t summary = boxes.empty() ? SummaryOf(view, lit) : kNoBox; summary != kNoBox)
      boxes.push_back(summary);
    return boxes;
  }
  std::string SumOf(const ViewState&, const std::vector<uint32_t>& boxes) const override {
    return found_ == nullptr ? std::string() : SumText(*found_, wanted_, boxes);
  }
  bool IsSelected(const ViewState& view, const DiagramBox& box) const override {
    if (DiagramChart::IsSelected(view, box)) return true;
    return view.chosen_function && box.function != kShapeOfNoFunction &&
           box.function == view.functions().FunctionOf(*view.chosen_function);
  }

 private:
  [[nodiscard]] std::optional<uint32_t> ItemOf(std::optional<uint32_t> box) const {
    if (found_ == nullptr || !box || *box >= found_->layout.boxes.size()) return std::nullopt;
    const PlacedBox& placed = found_->layout.boxes[*box];
    return placed.role == BoxRole::kItem ? std::optional(placed.item) : std::nullopt;
  }

  // The summary that stands for a function without a box of its own.
  [[nodiscard]] uint32_t SummaryOf(const ViewState& view, FunctionId function) const {
    if (function == kNoFunction || found_->items.kind != ItemKind::kFunction) return kNoBox;
    const std::vector<uint32_t>& box_of_item = found_->layout.box_of_item;
    for (uint32_t item = 0; item < box_of_item.size(); ++item) {
      if (box_of_item[item] != kNoBox &&
          view.functions().FunctionOf(found_->items.first_frame[item]) == function)
        return box_of_item[item];
    }
    return kNoBox;
  }

  std::shared_ptr<const PolymetricFound> found_;
  PolymetricWanted wanted_;  // the inputs of `found_`
  std::string problem_, text_;
  std::optional<Side> side_;
  Theme theme_ = Theme::kDark;
  DifferenceColors colors_ = DifferenceColors::kMap;
  uint64_t fits_ = 0;
  std::vector<LegendLine> legend_;
  TextEdit edit_;
};

}  // namespace

Result<std::unique_ptr<Chart>> MakeChart(const ChartTools& tools) {
  return MakeDiagramChart<PolymetricChart>(tools);
}

}  // namespace ringscope::polymetric
