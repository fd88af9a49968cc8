#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "cct/tree/cct.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/color.h"
#include "renderer/color/color_mode.h"
#include "renderer/color/frame_groups.h"
#include "renderer/color/group_tones.h"
#include "renderer/color/value_scale.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// The difference of a context in the metric of a column of the tree.
using DifferenceOfContext = std::function<ContextDifference(ContextId, MetricIndex)>;

// The inputs of colour modes beyond the tree.
struct ColorInputs {
  // kFunction, kModule, kPackage, kFile: the ranks of the profile that the tree was made from, so that every
  // group has the same colour in all trees made from it. Without them: the tree's own ranks.
  std::optional<GroupRanks> ranks;
  // Same modes: the ranks of another profile that is shown beside, whose groups have the same colours in both
  // charts.
  std::optional<GroupRanks> beside;
  // kMetric with a `derived` name: its value for a context, self or inclusive as the spec says; NaN without a
  // value. A basis does not apply.
  std::function<double(ContextId)> derived;
  std::string derived_unit;
  // kDifference; without it nothing differs.
  DifferenceOfContext difference;
};

// The colours of the contexts of one tree in one colour mode. Holds what does not change with the view: the
// colours of frames asked for so far, the tones of groups, the ends of the map. Not thread-safe; the tree
// must outlive it. At most 8 bytes a frame.
class ChartColors {
 public:
  // O(frames) of memory; kMetric, and the modes by group without `ranks`, lay out the whole tree once when
  // first used (about a millisecond).
  ChartColors(const Cct& tree, Theme theme, ColorSpec spec = {}, ColorInputs inputs = {});

  // Sets the colour of every piece of a batch of this tree; the centre has the palette's own. In sequential
  // modes and kDifference a rest segment has the colour of its most important context, not a mean: the one
  // that differs most beyond noise, or has the largest value; of very many contexts the first ones are asked.
  // In other modes it has the palette's own. `differences`: set to how each piece differs in kDifference,
  // left alone in other modes; may be null. O(pieces), with ValueExtent::kView O(pieces log pieces).
  void FillPieces(const ArcBatch& batch, std::vector<Color>& fill,
                  std::vector<DifferenceKind>* differences = nullptr);

  [[nodiscard]] const Cct& tree() const { return *tree_; }
  [[nodiscard]] Theme theme() const { return theme_; }
  [[nodiscard]] const ColorSpec& spec() const { return spec_; }
  [[nodiscard]] const std::string& derived_unit() const { return inputs_.derived_unit; }

  // For legends: the important groups of the profile, and the groups of the tree, in modes that have groups.
  [[nodiscard]] const GroupRanks& ranks();
  [[nodiscard]] FrameGroups& groups();
  // The colour that a group's members vary around; in the function mode, that of its members of one kind.
  [[nodiscard]] Color GroupColor(uint32_t group, FrameKind kind = FrameKind::kUser);
  // For legends: the number that a sequential mode shows for a context, in displayed units (stored / scale);
  // NaN for contexts without one.
  [[nodiscard]] double ValueOf(ContextId context, MetricIndex view_metric) const;
  // For legends: the difference that kDifference shows for a context.
  [[nodiscard]] ContextDifference DifferenceOf(ContextId context, MetricIndex view_metric) const {
    return inputs_.difference ? inputs_.difference(context, view_metric) : ContextDifference{};
  }
  // The scale of a sequential mode for a batch.
  [[nodiscard]] ValueScale ScaleFor(const ArcBatch& batch);

 private:
  [[nodiscard]] std::optional<ContextId> MostImportantIn(ContextRange run, MetricIndex view_metric) const;
  [[nodiscard]] Color ColorOfFrame(FrameId frame);
  [[nodiscard]] Color VariantOf(const DearFunction& function, uint32_t variant) const;
  void TellApart(std::span<const DearFunction> functions);
  [[nodiscard]] GroupTones::Tone ToneOf(uint32_t group);
  [[nodiscard]] ValueScale FitTo(const ArcBatch& batch) const;

  const Cct* tree_;
  Theme theme_;
  ColorSpec spec_;
  ColorInputs inputs_;
  std::optional<FrameGroups> groups_;             // made when first asked for
  std::vector<Color> known_;                      // modes by group, by frame; alpha 0 until computed
  std::unordered_map<std::string, Color> apart_;  // kFunction: of dear functions, by their key
  std::optional<GroupTones> tones_;               // made when first asked for
  std::optional<ValueScale> tree_scale_;
  MetricIndex tree_scale_metric_ = 0;  // the view's metric `tree_scale_` was made for
};

}  // namespace ringscope
