#include "app/views/threads/threads_kind.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/view_kind.h"
#include "app/views/threads/threads_actions.h"

namespace ringscope::threads {
namespace {

// Null where the active view is of another kind.
const ViewState* ActiveThreads(const AppState& state) {
  const ViewState* view = ActiveView(state);
  return view != nullptr && &view->kind() == &Kind() ? view : nullptr;
}

std::optional<Action> Toggle(const AppState& state) {
  if (ActiveView(state) == nullptr) return std::nullopt;
  return action::SetKind{ActiveThreads(state) != nullptr ? DefaultViewKind() : &Kind()};
}

std::optional<Action> Fit(const AppState& state) {
  if (ActiveThreads(state) == nullptr) return std::nullopt;
  return LookAt{};
}

std::optional<Action> NextOrder(const AppState& state) {
  const ViewState* view = ActiveThreads(state);
  if (view == nullptr) return std::nullopt;
  ThreadsPlace place = PlaceOf(*view);
  place.order = kThreadOrderWords[(static_cast<size_t>(place.order) + 1) % kThreadOrderWords.size()].value;
  return DrawThreads{place};
}

// The chosen range of time fills the view.
std::optional<Action> ToRange(const AppState& state) {
  const ViewState* view = ActiveThreads(state);
  if (view == nullptr) return std::nullopt;
  const std::vector<TransformStep>& steps = view->pipeline.wanted.steps;
  if (steps.empty() || steps.front().kind != TransformKind::kTime) return std::nullopt;
  return LookAt{steps.front().time, PlaceOf(*view).first_row};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.threads", kGroup, "Threads: what each thread did when, or back to the rings", "Shift+L",
            Toggle},
    Command{"threads.fit", kGroup, "Threads: all of the time", "", Fit},
    Command{"threads.to-range", kGroup, "Threads: enlarge the chosen range of time", "", ToRange},
    Command{"threads.next-order", kGroup, "Threads: the busiest first, by name, by start", "", NextOrder},
};
std::span<const Command> Commands() { return kCommands; }

// To the sides a tenth of what is seen, up and down a lane.
void Walk(AppState& state, action::Walk to, action::Effects& effects) {
  const ViewState* view = ActiveThreads(state);
  const CctPtr tree = view == nullptr ? nullptr : TimedTree(state, *view);
  if (tree == nullptr) return;
  const ThreadsPlace& place = PlaceOf(*view);
  const LanesAnswer* lanes = LanesOf(state, *view);
  if (lanes == nullptr || lanes->found == nullptr) return;
  LookAt look{place.window, FirstRowOf(state, *view, place.first_row)};
  const uint64_t span_ns = lanes->found->lanes.span_ns;
  const Window window = WindowOf(place.window, span_ns);
  const double step = static_cast<double>(window.length_ns()) / 10;
  const auto length = static_cast<double>(window.length_ns()), from = static_cast<double>(window.from_ns);
  if (to == action::Walk::kBefore)
    look.window = RangeOf(std::max(0.0, from - step), std::max(0.0, from - step) + length, span_ns);
  if (to == action::Walk::kBehind) look.window = RangeOf(from + step, from + step + length, span_ns);
  if (to == action::Walk::kCaller) look.first_row -= look.first_row > 0 ? 1 : 0;
  if (to == action::Walk::kCallee) ++look.first_row;
  Do(state, look, effects);
}

// A part of the time as steps have it; "all" of it.
struct RangeForm {
  [[nodiscard]] static Result<TimeRange> Read(std::string_view text) {
    if (text == "all") return TimeRange{};
    PlacedText rest{text, 0};
    RINGSCOPE_ASSIGN(const TimeRange range, TakeTimeRange(rest));
    if (!rest.empty()) return Fail(ErrorCode::kMalformed, "expected nothing behind the range of time");
    return range;
  }
  [[nodiscard]] static std::string Write(const TimeRange& range) {
    return range == TimeRange{} ? "all" : FormatTimeRange(range);
  }
};

constexpr std::array kSaved{
    SavedRow<&SavedKind::place, &ThreadsPlace::order, WordForm<kThreadOrderWords>>("threads_order"),
    SavedRow<&SavedKind::place, &ThreadsPlace::by_state, SwitchForm>("threads_by_state"),
    SavedRow<&SavedKind::place, &ThreadsPlace::window, RangeForm>("threads_window"),
};

// Lanes have the colours of groups; others stand for those of functions, as in the window.
std::string ColorWord(std::string_view saved) {
  const auto mode = ValueOfWord(kColorWords, saved);
  return std::string(WordOf(kColorWords, GroupedMode(mode.value_or(ColorMode::kFunction))));
}

SavedCommand CommandOf(const SavedKind& saved) {
  const ThreadsPlace& place = saved.place.Get<ThreadsPlace>();
  SavedCommand command{.words = {"threads", "--order=" + std::string(WordOf(kThreadOrderWords, place.order))},
                       .color_word = ColorWord};
  if (place.by_state) command.words.emplace_back("--color=state");
  // Said in any case: else a step that chooses the time would narrow the lanes.
  command.words.push_back("--window=" + FormatTimeRange(place.window));
  return command;
}

std::vector<KindOffer> Menu(const AppState&, const ViewState& view, const CommandSubject& subject) {
  if (&view.kind() != &Kind() || subject.context == kNoContext) return {};
  return {{"rings",
           "Show it in the rings",
           "chart.threads",
           {action::SetKind{DefaultViewKind()}, action::Select{subject.context},
            action::ZoomTo{subject.context}}}};
}

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "threads",
                                  .title = "Threads",
                                  .commands = Commands,
                                  .suits = HasTimes,
                                  .refresh = Refresh,
                                  .fit = Fit,
                                  .walk = Walk,
                                  .menu = Menu,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::threads
