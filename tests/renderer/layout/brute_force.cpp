#include "tests/renderer/layout/brute_force.h"

namespace ringscope::test {

std::vector<ExactArc> ExactArcs(const Cct& tree, const ArcBatch& batch) {
  const ViewSpec& spec = batch.spec;
  const bool equal = spec.mode == RingMode::kEqual;
  std::vector<ExactArc> arcs{{spec.root.context, 0, 0, 1, 0}};
  for (size_t at = 0; at < arcs.size(); ++at) {  // breadth first: arcs is the queue
    const ExactArc caller = arcs[at];
    if (caller.layer + 1 >= batch.layer_count()) continue;
    const bool run = at == 0 && spec.root.is_run();
    const ContextRange children = run ? spec.root.run : tree.ChildrenOf(caller.context);
    uint64_t start = caller.start_value;
    for (ContextId child = children.begin; child < children.end; ++child) {
      ExactArc arc{child, caller.layer + 1, 0, 0, start};
      if (equal) {
        arc.sweep_turns = caller.sweep_turns / children.size();
        arc.start_turns = caller.start_turns + (child - children.begin) * arc.sweep_turns;
      } else {
        const uint64_t value = tree.Inclusive(child, spec.metric);
        arc.start_turns = static_cast<double>(start) / static_cast<double>(batch.total);
        arc.sweep_turns = static_cast<double>(value) / static_cast<double>(batch.total);
        start += value;
        if (value == 0) continue;
      }
      arcs.push_back(arc);
    }
  }
  return arcs;
}

std::optional<ContextId> ContextAt(const std::vector<ExactArc>& arcs, const ArcBatch& batch, double turns,
                                   double radius_px) {
  for (const ExactArc& arc : arcs) {
    const bool in_layer = static_cast<double>(batch.ring_edge_px[arc.layer]) <= radius_px &&
                          radius_px < static_cast<double>(batch.ring_edge_px[arc.layer + 1]);
    const double from_start = turns - arc.start_turns;
    if (in_layer && (arc.layer == 0 || (from_start >= 0 && from_start < arc.sweep_turns))) return arc.context;
  }
  return std::nullopt;
}

}  // namespace ringscope::test
