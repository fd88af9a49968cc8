#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/system/large_array.h"
#include "cct/tree/chunked_column.h"
#include "cct/tree/execution.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/import_report.h"
#include "cct/tree/metric.h"
#include "cct/tree/samples.h"
#include "cct/tree/seen_types.h"

namespace ringscope {

// Index of a calling context in level order: layer by layer, the children of one context contiguous, siblings
// sorted by inclusive value of metric 0 (largest first), then by name. 0 is the synthetic root (layer 0).
using ContextId = uint32_t;
inline constexpr ContextId kRootContext = 0;
inline constexpr ContextId kNoContext = 0xffffffffu;
// n + 1 must fit a u32 and kNoContext must stay free.
inline constexpr uint64_t kMaxContexts = 0xfffffffeull;

// A half-open run of contexts; all runs that the API returns lie in one layer.
struct ContextRange {
  ContextId begin = 0;
  ContextId end = 0;
  [[nodiscard]] uint32_t size() const { return end - begin; }
  [[nodiscard]] bool empty() const { return begin == end; }
  [[nodiscard]] bool contains(ContextId context) const { return begin <= context && context < end; }
  friend bool operator==(const ContextRange&, const ContextRange&) = default;
};

// The marks of one context, a bit set.
using ContextFlags = uint8_t;
inline constexpr ContextFlags kCallersCutOff =
    1;  // the profiler cut the callers of (some stacks through) this context
inline constexpr ContextFlags kEstimated =
    2;  // its cost was divided among contexts by an estimate (ImportReport::estimated)
inline constexpr ContextFlags kIsWrapper =
    4;  // in a comparison: only one side has it; the context in its place on the other side is below it

// The meaning of one number of every point: "input", "calls", "cost_max", ... The numbers are integers or,
// with `is_real`, the bits of doubles.
struct PointField {
  std::string name;
  std::string unit;
  bool is_real = false;
  friend bool operator==(const PointField&, const PointField&) = default;
};

// A half-open run of points.
struct PointRange {
  uint64_t begin = 0;
  uint64_t end = 0;
};

enum class CostKind : uint8_t { kSelf, kInclusive };

// Statistics over the members of a fleet, by context, of the self or the inclusive cost of one metric: the
// least and the largest value, the member that has it (the first of several), and the 128-bit sum of the
// squares of all values.
struct MemberStatistic {
  ChunkedColumn<uint64_t> least, most;
  ChunkedColumn<uint32_t> least_member, most_member;
  ChunkedColumn<uint64_t> squares_low, squares_high;
  std::vector<ChunkedColumn<uint64_t>> quantiles;  // by MemberColumns::quantiles
};

// The cost of each member in each context, packed (MemberValueReader) in consecutive blocks of contexts.
struct PackedMemberValues {
  ChunkedColumn<uint64_t> begin;  // blocks + 1: block i is the bytes [begin[i], begin[i + 1])
  ChunkedColumn<uint8_t> bytes;
};

// The number of contexts in a block: a block has at most 64 Ki values, unless a single context has more.
[[nodiscard]] constexpr uint32_t ContextsABlock(size_t members) {
  return std::bit_floor(
      static_cast<uint32_t>(std::max<size_t>(1, (size_t{1} << 16) / std::max<size_t>(1, members))));
}

// A share of members, in thousandths of a per cent. The value of the quantile is the least member value that
// is at least as large as the values of this share of members.
using MemberQuantile = uint32_t;
inline constexpr MemberQuantile kMedian = 50'000;
inline constexpr MemberQuantile kLargestQuantile = 100'000;
inline constexpr size_t kMaxQuantiles = 16;
// "median", "p95", "p99.9".
[[nodiscard]] std::string QuantileName(MemberQuantile quantile);
// Reads per cents with up to three decimals: "99.9". std::nullopt for other texts.
[[nodiscard]] std::optional<MemberQuantile> ReadQuantile(std::string_view per_cent);
// Reads a QuantileName(). std::nullopt for other texts.
[[nodiscard]] std::optional<MemberQuantile> QuantileOfName(std::string_view name);

// The attribute of a member with the path of its own profile.
inline constexpr std::string_view kMemberFileAttribute = "file";

// The costs of the single members of a fleet (ranks, hosts, files, ...) in the tree that is merged from their
// trees. The tree's metrics are the sums over all members.
struct MemberColumns {
  std::string over;            // the kind of the members: "rank"; empty if the tree has no members
  bool absent_is_zero = true;  // a member without a context counts as 0 there; false: it does not count
  std::shared_ptr<const std::vector<Execution>> members;
  std::vector<MemberQuantile> quantiles;    // of each statistic, rising
  ChunkedColumn<uint32_t> count;            // n: members that have the context
  ChunkedColumn<uint32_t> first;            // n: the first of them; empty if absent_is_zero
  std::vector<MemberStatistic> statistics;  // by IndexOfStatistic(), columns of n
  std::vector<PackedMemberValues> values;   // by metric; empty if they are not kept

  [[nodiscard]] bool empty() const { return members == nullptr; }
};

[[nodiscard]] constexpr size_t IndexOfStatistic(uint32_t metric, CostKind kind) {
  return size_t{metric} * 2 + static_cast<size_t>(kind);
}

// The spread of the members' costs in one context, in stored values.
struct MemberSpread {
  uint32_t having = 0;   // members that have the context
  uint32_t counted = 0;  // members that the mean is taken over
  uint64_t least = 0, most = 0;
  uint32_t least_member = 0, most_member = 0;
  double mean = 0;
  double deviation = 0;  // population standard deviation of the counted members
};

// The columns of a tree of n contexts, l layers, m metrics, p points.
struct CctColumns {
  ChunkedColumn<uint32_t> first_child;  // n + 1: children of i are [first_child[i], first_child[i+1])
  ChunkedColumn<uint32_t> frame;        // n
  ChunkedColumn<uint32_t> layer_begin;  // l + 1: layer d is [layer_begin[d], layer_begin[d+1])
  // m columns of n + 1: exclusive running sum of inclusive values in level order, modulo 2^64.
  std::vector<ChunkedColumn<uint64_t>> running_inclusive;
  ChunkedColumn<uint8_t> flags;  // n, or empty if no context is marked
  // Points: costs of calls by the size of their input. The points of context i are [point_begin[i],
  // point_begin[i+1]). All three are empty if the profile has none.
  std::vector<PointField> point_fields;
  ChunkedColumn<uint64_t> point_begin;                // n + 1
  std::vector<ChunkedColumn<uint64_t>> point_values;  // by field: p
  std::vector<SampleSeries> sample_series;            // empty if the profile has no times
  MemberColumns members;                              // empty if the tree is not of a fleet
  TypeColumns types;                                  // empty if no types were seen
};

// One stretch of a column as it lies in a file, for the full check.
struct StoredChunk {
  std::string column_name;  // "first_child", "running_inclusive[0]"
  std::span<const std::byte> bytes;
  uint64_t checksum = 0;  // XXH3-64 of `bytes`
};

// A cache of columns computed from a tree, with one value a context, by a key that describes them. Keeps the
// last kMost columns. Thread-safe.
class ColumnMemo {
 public:
  using Column = std::shared_ptr<const LargeVector<double>>;
  static constexpr size_t kMost = 4;
  // Null if the column is not in the cache.
  [[nodiscard]] Column Find(std::string_view key) const;
  void Keep(std::string key, Column column);

 private:
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, Column>> columns_;  // the oldest first
};

// An immutable calling context tree with its metrics and frames. Its columns lie in a mapped file or in
// memory.
//
// Every accessor is safe on any column contents (a hostile file): ranges are clamped so that i < begin <= end
// <= n, hence walks towards children always terminate, and nothing outside the columns is read. Values of a
// malformed file may be nonsense until VerifyCct() has passed. Thread-safe, as it never changes.
class Cct {
 public:
  // `owner` keeps the memory under the columns alive. Required sizes (programmer error otherwise):
  // first_child n+1 (n >= 1), frame n, flags n or 0, running_inclusive n+1 each, layer_begin at least 2,
  // point_begin n+1 or 0, one column of points for each field, all of one size; the columns of a series of
  // samples are of one size, and its metrics exist; members have two statistics for each of all or of the
  // first metrics, in columns of n, and values of as many metrics or none; `begin` of types n+1 or 0, and the
  // next three columns of one size.
  Cct(CctColumns columns, FrameTable frames, std::vector<Metric> metrics, ImportReport report,
      std::shared_ptr<const void> owner, std::vector<StoredChunk> stored_chunks = {});

  // n, the synthetic root included.
  [[nodiscard]] uint32_t context_count() const { return context_count_; }
  // Layers including the root's.
  [[nodiscard]] uint32_t layer_count() const {
    return static_cast<uint32_t>(columns_.layer_begin.size() - 1);
  }
  [[nodiscard]] ContextRange Layer(uint32_t layer) const;
  // O(log layers).
  [[nodiscard]] uint32_t LayerOf(ContextId context) const;

  // O(1).
  [[nodiscard]] ContextRange ChildrenOf(ContextId context) const;
  // The children of all contexts of `run` (a run within one layer): the run's descendants one layer down.
  // O(1).
  [[nodiscard]] ContextRange ChildrenOfRun(ContextRange run) const;
  // O(log n); kNoContext for the root (and in a malformed file for a context that is in no children range).
  [[nodiscard]] ContextId ParentOf(ContextId context) const;
  // From the first context below the synthetic root down to `context`; empty for the root. O(layers log n).
  [[nodiscard]] std::vector<ContextId> PathTo(ContextId context) const;
  // Whether `context` lies in the subtree of `ancestor` (itself included). O(layers of difference * log n).
  [[nodiscard]] bool IsWithin(ContextId context, ContextId ancestor) const;

  [[nodiscard]] FrameId FrameOf(ContextId context) const { return columns_.frame[context]; }
  [[nodiscard]] ContextFlags FlagsOf(ContextId context) const {
    return columns_.flags.empty() ? ContextFlags{0} : columns_.flags[context];
  }

  [[nodiscard]] uint32_t metric_count() const { return static_cast<uint32_t>(metrics_.size()); }
  [[nodiscard]] std::span<const Metric> metrics() const { return metrics_; }

  // All O(1), exact modulo 2^64.
  [[nodiscard]] uint64_t Inclusive(ContextId context, MetricIndex metric) const {
    const auto& running = columns_.running_inclusive[metric];
    return running[uint64_t{context} + 1] - running[context];
  }
  [[nodiscard]] uint64_t Inclusive(ContextRange run, MetricIndex metric) const {
    const auto& running = columns_.running_inclusive[metric];
    return running[run.end] - running[run.begin];
  }
  [[nodiscard]] uint64_t Self(ContextId context, MetricIndex metric) const {
    return Inclusive(context, metric) - Inclusive(ChildrenOf(context), metric);
  }
  [[nodiscard]] uint64_t Total(MetricIndex metric) const { return Inclusive(kRootContext, metric); }

  // Points of all contexts; 0 in most profiles.
  [[nodiscard]] uint64_t point_count() const {
    return columns_.point_values.empty() ? 0 : columns_.point_values[0].size();
  }
  [[nodiscard]] std::span<const PointField> point_fields() const { return columns_.point_fields; }
  // O(1).
  [[nodiscard]] PointRange PointsOf(ContextId context) const;
  // `field` < point_fields().size(), `point` < point_count(). O(1).
  [[nodiscard]] uint64_t PointValue(size_t field, uint64_t point) const {
    return columns_.point_values[field][point];
  }

  // The types of objects in calls, by context; empty in most profiles.
  [[nodiscard]] const TypeColumns& types() const { return columns_.types; }

  // Empty unless the tree is merged from members. O(1).
  [[nodiscard]] const MemberColumns& members() const { return columns_.members; }
  [[nodiscard]] MemberSpread SpreadOf(ContextId context, MetricIndex metric, CostKind kind) const;
  // std::nullopt if the quantile is not stored.
  [[nodiscard]] std::optional<uint64_t> QuantileOf(ContextId context, MetricIndex metric, CostKind kind,
                                                   MemberQuantile quantile) const;

  // Samples with times; none in many profiles. Trees made from others by transforms and merging have none.
  [[nodiscard]] std::span<const SampleSeries> sample_series() const { return columns_.sample_series; }
  [[nodiscard]] bool has_times() const { return !columns_.sample_series.empty(); }
  // The samples of all series together.
  [[nodiscard]] uint64_t sample_count() const;
  // The time from the first sample to the last one.
  [[nodiscard]] uint64_t time_span_ns() const;

  [[nodiscard]] const FrameTable& frames() const { return frames_; }
  [[nodiscard]] Frame FrameAt(ContextId context) const { return frames_[FrameOf(context)]; }
  [[nodiscard]] const ImportReport& report() const { return report_; }
  [[nodiscard]] const CctColumns& columns() const { return columns_; }
  [[nodiscard]] std::span<const StoredChunk> stored_chunks() const { return stored_chunks_; }

  [[nodiscard]] ColumnMemo& memo() const { return *memo_; }

  // The first view root of a viewer: the first context on the way down from the root that has self cost in
  // metric 0 or not exactly one child. The root itself if it has several children; the outermost function if
  // the profile is a single stack.
  [[nodiscard]] ContextId NaturalViewRoot() const;

 private:
  CctColumns columns_;
  FrameTable frames_;
  std::vector<Metric> metrics_;
  ImportReport report_;
  std::shared_ptr<const void> owner_;
  std::vector<StoredChunk> stored_chunks_;
  std::shared_ptr<ColumnMemo> memo_ = std::make_shared<ColumnMemo>();
  uint32_t context_count_ = 0;
};

using CctPtr = std::shared_ptr<const Cct>;

}  // namespace ringscope
