#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "renderer/color/chart_colors.h"
#include "renderer/color/color.h"
#include "renderer/color/group_costs.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// What one colour of a chart stands for. Costs are in the view's metric.
struct LegendEntry {
  Color color;
  std::string label;         // UTF-8, one line
  std::string query;         // selects exactly these contexts; empty where no query does
  bool costs_known = true;   // both of these; of groups they have to be added up
  uint64_t self = 0;         // of all contexts of the view, drawn or not, the one in the centre included
  uint64_t inclusive = 0;    // with nested ones counted once, with the outer context
  bool drawn_only = false;   // both are of the drawn contexts alone, and it may be more
  uint32_t pieces = 0;       // drawn
  bool many_colors = false;  // each function has its own; `color` is none of them
  friend bool operator==(const LegendEntry&, const LegendEntry&) = default;
};

// A round number on a sequential map.
struct LegendTick {
  double position = 0;  // on the gradient, 0 to 1
  Color color;
  std::string text;   // with unit
  std::string query;  // contexts from this number up to the next tick's, from the last one all; empty where
                      // the language has no word for the number
  friend bool operator==(const LegendTick&, const LegendTick&) = default;
};

// What the colours of a batch stand for, as plain data.
struct Legend {
  // "module", "misses per cycles"; of the function mode what the groups of the whole tree are:
  // "package, file or class".
  std::string title;
  // Groups that are drawn, the most expensive first (by inclusive, then by self cost, and as long as these
  // are not known by their largest drawn context); then, if there are more than asked for, one entry for all
  // others, drawn or not, but not the centre; then what has no value; last the rest segments, which count
  // with all they stand for, also where that has been counted with its groups.
  std::vector<LegendEntry> entries;
  std::vector<Color> gradient;  // lowest first; empty where the mode is not sequential
  std::vector<LegendTick> ticks;
  bool has_groups = false;  // whose costs have to be added up
  // The groups listed by name once their costs are known, ascending, where there are others, whose cost
  // depends on which these are; borrow from the tree's frames.
  std::vector<FrameGroupName> shown;
};

struct LegendOptions {
  uint32_t max_groups = 12;
};

// O(pieces x layers + groups log groups), nearly always O(pieces). `colors` is what the batch is painted
// with; `known`: of its tree, colour mode, view root and metric, or null as long as these are not added up.
[[nodiscard]] Legend BuildLegend(const ArcBatch& batch, ChartColors& colors,
                                 const LegendOptions& options = {}, const GroupCosts* known = nullptr);

}  // namespace ringscope
