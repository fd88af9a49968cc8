#include "app/views/spread/spread_kind.h"

#include <array>
#include <optional>
#include <span>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/view_kind.h"
#include "app/views/spread/spread_actions.h"

namespace ringscope::spread {
namespace {

std::optional<Action> Toggle(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return std::nullopt;
  return action::SetKind{&view->kind() == &Kind() ? DefaultViewKind() : &Kind()};
}

std::optional<Action> NextMeasure(const AppState& state) {
  const ViewState* view = ActiveView(state);
  if (view == nullptr || &view->kind() != &Kind()) return std::nullopt;
  const size_t next = (static_cast<size_t>(PlaceOf(*view).measure) + 1) % kSpreadMeasureWords.size();
  return DrawSpread{{kSpreadMeasureWords[next].value}};
}

constexpr std::array kCommands{
    Command{"chart.spread", "Chart",
            "Distribution: how the cost of a function is spread over its contexts, or back to the rings",
            "Shift+D", Toggle},
    Command{"spread.next-measure", "Chart", "Distribution: inclusive cost, self cost, cost per call", "",
            NextMeasure},
};
std::span<const Command> Commands() { return kCommands; }

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &SpreadPlace::measure, WordForm<kSpreadMeasureWords>>("spread_measure"),
};

std::vector<KindOffer> Menu(const AppState&, const ViewState& view, const CommandSubject& subject) {
  if (&view.kind() != &Kind() || subject.context == kNoContext) return {};
  return {{"rings",
           "Show it in the rings",
           "chart.spread",
           {action::SetKind{DefaultViewKind()}, action::Select{subject.context}}}};
}

SavedCommand CommandOf(const SavedKind& saved) {
  const SpreadPlace& place = saved.place.Get<SpreadPlace>();
  return {.words = {"spread", "--measure=" + std::string(WordOf(kSpreadMeasureWords, place.measure))}};
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "spread",
                                  .title = "Distribution",
                                  .commands = Commands,
                                  .refresh = Refresh,
                                  .menu = Menu,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::spread
