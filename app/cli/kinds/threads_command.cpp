#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/cli/syntax.h"
#include "app/report/report.h"
#include "app/view/timeline/timeline.h"
#include "app/views/threads/threads_model.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/text/file_ending.h"
#include "cct/base/text/number_text.h"
#include "cct/names/shown_name.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope::threads {
namespace {

constexpr uint32_t kRowsShown = 40;

struct ThreadsCommand : ProfileOptions {
  std::string function;  // the function whose share lights up; empty: none
  std::string color = "function", order = "busiest", time, window;
};

// The parsed options.
struct Question {
  ThreadsPlace place;
  std::optional<TimeRange> time, window;
  ColorMode mode = ColorMode::kFunction;
};
// The range of an option; std::nullopt if the option is not given.
Result<std::optional<TimeRange>> RangeOfOption(std::string_view option, const std::string& text) {
  if (text.empty()) return std::optional<TimeRange>();
  PlacedText rest{text, 0};
  RINGSCOPE_ASSIGN(const TimeRange range, AboutOption(option, TakeTimeRange(rest), text));
  if (!rest.empty()) return Refuse("{}: expected nothing behind the range of time", option);
  return std::optional(range);
}
Result<Question> QuestionOf(const ThreadsCommand& options) {
  Question question;
  const auto* const order = FindWord(kThreadOrderWords, options.order);
  if (order == nullptr) return Refuse("--order: expected busiest, name or start, found '{}'", options.order);
  question.place.order = order->value;
  if (options.color == "state") {
    question.place.by_state = true;
  } else {
    const auto* const mode = FindWord(kColorWords, options.color);
    if (mode == nullptr || GroupedMode(mode->value) != mode->value) {
      return Refuse("--color: expected function, module, package, file, kind or state, found '{}'",
                    options.color);
    }
    question.mode = mode->value;
  }
  RINGSCOPE_ASSIGN(question.time, RangeOfOption("--time", options.time));
  RINGSCOPE_ASSIGN(question.window, RangeOfOption("--window", options.window));
  return question;
}

// The lanes of a part of the time, their slices, and one slice over all of it.
struct Answer {
  ThreadsPlace place;
  LoadedTree tree;                  // the recorded tree: lanes ignore the steps of --apply
  std::optional<TimeRange> chosen;  // the range of a `time` step of --apply, as in the window
  std::shared_ptr<const FoundLanes> lanes;
  std::shared_ptr<const FoundSlices> slices, whole;
};
Result<Answer> AnswerOf(const ThreadsCommand& options, const Question& question) {
  RINGSCOPE_ASSIGN(Input input, LoadInput(options.input, options.view.metric));
  const std::string file = options.input.file.string();
  if (!input.recorded->has_times()) {
    return Refuse(
        "{}: expected samples with times, found none: recordings of perf, Firefox, JFR, V8, simpleperf "
        "and Chrome's traces have them",
        file);
  }
  Answer answer;
  answer.tree = WithFunctions(input.recorded);
  for (const TransformStep& step : input.pipeline.steps) {
    if (step.kind == TransformKind::kTime)
      answer.chosen = step.time;
    else
      PrintNote(fmt::format("lanes are of the recorded profile, without the step '{}'", FormatStep(step)));
  }
  MetricIndex metric = TimedMetric(*input.recorded, 0);
  if (!options.view.metric.empty()) {
    RINGSCOPE_ASSIGN(const MetricIndex named,
                     AboutOption("--metric", FindMetricByName(*input.recorded, options.view.metric)));
    metric = TimedMetric(*input.recorded, named);
    if (metric != named)
      return Refuse("--metric: expected a metric of samples with times, found '{}'", options.view.metric);
  }
  WatchedJob job("adding up samples");
  // With --window the lanes are those of the window's view, which steps do not narrow.
  const TimeRange range = question.time     ? *question.time
                          : question.window ? TimeRange{}
                                            : answer.chosen.value_or(TimeRange{});
  answer.place = question.place;
  answer.place.window = question.window.value_or(range);
  RINGSCOPE_ASSIGN(FoundLanes lanes,
                   About(options.input.file, FindLanes({input.recorded, metric, range}, job)));
  answer.lanes = std::make_shared<const FoundLanes>(std::move(lanes));
  if (question.place.by_state && answer.lanes->lanes.states.empty())
    return Refuse(
        "--color: expected states of threads as a ring, as --labels state,thread makes one of "
        "a recording of JFR, found none in {}",
        file);
  WantedSlices wanted;
  wanted.lanes = answer.lanes;
  wanted.mode = question.mode;
  wanted.by_state = question.place.by_state;
  RINGSCOPE_ASSIGN(wanted.function, FunctionNamed(*input.recorded, *answer.tree.functions, options.function));
  if (wanted.function != kNoFunction) wanted.known_in = answer.tree;
  const auto find = [&]() -> Result<std::shared_ptr<const FoundSlices>> {
    RINGSCOPE_ASSIGN(FoundSlices found, FindSlices(wanted, job));
    return std::make_shared<const FoundSlices>(std::move(found));
  };
  const Window window = WindowOf(range, answer.lanes->lanes.span_ns);
  wanted.begin_ns = window.from_ns;
  wanted.slice_ns = window.length_ns();
  wanted.slices = 1;
  // A row for each thread: one slice has room for all.
  wanted.own_rows = static_cast<uint32_t>(answer.lanes->lanes.lanes.size());
  RINGSCOPE_ASSIGN(answer.whole, About(options.input.file, find()));
  const float width = options.view.spec.width_px, height = options.view.spec.height_px;
  ChooseSlices(answer.lanes->lanes, answer.place.window, width - NamesWidth(width, 1), wanted);
  wanted.own_rows = kMostLanes;
  if (!HasEnding(options.output, ".csv")) {
    // Lanes that do not fit share the last row.
    const uint32_t most = MostLanesIn(height, 1);
    wanted.own_rows = answer.lanes->lanes.lanes.size() <= most ? most : most - 1;
  }
  RINGSCOPE_ASSIGN(answer.slices, About(options.input.file, find()));
  return answer;
}

Result<int> Draw(const ThreadsModel& model, const ThreadsCommand& options) {
  return WritePlotPicture(options, model.title + ". " + model.about,
                          [&](float width, float height, const PlotLook& look, ShapeBatch& batch) {
                            (void)LayOutThreads(model, {8, 8, width - 12, height - 8}, look, batch);
                          });
}

Result<int> WriteCsv(const ThreadsModel& model, const std::filesystem::path& output) {
  RINGSCOPE_TRY(AboutOutput(output, WriteFile(output, ThreadsCsv(model))));
  return kExitOk;
}

// The activity of one thread in the chosen part of the time.
struct Line {
  const LaneRow* row;
  const ThreadSlice* cell;
  std::string process, thread, top;
};
std::vector<Line> LinesOf(const ThreadsModel& model) {
  std::vector<Line> lines;
  const FrameTable& frames = model.lanes->tree->frames();
  for (const LaneRow& row : model.rows) {
    const ThreadLane& lane = model.lanes->lanes.lanes[row.row];
    const ThreadSlice& cell = model.slices->slices.At(row.row, 0);
    Line line{&row, &cell, "", "(no thread)", cell.top < model.names.size() ? model.names[cell.top] : ""};
    if (!lane.frames.empty()) line.thread = DisplayText(ShownName(frames.name(lane.frames.back())));
    if (lane.frames.size() > 1) line.process = DisplayText(frames.name(lane.frames.front()));
    lines.push_back(std::move(line));
  }
  return lines;
}

// Model and lines outlive the report.
Report ReportOf(const ThreadsModel& model, const std::vector<Line>& lines, size_t rows) {
  const ThreadLanes& lanes = model.lanes->lanes;
  const uint64_t scale = model.metric.scale;
  uint64_t total = 0;
  for (const Line& line : lines) total += line.cell->value;
  const ValueColumn values(total, model.metric.unit, scale);
  Report report;
  report.Line(model.title + WithoutSamplesText(lanes));
  report.Field("metric", model.metric.name);
  report.Field("unit", model.metric.unit);
  report.Field("span_ns", lanes.span_ns);
  report.Field("threads", lines.size());
  report.Field("without_samples", lanes.without_samples);
  ReportTable table{.key = "rows", .rows = rows, .left_out = lines.size() - rows};
  table.object = [&, scale](size_t k) {
    const Line& line = lines[k];
    ReportValue::Object members;
    if (!line.process.empty()) members.push_back({"process", line.process});
    members.insert(members.end(), {{"thread", line.thread},
                                   {"value", ExactDecimal{line.cell->value, scale}},
                                   {"samples", line.cell->samples},
                                   {"first_ns", line.row->first_ns},
                                   {"last_ns", line.row->last_ns},
                                   {"top", line.top},
                                   {"top_value", ExactDecimal{line.cell->top_value, scale}}});
    if (!model.lit_name.empty())
      members.push_back({"in_function", ExactDecimal{line.cell->lit_value, scale}});
    return members;
  };
  const auto column = [&](TextTable::Column head, auto text) {
    table.Text(std::move(head), [&lines, text](size_t k) -> std::string { return text(lines[k]); });
  };
  column({DisplayText(model.metric.name)},
         [values](const Line& line) { return values.Text(line.cell->value); });
  column({"share"}, [total](const Line& line) { return ShareText(line.cell->value, total); });
  column({"samples"}, [](const Line& line) { return CountText(line.cell->samples); });
  column({"first"}, [](const Line& line) { return ValueText(line.row->first_ns, "ns", 1); });
  column({"last"}, [](const Line& line) { return ValueText(line.row->last_ns, "ns", 1); });
  column({"most on top", TextTable::Align::kLeft}, [](const Line& line) { return CutToWidth(line.top, 40); });
  column({"of it"}, [](const Line& line) { return ShareText(line.cell->top_value, line.cell->value); });
  column({"thread", TextTable::Align::kLeft}, [](const Line& line) { return line.row->name; });
  report.Add(std::move(table));
  return report;
}

Result<int> RunThreads(const ThreadsCommand& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  if (!options.output.empty()) RINGSCOPE_TRY(CheckPicture(options, PictureEndings::kAlsoCsv));
  RINGSCOPE_ASSIGN(const Question question, QuestionOf(options));
  RINGSCOPE_ASSIGN(const Answer answer, AnswerOf(options, question));
  if (const ThreadLanes& lanes = answer.lanes->lanes; lanes.empty()) {
    const TimeRange range{lanes.begin_ns, lanes.end_ns};
    return AnswerNo(fmt::format("{}: no sample{} has a value", options.input.file.string(),
                                range == TimeRange{} ? "" : " in " + FormatTimeRange(range)));
  }
  ThreadColors colors(answer.tree.tree, question.mode, options.theme);
  if (!options.output.empty()) {
    ThreadsModel model = ThreadsModelOf(answer.lanes, answer.slices, answer.place, colors);
    model.chosen = answer.chosen;
    return HasEnding(options.output, ".csv") ? WriteCsv(model, options.output) : Draw(model, options);
  }
  const ThreadsModel model = ThreadsModelOf(answer.lanes, answer.whole, answer.place, colors);
  const size_t rows = std::min<size_t>(model.rows.size(), options.limit.value_or(kRowsShown));
  const std::vector<Line> lines = LinesOf(model);
  return Deliver(ReportOf(model, lines, rows), options.format);
}

}  // namespace
}  // namespace ringscope::threads

void ringscope::AddThreads(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "threads", "What each thread did at which time, from samples with times",
                 &threads::RunThreads);
  AddInput(command, options->input);
  AddMetric(command, options->view.metric);
  AddSize(command, options->view);
  command->AddOption("--time RANGE", options->time, "Only this part of the time: 2s..3.5s, 250ms.., ..1min");
  command->AddOption("--window RANGE", options->window,
                     "Draws this part of the time, with the lanes of all of it, as the window does");
  command->AddOption("--function NAME", options->function,
                     "Lights up the time in this function and its callees");
  command->AddOption("--color WHAT", options->color,
                     "What colours tell: function, module, package, file, kind or state; default: function");
  command->AddOption("--order ORDER", options->order, "Threads by busiest, name or start; default: busiest");
  command->AddOption("-o,--output", options->output,
                     "Draws to OUT.png or OUT.svg, or writes OUT.csv, instead of printing");
  command->AddOption("--limit N", options->limit, "Rows; default: 40", WholeNumber(0));
  AddLight(command, options->theme);
  AddJson(command, options->format);
  command->Example("ringscope threads run.cct --time 2s..3.5s -o threads.png",
                   "What threads did in one and a half seconds");
}
