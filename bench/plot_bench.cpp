// plot_bench [--rounds 15] [--only layouts|frames|fits|lines]
//
// Times the layout of plots at 1440x900, of whole frames of them drawn by OpenGL and waited for, of curves
// fitted to 10 million points, and of the shapes that a frame draws of them: the least and the
// median of some rounds in milliseconds of wall time, and the least in processor time, which says more while
// other programs run. "first" is without an index of the points, as when they are new; the others are what
// pan and wheel do. Points lie on a curve with noise, so that many of a million lie over others.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string_view>
#include <vector>

#include "bench/measuring.h"
#include "cct/base/text/enum_words.h"
#include "cct/inputs/function_fits.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/plot/plot_layout.h"
#include "renderer/plot/series_index.h"
#include "renderer/shapes/place_shapes.h"

namespace {

using namespace ringscope;

PlotSpec SpecOf(size_t points, PlotSeries::Form form, AxisScale scale) {
  std::mt19937 random(11);
  PlotSpec spec;
  spec.title = "points";
  spec.x.scale = spec.y.scale = scale;
  PlotSeries series{.form = form, .color = {90, 160, 220}};
  for (size_t k = 0; k < points; ++k) {
    const double x = 1 + static_cast<double>(k), noise = static_cast<double>(random()) / 4294967296.0;
    series.x.push_back(x);
    series.y.push_back(x * std::sqrt(x) * (1 + noise));
  }
  spec.series.push_back(std::move(series));
  return spec;
}

double TickMilliseconds(std::clock_t ticks) {
  return 1000.0 * static_cast<double>(ticks) / static_cast<double>(CLOCKS_PER_SEC);
}

void Measure(std::string_view name, int rounds, const auto& work) {
  std::vector<double> wall_ms, cpu_ms;
  for (int k = 0; k < rounds; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpu_begin = std::clock();
    work();
    cpu_ms.push_back(TickMilliseconds(std::clock() - cpu_begin));
    wall_ms.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(wall_ms.begin(), wall_ms.end());
  std::sort(cpu_ms.begin(), cpu_ms.end());
  fmt::print("{:44} {:9.3f} ms, median {:9.3f} ms; processor {:9.3f} ms\n", name, wall_ms.front(),
             wall_ms[wall_ms.size() / 2], cpu_ms.front());
  std::fflush(stdout);
}

constexpr EnumWords<AxisScale, 3> kAxisScaleWords{
    {{"linear", AxisScale::kLinear}, {"log", AxisScale::kLog}, {"symlog", AxisScale::kSymmetricLog}}};

// What pan and zoom do: laid out, placed, uploaded and drawn.
void MeasureFrames(int rounds) {
  const OffscreenContext context = OrDie(OffscreenContext::Create());
  const OffscreenTarget target = OrDie(OffscreenTarget::Create(1440, 900));
  ShapeRenderer renderer = OrDie(ShapeRenderer::Create({}));
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog}) {
    PlotSpec spec = SpecOf(1'000'000, PlotSeries::Form::kPoints, scale);
    IndexSeries(spec);
    const AxisRange y = RangeOfY(spec);
    ShapeBatch batch;
    LaidPlot laid;
    int frame = 0;
    Measure(fmt::format("1000000 points, {}: whole frame", WordOf(kAxisScaleWords, scale)), rounds, [&] {
      const double from = 1 + 100.0 * ++frame;
      spec.x.window = {{from, from + 990'000}};
      spec.y.window = {{y.low, y.high - frame}};
      batch.Clear();
      LayOutPlotAgain(spec, {0, 0, 1440, 900}, {}, batch, laid);
      PlaneCamera camera;
      camera.center = {720, 450};
      PlacedShapes placed;
      PlaceShapes(batch, ShapeIndex(batch), camera, placed);
      renderer.SetShapes(placed);
      renderer.Draw(target.whole(), PaletteOf(Theme::kDark).background);
      FinishDrawing();
    });
  }
}

// One function that was called with 10 million sizes: the sizes in order, and its curves.
void MeasureFit(int rounds) {
  std::mt19937 random(5);
  FunctionPoints function;
  for (uint64_t n = 1; n <= 10'000'000; ++n) {
    const uint64_t cost = 20 + 3 * n + random() % (1 + n / 8);
    function.points.push_back({n, 1, cost, cost, cost, 0});
  }
  std::shuffle(function.points.begin(), function.points.end(), random);
  Measure("10000000 points: by size", rounds, [&] { (void)SumPointsBySize(function.points); });
  function.points = SumPointsBySize(std::move(function.points));
  FunctionFit fit;
  Measure("10000000 points: fitting", rounds, [&] { fit = FitFunction(function); });
  if (fit.power)
    fmt::print("c {:.3f}, R^2 {:.3f}, class {}, of {} sizes\n", fit.power->c, fit.power->r_squared,
               GrowthText(fit), fit.fitted_sizes);
}

void MeasureLayouts(size_t points, int rounds) {
  constexpr PixelBox kArea{0, 0, 1440, 900};
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog}) {
    PlotSpec spec = SpecOf(points, PlotSeries::Form::kPoints, scale);
    ShapeBatch batch;
    LaidPlot laid;
    const auto measure = [&](std::string_view what, int times, const auto& work) {
      Measure(fmt::format("{} points, {}: {}", points, WordOf(kAxisScaleWords, scale), what), times, work);
    };
    measure("first layout", points > 1'000'000 ? 3 : rounds, [&] {
      batch = {};
      laid = LayOutPlot(spec, kArea, {}, batch);
    });
    IndexSeries(spec);
    const auto lay_out = [&] {
      batch.Clear();
      LayOutPlotAgain(spec, kArea, {}, batch, laid);
    };
    measure("layout", rounds, lay_out);
    PlaneCamera camera;
    camera.center = {720, 450};
    PlacedShapes placed;
    lay_out();
    measure(fmt::format("placing {} shapes",
                        batch.rects.size() + batch.points.size() + batch.lines.size() + batch.rasters.size()),
            rounds, [&] { PlaceShapes(batch, ShapeIndex(batch), camera, placed); });
    measure("nearest to 100 places", rounds, [&] {
      for (int k = 0; k < 100; ++k) (void)NearestSpot(laid, 14.0f * static_cast<float>(k), 450, 24);
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 15;
  std::string_view only;
  for (int k = 1; k + 1 < argc; k += 2) {
    if (std::string_view(argv[k]) == "--rounds") rounds = std::max(1, std::atoi(argv[k + 1]));
    if (std::string_view(argv[k]) == "--only") only = argv[k + 1];
  }
  const auto is_wanted = [only](std::string_view what) { return only.empty() || only == what; };
  if (is_wanted("layouts")) {
    for (const size_t points : {size_t{10'000}, size_t{1'000'000}, size_t{10'000'000}})
      MeasureLayouts(points, rounds);
  }
  if (is_wanted("frames")) MeasureFrames(rounds);
  if (is_wanted("fits")) MeasureFit(std::min(rounds, 5));
  if (is_wanted("lines")) {
    const PlotSpec line = SpecOf(1'000'000, PlotSeries::Form::kLine, AxisScale::kLinear);
    Measure("1000000 values, line: layout", rounds, [&] {
      ShapeBatch batch;
      (void)LayOutPlot(line, {0, 0, 1440, 900}, {}, batch);
    });
  }
  fmt::print("load {}\n", LoadAverage());
  return 0;
}
