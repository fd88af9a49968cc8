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
#include "renderer/plot/plot_layout.h"

namespace ringscope::threads {

// The colours of groups of frames, as in the rings of the same tree. Not thread-safe.
class ThreadColors {
 public:
  // Takes about a millisecond.
  ThreadColors(CctPtr tree, ColorMode mode, Theme theme);
  // The colour and the name of the group that a frame stands for.
  [[nodiscard]] Color Of(FrameId frame);
  [[nodiscard]] std::string NameOf(FrameId frame);
  // The colour of one of the kMostDistinct dearest functions, and the fainter one of any other function.
  [[nodiscard]] static Color OfDear(size_t number, Theme theme);
  [[nodiscard]] Color OfOther(FrameId frame);
  // The colour of a state of threads by its name; `number`: among all states.
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
  uint32_t row = 0;               // in the slices
  uint64_t threads = 1;           // more than one share a lane
  uint64_t value = 0, samples = 0, first_ns = 0, last_ns = 0;
  double full = 1;         // the value of a slice as high as the lane
  CommandSubject subject;  // a click selects this in the view's tree; may be empty
  friend bool operator==(const LaneRow&, const LaneRow&) = default;
};
struct LegendName {
  std::string name;
  Color color;
  friend bool operator==(const LegendName&, const LegendName&) = default;
};

struct ThreadsModel {
  std::string missing;  // why there is nothing to show; else empty
  std::shared_ptr<const FoundLanes> lanes;
  std::shared_ptr<const FoundSlices> slices;  // of the window; until they are found, of the last one
  Metric metric;
  ThreadsPlace place;
  Window window;
  std::optional<TimeRange> chosen;  // of the view's tree
  std::string title, about;
  std::string notes;          // the end of `about`, the same for all windows
  std::vector<LaneRow> rows;  // in drawing order
  std::optional<size_t> chosen_row;
  std::vector<Color> colors;       // by group; only of groups that are on top in some slice
  std::vector<std::string> names;  // likewise
  std::vector<LegendName> legend;  // of the visible slices; the group most often on top first
  size_t seen_names = 0;           // the number of such groups; the legend has the first of them
  std::string lit_name;            // of the function whose share is lit; empty: none
  bool has_states = false;
  Theme theme = Theme::kDark;
};

// The model for the window and for the command line. O(slices * lanes).
[[nodiscard]] ThreadsModel ThreadsModelOf(std::shared_ptr<const FoundLanes> found,
                                          std::shared_ptr<const FoundSlices> slices,
                                          const ThreadsPlace& place, ThreadColors& colors);

// The model of a view. `before`: the last slices, shown until there are new ones.
[[nodiscard]] ThreadsModel BuildThreadsModel(const AppState& state, const ViewState& view,
                                             std::shared_ptr<const FoundSlices> before, ThreadColors& colors);
// Why a view shows nothing; empty if it shows something.
[[nodiscard]] std::string MissingText(const AppState& state, const ViewState& view);

// The slices that overlap the window; all slices if none does, because they were made for another window.
struct SeenSlices {
  uint32_t begin = 0, end = 0;
};
[[nodiscard]] SeenSlices SeenSlicesOf(const ThreadSlices& slices, const Window& window);

// Changes the visible part of the time (O(slices * lanes)) or the visible lanes.
void ShowPlace(const ThreadsPlace& place, ThreadsModel& model);
// Marks the view's choices: the range of time, and the thread. O(lanes).
void ShowChoices(const ViewState& view, ThreadsModel& model);

// An exact time: "1.25 s".
[[nodiscard]] std::string TimeText(uint64_t time_ns);
// "; 3 more threads without samples of it"; empty if all have samples.
[[nodiscard]] std::string WithoutSamplesText(const ThreadLanes& lanes);

// The text beside the pointer. `slice` is one of model.slices.
[[nodiscard]] std::vector<std::string> SliceLines(const ThreadsModel& model, const LaneRow& row,
                                                  uint32_t slice);
[[nodiscard]] std::vector<std::string> LaneLines(const ThreadsModel& model, const LaneRow& row);
// The frame of the group on top; std::nullopt if the thread has no samples in the slice.
[[nodiscard]] std::optional<FrameId> TopOf(const ThreadsModel& model, const LaneRow& row, uint32_t slice);

// The part of a width for the names of lanes.
[[nodiscard]] float NamesWidth(float width_px, float scale);

// The layout of lanes in an area.
struct LaidThreads {
  PixelBox names, lanes, axis;  // the visible parts
  float lane_px = 0;            // the height of a lane
  size_t first_row = 0, shown = 0;
  Window window;
  [[nodiscard]] double TimeAt(float x_px) const;
  [[nodiscard]] float XOf(double time_ns) const;
  // The row of the model at a height; std::nullopt above and below the lanes.
  [[nodiscard]] std::optional<size_t> RowAt(float y_px) const;
  [[nodiscard]] float TopOf(size_t row) const {
    return lanes.top_px + static_cast<float>(row - first_row) * lane_px;
  }
};

// How many lanes fit below each other without scrolling.
[[nodiscard]] uint32_t MostLanesIn(float height_px, float scale);

// Adds the model to a batch whose unit is a pixel: title, legend, times, and the lanes below each other, as
// high as there is room; if not all have room, the lanes from ThreadsPlace::first_row on. Adds nothing if
// `missing` is set. O(visible slices).
[[nodiscard]] LaidThreads LayOutThreads(const ThreadsModel& model, const PixelBox& area, const PlotLook& look,
                                        ShapeBatch& batch);

// The slice at a time; std::nullopt outside the slices.
[[nodiscard]] std::optional<uint32_t> SliceAt(const ThreadsModel& model, double time_ns);

// The model as comma-separated values: a line for each slice of the window in which a thread has samples.
[[nodiscard]] std::string ThreadsCsv(const ThreadsModel& model);

}  // namespace ringscope::threads
