#include "renderer/color/chart_colors.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cct/base/text/enum_words.h"
#include "renderer/color/palette.h"
#include "renderer/layout/layout.h"

namespace ringscope {
namespace {

// How much functions of one group differ where colours tell groups, or where the tones of groups are near
// each other.
constexpr double kVariation = 0.5;
// The least OKLab distance of two dear functions on one screen (smaller inside a group, which leaves less
// room), the number of colours tried to reach it, and how much functions of one group may then differ.
constexpr double kApartOfGroup = 0.075, kApartWithoutGroup = 0.085;
constexpr uint32_t kVariants = 64;
constexpr double kMostVariation = 3;

// The most contexts of a batch's rest segments whose importance is looked up; siblings stand largest first.
constexpr uint32_t kMostLookedAt = 1 << 15;

double Displayed(uint64_t raw, const Metric& metric) {
  return static_cast<double>(raw) / static_cast<double>(std::max<uint64_t>(metric.scale, 1));
}

}  // namespace

ChartColors::ChartColors(const Cct& tree, Theme theme, ColorSpec spec, ColorInputs inputs)
    : tree_(&tree), theme_(theme), spec_(std::move(spec)), inputs_(std::move(inputs)) {
  if (spec_.metric >= tree.metric_count()) spec_.metric = 0;
}

const GroupRanks& ChartColors::ranks() {
  if (!inputs_.ranks) inputs_.ranks = RankGroups(*tree_, spec_.mode);
  return *inputs_.ranks;
}

FrameGroups& ChartColors::groups() {
  if (!groups_) groups_.emplace(tree_->frames(), spec_.mode, ranks().dominant);
  return *groups_;
}

GroupTones::Tone ChartColors::ToneOf(uint32_t group) {
  const FrameGroupName name = groups()[group];
  switch (spec_.mode) {
    case ColorMode::kKind:
      if (const auto kind = ValueOfWord(kFrameKindWords, name.text)) return {KindTone(*kind, theme_), true};
      break;
    case ColorMode::kFunction:
    case ColorMode::kModule:
    case ColorMode::kPackage:
    case ColorMode::kFile:
      // Groups without a name, too: VariantOf() needs the tones.
      if (!tones_) tones_.emplace(ranks(), spec_.mode, inputs_.beside ? &*inputs_.beside : nullptr);
      if (name.text.empty()) break;
      return tones_->Of(name.text, theme_);
    default:
      break;
  }
  const OkLab neutral = OkLabFromLinear(LinearFromSrgb(NeutralColor(theme_)));
  return {{neutral.lightness, 0, 0}, true};
}

Color ChartColors::GroupColor(uint32_t group, FrameKind kind) {
  const OkLch tone = ToneOf(group).tone;
  return SrgbFromOkLch(spec_.mode == ColorMode::kFunction ? DulledByKind(tone, kind) : tone);
}

Color ChartColors::VariantOf(const DearFunction& function, uint32_t variant) const {
  const std::string name = variant == 0 ? function.name : function.name + std::to_string(variant);
  const Frame frame{.name = name, .kind = function.kind};
  // Without a group every function has the colour of its name.
  if (function.group.empty()) return FrameColor(frame, theme_);
  const auto [tone, is_full] = tones_->Of(function.group, theme_);
  const double share = static_cast<double>(variant) / kVariants;
  return ColorInGroup(frame, tone, std::lerp(is_full ? 1 : kVariation, kMostVariation, share));
}

// Gives each function the first colour that is far enough from those of dearer functions on the same screen.
void ChartColors::TellApart(std::span<const DearFunction> functions) {
  struct Given {
    OkLab color;
    uint64_t screens;
  };
  std::vector<Given> given;
  for (const DearFunction& function : functions) {
    if (apart_.contains(function.key())) continue;
    const double enough = function.group.empty() ? kApartWithoutGroup : kApartOfGroup;
    Color chosen;
    Given its{{}, function.screens};
    double farthest = -1;
    for (uint32_t variant = 0; variant <= kVariants && farthest < enough; ++variant) {
      const Color color = VariantOf(function, variant);
      const OkLab lab = OkLabFromLinear(LinearFromSrgb(color));
      double nearest = enough;
      for (const Given& other : given) {
        if ((other.screens & its.screens) != 0) nearest = std::min(nearest, OkLabDistance(lab, other.color));
      }
      if (nearest <= farthest) continue;
      farthest = nearest;
      chosen = color;
      its.color = lab;
    }
    given.push_back(its);
    apart_.emplace(function.key(), chosen);
  }
}

Color ChartColors::ColorOfFrame(FrameId frame) {
  if (known_.empty()) known_.resize(size_t{tree_->frames().size()} + 1, Color{0, 0, 0, 0});
  // The last entry stands for frames outside the table.
  Color& color = known_[std::min<size_t>(frame, known_.size() - 1)];
  if (color.a == 0) {
    const uint32_t group = groups().Of(frame);
    const auto [tone, is_full] = ToneOf(group);
    if (spec_.mode == ColorMode::kFunction && frame < tree_->frames().size()) {
      const Frame described = tree_->frames()[frame];
      if (apart_.empty()) {
        if (inputs_.beside) TellApart(inputs_.beside->dear);
        TellApart(ranks().dear);
      }
      const std::string_view name = groups()[group].text;
      const auto dear =
          apart_.find(DearFunction{std::string(described.name), std::string(name), described.kind}.key());
      if (dear != apart_.end()) return color = dear->second;
      color = name.empty() ? FrameColor({.name = described.name, .kind = described.kind}, theme_)
                           : ColorInGroup(described, tone, is_full ? 1 : kVariation);
    } else {
      color = SrgbFromOkLch(VariedTone(tone, tree_->frames().name(frame), kVariation));
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
  if (BasisFor(spec_, view_metric) == ValueBasis::kAbsolute) return amount;
  return ratio(amount, value(view_metric, spec_.part));
}

ValueScale ChartColors::FitTo(const ArcBatch& batch) const {
  std::vector<WeightedValue> values;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece) || batch.is_detail(piece)) continue;
    values.push_back({ValueOf(batch.last_context(piece), batch.spec.metric), batch.sweep_turns[piece]});
  }
  const bool is_amount = spec_.derived.empty() && BasisFor(spec_, batch.spec.metric) == ValueBasis::kAbsolute;
  return FitScale(values, spec_.steps, !is_amount);
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

std::optional<ContextId> ChartColors::MostImportantIn(ContextRange run, MetricIndex view_metric) const {
  std::optional<ContextId> found;
  double most = 0;
  for (ContextId context = run.begin; context < run.end; ++context) {
    double importance = 0;
    if (spec_.mode == ColorMode::kDifference) {
      const ContextDifference difference = DifferenceOf(context, view_metric);
      if (difference.kind == DifferenceKind::kWithinNoise) continue;
      importance = std::abs(difference.part) * static_cast<double>(tree_->Inclusive(context, view_metric));
    } else {
      importance = ValueOf(context, view_metric);
    }
    if (std::isnan(importance) || (found && importance <= most)) continue;
    most = importance;
    found = context;
  }
  return found;
}

void ChartColors::FillPieces(const ArcBatch& batch, std::vector<Color>& fill,
                             std::vector<DifferenceKind>* differences) {
  const ChartPalette& palette = PaletteOf(theme_);
  fill.assign(batch.size(), palette.rest);
  if (fill.empty()) return;
  fill[0] = palette.center;
  if (spec_.mode != ColorMode::kDifference) differences = nullptr;
  if (differences != nullptr) differences->assign(batch.size(), DifferenceKind::kWithinNoise);
  const Color neutral = NeutralColor(theme_);
  const ValueScale scale = IsSequential(spec_.mode) ? ScaleFor(batch) : ValueScale{};
  const bool tells_rest = spec_.mode == ColorMode::kDifference || IsSequential(spec_.mode);
  uint32_t left = tells_rest ? kMostLookedAt : 0;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    ContextId context = batch.context[piece], last = context;
    if (batch.is_root(piece) && (batch.is_rest(piece) || context == kRootContext)) {
      fill[piece] = palette.center;
      continue;
    }
    if (batch.is_rest(piece)) {
      ContextRange run = batch.rest_run(piece);
      run.end = run.begin + std::min(run.size(), left);
      left -= run.size();
      const auto important = MostImportantIn(run, batch.spec.metric);
      if (!important) continue;
      context = last = *important;
    } else {
      last = batch.last_context(piece);
    }
    if (spec_.mode == ColorMode::kSearch) {
      fill[piece] = neutral;
    } else if (spec_.mode == ColorMode::kDifference) {
      const ContextDifference difference = DifferenceOf(last, batch.spec.metric);
      const SourceChange source = tree_->frames().source_change(tree_->FrameOf(last));
      fill[piece] = DifferenceColor(difference, source, spec_.differences, theme_);
      if (differences != nullptr) (*differences)[piece] = difference.kind;
    } else if (IsSequential(spec_.mode)) {
      const double position = scale.PositionOf(ValueOf(last, batch.spec.metric));
      fill[piece] = std::isnan(position) ? neutral : SequentialColor(position, theme_);
    } else {
      fill[piece] = ColorOfFrame(tree_->FrameOf(context));
    }
  }
}

}  // namespace ringscope
