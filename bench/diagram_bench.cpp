// What diagrams of many boxes cost: arranging them, a frame, finding the box at a place.
//
// usage: ringscope_diagram_bench [BOXES [FILE.png]]
// Prints medians of 9 in ms, of BOXES boxes (default 100000), as a tree, as one in columns where it is a
// strip, as a grid and as a graph of calls. A frame is all that changes when the camera moves: what it sees
// is placed anew, uploaded and drawn at 1440 x 900, without the text, whose places are found.
#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <random>

#include "app/charts/diagram/diagram_picture.h"
#include "bench/measuring.h"
#include "renderer/diagram/boxes.h"
#include "renderer/diagram/call_layers.h"
#include "renderer/diagram/tidy_tree.h"
#include "renderer/gl/offscreen.h"
#include "renderer/gl/shape_renderer.h"
#include "renderer/shapes/gather_pixels.h"

namespace {

using namespace ringscope;

constexpr int kRuns = 9, kDrawRuns = 25;
constexpr BoxGaps kGaps{10, 22};

double MedianMs(const std::function<void()>& work) {
  Stopwatch watch;
  for (int k = 0; k < kRuns; ++k) watch.Measure(work);
  return watch.passed();
}

// What a frame of these boxes costs. Nothing: without OpenGL.
std::optional<Diagram> Draw(const char* name, const BoxTree& tree, const TreeColumns& columns) {
  const auto count = static_cast<uint32_t>(tree.size.size());
  fmt::print("-- {}\n", name);
  Diagram diagram;
  for (uint32_t k = 0; k < count; ++k) {
    DiagramBox& box = diagram.boxes.emplace_back();
    box.key = k;
    box.place = columns.place[k];
    box.size = tree.size[k];
    box.label = fmt::format("function_{}", k);
    box.label_size = box.size;
    box.fill = {static_cast<uint8_t>(90 + k % 130), 120, 160, 255};
    box.border = {220, 220, 220, 255};
    if (tree.parent[k] != kNoBox) diagram.edges.push_back({tree.parent[k], k, {130, 130, 130, 255}, 1});
  }
  for (const ColumnSeat& seat : columns.seats)
    diagram.boxes[seat.box].edges_by = PlanePoint{seat.line_x - columns.place[seat.box].x, -seat.below_top};
  ShapeBatch batch;
  fmt::print("shapes {:8.2f} ms\n", MedianMs([&] { batch = ShapesOf(diagram); }));
  ShapeIndex index;
  fmt::print("index  {:8.2f} ms\n", MedianMs([&] { index = ShapeIndex(batch); }));

  const auto context = OffscreenContext::Create();
  const auto target = context ? OffscreenTarget::Create(1440, 900)
                              : Result<OffscreenTarget>(Fail(ErrorCode::kIo, "no OpenGL"));
  auto renderer =
      target ? ShapeRenderer::Create({}) : Result<ShapeRenderer>(Fail(ErrorCode::kIo, "no OpenGL"));
  if (!renderer) return std::nullopt;
  const PlaneCamera whole = FitDiagram(index, {}, 1440, 900, 1);
  for (const double zoom : {1.0, 8.0, 64.0}) {
    const PlaneCamera camera = Zoomed(whole, 720, 450, zoom);
    PlacedShapes placed;
    PixelGatherer pixels;
    size_t boxes_seen = 0;
    const double place = MedianMs([&] {
      PlaceShapes(batch, index, camera, placed);
      boxes_seen = placed.rects.size();
      pixels.Gather(placed);
    });
    const double text =
        MedianMs([&] { PlaceTexts(batch, index, camera, LabelOptions{}, AverageSansWidth, placed); });
    const auto draw_of = [&](const PlacedShapes& shapes) {
      Stopwatch watch;
      for (int k = 0; k < kDrawRuns; ++k) {
        watch.Measure([&] {
          renderer->SetShapes(shapes);
          renderer->Draw(target->whole(), Color{20, 24, 28, 255});
          FinishDrawing();
        });
      }
      return watch;
    };
    const double draw = draw_of(placed).passed();
    fmt::print(
        "frame, {:>2.0f} times enlarged {:8.2f} ms: placing {:.2f}, names {:.2f}, drawing {:.2f}; {} boxes "
        "and {} lines\n",
        zoom, place + text + draw, place, text, draw, boxes_seen, placed.strokes.size());
    PlacedShapes boxes = placed, lines = placed, nothing = placed;
    boxes.strokes.clear();
    lines.rects.clear();
    lines.rasters.clear();
    nothing.strokes.clear();
    nothing.rects.clear();
    nothing.rasters.clear();
    fmt::print("of drawing, processor time: nothing {:.2f}, boxes {:.2f}, lines {:.2f}, all {:.2f} ms\n",
               draw_of(nothing).cpu(), draw_of(boxes).cpu(), draw_of(lines).cpu(), draw_of(placed).cpu());
    const double pick = MedianMs([&] {
      for (uint32_t k = 0; k < 1000; ++k) (void)RectAt(index, camera, k * 37 % 1440, k * 91 % 900);
    });
    fmt::print("find a box             {:8.2f} us\n", pick);
  }
  return diagram;
}

int Run(uint32_t count, const char* picture) {
  std::mt19937 chance(1);
  BoxTree tree;
  std::vector<BoxEdge> edges;
  for (uint32_t k = 0; k < count; ++k) {
    // Some callers have many callees, and paths are some tens long.
    const uint32_t parent =
        k == 0 ? kNoBox : static_cast<uint32_t>(k - 1 - chance() % std::min<uint32_t>(k, 1 + k / 4));
    tree.parent.push_back(parent);
    tree.size.push_back({5.0 + static_cast<double>(chance() % 60), 5.0 + static_cast<double>(chance() % 90)});
    if (k > 0) edges.push_back({parent, k, static_cast<double>(chance() % 100)});
    if (k > 1) edges.push_back({static_cast<uint32_t>(chance() % k), k, static_cast<double>(chance() % 100)});
  }
  fmt::print("{} boxes, load {}\n", count, LoadAverage());
  fmt::print("tree   {:8.2f} ms\n", MedianMs([&] { (void)ArrangeTree(tree, kGaps); }));
  fmt::print("columns{:8.2f} ms\n", MedianMs([&] { (void)ArrangeTreeToRead(tree, kGaps); }));
  fmt::print("grid   {:8.2f} ms\n", MedianMs([&] { (void)ArrangeGrid(tree.size, 4); }));
  fmt::print("calls  {:8.2f} ms\n", MedianMs([&] { (void)ArrangeCalls(tree.size, edges, kGaps); }));

  const auto row = Draw("tree", tree, {ArrangeTree(tree, kGaps), {}});
  const auto diagram = Draw("columns", tree, ArrangeTreeToRead(tree, kGaps));
  if (!row || !diagram) return 1;
  if (picture == nullptr) return 0;
  const auto image = DiagramImage(*diagram, {}, nullptr);
  return image && WritePng(picture, *image) ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  const int boxes = count > 1 ? std::atoi(words[1]) : 100'000;
  return boxes > 0 ? Run(static_cast<uint32_t>(boxes), count > 2 ? words[2] : nullptr) : 2;
}
