#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/views/threads/threads_model.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::threads {

// How much of a width the names of lanes take.
[[nodiscard]] float NamesWidth(float width_px, float scale);

// Where lanes lie in an area.
struct LaidThreads {
  PixelBox names, lanes, axis;  // what is seen of all
  float lane_px = 0;            // the height of each
  size_t first_row = 0, shown = 0;
  Window window;
  [[nodiscard]] double TimeAt(float x_px) const;
  [[nodiscard]] float XOf(double time_ns) const;
  // A row of the model; nothing where there is none.
  [[nodiscard]] std::optional<size_t> RowAt(float y_px) const;
  [[nodiscard]] float TopOf(size_t row) const {
    return lanes.top_px + static_cast<float>(row - first_row) * lane_px;
  }
};

// So many lanes fit below each other without scrolling.
[[nodiscard]] uint32_t MostLanesIn(float height_px, float scale);

// Adds them to a batch whose unit is a pixel: what they are, a legend, the times, and a lane below the other,
// as high as there is room, those from ThreadsPlace::first_row on where there is none. Nothing of a model
// that misses something. O(slices that are seen).
[[nodiscard]] LaidThreads LayOutThreads(const ThreadsModel& model, const PixelBox& area, const PlotLook& look,
                                        ShapeBatch& batch);

// The slice at a time; nothing where there is none.
[[nodiscard]] std::optional<uint32_t> SliceAt(const ThreadsModel& model, double time_ns);

// What is shown as comma-separated values: a line for each slice of the window with samples of a thread.
[[nodiscard]] std::string ThreadsCsv(const ThreadsModel& model);

}  // namespace ringscope::threads
