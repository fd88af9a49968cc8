#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <csignal>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "app/cli/commands.h"
#include "app/cli/output.h"

namespace ringscope {
namespace {

using Run = std::function<int()>;

// Adds a subcommand whose options live as long as the parser; choosing it sets `run`.
template <typename Options>
std::pair<CLI::App*, Options*> AddCommand(CLI::App& app, Run& run, const std::string& name,
                                          const std::string& description, int (*function)(const Options&)) {
  CLI::App* const command = app.add_subcommand(name, description);
  const auto options = std::make_shared<Options>();
  command->callback([options, function, &run] { run = [options, function] { return function(*options); }; });
  return {command, options.get()};
}

const std::map<std::string, ThreadRing> kThreadRings = {{"merge", ThreadRing::kMerged},
                                                        {"ring", ThreadRing::kAlways}};
const std::map<std::string, RingMode> kModes = {
    {"equal", RingMode::kEqual}, {"length", RingMode::kLength}, {"area", RingMode::kArea}};
const std::map<std::string, ChartForm> kForms = {{"rings", ChartForm::kRings},
                                                 {"icicle", ChartForm::kIcicle}};

// One of a few words.
template <typename T>
void AddChoice(CLI::App* command, const std::string& name, const std::map<std::string, T>& choices, T& target,
               const std::string& description) {
  std::string words;
  for (const auto& [word, value] : choices) words += (words.empty() ? "" : "|") + word;
  command
      ->add_option_function<std::string>(
          name,
          [&choices, &target, words](const std::string& word) {
            const auto choice = choices.find(word);
            if (choice == choices.end())
              throw CLI::ValidationError(fmt::format("expected {}, found '{}'", words, word));
            target = choice->second;
          },
          description)
      ->type_name(words);
}

void AddThreads(CLI::App* command, ThreadRing& threads) {
  AddChoice(command, "--threads", kThreadRings, threads,
            "Threads and processes as the first ring, or merged");
}

void AddInput(CLI::App* command, InputOptions& input) {
  command->add_option("FILE", input.file, "A .cct file or any profile that can be read")->required();
  AddThreads(command, input.threads);
  command->add_flag("!--no-verify", input.verify, "Do not check a .cct file before using it");
}

void ParseSize(const std::string& text, uint32_t& width, uint32_t& height) {
  constexpr uint32_t kSmallest = 16;
  constexpr uint32_t kLargest = 16'384;
  const char* const end = text.data() + text.size();
  const auto [x, width_error] = std::from_chars(text.data(), end, width);
  if (width_error == std::errc{} && x != end && *x == 'x') {
    const auto [rest, height_error] = std::from_chars(x + 1, end, height);
    const auto fits = [](uint32_t size) { return size >= kSmallest && size <= kLargest; };
    if (height_error == std::errc{} && rest == end && fits(width) && fits(height)) return;
  }
  throw CLI::ValidationError(
      fmt::format("--size: expected WIDTHxHEIGHT of {} to {} pixels, found '{}'", kSmallest, kLargest, text));
}

void AddView(CLI::App* command, ViewOptions& view) {
  command->add_option("--metric", view.metric, "Name of the metric; default: the first one");
  AddChoice(command, "--mode", kModes, view.mode, "How angles and radii are chosen; default: length");
  AddChoice(command, "--form", kForms, view.form, "Rings or an icicle of rows; default: rings");
  command->add_option(
      "--root", view.root,
      "Call path of the view root, 'main;f'; ';' and '\\' in names are written '\\;' and '\\\\'");
  command
      ->add_option("--depth", view.depth,
                   "Number of layers, the view root included; default: as many as have something to draw")
      ->check(CLI::Range(1u, kAllLayers));
  command
      ->add_option_function<std::string>(
          "--size", [&view](const std::string& text) { ParseSize(text, view.width_px, view.height_px); },
          "Size of the picture in pixels; default: 1440x900")
      ->type_name("WxH");
}

void AddRender(CLI::App& app, Run& run) {
  const auto [command, options] = AddCommand(app, run, "render", "Draw a view to a picture", &RunRender);
  AddInput(command, options->input);
  AddView(command, options->view);
  command->add_option("-o,--output", options->output, "OUT.png or OUT.svg")->required();
  command
      ->add_option("--color", options->color,
                   "What colours tell: function|module|package|file|kind|self-share|metric:NAME, and behind "
                   "NAME any of ,self ,absolute ,log ,view; default: function")
      ->type_name("MODE");
  Theme& theme = options->theme;
  CLI::Option* const dark = command->add_flag_callback(
      "--dark", [&theme] { theme = Theme::kDark; }, "Dark background; the default");
  command
      ->add_flag_callback(
          "--light", [&theme] { theme = Theme::kLight; }, "Light background")
      ->excludes(dark);
}

void AddBench(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "bench", "Time offscreen frames of a view at several depths", &RunBench);
  AddInput(command, options->input);
  AddView(command, options->view);
  command
      ->add_option_function<std::string>(
          "--depths",
          [&depths = options->depths](const std::string& text) {
            depths = ParseDepths(text);
            if (depths.empty()) {
              throw CLI::ValidationError(
                  fmt::format("--depths: expected numbers like 2,5,10,...,150, found '{}'", text));
            }
          },
          "Depth limits to time, 2,5,10,...,150; default: that of --depth")
      ->type_name("LIST");
  command->add_option("--frames", options->frames, "Timed frames a depth; default: 60")
      ->check(CLI::Range(1u, 100'000u));
  command->add_flag("!--no-labels", options->labels, "Frames without labels");
  command->add_flag("--open", options->open, "Also time opening the file up to its first picture");
  command->add_option("--hover", options->hover_points, "Also time finding the context at this many points");
  command->add_option("--search", options->search, "Also time a search for this text up to lit segments");
  command->add_flag("--json", options->json, "Print JSON");
}

void AddSynth(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "synth", "Generate a tree with heavy-tailed cost", &RunSynth);
  SynthSpec& spec = options->spec;
  auto* const nodes = command->add_option("--nodes", spec.nodes, "Contexts");
  auto* const layers = command->add_option("--layers", spec.layers, "Layers below the synthetic root");
  auto* const frames = command->add_option("--frames", spec.frames, "Functions to choose from");
  command->add_option("--seed", spec.seed, "Equal seeds give equal trees");
  auto* const total =
      command->add_option("--total", spec.total, "Sum of the metric; default: 5000 a context");
  command->add_option("--twin-share", spec.twin_share,
                      "Make two copies of one shape, the second with this share of the total");
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
          "Sizes of a published tree: " + names)
      ->type_name("NAME")
      ->excludes(nodes)
      ->excludes(layers)
      ->excludes(frames)
      ->excludes(total);
  command->add_option("-o,--output", options->output, "The .cct file to write")->required();
}

void AddCommands(CLI::App& app, Run& run) {
  {
    const auto [command, options] =
        AddCommand(app, run, "convert", "Read a profile and write it as a .cct file", &RunConvert);
    command->add_option("IN", options->inputs, "Profile to read")->required();
    AddThreads(command, options->threads);
    command->add_option("-o,--output", options->output, "The .cct file to write")->required();
  }
  {
    const auto [command, options] =
        AddCommand(app, run, "info", "Sizes, metrics and what was skipped", &RunInfo);
    AddInput(command, options->input);
    command->add_flag("--json", options->json, "Print JSON");
  }
  {
    const auto [command, options] = AddCommand(app, run, "dump", "The whole tree as text", &RunDump);
    AddInput(command, options->input);
    command->add_flag("--tsv", options->tsv, "One tab-separated line a context in level order");
  }
  {
    const auto [command, options] =
        AddCommand(app, run, "verify", "Check every column of a .cct file", &RunVerify);
    AddInput(command, options->input);
  }
  {
    const auto [command, options] = AddCommand(app, run, "layout", "The segments of a view", &RunLayout);
    AddInput(command, options->input);
    AddView(command, options->view);
    command->add_flag("--json", options->json, "Print JSON");
  }
  {
    const auto [command, options] =
        AddCommand(app, run, "search", "Count the contexts whose name contains a text", &RunSearch);
    AddInput(command, options->input);
    command->add_option("QUERY", options->query, "Part of a name; upper case makes it exact")->required();
    AddView(command, options->view);
    command->add_flag("--json", options->json, "Print JSON");
  }
  {
    const auto [command, options] =
        AddCommand(app, run, "export", "Write the tree in another format", &RunExport);
    AddInput(command, options->input);
    command->add_option("--metric", options->metric, "Name of the metric; default: the first one");
    command->add_option("-o,--output", options->output, "OUT.folded")->required();
  }
  AddRender(app, run);
  AddBench(app, run);
  AddSynth(app, run);
}

}  // namespace

std::optional<int> RunCommandLine(int argc, char** argv, ViewerRequest& request) {
  // Errors of writing are seen where they happen: a closed pipe, a file size limit.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);

  CLI::App app("ringscope: calling context trees as ring charts. Without a command it opens the viewer.",
               "ringscope");
  app.set_version_flag("--version", "ringscope " RINGSCOPE_VERSION);
  app.require_subcommand(0, 1);
  app.add_option("FILE", request.files, "Profiles to open in the viewer");
  Run run;
  AddCommands(app, run);
  try {
    app.parse(argc, argv);
    if (!run) return std::nullopt;
    return run();
  } catch (const CLI::Success& asked) {  // --help, --version
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    return ReportError(fmt::format("ringscope: {}; see 'ringscope --help'", error.what()));
  }
}

}  // namespace ringscope
