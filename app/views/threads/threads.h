#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/app_state.h"
#include "cct/base/text/enum_words.h"
#include "cct/table/thread_lanes.h"
#include "cct/transform/time_range.h"
#include "renderer/color/color_mode.h"

namespace ringscope::threads {

enum class ThreadOrder : uint8_t { kBusiest, kName, kStart };
inline constexpr auto kThreadOrderWords = WordsInOrder<ThreadOrder, 3>("busiest, name, start");

// How a place is drawn.
struct ThreadsPlace {
  ThreadOrder order = ThreadOrder::kBusiest;
  bool by_state = false;   // colours mean the states of threads, if the profile has a ring of states
  TimeRange window;        // the visible part of the time
  uint32_t first_row = 0;  // the uppermost visible lane, if not all have room
  friend bool operator==(const ThreadsPlace&, const ThreadsPlace&) = default;
};

// The busiest threads, at most this many, have lanes of their own; the others share a lane.
inline constexpr uint32_t kMostLanes = 256;

struct FoundLanes;
struct FoundSlices;

// Asks for the threads of a profile.
struct WantedLanes {
  CctPtr tree;             // as recorded: other trees have no times
  MetricIndex metric = 0;  // a metric that samples measure
  TimeRange range{};       // only samples in this range count
  friend bool operator==(const WantedLanes&, const WantedLanes&) = default;

  using Found = FoundLanes;
  static constexpr std::string_view kLabel = "Looking for threads";
  // std::nullopt for a profile without times.
  static std::optional<WantedLanes> Of(const AppState& state, const ViewState& view);
};
struct FoundLanes {
  CctPtr tree;
  FunctionIndexPtr functions;  // of the tree
  ThreadLanes lanes;
  std::vector<FunctionId> dearest =
      {};  // those of the whole tree that cost the most themselves, the dearest first
};
// The number of functions with colours that differ at a glance.
inline constexpr size_t kMostDistinct = 12;

// Asks for the work of the threads in slices of time.
struct WantedSlices {
  std::shared_ptr<const FoundLanes> lanes;
  uint64_t begin_ns = 0, slice_ns = 1;
  uint32_t slices = 0, own_rows = kMostLanes;
  ColorMode mode = ColorMode::kFunction;  // a mode with groups: these count together
  bool by_state = false;
  // The lit part: in and below the contexts of a function of `known_in`, another tree of the profile.
  LoadedTree known_in;
  FunctionId function = kNoFunction;
  friend bool operator==(const WantedSlices&, const WantedSlices&) = default;

  using Found = FoundSlices;
  static constexpr std::string_view kLabel = "Adding up what threads did";
  // std::nullopt until the lanes are found.
  static std::optional<WantedSlices> Of(const AppState& state, const ViewState& view);
};
struct FoundSlices {
  WantedSlices wanted;
  ThreadSlices slices;
  std::vector<FrameId> frame_of_group;  // a frame for each group
};

// The room of a pane in its last layout.
struct ThreadsPane {
  uint32_t shown = 0;  // lanes; 0: before the first layout
  friend bool operator==(const ThreadsPane&, const ThreadsPane&) = default;
};

[[nodiscard]] inline const ThreadsPlace& PlaceOf(const ViewState& view) {
  return view.history.current().places.Get<ThreadsPlace>();
}

// The part of a window inside the profile's time, at least a nanosecond long.
struct Window {
  uint64_t from_ns = 0, until_ns = 1;
  [[nodiscard]] uint64_t length_ns() const { return until_ns - from_ns; }
};
[[nodiscard]] Window WindowOf(const TimeRange& range, uint64_t span_ns);
// The range of a window; open at an end of the profile, and not shorter than the shortest window.
[[nodiscard]] TimeRange RangeOf(double from_ns, double until_ns, uint64_t span_ns);

// Sets slices at round times, so wide that most have some samples of the busiest thread. They reach beyond
// the window, so that they stay while it moves a little.
void ChooseSlices(const ThreadLanes& lanes, const TimeRange& window, float width_px, WantedSlices& wanted);

// The mode whose groups count together in a colour mode; kFunction for a mode without groups.
[[nodiscard]] ColorMode GroupedMode(ColorMode mode);

// Run on a job thread. Errors: those of cct/table/thread_lanes.h.
[[nodiscard]] Result<FoundLanes> FindLanes(const WantedLanes& wanted, JobControl& job);
[[nodiscard]] Result<FoundSlices> FindSlices(const WantedSlices& wanted, JobControl& job);

// Actions on the active view.

using DrawThreads = SetPlace<ThreadsPlace>;
// Shows a window and lanes. Consecutive turns of a wheel and moves are one step of the history; a look
// without a change is no step.
struct LookAt {
  TimeRange window;
  uint32_t first_row = 0;
};
// Says how many lanes a pane has room for.
struct LanesShown {
  size_t pane = 0;
  uint32_t shown = 0;
};

void Do(AppState& state, ViewState& view, const LookAt& look, action::Effects& effects);
void Do(AppState& state, const LanesShown& lanes, action::Effects& effects);

// The kind that shows when each thread of a profile with times did what: a lane for each thread.
[[nodiscard]] const ViewKind& Kind();

}  // namespace ringscope::threads
