#include "app/cli/commands/plot_options.h"
#include "app/cli/syntax.h"

namespace ringscope {
namespace {

// What makes a chart easier to read, and other than the tree alone says.
void AddReadable(CLI::App* command, ViewOptions& view) {
  command->add_flag("--compress", view.compress_chains,
                    "One layer for a chain of single callees without self cost");
  AddChoice(command, "--rings", kRingSizingWords, view.rings,
            "Rings as the mode says (plain), or readable: room for text in the centre and the first ones; "
            "default: plain");
}

void AddPlot(CLI::App& app, Run& run) {
  const auto [command, options] = AddCommand(
      app, run, "plot",
      "Draw a series over its executions, or with --chart what a function costs by input size", &RunPlot);
  AddInput(command, options->input);
  AddMetric(command, options->view.metric);
  AddSize(command, options->view);
  command
      ->add_option("-o,--output", options->output, "OUT.png or OUT.svg, of costs by input size also OUT.csv")
      ->required();
  command
      ->add_option("--function", options->function,
                   "This one; default: those that vary most, by input size the one that grows the fastest")
      ->type_name("NAME");
  command->add_flag("--light", options->light, "Light background");
  command->add_flag("--share", options->by_share, "Of a series: shares of the totals instead of values");
  command->add_flag("!--from-least", options->from_zero,
                    "Of a series: values from the least one on, not from 0");
  command->add_flag("--apart", options->is_apart,
                    "Of a series: a small plot for each benchmark, or where there is one for each line");
  command
      ->add_option(
          "--chart", options->chart,
          "Costs by input size: worst, average, best, all (these three), total, variance, frequency, "
          "amortized or bounded")
      ->type_name("CHART");
  command->add_flag("--self", options->self, "By input size: costs without callees");
  command->add_flag("--log-x", options->log_x, "By input size: a logarithmic axis of sizes");
  command->add_flag("--log-y", options->log_y, "By input size: a logarithmic axis of costs");
  command->add_flag("--log-zero", options->has_zero,
                    "By input size: logarithmic axes have a place for 0, a step below the least value");
  command
      ->add_option("--bound-n", options->bound_power, "Of bounded: h(n) = n^A ln(n)^B ln(ln(n))^C; default 1")
      ->type_name("A");
  command->add_option("--bound-log", options->bound_log_power, "The B of it; default 0")->type_name("B");
  command->add_option("--bound-loglog", options->bound_log_log_power, "The C of it; default 0")
      ->type_name("C");
  command
      ->add_option("--bound", options->bound, "Instead: a formula of n, ln, lnln and sqrt, such as 'n*n/ln'")
      ->type_name("FORMULA");
  command->add_option("--group", options->group_width, "By input size: so many sizes are one point")
      ->type_name("N")
      ->check(Number(1, 1e18));
  command
      ->add_option("--smooth", options->smoothing_window,
                   "By input size: the mean of so many points around each")
      ->type_name("N")
      ->check(Number(1, 1e9));
  command->add_option("--at", options->at, "By input size: look ahead to size N, with two standard errors")
      ->type_name("N")
      ->check(Number(1, 1e18));
}

void AddLayout(CLI::App& app, Run& run) {
  const auto [command, options] = AddCommand(app, run, "layout", "The segments of a view", &RunLayout);
  AddInput(command, options->input);
  AddHandsOn(command);
  AddView(command, options->view);
  AddReadable(command, options->view);
  AddJson(command, options->json);
}

void AddRender(CLI::App& app, Run& run) {
  const auto [command, options] =
      AddCommand(app, run, "render", "Draw a profile or a saved view to a picture", &RunRender);
  AddInput(command, options->input);
  AddHandsOn(command);
  AddView(command, options->view);
  AddReadable(command, options->view);
  command->add_option("-o,--output", options->output, "OUT.png or OUT.svg")->required();
  command
      ->add_option(
          "--color", options->color,
          "What colours tell: function|module|package|file|kind|self-share|search|metric:NAME, and behind "
          "NAME any of ,self ,absolute ,log ,view; difference: of a comparison; default: function, of a "
          "comparison difference")
      ->type_name("MODE");
  AddChoice(command, "--angle", kComparedAngleWords, options->view.angle,
            "Of a comparison: what angles show of both sides; default: as --metric says");
  std::optional<bool>& by_share = options->view.by_share;
  CLI::Option* const share = command->add_flag_callback(
      "--share", [&by_share] { by_share = true; },
      "Of a comparison: each side fills the chart; default where it was made so, or one side has less than "
      "half "
      "of the other");
  command
      ->add_flag_callback(
          "--absolute", [&by_share] { by_share = false; },
          "Of a comparison: the side that costs less leaves a gap")
      ->excludes(share);
  command->add_option("--search", options->search, "A query whose matches light up");
  command
      ->add_option(
          "--pane", options->pane,
          "Of a saved window with several panes only this one, from 1; default: all, which then are rings")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_flag("!--no-caption", options->has_caption,
                    "The bare chart, without title, metric and legend");
  std::optional<Theme>& theme = options->theme;
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
  AddReadable(command, options->view);
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
      ->type_name("N")
      ->check(WholeNumber(1, 100'000));
  command->add_flag("!--no-labels", options->labels, "Frames without labels");
  command->add_flag("--open", options->open, "Also time opening the file up to its first picture");
  command->add_option("--hover", options->hover_points, "Also time finding the context at this many points")
      ->type_name("N")
      ->check(WholeNumber(0));
  command->add_option("--search", options->search, "Also time a search for this text up to lit segments");
  AddJson(command, options->json);
}

}  // namespace

void AddPictureLook(CLI::App* command, bool& light, bool& has_caption) {
  command->add_flag("--light,!--dark", light, "Light background; default: dark");
  command->add_flag("!--no-caption", has_caption, "The bare picture, without title and legend");
}

void AddPictureCommands(CLI::App& app, Run& run) {
  AddLayout(app, run);
  AddRender(app, run);
  AddPlot(app, run);
  AddBench(app, run);
}

}  // namespace ringscope
