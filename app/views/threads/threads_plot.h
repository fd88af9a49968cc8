#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/views/threads/threads_model.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::threads {

// The part of a width for the names of lanes.
[[nodiscard]] float NamesWidth(float width_px, float scale);

// Where lanes lie in an area.
struct LaidThreads {
  PixelBox names, lanes, axis;  // the visible parts
  float lane_px = 0;            // the height of a lane
  size_t first_row = 0, shown = 0;
  Window window;
  [[nodiscard]] double TimeAt(float x_px) const;
  [[nodiscard]] float XOf(double time_ns) const;
  // The row of the model at a height; nothing beside the lanes.
  [[nodiscard]] std::optional<size_t> RowAt(float y_px) const;
  [[nodiscard]] float TopOf(size_t row) const {
    return lanes.top_px + static_cast<float>(row - first_row) * lane_px;
  }
};

// How many lanes fit below each other without scrolling.
[[nodiscard]] uint32_t MostLanesIn(float height_px, float scale);

// Adds the model to a batch whose unit is a pixel: title, legend, times, and the lanes below each other, as
// high as there is room; if not all have room, the lanes from ThreadsPlace::first_row on. Adds nothing if the
// model misses something. O(visible slices).
[[nodiscard]] LaidThreads LayOutThreads(const ThreadsModel& model, const PixelBox& area, const PlotLook& look,
                                        ShapeBatch& batch);

// The slice at a time; nothing outside the slices.
[[nodiscard]] std::optional<uint32_t> SliceAt(const ThreadsModel& model, double time_ns);

// The model as comma-separated values: a line for each slice of the window in which a thread has samples.
[[nodiscard]] std::string ThreadsCsv(const ThreadsModel& model);

}  // namespace ringscope::threads
