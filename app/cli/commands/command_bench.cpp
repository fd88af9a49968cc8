
#include "app/cli/commands/bench_measure.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

struct BenchOptions : ProfileOptions {
  std::vector<uint32_t> depths;
  uint32_t frames = 60;  // timed frames of each depth
  bool labels = true;
  bool open = false;          // also time opening the file up to the first picture
  uint32_t hover_points = 0;  // also time picking this many points
  std::string search;         // also time a search of this query up to lit segments
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
               BenchStage::Create(static_cast<uint32_t>(options.view.spec.width_px),
                                  static_cast<uint32_t>(options.view.spec.height_px), options.labels));
}

Result<OpenTiming> MeasureOpening(const BenchOptions& options) {
  RINGSCOPE_ASSIGN(BenchStage stage, CreateStage(options));
  ViewSpec spec;
  spec.mode = options.view.spec.mode;
  spec.depth_limit = options.view.depth.value_or(kAllLayers);
  spec.width_px = options.view.spec.width_px;
  spec.height_px = options.view.spec.height_px;
  return About(options.input.file, stage.TimeOpen(options.input.file.string(), spec));
}

Result<BenchResult> MeasureFrames(const BenchOptions& options) {
  BenchResult result;
  if (options.open) {
    RINGSCOPE_ASSIGN(result.open, MeasureOpening(options));
  }
  // Loaded before the stage is made: OpenGL suspends --max-memory while its context lives.
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
  if (!options.search.empty()) {
    RINGSCOPE_ASSIGN(result.search,
                     AboutOption("--search", stage.TimeSearch(loaded.input.tree, spec, options.search,
                                                              kSearchRepetitions)));
  }
  return result;
}

ReportValue TimingValue(const std::optional<Timing>& timing) {
  if (!timing) return {};
  return ReportValue::Object{{"median", timing->median_ms}, {"p99", timing->p99_ms}};
}

Report ReportOf(const BenchResult& result) {
  const std::array<double, 3> load = LoadAverages();
  Report report;
  report.Line("{}, {}, load average {:.2f} {:.2f} {:.2f}", CountedText(result.sizes.nodes, "context"),
              result.renderer, load[0], load[1], load[2]);
  if (result.open) {
    report.Line("first picture after {:.2f} ms; private memory {:.1f} MiB", result.open->milliseconds,
                static_cast<double>(result.open->private_bytes) / (1 << 20));
  }
  report.Field("load", ReportValue::Array(load.begin(), load.end()));
  constexpr const char* kColumns = "{:>6} {:>9} {:>7} {:>18} {:>18} {:>18} {:>8}";
  report.Line(fmt::format(kColumns, "depth", "segments", "rest", "layout ms (p99)", "draw ms (p99)",
                          "frame ms (p99)", "cpu ms"));
  ReportValue::Array rows;
  for (const FrameRow& row : result.rows) {
    const auto text = [](const Timing& timing) {
      return fmt::format("{:.3f} ({:.3f})", timing.median_ms, timing.p99_ms);
    };
    report.Line(fmt::format(kColumns, row.depth, row.segments, row.rest, text(row.layout), text(row.draw),
                            text(row.frame), fmt::format("{:.2f}", row.cpu_ms)));
    rows.push_back(ReportValue::Object{{"depth", row.depth},
                                       {"segments", row.segments},
                                       {"rest", row.rest},
                                       {"layout_ms", TimingValue(row.layout)},
                                       {"draw_ms", TimingValue(row.draw)},
                                       {"frame_ms", TimingValue(row.frame)},
                                       {"cpu_ms", row.cpu_ms}});
  }
  report.Field("rows", std::move(rows));
  report.Field("renderer", result.renderer);
  report.Field("nodes", result.sizes.nodes);
  if (const std::optional<OpenTiming>& open = result.open) {
    report.Field("open", ReportValue::Object{{"first_picture_ms", open->milliseconds},
                                             {"private_bytes", open->private_bytes},
                                             {"added_bytes", open->added_bytes},
                                             {"resident_bytes", open->resident_bytes}});
  }
  report.Field("hover_ms", TimingValue(result.hover));
  if (result.hover) {
    report.Line("pointer to context: {:.2f} us (p99 {:.2f} us)", result.hover->median_ms * 1e3,
                result.hover->p99_ms * 1e3);
  }
  if (const std::optional<SearchTiming>& search = result.search) {
    report.Line("search to lit segments: {:.2f} ms (p99 {:.2f} ms); counting {}: {:.2f} ms (p99 {:.2f} ms)",
                search->lit.median_ms, search->lit.p99_ms, CountedText(search->contexts, "context"),
                search->count.median_ms, search->count.p99_ms);
    report.Field("search_lit_ms", TimingValue(search->lit));
    report.Field("search_count_ms", TimingValue(search->count));
    report.Field("search_contexts", search->contexts);
  }
  return report;
}

Result<int> RunBench(const BenchOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  RINGSCOPE_ASSIGN(const BenchResult result, MeasureFrames(options));
  return Deliver(ReportOf(result), options.format);
}

}  // namespace

void AddBench(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "bench", "Time offscreen frames of a view at several depths", &RunBench);
  AddInput(command, options->input);
  AddView(command, options->view);
  AddReadable(command, options->view);
  command->AddReader(
      "--depths LIST",
      [&depths = options->depths](const std::string& text) {
        depths = ParseDepths(text);
        return depths.empty() ? fmt::format("expected numbers like 2,5,10,...,150, found '{}'", text)
                              : std::string();
      },
      "Depth limits to time, 2,5,10,...,150; default: that of --depth");
  command->AddOption("--frames N", options->frames, "Timed frames a depth; default: 60",
                     WholeNumber(1, 100'000));
  command->AddFlagOff("--no-labels", options->labels, "Frames without labels");
  command->AddFlag("--open", options->open, "Also time opening the file up to its first picture");
  command->AddOption("--hover N", options->hover_points, "Also time finding the context at this many points",
                     WholeNumber(0));
  command->AddOption("--search QUERY", options->search,
                     "Also time a search for this text up to lit segments");
  AddJson(command, options->format);
  command->Example("ringscope bench run.cct --depths 5,10,20", "How long frames of three depths take");
}

}  // namespace ringscope
