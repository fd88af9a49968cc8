#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/view/colors/legend_costs.h"
#include "app/view/search_outcome.h"
#include "cct/query/metrics/derived_metric.h"
#include "cct/query/sets/function_index.h"
#include "cct/tree/cct.h"
#include "renderer/color/chart_colors.h"
#include "renderer/color/paint.h"
#include "renderer/layout/arc_batch.h"
#include "renderer/layout/view.h"
#include "renderer/legend/legend.h"
#include "renderer/text/labels.h"

namespace ringscope {

// How each piece of a tree's layout relates to a search of the tree: one PieceMatch (renderer/color/paint.h)
// a piece. While only the matching frames are known, no piece is said to hide a match. O(pieces), plus the
// length of rest runs / 64.
[[nodiscard]] std::vector<uint8_t> PieceMatches(const Cct& tree, const ArcBatch& batch,
                                                const SearchOutcome& outcome);

// How much each piece is lit: 1 if its context is lit; if the piece hides lit contexts (as
// PieceMatch::kContains says), their share of its cost in the view's metric, between 0 and 1. With more than
// kMostLitForShares lit contexts below the view root, a share is not worth a frame's time: every piece that
// hides lit contexts is lit a quarter. O(pieces), plus for each such piece the layers below it, the length of
// these / 64 and about 100 ns a lit context.
[[nodiscard]] std::vector<float> PieceLights(const Cct& tree, const ArcBatch& batch, const LitContexts& lit);
inline constexpr uint64_t kMostLitForShares = 20'000;

// The inputs of a chart of rings or rows.
struct ChartRequest {
  CctPtr tree;
  ViewSpec view;
  // The tree that all members below refer to. It has the contexts of `tree`, which may have more metrics.
  // Null: `tree` itself.
  CctPtr shown;
  LabelOptions labels;
  Theme theme = Theme::kDark;

  ColorSpec color;
  std::vector<DerivedMetric> derived;  // the metric of `color`, if it is derived, behind those it names
  CctPtr recorded;  // the profile that the tree was made from: its groups keep their colours; null: `shown`
  CctPtr beside;    // another profile beside `recorded`: equal groups get its colours; may be null

  ContextId pointed = kNoContext, selected = kNoContext;
  std::shared_ptr<const std::vector<ContextId>> path;  // outlined contexts; may be null
  FunctionId lit = kNoFunction;                        // a function that lights up beside `lights`
  FunctionIndexPtr functions;                          // of the tree; may be null while `lit` is kNoFunction
  std::shared_ptr<const LitContexts> lights;           // lit contexts of the tree, drawn or not; may be null
  std::shared_ptr<const SearchOutcome> outcome;        // a search whose matches light up; may be null

  bool has_legend = true;
  std::shared_ptr<const LegendCosts> legend_costs;  // the last sums, perhaps of another legend; or null
};

// The options for labels in the window, at `scale` pixels a unit of its user interface.
[[nodiscard]] LabelOptions ScreenLabels(float scale);

// The parts of a chart: layout, colours, paint, labels and legend. Each part is made again only if its inputs
// changed. The window, `ringscope render` and `ringscope bench` get their parts from here.
class ChartContent {
 public:
  // Without `measure` there are no labels.
  explicit ChartContent(MeasureText measure) : measure_(std::move(measure)) {}

  // Brings everything in line with the request, whose tree must not be null.
  void Update(ChartRequest request);
  // Lays out anew, as Update() does after a change of tree or view. Public to measure the layout alone.
  void LayOut(const ChartRequest& request);
  // Shows nothing until the next Update().
  void Forget();

  [[nodiscard]] const ChartRequest& request() const { return request_; }  // the last one
  [[nodiscard]] const ArcBatch& batch() const { return batch_; }          // no pieces: nothing is shown
  [[nodiscard]] const ChartPaint& paint() const { return paint_; }
  [[nodiscard]] const std::vector<Label>& labels() const { return labels_; }
  [[nodiscard]] const Legend& legend() const { return legend_; }
  // Drawn pieces whose context is lit.
  [[nodiscard]] uint32_t lit_pieces() const { return lit_pieces_; }
  // The pieces and the paint before the last layout: the start of a transition.
  [[nodiscard]] const ArcBatch& batch_before() const { return batch_before_; }
  [[nodiscard]] const ChartPaint& paint_before() const { return paint_before_; }
  // The costs that the legend shows, known or not; std::nullopt if the legend shows no costs.
  [[nodiscard]] std::optional<LegendCostsRequest> CostsOfLegend();

  // How often each part was made.
  struct Versions {
    uint64_t layout = 0, colors = 0, paint = 0, labels = 0;
  };
  [[nodiscard]] const Versions& versions() const { return versions_; }

 private:
  void UpdateColors(const ChartRequest& request);
  void UpdateLights(const ChartRequest& request);
  void UpdatePaint(const ChartRequest& request);
  void UpdateLegend(const ChartRequest& request);
  void UpdateLabels(const ChartRequest& request);
  [[nodiscard]] LegendCostsRequest CostsOfGroups();

  MeasureText measure_;
  ChartRequest request_;
  Versions versions_;
  ArcBatch batch_, batch_before_;
  std::optional<ChartColors> colors_;
  OwnFills own_fills_;
  Versions filled_;  // the inputs of `own_fills_`
  ChartPaint paint_, paint_before_;
  Versions painted_;  // the inputs of `paint_`
  std::vector<float> piece_lights_;
  std::shared_ptr<const LitContexts> lights_;  // the source of `piece_lights_`
  uint64_t lights_layout_ = 0;
  uint32_t lit_pieces_ = 0;
  std::vector<Label> labels_;
  uint64_t labels_layout_ = 0;
  Legend legend_;
  Versions legend_of_;    // the inputs of `legend_`
  ViewSpec legend_view_;  // likewise, without a lens
  std::shared_ptr<const LegendCosts> legend_costs_;
};

}  // namespace ringscope
