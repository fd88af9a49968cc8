#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/state/app_state.h"
#include "cct/base/text/enum_words.h"
#include "cct/table/thread_lanes.h"
#include "cct/transform/time_range.h"
#include "renderer/color/color_mode.h"

namespace ringscope::threads {

enum class ThreadOrder : uint8_t { kBusiest, kName, kStart };
inline constexpr EnumWords<ThreadOrder, 3> kThreadOrderWords{
    {{"busiest", ThreadOrder::kBusiest}, {"name", ThreadOrder::kName}, {"start", ThreadOrder::kStart}}};

// How a place is drawn.
struct ThreadsPlace {
  ThreadOrder order = ThreadOrder::kBusiest;
  bool by_state = false;   // colours tell the states of threads, where the profile has them as a ring
  TimeRange window;        // the part of the time that is seen
  uint32_t first_row = 0;  // the uppermost lane, where not all have room
  friend bool operator==(const ThreadsPlace&, const ThreadsPlace&) = default;
};

// So many threads, the busiest, have lanes of their own; the others share one.
inline constexpr uint32_t kMostLanes = 256;

// The threads of a profile.
struct WantedLanes {
  CctPtr tree;             // as it was recorded: others have no times
  MetricIndex metric = 0;  // one that samples measure
  TimeRange range{};       // of which samples count
  friend bool operator==(const WantedLanes&, const WantedLanes&) = default;
};
struct FoundLanes {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ThreadLanes lanes;
};

// What they did in slices of time.
struct WantedSlices {
  std::shared_ptr<const FoundLanes> lanes;
  uint64_t begin_ns = 0, slice_ns = 1;
  uint32_t slices = 0, own_rows = kMostLanes;
  ColorMode mode = ColorMode::kFunction;  // one with groups: what counts together
  bool by_state = false;
  // What is lit: in and below the contexts of a function, as another tree of the profile knows it.
  LoadedTree known_in;
  FunctionId function = kNoFunction;
  friend bool operator==(const WantedSlices& a, const WantedSlices& b) {
    return a.lanes == b.lanes && a.begin_ns == b.begin_ns && a.slice_ns == b.slice_ns &&
           a.slices == b.slices && a.own_rows == b.own_rows && a.mode == b.mode && a.by_state == b.by_state &&
           a.known_in.tree == b.known_in.tree && a.function == b.function;
  }
};
struct FoundSlices {
  WantedSlices wanted;
  ThreadSlices slices;
  std::vector<FrameId> frame_of_group;  // one that stands for it
};
using LanesAnswer = KindAnswer<WantedLanes, FoundLanes>;
using SlicesAnswer = KindAnswer<WantedSlices, FoundSlices>;
using AllLanes = KindAnswers<WantedLanes, FoundLanes>;
using AllSlices = KindAnswers<WantedSlices, FoundSlices>;

// What a pane has room for, as it was laid out last.
struct ThreadsPane {
  uint32_t shown = 0;  // lanes; 0: it was not yet
  friend bool operator==(const ThreadsPane&, const ThreadsPane&) = default;
};
// The uppermost lane of the active pane if this one was wished for: the last ones leave no room empty.
[[nodiscard]] uint32_t FirstRowOf(const AppState& state, const ViewState& view, uint32_t wished);

[[nodiscard]] inline const ThreadsPlace& PlaceOf(const ViewState& view) {
  return view.history.current().places.Get<ThreadsPlace>();
}
// The tree of the view's profile that has times; null where it has none.
[[nodiscard]] CctPtr TimedTree(const AppState& state, const ViewState& view);
[[nodiscard]] bool HasTimes(const ViewState& view);

// The part of a window that exists, at least a nanosecond long.
struct Window {
  uint64_t from_ns = 0, until_ns = 1;
  [[nodiscard]] uint64_t length_ns() const { return until_ns - from_ns; }
};
[[nodiscard]] Window WindowOf(const TimeRange& range, uint64_t span_ns);
// The range of a window; open where it reaches an end. It becomes at least as long as can be told apart.
[[nodiscard]] TimeRange RangeOf(double from_ns, double until_ns, uint64_t span_ns);

// Slices at round times that are as wide on so many pixels as most have some samples of the busiest thread;
// more than are seen, so that they stay while a window moves a little.
void ChooseSlices(const ThreadLanes& lanes, const TimeRange& window, float width_px, WantedSlices& wanted);

// What counts together in a colour mode; that of functions where the mode has no groups.
[[nodiscard]] ColorMode GroupedMode(ColorMode mode);

// On a job thread. Errors: those of cct/table/thread_lanes.h.
[[nodiscard]] Result<FoundLanes> FindLanes(const WantedLanes& wanted, JobControl& job);
[[nodiscard]] Result<FoundSlices> FindSlices(const WantedSlices& wanted, JobControl& job);

// Null where none was asked for.
[[nodiscard]] const LanesAnswer* LanesOf(const AppState& state, const ViewState& view);
[[nodiscard]] const SlicesAnswer* SlicesOf(const AppState& state, const ViewState& view);

void Refresh(AppState& state, action::Effects& effects);

}  // namespace ringscope::threads

// Of the active view.
namespace ringscope::threads {

struct DrawThreads {
  ThreadsPlace place;
};
// Turns of a wheel and moves that follow each other are one step of the history. What shows nothing else is
// none.
struct LookAt {
  TimeRange window;
  uint32_t first_row = 0;
};
// A pane has room for so many lanes.
struct LanesShown {
  size_t pane = 0;
  uint32_t shown = 0;
};

void Do(AppState& state, const DrawThreads& draw, action::Effects& effects);
void Do(AppState& state, const LookAt& look, action::Effects& effects);
void Do(AppState& state, const LanesShown& lanes, action::Effects& effects);

}  // namespace ringscope::threads

namespace ringscope {
struct ViewKind;
}  // namespace ringscope

namespace ringscope::threads {

// What each thread of a profile with times did when: a lane a thread.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::threads
