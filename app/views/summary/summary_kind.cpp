#include "app/views/summary/summary_kind.h"

#include <array>
#include <optional>
#include <span>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/view_kind.h"
#include "app/views/summary/summary_state.h"

namespace ringscope::summary {
namespace {

std::optional<Action> Toggle(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return action::SetKind{&view->kind() == &Kind() ? DefaultViewKind() : &Kind()};
}

constexpr std::array kCommands{
    Command{"chart.summary", "Chart", "Summary: what to know first, or back to the rings", "Shift+S", Toggle},
};
std::span<const Command> Commands() { return kCommands; }

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "summary",
                                  .title = "Summary",
                                  .commands = Commands,
                                  .refresh = Refresh,
                                  .printed_by = "'ringscope summary'"};
  return kKind;
}

}  // namespace ringscope::summary
