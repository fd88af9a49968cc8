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
  FunctionId function = kNoFunction;  // kNoFunction: the function with the largest self cost
  MetricIndex metric = 0;
  SpreadMeasure measure = SpreadMeasure::kInclusive;
  friend bool operator==(const Wanted&, const Wanted&) = default;

  using Found = FoundSpread;
  static constexpr std::string_view kLabel = "Comparing contexts";
  // Asks for the chosen function, else for that of the selected context.
  static std::optional<Wanted> Of(const AppState& state, const ViewState& view);
};
struct FoundSpread {
  FunctionId function = kNoFunction;  // kNoFunction: no function has cost
  ContextSpread spread;
  std::vector<SpreadBar> bars;
  std::vector<ContextId> by_callers;  // the contexts, sorted by the names of their callers, nearest first
};

[[nodiscard]] inline const SpreadPlace& PlaceOf(const ViewState& view) {
  return view.history.current().places.Get<SpreadPlace>();
}
// Runs on a job thread. Errors: those of SpreadOverContexts().
[[nodiscard]] Result<FoundSpread> FindSpread(const Wanted& wanted, JobControl& job);

// An action on the active view.
using DrawSpread = SetPlace<SpreadPlace>;

// The kind that shows how the cost of one function is spread over its contexts, and which contexts are unlike
// the others.
[[nodiscard]] const ViewKind& Kind();

struct SpreadModel {
  std::string missing;  // why there is nothing to show; else empty
  std::shared_ptr<const FoundSpread> found;
  CctPtr tree;
  Metric metric;
  SpreadPlace place;
  bool counts_calls = false;  // costs per call are possible
  ContextId selected = kNoContext;
  std::optional<size_t> selected_at;  // the index of `selected` in `found`, if it is there
  std::string name, about;            // the function's name, and AboutText()
  std::vector<PlotSpec> plots;        // empty if something is missing
};

// The cost of a context: "1.2 ms".
[[nodiscard]] std::string CostText(double value, const Metric& metric);
// "inclusive cpu time", "cpu time a call".
[[nodiscard]] std::string MeasureTitle(const Metric& metric, SpreadMeasure measure);
// "612 contexts; the middle one costs 1.2 ms, four of five 80 us to 9 ms; 7 are unlike the others". Few
// contexts have no middle and no quantiles.
[[nodiscard]] std::string AboutText(const SpreadModel& model);

// A histogram of the contexts by cost, titled by the model's name, and below it, on the same axis, each
// context by its depth. `width_px`: about the width of the first plot's box, which gives the width of its
// bars; `scale`: pixels a unit. O(contexts).
[[nodiscard]] std::vector<PlotSpec> SpreadPlots(const SpreadModel& model, float width_px, float scale,
                                                Theme theme);

// Adds the plots to an area, the histogram above; to a low area only the histogram.
[[nodiscard]] std::vector<LaidPlot> LayOutPlots(const std::vector<PlotSpec>& plots, const PixelBox& area,
                                                const PlotLook& look, ShapeBatch& batch);

inline constexpr std::string_view kLeftOut = "...";  // of callers

// A row of the table, made when it is drawn.
struct SpreadRow {
  ContextId context = kNoContext;
  // The callers that tell the row from the others, the nearest first: those that part contexts with equal
  // callers up to there. kLeftOut stands for callers between them.
  std::vector<std::string> callers;
  std::vector<std::string> names;  // `callers` without their classes and parameters
  std::vector<uint32_t> left_out;  // by caller: how many callers it stands for, 0 if it is named
  std::string value, share, depth, score;
  bool is_unlike = false;
};

// `width_px` and `scale` as in SpreadPlots(). O(contexts of the function).
[[nodiscard]] SpreadModel BuildSpreadModel(const AppState& state, const ViewState& view, float width_px,
                                           float scale);

// Marks another selected context. O(contexts of the function).
void ShowSelected(ContextId selected, SpreadModel& model);

// The cost of a context as the table shows it: sums in one unit.
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
