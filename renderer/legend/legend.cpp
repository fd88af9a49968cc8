#include "renderer/legend/legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include "cct/base/text/ascii.h"
#include "cct/base/text/number_text.h"
#include "cct/query/language/query.h"
#include "cct/tree/metric_sides.h"
#include "renderer/color/palette.h"

namespace ringscope {
namespace {

constexpr size_t kGradientSteps = 64;

const Metric& MetricAt(const Cct& tree, MetricIndex metric) {
  return tree.metrics()[std::min(metric, tree.metric_count() - 1)];
}

// The unit below the line of ratios: the view's metric in a size that leaves readable numbers.
struct RatioBase {
  std::string name;
  double units = 1;  // of the metric
};

RatioBase RatioBaseOf(const Metric& metric) {
  struct Step {
    std::string_view unit, base;
    double units;
  };
  constexpr std::array<Step, 5> kSteps{Step{"ns", "ms", 1e6}, Step{"us", "ms", 1e3}, Step{"ms", "s", 1e3},
                                       Step{"s", "s", 1}, Step{"bytes", "KiB", 1024}};
  for (const Step& step : kSteps) {
    if (metric.unit == step.unit)
      return {fmt::format("{} of {}", step.base, ColumnTitle(metric)), step.units};
  }
  return {ColumnTitle(metric), 1};
}

// Whether both metrics measure the same quantity. Counts count different things.
bool IsPercentage(const Metric& metric, const Metric& view_metric) {
  return !metric.unit.empty() && metric.unit != "count" && metric.unit == view_metric.unit;
}

std::string TitleOf(const Cct& tree, MetricIndex view_metric, const ColorSpec& spec) {
  if (spec.mode == ColorMode::kFile) return "source file";
  if (spec.mode == ColorMode::kDifference) return "after against before";
  if (spec.mode == ColorMode::kKind) return "kind of function";
  if (spec.mode == ColorMode::kSelfShare)
    return fmt::format("self share of {}", ColumnTitle(MetricAt(tree, view_metric)));
  if (spec.mode != ColorMode::kMetric) return std::string(WordOf(kColorWords, spec.mode));
  const std::string_view part = spec.part == ValuePart::kSelf ? "self " : "";
  if (!spec.derived.empty()) return fmt::format("{}{}", part, spec.derived);
  const std::string name = ColumnTitle(MetricAt(tree, spec.metric));
  if (BasisFor(spec, view_metric) == ValueBasis::kAbsolute) return fmt::format("{}{}", part, name);
  const Metric& base = MetricAt(tree, view_metric);
  if (IsPercentage(MetricAt(tree, spec.metric), base))
    return fmt::format("{}{} per {}", part, name, ColumnTitle(base));
  return fmt::format("{}{} per {}", part, name, RatioBaseOf(base).name);
}

// A number without exponent and without noise in its last digits.
std::string PlainNumber(double value) {
  if (std::fabs(value) >= 1e15) return fmt::format("{:.0f}", value);
  std::string text = fmt::format("{:.12f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

struct WrittenUnit {
  double factor;
  std::string_view name;
};

// Writes the number in the largest unit that leaves it short.
std::string ShortNumber(double value, std::span<const WrittenUnit> units) {
  for (const WrittenUnit& unit : units) {
    const double number = value / unit.factor;
    if (std::fabs(number) >= 1 && std::fabs(number * 10 - std::round(number * 10)) < 1e-9)
      return PlainNumber(number) + std::string(unit.name);
  }
  return PlainNumber(value);
}

// The left side of a condition: `incl(misses)`, `self('cpu time')`.
std::string ConditionSubject(const Cct& tree, const ColorSpec& spec) {
  const std::string name = spec.derived.empty() ? MetricAt(tree, spec.metric).name : spec.derived;
  const bool is_plain = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return IsLetterOrDigit(c) || c == '_' || c == '.' || c == '-' || c == ':';
  });
  const QueryValue value = spec.part == ValuePart::kSelf ? QueryValue::kSelf : QueryValue::kInclusive;
  return fmt::format("{}({})", WordOf(kValueWords, value), is_plain ? name : QuotedMetricName(name));
}

// A number in a metric's displayed unit as a condition writes it: "1M", "20ms", "64KiB", "0.25".
std::string ConditionNumber(double value, std::string_view unit) {
  constexpr std::array kCounts{WrittenUnit{1e9, "G"}, WrittenUnit{1e6, "M"}, WrittenUnit{1e3, "k"}};
  constexpr std::array kTimes{WrittenUnit{1e9, "s"}, WrittenUnit{1e6, "ms"}, WrittenUnit{1e3, "us"},
                              WrittenUnit{1, "ns"}};
  constexpr std::array kSizes{WrittenUnit{1073741824.0, "GiB"}, WrittenUnit{1048576.0, "MiB"},
                              WrittenUnit{1024.0, "KiB"}};
  if (unit.empty() || unit == "count") return ShortNumber(value, kCounts);
  if (unit == "bytes") return ShortNumber(value, kSizes);
  for (const WrittenUnit& time : kTimes) {
    if (unit != time.name) continue;
    const std::string text = ShortNumber(value * time.factor, kTimes);
    // Without a unit the number would be in the metric's own unit.
    return text.back() == 's' ? text : PlainNumber(value);
  }
  return PlainNumber(value);
}

void AddTicks(const ArcBatch& batch, ChartColors& colors, Legend& legend) {
  const Cct& tree = colors.tree();
  const ColorSpec& spec = colors.spec();
  const ValueScale scale = colors.ScaleFor(batch);
  for (size_t i = 0; i < kGradientSteps; ++i)
    legend.gradient.push_back(SequentialColor(static_cast<double>(i) / (kGradientSteps - 1), colors.theme()));

  std::string unit;
  double factor = 1;  // of the numbers shown
  bool is_percent = spec.mode == ColorMode::kSelfShare;
  const bool is_amount =
      spec.mode == ColorMode::kMetric &&
      (!spec.derived.empty() || BasisFor(spec, batch.spec.metric) == ValueBasis::kAbsolute);
  if (is_amount) {
    unit = spec.derived.empty() ? tree.metrics()[spec.metric].unit : colors.derived_unit();
  } else if (!is_percent) {
    const Metric& base = MetricAt(tree, batch.spec.metric);
    is_percent = IsPercentage(tree.metrics()[spec.metric], base);
    unit = tree.metrics()[spec.metric].unit;
    factor = RatioBaseOf(base).units;
  }
  if (is_percent) {
    unit.clear();
    factor = 100;
  }
  const ValueScale shown{scale.low * factor, scale.high * factor, scale.steps};
  const std::vector<double> ticks = TicksOf(shown, unit == "bytes");
  for (size_t i = 0; i < ticks.size(); ++i) {
    const double position = shown.PositionOf(ticks[i]);
    LegendTick& tick = legend.ticks.emplace_back();
    tick = {.position = position,
            .color = SequentialColor(position, colors.theme()),
            .text = QuantityText(ticks[i], is_percent ? "%" : unit)};
    if (is_amount) {
      const std::string name = ConditionSubject(tree, spec);
      tick.query = fmt::format("{}>={}", name, ConditionNumber(ticks[i], unit));
      if (i + 1 < ticks.size())
        tick.query += fmt::format(" {}<{}", name, ConditionNumber(ticks[i + 1], unit));
    }
  }
}

// Adds an entry with the costs of the drawn contexts for which is_of(context) holds; no entry if there are
// none.
template <typename IsOf>
void AddDrawn(const ArcBatch& batch, const Cct& tree, LegendEntry entry, IsOf is_of, Legend& legend) {
  std::vector<uint32_t> group_of_piece(batch.size(), kNoPieceGroup);
  entry.drawn_only = true;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (batch.is_rest(piece) || !is_of(batch.last_context(piece))) continue;
    group_of_piece[piece] = 0;
    if (!batch.is_detail(piece)) entry.self += tree.Self(batch.last_context(piece), batch.spec.metric);
    ++entry.pieces;
  }
  if (entry.pieces == 0) return;
  entry.inclusive = InclusiveByGroup(batch, group_of_piece, 1)[0];
  legend.entries.push_back(std::move(entry));
}

// Adds the contexts that a sequential mode draws in the neutral colour.
void AddWithoutValue(const ArcBatch& batch, const ChartColors& colors, Legend& legend) {
  AddDrawn(
      batch, colors.tree(), {.color = NeutralColor(colors.theme()), .label = "no value"},
      [&](ContextId context) { return !std::isfinite(colors.ValueOf(context, batch.spec.metric)); }, legend);
}

void AddSearch(ChartColors& colors, Legend& legend) {
  const ChartPalette& palette = PaletteOf(colors.theme());
  const Color neutral = NeutralColor(colors.theme());
  legend.entries = {
      {.color = palette.search_match, .label = "matches"},
      {.color = ContainsMatchColor(neutral, colors.theme()), .label = "contains matches too small to draw"},
      {.color = neutral, .label = "everything else"}};
}

// Adds the map, with ticks at halved and doubled costs.
void AddDifferenceMap(Theme theme, Legend& legend) {
  for (size_t i = 0; i < kGradientSteps; ++i)
    legend.gradient.push_back(DivergingColor(2 * static_cast<double>(i) / (kGradientSteps - 1) - 1, theme));
  struct Tick {
    double part;
    std::string_view text;
  };
  for (const Tick& tick :
       {Tick{-0.75, "\xC2\xBC"}, Tick{-0.5, "\xC2\xBD"}, Tick{0, "same"}, Tick{0.5, "x2"}, Tick{0.75, "x4"}})
    legend.ticks.push_back({.position = (tick.part + 1) / 2,
                            .color = DivergingColor(tick.part, theme),
                            .text = std::string(tick.text)});
}

// Adds the costs of each kind of difference, and of wrappers.
void AddDifferences(const ArcBatch& batch, ChartColors& colors, Legend& legend) {
  const Theme theme = colors.theme();
  const DifferenceColors palette = colors.spec().differences;
  const bool is_map = palette == DifferenceColors::kMap;
  if (is_map) AddDifferenceMap(theme, legend);
  struct Kind {
    DifferenceKind kind;
    double part;
    std::string_view label, query;
    PieceStyle pattern = 0;
    bool changes_tone = false;  // the blueprint has two tones, by whether the source changed
  };
  constexpr std::array<Kind, 5> kKinds{
      {{DifferenceKind::kMore, 0.6, "costs more", "slower", 0, true},
       {DifferenceKind::kLess, -0.6, "costs less", "faster", 0, true},
       {DifferenceKind::kNew, 1, "new: only after", "new", kStyleNew},
       {DifferenceKind::kGone, -1, "gone: only before", "gone", kStyleGone},
       {DifferenceKind::kWithinNoise, 0, "the same, or within noise", "noise"}}};
  const FrameTable& frames = colors.tree().frames();
  const bool has_source = !frames.columns().source_change.empty();
  const auto is_changed = [&](ContextId context) {
    return frames.source_change(colors.tree().FrameOf(context)) == SourceChange::kChanged;
  };
  const auto add = [&](const Kind& kind, SourceChange source, std::string_view label, std::string_view query,
                       auto is_of) {
    AddDrawn(
        batch, colors.tree(),
        {.color = DifferenceColor({kind.kind, kind.part}, source, palette, theme),
         .label = std::string(kind.label).append(label),
         .query = std::string(kind.query).append(query),
         .pattern = kind.pattern},
        [&](ContextId context) {
          return colors.DifferenceOf(context, batch.spec.metric).kind == kind.kind && is_of(context);
        },
        legend);
  };
  const auto is_any = [](ContextId) { return true; };
  // On a map a row has the colour of its largest piece: all of its changes may be too small for a strong
  // colour.
  const auto drawn_part = [&](const Kind& kind) {
    double part = kind.part;
    uint64_t largest = 0;
    for (uint32_t piece = 1; piece < batch.size(); ++piece) {
      if (batch.is_rest(piece) || batch.inclusive[piece] <= largest) continue;
      const ContextDifference difference = colors.DifferenceOf(batch.context[piece], batch.spec.metric);
      if (difference.kind != kind.kind) continue;
      largest = batch.inclusive[piece];
      part = difference.part;
    }
    return part;
  };
  for (Kind kind : kKinds) {
    if (is_map && kind.changes_tone) kind.part = drawn_part(kind);
    if (is_map || !kind.changes_tone) {
      add(kind, SourceChange::kUnknown, "", "", is_any);
    } else if (!has_source) {
      add(kind, SourceChange::kUnknown, " (source not compared)", "", is_any);
    } else {
      add(kind, SourceChange::kChanged, ", source changed", " changed", is_changed);
      add(kind, SourceChange::kSame, ", source not known to have changed", " not changed",
          [&](ContextId context) { return !is_changed(context); });
    }
  }
  AddDrawn(
      batch, colors.tree(),
      {.color = NeutralColor(theme), .label = "wrapper: around others", .pattern = kStyleWrapper},
      [&](ContextId context) { return (colors.tree().FlagsOf(context) & kIsWrapper) != 0; }, legend);
  if (!batch.spec.whole.empty() && batch.spec.mode != RingMode::kEqual && batch.circle_units > batch.total)
    legend.entries.push_back(
        {.color = PaletteOf(theme).background, .label = "gap: less than the other side"});
}

void AddRest(const ArcBatch& batch, Theme theme, Legend& legend) {
  LegendEntry entry{.color = PaletteOf(theme).rest, .label = "smaller contexts"};
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    if (!batch.is_rest(piece) || batch.is_detail(piece)) continue;
    entry.inclusive += batch.inclusive[piece];
    ++entry.pieces;
  }
  entry.self = entry.inclusive;
  if (entry.pieces != 0) legend.entries.push_back(std::move(entry));
}

void MarkRepeats(std::vector<LegendEntry>& entries) {
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].many_colors) continue;
    entries[i].repeats = static_cast<uint32_t>(std::count_if(
        entries.begin(), entries.begin() + static_cast<ptrdiff_t>(i),
        [&](const LegendEntry& one) { return !one.many_colors && one.color == entries[i].color; }));
  }
}

}  // namespace

Legend BuildLegend(const ArcBatch& batch, ChartColors& colors, const LegendOptions& options,
                   const GroupCosts* known) {
  Legend legend;
  const ColorMode mode = colors.spec().mode;
  legend.title = TitleOf(colors.tree(), batch.spec.metric, colors.spec());
  if (mode == ColorMode::kSearch) {
    AddSearch(colors, legend);
  } else if (mode == ColorMode::kDifference) {
    AddDifferences(batch, colors, legend);
  } else if (IsSequential(mode)) {
    AddTicks(batch, colors, legend);
    AddWithoutValue(batch, colors, legend);
  } else {
    AddGroupEntries(batch, colors, options, known, legend);
  }
  AddRest(batch, colors.theme(), legend);
  MarkRepeats(legend.entries);
  return legend;
}

}  // namespace ringscope
