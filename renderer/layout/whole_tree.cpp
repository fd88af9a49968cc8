#include "renderer/layout/whole_tree.h"

#include "renderer/layout/layout.h"

namespace ringscope {

ArcBatch WholeTreeBatch(const Cct& tree, MetricIndex metric) {
  ViewSpec view;
  view.metric = metric;
  view.width_px = 1000;
  view.height_px = 1000;
  return LayoutView(tree, view);
}

}  // namespace ringscope
