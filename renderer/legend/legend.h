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

// The meaning of one colour of a chart. Costs are in the view's metric.
struct LegendEntry {
  Color color;
  std::string label;  // UTF-8, one line
  // Selects exactly these contexts; empty if no query can.
  std::string query;
  // Whether the two costs are known. A job adds up the costs of groups.
  bool costs_known = true;
  // Costs of all contexts of the view that the colour stands for, drawn or not. The centre is one of them.
  uint64_t self = 0;
  uint64_t inclusive = 0;    // a context inside another of these counts once, with the outer one
  bool drawn_only = false;   // the costs are those of drawn contexts; the true ones may be higher
  uint32_t pieces = 0;       // drawn pieces
  bool many_colors = false;  // each function has its own colour, which is not `color`
  PieceStyle pattern = 0;    // of the stripes (kStylePatterns), if any
  // The number of earlier entries of the same colour, as there are more groups than colours. Such entries are
  // marked, so that no reader takes two entries for one.
  uint32_t repeats = 0;
  friend bool operator==(const LegendEntry&, const LegendEntry&) = default;
};

// A round number on a sequential map.
struct LegendTick {
  double position = 0;  // on the gradient, 0 to 1
  Color color;
  std::string text;  // with unit
  // Selects the contexts from this number up to the next tick's; the last tick selects all above. Empty if
  // the language cannot write the number.
  std::string query;
  friend bool operator==(const LegendTick&, const LegendTick&) = default;
};

// The meaning of the colours of a batch, as plain data.
struct Legend {
  // "module", "misses per cycles". In the function mode the groups of the whole tree: "package, file or
  // class".
  std::string title;
  // First the drawn groups, the most expensive first: by inclusive cost, then by self cost. Before costs are
  // known, the cost of a group's largest drawn context decides.
  // Then one entry for all other groups, if there are more than asked for: with groups that are not drawn,
  // without the centre.
  // Then contexts without a value.
  // Last the rest segments. They count with all their contexts, even those that a group counts too.
  std::vector<LegendEntry> entries;
  std::vector<Color> gradient;  // lowest first; empty unless the mode is sequential
  std::vector<LegendTick> ticks;
  bool has_groups = false;  // the costs of groups have to be added up
  // The groups with an entry of their own, ascending: the cost of all others depends on them. Empty without
  // others, and before costs are known. The texts belong to the tree's frames.
  std::vector<FrameGroupName> shown;
};

struct LegendOptions {
  uint32_t max_groups = 12;
};

// `colors`: of the painted batch. `known`: the costs for its tree, colour mode, view root and metric; null
// before they are added up. O(pieces x layers + groups log groups), nearly always O(pieces).
[[nodiscard]] Legend BuildLegend(const ArcBatch& batch, ChartColors& colors,
                                 const LegendOptions& options = {}, const GroupCosts* known = nullptr);

// The part of BuildLegend for the colour modes by group: an entry for each group and one for all others, and
// the title of the function mode.
void AddGroupEntries(const ArcBatch& batch, ChartColors& colors, const LegendOptions& options,
                     const GroupCosts* known, Legend& legend);

}  // namespace ringscope
