#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/tree/cct.h"
#include "cct/tree/context_difference.h"
#include "renderer/color/color.h"
#include "renderer/color/color_mode.h"
#include "renderer/color/frame_groups.h"
#include "renderer/color/group_tones.h"
#include "renderer/color/value_scale.h"
#include "renderer/layout/arc_batch.h"

namespace ringscope {

// How a context differs, in the metric of a column of the tree.
using DifferenceOfContext = std::function<ContextDifference(ContextId, MetricIndex)>;

// What a colour mode may use beyond the tree.
struct ColorInputs {
  // kFunction, kModule, kPackage, kFile: ranks of the profile that the tree was made from, so that every
  // group has the same colour in all trees made from it. Nothing: the tree's own ranks.
  std::optional<GroupRanks> ranks;
  // For the same modes: ranks of another profile shown beside, so that equal groups have the same colours in
  // both.
  std::optional<GroupRanks> beside;
  // kMetric with a `derived` name: a context's value, self or inclusive as the spec says; NaN for a context
  // without a value. A basis does not apply.
  std::function<double(ContextId)> derived;
  std::string derived_unit;
  // For kDifference; empty: nothing differs.
  DifferenceOfContext difference;
};

// The colours of the contexts of one tree in one colour mode. Holds what does not change with the view: the
// colours of frames asked for so far, the colours of groups, the ends of the map. Not thread-safe; the tree
// must outlive it. At most 8 bytes a frame.
class ChartColors {
 public:
  // O(frames) of memory; kMetric, and the modes by group without `ranks`, lay out the whole tree once when
  // first used (about a millisecond).
  ChartColors(const Cct& tree, Theme theme, ColorSpec spec = {}, ColorInputs inputs = {});

  // The colour of every piece of a batch of this tree; rest segments and the centre have the palette's own.
  // `differences`: how each piece differs in kDifference, empty in other modes; may be null. O(pieces), with
  // ValueExtent::kView O(pieces log pieces).
  void FillPieces(const ArcBatch& batch, std::vector<Color>& fill, std::vector<DifferenceKind>* differences = nullptr);

  [[nodiscard]] const Cct& tree() const { return *tree_; }
  [[nodiscard]] Theme theme() const { return theme_; }
  [[nodiscard]] const ColorSpec& spec() const { return spec_; }
  [[nodiscard]] const std::string& derived_unit() const { return inputs_.derived_unit; }

  // For legends: the groups of the modes with groups, and the important groups of the profile.
  [[nodiscard]] const GroupRanks& ranks();
  [[nodiscard]] FrameGroups& groups();
  // The colour for a whole group, whose members vary a little around it; in the function mode for its members
  // of one kind.
  [[nodiscard]] Color GroupColor(uint32_t group, FrameKind kind = FrameKind::kUser);
  // For legends: the number that a sequential mode shows of a context, in displayed units (stored / scale);
  // NaN for a context without one.
  [[nodiscard]] double ValueOf(ContextId context, MetricIndex view_metric) const;
  // For legends: the number that kDifference shows.
  [[nodiscard]] ContextDifference DifferenceOf(ContextId context, MetricIndex view_metric) const {
    return inputs_.difference ? inputs_.difference(context, view_metric) : ContextDifference{};
  }
  // The scale of a sequential mode for a batch.
  [[nodiscard]] ValueScale ScaleFor(const ArcBatch& batch);

 private:
  [[nodiscard]] Color ColorOfFrame(FrameId frame);
  [[nodiscard]] GroupTones::Tone ToneOf(uint32_t group);
  [[nodiscard]] ValueScale FitTo(const ArcBatch& batch) const;

  const Cct* tree_;
  Theme theme_;
  ColorSpec spec_;
  ColorInputs inputs_;
  std::optional<FrameGroups> groups_;  // made at first use
  std::vector<Color> known_;           // modes by group, a frame each; alpha 0 before it is computed
  std::optional<GroupTones> tones_;    // made at first use
  std::optional<ValueScale> tree_scale_;
  MetricIndex tree_scale_metric_ = 0;  // the view's metric `tree_scale_` was made for
};

}  // namespace ringscope
