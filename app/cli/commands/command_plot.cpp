#include "app/cli/commands/plot_options.h"
#include "app/views/inputs/inputs_plot_command.h"
#include "app/views/versions/versions_plot_command.h"

namespace ringscope {

Result<int> RunPlot(const PlotOptions& options) {
  return options.chart.empty() ? versions::RunVersionsPlot(options) : inputs::RunInputsPlot(options);
}

}  // namespace ringscope
