#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/cli/comparing/compared_inputs.h"
#include "app/cli/comparing/requirement.h"
#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/core/display_text.h"
#include "app/view/document.h"
#include "cct/base/result.h"
#include "cct/compare/tree_comparison.h"

namespace ringscope {
namespace {

struct CheckOptions : ProfileOptions {
  Files files;     // one profile, or several runs
  Files baseline;  // the side before, one or several runs
  std::vector<std::string> require;
  bool must_match = false;  // a requirement or step whose query selects nothing fails
  Matching matching = Matching::kTolerant;
  std::filesystem::path rules;  // empty: the built-in ones
};

// A profile that is checked.
struct CheckedRun {
  std::string name;  // empty if it is the only run
  InputView view;
};

// A step of --apply. With --must-match it has to select something.
struct StepAnswer {
  std::string run;
  size_t number = 0;  // from 1
  std::string step;
  bool matched_nothing = false;
  bool ok = true;
};

// The outcome of one requirement, for one of the runs or for the comparison.
struct Answer {
  const Requirement* requirement = nullptr;
  const CheckedRun* run = nullptr;  // null: of the comparison
  std::variant<RequirementOutcome, ComparedOutcome> outcome;
  [[nodiscard]] bool holds() const {
    return std::visit([](const auto& one) { return one.holds; }, outcome);
  }
};

struct BaselineComparison {
  TreeComparison comparison;
  CheckedRun whole;  // its tree as a profile
};

// The answer of `check`.
struct CheckReport {
  std::vector<CheckedRun> runs;
  std::optional<BaselineComparison> compared;
  std::vector<StepAnswer> steps;
  std::vector<Answer> answers;
  bool all_hold = true;
};

void AddOutcome(const Cct& tree, const Requirement& requirement, const RequirementOutcome& outcome,
                ReportValue::Object& members) {
  const bool is_count =
      requirement.what == Requirement::What::kContexts || requirement.what == Requirement::What::kFunctions;
  const uint64_t scale = is_count ? 1 : tree.metrics()[outcome.metric].scale;
  const auto value = [&](double derived, uint64_t stored) {
    return outcome.is_derived ? ReportValue(derived) : ReportValue(ExactDecimal{stored, scale});
  };
  members.push_back({"measured", value(outcome.derived_measured, outcome.measured)});
  members.push_back({"whole", value(outcome.derived_whole, outcome.whole)});
  members.push_back({"contexts", outcome.contexts});
}

std::optional<std::string> FileOf(const std::string& run) {
  return run.empty() ? std::nullopt : std::optional(run);
}

// "b1.folded: "; empty for the only run.
std::string OfRun(const std::string& name) { return name.empty() ? "" : DisplayText(name) + ": "; }

Report ReportOf(const CheckReport& check) {
  Report report;
  ReportValue::Array steps, requirements;
  for (const StepAnswer& step : check.steps) {
    if (!step.ok)
      report.Line("{}step {}, {}: matched nothing, required to match: FAILED", OfRun(step.run), step.number,
                  DisplayText(step.step));
    steps.push_back(ReportValue::Object{{"file", FileOf(step.run)},
                                        {"step", step.step},
                                        {"matched_nothing", step.matched_nothing},
                                        {"ok", step.ok}});
  }
  for (const Answer& answer : check.answers) {
    const Requirement& requirement = *answer.requirement;
    ReportValue::Object members{{"require", requirement.text},
                                {"file", answer.run != nullptr ? FileOf(answer.run->name) : std::nullopt},
                                {"ok", answer.holds()}};
    if (const auto* const plain = std::get_if<RequirementOutcome>(&answer.outcome)) {
      const Cct& tree = answer.run->view.tree();
      report.Line(OfRun(answer.run->name) + DescribeOutcome(tree, requirement, *plain));
      AddOutcome(tree, requirement, *plain, members);
    } else {
      const auto& compared = std::get<ComparedOutcome>(answer.outcome);
      report.Line(DescribeComparedOutcome(check.compared->comparison, requirement, compared));
      AddOutcome(check.compared->comparison, requirement, compared, members);
    }
    requirements.emplace_back(std::move(members));
  }
  report.Field("ok", check.all_hold);
  if (check.compared) {
    const std::vector<std::string>& notes = check.compared->comparison.notes;
    report.Field("notes", ReportValue::Array(notes.begin(), notes.end()));
  }
  if (!steps.empty()) report.Field("steps", std::move(steps));
  report.Field("requirements", std::move(requirements));
  return report;
}

Result<std::vector<Requirement>> ParseRequirements(const CheckOptions& options) {
  std::vector<Requirement> requirements;
  for (const std::string& text : options.require) {
    RINGSCOPE_ASSIGN(requirements.emplace_back(), AboutOption("--require", ParseRequirement(text), text));
  }
  const auto compared =
      std::ranges::find_if(requirements, [](const Requirement& one) { return one.IsCompared(); });
  if (compared != requirements.end() && options.baseline.empty())
    return Refuse("--require '{}': expected --baseline with a profile to compare with", compared->text);
  const bool compares = std::ranges::any_of(
      requirements, [](const Requirement& one) { return one.IsCompared() || one.IsOfSides(); });
  if (!compares && !options.baseline.empty())
    return Refuse(
        "--baseline: expected a requirement that compares: delta(...), new(QUERY), gone(QUERY), "
        "exponent_before(QUERY) or exponent_change(QUERY)");
  return requirements;
}

Result<BaselineComparison> CompareWithBaseline(const CheckOptions& options,
                                               const std::vector<CheckedRun>& runs, const Files& all) {
  RINGSCOPE_ASSIGN(NameRules rules, ReadRules(options.rules));
  RINGSCOPE_ASSIGN(const std::vector<CompareInput> before,
                   LoadSide(options.baseline, options.input, options.view.metric, all, StoredRuns::kApart));
  std::vector<CompareInput> after;
  for (size_t k = 0; k < runs.size(); ++k) {
    RINGSCOPE_ASSIGN(std::vector<CompareInput> its,
                     ExecutionsOf(runs[k].view.input.tree, options.files[k], all));
    std::move(its.begin(), its.end(), std::back_inserter(after));
  }
  WatchedJob job("comparing");
  const CompareOptions how{
      .matching = options.matching, .rules = std::move(rules), .metric = options.view.metric};
  RINGSCOPE_ASSIGN(TreeComparison comparison, About("check", CompareTrees(before, after, how, &job)));
  BaselineComparison compared{std::move(comparison), {}};
  InputView& view = compared.whole.view;
  view.input.tree = compared.comparison.tree;
  view.view.metric = compared.comparison.metrics.front().side[IndexOf(Side::kAfter)];
  view.view.root.context = kRootContext;
  if (options.view.root) {
    RINGSCOPE_ASSIGN(view.view.root.context,
                     About("check", FindContextByPath(*compared.comparison.tree, *options.view.root)));
  }
  return compared;
}

// Measures one requirement in each run, or in the comparison.
Result<void> MeasureRequirement(const Requirement& requirement, const CheckOptions& options,
                                CheckReport& report) {
  WatchedJob job("measuring");
  const auto add = [&](const CheckedRun* run, auto outcome) -> Result<void> {
    if (!outcome)
      return tl::unexpected(AboutOption(fmt::format("--require '{}'", requirement.text), outcome.error()));
    // With --must-match a query that selects nothing fails, whatever the cost. For new() and gone() it is a
    // good answer.
    const bool selects =
        requirement.what != Requirement::What::kTotal && (requirement.is_delta || !requirement.IsCompared());
    if (options.must_match && selects && outcome->contexts == 0) outcome->holds = false;
    report.all_hold &= outcome->holds;
    report.answers.push_back({&requirement, run, std::move(*outcome)});
    return {};
  };
  if (requirement.IsCompared()) {
    const BaselineComparison& compared = *report.compared;
    return add(nullptr, MeasureComparedRequirement(compared.comparison, compared.whole.view.roots(),
                                                   requirement, &job));
  }
  if (requirement.IsOfSides() && report.compared)
    return add(&report.compared->whole, MeasureRequirement(report.compared->whole.view, requirement, &job));
  for (const CheckedRun& run : report.runs)
    RINGSCOPE_TRY(add(&run, MeasureRequirement(run.view, requirement, &job)));
  return {};
}

Result<int> RunCheck(const CheckOptions& options) {
  RINGSCOPE_ASSIGN(const std::vector<Requirement> requirements, ParseRequirements(options));
  Files all = options.baseline;
  all.insert(all.end(), options.files.begin(), options.files.end());
  RINGSCOPE_TRY(CheckComparedFiles("check", all));
  CheckReport report;
  for (const std::filesystem::path& file : options.files) {
    InputOptions input = options.input;
    input.file = file;
    RINGSCOPE_ASSIGN(InputView view, LoadInputView(input, options.view, DefaultRoot::kWholeTree));
    const std::string name = options.files.size() == 1 ? "" : NameAmong(file, options.files);
    report.runs.push_back({name, std::move(view)});
  }
  if (!options.baseline.empty()) {
    RINGSCOPE_ASSIGN(report.compared, CompareWithBaseline(options, report.runs, all));
  }
  for (const Requirement& requirement : requirements) NoteUnknownFields(requirement.query);
  // A step that selected nothing leaves another tree to be measured than was meant.
  for (const CheckedRun& run : report.runs) {
    const Input& input = run.view.input;
    for (size_t k = 0; k < input.steps.size(); ++k) {
      const bool matched_nothing = input.steps[k].matched_nothing;
      const bool ok = !(options.must_match && matched_nothing);
      report.all_hold &= ok;
      report.steps.push_back({run.name, k + 1, FormatStep(input.pipeline.steps[k]), matched_nothing, ok});
    }
  }
  for (const Requirement& requirement : requirements) {
    RINGSCOPE_TRY(MeasureRequirement(requirement, options, report));
  }
  if (report.compared && !options.as_json()) {
    for (const std::string& note : report.compared->comparison.notes) PrintNote(note);
  }
  RINGSCOPE_ASSIGN(const int code, Deliver(ReportOf(report), options.format));
  return code != kExitOk || report.all_hold ? code : kExitNo;
}

}  // namespace

void AddCheck(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "check", "A gate: exit 1 if a requirement does not hold", &RunCheck);
  command->AddOption("FILE", options->files, "A profile, or several runs, each of which is checked")
      ->Required();
  AddReading(command, options->input);
  AddNoVerify(command, options->input);
  AddMetric(command, options->view.metric);
  AddRoot(command, options->view.root);
  command
      ->AddOption(
          "--require REQUIREMENT", options->require,
          "'incl(fn:parse) < 5%': incl, self, contexts or functions of a query, or total; metric as a "
          "second argument; may be given several times. Compared with --baseline also 'delta(incl(fn:parse)) "
          "< 5%' (of incl, self or total; a share is one of the total before), 'new(self>1%) = 0' and "
          "'gone(QUERY) = 0' (numbers of contexts)")
      ->Required();
  command->AddOption("--baseline FILE...", options->baseline,
                     "What to compare with: a profile, or several runs. With several runs on both sides a "
                     "difference within their noise counts as none");
  AddMatching(command, options->matching, options->rules);
  command->AddFlag(
      "--must-match", options->must_match,
      "Fail if a query, also that of a step of --apply, selects nothing, as with a misspelled name");
  AddJson(command, options->format);
  command
      ->Example("ringscope check run.cct --require 'incl(fn:parse) < 5%'",
                "Fails where parse takes 5 % or more")
      ->Example("ringscope check new.cct --baseline old.cct --require 'delta(total) < 2%'",
                "Fails where the whole became slower by 2 % or more");
}

}  // namespace ringscope
