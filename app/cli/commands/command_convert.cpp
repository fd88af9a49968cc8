#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "app/cli/load.h"
#include "app/cli/output.h"
#include "app/cli/syntax.h"
#include "app/cli/tree_info.h"
#include "cct/base/text/join_texts.h"
#include "cct/base/text/number_text.h"
#include "cct/classes/native_classes.h"
#include "cct/file/cct_file.h"
#include "cct/synth/synth.h"
#include "cct/tree/building/altered_tree.h"

namespace ringscope {
namespace {

struct ConvertOptions : ProfileOptions {
  std::vector<std::filesystem::path> inputs;
  std::vector<std::string> attributes;  // attributes of the execution, "name=value"
  bool classes = false;                 // look up the classes of native programs
};

struct SynthOptions {
  SynthSpec spec;
  std::optional<uint32_t> layers;  // std::nullopt: as many as `spec` has, fewer for a small tree
  std::filesystem::path output;
};

// The tree with the attributes that the user gives its execution.
Result<CctPtr> WithAttributes(const CctPtr& tree, const std::vector<std::string>& attributes) {
  if (attributes.empty()) return tree;
  ImportReport report = tree->report();
  if (report.executions.size() > 1) {
    return Refuse("--attribute: expected a profile of one execution, found one of {}",
                  report.executions.size());
  }
  report.executions.resize(1);
  for (const std::string& attribute : attributes) {
    const size_t equals = attribute.find('=');
    if (equals == std::string::npos || equals == 0)
      return Refuse("--attribute: expected name=value, found '{}'", attribute);
    SetAttribute(attribute.substr(0, equals), attribute.substr(equals + 1), report.executions.front());
  }
  return WithReport(tree, std::move(report));
}

// Prints an error for each file that cannot be opened, and returns the others.
std::vector<std::filesystem::path> FilesThatOpen(const std::vector<std::filesystem::path>& files) {
  std::vector<std::filesystem::path> open;
  for (const std::filesystem::path& file : files) {
    if (file == "-" || access(file.c_str(), R_OK) == 0)
      open.push_back(file);
    else
      ReportError(fmt::format("{}: expected a file that can be read, found: {}", file.string(),
                              std::strerror(errno)));
  }
  return open;
}

Result<int> RunConvert(const ConvertOptions& options) {
  RINGSCOPE_TRY(CheckDefinesAreUsed(options.input));
  if (std::count(options.inputs.begin(), options.inputs.end(), "-") > 1)
    return Refuse("-: expected the standard input once, found it twice");
  RINGSCOPE_TRY(CheckOutput(options.inputs, options.output));
  RINGSCOPE_TRY(CheckCctName(options.output));
  const std::vector<std::filesystem::path> inputs =
      options.inputs.size() > 1 ? FilesThatOpen(options.inputs) : options.inputs;
  if (inputs.empty()) return kExitBadInput;
  InputOptions input_options = options.input;
  input_options.prints_report = true;
  RINGSCOPE_ASSIGN(const Input input, LoadMergedInput(inputs, input_options));
  RINGSCOPE_ASSIGN(CctPtr tree, WithAttributes(input.tree, options.attributes));
  if (options.classes) {
    WatchedJob job("reading debug information");
    RINGSCOPE_ASSIGN(tree, About("--classes", WithNativeClasses(tree, &job)));
  }
  RINGSCOPE_TRY(WriteCct(*tree, options.output));
  NoteLosses(input);
  RINGSCOPE_ASSIGN(const int written, Deliver(TreeInfo(options.output, tree), ReportFormat::kText));
  return inputs.size() < options.inputs.size() ? kExitBadInput : written;
}

// Reports what each step did: a line, and a member of the array "steps".
Report StepsReport(const Input& input) {
  const auto metrics = input.tree->metrics();
  Report report;
  ReportValue::Array steps;
  for (size_t k = 0; k < input.steps.size(); ++k) {
    const StepOutcome& step = input.steps[k];
    const std::string name = FormatStep(input.pipeline.steps[k]);
    std::string line = fmt::format("{}: {}, before {}", name, CountedText(step.contexts_after, "context"),
                                   CountText(step.contexts_before));
    ReportValue::Object removed;
    for (size_t m = 0; m < step.removed.size() && m < metrics.size(); ++m) {
      removed.push_back({metrics[m].name, ExactDecimal{step.removed[m], metrics[m].scale}});
      if (step.removed[m] == 0) continue;
      // The share is of the total before this step: this step and those behind it removed the difference.
      uint64_t before = input.tree->Total(static_cast<MetricIndex>(m));
      for (size_t later = k; later < input.steps.size(); ++later) before += input.steps[later].removed[m];
      line += fmt::format("; removed {} ({}) of {}",
                          ValueText(step.removed[m], metrics[m].unit, metrics[m].scale),
                          ShareText(step.removed[m], before), metrics[m].name);
    }
    report.Line(line + (step.matched_nothing ? "; matches nothing" : ""));
    steps.push_back(ReportValue::Object{{"step", name},
                                        {"contexts_before", step.contexts_before},
                                        {"contexts_after", step.contexts_after},
                                        {"removed", std::move(removed)}});
  }
  report.Field("nodes", input.tree->context_count() - 1);
  report.Field("steps", std::move(steps));
  return report;
}

Result<int> RunTransform(const ProfileOptions& options) {
  RINGSCOPE_TRY(CheckOutput({options.input.file}, options.output));
  RINGSCOPE_TRY(CheckCctName(options.output));
  RINGSCOPE_ASSIGN(const Input input, LoadInput(options.input));
  RINGSCOPE_TRY(WriteCct(*input.tree, options.output));
  NoteEstimate(*input.tree);
  NoteLosses(input);
  return Deliver(StepsReport(input), options.format);
}

Result<int> RunSynth(const SynthOptions& options) {
  RINGSCOPE_TRY(CheckCctName(options.output));
  WatchedJob job("generating");
  SynthSpec spec = options.spec;
  const uint64_t fitting = (spec.nodes + 1) / 2;
  spec.layers = options.layers.value_or(static_cast<uint32_t>(std::min<uint64_t>(spec.layers, fitting)));
  RINGSCOPE_ASSIGN(const CctPtr tree, About("synth", BuildSynthetic(spec, &job)));
  RINGSCOPE_TRY(AboutOutput(options.output, WriteCctFile(*tree, options.output, {}, &job)));
  return Deliver(TreeInfo(options.output, tree), ReportFormat::kText);
}

}  // namespace

void AddConvert(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "convert", "Read profiles and write them, merged, as one .cct file", &RunConvert);
  command->AddOption("IN", options->inputs, "Profiles to read; several become one tree")->Required();
  AddReading(command, options->input);
  command->AddOption("-o,--output", options->output, "The .cct file to write")->Required();
  command->AddOption("--attribute NAME=VALUE", options->attributes,
                     "An attribute of the measured run, such as commit=5f1c9e2; may be repeated");
  command->AddFlag(
      "--classes", options->classes,
      "Look up the classes of native functions, and what they inherit from, in the debug information of "
      "their modules");
  command
      ->Example("ringscope convert perf.data -o run.cct",
                "Reads a recording once, so that it opens at once from then on")
      ->Example("ringscope convert run1.folded run2.folded -o runs.cct", "Adds up two runs in one tree");
}

void AddTransform(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "transform",
                 "Write the transformed tree as a .cct file and say what each step did", &RunTransform);
  AddInput(command, options->input);
  command->Option("--apply")->Required();
  command->AddOption("-o,--output", options->output, "The .cct file to write")->Required();
  AddJson(command, options->format);
  command->Example("ringscope transform run.cct --apply 'focus fn:parse | fold-recursion' -o parse.cct",
                   "Keeps what parse costs, with its recursion folded");
}

void AddSynth(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "synth", "Generate a tree with heavy-tailed cost", &RunSynth);
  SynthSpec& spec = options->spec;
  command->AddOption("--nodes", spec.nodes, "Contexts; default: 1000000", WholeNumber(1));
  command->AddOption("--layers", options->layers,
                     "Layers below the synthetic root; default: 100, fewer for a small tree", WholeNumber(1));
  command->AddOption("--frames", spec.frames, "Functions to choose from; default: 10000", WholeNumber(1));
  command->AddOption("--seed", spec.seed, "Equal seeds give equal trees", WholeNumber(0, UINT64_MAX));
  command->AddOption("--total", spec.total, "Sum of the metric; default: 5000 a context",
                     WholeNumber(1, UINT64_MAX));
  command->AddOption("--twin-share", spec.twin_share,
                     "Make two copies of one shape, the second with this share of the total", Number(0, 1));
  command->AddOption("--recursion", spec.recursion, "Chance of a recursive call, 0 to 0.9; default: 0",
                     Number(0, 0.9));
  const std::string names = JoinTexts(PublishedShapes(), "|", &SynthShape::name);
  OptionSyntax* const like = command->AddReader(
      "--like NAME",
      [&spec, names](const std::string& name) {
        for (const SynthShape& shape : PublishedShapes()) {
          if (shape.name != name) continue;
          const uint64_t seed = spec.seed;
          const auto twin_share = spec.twin_share;
          spec = SpecLike(shape, seed);
          spec.twin_share = twin_share;
          return std::string();
        }
        return fmt::format("expected {}, found '{}'", names, name);
      },
      "Sizes and recursion of a published tree: " + names);
  for (const char* const one : {"--nodes", "--layers", "--frames", "--recursion", "--total"})
    like->Excludes(command->Option(one));
  command->AddOption("-o,--output", options->output, "The .cct file to write")->Required();
  command->Example("ringscope synth --nodes 100000 --seed 7 -o large.cct",
                   "Makes a tree to try things out with");
}

}  // namespace ringscope
