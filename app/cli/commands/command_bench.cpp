#include <charconv>

#include "app/cli/commands/bench_measure.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

struct BenchOptions : ProfileOptions {
  std::vector<uint32_t> depths;
  uint32_t frames = 60;  // timed ones a row
  bool labels = true;
  bool open = false;          // also: from opening the file to the first picture
  uint32_t hover_points = 0;  // also: picking this many points
  std::string search;         // also: from a query to lit segments
};

constexpr uint32_t kSearchRepetitions = 20;

struct BenchResult {
  TreeSizes sizes;
  std::string renderer;
  std::optional<OpenTiming> open;
  std::vector<FrameRow> rows;
  std::optional<Timing> hover;
  std::optional<SearchTiming> search;
};

Result<BenchStage> CreateStage(const BenchOptions& options) {
  return About(options.input.file,
               BenchStage::Create(options.view.width_px, options.view.height_px, options.labels));
}

Result<OpenTiming> MeasureOpening(const BenchOptions& options) {
  RINGSCOPE_ASSIGN(BenchStage stage, CreateStage(options));
  ViewSpec spec;
  spec.mode = options.view.mode;
  spec.depth_limit = options.view.depth.value_or(kAllLayers);
  spec.width_px = static_cast<float>(options.view.width_px);
  spec.height_px = static_cast<float>(options.view.height_px);
  return About(options.input.file, stage.TimeOpen(options.input.file.string(), spec));
}

Result<BenchResult> MeasureFrames(const BenchOptions& options) {
  BenchResult result;
  if (options.open) {
    RINGSCOPE_ASSIGN(result.open, MeasureOpening(options));
  }
  // As long as there is a stage, nothing is refused for want of memory.
  InputOptions input = options.input;
  input.open.verify = false;
  RINGSCOPE_ASSIGN(const InputView loaded, LoadInputView(input, options.view));
  RINGSCOPE_ASSIGN(BenchStage stage, CreateStage(options));
  result.renderer = stage.gl_info().renderer;
  const Cct& tree = loaded.tree();
  ViewSpec spec = loaded.view;
  result.sizes = SizesOf(tree);
  std::vector<uint32_t> depths = options.depths;
  if (depths.empty()) depths.push_back(options.view.depth.value_or(kAllLayers));
  for (const uint32_t depth : depths) {
    spec.depth_limit = depth;
    FrameRow row = stage.TimeFrames(loaded.input.tree, spec, options.frames);
    if (depth == kAllLayers) row.depth = row.layers;
    result.rows.push_back(row);
  }
  spec.depth_limit = options.view.depth.value_or(kAllLayers);
  if (options.hover_points != 0) result.hover = BenchStage::TimeHover(tree, spec, options.hover_points);
  if (!options.search.empty())
    result.search = stage.TimeSearch(loaded.input.tree, spec, options.search, kSearchRepetitions);
  return result;
}

void WriteTiming(std::string_view key, const Timing& timing, JsonWriter& json) {
  json.Key(key).BeginObject();
  json.Key("median").Number(timing.median_ms);
  json.Key("p99").Number(timing.p99_ms);
  json.EndObject();
}

void WriteResult(const BenchResult& result, JsonWriter& json) {
  json.BeginObject();
  json.Key("load").BeginArray();
  for (const double load : LoadAverages()) json.Number(load);
  json.EndArray();
  json.Key("rows").BeginArray();
  for (const FrameRow& row : result.rows) {
    json.BeginObject();
    json.Key("depth").Number(uint64_t{row.depth});
    json.Key("segments").Number(uint64_t{row.segments});
    json.Key("rest").Number(uint64_t{row.rest});
    WriteTiming("layout_ms", row.layout, json);
    WriteTiming("draw_ms", row.draw, json);
    WriteTiming("frame_ms", row.frame, json);
    json.Key("cpu_ms").Number(row.cpu_ms);
    json.EndObject();
  }
  json.EndArray();
  json.Key("renderer").String(result.renderer);
  json.Key("nodes").Number(result.sizes.nodes);
  if (result.open) {
    json.Key("open").BeginObject();
    json.Key("first_picture_ms").Number(result.open->milliseconds);
    json.Key("private_bytes").Number(result.open->private_bytes);
    json.Key("added_bytes").Number(result.open->added_bytes);
    json.Key("resident_bytes").Number(result.open->resident_bytes);
    json.EndObject();
  }
  if (result.hover) WriteTiming("hover_ms", *result.hover, json);
  if (result.search) {
    WriteTiming("search_lit_ms", result.search->lit, json);
    WriteTiming("search_count_ms", result.search->count, json);
    json.Key("search_contexts").Number(result.search->contexts);
  }
  json.EndObject();
  json.Finish();
}

void PrintResult(const BenchResult& result, Output& out) {
  const auto load = LoadAverages();
  out.Print("{}, {}, load average {:.2f} {:.2f} {:.2f}\n", CountedText(result.sizes.nodes, "context"),
            result.renderer, load[0], load[1], load[2]);
  if (result.open) {
    out.Print("first picture after {:.2f} ms; private memory {:.1f} MiB\n", result.open->milliseconds,
              static_cast<double>(result.open->private_bytes) / (1 << 20));
  }
  out.Print("{:>6} {:>9} {:>7} {:>18} {:>18} {:>18} {:>8}\n", "depth", "segments", "rest", "layout ms (p99)",
            "draw ms (p99)", "frame ms (p99)", "cpu ms");
  for (const FrameRow& row : result.rows) {
    const auto text = [](const Timing& timing) {
      return fmt::format("{:.3f} ({:.3f})", timing.median_ms, timing.p99_ms);
    };
    out.Print("{:>6} {:>9} {:>7} {:>18} {:>18} {:>18} {:>8}\n", row.depth, row.segments, row.rest,
              text(row.layout), text(row.draw), text(row.frame), fmt::format("{:.2f}", row.cpu_ms));
  }
  if (result.hover) {
    out.Print("pointer to context: {:.2f} us (p99 {:.2f} us)\n", result.hover->median_ms * 1e3,
              result.hover->p99_ms * 1e3);
  }
  if (result.search) {
    out.Print(
        "search to lit segments: {:.2f} ms (p99 {:.2f} ms); counting {}: {:.2f} ms (p99 {:.2f} "
        "ms)\n",
        result.search->lit.median_ms, result.search->lit.p99_ms,
        CountedText(result.search->contexts, "context"), result.search->count.median_ms,
        result.search->count.p99_ms);
  }
}


Result<int> RunBench(const BenchOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const BenchResult result, MeasureFrames(options));
  Output out;
  if (options.json) {
    JsonWriter json = out.Json();
    WriteResult(result, json);
  } else {
    PrintResult(result, out);
  }
  return out.Finish();
}

}  // namespace

void AddBench(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "bench", "Time offscreen frames of a view at several depths", &RunBench);
  AddInput(command, options->input);
  AddView(command, options->view);
  AddReadable(command, options->view);
  command
      ->AddReader(
          "--depths",
          [&depths = options->depths](const std::string& text) {
            depths = ParseDepths(text);
            return depths.empty() ? fmt::format("expected numbers like 2,5,10,...,150, found '{}'", text)
                                  : std::string();
          },
          "Depth limits to time, 2,5,10,...,150; default: that of --depth")
      ->Value("LIST");
  command->AddOption("--frames", options->frames, "Timed frames a depth; default: 60")
      ->Value("N")
      ->Check(WholeNumber(1, 100'000));
  command->AddFlagOff("--no-labels", options->labels, "Frames without labels");
  command->AddFlag("--open", options->open, "Also time opening the file up to its first picture");
  command->AddOption("--hover", options->hover_points, "Also time finding the context at this many points")
      ->Value("N")
      ->Check(WholeNumber(0));
  command->AddOption("--search", options->search, "Also time a search for this text up to lit segments")
      ->Value("QUERY");
  AddJson(command, options->json);
  command->Example("ringscope bench run.cct --depths 5,10,20", "How long frames of three depths take");
}

}  // namespace ringscope
