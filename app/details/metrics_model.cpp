#include "app/details/metrics_model.h"

#include "app/core/display_text.h"
#include "cct/base/number_text.h"

namespace ringscope {

MetricsModel BuildMetricsModel(const AppState& state) {
  MetricsModel model;
  const ViewState* view = ActiveView(state);
  if (view == nullptr) return model;
  const Cct& tree = view->tree();
  for (MetricIndex i = 0; i < tree.metric_count(); ++i) {
    const Metric& metric = tree.metrics()[i];
    const uint64_t here = ViewTotal(tree, view->history.current().root, i);
    MetricRow row;
    row.metric = i;
    row.name = metric.name.empty() ? "(unnamed)" : DisplayText(metric.name, 80);
    row.total = ValueText(tree.Total(i), metric.unit, metric.scale);
    row.view_value = ValueText(here, metric.unit, metric.scale);
    row.view_share = ShareText(here, tree.Total(i));
    row.active = i == view->metric;
    model.rows.push_back(std::move(row));
  }
  return model;
}

}  // namespace ringscope
