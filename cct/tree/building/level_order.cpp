#include "cct/tree/building/level_order.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "cct/base/check.h"
#include "cct/tree/samples.h"

namespace ringscope {
namespace {

constexpr uint64_t kPollInterval = uint64_t{1} << 16;
constexpr size_t kAhead = 16;

// Turns self values into inclusive ones in place: children come after their parents, so one backward pass is
// enough.
Result<void> AccumulateInclusive(const LargeVector<uint32_t>& parent, LargeVector<uint64_t>& values,
                                 const Metric& metric, const JobControl* job) {
  for (size_t i = values.size(); i-- > 0;) {
    if (i % kPollInterval == 0 && IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    if (values[i] >= kTotalLimit) {
      return Fail(ErrorCode::kOverflow, "the total of metric '{}' reaches 2^63, more than can be stored",
                  metric.name);
    }
    // Both are below 2^63, so the sum fits 64 bits, and the check above refuses it when the loop reaches the
    // parent.
    if (i > 0) {
      uint64_t& parent_value = values[parent[i]];
      if (parent_value >= kTotalLimit)
        parent_value = kTotalLimit;
      else
        parent_value += values[i];
    }
  }
  return {};
}

// The sort keys of a sibling, copied side by side, as they lie far apart in the columns.
struct Sibling {
  uint64_t inclusive;  // of the first metric
  FrameId frame;
  uint32_t context;
};

// Children of every context as one list: those of i are list[offset[i], offset[i+1]).
struct ChildLists {
  LargeVector<uint32_t> offset;
  LargeArray<Sibling> list;
};

ChildLists GroupByParent(const UnsortedTree& tree) {
  const LargeVector<uint32_t>& parent = tree.parent;
  const size_t n = parent.size();
  ChildLists children;
  children.offset.assign(n + 2, 0);
  for (size_t i = 1; i < n; ++i) ++children.offset[parent[i] + 2];
  for (size_t i = 2; i < n + 2; ++i) children.offset[i] += children.offset[i - 1];
  children.list = LargeArray<Sibling>::OfSize(n - 1);
  // While the list of p fills, offset[p + 1] moves from the begin of the list to its end, its final value.
  for (size_t i = 1; i < n; ++i) {
    children.list[children.offset[parent[i] + 1]++] = {tree.self[0][i], tree.frame[i],
                                                       static_cast<uint32_t>(i)};
  }
  children.offset.pop_back();
  return children;
}

// Sorts siblings: largest first, then by the rank of their frame.
void SortSiblings(Sibling* begin, Sibling* end, const std::vector<uint32_t>& rank) {
  const auto before = [&](const Sibling& a, const Sibling& b) {
    if (a.inclusive != b.inclusive) return a.inclusive > b.inclusive;
    return rank[a.frame] < rank[b.frame];
  };
  if (end - begin < 2) return;  // pointers of an empty list may be null
  constexpr std::ptrdiff_t kFew = 12;
  if (end - begin > kFew) {
    std::sort(begin, end, before);
    return;
  }
  for (Sibling* next = begin + 1; next < end; ++next) {
    const Sibling moved = *next;
    Sibling* at = next;
    for (; at > begin && before(moved, at[-1]); --at) *at = at[-1];
    *at = moved;
  }
}

// Returns the old context of each new one; fills first_child, layer_begin, the frames and the running sums of
// the first metric, whose total is `total`.
Result<LargeArray<uint32_t>> OrderLevels(ChildLists& children, uint64_t total,
                                         const std::vector<uint32_t>& rank, LevelOrderColumns& out,
                                         const JobControl* job) {
  const size_t n = children.list.size() + 1;
  LargeArray<uint32_t> order(n);
  out.first_child = LargeArray<uint32_t>::OfSize(n + 1);
  out.frame = LargeArray<FrameId>(n);
  LargeArray<uint64_t>& running = out.running.emplace_back(LargeArray<uint64_t>(n + 1));
  uint64_t sum = 0;
  const auto add = [&](const Sibling& context) {
    order.push_back(context.context);
    out.frame.push_back(context.frame);
    running.push_back(sum);
    sum += context.inclusive;  // modulo 2^64 by design: only differences are read
  };
  // The root has no frame in the input: any number will do.
  add({total, 0, kRootContext});
  out.layer_begin.push_back(0);
  size_t layer_end = 1;
  for (size_t i = 0; i < n; ++i) {
    if (i % kPollInterval == 0 && IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    if (i == layer_end) {
      out.layer_begin.push_back(static_cast<uint32_t>(i));
      layer_end = order.size();
    }
    // Consecutive parents in level order have lists far apart in memory.
    if (i + 2 * kAhead < order.size()) __builtin_prefetch(&children.offset[order[i + 2 * kAhead]]);
    if (i + kAhead < order.size())
      __builtin_prefetch(children.list.data() + children.offset[order[i + kAhead]]);
    out.first_child[i] = static_cast<uint32_t>(order.size());
    Sibling* const begin = children.list.data() + children.offset[order[i]];
    Sibling* const end = children.list.data() + children.offset[order[i] + 1];
    SortSiblings(begin, end, rank);
    for (const Sibling* child = begin; child < end; ++child) add(*child);
  }
  running.push_back(sum);
  out.first_child[n] = static_cast<uint32_t>(n);
  out.layer_begin.push_back(static_cast<uint32_t>(n));
  return order;
}

SampleSeries ViewOf(const SampleList& list) {
  SampleSeries series;
  series.time_ns = ColumnView(list.time_ns);
  series.context = ColumnView(list.context);
  for (size_t i = 0; i < list.valued.size(); ++i) {
    series.metrics.push_back(
        {list.valued[i], false, {ColumnView(list.values[i].narrow()), ColumnView(list.values[i].wide())}});
  }
  for (const MetricIndex metric : list.counted) series.metrics.push_back({metric, true, {}});
  return series;
}

using Order = LargeVector<uint32_t>;  // sample by place

// Whether sample a comes before sample b of the same time.
bool IsBefore(const SampleList& list, size_t a, size_t b) {
  if (list.context[a] != list.context[b]) return list.context[a] < list.context[b];
  for (const SampleValueList& values : list.values) {
    if (values[a] != values[b]) return values[a] < values[b];
  }
  return false;
}

bool IsOrdered(const SampleList& list) {
  for (size_t i = 1; i < list.size(); ++i) {
    if (list.time_ns[i] < list.time_ns[i - 1]) return false;
    if (list.time_ns[i] == list.time_ns[i - 1] && IsBefore(list, i, i - 1)) return false;
  }
  return true;
}

// Merges runs of rising times until one run is left.
Result<Order> OrderByTime(const SampleList& list, const JobControl* job) {
  const size_t count = list.size();
  Order order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::vector<size_t> ends;
  for (size_t i = 1; i < count; ++i) {
    if (list.time_ns[i] < list.time_ns[i - 1]) ends.push_back(i);
  }
  ends.push_back(count);
  const auto before = [&](uint32_t a, uint32_t b) { return list.time_ns[a] < list.time_ns[b]; };
  Order merged(ends.size() > 1 ? count : 0);
  while (ends.size() > 1) {
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    std::vector<size_t> merged_ends;
    size_t begin = 0;
    for (size_t run = 0; run < ends.size(); run += 2) {
      const size_t middle = ends[run];
      const size_t end = run + 1 < ends.size() ? ends[run + 1] : middle;
      const auto at = [&](size_t place) { return order.begin() + static_cast<ptrdiff_t>(place); };
      std::merge(at(begin), at(middle), at(middle), at(end), merged.begin() + static_cast<ptrdiff_t>(begin),
                 before);
      merged_ends.push_back(end);
      begin = end;
    }
    order.swap(merged);
    ends = std::move(merged_ends);
  }
  return order;
}

void OrderWithinTimes(const SampleList& list, Order& order) {
  for (size_t begin = 0; begin < order.size();) {
    size_t end = begin + 1;
    while (end < order.size() && list.time_ns[order[end]] == list.time_ns[order[begin]]) ++end;
    if (end - begin > 1) {
      std::sort(order.begin() + static_cast<ptrdiff_t>(begin), order.begin() + static_cast<ptrdiff_t>(end),
                [&](uint32_t a, uint32_t b) { return IsBefore(list, a, b); });
    }
    begin = end;
  }
}

template <typename T>
void Permute(LargeVector<T>& column, const Order& order) {
  if (column.empty()) return;
  LargeVector<T> moved(order.size());
  for (size_t i = 0; i < order.size(); ++i) moved[i] = column[order[i]];
  column.swap(moved);
}

Result<void> OrderOne(SampleList& list, const JobControl* job) {
  if (list.size() > std::numeric_limits<uint32_t>::max())
    return Fail(ErrorCode::kLimit, "the profile has more than 4294967295 samples with times of one kind");
  if (IsOrdered(list)) return {};
  RINGSCOPE_ASSIGN(Order order, OrderByTime(list, job));
  OrderWithinTimes(list, order);
  Permute(list.time_ns, order);
  Permute(list.context, order);
  for (SampleValueList& values : list.values) {
    Permute(values.narrow(), order);
    Permute(values.wide(), order);
  }
  return {};
}

// Sorts samples as a tree has them: by time since the earliest sample of all series, then by context and
// values, so that the result does not depend on the order of collection. Series without samples are left out.
// Sorted samples cost one pass, and few sorted runs, as several workers collect them, one merge; otherwise
// O(samples log samples). Errors: kLimit (2^32 samples in one series), kCancelled.
Result<void> OrderSamples(std::vector<SampleList>& series, const JobControl* job) {
  std::erase_if(series, [](const SampleList& list) { return list.size() == 0; });
  uint64_t first_ns = std::numeric_limits<uint64_t>::max();
  for (SampleList& list : series) {
    RINGSCOPE_TRY(OrderOne(list, job));
    first_ns = std::min(first_ns, list.time_ns.front());
  }
  for (SampleList& list : series) {
    for (uint64_t& time_ns : list.time_ns) time_ns -= first_ns;
  }
  return {};
}

MemberColumns ViewOf(const OwnedMembers& owned) {
  MemberColumns members{owned.over,
                        owned.absent_is_zero,
                        owned.members,
                        owned.quantiles,
                        ColumnView(owned.count),
                        ColumnView(owned.first),
                        {},
                        {}};
  for (const OwnedMembers::Statistic& one : owned.statistics) {
    members.statistics.push_back({ColumnView(one.least),
                                  ColumnView(one.most),
                                  ColumnView(one.least_member),
                                  ColumnView(one.most_member),
                                  ColumnView(one.squares_low),
                                  ColumnView(one.squares_high),
                                  {}});
    for (const auto& quantile : one.quantiles)
      members.statistics.back().quantiles.push_back(ColumnView(quantile));
  }
  for (const OwnedMemberValues& one : owned.values) {
    std::vector<std::span<const uint8_t>> pieces;
    for (const LargeArray<uint8_t>& piece : one.pieces) pieces.push_back(piece.view());
    members.values.push_back(
        {ColumnView(one.begin), {std::move(pieces), OwnedMemberValues::kPieceBytesLog2}});
  }
  return members;
}

// The place in level order of each context, by its number of creation.
std::vector<uint32_t> PlacesOf(const LargeArray<uint32_t>& order) {
  std::vector<uint32_t> place(order.size());
  for (size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<uint32_t>(i);
  return place;
}

// A counting sort by context, which keeps the order of the points of one context.
void OrderPoints(UnsortedPoints points, const LargeArray<uint32_t>& order, LevelOrderColumns& ordered) {
  if (points.fields.empty()) return;
  const size_t n = order.size();
  const std::vector<uint32_t> place = PlacesOf(order);
  std::vector<uint64_t> begin(n + 1, 0);
  for (const uint32_t context : points.context) ++begin[place[context] + 1ull];
  for (size_t i = 0; i < n; ++i) begin[i + 1] += begin[i];
  std::vector<uint64_t> next(begin.begin(), begin.end() - 1);
  std::vector<uint64_t> target(points.context.size());
  for (size_t point = 0; point < target.size(); ++point) target[point] = next[place[points.context[point]]]++;
  for (std::vector<uint64_t>& values : points.values) {
    std::vector<uint64_t>& sorted = ordered.point_values.emplace_back(values.size());
    for (size_t point = 0; point < target.size(); ++point) sorted[target[point]] = values[point];
    std::vector<uint64_t>().swap(values);
  }
  ordered.point_begin = std::move(begin);
  ordered.point_fields = std::move(points.fields);
}

void PlaceTypes(TypeList types, const LargeArray<uint32_t>& order, LevelOrderColumns& ordered) {
  if (types.empty()) return;
  const std::vector<uint32_t> place = PlacesOf(order);
  for (TypeList::Entry& entry : types.entries()) entry.context = place[entry.context];
  ordered.types = std::move(types).Finish(order.size());
}

Result<void> PlaceSamples(std::vector<SampleList> samples, const LargeArray<uint32_t>& order,
                          LevelOrderColumns& ordered, const JobControl* job) {
  if (samples.empty()) return {};
  const std::vector<uint32_t> place = PlacesOf(order);
  for (SampleList& list : samples) {
    for (uint32_t& context : list.context) context = place[context];
  }
  RINGSCOPE_TRY(OrderSamples(samples, job));
  ordered.samples = std::move(samples);
  return {};
}

}  // namespace

CctPtr AssembleLevelOrder(LevelOrderColumns tree, ImportReport report) {
  const size_t n = tree.frame.size();
  RINGSCOPE_CHECK(n >= 1 && tree.first_child.size() == n + 1 && tree.layer_begin.size() >= 2);
  RINGSCOPE_CHECK(!tree.metrics.empty() && tree.running.size() == tree.metrics.size());
  // The root's frame: an unnamed synthetic one, always frame 0, so that every column has n entries.
  OwnedFrames source = std::move(tree.frames);
  const uint32_t unnamed = source.AddString({});
  source.Add(unnamed, unnamed, unnamed, 0, 0, static_cast<uint8_t>(FrameKind::kSynthetic));
  tree.frame[0] = static_cast<FrameId>(source.name.size() - 1);
  tree.frames = RenumberFrames(source, {tree.frame.data(), n});
  if (std::ranges::none_of(tree.flags, [](uint8_t flags) { return flags != 0; })) tree.flags = {};
  return ShareColumns(std::move(tree), std::move(report));
}

CctPtr ShareColumns(LevelOrderColumns tree, ImportReport report) {
  const auto owned = std::make_shared<const LevelOrderColumns>(std::move(tree));
  CctColumns columns;
  columns.point_fields = owned->point_fields;
  columns.point_begin = ColumnView(owned->point_begin);
  for (const auto& values : owned->point_values) columns.point_values.push_back(ColumnView(values));
  columns.first_child = ColumnView(owned->first_child);
  columns.frame = ColumnView(owned->frame);
  columns.layer_begin = ColumnView(owned->layer_begin);
  columns.flags = ColumnView(owned->flags);
  for (const SampleList& list : owned->samples) columns.sample_series.push_back(ViewOf(list));
  for (const auto& running : owned->running) columns.running_inclusive.push_back(ColumnView(running));
  columns.members = ViewOf(owned->members);
  columns.types = ViewOf(owned->types);
  return std::make_shared<const Cct>(std::move(columns), FrameTable(ViewFrames(owned->frames)),
                                     owned->metrics, std::move(report), owned);
}

Result<CctPtr> BuildLevelOrder(UnsortedTree tree, ImportReport report, JobControl* job) {
  const size_t n = tree.parent.size();
  RINGSCOPE_CHECK(n >= 1 && n <= kMaxContexts && tree.frame.size() == n && !tree.metrics.empty());
  RINGSCOPE_CHECK(tree.self.size() == tree.metrics.size());
  if (tree.frames.name.empty()) {
    // A tree of the root alone has no frames, but the code below needs one.
    tree.frames = {};
    tree.frames.name = tree.frames.module = tree.frames.file = tree.frames.line = tree.frames.column = {0};
    tree.frames.kind = {static_cast<uint8_t>(FrameKind::kSynthetic)};
    tree.frames.string_offset = {0, 0};
  }

  for (size_t m = 0; m < tree.self.size(); ++m) {
    RINGSCOPE_TRY(AccumulateInclusive(tree.parent, tree.self[m], tree.metrics[m], job));
  }
  LevelOrderColumns ordered;
  ChildLists children = GroupByParent(tree);
  const uint64_t total = tree.self[0][0];
  LargeVector<uint32_t>().swap(tree.parent);
  LargeVector<FrameId>().swap(tree.frame);
  LargeVector<uint64_t>().swap(tree.self[0]);
  LargeArray<uint32_t> order;
  {
    const std::vector<uint32_t> rank = RankFrames(tree.frames);
    RINGSCOPE_ASSIGN(order, OrderLevels(children, total, rank, ordered, job));
    children = {};
  }

  for (size_t m = 1; m < tree.self.size(); ++m) {
    LargeVector<uint64_t>& inclusive = tree.self[m];
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    LargeArray<uint64_t>& running = ordered.running.emplace_back(LargeArray<uint64_t>::OfSize(n + 1));
    uint64_t sum = 0;
    for (size_t i = 0; i < n; ++i) {
      running[i] = sum;
      sum += inclusive[order[i]];  // modulo 2^64 by design: only differences are read
    }
    running[n] = sum;
    LargeVector<uint64_t>().swap(inclusive);
  }
  if (std::ranges::any_of(tree.flags, [](uint8_t flags) { return flags != 0; })) {
    ordered.flags = LargeArray<uint8_t>::OfSize(n);
    for (size_t i = 0; i < n; ++i) ordered.flags[i] = tree.flags[order[i]];
  }
  OrderPoints(std::move(tree.points), order, ordered);
  PlaceTypes(std::move(tree.types), order, ordered);
  RINGSCOPE_TRY(PlaceSamples(std::move(tree.samples), order, ordered, job));
  ordered.frames = std::move(tree.frames);
  ordered.metrics = std::move(tree.metrics);
  return AssembleLevelOrder(std::move(ordered), std::move(report));
}

}  // namespace ringscope
