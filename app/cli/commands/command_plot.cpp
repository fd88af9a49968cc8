#include "app/cli/kinds/plot_options.h"

namespace ringscope {
namespace {

Result<int> RunPlot(const PlotOptions& options) {
  return options.chart.empty() ? versions::RunVersionsPlot(options) : inputs::RunInputsPlot(options);
}

}  // namespace

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
  command->AddOption(
      "--function NAME", options->function,
      "The function; default: those that vary most, by input size the one that grows the fastest");
  AddLight(command, options->theme);
  command->AddFlag("--share", options->by_share, "Of a series: shares of the totals instead of values");
  command->AddFlagOff("--from-least", options->from_zero,
                      "Of a series: values from the least one on, not from 0");
  command->AddFlag(
      "--apart", options->is_apart,
      "Of a series: a small plot for each benchmark, or for each line if there is one benchmark");
  command->AddOption(
      "--chart CHART", options->chart,
      "Costs by input size: worst, average, best, all (these three), total, variance, frequency, "
      "amortized or bounded");
  command->AddFlag("--self", options->self, "By input size: costs without callees");
  command->AddFlag("--log-x", options->log_x, "By input size: a logarithmic axis of sizes");
  command->AddFlag("--log-y", options->log_y, "By input size: a logarithmic axis of costs");
  command->AddFlag("--log-zero", options->has_zero,
                   "By input size: logarithmic axes have a place for 0, a step below the least value");
  command->AddOption("--bound-n A", options->bound_power,
                     "Of bounded: divide costs by n^A ln(n)^B ln(ln(n))^C; default 1");
  command->AddOption("--bound-log B", options->bound_log_power, "The power B of --bound-n; default 0");
  command->AddOption("--bound-loglog C", options->bound_log_log_power, "The power C of --bound-n; default 0");
  command->AddOption(
      "--bound FORMULA", options->bound,
      "Of bounded: divide costs by a formula of n, ln, lnln and sqrt instead, such as 'n*n/ln'");
  command->AddOption("--group N", options->group_width, "By input size: N sizes are one point",
                     Number(1, 1e18));
  command->AddOption("--smooth N", options->smoothing_window,
                     "By input size: the mean of N points around each", Number(1, 1e9));
  command->AddOption("--at N", options->at, "By input size: look ahead to size N, with two standard errors",
                     Number(1, 1e18));
  command->Example("ringscope plot versions.cct -o versions.svg", "What varied over the versions of a series")
      ->Example("ringscope plot sizes.aprof --chart worst --function sort -o sort.png",
                "What sort costs at worst, by the size of its input");
}

}  // namespace ringscope
