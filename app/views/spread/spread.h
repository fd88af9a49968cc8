#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/effect.h"
#include "app/view/kind/kind_answers.h"
#include "app/view/kind/view_kind.h"
#include "app/view/state/app_state.h"
#include "cct/table/context_spread.h"
#include "cct/tree/metric.h"
#include "renderer/plot/plot_layout.h"

namespace ringscope::spread {

// How a place is drawn.
struct SpreadPlace {
  SpreadMeasure measure = SpreadMeasure::kInclusive;
  friend bool operator==(const SpreadPlace&, const SpreadPlace&) = default;
};

struct FoundSpread;
struct Wanted {
  CctPtr tree;
  FunctionIndexPtr functions;         // of the tree
  FunctionId function = kNoFunction;  // kNoFunction: the function of the largest own cost
  MetricIndex metric = 0;
  SpreadMeasure measure = SpreadMeasure::kInclusive;
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = FoundSpread;
  static constexpr std::string_view kLabel = "Comparing contexts";
  // Of the chosen function, else of that of the selected context.
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};
struct FoundSpread {
  FunctionId function = kNoFunction;  // kNoFunction: no function has cost
  ContextSpread spread;
  std::vector<SpreadBar> bars;
  std::vector<ContextId> by_callers;  // the contexts by the names of their callers, the nearest caller first
};

[[nodiscard]] inline const SpreadPlace& PlaceOf(const ViewState& view) {
  return view.history.current().places.Get<SpreadPlace>();
}
// Runs on a job thread. Errors: those of SpreadOverContexts().
[[nodiscard]] Result<FoundSpread> FindSpread(const Wanted& wanted, JobControl& job);

// An action on the active view.
using DrawSpread = SetPlace<SpreadPlace>;

// How the cost of one function is spread over its contexts, and which contexts are unlike the others.
[[nodiscard]] const ViewKind& Kind();

struct SpreadModel {
  std::string missing;  // why there is nothing to show; else empty
  std::shared_ptr<const FoundSpread> found;
  CctPtr tree;
  Metric metric;
  SpreadPlace place;
  bool counts_calls = false;  // costs per call are possible
  ContextId selected = kNoContext;
  std::optional<size_t> selected_at;  // its index in `found`, if it has one
  std::string name, about;            // of the function
  std::vector<PlotSpec> plots;        // empty if something is missing
};

// "1.2 ms", of what a context costs.
[[nodiscard]] std::string CostText(double value, const Metric& metric);
// "inclusive cpu time", "cpu time a call".
[[nodiscard]] std::string MeasureTitle(const Metric& metric, SpreadMeasure measure);
// "612 contexts; the middle one costs 1.2 ms, four of five 80 us to 9 ms; 7 are unlike the others". Says what
// of it there is where there are few contexts.
[[nodiscard]] std::string AboutText(const SpreadModel& model);

// How many contexts cost how much, titled by the model's name, and below it, on the same axis, each by how
// deep it lies. `width_px`: of the first plot's box, about, by which bars are as wide as they can be;
// `scale`: pixels a unit. O(contexts).
[[nodiscard]] std::vector<PlotSpec> SpreadPlots(const SpreadModel& model, float width_px, float scale,
                                                Theme theme);

// Adds them to an area: the histogram above, in a low area alone.
[[nodiscard]] std::vector<LaidPlot> LayOutPlots(const std::vector<PlotSpec>& plots, const PixelBox& area,
                                                const PlotLook& look, ShapeBatch& batch);

inline constexpr std::string_view kLeftOut = "...";  // of callers

// A row of the table, made when it is drawn.
struct SpreadRow {
  ContextId context = kNoContext;
  // The callers that tell it from the other rows, the nearest first: those where contexts part that are alike
  // up to there, kLeftOut for callers between that are no help.
  std::vector<std::string> callers;
  std::vector<std::string> names;  // of the same without their classes and parameters
  std::vector<uint32_t> left_out;  // by caller: how many it stands for, 0 if it is named
  std::string value, share, depth, score;
  bool is_unlike = false;
};

// What a view shows, in plots whose boxes are about `width_px` wide. O(contexts of the function).
[[nodiscard]] SpreadModel BuildSpreadModel(const AppState& state, const ViewState& view, float width_px,
                                           float scale);

// Marks another selected context. O(contexts of the function).
void ShowSelected(ContextId selected, SpreadModel& model);

// What a context costs, as the rows of the table tell it: sums in one unit.
[[nodiscard]] std::string CostInTable(const SpreadModel& model, double value);

// Row `k` of the contexts of `found`. O(layers x log contexts).
[[nodiscard]] SpreadRow RowOf(const SpreadModel& model, size_t k);

// "parse < read < main": the callers of a context, the nearest first, at most three; "all" for a context
// without callers. With whole names or without their packages.
enum class CallerNames : uint8_t { kWhole, kWithoutPackages };
[[nodiscard]] std::string CallersText(const Cct& tree, ContextId context, CallerNames names);

// "... < parse < main".
[[nodiscard]] std::string Joined(const std::vector<std::string>& callers);

// The text beside the pointer on a point of the second plot, or on a bar of the first.
[[nodiscard]] std::vector<std::string> ContextLines(const SpreadModel& model, const SpreadContext& one);
[[nodiscard]] std::vector<std::string> BarLines(const SpreadModel& model, const SpreadBar& bar);

}  // namespace ringscope::spread
