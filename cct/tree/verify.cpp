#include "cct/tree/verify.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "cct/base/system/large_array.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/member_values.h"

namespace ringscope {
namespace {

constexpr uint64_t kBlock = uint64_t{1} << 16;  // elements between two polls of the job

template <typename... Args>
tl::unexpected<Error> Wrong(std::string_view column, uint64_t index, fmt::format_string<Args...> text,
                            Args&&... args) {
  return Fail(ErrorCode::kMalformed, "column '{}' index {}: {}", column, index,
              fmt::format(text, std::forward<Args>(args)...));
}

// Adds to the progress and polls for cancellation.
Result<void> Step(JobControl* job, uint64_t bytes) {
  if (job != nullptr) job->done_units += bytes;
  if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
  return {};
}

// Calls check(index, value) for every element, block by block. `check` returns a Result<void>.
template <typename T, typename Check>
Result<void> ForEach(const ChunkedColumn<T>& column, JobControl* job, Check check) {
  for (uint64_t at = 0; at < column.size();) {
    const auto block = column.Contiguous(at, std::min(at + kBlock, column.size()));
    for (size_t i = 0; i < block.size(); ++i) RINGSCOPE_TRY(check(at + i, block[i]));
    at += block.size();
    RINGSCOPE_TRY(Step(job, block.size() * sizeof(T)));
  }
  return {};
}

// first_child starts at 1, never falls, stays above its own index and ends at n: see HasTreeRanges().
Result<void> CheckFirstChild(const Cct& tree, JobControl* job) {
  const uint64_t n = tree.context_count();
  uint64_t previous = 1;
  return ForEach(tree.columns().first_child, job, [&](uint64_t i, uint32_t value) -> Result<void> {
    if (i == 0 && value != 1) return Wrong("first_child", 0, "expected 1, found {}", value);
    if (value < previous) return Wrong("first_child", i, "expected at least {}, found {}", previous, value);
    if (value > n) return Wrong("first_child", i, "expected at most {}, found {}", n, value);
    if (i < n && value <= i)
      return Wrong("first_child", i, "expected more than {}, found {}: children follow their caller", i,
                   value);
    if (i == n && value != n) return Wrong("first_child", i, "expected {}, found {}", n, value);
    previous = value;
    return {};
  });
}

Result<void> CheckLayers(const Cct& tree, JobControl* job) {
  const auto& layer_begin = tree.columns().layer_begin;
  const auto& first_child = tree.columns().first_child;
  const uint64_t n = tree.context_count();
  return ForEach(layer_begin, job, [&](uint64_t layer, uint32_t value) -> Result<void> {
    // Each layer consists of the children of the one above, and no layer follows the last.
    const uint64_t expected = layer == 0   ? 0
                              : layer == 1 ? 1
                                           : first_child[std::min<uint64_t>(layer_begin[layer - 1], n)];
    if (value != expected) return Wrong("layer_begin", layer, "expected {}, found {}", expected, value);
    if (layer + 1 == layer_begin.size() && value != n)
      return Wrong("layer_begin", layer, "expected {}, found {}", n, value);
    if (layer > 0 && layer + 1 < layer_begin.size() && value <= layer_begin[layer - 1]) {
      return Wrong("layer_begin", layer, "expected more than {}, found {}", layer_begin[layer - 1], value);
    }
    return {};
  });
}

// Every inclusive value is below 2^63 and at least the sum of the children's values.
Result<void> CheckMetric(const Cct& tree, MetricIndex metric, JobControl* job) {
  const auto& running = tree.columns().running_inclusive[metric];
  const auto& first_child = tree.columns().first_child;
  const std::string name = fmt::format("running_inclusive[{}]", metric);
  const uint64_t n = tree.context_count();
  if (running[0] != 0) return Wrong(name, 0, "expected 0, found {}", running[0]);
  uint64_t children_begin = running[first_child[0]];
  for (uint64_t i = 0; i < n; ++i) {
    const uint64_t inclusive = running[i + 1] - running[i];
    const uint64_t children_end = running[first_child[i + 1]];
    const uint64_t children = children_end - children_begin;
    if (inclusive >= kTotalLimit)
      return Wrong(name, i, "expected an inclusive value below 2^63, found {}", inclusive);
    if (children > inclusive) {
      return Wrong(name, i, "expected at least the children's sum {}, found {}", children, inclusive);
    }
    children_begin = children_end;
    if (i % kBlock == 0) RINGSCOPE_TRY(Step(job, i == 0 ? 0 : kBlock * sizeof(uint64_t)));
  }
  return {};
}

template <typename T>
Result<void> CheckIndices(const ChunkedColumn<T>& column, std::string_view name, uint64_t limit,
                          JobControl* job) {
  return ForEach(column, job, [&](uint64_t i, T value) -> Result<void> {
    if (value >= limit) return Wrong(name, i, "expected less than {}, found {}", limit, value);
    return {};
  });
}

// The offsets of consecutive lists that fill a column of `size` elements, and the end of the last list.
Result<void> CheckOffsets(const ChunkedColumn<uint64_t>& column, std::string_view name, uint64_t size,
                          JobControl* job) {
  uint64_t previous = 0;
  return ForEach(column, job, [&](uint64_t i, uint64_t value) -> Result<void> {
    if (value < previous) return Wrong(name, i, "expected at least {}, found {}", previous, value);
    if (value > size) return Wrong(name, i, "expected at most {}, found {}", size, value);
    if ((i == 0 && value != 0) || (i + 1 == column.size() && value != size))
      return Wrong(name, i, "expected {}, found {}", i == 0 ? 0 : size, value);
    previous = value;
    return {};
  });
}

// Frames are in the table, and siblings have different ones: transforms and searches rely on that.
Result<void> CheckContextFrames(const Cct& tree, JobControl* job) {
  const auto& first_child = tree.columns().first_child;
  const uint64_t limit = tree.frames().size();
  std::vector<uint32_t> last_caller(limit, 0);  // caller + 1 of the last context with it; 0 = none
  uint64_t caller = 0;
  return ForEach(tree.columns().frame, job, [&](uint64_t i, uint32_t frame) -> Result<void> {
    if (frame >= limit) return Wrong("frame", i, "expected less than {}, found {}", limit, frame);
    if (i == kRootContext) return {};
    while (first_child[caller + 1] <= i) ++caller;
    if (last_caller[frame] == caller + 1)
      return Wrong("frame", i, "expected another one than its siblings', found {}", frame);
    last_caller[frame] = static_cast<uint32_t>(caller + 1);
    return {};
  });
}

Result<void> CheckFrames(const Cct& tree, JobControl* job) {
  const FrameColumns& frames = tree.frames().columns();
  if (frames.string_offset.empty())
    return Fail(ErrorCode::kMalformed, "column 'string_offset': expected at least 1 element, found 0");
  const uint64_t strings = frames.string_offset.size() - 1;
  RINGSCOPE_TRY(CheckIndices(frames.name, "frame_name", strings, job));
  RINGSCOPE_TRY(CheckIndices(frames.module, "frame_module", strings, job));
  RINGSCOPE_TRY(CheckIndices(frames.file, "frame_file", strings, job));
  RINGSCOPE_TRY(CheckIndices(frames.kind, "frame_kind", kFrameKindCount, job));
  RINGSCOPE_TRY(CheckIndices(frames.source_change, "frame_source_change", kSourceChangeCount, job));
  return CheckOffsets(frames.string_offset, "string_offset", frames.string_bytes.size(), job);
}

Result<void> CheckClassIndices(const ChunkedColumn<uint32_t>& column, std::string_view name, uint64_t classes,
                               JobControl* job) {
  return ForEach(column, job, [&](uint64_t i, uint32_t value) -> Result<void> {
    if (value < classes || value == kNoClass) return {};
    return Wrong(name, i, "expected less than {} or none, found {}", classes, value);
  });
}

// Facts are known values and existing indices, and superclasses form no circle.
Result<void> CheckFacts(const Cct& tree, JobControl* job) {
  const FrameFactColumns& facts = tree.frames().facts().columns();
  if (tree.frames().facts().empty()) return {};
  const uint64_t strings = facts.string_offset.size() - 1;
  const uint64_t classes = facts.class_name.size();
  for (size_t value = 0; value < facts.values.size(); ++value) {
    RINGSCOPE_TRY(CheckIndices(facts.certainty[value], fmt::format("frame_certainty[{}]", value),
                               kCertaintyCount, job));
  }
  RINGSCOPE_TRY(CheckClassIndices(facts.frame_class, "frame_class", classes, job));
  RINGSCOPE_TRY(CheckIndices(facts.class_name, "class_name", strings, job));
  RINGSCOPE_TRY(CheckIndices(facts.class_package, "class_package", strings, job));
  RINGSCOPE_TRY(CheckIndices(facts.class_kind, "class_kind", kClassKindCount, job));
  RINGSCOPE_TRY(CheckClassIndices(facts.superclass, "class_superclass", classes, job));
  std::vector<ClassId> superclass;
  superclass.reserve(classes);
  for (uint64_t i = 0; i < classes; ++i) superclass.push_back(facts.superclass[i]);
  for (const std::vector<ClassId>& circle : FindCircles(superclass)) {
    return Wrong("class_superclass", *std::min_element(circle.begin(), circle.end()),
                 "expected superclasses that end, found a circle of {}", circle.size());
  }
  return {};
}

// Times never fall and begin with 0, contexts are the tree's, and the samples of a context add up to its self
// value.
Result<void> CheckSamples(const Cct& tree, JobControl* job) {
  const uint64_t n = tree.context_count();
  uint64_t first_ns = ~uint64_t{0};
  // Sums of one metric, by context.
  auto sums = LargeArray<uint64_t>::OfSize(tree.has_times() ? n : 0);
  for (size_t s = 0; s < tree.sample_series().size(); ++s) {
    const SampleSeries& series = tree.sample_series()[s];
    const std::string time_name = fmt::format("sample_time[{}]", s);
    uint64_t previous = 0;
    RINGSCOPE_TRY(ForEach(series.time_ns, job, [&](uint64_t i, uint64_t value) -> Result<void> {
      if (value < previous) return Wrong(time_name, i, "expected at least {}, found {}", previous, value);
      if (i == 0) first_ns = std::min(first_ns, value);
      previous = value;
      return {};
    }));
    RINGSCOPE_TRY(CheckIndices(series.context, fmt::format("sample_context[{}]", s), n, job));
    for (const SampleMetric& measured : series.metrics) {
      const std::string name = fmt::format("sample_value[{}]", measured.metric);
      for (uint64_t begin = 0; begin < n; begin += kBlock) {
        std::fill_n(sums.begin() + begin, std::min(kBlock, n - begin), 0);
        RINGSCOPE_TRY(Step(job, 0));
      }
      for (uint64_t i = 0; i < series.size(); ++i) {
        if (i % kBlock == 0) RINGSCOPE_TRY(Step(job, 0));
        uint64_t& sum = sums[series.context[i]];
        const uint64_t value = measured.ValueOf(i);
        if (value >= kTotalLimit || sum + value >= kTotalLimit)
          return Wrong(name, i, "expected a self value below 2^63, found a larger one");
        sum += value;
      }
      for (uint64_t i = 0; i < n; ++i) {
        const uint64_t self = tree.Self(static_cast<ContextId>(i), measured.metric);
        if (sums[i] != self)
          return Wrong(name, 0, "expected samples of context {} of {} in all, found {}", i, self, sums[i]);
        if (i % kBlock == 0) RINGSCOPE_TRY(Step(job, std::min(kBlock, n - i) * sizeof(uint64_t)));
      }
    }
  }
  if (tree.sample_count() > 0 && first_ns != 0)
    return Wrong("sample_time[0]", 0, "expected times since the first sample, found {}", first_ns);
  return {};
}

// Quantiles rise and lie between the least and the most.
Result<void> CheckQuantiles(const MemberColumns& members, size_t index, JobControl* job) {
  const MemberStatistic& one = members.statistics[index];
  for (size_t q = 0; q < one.quantiles.size(); ++q) {
    const std::string name = fmt::format("member_quantile[{}]", index + q * members.statistics.size());
    RINGSCOPE_TRY(ForEach(one.quantiles[q], job, [&](uint64_t i, uint64_t value) -> Result<void> {
      const uint64_t least = q == 0 ? one.least[i] : one.quantiles[q - 1][i];
      if (least <= value && value <= one.most[i]) return {};
      return Wrong(name, i, "expected {} to {}, found {}", least, one.most[i], value);
    }));
  }
  return {};
}

// The values of members agree with the context's sum, count, least and most, and no member's callees cost
// more than their caller.
Result<void> CheckMemberValues(const Cct& tree, MetricIndex metric, JobControl* job) {
  const MemberColumns& members = tree.members();
  const MemberStatistic& statistic = members.statistics[IndexOfStatistic(metric, CostKind::kInclusive)];
  const std::string name = fmt::format("member_value_bytes[{}]", metric);
  RINGSCOPE_TRY(CheckOffsets(members.values[metric].begin, fmt::format("member_value_begin[{}]", metric),
                             members.values[metric].bytes.size(), job));
  MemberValueReader reader(tree, metric), reader_of_callees(tree, metric);
  std::vector<MemberCost> costs, below, sums(members.members->size());
  for (ContextId i = 0; i < tree.context_count(); ++i) {
    RINGSCOPE_TRY(reader.Read(i, costs));
    const uint64_t whole = tree.Inclusive(i, metric);
    uint64_t left = whole, least = UINT64_MAX, most = 0;
    uint32_t having = 0;
    for (const MemberCost& one : costs) {
      if (!one.has_context && !members.absent_is_zero) continue;
      if (one.value > left) return Wrong(name, i, "expected values of {} in all, found more", whole);
      left -= one.value;
      having += one.has_context ? 1 : 0;
      least = std::min(least, one.value);
      most = std::max(most, one.value);
    }
    if (having != members.count[i])
      return Wrong(name, i, "expected values of {} members, found {}", members.count[i], having);
    if (least != statistic.least[i] || most != statistic.most[i] || left != 0) {
      return Wrong(name, i, "expected {} in all from {} to {}, found {} from {} to {}", whole,
                   statistic.least[i], statistic.most[i], whole - left, least, most);
    }
    std::fill(sums.begin(), sums.end(), MemberCost());
    const ContextRange callees = tree.ChildrenOf(i);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      RINGSCOPE_TRY(reader_of_callees.Read(callee, below));
      for (size_t member = 0; member < below.size(); ++member) {
        sums[member].value += below[member].value;
        sums[member].has_context |= below[member].has_context;
      }
    }
    for (size_t member = 0; member < sums.size(); ++member) {
      if (sums[member].value <= costs[member].value && sums[member].has_context <= costs[member].has_context)
        continue;
      return Wrong(name, i, "expected at most {} of the callees of member {}, found {}", costs[member].value,
                   member, sums[member].value);
    }
    RINGSCOPE_TRY(Step(job, 0));
  }
  return Step(job, members.values[metric].bytes.size());
}

// Indices of members exist, and least <= quantiles <= most <= the context's cost.
Result<void> CheckMembers(const Cct& tree, JobControl* job) {
  const MemberColumns& members = tree.members();
  if (members.empty()) return {};
  const uint64_t limit = members.members->size();
  RINGSCOPE_TRY(CheckIndices(members.count, "member_count", limit + 1, job));
  RINGSCOPE_TRY(CheckIndices(members.first, "member_first", limit, job));
  for (size_t s = 0; s < members.statistics.size(); ++s) {
    const MemberStatistic& one = members.statistics[s];
    RINGSCOPE_TRY(CheckIndices(one.least_member, fmt::format("member_least_of[{}]", s), limit, job));
    RINGSCOPE_TRY(CheckIndices(one.most_member, fmt::format("member_most_of[{}]", s), limit, job));
    const std::string name = fmt::format("member_least[{}]", s);
    RINGSCOPE_TRY(ForEach(one.least, job, [&](uint64_t i, uint64_t least) -> Result<void> {
      const auto context = static_cast<ContextId>(i);
      const auto metric = static_cast<MetricIndex>(s / 2);
      const uint64_t sum = s % 2 == 0 ? tree.Self(context, metric) : tree.Inclusive(context, metric);
      if (least <= one.most[i] && one.most[i] <= sum) return {};
      return Wrong(name, i, "expected at most {} and that at most {}, found {}", one.most[i], sum, least);
    }));
    RINGSCOPE_TRY(CheckQuantiles(members, s, job));
  }
  for (MetricIndex m = 0; m < members.values.size(); ++m) RINGSCOPE_TRY(CheckMemberValues(tree, m, job));
  return {};
}

// The types of a context are sorted by role, each is there once, and each has a name.
Result<void> CheckTypes(const Cct& tree, JobControl* job) {
  const TypeColumns& types = tree.types();
  if (types.empty()) return {};
  RINGSCOPE_TRY(CheckOffsets(types.begin, "type_begin", types.role.size(), job));
  RINGSCOPE_TRY(CheckOffsets(types.name_offset, "type_name_offset", types.name_bytes.size(), job));
  std::vector<uint64_t> last_seen(types.name_count() + size_t{1}, 0);  // (context << 8 | role) + 1
  for (uint64_t context = 0; context < tree.context_count(); ++context) {
    if (context % kBlock == 0) RINGSCOPE_TRY(Step(job, 0));
    const uint64_t end = types.begin[context + 1];
    for (uint64_t at = types.begin[context]; at < end; ++at) {
      if (at > types.begin[context] && types.role[at] < types.role[at - 1])
        return Wrong("type_role", at, "expected at least {}, found {}", types.role[at - 1], types.role[at]);
      const uint32_t type = types.type[at];
      if (type != kOtherTypes && type >= types.name_count())
        return Wrong("seen_type", at, "expected less than {} or none, found {}", types.name_count(), type);
      uint64_t& last = last_seen[type == kOtherTypes ? types.name_count() : type];
      const uint64_t here = (context << 8 | types.role[at]) + 1;
      if (last == here) return Wrong("seen_type", at, "expected each type once, found {} again", type);
      last = here;
      if (types.calls[at] == 0 || types.calls[at] >= kTotalLimit)
        return Wrong("type_calls", at, "expected 1 to 2^63 - 1 calls, found {}", types.calls[at]);
    }
  }
  return {};
}

// Checksums also find a flipped bit in a name or a frame index, which the structure does not show.
Result<void> CheckStoredBytes(const Cct& tree, JobControl* job) {
  constexpr size_t kPieceBytes = size_t{4} << 20;
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  for (const StoredChunk& chunk : tree.stored_chunks()) {
    XXH3_64bits_reset(state.get());
    for (size_t at = 0; at < chunk.bytes.size(); at += kPieceBytes) {
      const auto piece = chunk.bytes.subspan(at, std::min(kPieceBytes, chunk.bytes.size() - at));
      XXH3_64bits_update(state.get(), piece.data(), piece.size());
      RINGSCOPE_TRY(Step(job, piece.size()));
    }
    if (XXH3_64bits_digest(state.get()) != chunk.checksum) {
      return Fail(ErrorCode::kMalformed, "column '{}': the checksum does not agree with its bytes",
                  chunk.column_name);
    }
  }
  return {};
}

Result<void> CheckTiles(const ChunkedColumn<uint64_t>& begin, uint64_t size, std::string_view what) {
  if (begin.empty()) return {};
  const uint64_t n = begin.size() - 1;
  bool is_sound = begin[0] == 0 && begin[n] == size;
  for (uint64_t i = 0; i < n; ++i) is_sound &= begin[i] <= begin[i + 1];
  if (is_sound) return {};
  return Fail(ErrorCode::kMalformed, "the ranges of {0} of the file do not tile the {0}", what);
}

}  // namespace

Result<void> CheckTypeRanges(const TypeColumns& types) {
  return CheckTiles(types.begin, types.role.size(), "types");
}

Result<void> CheckPointRanges(const Cct& tree) {
  return CheckTiles(tree.columns().point_begin, tree.point_count(), "points");
}

Result<void> VerifyCct(const Cct& tree, JobControl* job) {
  uint64_t columns = 1 + tree.metric_count();
  for (const SampleSeries& series : tree.sample_series()) columns += series.metrics.size();
  uint64_t bytes = 8 * uint64_t{tree.context_count()} * columns;
  for (const MemberStatistic& one : tree.members().statistics)
    bytes += (16 + 8 * one.quantiles.size()) * one.least.size();
  for (const PackedMemberValues& one : tree.members().values)
    bytes += one.bytes.size() + 8 * one.begin.size();
  bytes += tree.sample_count() * (sizeof(uint64_t) + sizeof(uint32_t));
  for (const StoredChunk& chunk : tree.stored_chunks()) bytes += chunk.bytes.size();
  BeginUnits(job, bytes);
  RINGSCOPE_TRY(CheckFirstChild(tree, job));
  RINGSCOPE_TRY(CheckLayers(tree, job));
  RINGSCOPE_TRY(CheckContextFrames(tree, job));
  for (MetricIndex m = 0; m < tree.metric_count(); ++m) RINGSCOPE_TRY(CheckMetric(tree, m, job));
  RINGSCOPE_TRY(CheckOffsets(tree.columns().point_begin, "point_begin", tree.point_count(), job));
  RINGSCOPE_TRY(CheckSamples(tree, job));
  RINGSCOPE_TRY(CheckMembers(tree, job));
  RINGSCOPE_TRY(CheckTypes(tree, job));
  RINGSCOPE_TRY(CheckFrames(tree, job));
  RINGSCOPE_TRY(CheckFacts(tree, job));
  return CheckStoredBytes(tree, job);
}

}  // namespace ringscope
