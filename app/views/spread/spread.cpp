#include "app/views/spread/spread.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"

namespace ringscope::spread {
namespace {

// As many bars as can be told apart in a small pane.
constexpr uint32_t kMostBars = 48;
// Rows that are alike in so many callers are not told apart: deep recursion would take long to sort.
constexpr size_t kCallersCompared = 128;

bool CallersBefore(const Cct& tree, ContextId a, ContextId b) {
  for (size_t k = 0; k < kCallersCompared; ++k) {
    a = tree.ParentOf(a);
    b = tree.ParentOf(b);
    if (a == b) return false;
    if (a == kRootContext || b == kRootContext) return a == kRootContext;
    const std::string_view name = tree.frames().name(tree.FrameOf(a)),
                           other = tree.frames().name(tree.FrameOf(b));
    if (name != other) return name < other;
  }
  return false;
}

}  // namespace

std::optional<Wanted> Wanted::Of(const AppState&, const ViewState& view) {
  Wanted wanted{view.shown.tree, view.shown.functions, kNoFunction, view.metric, PlaceOf(view).measure};
  if (const auto frame = ChosenFrame(view)) wanted.function = view.functions().FunctionOf(*frame);
  return wanted;
}

Result<FoundSpread> FindSpread(const Wanted& wanted, JobControl& job) {
  FoundSpread found;
  found.function = wanted.function;
  if (found.function == kNoFunction) {
    RINGSCOPE_ASSIGN(found.function, DearestFunction(*wanted.tree, *wanted.functions, wanted.metric, &job));
    if (found.function == kNoFunction) return found;
  }
  RINGSCOPE_ASSIGN(found.spread, SpreadOverContexts(*wanted.tree, *wanted.functions,
                                                    {found.function, wanted.metric, wanted.measure}, &job));
  found.bars = SpreadBars(found.spread, kMostBars);
  for (const SpreadContext& one : found.spread.contexts) found.by_callers.push_back(one.context);
  std::sort(found.by_callers.begin(), found.by_callers.end(),
            [&](ContextId a, ContextId b) { return CallersBefore(*wanted.tree, a, b); });
  return found;
}

namespace {

constexpr std::array kCommands{
    Command{"chart.spread", "Chart",
            "Distribution: how the cost of a function is spread over its contexts, or back to the rings",
            "Shift+D", ToggleKind<Kind>},
    Command{"spread.next-measure", "Chart", "Distribution: inclusive cost, self cost, cost per call", "",
            ChangePlace<Kind, SpreadPlace, TakeNext<&SpreadPlace::measure, kSpreadMeasureWords>>},
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
                                  .question = "From which callers is a function dear?",
                                  .commands = Commands,
                                  .gestures = kMapGestures,
                                  .has_options = true,
                                  .refresh = RefreshAnswers<Kind, Wanted, FindSpread>,
                                  .menu = Menu,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::spread
