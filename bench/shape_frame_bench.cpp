// shape_frame_bench [--frames 100] [--png FOLDER]
//
// Times frames of a plane of shapes at 1440x900 without a window: placing what is in view, uploading, drawing
// and waiting for the end. Every frame moves the plane, so that nothing is kept from the one before. One line
// a scene: shapes, those drawn, milliseconds of each step (median), of the frame (median and 99th
// percentile), and the least CPU time of a frame over all threads: what it costs whatever else the machine
// does.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measuring.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/shapes/place_shapes.h"

namespace {

using namespace ringscope;

constexpr uint32_t kWidthPx = 1440, kHeightPx = 900;
constexpr int kWarmUpFrames = 3;

struct Scene {
  std::string_view name;
  ShapeBatch batch;
  double seen_share = 1;  // of the shapes are in view
};

Color AnyColor(std::mt19937& random) {
  const auto part = [&] { return static_cast<uint8_t>(80 + random() % 150); };
  return {part(), part(), part(), 255};
}

// `count` boxes of all sizes, one in each unit of a square of the plane, 4 % of them hanging over.
Scene Boxes(std::string_view name, uint32_t count, double seen_share, bool with_text) {
  Scene scene{name, {}, seen_share};
  std::mt19937 random(1);
  std::uniform_real_distribution<double> share(0, 1);
  const auto columns = static_cast<uint32_t>(std::sqrt(count));
  for (uint32_t i = 0; i < count; ++i) {
    const double x = i % columns, y = static_cast<double>(i / columns);
    const double width = 0.3 + 0.74 * share(random), height = 0.3 + 0.74 * share(random);
    scene.batch.rects.push_back({x, y, width, height, AnyColor(random), AnyColor(random), 1.5f});
    if (with_text) {
      scene.batch.texts.push_back({x, y, width, height, TextAlign::kCenter, 13, 0, 0, Color{},
                                   "package.of_the.Program::function_" + std::to_string(i)});
      scene.batch.lines.push_back({x, y, x + share(random) * 3 - 1.5, y + 1, AnyColor(random), 1.5f});
    }
  }
  return scene;
}

// A cloud that is thicker in its middle.
Scene Points(std::string_view name, uint32_t count) {
  Scene scene{name, {}, 1};
  std::mt19937 random(1);
  std::normal_distribution<double> place(0, 1);
  for (uint32_t i = 0; i < count; ++i)
    scene.batch.points.push_back({place(random), place(random), AnyColor(random), 4});
  return scene;
}

void Measure(const Scene& scene, int frames, ShapeRenderer& renderer, const OffscreenTarget& target,
             const MeasureText& measure, const std::string& png_folder) {
  const auto begin = Clock::now();
  const ShapeIndex index(scene.batch);
  const double indexed_ms = Milliseconds(begin, Clock::now());
  const PlaneCamera whole = CameraToFit(index.bounds(), kWidthPx, kHeightPx, 0);
  const double zoom = 1 / std::sqrt(scene.seen_share);
  PlacedShapes placed;
  std::vector<double> place, text, upload, draw, frame, cpu;
  for (int i = 0; i < frames + kWarmUpFrames; ++i) {
    const PlaneCamera camera =
        Panned(Zoomed(whole, kWidthPx / 2.0, kHeightPx / 2.0, zoom), 7.3 * (i % 20), 3.1 * (i % 17));
    const double cpu_before = CpuMilliseconds();
    const auto t0 = Clock::now();
    PlaceShapes(scene.batch, index, camera, placed);
    const auto t1 = Clock::now();
    PlaceTexts(scene.batch, index, camera, {}, measure, placed);
    const auto t2 = Clock::now();
    renderer.SetShapes(placed);
    const auto t3 = Clock::now();
    renderer.Draw(target.whole(), PaletteOf(Theme::kDark).background);
    FinishDrawing();
    const auto t4 = Clock::now();
    if (i < kWarmUpFrames) continue;
    place.push_back(Milliseconds(t0, t1));
    text.push_back(Milliseconds(t1, t2));
    upload.push_back(Milliseconds(t2, t3));
    draw.push_back(Milliseconds(t3, t4));
    frame.push_back(Milliseconds(t0, t4));
    cpu.push_back(CpuMilliseconds() - cpu_before);
  }
  const size_t shapes = scene.batch.rects.size() + scene.batch.lines.size() + scene.batch.points.size();
  fmt::print(
      "{:>22} {:>8} {:>7} {:>6} {:>7.1f} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f}\n",
      scene.name, shapes, placed.rects.size() + placed.strokes.size(), placed.labels.size(), indexed_ms,
      Percentile(place, .5), Percentile(text, .5), Percentile(upload, .5), Percentile(draw, .5),
      Percentile(frame, .5), Percentile(frame, .99), Percentile(cpu, 0));
  if (!png_folder.empty())
    OrDie(WritePng(fmt::format("{}/{}.png", png_folder, scene.name), target.ReadPixels()));
}

}  // namespace

int main(int argc, char** argv) {
  int frames = 100;
  std::string png_folder;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    if (name == "--frames") {
      frames = std::max(1, std::atoi(argv[i + 1]));
    } else if (name == "--png") {
      png_folder = argv[i + 1];
    } else {
      Die("expected --frames NUMBER or --png FOLDER");
    }
  }
  const OffscreenContext context = OrDie(OffscreenContext::Create());
  const OffscreenTarget target = OrDie(OffscreenTarget::Create(kWidthPx, kHeightPx));
  const auto font = OrDie(FontFace::LoadDefault());
  ShapeRenderer renderer = OrDie(ShapeRenderer::Create({font, {}}));
  fmt::print("{}, {}x{}, load {}\n", context.info().renderer, kWidthPx, kHeightPx, LoadAverage());
  fmt::print("{:>22} {:>8} {:>7} {:>6} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}\n", "scene", "shapes",
             "drawn", "labels", "index", "place", "text", "upload", "draw", "frame", "p99", "cpu");
  const MeasureText measure = FontFace::Measurer(font);
  for (const Scene& scene :
       {Boxes("boxes 5% seen", 100'000, 0.05, false), Boxes("boxes all seen", 100'000, 1, false),
        Boxes("boxes with text", 100'000, 0.005, true), Points("points", 1'000'000)}) {
    Measure(scene, frames, renderer, target, measure, png_folder);
  }
  for (const std::string& error : TakeGlErrors()) fmt::print("pending: {}\n", error);
  return 0;
}
