#include "app/cli/commands.h"
#include "app/cli/job_watch.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/query_note.h"
#include "app/cli/requirement.h"
#include "cct/base/json_writer.h"

namespace ringscope {
namespace {

void WriteOutcomes(const Cct& tree, const std::vector<Requirement>& requirements,
                   const std::vector<RequirementOutcome>& outcomes, bool all_hold, Output& out) {
  JsonWriter json([&out](std::string_view text) { out.Write(text); });
  json.BeginObject();
  json.Key("ok").Bool(all_hold);
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
  // What steps that selected nothing left to be measured is not what was meant; a note has named them.
  bool all_hold = !options.must_match || !view->input.MatchedNothing();
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
    WriteOutcomes(view->tree(), requirements, outcomes, all_hold, out);
  } else {
    for (size_t k = 0; k < requirements.size(); ++k)
      out.Print("{}\n", DescribeOutcome(view->tree(), requirements[k], outcomes[k]));
  }
  if (const int code = out.Finish(); code != kExitOk) return code;
  return all_hold ? kExitOk : kExitNo;
}

}  // namespace ringscope
