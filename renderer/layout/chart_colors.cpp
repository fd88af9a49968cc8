#include "renderer/layout/chart_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cct/base/check.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/oklab.h"
#include "renderer/layout/palette.h"

namespace ringscope {
namespace {

// How much functions of one group differ where groups are what the colours tell.
constexpr double kVariation = 0.5;

bool HasRankedGroups(ColorMode mode) {
  return mode == ColorMode::kModule || mode == ColorMode::kPackage || mode == ColorMode::kFile;
}

// The whole tree on a chart of a common size, whatever the window is like: what is taken from it does not
// change with the view.
ArcBatch WholeTreeBatch(const Cct& tree, MetricIndex metric) {
  ViewSpec view;
  view.metric = metric;
  view.width_px = 1000;
  view.height_px = 1000;
  return LayoutView(tree, view);
}

double Displayed(uint64_t raw, const Metric& metric) {
  return static_cast<double>(raw) / static_cast<double>(std::max<uint64_t>(metric.scale, 1));
}

}  // namespace

ChartColors::ChartColors(const Cct& tree, Theme theme, ColorSpec spec, ColorInputs inputs)
    : tree_(&tree), theme_(theme), spec_(std::move(spec)), inputs_(std::move(inputs)) {
  if (spec_.metric >= tree.metric_count()) spec_.metric = 0;
  if (spec_.mode == ColorMode::kFunction) function_colors_.emplace(tree.frames(), theme);
  if (HasRankedGroups(spec_.mode) && !inputs_.ranked_groups.empty()) {
    GiveTones(std::vector<std::string_view>(inputs_.ranked_groups.begin(), inputs_.ranked_groups.end()));
  }
  inputs_.ranked_groups = {};
}

FrameGroups& ChartColors::groups() {
  if (!groups_) groups_.emplace(tree_->frames(), spec_.mode);
  return *groups_;
}

// Every group keeps the tone that its name alone would give it where no more important one has that.
void ChartColors::GiveTones(std::span<const std::string_view> ranked) {
  std::array<bool, kGroupToneCount> taken{};
  for (const std::string_view group : ranked) {
    if (own_tone_.size() == kGroupToneCount) break;
    if (group.empty() || own_tone_.contains(std::string(group))) continue;
    uint32_t tone = static_cast<uint32_t>(StableHash(group) % kGroupToneCount);
    while (taken[tone]) tone = (tone + 1) % kGroupToneCount;
    taken[tone] = true;
    own_tone_.emplace(group, tone);
  }
  has_ranks_ = true;
}

void ChartColors::RankGroups() {
  // By the primary metric, as siblings are sorted: colours do not change with the metric of the view.
  const ArcBatch batch = WholeTreeBatch(*tree_, 0);
  std::vector<uint64_t> self;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) continue;
    const ContextId context = batch.context[piece];
    const uint32_t group = groups().Of(tree_->FrameOf(context));
    self.resize(groups().size());
    self[group] += tree_->Self(context, 0);
  }
  std::vector<uint32_t> order(self.size());
  for (uint32_t group = 0; group < order.size(); ++group) order[group] = group;
  std::sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) {
    if (self[x] != self[y]) return self[x] > self[y];
    return groups()[x].text < groups()[y].text;
  });
  std::vector<std::string_view> ranked;
  for (const uint32_t group : order) ranked.push_back(groups()[group].text);
  GiveTones(ranked);
}

OkLch ChartColors::ToneOf(uint32_t group) {
  const FrameGroupName name = groups()[group];
  const uint64_t hash = StableHash(name.text);
  switch (spec_.mode) {
    case ColorMode::kKind:
      for (uint8_t kind = 0; kind < kFrameKindCount; ++kind) {
        if (FrameKindName(static_cast<FrameKind>(kind)) == name.text)
          return KindTone(static_cast<FrameKind>(kind), theme_);
      }
      break;
    case ColorMode::kModule:
    case ColorMode::kPackage:
    case ColorMode::kFile:
      if (name.text.empty()) break;
      if (!has_ranks_) RankGroups();
      if (const auto own = own_tone_.find(std::string(name.text)); own != own_tone_.end())
        return GroupTone(own->second, theme_);
      return MutedTone(static_cast<uint32_t>(hash % kMutedToneCount), theme_);
    default:
      // As FrameColor does it.
      if (!name.text.empty()) return GroupTone(static_cast<uint32_t>(hash % kGroupToneCount), theme_);
      break;
  }
  const OkLab neutral = OkLabFromLinear(LinearFromSrgb(NeutralColor(theme_)));
  return {neutral.lightness, 0, 0};
}

Color ChartColors::GroupColor(uint32_t group) { return SrgbFromOkLch(ToneOf(group)); }

Color ChartColors::ColorOfFrame(FrameId frame) {
  if (function_colors_) return function_colors_->Of(frame);
  if (known_.empty()) known_.resize(size_t{tree_->frames().size()} + 1, Color{0, 0, 0, 0});
  // The last entry stands for frames outside the table.
  Color& color = known_[std::min<size_t>(frame, known_.size() - 1)];
  if (color.a == 0) {
    const OkLch tone = ToneOf(groups().Of(frame));
    color = SrgbFromOkLch(VariedTone(tone, tree_->frames().name(frame), kVariation));
  }
  return color;
}

double ChartColors::ValueOf(ContextId context, MetricIndex view_metric) const {
  if (view_metric >= tree_->metric_count()) view_metric = 0;
  const std::span<const Metric> metrics = tree_->metrics();
  const auto value = [&](MetricIndex metric, ValuePart part) {
    const uint64_t raw =
        part == ValuePart::kSelf ? tree_->Self(context, metric) : tree_->Inclusive(context, metric);
    return Displayed(raw, metrics[metric]);
  };
  const auto ratio = [](double part, double whole) { return whole > 0 ? part / whole : std::nan(""); };
  if (spec_.mode == ColorMode::kSelfShare)
    return ratio(value(view_metric, ValuePart::kSelf), value(view_metric, ValuePart::kInclusive));
  if (spec_.mode != ColorMode::kMetric) return std::nan("");
  if (!spec_.derived.empty()) return inputs_.derived ? inputs_.derived(context) : std::nan("");
  const double amount = value(spec_.metric, spec_.part);
  return spec_.basis == ValueBasis::kAbsolute ? amount : ratio(amount, value(view_metric, spec_.part));
}

ValueScale ChartColors::FitTo(const ArcBatch& batch) const {
  std::vector<WeightedValue> values;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) continue;
    values.push_back({ValueOf(batch.context[piece], batch.spec.metric), batch.sweep_turns[piece]});
  }
  const bool is_amount = spec_.derived.empty() && spec_.basis == ValueBasis::kAbsolute;
  return FitScale(values, {.steps = spec_.steps, .trim = !is_amount});
}

ValueScale ChartColors::ScaleFor(const ArcBatch& batch) {
  if (spec_.mode != ColorMode::kMetric) return {};  // shares: 0 to 1
  if (spec_.extent == ValueExtent::kView) return FitTo(batch);
  if (!tree_scale_ || tree_scale_metric_ != batch.spec.metric) {
    tree_scale_ = FitTo(WholeTreeBatch(*tree_, batch.spec.metric));
    tree_scale_metric_ = batch.spec.metric;
  }
  return *tree_scale_;
}

void ChartColors::FillPieces(const ArcBatch& batch, std::vector<Color>& fill) {
  const ChartPalette& palette = PaletteOf(theme_);
  fill.assign(batch.size(), palette.rest);
  if (fill.empty()) return;
  fill[0] = palette.center;
  const Color neutral = NeutralColor(theme_);
  const ValueScale scale = IsSequential(spec_.mode) ? ScaleFor(batch) : ValueScale{};
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece)) continue;
    const ContextId context = batch.context[piece];
    if (spec_.mode == ColorMode::kSearch) {
      fill[piece] = neutral;
    } else if (IsSequential(spec_.mode)) {
      const double position = scale.PositionOf(ValueOf(context, batch.spec.metric));
      fill[piece] = std::isnan(position) ? neutral : SequentialColor(position, theme_);
    } else {
      fill[piece] = ColorOfFrame(tree_->FrameOf(context));
    }
  }
}

}  // namespace ringscope
