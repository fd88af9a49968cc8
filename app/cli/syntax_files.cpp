#include "app/cli/syntax.h"

namespace ringscope {
namespace {

void AddConvert(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "convert", "Read profiles and write them, merged, as one .cct file", &RunConvert);
  command->AddOption("IN", options->inputs, "Profiles to read; several become one tree")->Required();
  AddReading(command, options->input);
  command->AddOption("-o,--output", options->output, "The .cct file to write")->Required();
  command
      ->AddOption("--attribute", options->attributes,
                  "What is known of the run that was measured, such as commit=5f1c9e2; may be repeated")
      ->Value("NAME=VALUE")
      ->OneEachTime();
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
  AddJson(command, options->json);
  command->Example("ringscope transform run.cct --apply 'focus fn:parse | fold-recursion' -o parse.cct",
                   "Keeps what parse costs, with its recursion folded");
}

void AddExport(CommandTable& commands) {
  const auto [command, options] =
      AddQuestion(commands, "export", "Write the tree, or a table of it, in another format", &RunExport);
  command->AddChoice("--table", kGroupByWords, options->table,
                     "Write a table by this instead of the tree; OUT.csv or OUT.tsv");
  command
      ->AddOption("-o,--output", options->output,
                  "OUT.cct, OUT.folded (of one metric), OUT.pb.gz, OUT.pprof or OUT.pb (pprof), "
                  "OUT.speedscope.json, OUT.csv "
                  "or OUT.tsv (a line a context)")
      ->Required();
  command->Example("ringscope export run.cct -o run.speedscope.json", "Writes the tree for another viewer")
      ->Example("ringscope export run.cct --table module -o modules.csv", "Writes what each module costs");
}

void AddSynth(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "synth", "Generate a tree with heavy-tailed cost", &RunSynth);
  SynthSpec& spec = options->spec;
  auto* const nodes =
      command->AddOption("--nodes", spec.nodes, "Contexts; default: 1000000")->Check(WholeNumber(1));
  auto* const layers =
      command
          ->AddOption("--layers", options->layers,
                      "Layers below the synthetic root; default: 100, fewer for a small tree")
          ->Check(WholeNumber(1));
  auto* const frames = command->AddOption("--frames", spec.frames, "Functions to choose from; default: 10000")
                           ->Check(WholeNumber(1));
  command->AddOption("--seed", spec.seed, "Equal seeds give equal trees")->Check(WholeNumber(0, UINT64_MAX));
  auto* const total = command->AddOption("--total", spec.total, "Sum of the metric; default: 5000 a context")
                          ->Check(WholeNumber(1, UINT64_MAX));
  command
      ->AddOption("--twin-share", spec.twin_share,
                  "Make two copies of one shape, the second with this share of the total")
      ->Check(Number(0, 1));
  auto* const recursion =
      command->AddOption("--recursion", spec.recursion, "Chance of a recursive call, 0 to 0.9; default: 0")
          ->Check(Number(0, 0.9));
  std::string names;
  for (const SynthShape& shape : PublishedShapes())
    names += (names.empty() ? "" : "|") + std::string(shape.name);
  command
      ->AddReader(
          "--like",
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
          "Sizes and recursion of a published tree: " + names)
      ->Value("NAME")
      ->Excludes(nodes)
      ->Excludes(layers)
      ->Excludes(frames)
      ->Excludes(recursion)
      ->Excludes(total);
  command->AddOption("-o,--output", options->output, "The .cct file to write")->Required();
  command->Example("ringscope synth --nodes 100000 --seed 7 -o large.cct",
                   "Makes a tree to try things out with");
}

}  // namespace

void AddFileCommands(CommandTable& commands) {
  AddConvert(commands);
  {
    const auto [command, options] =
        AddCommand(commands, "info", "Sizes, metrics and what was skipped", &RunInfo);
    AddInput(command, options->input);
    AddJson(command, options->json);
    command->Example("ringscope info run.cct", "What was read, what was left out, and why");
  }
  {
    const auto [command, options] = AddCommand(commands, "dump", "The whole tree as text", &RunDump);
    AddInput(command, options->input);
    command->AddFlag("--tsv", options->tsv, "One tab-separated line a context in level order");
    auto* const points =
        command->AddFlag("--points", options->points,
                         "The costs by input size instead (aprof), one tab-separated line a point");
    auto* const samples =
        command
            ->AddFlag("--samples", options->samples,
                      "The samples with their times instead, one tab-separated line a sample")
            ->Excludes(points);
    command
        ->AddFlag("--frames", options->frames,
                  "What is known of functions instead, one tab-separated line a function")
        ->Excludes(points)
        ->Excludes(samples);
    command->Example("ringscope dump run.cct --tsv", "A line for each context, for other programs");
  }
  {
    const auto [command, options] =
        AddCommand(commands, "verify", "Check every column of a .cct file", &RunVerify);
    command->AddOption("FILE", options->input.file, "A .cct file")->Required();
    command->Example("ringscope verify run.cct", "Whether the file is as it was written");
  }
  AddTransform(commands);
  AddExport(commands);
  AddSynth(commands);
}

}  // namespace ringscope
