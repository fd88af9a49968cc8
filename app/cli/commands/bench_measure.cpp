#include "app/cli/commands/bench_measure.h"

#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <random>
#include <utility>

#include "cct/file/cct_file.h"
#include "cct/query/sets/search.h"
#include "cct/query/sets/select.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"

namespace ringscope {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t kWarmUpFrames = 3;

double MillisecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// The processor time of all threads of this process.
double ProcessorMilliseconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto milliseconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) * 1e-3;
  };
  return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
}

// A sum in /proc/self/smaps_rollup in bytes; 0 if the system has no such file.
uint64_t MemoryField(const std::string& field) {
  std::ifstream rollup("/proc/self/smaps_rollup");
  std::string name;
  for (std::string line; std::getline(rollup, line);) {
    if (line.rfind(field + ":", 0) == 0)
      return std::strtoull(line.c_str() + field.size() + 1, nullptr, 10) * 1024;
  }
  return 0;
}

ChartRequest RequestOf(const CctPtr& tree, const ViewSpec& view) {
  return {.tree = tree, .view = view, .labels = ScreenLabels(1)};
}

}  // namespace

Timing Summarize(std::vector<double> times_ms) {
  std::sort(times_ms.begin(), times_ms.end());
  const auto at = [&](double share) {
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(times_ms.size())));
    return times_ms[std::clamp<size_t>(rank, 1, times_ms.size()) - 1];
  };
  return {at(0.5), at(0.99)};
}

std::array<double, 3> LoadAverages() {
  std::array<double, 3> load{};
  if (getloadavg(load.data(), 3) != 3) load = {};
  return load;
}

Result<BenchStage> BenchStage::Create(uint32_t width_px, uint32_t height_px, bool labels) {
  BenchStage stage;
  RINGSCOPE_ASSIGN(OffscreenContext context, OffscreenContext::Create());
  stage.context_ = std::make_unique<OffscreenContext>(std::move(context));
  RINGSCOPE_ASSIGN(OffscreenTarget target, OffscreenTarget::Create(width_px, height_px));
  stage.target_ = std::make_unique<OffscreenTarget>(std::move(target));
  if (labels)
    if (auto font = FontFace::LoadDefault()) stage.font_ = *font;
  ChartRendererOptions options;
  options.font = stage.font_;
  RINGSCOPE_ASSIGN(ChartRenderer renderer, ChartRenderer::Create(options));
  stage.renderer_ = std::make_unique<ChartRenderer>(std::move(renderer));
  // Drivers compile shaders when they are first used; a viewer has drawn its window before it opens a file.
  stage.renderer_->Draw(stage.target_->whole(), {});
  FinishDrawing();
  return stage;
}

ChartContent BenchStage::NewContent() const {
  return ChartContent(font_ != nullptr ? FontFace::Measurer(font_) : MeasureText());
}

void BenchStage::Draw(const ChartContent& content) {
  renderer_->SetBatch(content.batch());
  renderer_->SetPaint(content.paint());
  renderer_->SetLabels(content.labels(), Theme::kDark);
  renderer_->Draw(target_->whole(), {});
  FinishDrawing();
}

Result<OpenTiming> BenchStage::TimeOpen(const std::string& path, ViewSpec spec) {
  OpenTiming timing;
  const uint64_t before = MemoryField("Private_Dirty");
  const auto begin = Clock::now();
  RINGSCOPE_ASSIGN(const CctPtr tree, OpenCctFile(path));
  spec.root = {tree->NaturalViewRoot(), {}};
  ChartContent content = NewContent();
  content.Update(RequestOf(tree, spec));
  Draw(content);
  timing.milliseconds = MillisecondsSince(begin);
  timing.private_bytes = MemoryField("Private_Dirty");
  timing.added_bytes = timing.private_bytes - std::min(before, timing.private_bytes);
  timing.resident_bytes = MemoryField("Rss");
  return timing;
}

FrameRow BenchStage::TimeFrames(const CctPtr& tree, const ViewSpec& spec, uint32_t frames) {
  FrameRow row;
  std::vector<double> layout_ms;
  std::vector<double> draw_ms;
  std::vector<double> frame_ms;
  const ChartRequest request = RequestOf(tree, spec);
  ChartContent content = NewContent();
  double cpu_begin = 0;
  for (uint32_t frame = 0; frame < frames + kWarmUpFrames; ++frame) {
    if (frame == kWarmUpFrames) cpu_begin = ProcessorMilliseconds();
    const auto begin = Clock::now();
    content.LayOut(request);
    const double layout = MillisecondsSince(begin);
    content.Update(request);
    Draw(content);
    const double whole = MillisecondsSince(begin);
    if (frame < kWarmUpFrames) continue;
    layout_ms.push_back(layout);
    draw_ms.push_back(whole - layout);
    frame_ms.push_back(whole);
  }
  row.cpu_ms = (ProcessorMilliseconds() - cpu_begin) / frames;
  row.depth = spec.depth_limit;
  row.segments = content.batch().context_piece_count;
  row.rest = content.batch().rest_piece_count;
  row.layers = content.batch().layer_count();
  row.layout = Summarize(std::move(layout_ms));
  row.draw = Summarize(std::move(draw_ms));
  row.frame = Summarize(std::move(frame_ms));
  return row;
}

Timing BenchStage::TimeHover(const Cct& tree, const ViewSpec& spec, uint32_t points) {
  const ArcBatch batch = LayoutView(tree, spec);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<float> offset_x(-spec.width_px / 2, spec.width_px / 2);
  std::uniform_real_distribution<float> offset_y(-spec.height_px / 2, spec.height_px / 2);
  std::vector<double> times_ms;
  for (uint32_t k = 0; k < points; ++k) {
    const ChartPoint point{offset_x(random), offset_y(random)};
    const auto begin = Clock::now();
    const auto pick = PickContext(tree, batch, PlaceFromChart(batch.spec, point));
    const double time = MillisecondsSince(begin);
    if (pick) times_ms.push_back(time);  // a point outside of all segments is no work
  }
  if (times_ms.empty()) times_ms.push_back(0);
  return Summarize(std::move(times_ms));
}

Result<SearchTiming> BenchStage::TimeSearch(const CctPtr& tree, const ViewSpec& spec, const std::string& word,
                                            uint32_t repetitions) {
  SearchTiming timing;
  Query query;
  query.nodes.push_back({.op = QueryOp::kText, .text = word});
  ChartRequest request = RequestOf(tree, spec);
  ChartContent content = NewContent();
  content.Update(request);
  Draw(content);
  const FunctionIndex functions(tree->frames());
  std::vector<double> lit_ms;
  std::vector<double> count_ms;
  for (uint32_t k = 0; k < repetitions; ++k) {
    const auto begin = Clock::now();
    auto outcome = std::make_shared<SearchOutcome>();
    outcome->tree = tree;
    RINGSCOPE_ASSIGN(outcome->frames, MatchFrames(tree->frames(), functions, query));
    request.outcome = outcome;
    content.Update(request);
    renderer_->SetPaint(content.paint());
    renderer_->SetLabels(content.labels(), Theme::kDark);
    renderer_->Draw(target_->whole(), {});
    FinishDrawing();
    lit_ms.push_back(MillisecondsSince(begin));

    const auto count_begin = Clock::now();
    const ContextId root = spec.root.context;
    if (const auto totals = CountMatches(*tree, functions, *outcome->frames, {root, root + 1}, spec.metric))
      timing.contexts = totals->contexts;
    count_ms.push_back(MillisecondsSince(count_begin));
  }
  timing.lit = Summarize(std::move(lit_ms));
  timing.count = Summarize(std::move(count_ms));
  return timing;
}

std::vector<uint32_t> ParseDepths(const std::string& text) {
  constexpr size_t kMostDepths = 100'000;
  std::vector<uint32_t> depths;
  bool continues = false;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const std::string_view item = std::string_view(text).substr(at, comma - at);
    at = comma + 1;
    if (item == "...") {
      if (continues || depths.size() < 2) return {};
      continues = true;
      continue;
    }
    uint32_t depth = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), depth);
    if (error != std::errc{} || end != item.data() + item.size() || depth == 0) return {};
    if (continues) {
      const uint32_t last = depths.back();
      const uint32_t before = depths[depths.size() - 2];
      if (last <= before || depth < last) return {};
      const uint32_t step = last - before;
      for (uint64_t k = uint64_t{last} + step; k < depth && depths.size() < kMostDepths; k += step)
        depths.push_back(static_cast<uint32_t>(k));
      continues = false;
    }
    depths.push_back(depth);
  }
  if (continues) return {};
  return depths;
}

}  // namespace ringscope
