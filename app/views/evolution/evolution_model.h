#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/charts/diagram/diagram.h"
#include "app/view/state/app_state.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/metric_sides.h"
#include "renderer/diagram/diagram.h"

// The performance evolution blueprint: J. P. Sandoval Alcocer, A. Bergel, S. Ducasse, M. Denker, "Performance
// evolution blueprint: understanding the impact of software evolution on performance", VISSOFT 2013.
namespace ringscope::evolution {

// One context in a comparison. Shares are of the totals.
struct ContextEvolution {
  uint64_t before = 0, after = 0;  // inclusive costs
  double share_before = 0, share_after = 0;
  // After minus before; positive: a larger part of the whole than before. Cost that passes through a wrapper
  // counts on both sides, so that the height of a new wrapper is the cost that it adds.
  [[nodiscard]] double height() const { return share_after - share_before; }
  // log(|difference of the numbers of calls| + 1). For a context on one side alone: its difference to the
  // calls of its caller. Without known calls: the difference of self costs.
  double width = 0;
  uint64_t calls_before = 0, calls_after = 0;  // 0: unknown
  // A wrapper is kNew or kGone. In a comparison by share, noise is judged by shares.
  DifferenceKind kind = DifferenceKind::kWithinNoise;
  SourceChange source = SourceChange::kUnknown;
  // The difference as rings have it: as a part of the larger share, with its sign.
  [[nodiscard]] ContextDifference difference() const;
};
[[nodiscard]] ContextEvolution EvolutionOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                           ContextId context);

// A box: a context, or the rest of a context's callees.
struct EvolutionBox {
  ContextId context = kNoContext;  // of a rest: the caller
  uint32_t parent = kNoBox;        // another box, before this one
  ContextEvolution evolution;
  uint64_t hidden = 0;  // callees that neither have a box nor belong to a rest
  // For a rest: the number of its callees, and the sum of their absolute heights. Of `evolution` a rest has
  // only `before` and `after`, which are sums.
  uint64_t rest = 0;
  double rest_height = 0;
  std::string name;
};

struct EvolutionModel {
  std::string title;    // of pictures
  std::string missing;  // why there is no diagram; else empty
  std::string about;    // the meaning of heights and widths, for the panel
  bool has_calls = false;
  // The metric of heights and the unit of widths, for the legend.
  std::string metric_name, width_unit;
  uint64_t width_scale = 1;
  std::vector<EvolutionBox> boxes;
  uint64_t fit_serial = 0;
};

// `shown`: contexts, ascending, callers included. Hidden callees of a caller become a rest box if two or more
// other callees of it are shown. Differences are judged by share. `missing` is set if the total of a side is
// 0. O(shown and their callees).
[[nodiscard]] EvolutionModel EvolutionModelOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                              std::span<const ContextId> shown);
[[nodiscard]] EvolutionModel BuildEvolutionModel(const AppState& state, const ViewState& view);

// Units of the plane are pixels at the scale 1. The largest height is kHighestBox.
inline constexpr double kHighestBox = 150, kLeastBox = 5;
// `before`: the last diagram of the same contexts, whose boxes keep their rows and columns.
[[nodiscard]] Diagram DiagramOf(const EvolutionModel& model, DifferenceColors colors, Theme theme,
                                const Diagram* before = nullptr);

// The meaning of heights, widths, colours and borders. `drawn_only`: only the colours that boxes have.
[[nodiscard]] std::vector<LegendLine> LegendOf(const EvolutionModel& model, bool drawn_only,
                                               DifferenceColors colors, Theme theme);

// The sum of the self costs of boxes: "10 ms to 12 ms, +2 ms".
[[nodiscard]] std::string SumText(const TreeComparison& comparison, const ComparedMetric& metric,
                                  const EvolutionModel& model, std::span<const uint32_t> boxes);

// How share, self cost, calls and source of a context differ, a line each.
[[nodiscard]] std::vector<std::string> EvolutionLines(const TreeComparison& comparison,
                                                      const ComparedMetric& metric, ContextId context);

// The figures of the boxes of DiagramOf(model); docs/evolution.md explains each member. Values are in the
// unit of the metric, of all runs of a side together. All arguments must outlive the result.
[[nodiscard]] DiagramFigures FiguresOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                       const EvolutionModel& model);

}  // namespace ringscope::evolution
