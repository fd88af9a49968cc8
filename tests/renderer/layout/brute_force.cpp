#include "tests/renderer/layout/brute_force.h"

#include "renderer/layout/lens_map.h"

namespace ringscope::chart_test {

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
  const LensMap lens = TurnsLensOf(batch.spec);
  for (const ExactArc& arc : arcs) {
    const bool in_layer = static_cast<double>(batch.ring_edge_px[arc.layer]) <= radius_px &&
                          radius_px < static_cast<double>(batch.ring_edge_px[arc.layer + 1]);
    if (!in_layer) continue;
    if (arc.layer == 0) return arc.context;
    const double start = lens.Map(arc.start_turns), end = lens.Map(arc.start_turns + arc.sweep_turns);
    for (const double drawn : {turns - 1, turns, turns + 1}) {  // a lens may move arcs across 12 o'clock
      if (drawn >= start && drawn < end) return arc.context;
    }
  }
  return std::nullopt;
}

Lens RandomLens(std::mt19937_64& random) {
  const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  Lens lens;
  // Now and then exactly on an edge.
  lens.center_turns = random() % 5 == 0 ? static_cast<double>(random() % 2) : unit();
  lens.center_radius = random() % 5 == 0 ? static_cast<double>(random() % 2) : unit();
  lens.angular_zoom = static_cast<float>(1 + 40 * unit());
  lens.radial_zoom = static_cast<float>(1 + 8 * unit());
  lens.angular_extent = static_cast<float>(0.4 * unit());
  lens.radial_extent = static_cast<float>(0.4 * unit());
  return lens;
}

}  // namespace ringscope::chart_test
