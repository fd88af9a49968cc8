// plot_bench [--rounds 15]
//
// Times the layout of plots at 1440x900, of whole frames of them drawn by OpenGL and waited for, of curves
// fitted to 10 million points, and of the shapes that a frame draws of them: the least and the
// median of some rounds in milliseconds of wall time, and the least in processor time, which says more while
// other programs run. "first" is into new memory, the others into that of the frame before. Points lie on a
// curve with noise, so that many of a million lie over others.
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
#include "cct/inputs/function_fits.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/plot/plot_layout.h"
#include "renderer/plot/plot_picking.h"
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

// What pan and zoom do: laid out, placed, uploaded and drawn.
void MeasureFrames(int rounds) {
  const OffscreenContext context = OrDie(OffscreenContext::Create());
  const OffscreenTarget target = OrDie(OffscreenTarget::Create(1440, 900));
  ShapeRenderer renderer = OrDie(ShapeRenderer::Create({}));
  for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog}) {
    PlotSpec spec = SpecOf(1'000'000, PlotSeries::Form::kPoints, scale);
    ShapeBatch batch;
    LaidPlot laid;
    int frame = 0;
    Measure(fmt::format("1000000 points, {}: whole frame", WordOf(kAxisScaleWords, scale)), rounds + 3, [&] {
      const double from = 1 + 100.0 * ++frame;
      spec.x.window = {{from, from + 990'000}};
      batch.rects.clear();
      batch.lines.clear();
      batch.points.clear();
      batch.texts.clear();
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
  fmt::print("c {:.3f}, R^2 {:.3f}, class {}, of {} sizes\n", fit.power->c, fit.power->r_squared,
             GrowthText(fit), fit.fitted_sizes);
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 15;
  if (argc == 3 && std::string_view(argv[1]) == "--rounds") rounds = std::max(1, std::atoi(argv[2]));
  constexpr PixelBox kArea{0, 0, 1440, 900};
  for (const size_t points : {size_t{10'000}, size_t{1'000'000}, size_t{10'000'000}}) {
    for (const AxisScale scale : {AxisScale::kLinear, AxisScale::kLog}) {
      const PlotSpec spec = SpecOf(points, PlotSeries::Form::kPoints, scale);
      ShapeBatch batch;
      LaidPlot laid;
      const std::string_view word = WordOf(kAxisScaleWords, scale);
      const auto lay_out = [&] {
        batch.rects.clear();
        batch.lines.clear();
        batch.points.clear();
        batch.texts.clear();
        LayOutPlotAgain(spec, kArea, {}, batch, laid);
      };
      Measure(fmt::format("{} points, {}: first layout", points, word), points > 1'000'000 ? 3 : rounds, [&] {
        batch = {};
        laid = LayOutPlot(spec, kArea, {}, batch);
      });
      Measure(fmt::format("{} points, {}: layout", points, word), rounds, lay_out);
      PlaneCamera camera;
      camera.center = {720, 450};
      PlacedShapes placed;
      Measure(fmt::format("{} points, {}: placing {} shapes", points, word,
                          batch.rects.size() + batch.points.size() + batch.lines.size()),
              rounds, [&] { PlaceShapes(batch, ShapeIndex(batch), camera, placed); });
      Measure(fmt::format("{} points, {}: nearest to 100 places", points, word), rounds, [&] {
        for (int k = 0; k < 100; ++k) (void)NearestSpot(laid, 14.0f * static_cast<float>(k), 450, 24);
      });
    }
  }
  MeasureFrames(rounds);
  MeasureFit(std::min(rounds, 5));
  fmt::print("load {}\n", LoadAverage());
  const PlotSpec line = SpecOf(1'000'000, PlotSeries::Form::kLine, AxisScale::kLinear);
  Measure("1000000 values, line: layout", rounds, [&] {
    ShapeBatch batch;
    (void)LayOutPlot(line, kArea, {}, batch);
  });
  return 0;
}
