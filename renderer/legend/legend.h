#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "renderer/color/chart_colors.h"
#include "renderer/color/color.h"
#include "renderer/color/frame_groups.h"
#include "renderer/color/paint.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// What one colour of a chart stands for. Costs are in the view's metric.
struct LegendEntry {
  Color color;
  std::string label;  // UTF-8, one line
  // Selects exactly these contexts; empty where no query does.
  std::string query;
  // Whether the two costs are known. Those of a group are added up by a job.
  bool costs_known = true;
  // Costs of all contexts of the view that the colour stands for, drawn or not. The centre is one of them.
  uint64_t self = 0;
  uint64_t inclusive = 0;    // a context inside another of them counts once, with the outer one
  bool drawn_only = false;   // the costs are those of drawn contexts; the true ones may be higher
  uint32_t pieces = 0;       // that are drawn
  bool many_colors = false;  // each function has a colour of its own, which is not `color`
  PieceStyle pattern = 0;    // of the stripes (kStylePatterns), if any
  // How many entries before it have the same colour, as there are more groups than colours: to be marked, so
  // that nobody takes two for one.
  uint32_t repeats = 0;
  friend bool operator==(const LegendEntry&, const LegendEntry&) = default;
};

// A round number on a sequential map.
struct LegendTick {
  double position = 0;  // on the gradient, 0 to 1
  Color color;
  std::string text;  // with unit
  // Selects the contexts from this number up to the next tick's; the last tick selects all above it. Empty
  // where the language cannot write the number.
  std::string query;
  friend bool operator==(const LegendTick&, const LegendTick&) = default;
};

// What the colours of a batch stand for, as plain data.
struct Legend {
  // "module", "misses per cycles". The function mode tells which groups the whole tree has: "package, file or
  // class".
  std::string title;
  // First the groups that are drawn, the most expensive first: by inclusive cost, then by self cost. As long
  // as costs are not known, the cost of a group's largest drawn context decides.
  // Then one entry for all other groups, if there are more than asked for. Those that are not drawn count,
  // and the centre does not.
  // Then what has no value.
  // Last the rest segments. They count with all that they stand for, even where a group counts that too.
  std::vector<LegendEntry> entries;
  std::vector<Color> gradient;  // lowest first; empty where the mode is not sequential
  std::vector<LegendTick> ticks;
  bool has_groups = false;  // their costs have to be added up
  // The groups that have an entry of their own, ascending: what all others cost depends on them. Empty where
  // there are no others, and as long as costs are not known. The texts belong to the tree's frames.
  std::vector<FrameGroupName> shown;
};

struct LegendOptions {
  uint32_t max_groups = 12;
};

// `colors` is what the batch is painted with. `known` are the costs for its tree, colour mode, view root and
// metric; null as long as they are not added up. O(pieces x layers + groups log groups), nearly always
// O(pieces).
[[nodiscard]] Legend BuildLegend(const ArcBatch& batch, ChartColors& colors,
                                 const LegendOptions& options = {}, const GroupCosts* known = nullptr);

}  // namespace ringscope
