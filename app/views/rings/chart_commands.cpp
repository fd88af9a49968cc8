#include <array>

#include "app/commands/command_tables.h"

namespace ringscope::command {
namespace {

Maybe Depth(State state, int steps) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::ChangeDepth{steps};
}

Maybe AllLayers(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->history.current().depth_limit == kAllLayers) return std::nullopt;
  return action::SetDepth{kAllLayers};
}

Maybe Mode(State state, RingMode mode) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::SetMode{mode};
}

Maybe Form(State state, ChartForm form) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::SetForm{form};
}

// The same view once more in the other form, or back to one chart.
Maybe BothForms(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  if (state.panes.size() > 1) return action::ClosePane{state.active_pane == 0 ? size_t{1} : size_t{0}};
  const bool is_rings = ActivePane(state)->form == ChartForm::kRings;
  return action::ShowBeside{view->id, is_rings ? ChartForm::kIcicle : ChartForm::kRings};
}

Maybe OtherPane(State state) {
  if (state.panes.size() < 2) return std::nullopt;
  return action::ActivatePane{(state.active_pane + 1) % state.panes.size()};
}

Maybe Linked(State state) {
  if (state.panes.size() < 2) return std::nullopt;
  return action::SetLinked{!state.linked};
}

Maybe Lens(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::ShowLens{!state.lens_on};
}

Maybe NextMetric(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->tree().metric_count() < 2) return std::nullopt;
  return action::SetMetric{static_cast<MetricIndex>((view->metric + 1) % view->tree().metric_count())};
}

Maybe Color(State state, ColorMode mode) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->color.mode == mode) return std::nullopt;
  ColorSpec spec = view->color;
  spec.mode = mode;
  return action::SetColor{spec};
}

Maybe Legend(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::ShowLegend{!state.settings.legend_open};
}

Maybe DerivedMetrics(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::ShowDerivedMetrics{true};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.deeper", kGroup, "More layers", "+, =", [](State state) { return Depth(state, 1); }},
    Command{"chart.shallower", kGroup, "Fewer layers", "-", [](State state) { return Depth(state, -1); }},
    Command{"chart.all-layers", kGroup, "All layers", "", AllLayers},
    Command{"chart.mode.equal", kGroup, "Equal mode: callees share the angle", "1",
            [](State state) { return Mode(state, RingMode::kEqual); }},
    Command{"chart.mode.length", kGroup, "Length mode: angle shows inclusive cost", "2",
            [](State state) { return Mode(state, RingMode::kLength); }},
    Command{"chart.mode.area", kGroup, "Area mode: area shows inclusive cost", "3",
            [](State state) { return Mode(state, RingMode::kArea); }},
    Command{"chart.form.rings", kGroup, "Rings", "",
            [](State state) { return Form(state, ChartForm::kRings); }},
    Command{"chart.form.icicle", kGroup, "Icicle", "",
            [](State state) { return Form(state, ChartForm::kIcicle); }},
    Command{"chart.beside", kGroup, "Rings beside icicle: side by side, or one chart", "", BothForms},
    Command{"chart.other-pane", kGroup, "To the other chart", "F6", OtherPane},
    Command{"chart.linked", kGroup, "Link or unlink the charts", "", Linked},
    Command{"chart.lens", kGroup, "Lens: enlarge what is at the pointer (press or hold)", "Z", Lens, false,
            true},
    Command{"chart.legend", kGroup, "Legend", "L", Legend},
    Command{"chart.color.function", kGroup, "Colour by function", "",
            [](State state) { return Color(state, ColorMode::kFunction); }},
    Command{"chart.color.module", kGroup, "Colour by module", "",
            [](State state) { return Color(state, ColorMode::kModule); }},
    Command{"chart.color.package", kGroup, "Colour by package", "",
            [](State state) { return Color(state, ColorMode::kPackage); }},
    Command{"chart.color.file", kGroup, "Colour by source file", "",
            [](State state) { return Color(state, ColorMode::kFile); }},
    Command{"chart.color.kind", kGroup, "Colour by kind of code", "",
            [](State state) { return Color(state, ColorMode::kKind); }},
    Command{"chart.color.self-share", kGroup, "Colour by self share", "",
            [](State state) { return Color(state, ColorMode::kSelfShare); }},
    Command{"chart.color.search", kGroup, "Colour by search", "",
            [](State state) { return Color(state, ColorMode::kSearch); }},
    Command{"chart.metric.derive", kGroup, "Derived metrics, computed from others", "", DerivedMetrics},
    Command{"chart.metric.next", kGroup, "Next metric", "M", NextMetric},
};

}  // namespace

std::span<const Command> Chart() { return kCommands; }

}  // namespace ringscope::command
