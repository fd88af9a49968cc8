#include "app/cli/kinds/inputs_plot_command.h"
#include "app/cli/kinds/plot_options.h"
#include "app/cli/kinds/versions_plot_command.h"

namespace ringscope {

int RunPlot(const PlotOptions& options) {
  return options.chart.empty() ? versions::RunVersionsPlot(options) : inputs::RunInputsPlot(options);
}

}  // namespace ringscope
