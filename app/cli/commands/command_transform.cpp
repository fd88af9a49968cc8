#include "app/cli/commands/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "cct/base/text/json_writer.h"
#include "cct/base/text/number_text.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

void PrintSteps(const Input& input, Output& out) {
  const auto metrics = input.tree->metrics();
  for (size_t k = 0; k < input.steps.size(); ++k) {
    const StepOutcome& step = input.steps[k];
    out.Print("{}: {}, before {}", FormatStep(input.pipeline.steps[k]),
              CountedText(step.contexts_after, "context"), CountText(step.contexts_before));
    for (size_t m = 0; m < step.removed.size() && m < metrics.size(); ++m) {
      if (step.removed[m] == 0) continue;
      // What a step removed is a share of what there was before it: the steps behind it removed more.
      uint64_t before = input.tree->Total(static_cast<MetricIndex>(m));
      for (size_t later = k; later < input.steps.size(); ++later) before += input.steps[later].removed[m];
      out.Print("; removed {} ({}) of {}", ValueText(step.removed[m], metrics[m].unit, metrics[m].scale),
                ShareText(step.removed[m], before), metrics[m].name);
    }
    out.Print("{}\n", step.matched_nothing ? "; matches nothing" : "");
  }
}

void WriteSteps(const Input& input, Output& out) {
  const auto metrics = input.tree->metrics();
  JsonWriter json = out.Json();
  json.BeginObject();
  json.Key("nodes").Number(input.tree->context_count() - uint64_t{1});
  json.Key("steps").BeginArray();
  for (size_t k = 0; k < input.steps.size(); ++k) {
    const StepOutcome& step = input.steps[k];
    json.BeginObject();
    json.Key("step").String(FormatStep(input.pipeline.steps[k]));
    json.Key("contexts_before").Number(uint64_t{step.contexts_before});
    json.Key("contexts_after").Number(uint64_t{step.contexts_after});
    json.Key("removed").BeginObject();
    for (size_t m = 0; m < step.removed.size() && m < metrics.size(); ++m)
      json.Key(metrics[m].name).Decimal(step.removed[m], metrics[m].scale);
    json.EndObject().EndObject();
  }
  json.EndArray().EndObject().Finish();
}

}  // namespace

Result<int> RunTransform(const ProfileOptions& options) {
  RINGSCOPE_TRY(CheckOutput({options.input.file}, options.output));
  RINGSCOPE_TRY(CheckCctName(options.output));
  RINGSCOPE_ASSIGN(const Input input, LoadInput(options.input));
  {
    JobControl job;
    const JobWatch watch(job, fmt::format("writing {}", options.output.filename().string()));
    RINGSCOPE_TRY(AboutOutput(options.output, WriteCctFile(*input.tree, options.output, {}, &job)));
  }
  TellEstimate(*input.tree);
  TellLosses(input);
  Output out;
  if (options.json)
    WriteSteps(input, out);
  else
    PrintSteps(input, out);
  return out.Finish();
}

}  // namespace ringscope
