#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/picture_output.h"
#include "app/cli/syntax.h"
#include "app/report/report.h"
#include "app/views/spread/spread.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"
#include "cct/query/metrics/metric_lookup.h"

namespace ringscope::spread {
namespace {

constexpr uint32_t kRowsShown = 20;

struct SpreadCommand : ProfileOptions {
  std::string function;  // empty: the function with the largest self cost
  std::string measure = "inclusive";
};

// The model that the window shows, built from the options.
Result<SpreadModel> ModelOf(const SpreadCommand& options) {
  const auto* measure = FindWord(kSpreadMeasureWords, options.measure);
  if (measure == nullptr)
    return Refuse("--measure: expected inclusive, self or per-call, found '{}'", options.measure);
  RINGSCOPE_ASSIGN(Input input, LoadInput(options.input, options.view.metric));
  SpreadModel model;
  model.tree = input.tree;
  model.place = {measure->value};
  Wanted wanted{input.tree, std::make_shared<const FunctionIndex>(input.tree->frames()), kNoFunction, 0,
                measure->value};
  if (!options.view.metric.empty()) {
    RINGSCOPE_ASSIGN(wanted.metric,
                     AboutOption("--metric", FindMetricByName(*input.tree, options.view.metric)));
  }
  RINGSCOPE_ASSIGN(wanted.function, FunctionNamed(*input.tree, *wanted.functions, options.function));
  WatchedJob job("comparing contexts");
  RINGSCOPE_ASSIGN(FoundSpread found, About(options.input.file, FindSpread(wanted, job)));
  model.metric = input.tree->metrics()[wanted.metric];
  if (found.function == kNoFunction) {
    return Refuse("{}: expected a metric in which something costs, found nothing in '{}'",
                  options.input.file.string(), model.metric.name);
  }
  model.name = DisplayText(input.tree->frames().name(wanted.functions->FirstFrame(found.function)));
  model.found = std::make_shared<const FoundSpread>(std::move(found));
  model.about = AboutText(model);
  return model;
}

Result<int> Draw(SpreadModel model, const SpreadCommand& options) {
  model.name += " - " + options.input.file.filename().string();
  return WritePlotPicture(options, model.name + ": " + model.about,
                          [&](float width, float height, const PlotLook& look, ShapeBatch& batch) {
                            (void)LayOutPlots(SpreadPlots(model, width - 94, 1, look.theme),
                                              {12, 8, width - 12, height - 8}, look, batch);
                          });
}

// `texts`: the rows for people. Model and rows outlive the report.
Report ReportOf(const SpreadModel& model, size_t rows, const std::vector<SpreadRow>& texts) {
  const ContextSpread& spread = model.found->spread;
  const auto scale = static_cast<double>(model.metric.scale);
  Report report;
  report.Line("{}: {} of {}", TerminalLine(model.name), MeasureTitle(model.metric, model.place.measure),
              model.about);
  report.Field("function", model.name);
  report.Field("measure", WordOf(kSpreadMeasureWords, model.place.measure));
  report.Field("metric", model.metric.name);
  report.Field("unit", model.metric.unit);
  report.Field("contexts", spread.contexts.size());
  report.Field("without_cost", spread.without_value);
  report.Field("unlike", spread.unlike);
  if (spread.whole > 0) report.Field("whole", spread.whole / scale);
  report.Field("tenth", spread.tenth / scale);
  report.Field("median", spread.median / scale);
  report.Field("ninetieth", spread.ninetieth / scale);
  ReportTable table{.key = "rows", .rows = rows, .left_out = spread.contexts.size() - rows};
  table.object = [&model, scale](size_t k) -> ReportValue::Object {
    const SpreadContext& one = model.found->spread.Dearest(k);
    return {{"context", one.context},
            {"callers", CallersText(*model.tree, one.context, CallerNames::kWhole)},
            {"cost", one.value / scale},
            {"depth", one.layer},
            {"score", one.score}};
  };
  table.Text({"cost"}, [&texts](size_t k) { return texts[k].value; });
  table.Text({"of whole"}, [&texts](size_t k) { return texts[k].share; });
  table.Text({"depth"}, [&texts](size_t k) { return texts[k].depth; });
  table.Text({"unlike"}, [&texts](size_t k) { return texts[k].score; });
  table.Text({"called by", TextTable::Align::kLeft}, [&texts](size_t k) { return Joined(texts[k].callers); });
  report.Add(std::move(table));
  return report;
}

Result<int> RunSpread(const SpreadCommand& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  if (!options.output.empty()) RINGSCOPE_TRY(CheckPicture(options));
  RINGSCOPE_ASSIGN(const SpreadModel model, ModelOf(options));
  if (!options.output.empty()) {
    if (model.found->spread.contexts.empty())
      return AnswerNo(fmt::format("{}: no context of this function has a cost", model.name));
    return Draw(model, options);
  }
  const size_t rows =
      std::min<size_t>(model.found->spread.contexts.size(), options.limit.value_or(kRowsShown));
  std::vector<SpreadRow> texts;
  for (size_t k = 0; k < rows && !options.as_json(); ++k) texts.push_back(RowOf(model, k));
  return Deliver(ReportOf(model, rows, texts), options.format);
}

}  // namespace
}  // namespace ringscope::spread

void ringscope::AddSpread(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "spread", "Compare the contexts of one function: how its cost is spread over them",
                 &spread::RunSpread);
  AddInput(command, options->input);
  AddMetric(command, options->view.metric);
  AddSize(command, options->view);
  command->AddOption("--function NAME", options->function,
                     "The function; default: the one with the largest self cost");
  command->AddOption("--measure WHAT", options->measure,
                     "What is compared: inclusive, self or per-call; default: inclusive");
  command->AddOption("-o,--output", options->output, "Draws to OUT.png or OUT.svg instead of printing");
  command->AddOption("--limit N", options->limit, "Rows; default: 20", WholeNumber(0));
  AddLight(command, options->theme);
  AddJson(command, options->format);
  command->Example("ringscope spread run.cct --function parse", "Under which callers parse costs how much");
}
