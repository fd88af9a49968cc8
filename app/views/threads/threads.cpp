#include "app/views/threads/threads.h"

#include <algorithm>
#include <array>
#include <optional>

#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/timeline/timeline.h"
#include "app/views/threads/threads_model.h"
#include "cct/query/sets/context_set.h"
#include "cct/table/context_spread.h"
#include "renderer/color/frame_groups.h"

namespace ringscope::threads {
namespace {

// Slices are made in blocks of this number, so that the window can move a little.
constexpr uint64_t kBlock = 64;
constexpr double kLeastSlicePx = 2, kMostSlicePx = 12;
// The wished samples of the busiest thread in a slice: with fewer, many slices would be empty.
constexpr double kSamplesASlice = 2;
constexpr double kLeastWindowNs = 100;
constexpr FrameId kFramesBetweenPolls = 1 << 14;
__extension__ using Wide = unsigned __int128;

// A value of a view: its profile's tree with times.
struct TimedTreeOfView {
  CctPtr tree;
};

// The smallest of 1, 2, 5, 10, ... that is not below it.
uint64_t RoundAbove(double least) {
  uint64_t power = 1;
  constexpr uint64_t kMost = 100'000'000'000'000'000;
  while (power < kMost && static_cast<double>(power) * 10 <= least) power *= 10;
  for (const uint64_t factor : {1u, 2u, 5u}) {
    if (static_cast<double>(power * factor) >= least) return power * factor;
  }
  return power * 10;
}

// The function that lights up. Threads do not: they have lanes.
FunctionId LitOf(const ViewState& view) {
  const std::optional<FrameId> frame = ChosenFrame(view);
  if (!frame || IsThread(view.tree().frames()[*frame].kind)) return kNoFunction;
  return view.functions().FunctionOf(*frame);
}

float LanesWidth(const AppState& state, const ViewState& view) {
  float width = 0;
  for (const PaneState& pane : state.panes) {
    if (pane.view == view.id) width = std::max(width, pane.width_px);
  }
  return std::max(width - NamesWidth(width, 1), 100.0f);
}

}  // namespace

Window WindowOf(const TimeRange& range, uint64_t span_ns) {
  Window window;
  window.from_ns = std::min(range.begin_ns, span_ns - 1);
  window.until_ns = std::max(std::min(range.end_ns, span_ns), window.from_ns + 1);
  return window;
}

TimeRange RangeOf(double from_ns, double until_ns, uint64_t span_ns) {
  const auto span = static_cast<double>(span_ns);
  const double least = std::min(kLeastWindowNs, span);
  double length = std::clamp(until_ns - from_ns, least, span);
  if (until_ns - from_ns < least) from_ns = (from_ns + until_ns - least) / 2;
  from_ns = std::clamp(from_ns, 0.0, span - length);
  TimeRange range;
  // Beyond 2^53 ns, which are 104 days, the last digits are lost.
  range.begin_ns = static_cast<uint64_t>(std::min(from_ns, 1.8e19));
  const double end = from_ns + length;
  if (end < span && end < 1.8e19) range.end_ns = std::max(static_cast<uint64_t>(end), range.begin_ns + 1);
  return range;
}

void ChooseSlices(const ThreadLanes& lanes, const TimeRange& range, float width_px, WantedSlices& wanted) {
  const Window window = WindowOf(range, lanes.span_ns);
  const double ns_per_px =
      static_cast<double>(window.length_ns()) / std::max(1.0, static_cast<double>(width_px));
  double wished = 0;
  if (!lanes.empty()) {
    const ThreadLane& busiest = lanes.lanes[lanes.busiest];
    wished = kSamplesASlice *
             static_cast<double>(busiest.last_ns - std::min(busiest.first_ns, busiest.last_ns)) /
             static_cast<double>(std::max<uint64_t>(busiest.samples, 1));
  }
  wanted.slice_ns = RoundAbove(std::clamp(wished, kLeastSlicePx * ns_per_px, kMostSlicePx * ns_per_px));
  const Wide block = static_cast<Wide>(wanted.slice_ns) * kBlock;
  const Wide begin = window.from_ns / block * block;
  const Wide end = std::min<Wide>((window.until_ns + block - 1) / block * block, lanes.span_ns);
  wanted.begin_ns = static_cast<uint64_t>(begin);
  wanted.slices = static_cast<uint32_t>((end - begin + wanted.slice_ns - 1) / wanted.slice_ns);
}

ColorMode GroupedMode(ColorMode mode) {
  constexpr std::array kGrouped{ColorMode::kModule, ColorMode::kPackage, ColorMode::kFile, ColorMode::kKind};
  return std::ranges::find(kGrouped, mode) != kGrouped.end() ? mode : ColorMode::kFunction;
}

Result<FoundLanes> FindLanes(const WantedLanes& wanted, JobControl& job) {
  FoundLanes found{.tree = wanted.tree, .functions = nullptr, .lanes = {}};
  RINGSCOPE_ASSIGN(found.lanes, FindThreadLanes(*wanted.tree, wanted.metric, &job, wanted.range.begin_ns,
                                                wanted.range.end_ns));
  if (job.cancelled()) return FailCancelled();
  found.functions = std::make_shared<const FunctionIndex>(wanted.tree->frames());
  // The dearest functions of the whole tree: the same colours for all ranges.
  RINGSCOPE_ASSIGN(found.dearest,
                   DearestFunctions(*wanted.tree, *found.functions, wanted.metric, kMostDistinct, &job));
  return found;
}

Result<FoundSlices> FindSlices(const WantedSlices& wanted, JobControl& job) {
  const Cct& tree = *wanted.lanes->tree;
  const FrameTable& frames = tree.frames();
  FoundSlices found{wanted, {}, {}};
  std::vector<uint32_t> group_of_frame;
  const auto is_cancelled = [&](FrameId frame) {
    return frame % kFramesBetweenPolls == 0 && job.cancelled();
  };
  if (wanted.by_state) {
    found.frame_of_group = wanted.lanes->lanes.states;
  } else if (wanted.mode == ColorMode::kFunction) {
    const FunctionIndex& functions = *wanted.lanes->functions;
    for (FrameId frame = 0; frame < frames.size(); ++frame) {
      if (is_cancelled(frame)) return FailCancelled();
      group_of_frame.push_back(functions.FunctionOf(frame));
    }
    for (FunctionId function = 0; function < functions.function_count(); ++function)
      found.frame_of_group.push_back(functions.FirstFrame(function));
  } else {
    FrameGroups groups(frames, wanted.mode);
    for (FrameId frame = 0; frame < frames.size(); ++frame) {
      if (is_cancelled(frame)) return FailCancelled();
      group_of_frame.push_back(groups.Of(frame));
      // Groups are numbered as they are met.
      if (group_of_frame.back() == found.frame_of_group.size()) found.frame_of_group.push_back(frame);
    }
  }
  std::vector<bool> lit;
  if (wanted.function != kNoFunction) {
    const FrameId known = wanted.known_in.functions->FirstFrame(wanted.function);
    RINGSCOPE_ASSIGN(lit, ContextsWithin(tree, wanted.known_in.tree->frames()[known], &job));
  }
  const SliceRequest request{wanted.begin_ns,
                             wanted.slice_ns,
                             wanted.slices,
                             wanted.own_rows,
                             group_of_frame,
                             wanted.by_state,
                             lit.empty() ? nullptr : &lit};
  RINGSCOPE_ASSIGN(found.slices, SliceThreads(tree, wanted.lanes->lanes, request, &job));
  return found;
}

std::optional<WantedLanes> WantedLanes::Of(const AppState& state, const ViewState& view) {
  CctPtr tree = TimedTree(state, view);
  if (&view.kind() != &Kind() || tree == nullptr) return std::nullopt;
  const MetricIndex metric = TimedMetric(*tree, view.metric);
  return WantedLanes{std::move(tree), metric};
}

std::optional<WantedSlices> WantedSlices::Of(const AppState& state, const ViewState& view) {
  const auto lanes = AnswerOf<WantedLanes>(state, view);
  if (!lanes || lanes->found == nullptr || lanes->found->lanes.empty()) return std::nullopt;
  const ThreadsPlace& place = PlaceOf(view);
  WantedSlices wanted;
  wanted.lanes = lanes->found;
  ChooseSlices(wanted.lanes->lanes, place.window, LanesWidth(state, view), wanted);
  wanted.mode = GroupedMode(view.color.mode);
  wanted.by_state = place.by_state && !wanted.lanes->lanes.states.empty();
  wanted.function = LitOf(view);
  if (wanted.function != kNoFunction) wanted.known_in = view.shown;
  return wanted;
}

namespace {

void Refresh(AppState& state, action::Effects& effects) {
  for (ViewState& view : state.views) view.slots.Get<TimedTreeOfView>().tree = TimedTree(state, view);
  RefreshAnswers<Kind, WantedLanes, FindLanes>(state, effects);
  RefreshAnswers<Kind, WantedSlices, FindSlices>(state, effects);
}

// The uppermost lane for a `wished` one: at the end of the list, the last lanes fill the active pane.
uint32_t FirstRowOf(const AppState& state, const ViewState& view, uint32_t wished) {
  const auto lanes = AnswerOf<WantedLanes>(state, view);
  const PaneState* pane = ActivePane(state);
  if (!lanes || lanes->found == nullptr || pane == nullptr) return wished;
  // Threads beyond kMostLanes share one more lane.
  const auto rows = static_cast<uint32_t>(std::min<size_t>(lanes->found->lanes.lanes.size(), kMostLanes + 1));
  const uint32_t shown = std::max(pane->kinds.Get<ThreadsPane>().shown, 1u);
  return std::min(wished, rows - std::min(rows, shown));
}

}  // namespace

// The view root stays, so nothing else follows.
void Do(AppState& state, ViewState& view, const LookAt& look, action::Effects&) {
  ViewPosition now = view.history.current();
  ThreadsPlace place = now.places.Get<ThreadsPlace>();
  place.window = look.window;
  const uint32_t first_row = FirstRowOf(state, view, look.first_row);
  // Two first rows beyond the end look the same: then the place keeps its own.
  if (first_row != FirstRowOf(state, view, place.first_row)) place.first_row = first_row;
  now.places.Set(place);
  view.history.PushTurn(now);
}

void Do(AppState& state, const LanesShown& lanes, action::Effects&) {
  if (lanes.pane < state.panes.size()) state.panes[lanes.pane].kinds.Set(ThreadsPane{lanes.shown});
}

namespace {

// The chosen range of time fills the view.
std::optional<Action> ToRange(const ViewState& view) {
  const std::optional<TimeRange> range = ChosenRange(view);
  if (!range) return std::nullopt;
  return LookAt{*range, PlaceOf(view).first_row};
}

constexpr std::string_view kGroup = "Chart";

constexpr std::array kCommands{
    Command{"chart.threads", kGroup, "Threads: what each thread did when, or back to the rings", "Shift+L",
            ToggleKind<Kind>},
    Command{"threads.fit", kGroup, "Threads: all of the time", "", InKind<Kind, LookAt>},
    Command{"threads.to-range", kGroup, "Threads: enlarge the chosen range of time", "",
            OfKind<Kind, ToRange>},
    Command{"threads.next-order", kGroup, "Threads: the busiest first, by name, by start", "",
            ChangePlace<Kind, ThreadsPlace, TakeNext<&ThreadsPlace::order, kThreadOrderWords>>},
};

// Moves to the sides by a tenth of the window, up and down by a lane.
void Walk(AppState& state, action::Walk to, action::Effects& effects) {
  const ViewState* view = ActiveOf<Kind>(state);
  const CctPtr tree = view == nullptr ? nullptr : TimedTree(state, *view);
  if (tree == nullptr) return;
  const ThreadsPlace& place = PlaceOf(*view);
  const auto lanes = AnswerOf<WantedLanes>(state, *view);
  if (!lanes || lanes->found == nullptr) return;
  LookAt look{place.window, FirstRowOf(state, *view, place.first_row)};
  const uint64_t span_ns = lanes->found->lanes.span_ns;
  const Window window = WindowOf(place.window, span_ns);
  const auto length = static_cast<double>(window.length_ns()), from = static_cast<double>(window.from_ns);
  const double step = length / 10;
  if (to == action::Walk::kBefore)
    look.window = RangeOf(std::max(0.0, from - step), std::max(0.0, from - step) + length, span_ns);
  if (to == action::Walk::kBehind) look.window = RangeOf(from + step, from + step + length, span_ns);
  if (to == action::Walk::kCaller) look.first_row -= look.first_row > 0 ? 1 : 0;
  if (to == action::Walk::kCallee) ++look.first_row;
  Do(state, look, effects);
}

// The form of a range of time as in steps; "all" for all of the time.
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

// The word of the colours of lanes: a mode without groups stands for functions, as in the window.
std::string ColorWord(std::string_view saved) {
  const auto mode = ValueOfWord(kColorWords, saved);
  return std::string(WordOf(kColorWords, GroupedMode(mode.value_or(ColorMode::kFunction))));
}

SavedCommand CommandOf(const SavedKind& saved) {
  const ThreadsPlace& place = saved.place.Get<ThreadsPlace>();
  SavedCommand command{.words = {"threads", "--order=" + std::string(WordOf(kThreadOrderWords, place.order))},
                       .color_word = ColorWord};
  if (place.by_state) command.words.emplace_back("--color=state");
  // Always written: else a step that chooses a range of time would narrow the lanes.
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

std::string_view Lacks(const ViewState& view) {
  const bool has_times = view.tree().has_times() || view.slots.Get<TimedTreeOfView>().tree != nullptr;
  return has_times ? "" : "The profile does not say when its samples were taken";
}

constexpr std::array kGestures{kMapGestures[0], kMapGestures[1],
                               Gesture{"Shift+drag", "Choose a range of time, as the middle button does"}};

}  // namespace

const ViewKind& Kind() {
  static constexpr ViewKind kKind{.name = "threads",
                                  .title = "Threads",
                                  .question = "What did each thread do, and when?",
                                  .commands = kCommands,
                                  .gestures = kGestures,
                                  .lacks = Lacks,
                                  .has_options = true,
                                  .has_time_axis = true,
                                  .refresh = Refresh,
                                  .fit = InKind<Kind, LookAt>,
                                  .walk = Walk,
                                  .menu = Menu,
                                  .saved_command = CommandOf,
                                  .saved = kSaved};
  return kKind;
}

}  // namespace ringscope::threads
