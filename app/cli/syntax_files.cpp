#include "app/cli/memory_size.h"
#include "app/cli/syntax.h"

namespace ringscope {
namespace {

void AddConvert(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "convert", "Read profiles and write them, merged, as one .cct file", &RunConvert);
  command->add_option("IN", options->inputs, "Profiles to read; several become one tree")->required();
  AddReading(command, options->input);
  command->add_option("-o,--output", options->output, "The .cct file to write")->required();
  command
      ->add_option("--attribute", options->attributes,
                   "What is known of the run that was measured, such as commit=5f1c9e2; may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command->add_flag("--classes", options->classes,
                    "Look up the classes of native functions, and what they inherit from, in the debug information of "
                    "their modules");
  command
      ->add_option_function<std::string>(
          "--max-memory",
          [&bytes = options->input.max_memory_bytes](const std::string& text) {
            const Result<uint64_t> size = ParseMemorySize(text);
            if (!size) throw CLI::ValidationError("--max-memory: " + size.error().message);
            bytes = *size;
          },
          "Give up when reading and merging would take more, as in 512M or 1.5G; K, M, G, T and KiB, MiB, "
          "... "
          "are steps of 1024, kB, MB, ... of 1000")
      ->type_name("SIZE");
}

void AddTransform(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "transform",
                 "Write the transformed tree as a .cct file and say what each step did", &RunTransform);
  AddInput(command, options->input);
  command->get_option("--apply")->required();
  command->add_option("-o,--output", options->output, "The .cct file to write")->required();
  AddJson(command, options->json);
}

void AddExport(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddQuestion(app, run, "export", "Write the tree, or a table of it, in another format", &RunExport);
  AddChoice(command, "--table", kGroupByWords, options->table,
            "Write a table by this instead of the tree; OUT.csv or OUT.tsv");
  command
      ->add_option("-o,--output", options->output,
                   "OUT.cct, OUT.folded (of one metric), OUT.pb.gz, OUT.pprof or OUT.pb (pprof), "
                   "OUT.speedscope.json, OUT.csv "
                   "or OUT.tsv (a line a context)")
      ->required();
}

void AddSynth(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "synth", "Generate a tree with heavy-tailed cost", &RunSynth);
  SynthSpec& spec = options->spec;
  auto* const nodes = command->add_option("--nodes", spec.nodes, "Contexts")->check(WholeNumber(1));
  auto* const layers =
      command
          ->add_option("--layers", options->layers,
                       "Layers below the synthetic root; default: 100, fewer for a small tree")
          ->check(WholeNumber(1));
  auto* const frames =
      command->add_option("--frames", spec.frames, "Functions to choose from")->check(WholeNumber(1));
  command->add_option("--seed", spec.seed, "Equal seeds give equal trees")->check(WholeNumber(0, UINT64_MAX));
  auto* const total = command->add_option("--total", spec.total, "Sum of the metric; default: 5000 a context")
                          ->check(WholeNumber(1, UINT64_MAX));
  command
      ->add_option("--twin-share", spec.twin_share,
                   "Make two copies of one shape, the second with this share of the total")
      ->check(Number(0, 1));
  auto* const recursion =
      command->add_option("--recursion", spec.recursion, "Chance of a recursive call, 0 to 0.9; default: 0")
          ->check(Number(0, 0.9));
  std::string names;
  for (const SynthShape& shape : PublishedShapes())
    names += (names.empty() ? "" : "|") + std::string(shape.name);
  command
      ->add_option_function<std::string>(
          "--like",
          [&spec, names](const std::string& name) {
            for (const SynthShape& shape : PublishedShapes()) {
              if (shape.name != name) continue;
              const uint64_t seed = spec.seed;
              const auto twin_share = spec.twin_share;
              spec = SpecLike(shape, seed);
              spec.twin_share = twin_share;
              return;
            }
            throw CLI::ValidationError(fmt::format("--like: expected {}, found '{}'", names, name));
          },
          "Sizes and recursion of a published tree: " + names)
      ->type_name("NAME")
      ->excludes(nodes)
      ->excludes(layers)
      ->excludes(frames)
      ->excludes(recursion)
      ->excludes(total);
  command->add_option("-o,--output", options->output, "The .cct file to write")->required();
}

}  // namespace

void AddFileCommands(CLI::App& app, Run& run) {
  AddConvert(app, run);
  {
    const auto [command, options] =
        AddCommand(app, run, "info", "Sizes, metrics and what was skipped", &RunInfo);
    AddInput(command, options->input);
    AddJson(command, options->json);
  }
  {
    const auto [command, options] = AddCommand(app, run, "dump", "The whole tree as text", &RunDump);
    AddInput(command, options->input);
    command->add_flag("--tsv", options->tsv, "One tab-separated line a context in level order");
    auto* const points =
        command->add_flag("--points", options->points,
                          "The costs by input size instead (aprof), one tab-separated line a point");
    auto* const samples =
        command
            ->add_flag("--samples", options->samples,
                       "The samples with their times instead, one tab-separated line a sample")
            ->excludes(points);
    command
        ->add_flag("--frames", options->frames,
                   "What is known of functions instead, one tab-separated line a function")
        ->excludes(points)
        ->excludes(samples);
  }
  {
    const auto [command, options] =
        AddCommand(app, run, "verify", "Check every column of a .cct file", &RunVerify);
    command->add_option("FILE", options->input.file, "A .cct file")->required();
  }
  AddTransform(app, run);
  AddExport(app, run);
  AddSynth(app, run);
}

}  // namespace ringscope
