#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/charts/chart_content.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"
#include "renderer/gl/chart_renderer.h"
#include "renderer/gl/font_face.h"
#include "renderer/gl/offscreen.h"
#include "renderer/layout/view.h"

namespace ringscope {

// Repeated measurements of one thing, summarized in milliseconds.
struct Timing {
  double median_ms = 0;
  double p99_ms = 0;
};
// `times_ms` must not be empty.
[[nodiscard]] Timing Summarize(std::vector<double> times_ms);

// The frames of one view at one depth.
struct FrameRow {
  uint32_t depth = 0;
  uint32_t segments = 0;
  uint32_t rest = 0;
  uint32_t layers = 0;
  Timing layout, draw, frame;
  double cpu_ms =
      0;  // processor time of all threads per frame: what a frame costs however busy the machine is
};

struct OpenTiming {
  double milliseconds = 0;
  uint64_t private_bytes = 0;   // dirty pages of the process that belong to no file
  uint64_t added_bytes = 0;     // the part of private_bytes that opening added
  uint64_t resident_bytes = 0;  // with the pages of mapped files
};

struct SearchTiming {
  Timing lit;    // from the query to the drawn picture
  Timing count;  // then counting contexts and sums
  uint64_t contexts = 0;
};

// An offscreen context with everything that a viewer has before it opens a file.
class BenchStage {
 public:
  // Errors: those of the OpenGL context.
  [[nodiscard]] static Result<BenchStage> Create(uint32_t width_px, uint32_t height_px, bool labels);

  // Times opening a .cct file up to the first finished picture of its natural view.
  [[nodiscard]] Result<OpenTiming> TimeOpen(const std::string& path, ViewSpec spec);
  // Times `frames` frames, after a few that do not count: everything that the window does for a frame with
  // another layout (layout, paint, labels, legend, upload, drawing) and waiting for the end.
  [[nodiscard]] FrameRow TimeFrames(const CctPtr& tree, const ViewSpec& spec, uint32_t frames);
  // Times finding the context at random points of the chart.
  [[nodiscard]] static Timing TimeHover(const Cct& tree, const ViewSpec& spec, uint32_t points);
  // Times a search of a part of names. Errors: those of MatchFrames().
  [[nodiscard]] Result<SearchTiming> TimeSearch(const CctPtr& tree, const ViewSpec& spec,
                                                const std::string& word, uint32_t repetitions);

  [[nodiscard]] const GlInfo& gl_info() const { return context_->info(); }

 private:
  BenchStage() = default;
  [[nodiscard]] ChartContent NewContent() const;
  void Draw(const ChartContent& content);

  std::unique_ptr<OffscreenContext> context_;
  std::unique_ptr<OffscreenTarget> target_;
  std::unique_ptr<ChartRenderer> renderer_;
  std::shared_ptr<const FontFace> font_;
};

// "2,5,10,...,30" -> 2 5 10 15 20 25 30: "..." repeats the last step. Empty: the text is no list of depths.
[[nodiscard]] std::vector<uint32_t> ParseDepths(const std::string& text);

// The load averages of 1, 5 and 15 minutes.
[[nodiscard]] std::array<double, 3> LoadAverages();

}  // namespace ringscope
