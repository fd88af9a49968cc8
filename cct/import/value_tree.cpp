#include "cct/import/value_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cct/base/text/number_text.h"
#include "cct/import/below_zero.h"
#include "cct/import/report_notes.h"

namespace ringscope {
namespace {

constexpr uint32_t kMaxColumns = 4096;
constexpr uint64_t kPollSteps = 1 << 14;  // between two polls for cancellation
constexpr uint64_t kMaxValues = uint64_t{1} << 32;

}  // namespace

ValueTree::ScopedName ValueTree::SplitName(std::string_view name) {
  for (const std::string_view end : {" (inc)", " (I)", ":(I)", "(I)", " (exc)", " (E)", ":(E)", "(E)"}) {
    if (name.size() > end.size() && name.ends_with(end))
      return {std::string(name.substr(0, name.size() - end.size())),
              end.find_first_of("iI") != std::string_view::npos ? Scope::kInclusive : Scope::kSelf};
  }
  constexpr std::string_view kBegin = "inclusive_";
  if (name.size() > kBegin.size() && name.starts_with(kBegin))
    return {std::string(name.substr(kBegin.size())), Scope::kInclusive};
  // The parts that Caliper puts in front of a name, or behind the parts for sums of sums:
  // "sum#inclusive#sum#time.duration" (LLNL/Caliper, src/reader/Aggregator.cpp).
  const auto without = [&](size_t at, size_t size_bytes) -> ScopedName {
    return {std::string(name.substr(0, at)) + std::string(name.substr(at + size_bytes)), Scope::kInclusive};
  };
  for (size_t at = 0, end = 0; (end = name.find('#', at)) < name.size() - 1; at = end + 1) {
    const std::string_view part = name.substr(at, end - at);
    if (part == "inclusive") return without(at, part.size() + 1);
    constexpr std::string_view kMadeInclusive[] = {"iscale", "iscsum",  "imin",          "imax",
                                                   "iratio", "isr.sum", "ipercent_total"};
    if (std::ranges::count(kMadeInclusive, part) > 0) return without(at, 1);
  }
  constexpr std::string_view kInside = ".inclusive.";
  if (const size_t at = name.find(kInside); at != std::string_view::npos)
    return without(at, kInside.size() - 1);
  return {std::string(name), Scope::kSelf};
}

ValueTree::Node ValueTree::AddNode(Node parent, FrameId frame) {
  if (nodes_.size() >= std::min<uint64_t>(run_.options.build.max_contexts, kNone - 1)) {
    too_many_ = true;
    return static_cast<Node>(nodes_.size() - 1);
  }
  nodes_.push_back({parent, frame});
  return static_cast<Node>(nodes_.size() - 1);
}

uint32_t ValueTree::Column(std::string_view name, std::string_view unit) {
  if (too_many_) return 0;  // also limits the names
  const auto [at, is_new] = column_of_name_.try_emplace(std::string(name), 0);
  if (is_new) at->second = NewColumn(name, name);
  if (!unit.empty() && !too_many_) SetUnit(at->second, unit);
  return at->second;
}

uint32_t ValueTree::NewColumn(std::string_view shown_name, std::string_view name) {
  if (too_many_) return 0;  // also limits the names
  std::string shown = SplitName(shown_name).name;
  const Scope scope = SplitName(name).scope;
  const auto [at, is_new] = column_of_names_.try_emplace({shown, std::string(name)}, 0);
  if (!is_new) return at->second;
  const auto bit = static_cast<uint32_t>(scope);
  uint32_t column = 0;
  if (auto half = column_without_[bit].extract(shown)) {
    column = half.mapped();
  } else {
    column = static_cast<uint32_t>(columns_.size());
    if (column >= kMaxColumns) {
      too_many_ = true;
      return 0;
    }
    columns_.push_back({shown, {}, {}});
    column_without_[1 - bit].insert_or_assign(std::move(shown), column);
  }
  at->second = column << 1 | bit;
  return at->second;
}

void ValueTree::MakeInclusive(std::string_view name) {
  for (ColumnEntry& column : columns_) {
    if (column.name == name && column.values[1].empty()) std::swap(column.values[0], column.values[1]);
  }
}

void ValueTree::Drop(std::string_view name) {
  for (ColumnEntry& column : columns_) {
    if (column.name == name) column.dropped = true;
  }
}

void ValueTree::SetUnit(uint32_t column, std::string_view unit) {
  if (columns_[column >> 1].unit.empty()) columns_[column >> 1].unit = unit;
}

void ValueTree::AddValue(Node node, uint32_t column, const DecimalCount& value, uint32_t rank) {
  if (++value_count_ > kMaxValues) too_many_ = true;
  if (!too_many_) columns_[column >> 1].values[column & 1].push_back({value, node, rank});
}

uint32_t ValueTree::Rank(std::string_view number) {
  std::string name = IdText(number);
  const auto [at, is_new] = rank_of_name_.try_emplace(name, static_cast<uint32_t>(ranks_.size()));
  if (!is_new) return at->second;
  ranks_.push_back(std::move(name));
  return at->second;
}

Result<void> ValueTree::status() const {
  RINGSCOPE_TRY(run_.builder.status());
  if (too_many_) {
    return Fail(ErrorCode::kLimit, "expected at most {} nodes, {} columns and {} values, found more",
                std::min<uint64_t>(run_.options.build.max_contexts, kNone - 1), kMaxColumns, kMaxValues);
  }
  return {};
}

void ValueTree::CutLoops() {
  // 0 = not visited, 1 = on the path up from `start`, 2 = reaches the root.
  std::vector<uint8_t> state(nodes_.size());
  for (Node start = 0; start < nodes_.size(); ++start) {
    path_.clear();
    Node node = start;
    while (node != kNone && state[node] == 0) {
      state[node] = 1;
      path_.push_back(node);
      node = nodes_[node].parent;
    }
    if (node != kNone && state[node] == 1) {
      run_.report.Keep("a parent that closes a loop", 0);
      nodes_[path_.back()].parent = kNone;
    }
    for (const Node passed : path_) state[passed] = 2;
  }
}

BuildNode ValueTree::ContextOf(Node node, uint32_t rank) {
  if (!with_ranks_) rank = kNoRank;
  const auto key = [rank](Node of) { return uint64_t{rank} << 32 | of; };
  path_.clear();
  BuildNode context = kBuildRoot;
  while (true) {
    const auto known = contexts_.find(key(node));
    if (known != contexts_.end()) {
      context = known->second;
      break;
    }
    path_.push_back(node);
    if (node == kNone) break;
    node = nodes_[node].parent;
  }
  for (size_t i = path_.size(); i-- > 0;) {
    const Node step = path_[i];
    if (step != kNone) {
      context = run_.builder.Child(context, nodes_[step].frame);
    } else if (rank != kNoRank) {
      const std::string name = "rank " + ranks_[rank];
      context = run_.builder.Child(kBuildRoot,
                                   run_.builder.InternFrame({.name = name, .kind = FrameKind::kProcess}));
    }
    contexts_.emplace(key(step), context);
  }
  return context;
}

void ValueTree::FindAbove(const std::vector<Value>& values) {
  std::vector<bool> has_value(nodes_.size());
  for (const Value& value : values) {
    if (value.node != kNone) has_value[value.node] = true;
  }
  constexpr Node kUnknown = kNone - 1;
  above_.assign(nodes_.size(), kUnknown);
  for (Node start = 0; start < nodes_.size(); ++start) {
    path_.clear();
    Node node = start;
    while (node != kNone && above_[node] == kUnknown) {
      path_.push_back(node);
      node = nodes_[node].parent;
    }
    for (size_t i = path_.size(); i-- > 0;) {
      const Node parent = nodes_[path_[i]].parent;
      above_[path_[i]] = parent == kNone || has_value[parent] ? parent : above_[parent];
    }
  }
}

Result<void> ValueTree::AddColumn(const ColumnEntry& column, Scope prefer, RecordPreview& preview) {
  const auto& preferred = column.values[static_cast<size_t>(prefer)];
  const bool use_preferred = !preferred.empty();
  const auto& values = use_preferred ? preferred : column.values[1 - static_cast<size_t>(prefer)];
  const bool inclusive = (prefer == Scope::kInclusive) == use_preferred;
  if (values.empty()) return {};
  const auto fail = [&] {
    return Fail(ErrorCode::kOverflow, "a value of metric '{}' reaches 2^63, more than can be stored",
                column.name);
  };
  uint8_t decimals = 0;
  uint64_t rounded_count = 0;
  for (const Value& value : values) {
    decimals = std::max(decimals, value.count.decimals);
    rounded_count += value.count.rounded ? 1 : 0;
  }
  if (inclusive) FindAbove(values);
  self_.clear();
  uint64_t step_count = 0;
  const auto cancelled = [&] { return ++step_count % kPollSteps == 0 && run_.job.cancelled(); };
  for (const Value& value : values) {
    if (cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    const std::optional<uint64_t> scaled = ScaledCount(value.count, decimals);
    if (!scaled) return fail();
    const Wide amount = value.count.negative ? -Wide{*scaled} : Wide{*scaled};
    const uint64_t rank = with_ranks_ ? value.rank : kNoRank;
    self_[rank << 32 | value.node] += amount;
    if (inclusive && value.node != kNone && above_[value.node] != kNone)
      self_[rank << 32 | above_[value.node]] -= amount;
  }
  const MetricIndex metric = run_.builder.AddMetric({column.name, column.unit, PowerOfTen(decimals)});
  BelowZero below_zero;
  uint64_t below_zero_count = 0;
  for (const auto& [key, amount] : self_) {
    if (cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    if (amount < 0 && inclusive) {
      ++below_zero_count;
      continue;
    }
    if ((amount < 0 ? -amount : amount) >= Wide{1} << 63) return fail();
    const BuildNode context = ContextOf(static_cast<Node>(key), static_cast<uint32_t>(key >> 32));
    below_zero.AddSelf(run_.builder, context, metric, static_cast<int64_t>(amount));
    RINGSCOPE_TRY(status());
    if (preview.Wanted()) preview.Add({run_.builder});
  }
  if (below_zero.has_some())
    Note(run_.report, "Negative values of \"{}\" are a metric of their own, \"{}\".", column.name,
         run_.builder.metric(below_zero.MetricOf(metric)).name);
  if (below_zero_count > 0) {
    Note(run_.report,
         "The inclusive \"{}\" of {} is less than that of those below; the self cost there is taken as 0.",
         column.name, CountedText(below_zero_count, "context"));
  }
  NoteCount(run_.report, rounded_count, "value",
            fmt::format("of \"{}\" with more than {} decimals: rounded.", column.name, kMaxCountDecimals));
  return {};
}

Result<void> ValueTree::Finish(Scope prefer) {
  RINGSCOPE_TRY(status());
  RecordPreview preview(run_.options.preview, run_.job);
  const ThreadRing ring = run_.options.threads;
  with_ranks_ =
      ring != ThreadRing::kMerged && (ring == ThreadRing::kAlways ? !ranks_.empty() : ranks_.size() > 1);
  CutLoops();
  for (const ColumnEntry& column : columns_) {
    if (column.dropped) continue;
    RINGSCOPE_TRY(AddColumn(column, prefer, preview));
  }
  // Without ranks, nodes without a value become contexts too.
  unused_.resize(nodes_.size());
  for (Node node = 0; node < nodes_.size() && !with_ranks_; ++node) {
    if (!unused_[node]) ContextOf(node, kNoRank);
  }
  return status();
}

}  // namespace ringscope
