#include <algorithm>
#include <string>
#include <vector>

#include "app/cli/commands/commands.h"
#include "app/cli/commands/requirement.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/query_note.h"
#include "app/core/display_text.h"
#include "cct/base/json_writer.h"

namespace ringscope {
namespace {

// What the steps before what is measured say to the question: with --must-match each has to select something.
struct StepAnswer {
  std::string step;
  bool matched_nothing = false;
  bool ok = true;
};

std::vector<StepAnswer> AnswersOfSteps(const Input& input, bool must_match) {
  std::vector<StepAnswer> answers;
  for (size_t k = 0; k < input.steps.size(); ++k) {
    const bool matched_nothing = input.steps[k].matched_nothing;
    answers.push_back(
        {FormatStep(input.pipeline.steps[k]), matched_nothing, !(must_match && matched_nothing)});
  }
  return answers;
}

void WriteSteps(const std::vector<StepAnswer>& steps, JsonWriter& json) {
  json.Key("steps").BeginArray();
  for (const StepAnswer& step : steps) {
    json.BeginObject();
    json.Key("step").String(step.step);
    json.Key("matched_nothing").Bool(step.matched_nothing);
    json.Key("ok").Bool(step.ok);
    json.EndObject();
  }
  json.EndArray();
}

void WriteOutcomes(const Cct& tree, const std::vector<StepAnswer>& steps,
                   const std::vector<Requirement>& requirements,
                   const std::vector<RequirementOutcome>& outcomes, bool all_hold, Output& out) {
  JsonWriter json = out.Json();
  json.BeginObject();
  json.Key("ok").Bool(all_hold);
  if (!steps.empty()) WriteSteps(steps, json);
  json.Key("requirements").BeginArray();
  for (size_t k = 0; k < requirements.size(); ++k) {
    const RequirementOutcome& outcome = outcomes[k];
    const bool is_count = requirements[k].what == Requirement::What::kContexts ||
                          requirements[k].what == Requirement::What::kFunctions;
    const uint64_t scale = is_count ? 1 : tree.metrics()[outcome.metric].scale;
    json.BeginObject();
    json.Key("require").String(requirements[k].text);
    json.Key("ok").Bool(outcome.holds);
    if (outcome.is_derived) {
      json.Key("measured").Number(outcome.derived_measured);
      json.Key("whole").Number(outcome.derived_whole);
    } else {
      json.Key("measured").Decimal(outcome.measured, scale);
      json.Key("whole").Decimal(outcome.whole, scale);
    }
    json.Key("contexts").Number(outcome.contexts);
    json.EndObject();
  }
  json.EndArray().EndObject().Finish();
}

}  // namespace

int RunCheck(const CheckOptions& options) {
  std::vector<Requirement> requirements;
  for (const std::string& text : options.require) {
    Result<Requirement> requirement = ParseRequirement(text);
    if (!requirement) return ReportError(OptionErrorLine("--require", requirement.error(), text));
    requirements.push_back(std::move(*requirement));
  }
  const OrLine<InputView> view = LoadInputView(options.input, options.view, DefaultRoot::kWholeTree);
  if (!view) return ReportError(view.error());
  for (const Requirement& requirement : requirements) NoteUnknownFields(requirement.query);
  std::vector<RequirementOutcome> outcomes;
  // What steps that selected nothing left to be measured is not what was meant.
  const std::vector<StepAnswer> steps = AnswersOfSteps(view->input, options.must_match);
  bool all_hold = std::all_of(steps.begin(), steps.end(), [](const StepAnswer& step) { return step.ok; });
  for (const Requirement& requirement : requirements) {
    JobControl job;
    const JobWatch watch(job, "measuring");
    const Result<RequirementOutcome> outcome = MeasureRequirement(*view, requirement, &job);
    if (!outcome) {
      return ReportError(OptionErrorLine(fmt::format("--require '{}'", requirement.text), outcome.error()));
    }
    outcomes.push_back(*outcome);
    // A query that selects nothing says nothing, whatever it costs.
    const bool matches = requirement.what == Requirement::What::kTotal || outcome->contexts > 0;
    if (options.must_match && !matches) outcomes.back().holds = false;
    all_hold &= outcomes.back().holds;
  }
  Output out;
  if (options.json) {
    WriteOutcomes(view->tree(), steps, requirements, outcomes, all_hold, out);
  } else {
    for (size_t k = 0; k < steps.size(); ++k) {
      if (!steps[k].ok) {
        out.Print("step {}, {}: matched nothing, required to match: FAILED\n", k + 1,
                  DisplayText(steps[k].step));
      }
    }
    for (size_t k = 0; k < requirements.size(); ++k)
      out.Print("{}\n", DescribeOutcome(view->tree(), requirements[k], outcomes[k]));
  }
  if (const int code = out.Finish(); code != kExitOk) return code;
  return all_hold ? kExitOk : kExitNo;
}

}  // namespace ringscope
