#include "renderer/layout/chart_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cct/base/check.h"
#include "renderer/layout/frame_colors.h"
#include "renderer/layout/group_pieces.h"
#include "renderer/layout/layout.h"
#include "renderer/layout/oklab.h"
#include "renderer/layout/palette.h"

namespace ringscope {
namespace {

// How much functions of one group differ where groups are what the colours tell.
constexpr double kVariation = 0.5;

bool HasRankedGroups(ColorMode mode) {
  return mode == ColorMode::kFunction || mode == ColorMode::kModule || mode == ColorMode::kPackage ||
         mode == ColorMode::kFile;
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

GroupRanks RankGroups(const Cct& tree, ColorMode mode) {
  GroupRanks ranks;
  if (!HasRankedGroups(mode)) return ranks;
  // By the primary metric, as siblings are sorted: colours do not change with the metric of the view.
  const ArcBatch batch = WholeTreeBatch(tree, 0);
  FrameGroups groups(tree.frames(), mode);
  ranks.dominant = groups.dominant_group();
  const std::vector<uint32_t> group_of_piece = GroupPieces(tree, batch, groups);
  const std::vector<uint64_t> inclusive = InclusiveByGroup(batch, group_of_piece, groups.size());
  std::vector<uint32_t> order;
  for (uint32_t group = 0; group < groups.size(); ++group) {
    if (!groups[group].text.empty()) order.push_back(group);
  }
  std::sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) {
    if (inclusive[x] != inclusive[y]) return inclusive[x] > inclusive[y];
    return groups[x] < groups[y];
  });
  for (const uint32_t group : order) ranks.ranked.emplace_back(groups[group].text);
  return ranks;
}

ChartColors::ChartColors(const Cct& tree, Theme theme, ColorSpec spec, ColorInputs inputs)
    : tree_(&tree), theme_(theme), spec_(std::move(spec)), inputs_(std::move(inputs)) {
  if (spec_.metric >= tree.metric_count()) spec_.metric = 0;
}

const GroupRanks& ChartColors::Ranks() {
  if (!inputs_.ranks) inputs_.ranks = RankGroups(*tree_, spec_.mode);
  return *inputs_.ranks;
}

FrameGroups& ChartColors::groups() {
  if (!groups_) groups_.emplace(tree_->frames(), spec_.mode, Ranks().dominant);
  return *groups_;
}

// Every important group has the tone that its name alone would give it where no more important one has that.
// Groups that the profile does not have, or that are less important, never take one: a step that drops a
// group changes no other colour.
void ChartColors::GiveTones() {
  has_tones_ = true;
  std::array<bool, kGroupToneCount> taken{};
  for (const std::string& group : Ranks().ranked) {
    if (own_tone_.size() == kGroupToneCount) return;
    if (group.empty() || own_tone_.contains(group)) continue;
    uint32_t tone = static_cast<uint32_t>(StableHash(group) % kGroupToneCount);
    while (taken[tone]) tone = (tone + 1) % kGroupToneCount;
    taken[tone] = true;
    own_tone_.emplace(group, tone);
  }
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
    case ColorMode::kFunction:
    case ColorMode::kModule:
    case ColorMode::kPackage:
    case ColorMode::kFile:
      if (name.text.empty()) break;
      if (!has_tones_) GiveTones();
      if (const auto own = own_tone_.find(std::string(name.text)); own != own_tone_.end())
        return GroupTone(own->second, theme_);
      if (spec_.mode == ColorMode::kFunction)
        return PaleTone(static_cast<uint32_t>(hash % kGroupToneCount), theme_);
      return MutedTone(static_cast<uint32_t>(hash % kMutedToneCount), theme_);
    default:
      break;
  }
  const OkLab neutral = OkLabFromLinear(LinearFromSrgb(NeutralColor(theme_)));
  return {neutral.lightness, 0, 0};
}

Color ChartColors::GroupColor(uint32_t group, FrameKind kind) {
  const OkLch tone = ToneOf(group);
  return SrgbFromOkLch(spec_.mode == ColorMode::kFunction ? DulledByKind(tone, kind) : tone);
}

Color ChartColors::ColorOfFrame(FrameId frame) {
  if (known_.empty()) known_.resize(size_t{tree_->frames().size()} + 1, Color{0, 0, 0, 0});
  // The last entry stands for frames outside the table.
  Color& color = known_[std::min<size_t>(frame, known_.size() - 1)];
  if (color.a == 0) {
    const uint32_t group = groups().Of(frame);
    if (spec_.mode == ColorMode::kFunction && frame < tree_->frames().size()) {
      const Frame described = tree_->frames()[frame];
      // Without a group every function has the colour of its name.
      color = groups()[group].text.empty()
                  ? FrameColor({.name = described.name, .kind = described.kind}, theme_)
                  : ColorInGroup(described, ToneOf(group));
    } else {
      color = SrgbFromOkLch(VariedTone(ToneOf(group), tree_->frames().name(frame), kVariation));
    }
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
