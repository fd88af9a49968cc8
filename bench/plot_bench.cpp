// plot_bench [--rounds 15]
//
// Times the layout of plots at 1440x900, and of the shapes that a frame draws of them: the least and the
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

double Milliseconds(std::clock_t ticks) {
  return 1000.0 * static_cast<double>(ticks) / static_cast<double>(CLOCKS_PER_SEC);
}

void Measure(std::string_view name, int rounds, const auto& work) {
  std::vector<double> wall_ms, cpu_ms;
  for (int k = 0; k < rounds; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t cpu_begin = std::clock();
    work();
    cpu_ms.push_back(Milliseconds(std::clock() - cpu_begin));
    wall_ms.push_back(
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
  }
  std::sort(wall_ms.begin(), wall_ms.end());
  std::sort(cpu_ms.begin(), cpu_ms.end());
  fmt::print("{:44} {:9.3f} ms, median {:9.3f} ms; processor {:9.3f} ms\n", name, wall_ms.front(),
             wall_ms[wall_ms.size() / 2], cpu_ms.front());
  std::fflush(stdout);
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
  const PlotSpec line = SpecOf(1'000'000, PlotSeries::Form::kLine, AxisScale::kLinear);
  Measure("1000000 values, line: layout", rounds, [&] {
    ShapeBatch batch;
    (void)LayOutPlot(line, kArea, {}, batch);
  });
  return 0;
}
