// chart_frame_bench [--like NAME] [--mode equal|length|area|all] [--depths 5,40,416] [--size 1440x900]
//                   [--form rings|icicle] [--from rings|icicle] [--progress 0.5] [--lens TURNS,RADIUS]
//                   [--frames 40] [--light] [--png FOLDER] [--shader-dir FOLDER] [--dense PIECES] [FILE.cct]
//
// Times chart frames (layout + upload + draw + finish) without a window, and can keep the picture of each.
// One line per mode and depth: pieces, median milliseconds of each step, the frame's median and 99th
// percentile, the same frame drawn again without uploads, the least CPU time of a frame over all threads, and
// a frame halfway through a transition from two thirds of the depth, or from the other form. --dense draws
// layers that are covered all around by this many equal pieces in place of the tree's. With
// --progress, pictures are of the transition.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/measuring.h"
#include "cct/file/cct_file.h"
#include "cct/synth/synth.h"
#include "renderer/color/paint.h"
#include "renderer/gl/offscreen.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/transition.h"

namespace {

using namespace ringscope;

struct Options {
  std::string like = "pmd";
  std::string file;
  std::vector<RingMode> modes = {RingMode::kEqual, RingMode::kLength, RingMode::kArea};
  std::vector<uint32_t> depths = {2, 5, 10, 20, 40, 80, 160, 416};
  float width_px = 1440, height_px = 900;
  ChartForm form = ChartForm::kRings;
  std::optional<ChartForm> from;
  std::optional<float> progress;
  std::optional<Lens> lens;
  int frames = 40;
  Theme theme = Theme::kDark;
  std::string png_folder;
  std::string shader_dir;
  uint32_t dense_pieces = 0;
};

ChartForm FormNamed(const std::string& name) {
  return ValueOfWord(kFormWords, name).value_or(ChartForm::kRings);
}

Options Parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    const auto value = [&] {
      return i + 1 < argc ? std::string(argv[++i]) : (Die("a value is missing"), std::string());
    };
    if (name == "--like") {
      options.like = value();
    } else if (name == "--mode") {
      const std::string mode = value();
      std::erase_if(options.modes,
                    [&](RingMode m) { return mode != "all" && WordOf(kModeWords, m) != mode; });
    } else if (name == "--depths") {
      options.depths.clear();
      const std::string list = value();
      for (const char* at = list.c_str(); *at != '\0';) {
        char* end = nullptr;
        options.depths.push_back(static_cast<uint32_t>(std::strtoul(at, &end, 10)));
        at = *end == ',' ? end + 1 : end;
        if (end == at && *at != '\0') Die("expected numbers");
      }
    } else if (name == "--form") {
      options.form = FormNamed(value());
    } else if (name == "--from") {
      options.from = FormNamed(value());
    } else if (name == "--progress") {
      options.progress = std::strtof(value().c_str(), nullptr);
    } else if (name == "--lens") {
      Lens lens;
      if (std::sscanf(value().c_str(), "%lf,%lf", &lens.center_turns, &lens.center_radius) != 2)
        Die("expected TURNS,RADIUS");
      options.lens = lens;
    } else if (name == "--size") {
      if (std::sscanf(value().c_str(), "%fx%f", &options.width_px, &options.height_px) != 2)
        Die("expected WxH");
    } else if (name == "--frames") {
      options.frames = std::max(1, std::atoi(value().c_str()));
    } else if (name == "--light") {
      options.theme = Theme::kLight;
    } else if (name == "--shader-dir") {
      options.shader_dir = value();
    } else if (name == "--dense") {
      options.dense_pieces = static_cast<uint32_t>(std::strtoul(value().c_str(), nullptr, 10));
    } else if (name == "--png") {
      options.png_folder = value();
    } else {
      options.file = name;
    }
  }
  return options;
}

// The costliest chart there can be: every layer covered by equal pieces all around.
ArcBatch DenseBatch(const ViewSpec& spec, uint32_t layers, uint32_t pieces) {
  ArcBatch batch;
  batch.spec = spec;
  const float radius_px = 0.5f * std::min(spec.width_px, spec.height_px) - kChartMarginPx;
  const uint32_t per_layer = std::max(1u, pieces / std::max(1u, layers - 1));
  for (uint32_t layer = 0; layer < layers; ++layer) {
    batch.layer_offset.push_back(batch.size());
    batch.ring_edge_px.push_back(radius_px * static_cast<float>(layer) / static_cast<float>(layers));
    const uint32_t count = layer == 0 ? 1 : per_layer;
    for (uint32_t i = 0; i < count; ++i) {
      batch.start_turns.push_back(static_cast<float>(i) / static_cast<float>(count));
      batch.sweep_turns.push_back(1.0f / static_cast<float>(count));
      batch.layer.push_back(layer);
      batch.context.push_back(0);
      batch.flags.push_back(0);
    }
  }
  batch.layer_offset.push_back(batch.size());
  batch.ring_edge_px.push_back(radius_px);
  return batch;
}

CctPtr LoadTree(const Options& options) {
  if (!options.file.empty()) return OrDie(OpenCctFile(options.file));
  for (const SynthShape& shape : PublishedShapes()) {
    if (shape.name == options.like) return OrDie(BuildSynthetic(SpecLike(shape, 1)));
  }
  Die("no such shape: " + options.like);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = Parse(argc, argv);
  const CctPtr tree = LoadTree(options);
  const OffscreenContext context = OrDie(OffscreenContext::Create());
  const OffscreenTarget target = OrDie(OffscreenTarget::Create(static_cast<uint32_t>(options.width_px),
                                                               static_cast<uint32_t>(options.height_px)));
  const auto font = FontFace::LoadDefault();
  ChartRendererOptions renderer_options;
  if (font) renderer_options.font = *font;
  renderer_options.shader_dir = options.shader_dir;
  ChartRenderer renderer = OrDie(ChartRenderer::Create(renderer_options));
  ChartColors colors(*tree, options.theme);

  fmt::print("{}, {}x{}, {} contexts, load {}\n", context.info().renderer, options.width_px,
             options.height_px, tree->context_count() - 1, LoadAverage());
  fmt::print("{:>6} {:>5} {:>6} {:>5} {:>6} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7} {:>7}\n", "mode",
             "depth", "pieces", "rest", "labels", "layout", "paint", "upload", "draw", "frame", "p99",
             "redraw", "cpu", "moving");
  for (const RingMode mode : options.modes) {
    for (const uint32_t depth : options.depths) {
      ViewSpec spec;
      spec.mode = mode;
      spec.form = options.form;
      spec.lens = options.lens;
      spec.depth_limit = depth;
      spec.root.context = tree->NaturalViewRoot();
      spec.width_px = options.width_px;
      spec.height_px = options.height_px;
      ArcBatch batch;
      ChartPaint paint, old_paint;
      const auto lay_out = [&] {
        if (options.dense_pieces == 0) return LayoutView(*tree, spec, batch);
        batch = DenseBatch(spec, depth, options.dense_pieces);
      };
      lay_out();
      std::vector<Label> labels;
      if (font && options.dense_pieces == 0)
        labels = PlaceLabels(*tree, batch, LabelOptions{}, FontFace::Measurer(*font));
      std::vector<double> layout, painting, upload, draw, frame, redraw, cpu, moving;
      DrawOptions draw_options;
      draw_options.theme = options.theme;
      for (int i = 0; i < options.frames + 3; ++i) {
        const double cpu_before = CpuMilliseconds();
        const auto t0 = Clock::now();
        lay_out();
        const auto t1 = Clock::now();
        PaintSpec paint_spec;
        paint_spec.theme = options.theme;
        PaintPieces(batch, paint_spec, colors, paint);
        const auto t2 = Clock::now();
        renderer.SetBatch(batch);
        renderer.SetPaint(paint);
        renderer.SetLabels(labels, options.theme);
        const auto t3 = Clock::now();
        renderer.Draw(target.whole(), draw_options);
        FinishDrawing();
        const auto t4 = Clock::now();
        const double cpu_after = CpuMilliseconds();
        renderer.Draw(target.whole(), draw_options);
        FinishDrawing();
        const auto t5 = Clock::now();
        if (i < 3) continue;
        layout.push_back(Milliseconds(t0, t1));
        painting.push_back(Milliseconds(t1, t2));
        upload.push_back(Milliseconds(t2, t3));
        draw.push_back(Milliseconds(t3, t4));
        frame.push_back(Milliseconds(t0, t4));
        redraw.push_back(Milliseconds(t4, t5));
        cpu.push_back(cpu_after - cpu_before);
        if (options.dense_pieces != 0) {
          moving.push_back(0);
          continue;
        }
        ViewSpec before = spec;
        if (options.from) {
          before.form = *options.from;
        } else {
          before.depth_limit = std::max(1u, depth * 2 / 3);
        }
        const ArcBatch old_batch = LayoutView(*tree, before);
        PaintPieces(old_batch, paint_spec, colors, old_paint);
        renderer.SetTransition(BuildTransition(*tree, old_batch, batch), old_paint);
        draw_options.progress = options.progress.value_or(0.5f);
        draw_options.label_opacity = 0;
        const auto t6 = Clock::now();
        renderer.Draw(target.whole(), draw_options);
        FinishDrawing();
        moving.push_back(Milliseconds(t6, Clock::now()));
        draw_options.label_opacity = 1;
        renderer.EndTransition();
      }
      if (!options.progress) renderer.Draw(target.whole(), draw_options);
      fmt::print(
          "{:>6} {:>5} {:>6} {:>5} {:>6} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f} {:>7.2f} "
          "{:>7.2f} {:>7.2f}\n",
          WordOf(kModeWords, mode), batch.layer_count(), batch.size(), batch.rest_piece_count, labels.size(),
          Percentile(layout, .5), Percentile(painting, .5), Percentile(upload, .5), Percentile(draw, .5),
          Percentile(frame, .5), Percentile(frame, .99), Percentile(redraw, .5), Percentile(cpu, 0),
          Percentile(moving, .5));
      if (!options.png_folder.empty()) {
        OrDie(WritePng(
            fmt::format("{}/{}_{}_{}.png", options.png_folder, options.like, WordOf(kModeWords, mode), depth),
            target.ReadPixels()));
      }
    }
  }
  for (const std::string& error : TakeGlErrors()) fmt::print("pending: {}\n", error);
  return 0;
}
