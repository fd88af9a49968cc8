#pragma once

#include <utility>
#include <vector>

#include "renderer/legend/legend.h"
#include "tests/renderer/color/subtree_costs.h"

namespace ringscope::chart_test {

// What is known of a tree, from a pass over all of it.
inline GroupCosts KnownCosts(const ArcBatch& batch, ChartColors& colors,
                             std::vector<FrameGroupName> shown = {}) {
  const Cct& tree = colors.tree();
  GroupCosts known{FrameGroups(tree.frames(), colors.spec().mode, colors.groups().dominant_group()),
                   {},
                   {},
                   std::move(shown),
                   0};
  // Numbered otherwise than by the chart.
  for (FrameId frame = tree.frames().size(); frame-- > 0;) (void)known.groups.Of(frame);
  SubtreeCosts pass;
  const auto* costs = pass.Below(tree, known.groups, batch.spec.root, batch.spec.metric, UINT32_MAX);
  known.self = costs->self;
  known.inclusive = costs->inclusive;
  std::vector<bool> is_shown(known.groups.size());
  for (const FrameGroupName& name : known.shown) is_shown[known.groups.Find(name).value()] = true;
  known.inclusive_of_others = pass.InclusiveOfOthers(is_shown);
  return known;
}

// With all costs, as it is once these are added up.
inline Legend WholeLegend(const ArcBatch& batch, ChartColors& colors, const LegendOptions& options = {}) {
  Legend legend = BuildLegend(batch, colors, options);
  if (!legend.has_groups) return legend;
  const GroupCosts groups = KnownCosts(batch, colors);
  legend = BuildLegend(batch, colors, options, &groups);
  if (legend.shown.empty()) return legend;
  const GroupCosts with_others = KnownCosts(batch, colors, legend.shown);
  return BuildLegend(batch, colors, options, &with_others);
}

}  // namespace ringscope::chart_test
