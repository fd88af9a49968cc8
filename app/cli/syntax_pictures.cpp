#include "app/cli/kinds/plot_options.h"
#include "app/cli/syntax.h"

namespace ringscope {
namespace {

// What makes a chart easier to read, and other than the tree alone says.
void AddReadable(CommandSyntax* command, ViewOptions& view) {
  command->AddFlag("--compress", view.compress_chains,
                   "One layer for a chain of single callees without self cost");
  command->AddChoice(
      "--rings", kRingSizingWords, view.rings,
      "Rings as the mode says (plain), or readable: room for text in the centre and the first ones; "
      "default: plain");
}

void AddPlot(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "plot",
      "Draw a series over its executions, or with --chart what a function costs by input size", &RunPlot);
  AddInput(command, options->input);
  AddMetric(command, options->view.metric);
  AddSize(command, options->view);
  command
      ->AddOption("-o,--output", options->output, "OUT.png or OUT.svg, of costs by input size also OUT.csv")
      ->Required();
  command
      ->AddOption("--function", options->function,
                  "This one; default: those that vary most, by input size the one that grows the fastest")
      ->Value("NAME");
  command->AddFlag("--light", options->light, "Light background");
  command->AddFlag("--share", options->by_share, "Of a series: shares of the totals instead of values");
  command->AddFlagOff("--from-least", options->from_zero,
                      "Of a series: values from the least one on, not from 0");
  command->AddFlag("--apart", options->is_apart,
                   "Of a series: a small plot for each benchmark, or where there is one for each line");
  command
      ->AddOption("--chart", options->chart,
                  "Costs by input size: worst, average, best, all (these three), total, variance, frequency, "
                  "amortized or bounded")
      ->Value("CHART");
  command->AddFlag("--self", options->self, "By input size: costs without callees");
  command->AddFlag("--log-x", options->log_x, "By input size: a logarithmic axis of sizes");
  command->AddFlag("--log-y", options->log_y, "By input size: a logarithmic axis of costs");
  command->AddFlag("--log-zero", options->has_zero,
                   "By input size: logarithmic axes have a place for 0, a step below the least value");
  command
      ->AddOption("--bound-n", options->bound_power, "Of bounded: h(n) = n^A ln(n)^B ln(ln(n))^C; default 1")
      ->Value("A");
  command->AddOption("--bound-log", options->bound_log_power, "The B of it; default 0")->Value("B");
  command->AddOption("--bound-loglog", options->bound_log_log_power, "The C of it; default 0")->Value("C");
  command
      ->AddOption("--bound", options->bound, "Instead: a formula of n, ln, lnln and sqrt, such as 'n*n/ln'")
      ->Value("FORMULA");
  command->AddOption("--group", options->group_width, "By input size: so many sizes are one point")
      ->Value("N")
      ->Check(Number(1, 1e18));
  command
      ->AddOption("--smooth", options->smoothing_window,
                  "By input size: the mean of so many points around each")
      ->Value("N")
      ->Check(Number(1, 1e9));
  command->AddOption("--at", options->at, "By input size: look ahead to size N, with two standard errors")
      ->Value("N")
      ->Check(Number(1, 1e18));
  command->Example("ringscope plot versions.cct -o versions.svg", "What varied over the versions of a series")
      ->Example("ringscope plot sizes.aprof --chart worst --function sort -o sort.png",
                "What sort costs at worst, by the size of its input");
}

void AddLayout(CommandTable& commands) {
  const auto [command, options] = AddCommand(commands, "layout", "The segments of a view", &RunLayout);
  AddInput(command, options->input);
  AddHandsOn(command);
  AddView(command, options->view);
  AddReadable(command, options->view);
  AddJson(command, options->json);
  command->Example("ringscope layout run.cct --depth 5 --json",
                   "Where the contexts of five layers lie in the picture");
}

void AddRender(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "render", "Draw a profile or a saved view to a picture", &RunRender);
  AddInput(command, options->input);
  AddHandsOn(command);
  AddView(command, options->view);
  AddReadable(command, options->view);
  command->AddOption("-o,--output", options->output, "OUT.png or OUT.svg")->Required();
  command
      ->AddOption(
          "--color", options->color,
          "What colours tell: function|module|package|file|kind|self-share|search|metric:NAME, and behind "
          "NAME any of ,self ,absolute ,log ,view; difference: of a comparison; default: function, of a "
          "comparison difference")
      ->Value("MODE");
  command->AddChoice("--angle", kComparedAngleWords, options->view.angle,
                     "Of a comparison: what angles show of both sides; default: as --metric says");
  std::optional<bool>& by_share = options->view.by_share;
  OptionSyntax* const share = command->AddAction(
      "--share", [&by_share] { by_share = true; },
      "Of a comparison: each side fills the chart; default where it was made so, or one side has less than "
      "half "
      "of the other");
  command
      ->AddAction(
          "--absolute", [&by_share] { by_share = false; },
          "Of a comparison: the side that costs less leaves a gap")
      ->Excludes(share);
  command->AddOption("--search", options->search, "A query whose matches light up")->Value("QUERY");
  command
      ->AddOption(
          "--pane", options->pane,
          "Of a saved window with several panes only this one, from 1; default: all, which then are rings")
      ->Value("N")
      ->Check(WholeNumber(1));
  command->AddFlagOff("--no-caption", options->has_caption,
                      "The bare chart, without title, metric and legend");
  std::optional<Theme>& theme = options->theme;
  OptionSyntax* const dark = command->AddAction(
      "--dark", [&theme] { theme = Theme::kDark; }, "Dark background; the default");
  command
      ->AddAction(
          "--light", [&theme] { theme = Theme::kLight; }, "Light background")
      ->Excludes(dark);
  command->Example("ringscope render run.cct -o run.png", "The picture that the window opens with")
      ->Example("ringscope render run.cct --root 'main;parse' --color module -o parse.svg",
                "What is below parse, by module");
}

void AddBench(CommandTable& commands) {
  const auto [command, options] =
      AddCommand(commands, "bench", "Time offscreen frames of a view at several depths", &RunBench);
  AddInput(command, options->input);
  AddView(command, options->view);
  AddReadable(command, options->view);
  command
      ->AddReader(
          "--depths",
          [&depths = options->depths](const std::string& text) {
            depths = ParseDepths(text);
            return depths.empty() ? fmt::format("expected numbers like 2,5,10,...,150, found '{}'", text)
                                  : std::string();
          },
          "Depth limits to time, 2,5,10,...,150; default: that of --depth")
      ->Value("LIST");
  command->AddOption("--frames", options->frames, "Timed frames a depth; default: 60")
      ->Value("N")
      ->Check(WholeNumber(1, 100'000));
  command->AddFlagOff("--no-labels", options->labels, "Frames without labels");
  command->AddFlag("--open", options->open, "Also time opening the file up to its first picture");
  command->AddOption("--hover", options->hover_points, "Also time finding the context at this many points")
      ->Value("N")
      ->Check(WholeNumber(0));
  command->AddOption("--search", options->search, "Also time a search for this text up to lit segments")
      ->Value("QUERY");
  AddJson(command, options->json);
  command->Example("ringscope bench run.cct --depths 5,10,20", "How long frames of three depths take");
}

}  // namespace

void AddPictureLook(CommandSyntax* command, bool& light, bool& has_caption) {
  const auto* const is_light = command->AddFlag("--light", light, "Light background");
  command->AddFlagOff("--dark", light, "Dark background; the default")->Excludes(is_light);
  command->AddFlagOff("--no-caption", has_caption, "The bare picture, without title and legend");
}

void AddPictureCommands(CommandTable& commands) {
  AddLayout(commands);
  AddRender(commands);
  AddPlot(commands);
  AddBench(commands);
}

}  // namespace ringscope
