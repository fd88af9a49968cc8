#include "cct/blueprint/item_table.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

#include "cct/query/metrics/metric_lookup.h"
#include "cct/query/metrics/value_runs.h"
#include "cct/query/sets/bound_formula.h"
#include "cct/tree/metric_sides.h"

namespace ringscope {
namespace {

constexpr double kUnknownValue = std::numeric_limits<double>::quiet_NaN();

// The indices of frame values that items use.
struct KnownValues {
  std::optional<uint32_t> receivers, self, same;
  explicit KnownValues(const FrameFacts& facts)
      : receivers(facts.FindValue(kReceiversValue)),
        self(facts.FindValue(kReturnsSelfValue)),
        same(facts.FindValue(kSameReturnValue)) {}
};

// The joined facts of several frames of one function.
struct JoinedFacts {
  std::optional<FrameAmount> receivers, self, same;

  static void Join(std::optional<FrameAmount>& into, std::optional<FrameAmount> other, FrameValueRule rule) {
    if (!other) return;
    into = into ? JoinAmounts(*into, *other, rule) : *other;
  }
  void Add(const FrameFacts& facts, const KnownValues& known, FrameId frame) {
    const auto of = [&](std::optional<uint32_t> value) {
      return value ? facts.ValueOf(frame, *value) : std::optional<FrameAmount>();
    };
    Join(receivers, of(known.receivers), FrameValueRule::kDistinct);
    Join(self, of(known.self), FrameValueRule::kLeast);
    Join(same, of(known.same), FrameValueRule::kLeast);
  }
  [[nodiscard]] ItemFacts Facts() const {
    ItemFacts facts{receivers, ReturnKind::kUnknown};
    if (self && self->amount != 0) {
      facts.returns = ReturnKind::kSelf;
    } else if (same && same->amount != 0) {
      facts.returns = ReturnKind::kSame;
    } else if (self || same) {
      facts.returns = ReturnKind::kOther;
    }
    return facts;
  }
};

// Groups frames by class: by the class table, which BuildFrameGrouping() does not use, else by name.
FrameGrouping GroupByClass(const FrameTable& frames) {
  FrameGrouping grouping;
  grouping.by = GroupBy::kClass;
  std::unordered_map<std::string_view, uint32_t> by_name;
  std::vector<uint32_t> by_id(frames.facts().class_count(), kNoGroup);
  for (FrameId frame = 0; frame < frames.size(); ++frame) {
    const ClassOfFrame its = FindClassOf(frames, frame);
    uint32_t& group =
        its.id < by_id.size() ? by_id[its.id] : by_name.try_emplace(its.name, kNoGroup).first->second;
    if (group == kNoGroup) {
      group = grouping.size();
      grouping.first_frame.push_back(frame);
      grouping.name.push_back(its.id != kNoClass ? FullNameOf(frames.facts()[its.id])
                                                 : std::string(its.name.empty() ? kNoClassName : its.name));
    }
    grouping.group_of_frame.push_back(group);
  }
  return grouping;
}

// The grouping with the same word as the kind; by function for contexts.
GroupBy GroupByOf(ItemKind kind) {
  return ValueOfWord(kGroupByWords, WordOf(kItemKindWords, kind)).value_or(GroupBy::kFunction);
}

Result<ItemTable> BuildGroupItems(const Cct& tree, const FunctionIndex& functions, ItemKind kind,
                                  ContextRange roots, JobControl* job) {
  FrameGrouping grouping = kind == ItemKind::kClass
                               ? GroupByClass(tree.frames())
                               : BuildFrameGrouping(tree.frames(), functions, GroupByOf(kind));
  RINGSCOPE_ASSIGN(const GroupTable costs, BuildGroupTable(tree, grouping, roots, job));
  ItemTable items;
  items.kind = kind;
  items.total = costs.total;
  // Drops groups that do not occur.
  std::vector<uint32_t> item_of_group(grouping.size(), kNoItem), group_of_item;
  for (uint32_t group = 0; group < grouping.size(); ++group) {
    if (costs.contexts[group] == 0) continue;
    item_of_group[group] = static_cast<uint32_t>(group_of_item.size());
    group_of_item.push_back(group);
    items.first_frame.push_back(grouping.first_frame[group]);
    items.name.push_back(std::move(grouping.name[group]));
    items.contexts.push_back(costs.contexts[group]);
  }
  items.self.resize(costs.self.size());
  items.inclusive.resize(costs.self.size());
  for (size_t metric = 0; metric < costs.self.size(); ++metric) {
    for (const uint32_t group : group_of_item) {
      items.self[metric].push_back(costs.self[metric][group]);
      items.inclusive[metric].push_back(costs.inclusive[metric][group]);
    }
  }
  items.item_of_frame.reserve(tree.frames().size());
  for (const uint32_t group : grouping.group_of_frame)
    items.item_of_frame.push_back(group < item_of_group.size() ? item_of_group[group] : kNoItem);
  if (kind != ItemKind::kFunction) return items;
  const FrameFacts& facts = tree.frames().facts();
  const KnownValues known(facts);
  std::vector<JoinedFacts> joined(items.size());
  for (FrameId frame = 0; frame < items.item_of_frame.size(); ++frame) {
    if (items.item_of_frame[frame] != kNoItem) joined[items.item_of_frame[frame]].Add(facts, known, frame);
  }
  for (const JoinedFacts& one : joined) items.facts.push_back(one.Facts());
  return items;
}

// The contexts of the subtrees of a run within one layer, as a run on each layer.
std::vector<ContextRange> LayersBelow(const Cct& tree, ContextRange roots) {
  std::vector<ContextRange> layers;
  for (ContextRange run = roots; !run.empty(); run = tree.ChildrenOfRun(run)) layers.push_back(run);
  return layers;
}

Result<ItemTable> BuildContextItems(const Cct& tree, ContextRange roots, MetricIndex metric,
                                    JobControl* job) {
  ItemTable items;
  items.kind = ItemKind::kContext;
  const std::vector<ContextRange> layers = LayersBelow(tree, roots);
  uint64_t count = 0;
  for (const ContextRange run : layers) count += run.size();
  // A caller costs at least as much as a callee and comes before it, so the dearest contexts form a tree.
  std::vector<std::pair<uint64_t, ContextId>> dearest;
  std::vector<uint64_t> values;
  const auto dearer = [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  };
  const auto keep_dearest = [&] {
    if (dearest.size() <= kMostContextItems) return;
    std::nth_element(dearest.begin(), dearest.begin() + kMostContextItems, dearest.end(), dearer);
    dearest.resize(kMostContextItems);
  };
  for (const ContextRange run : layers) {
    if (IsCancelled(job))
      return Fail(ErrorCode::kCancelled, "looking for the dearest contexts was cancelled");
    values.resize(run.size());
    InclusiveOfRun(tree, run, metric, values);
    for (ContextId context = run.begin; context < run.end; ++context)
      dearest.emplace_back(values[context - run.begin], context);
    // Bounds the memory for large trees.
    if (dearest.size() >= size_t{4} * kMostContextItems) keep_dearest();
  }
  keep_dearest();
  for (const auto& one : dearest) items.context.push_back(one.second);
  std::sort(items.context.begin(), items.context.end());
  items.left_out = count - items.context.size();

  const auto metrics = static_cast<MetricIndex>(tree.metrics().size());
  items.self.resize(metrics);
  items.inclusive.resize(metrics);
  const FrameFacts& facts = tree.frames().facts();
  const KnownValues known(facts);
  for (const ContextId context : items.context) {
    const FrameId frame = tree.FrameOf(context);
    items.first_frame.push_back(frame);
    items.contexts.push_back(1);
    const std::string_view name = context == kRootContext ? "(all)" : tree.frames().name(frame);
    items.name.emplace_back(name.substr(0, kMostContextNameBytes));
    const ContextId caller = tree.ParentOf(context);
    const auto found = std::lower_bound(items.context.begin(), items.context.end(), caller);
    const bool is_item = found != items.context.end() && *found == caller && caller < context;
    items.parent.push_back(is_item ? static_cast<uint32_t>(found - items.context.begin()) : kNoItem);
    JoinedFacts joined;
    if (context != kRootContext && frame < tree.frames().size()) joined.Add(facts, known, frame);
    items.facts.push_back(joined.Facts());
    for (MetricIndex m = 0; m < metrics; ++m) {
      items.self[m].push_back(tree.Self(context, m));
      items.inclusive[m].push_back(tree.Inclusive(context, m));
    }
  }
  for (MetricIndex m = 0; m < metrics; ++m) items.total.push_back(tree.Inclusive(roots, m));
  uint64_t shown = 0;
  for (const uint64_t self : items.self[metric]) shown += self;
  items.left_out_cost = items.total[metric] - std::min(shown, items.total[metric]);
  return items;
}

std::string NamedTitle(std::string_view word, std::string_view name) {
  return name.empty() ? std::string(word) : std::string(word) + " " + std::string(name);
}

void TakeColumn(std::span<const uint64_t> column, MeasuredItems& into) {
  into.values.reserve(column.size());
  for (const uint64_t value : column) into.values.push_back(static_cast<double>(value));
}

// Self or inclusive values of a metric or derived metric.
void MeasureMetric(const Cct& tree, const ItemTable& items, const BoxMeasure& measure, MetricIndex metric,
                   std::span<const DerivedMetric> derived, MeasuredItems& into) {
  const bool as_self = measure.of == MeasureOf::kSelf;
  if (!measure.name.empty()) {
    const Result<NamedMetric> found = FindMetricOrDerived(tree, derived, measure.name);
    if (!found) {
      into.missing = found.error().message;
      return;
    }
    if (found->is_derived) {
      const Result<BoundFormula> formula = BoundFormula::Bind(tree, derived, found->index);
      if (!formula) {
        into.missing = formula.error().message;
        return;
      }
      for (uint32_t item = 0; item < items.size(); ++item)
        into.values.push_back(formula->EvaluateRow(items.self, items.inclusive, item, as_self));
      return;
    }
    metric = found->index;
  }
  const Metric& its = tree.metrics()[metric];
  into.title = NamedTitle(as_self ? "self" : "incl", ColumnTitle(its));
  into.unit = its.unit;
  into.scale = its.scale;
  TakeColumn(as_self ? items.self[metric] : items.inclusive[metric], into);
}

void MeasureValue(const Cct& tree, const ItemTable& items, std::string_view name, MeasuredItems& into) {
  const FrameFacts& facts = tree.frames().facts();
  const std::optional<uint32_t> value = facts.FindValue(name);
  if (!value) {
    into.missing = "no '" + std::string(name) + "' is known";
    return;
  }
  if (items.kind != ItemKind::kFunction && items.kind != ItemKind::kContext) {
    into.missing = "only functions and contexts have '" + std::string(name) + "'";
    return;
  }
  const FrameValueInfo& info = facts.values()[*value];
  into.unit = info.unit;
  into.scale = info.scale;
  std::vector<std::optional<FrameAmount>> amount(items.size());
  if (items.kind == ItemKind::kContext) {
    for (uint32_t item = 0; item < items.size(); ++item) {
      if (items.context[item] != kRootContext) amount[item] = facts.ValueOf(items.first_frame[item], *value);
    }
  } else {
    for (FrameId frame = 0; frame < items.item_of_frame.size(); ++frame) {
      if (const uint32_t item = items.item_of_frame[frame]; item != kNoItem)
        JoinedFacts::Join(amount[item], facts.ValueOf(frame, *value), info.rule);
    }
  }
  into.at_least.assign(items.size(), false);
  for (uint32_t item = 0; item < items.size(); ++item) {
    into.values.push_back(amount[item] ? static_cast<double>(amount[item]->amount) : kUnknownValue);
    into.at_least[item] = amount[item] && amount[item]->at_least;
  }
}

void MeasureChange(const Cct& tree, const ItemTable& items, MetricIndex metric, MeasuredItems& into) {
  const std::optional<MetricSides> sides = SidesOf(tree.metrics(), metric);
  if (!sides) {
    into.missing = "only comparisons have a change";
    return;
  }
  const Metric& its = tree.metrics()[sides->after];
  into.title = NamedTitle("change of", NameOfCompared(its));
  into.unit = its.unit;
  into.scale = its.scale;
  for (uint32_t item = 0; item < items.size(); ++item) {
    into.values.push_back(static_cast<double>(items.inclusive[sides->after][item]) -
                          static_cast<double>(items.inclusive[sides->before][item]));
  }
}

}  // namespace

ClassOfFrame FindClassOf(const FrameTable& frames, FrameId frame) {
  const ClassId id = frames.facts().ClassOf(frame);
  if (id != kNoClass) return {id, {}};
  const Frame its = frames[frame];
  return {kNoClass, IsThread(its.kind) ? std::string_view() : ClassOfName(its.name)};
}

Result<ItemTable> BuildItemTable(const Cct& tree, const FunctionIndex& functions, ItemKind kind,
                                 ContextRange roots, MetricIndex metric, JobControl* job) {
  if (kind == ItemKind::kContext) return BuildContextItems(tree, roots, metric, job);
  return BuildGroupItems(tree, functions, kind, roots, job);
}

std::optional<MetricIndex> FindCallsOf(const Cct& tree) {
  if (const std::optional<MetricIndex> calls = FindCallsMetric(tree)) return calls;
  std::optional<MetricIndex> found;
  for (MetricIndex m = 0; m < tree.metrics().size(); ++m) {
    const Metric& metric = tree.metrics()[m];
    const bool is_side = metric.role == MetricRole::kBefore || metric.role == MetricRole::kAfter;
    if (!is_side || !IsCallsName(NameOfCompared(metric))) continue;
    if (!found || metric.role == MetricRole::kAfter) found = m;
  }
  return found;
}

MeasuredItems MeasureItems(const Cct& tree, const ItemTable& items, const BoxMeasure& measure,
                           MetricIndex metric, std::span<const DerivedMetric> derived) {
  MeasuredItems measured;
  measured.title = NamedTitle(WordOf(kMeasureOfWords, measure.of), measure.name);
  switch (measure.of) {
    case MeasureOf::kInclusive:
    case MeasureOf::kSelf:
      MeasureMetric(tree, items, measure, metric, derived, measured);
      break;
    case MeasureOf::kCalls:
      if (const std::optional<MetricIndex> calls = FindCallsOf(tree)) {
        TakeColumn(items.self[*calls], measured);
        measured.scale = tree.metrics()[*calls].scale;
      } else {
        measured.missing = "the profile counts no calls";
      }
      break;
    case MeasureOf::kContexts:
      TakeColumn(items.contexts, measured);
      break;
    case MeasureOf::kReceivers:
      MeasureValue(tree, items, kReceiversValue, measured);
      break;
    case MeasureOf::kValue:
      MeasureValue(tree, items, measure.name, measured);
      break;
    case MeasureOf::kChange:
      MeasureChange(tree, items, metric, measured);
      break;
    case MeasureOf::kReturns:
      break;  // a tone, and no number
  }
  return measured;
}

MeasuredItems MeasureItemsOfSide(const Cct& tree, const ItemTable& items, const BoxMeasure& measure,
                                 MetricIndex metric, Side side, std::span<const DerivedMetric> derived) {
  std::optional<MetricIndex> column;
  if (measure.of == MeasureOf::kCalls) {
    column = FindCallsOf(tree);
  } else if (measure.of == MeasureOf::kInclusive || measure.of == MeasureOf::kSelf) {
    column = metric;
    if (!measure.name.empty()) {
      const Result<NamedMetric> found = FindMetricOrDerived(tree, derived, measure.name);
      column = found && !found->is_derived ? std::optional<MetricIndex>(found->index) : std::nullopt;
    }
  }
  const std::optional<MetricSides> sides = column ? SidesOf(tree.metrics(), *column) : std::nullopt;
  if (!sides) return MeasureItems(tree, items, measure, metric, derived);
  BoxMeasure of_column = measure;
  of_column.name.clear();
  if (measure.of == MeasureOf::kCalls) of_column.of = MeasureOf::kSelf;
  MeasuredItems measured =
      MeasureItems(tree, items, of_column, side == Side::kBefore ? sides->before : sides->after, derived);
  measured.title = measure.of == MeasureOf::kCalls ? std::string("calls")
                                                   : NamedTitle(WordOf(kMeasureOfWords, measure.of),
                                                                NameOfCompared(tree.metrics()[sides->after]));
  return measured;
}

}  // namespace ringscope
