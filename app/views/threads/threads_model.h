#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/view/steps/context_steps.h"
#include "app/views/threads/threads.h"
#include "cct/tree/metric.h"
#include "renderer/color/chart_colors.h"
#include "renderer/color/group_tones.h"

namespace ringscope::threads {

// What groups of frames are drawn in, as in the rings of the same tree. Not thread-safe.
class ThreadColors {
 public:
  // About a millisecond.
  ThreadColors(CctPtr tree, ColorMode mode, Theme theme);
  // Of a frame that stands for its group.
  [[nodiscard]] Color Of(FrameId frame);
  [[nodiscard]] std::string NameOf(FrameId frame);
  // Of a state of threads, which is called so; `number`: of all.
  [[nodiscard]] static Color OfState(std::string_view name, size_t number, Theme theme);

  [[nodiscard]] bool AreOf(const CctPtr& tree, ColorMode mode, Theme theme) const {
    return tree == tree_ && mode == mode_ && theme == theme_;
  }
  [[nodiscard]] Theme theme() const { return theme_; }

 private:
  CctPtr tree_;
  ColorMode mode_;
  Theme theme_;
  ChartColors colors_;
  GroupTones tones_;
};

// A lane.
struct LaneRow {
  std::string name, cost, share;  // "1.20 s, 30 %" and "30 %"
  uint32_t row = 0;               // of the slices
  uint64_t threads = 1;           // more than one: of those that have no lane of their own
  uint64_t value = 0, samples = 0, first_ns = 0, last_ns = 0;
  double full = 1;         // the value of a slice that is as high as the lane
  CommandSubject subject;  // what a click selects in the view's tree; may be empty
  friend bool operator==(const LaneRow&, const LaneRow&) = default;
};
struct LegendName {
  std::string name;
  Color color;
  friend bool operator==(const LegendName&, const LegendName&) = default;
};

struct ThreadsModel {
  std::string missing;  // in place of all: why there is nothing
  std::shared_ptr<const FoundLanes> lanes;
  std::shared_ptr<const FoundSlices> slices;  // of the window, or of the one before until that is there
  Metric metric;
  ThreadsPlace place;
  Window window;
  std::optional<TimeRange> chosen;  // that the view's tree is of
  std::string title, about;
  std::string notes;          // the end of `about`, which is of any window
  std::vector<LaneRow> rows;  // in the order in which they are drawn
  std::optional<size_t> chosen_row;
  std::vector<Color> colors;       // by group; of those on top in some slice
  std::vector<std::string> names;  // likewise
  std::vector<LegendName> legend;  // of the slices that are seen; those on top the most first
  size_t seen_names = 0;           // on top in those; the legend has the first of them
  std::string lit_name;            // of the function whose share is lit; empty: none
  bool has_states = false;
  Theme theme = Theme::kDark;
};

// What is shown, of the window as of the command line.
struct ThreadsSubject {
  std::shared_ptr<const FoundLanes> lanes;
  std::shared_ptr<const FoundSlices> slices;
  ThreadsPlace place;
};
// O(slices * lanes).
[[nodiscard]] ThreadsModel ThreadsModelOf(const ThreadsSubject& subject, ThreadColors& colors);

// What a view shows. `before`: what it showed, until there is something else.
[[nodiscard]] ThreadsModel BuildThreadsModel(const AppState& state, const ViewState& view,
                                             std::shared_ptr<const FoundSlices> before, ThreadColors& colors);
// Why a view shows nothing; empty: it does.
[[nodiscard]] std::string MissingText(const AppState& state, const ViewState& view);

// Slices of which a part lies in the window; of those of another one, of which none does, all.
struct SeenSlices {
  uint32_t begin = 0, end = 0;
};
[[nodiscard]] SeenSlices SeenSlicesOf(const ThreadSlices& slices, const Window& window);

// Another part of the time, or other lanes, are seen. O(slices * lanes) where the time is another one.
void ShowPlace(const ThreadsPlace& place, ThreadsModel& model);
// The view's choices: the range of time, and the thread. O(lanes).
void ShowChoices(const AppState& state, const ViewState& view, ThreadsModel& model);

// "worker (tid 12) - Firefox (pid 3)"; "(no thread)".
[[nodiscard]] std::string LaneName(const Cct& tree, const ThreadLane& lane);

// "1.25 s": exact.
[[nodiscard]] std::string TimeText(uint64_t time_ns);
// "; 3 more threads without samples of it"; empty without any.
[[nodiscard]] std::string WithoutSamplesText(const ThreadLanes& lanes);

// What stands beside the pointer. `slice` is one of model.slices.
[[nodiscard]] std::vector<std::string> SliceLines(const ThreadsModel& model, const LaneRow& row,
                                                  uint32_t slice);
[[nodiscard]] std::vector<std::string> LaneLines(const ThreadsModel& model, const LaneRow& row);
// The frame that stands for what was on top; nothing where nothing ran.
[[nodiscard]] std::optional<FrameId> TopOf(const ThreadsModel& model, const LaneRow& row, uint32_t slice);

}  // namespace ringscope::threads
