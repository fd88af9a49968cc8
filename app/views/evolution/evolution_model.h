#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "app/charts/diagram/diagram.h"
#include "app/charts/diagram/diagram_json.h"
#include "app/view/state/app_state.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/metric_sides.h"
#include "renderer/diagram/diagram.h"

// The performance evolution blueprint: J. P. Sandoval Alcocer, A. Bergel, S. Ducasse, M. Denker, "Performance
// evolution blueprint: understanding the impact of software evolution on performance", VISSOFT 2013.
namespace ringscope::evolution {

// What a comparison says of one context. Shares are of the totals.
struct ContextEvolution {
  uint64_t before = 0, after = 0;  // what it costs with all that it calls
  double share_before = 0, share_after = 0;
  // After minus before; positive: a larger part of the whole than it was. What passes through a wrapper
  // counts on both sides, so that of what is new in between it is what it adds.
  [[nodiscard]] double height() const { return share_after - share_before; }
  // log(|difference of the numbers of calls| + 1). Of what one side alone has the difference to its caller's
  // calls. Where calls are not known the difference of what it costs itself takes their place.
  double width = 0;
  uint64_t calls_before = 0, calls_after = 0;  // 0 where they are not known
  // A wrapper is new, or gone. Noise is that of shares where the comparison is by share.
  DifferenceKind kind = DifferenceKind::kWithinNoise;
  SourceChange source = SourceChange::kUnknown;
};
[[nodiscard]] ContextEvolution EvolutionOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                           ContextId context);

// A box: a context, or what is not shown of the callees of one.
struct EvolutionBox {
  ContextId context = kNoContext;  // of the rest: the caller
  uint32_t parent = kNoBox;        // another box, before this one
  ContextEvolution evolution;
  uint64_t hidden = 0;  // callees that have no box of their own and are in no rest
  // Of the rest: how many callees it stands for, and the sum of the sizes of their heights. Of `evolution` it
  // has `before` and `after` alone, their sums.
  uint64_t rest = 0;
  double rest_height = 0;
  std::string name;
};

struct EvolutionModel {
  std::string title;    // of pictures
  std::string missing;  // in place of a diagram
  std::string about;    // what heights and widths are, for the panel
  bool has_calls = false;
  // What heights are shares of, and what widths count, for the legend.
  std::string metric_name, width_unit;
  uint64_t width_scale = 1;
  std::vector<EvolutionBox> boxes;
  uint64_t fit_serial = 0;
};

// Of contexts that are shown: ascending, callers included. Callees that are not shown are a box of their own
// where others of the same caller are. What differs is decided by share. `missing` where a side costs
// nothing. O(shown and their callees).
[[nodiscard]] EvolutionModel EvolutionModelOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                              std::span<const ContextId> shown);
[[nodiscard]] EvolutionModel BuildEvolutionModel(const AppState& state, const ViewState& view);

// Units of the plane are pixels at the scale 1. The largest height is kHighestBox.
inline constexpr double kHighestBox = 150, kLeastBox = 5;
// `before`: what was drawn before of the same, whose boxes keep their rows and columns.
[[nodiscard]] Diagram DiagramOf(const EvolutionModel& model, Theme theme, const Diagram* before = nullptr);

// What heights, widths, colours and borders mean. `drawn_only`: of colours those that boxes have.
[[nodiscard]] std::vector<LegendLine> LegendOf(const EvolutionModel& model, bool drawn_only, Theme theme);

// The colour of a box: red, pink and a tone between them for what got slower with changed, unchanged and
// unknown source, green tones for what got faster; new is yellow, gone is gray, and what is within noise as
// dark as the background allows.
[[nodiscard]] Color EvolutionColor(DifferenceKind kind, SourceChange source, Theme theme);

// What the contexts of boxes cost themselves, together: "10 ms to 12 ms, +2 ms".
[[nodiscard]] std::string SumText(const TreeComparison& comparison, const ComparedMetric& metric,
                                  const EvolutionModel& model, std::span<const uint32_t> boxes);

// How shares, own cost, calls and source of a context differ, a line each.
[[nodiscard]] std::vector<std::string> EvolutionLines(const TreeComparison& comparison,
                                                      const ComparedMetric& metric, ContextId context);

// What the boxes of DiagramOf(model) stand for; docs/evolution.md says what each member is. Values are in the
// unit of the metric, of all runs of a side together. All three must outlive it.
[[nodiscard]] DiagramFigures FiguresOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                       const EvolutionModel& model);

}  // namespace ringscope::evolution
