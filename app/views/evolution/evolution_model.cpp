#include "app/views/evolution/evolution_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "app/core/display_text.h"
#include "app/view/difference/difference_model.h"
#include "app/views/evolution/evolution.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/answers/explanation.h"
#include "cct/compare/answers/function_changes.h"
#include "cct/compare/stored_comparison.h"
#include "renderer/color/palette.h"
#include "renderer/diagram/tidy_tree.h"

namespace ringscope::evolution {
namespace {

constexpr size_t kMaxNameBytes = 200;
constexpr double kWidthOfOne = 14;
// A thick border shows that callees are hidden. A box with a shorter side would be all border: it has a bar
// below instead.
constexpr float kHiddenPx = 2.5f;
constexpr double kLeastThickBordered = 4 * double{kHiddenPx};

double Share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double Distance(uint64_t a, uint64_t b) { return static_cast<double>(a > b ? a - b : b - a); }

// A raw value in units that a person would count: samples, or the unit of the metric's scale.
double UnitsOf(const ComparedMetric& metric, double raw) {
  return raw / static_cast<double>(std::max<uint64_t>(metric.metric.scale, 1));
}

std::string NameOf(const Cct& tree, ContextId context) {
  return context == kRootContext ? "all"
                                 : FunctionText(tree.frames().name(tree.FrameOf(context)), kMaxNameBytes);
}

bool IsOneSided(DifferenceKind kind) { return kind == DifferenceKind::kNew || kind == DifferenceKind::kGone; }

bool HasOneSided(const EvolutionModel& model) {
  return std::ranges::any_of(
      model.boxes, [](const EvolutionBox& box) { return box.rest == 0 && IsOneSided(box.evolution.kind); });
}

double HighestOf(const EvolutionModel& model) {
  double highest = 0;
  for (const EvolutionBox& box : model.boxes)
    highest = std::max({highest, std::abs(box.evolution.height()), box.rest_height});
  return highest;
}

// A tone of the legend.
struct LegendTone {
  std::string_view name;
  DifferenceKind kind;
  std::optional<SourceChange> source = {};
};
// Tones with a source belong to the palette that shows sources.
constexpr std::array kTones{
    LegendTone{"slower, source changed", DifferenceKind::kMore, SourceChange::kChanged},
    LegendTone{"slower, source not known to have changed", DifferenceKind::kMore, SourceChange::kSame},
    LegendTone{"slower", DifferenceKind::kMore},
    LegendTone{"faster, source changed", DifferenceKind::kLess, SourceChange::kChanged},
    LegendTone{"faster, source not known to have changed", DifferenceKind::kLess, SourceChange::kSame},
    LegendTone{"faster", DifferenceKind::kLess},
    LegendTone{"new: only after", DifferenceKind::kNew},
    LegendTone{"gone: only before", DifferenceKind::kGone},
    LegendTone{"the same, or within noise", DifferenceKind::kWithinNoise},
};

uint64_t KeyOf(const EvolutionBox& box) { return uint64_t{box.context} * 2 + (box.rest > 0 ? 1 : 0); }

// The stand of each box in the last diagram; kFree for a new box.
std::vector<BoxStand> KeptOf(const EvolutionModel& model, const Diagram& before) {
  std::vector<std::pair<uint64_t, BoxStand>> stood;
  stood.reserve(before.boxes.size());
  for (const DiagramBox& box : before.boxes) {
    const bool is_below = box.edges_by && box.edges_by->y < 0;
    stood.emplace_back(box.key, is_below ? BoxStand::kBelow : BoxStand::kBegins);
  }
  std::ranges::sort(stood);
  std::vector<BoxStand> kept;
  kept.reserve(model.boxes.size());
  for (const EvolutionBox& box : model.boxes) {
    const auto found = std::ranges::lower_bound(stood, std::pair{KeyOf(box), BoxStand::kFree});
    kept.push_back(found != stood.end() && found->first == KeyOf(box) ? found->second : BoxStand::kFree);
  }
  return kept;
}

// `by_values`, except for wrappers: one with self cost before is gone, any other one is new.
DifferenceKind KindOf(const Cct& tree, const ComparedMetric& metric, ContextId context,
                      DifferenceKind by_values) {
  if ((tree.FlagsOf(context) & kIsWrapper) == 0) return by_values;
  return tree.Self(context, metric.side[0]) > 0 ? DifferenceKind::kGone : DifferenceKind::kNew;
}

}  // namespace

ContextEvolution EvolutionOf(const TreeComparison& comparison, const ComparedMetric& metric,
                             ContextId context) {
  const Cct& tree = *comparison.tree;
  ContextEvolution evolution;
  const ComparedValues values = ValuesOf(comparison, metric, context, false);
  evolution.before = values.before;
  evolution.after = values.after;
  evolution.share_before = Share(values.before, comparison.Total(metric, Side::kBefore));
  evolution.share_after = Share(values.after, comparison.Total(metric, Side::kAfter));
  const ContextDifference difference = DifferenceOf(comparison, metric, values);
  evolution.kind = KindOf(tree, metric, context, difference.kind);
  // Slower and faster are judged by shares of the whole, as heights are.
  if (evolution.kind == DifferenceKind::kMore || evolution.kind == DifferenceKind::kLess) {
    evolution.kind = evolution.height() > 0   ? DifferenceKind::kMore
                     : evolution.height() < 0 ? DifferenceKind::kLess
                                              : DifferenceKind::kWithinNoise;
  }
  evolution.source = tree.frames().source_change(tree.FrameOf(context));
  if (!comparison.calls) {
    evolution.width = std::log1p(
        UnitsOf(metric, Distance(tree.Self(context, metric.side[0]), tree.Self(context, metric.side[1]))));
    return evolution;
  }
  const ComparedMetric& calls = comparison.metrics[*comparison.calls];
  evolution.calls_before = tree.Self(context, calls.side[0]);
  evolution.calls_after = tree.Self(context, calls.side[1]);
  uint64_t from = evolution.calls_before, to = evolution.calls_after;
  if (context != kRootContext && IsOneSided(evolution.kind)) {
    const size_t side = evolution.kind == DifferenceKind::kNew ? 1 : 0;
    from = tree.Self(tree.ParentOf(context), calls.side[side]);
    to = side == 1 ? evolution.calls_after : evolution.calls_before;
  }
  evolution.width = std::log1p(UnitsOf(calls, Distance(from, to)));
  return evolution;
}

EvolutionModel EvolutionModelOf(const TreeComparison& comparison, const ComparedMetric& metric,
                                std::span<const ContextId> shown) {
  const Cct& tree = *comparison.tree;
  EvolutionModel model;
  if (comparison.Total(metric, Side::kBefore) == 0 || comparison.Total(metric, Side::kAfter) == 0) {
    model.missing =
        "One of the sides costs nothing in this metric, so no call has a share of it. Choose another one.";
    return model;
  }
  // By share, because an equal cost is a smaller share of a total that grew.
  TreeComparison by_share = comparison;
  by_share.by_share = true;
  model.has_calls = comparison.calls.has_value();
  model.about = fmt::format(
      "Height: how far its share of {0} moved. Width: {1}", metric.metric.name,
      model.has_calls ? std::string("how many more or fewer calls, as a logarithm")
                      : fmt::format("how far {} of its own moved, as a logarithm, because these profiles do "
                                    "not count calls",
                                    metric.metric.name));
  const Metric& width = model.has_calls ? comparison.metrics[*comparison.calls].metric : metric.metric;
  model.metric_name = metric.metric.name;
  model.width_unit = width.unit;
  model.width_scale = std::max<uint64_t>(width.scale, 1);
  std::vector<uint32_t> box_of;  // by place in `shown`
  std::vector<uint64_t> shown_callees(shown.size(), 0);
  std::vector<double> shown_heights(shown.size(), 0);
  const auto place_of = [&](ContextId context) {
    return static_cast<size_t>(std::ranges::lower_bound(shown, context) - shown.begin());
  };
  for (const ContextId context : shown) {
    EvolutionBox box;
    box.context = context;
    box.evolution = EvolutionOf(by_share, metric, context);
    box.name = NameOf(tree, context);
    if (context != kRootContext) {
      const size_t caller = place_of(tree.ParentOf(context));
      // `shown` may lack the caller.
      if (caller < box_of.size()) {
        box.parent = box_of[caller];
        ++shown_callees[caller];
      }
    }
    box_of.push_back(static_cast<uint32_t>(model.boxes.size()));
    model.boxes.push_back(std::move(box));
  }
  // Hidden callees: one rest box beside two or more shown callees, else the caller's border shows them.
  const size_t contexts = model.boxes.size();
  for (size_t k = 0; k < contexts; ++k) {
    const ContextRange callees = tree.ChildrenOf(shown[k]);
    const uint64_t hidden = callees.size() - shown_callees[k];
    if (hidden == 0) continue;
    if (shown_callees[k] < 2) {
      model.boxes[k].hidden = hidden;
      continue;
    }
    EvolutionBox rest;
    rest.context = shown[k];
    rest.parent = static_cast<uint32_t>(k);
    rest.rest = hidden;
    size_t next = place_of(callees.begin);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      if (next < shown.size() && shown[next] == callee) {
        ++next;
        continue;
      }
      rest.evolution.before += tree.Inclusive(callee, metric.side[0]);
      rest.evolution.after += tree.Inclusive(callee, metric.side[1]);
      rest.rest_height +=
          std::abs(Share(tree.Inclusive(callee, metric.side[1]), comparison.Total(metric, Side::kAfter)) -
                   Share(tree.Inclusive(callee, metric.side[0]), comparison.Total(metric, Side::kBefore)));
    }
    rest.name = fmt::format("{} more", CountText(hidden));
    model.boxes.push_back(std::move(rest));
  }
  if (model.has_calls && HasOneSided(model)) model.about += ", of new and gone ones than their caller has";
  return model;
}

EvolutionModel BuildEvolutionModel(const AppState& state, const ViewState& view) {
  EvolutionModel model;
  const auto comparison = StoredComparison(view.shown.tree);
  const ComparedMetric* const metric = comparison ? FindCompared(*comparison, view.metric) : nullptr;
  if (!comparison) {
    model.missing =
        "This is no comparison. Open two profiles and compare them: the diagram shows which calls made one "
        "slower "
        "than the other.";
  } else if (metric == nullptr) {
    model.missing = "This metric is of one side alone. Choose one that both sides have.";
  } else if (ShownOf(view).contexts != nullptr) {
    model = EvolutionModelOf(*comparison, *metric, *ShownOf(view).contexts);
    model.fit_serial = ShownOf(view).fit_serial;
  }
  if (const DocumentState* document = FindDocument(state, view.document)) model.title = document->title;
  return model;
}

ContextDifference ContextEvolution::difference() const {
  const double larger = std::max(share_before, share_after);
  return {kind, larger > 0 ? height() / larger : 0};
}

namespace {

// Whether a bar below the box shows that callees are hidden.
bool HasBar(const EvolutionBox& box, const BoxSize& size) {
  return box.hidden > 0 && std::min(size.width, size.height) < kLeastThickBordered;
}

// The colour of the stripes that mark new and gone boxes besides their fill, as in rings.
Color StripesOf(DifferenceKind kind, Color fill, Theme theme) {
  return IsOneSided(kind) ? MixColors(fill, PaletteOf(theme).background, 0.3f) : Color{0, 0, 0, 0};
}

}  // namespace

std::vector<LegendLine> LegendOf(const EvolutionModel& model, bool drawn_only, DifferenceColors colors,
                                 Theme theme) {
  std::vector<LegendLine> lines;
  const double highest = HighestOf(model);
  LegendLine& height = lines.emplace_back();
  height.text =
      fmt::format("height: how far its share of {} moved, up to {:.3g} %", model.metric_name, 100 * highest);
  height.is_height = true;
  for (const double percent : ReadableValues(100 * highest, false, false))
    height.samples.push_back({percent / 100 / highest * kHighestBox, fmt::format("{:.3g} %", percent)});
  LegendLine& width = lines.emplace_back();
  width.text = model.has_calls
                   ? fmt::format("width: how many more or fewer calls{}, log",
                                 HasOneSided(model) ? " (new and gone: than their caller has)" : "")
                   : fmt::format("width: how far {} of its own moved, log, as calls are not counted",
                                 model.metric_name);
  double widest = 0;
  for (const EvolutionBox& box : model.boxes) widest = std::max(widest, box.evolution.width);
  for (const double units : ReadableValues(std::round(std::expm1(widest)), true, false)) {
    const auto raw = static_cast<uint64_t>(std::min(units * static_cast<double>(model.width_scale), 1.8e19));
    width.samples.push_back({std::max(kLeastBox, std::log1p(units) * kWidthOfOne),
                             ValueText(raw, model.width_unit, model.width_scale)});
  }
  const bool tells_source = colors == DifferenceColors::kBlueprint;
  for (const LegendTone& tone : kTones) {
    if (tone.source && !tells_source) continue;
    const bool is_drawn = std::ranges::any_of(model.boxes, [&](const EvolutionBox& box) {
      const bool is_changed = box.evolution.source == SourceChange::kChanged;
      return box.rest == 0 && box.evolution.kind == tone.kind &&
             (!tone.source || is_changed == (tone.source == SourceChange::kChanged));
    });
    const bool is_said_by_source = tells_source && !tone.source &&
                                   (tone.kind == DifferenceKind::kMore || tone.kind == DifferenceKind::kLess);
    if (is_said_by_source || (!is_drawn && drawn_only)) continue;
    LegendLine& line = lines.emplace_back();
    line.text = tone.name;
    line.color =
        DifferenceColor(ContextDifference{tone.kind, tone.kind == DifferenceKind::kLess ? -0.6 : 0.6},
                        tone.source.value_or(SourceChange::kUnknown), colors, theme);
    line.stripes = StripesOf(tone.kind, *line.color, theme);
  }
  const auto has_hidden = [](const EvolutionBox& box) { return box.hidden > 0; };
  if (!drawn_only || std::ranges::any_of(model.boxes, has_hidden)) {
    const ChartPalette& palette = PaletteOf(theme);
    LegendLine& hidden = lines.emplace_back();
    hidden.text = "some callees are not shown (a small box has a bar below)";
    hidden.color = palette.background;
    hidden.border = palette.text;
    hidden.border_px = kHiddenPx;
  }
  return lines;
}

Diagram DiagramOf(const EvolutionModel& model, DifferenceColors colors, Theme theme, const Diagram* before) {
  constexpr double kLabelHeight = 16, kLeastLabel = 56, kMostLabel = 180, kCharacter = 8;
  constexpr double kBarRoom = 5;
  constexpr BoxGaps kGaps{10, 22};
  const ChartPalette& palette = PaletteOf(theme);
  const double highest = HighestOf(model);
  const auto height_of = [&](double height) {
    return highest > 0 ? std::max(kLeastBox, std::abs(height) / highest * kHighestBox) : kLeastBox;
  };
  // Cells are arranged as a tree. A cell is a box with its name below it.
  BoxTree cells;
  std::vector<BoxSize> sizes;
  // Children follow their parents in the order of contexts; rests stand at the end of the list.
  for (const EvolutionBox& box : model.boxes) {
    BoxSize size;
    size.width = box.rest > 0 ? 28 : std::max(kLeastBox, box.evolution.width * kWidthOfOne);
    size.height = height_of(box.rest > 0 ? box.rest_height : box.evolution.height());
    sizes.push_back(size);
    const double label =
        std::clamp(static_cast<double>(box.name.size()) * kCharacter + 16, kLeastLabel, kMostLabel);
    cells.parent.push_back(box.parent);
    const double bar = HasBar(box, size) ? kBarRoom : 0;
    cells.size.push_back({std::max(size.width, label), size.height + bar + kLabelHeight});
  }
  const std::vector<BoxStand> kept = before == nullptr ? std::vector<BoxStand>() : KeptOf(model, *before);
  const TreeColumns columns = ArrangeTreeToRead(cells, kGaps, kept);
  const std::vector<PlanePoint>& places = columns.place;
  std::vector<bool> has_callees(model.boxes.size(), false);
  for (const EvolutionBox& box : model.boxes) {
    if (box.parent != kNoBox) has_callees[box.parent] = true;
  }
  Diagram diagram;
  for (size_t k = 0; k < model.boxes.size(); ++k) {
    const EvolutionBox& from = model.boxes[k];
    DiagramBox box;
    box.key = KeyOf(from);
    box.size = sizes[k];
    box.place = {places[k].x + (cells.size[k].width - box.size.width) / 2, places[k].y};
    box.context = from.context;
    if (from.rest > 0) {
      box.fill = palette.rest;
      box.border = palette.rest_hatch;
    } else {
      box.fill = DifferenceColor(from.evolution.difference(), from.evolution.source, colors, theme);
      box.hatch = StripesOf(from.evolution.kind, box.fill, theme);
      box.border = palette.text;
    }
    const bool has_bar = HasBar(from, box.size);
    if (from.hidden > 0) (has_bar ? box.bar_px : box.border_px) = kHiddenPx;
    // Above 0, so that boxes without a change have names too if there is room.
    box.weight = from.rest > 0 ? 0 : std::abs(from.evolution.height()) + 1e-12;
    box.label = from.name;
    const double bar = has_bar ? kBarRoom : 0;
    box.label_place = {places[k].x - box.place.x, box.size.height + bar};
    box.label_size = {cells.size[k].width, kLabelHeight};
    box.label_color = palette.text;
    box.edges_below = bar + kLabelHeight;
    diagram.boxes.push_back(std::move(box));
    if (from.parent != kNoBox)
      diagram.edges.push_back(
          {from.parent, static_cast<uint32_t>(k), MixColors(palette.background, palette.text, 0.45f), 1});
  }
  for (const ColumnSeat& seat : columns.seats) {
    DiagramBox& box = diagram.boxes[seat.box];
    if (!has_callees[seat.box]) {
      // Leaves form a list, whose names begin below one another.
      box.place.x = places[seat.box].x;
      box.label_place.x = 0;
      box.label_align = TextAlign::kLeft;
    }
    box.edges_by = PlanePoint{seat.line_x - box.place.x, -seat.below_top};
  }
  return diagram;
}

std::string SumText(const TreeComparison& comparison, const ComparedMetric& metric,
                    const EvolutionModel& model, std::span<const uint32_t> boxes) {
  // Self costs, because inclusive costs would count nested contexts twice.
  uint64_t before = 0, after = 0;
  for (const uint32_t box : boxes) {
    if (box >= model.boxes.size() || model.boxes[box].rest > 0) continue;
    before += comparison.tree->Self(model.boxes[box].context, metric.side[0]);
    after += comparison.tree->Self(model.boxes[box].context, metric.side[1]);
  }
  return fmt::format("{} to {}, {}", MeanRunText(before, metric), MeanRunText(after, metric),
                     SignedMeanRunText(before, after, metric));
}

std::vector<std::string> EvolutionLines(const TreeComparison& comparison, const ComparedMetric& metric,
                                        ContextId context) {
  const Cct& tree = *comparison.tree;
  const ContextEvolution evolution = EvolutionOf(comparison, metric, context);
  std::vector<std::string> lines;
  const double moved = 100 * evolution.height();
  lines.push_back(fmt::format("share {:.2f} % to {:.2f} %, {}", 100 * evolution.share_before,
                              100 * evolution.share_after,
                              WithSign(moved, fmt::format("{:.2f} %", std::abs(moved)))));
  const uint64_t self_before = tree.Self(context, metric.side[0]),
                 self_after = tree.Self(context, metric.side[1]);
  lines.push_back(fmt::format("itself {} to {}, {}", MeanRunText(self_before, metric),
                              MeanRunText(self_after, metric),
                              SignedMeanRunText(self_before, self_after, metric)));
  if (comparison.calls) {
    const ComparedMetric& calls = comparison.metrics[*comparison.calls];
    lines.push_back(fmt::format("calls {} to {}, {}", MeanRunText(evolution.calls_before, calls),
                                MeanRunText(evolution.calls_after, calls),
                                SignedMeanRunText(evolution.calls_before, evolution.calls_after, calls)));
    if (context != kRootContext && IsOneSided(evolution.kind))
      lines.emplace_back("the width is how many more or fewer calls than its caller has");
  } else {
    lines.push_back(
        fmt::format("calls are not counted: the width is how far {} itself moved", metric.metric.name));
  }
  constexpr std::string_view kSource[] = {"whether its source changed is not known", "its source is the same",
                                          "its source changed"};
  lines.emplace_back(kSource[static_cast<size_t>(evolution.source)]);
  if ((tree.FlagsOf(context) & kIsWrapper) != 0)
    lines.emplace_back("a wrapper: the other side's cost passes through it");
  return lines;
}

}  // namespace ringscope::evolution
