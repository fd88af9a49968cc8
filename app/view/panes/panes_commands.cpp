#include <array>

#include "app/view/colors.h"
#include "app/view/command_tables.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes_actions.h"

namespace ringscope::command {
namespace {

Maybe OtherPane(State state) {
  if (state.panes.size() < 2) return std::nullopt;
  return action::ActivatePane{(state.active_pane + 1) % state.panes.size()};
}

Maybe OneMoreBeside(const ViewState& view) { return action::ShowBeside{view.id, true}; }

Maybe Linked(State state) {
  if (state.panes.size() < 2) return std::nullopt;
  return action::SetLinked{!state.linked};
}

Maybe NextMetric(const ViewState& view) {
  if (view.tree().metric_count() < 2) return std::nullopt;
  return action::SetMetric{static_cast<MetricIndex>((view.metric + 1) % view.tree().metric_count())};
}

template <ColorMode kMode>
Maybe Color(State state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || view->color.mode == kMode) return std::nullopt;
  ColorSpec spec = view->color;
  spec.mode = kMode;
  return action::SetColor{spec};
}

Maybe Legend(State state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::ShowLegend{!state.settings.legend_open};
}

constexpr std::string_view kPanesGroup = "Chart";

constexpr std::array kPanesCommands{
    Command{"chart.other-pane", kPanesGroup, "To the other chart", "F6", OtherPane},
    Command{"chart.linked", kPanesGroup, "Link or unlink the charts", "", Linked},
    Command{"chart.more-beside", kPanesGroup, "One more chart of this view, beside it", "",
            OfView<OneMoreBeside>},
    Command{"chart.legend", kPanesGroup, "Legend", "L", Legend},
    Command{"chart.color.function", kPanesGroup, "Colour by function", "", Color<ColorMode::kFunction>},
    Command{"chart.color.module", kPanesGroup, "Colour by module", "", Color<ColorMode::kModule>},
    Command{"chart.color.package", kPanesGroup, "Colour by package", "", Color<ColorMode::kPackage>},
    Command{"chart.color.file", kPanesGroup, "Colour by source file", "", Color<ColorMode::kFile>},
    Command{"chart.color.kind", kPanesGroup, "Colour by kind of code", "", Color<ColorMode::kKind>},
    Command{"chart.color.self-share", kPanesGroup, "Colour by self share", "", Color<ColorMode::kSelfShare>},
    Command{"chart.color.search", kPanesGroup, "Colour by search", "", Color<ColorMode::kSearch>},
    Command{"chart.metric.derive", kPanesGroup, "Derived metrics, computed from others", "",
            InView<action::ShowDerivedMetrics, true>},
    Command{"chart.metric.next", kPanesGroup, "Next metric", "M", OfView<NextMetric>},
};

}  // namespace

std::span<const Command> Panes() { return kPanesCommands; }

}  // namespace ringscope::command
