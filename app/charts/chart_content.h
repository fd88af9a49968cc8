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

// What a chart of rings or rows is to show.
struct ChartRequest {
  CctPtr tree;
  ViewSpec view;
  // The tree that everything else speaks of: its contexts are those of `tree`, which may have more metrics to be
  // drawn. Null: `tree` itself.
  CctPtr shown;
  LabelOptions labels;
  Theme theme = Theme::kDark;

  ColorSpec color;
  std::vector<DerivedMetric> derived;  // among them the one that `color` may name, behind those that it names
  CctPtr recorded;  // the profile that the tree was made from: its groups keep their colours; null: the tree
  CctPtr beside;    // another profile that is shown: equal groups have its colours; may be null

  ContextId pointed = kNoContext, selected = kNoContext;
  std::shared_ptr<const std::vector<ContextId>> path;  // is outlined; may be null
  FunctionId lit = kNoFunction;                  // lights up at once, whatever `lights` has
  FunctionIndexPtr functions;                    // of the tree; null where `lit` is none
  std::shared_ptr<const LitContexts> lights;     // in the tree, also where they are hidden; may be null
  std::shared_ptr<const SearchOutcome> outcome;  // lights up what it found in the tree; may be null

  bool has_legend = true;
  std::shared_ptr<const LegendCosts>
      legend_costs;  // what was added up last, perhaps of another legend; or null
};

// As the window places labels, at so many pixels for a unit of its user interface.
[[nodiscard]] LabelOptions ScreenLabels(float scale);

// What a chart is made of: layout, colours, paint, labels and legend. Each is made again only where what it
// depends on changed. The window, `ringscope render` and `ringscope bench` have theirs from here.
class ChartContent {
 public:
  // `measure`: none for no labels.
  explicit ChartContent(MeasureText measure) : measure_(std::move(measure)) {}

  // Brings everything in line with the request, whose tree must not be null.
  void Update(ChartRequest request);
  // Lays out anew, as Update() does where the tree or the view changed: for measuring it alone.
  void LayOut(const ChartRequest& request);
  // There is nothing to show until the next Update().
  void Forget();

  [[nodiscard]] const ChartRequest& request() const { return request_; }  // the last one
  [[nodiscard]] const ArcBatch& batch() const { return batch_; }          // without pieces: nothing is shown
  [[nodiscard]] const ChartPaint& paint() const { return paint_; }
  [[nodiscard]] const std::vector<Label>& labels() const { return labels_; }
  [[nodiscard]] const Legend& legend() const { return legend_; }
  // Drawn pieces whose context is lit.
  [[nodiscard]] uint32_t lit_pieces() const { return lit_pieces_; }
  // What the last layout took the place of: what a transition comes from.
  [[nodiscard]] const ArcBatch& batch_before() const { return batch_before_; }
  [[nodiscard]] const ChartPaint& paint_before() const { return paint_before_; }
  // The costs that the legend tells, known or not; nothing where it tells none.
  [[nodiscard]] std::optional<LegendCostsRequest> CostsOfLegend();

  // How often each was made.
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
  Versions filled_;  // what these were made of
  ChartPaint paint_, paint_before_;
  Versions painted_;  // what the paint was made of
  std::vector<float> piece_lights_;
  std::shared_ptr<const LitContexts> lights_;  // that `piece_lights_` are of
  uint64_t lights_layout_ = 0;
  uint32_t lit_pieces_ = 0;
  std::vector<Label> labels_;
  uint64_t labels_layout_ = 0;
  Legend legend_;
  Versions legend_of_;
  ViewSpec legend_view_;  // without a lens
  std::shared_ptr<const LegendCosts> legend_costs_;
};

}  // namespace ringscope
