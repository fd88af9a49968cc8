#include "cct/merge/member_union.h"

#include <algorithm>
#include <utility>

namespace ringscope {
namespace {

bool IsWithin(const MemberColumns& members) {
  const size_t limit = members.members->size();
  const auto is_below = [](const ChunkedColumn<uint32_t>& column, size_t end) {
    for (uint64_t begin = 0; begin < column.size();) {
      const auto piece = column.Contiguous(begin, column.size());
      if (!std::all_of(piece.begin(), piece.end(), [&](uint32_t value) { return value < end; })) return false;
      begin += piece.size();
    }
    return true;
  };
  return is_below(members.count, limit + 1) && is_below(members.first, limit) &&
         std::all_of(members.statistics.begin(), members.statistics.end(), [&](const MemberStatistic& one) {
           return is_below(one.least_member, limit) && is_below(one.most_member, limit);
         });
}

}  // namespace

MemberUnion::MemberUnion(const std::vector<MergeSource>& sources, MemberPlan plan, size_t metric_count)
    : sources_(&sources), plan_(std::move(plan)), metric_count_(metric_count) {
  if (!keeps_any()) return;
  for (const std::vector<uint32_t>& places : plan_.places) first_place_.push_back(places.front());
  sums_.resize(2 * metric_count);
  cost_.resize(2 * metric_count);
  made_.statistics.resize(2 * metric_count);
  if (plan_.quantiles.empty() && !plan_.keeps_values) return;
  values_.resize(2 * metric_count);
  if (plan_.keeps_values) {
    for (size_t m = 0; m < metric_count; ++m) packers_.emplace_back(plan_.members.size());
  }
  for (OwnedMembers::Statistic& one : made_.statistics) one.quantiles.resize(plan_.quantiles.size());
}

Result<MemberUnion> MemberUnion::Open(const std::vector<MergeSource>& sources, MemberPlan plan,
                                      size_t metric_count) {
  for (size_t tree = 0; tree < plan.places.size(); ++tree) {
    const MemberColumns& members = sources[tree].tree().members();
    if (!members.empty() && !IsWithin(members))
      return Fail(ErrorCode::kMalformed, "the statistics of the file name members that do not exist");
  }
  return MemberUnion(sources, std::move(plan), metric_count);
}

void MemberUnion::Take(size_t statistic, const Sum& sum) {
  Sum& all = sums_[statistic];
  if (!has_sums_) {
    all = sum;
    return;
  }
  if (sum.least < all.least || (sum.least == all.least && sum.least_member < all.least_member)) {
    all.least = sum.least;
    all.least_member = sum.least_member;
  }
  if (sum.most > all.most || (sum.most == all.most && sum.most_member < all.most_member)) {
    all.most = sum.most;
    all.most_member = sum.most_member;
  }
  if (!__builtin_add_overflow(all.squares, sum.squares, &all.squares) || fault_ != Fault::kNone) return;
  fault_ = Fault::kOverflow;
  fault_metric_ = static_cast<uint32_t>(statistic / 2);
}

// Absent members cost 0; the first tree passed over has the first of them.
void MemberUnion::PassAbsent(uint32_t tree) {
  const bool is_absent = tree > next_tree_;
  const uint32_t first = is_absent ? first_place_[next_tree_] : 0;
  next_tree_ = tree + 1;
  if (!is_absent || !plan_.absent_is_zero) return;
  for (size_t i = 0; i < sums_.size(); ++i) Take(i, {0, 0, first, first, 0});
  has_sums_ = true;
}

void MemberUnion::EndMember() {
  if (!has_member_) return;
  has_member_ = false;
  const uint32_t place = first_place_[next_tree_ - 1];
  for (size_t i = 0; i < sums_.size(); ++i)
    Take(i, {cost_[i], cost_[i], place, place, Wide{cost_[i]} * cost_[i]});
  for (size_t i = 0; i < values_.size(); ++i) values_[i].push_back(cost_[i]);
  if (plan_.keeps_values) having_.push_back(place);
  has_sums_ = true;
  ++count_;
  first_ = std::min(first_, place);
}

void MemberUnion::AddStatistics(uint32_t tree, ContextId context) {
  const MergeSource& source = (*sources_)[tree];
  const MemberColumns& members = source.tree().members();
  const std::vector<uint32_t>& places = plan_.places[tree];
  // The first member that has the context; if absent members count, the first of all.
  const uint32_t first = places[members.first.empty() ? 0 : members.first[context]];
  first_ = std::min(first_, first);
  for (size_t i = 0; i < sums_.size(); ++i) {
    const std::optional<MetricSource>& metric = source.SourceOf(i / 2);
    if (!metric) {
      Take(i, {0, 0, first, first, 0});
      continue;
    }
    const MemberStatistic& one =
        members.statistics[IndexOfStatistic(metric->metric, static_cast<CostKind>(i % 2))];
    Sum sum{one.least[context] * metric->factor, one.most[context] * metric->factor,
            places[one.least_member[context]], places[one.most_member[context]],
            Wide{one.squares_high[context]} << 64 | one.squares_low[context]};
    for (int k = 0; k < 2; ++k) {
      if (!__builtin_mul_overflow(sum.squares, Wide{metric->factor}, &sum.squares)) continue;
      fault_ = Fault::kOverflow;
      fault_metric_ = static_cast<uint32_t>(i / 2);
    }
    Take(i, sum);
  }
  has_sums_ = true;
  count_ += members.count[context];
}

void MemberUnion::Add(uint32_t tree, ContextId context) {
  const bool is_same = next_tree_ == tree + 1;
  const MergeSource& source = (*sources_)[tree];
  if (!source.tree().members().empty()) {
    EndMember();
    if (is_same && fault_ == Fault::kNone) fault_ = Fault::kTwice;
    PassAbsent(tree);
    AddStatistics(tree, context);
    return;
  }
  // A damaged tree may have several callees of one frame: the member's cost is their sum.
  if (!is_same) {
    EndMember();
    PassAbsent(tree);
    std::fill(cost_.begin(), cost_.end(), 0);
    has_member_ = true;
  }
  const ContextRange children = source.ChildrenOf(context);
  for (size_t m = 0; m < metric_count_; ++m) {
    const std::optional<MetricSource>& metric = source.SourceOf(m);
    if (!metric) continue;
    const auto& running = source.tree().columns().running_inclusive[metric->metric];
    const uint64_t inclusive = running[uint64_t{context} + 1] - running[context];
    const uint64_t below = running[children.end] - running[children.begin];
    cost_[2 * m] += (inclusive - below) * metric->factor;
    cost_[2 * m + 1] += inclusive * metric->factor;
  }
}

void MemberUnion::EndContext() {
  if (!keeps_any()) return;
  EndMember();
  PassAbsent(static_cast<uint32_t>(sources_->size()));
  made_.count.push_back(count_);
  if (!plan_.absent_is_zero) made_.first.push_back(first_);
  for (size_t m = 0; m < packers_.size(); ++m)
    packers_[m].Add(having_, values_[IndexOfStatistic(static_cast<MetricIndex>(m), CostKind::kInclusive)]);
  having_.clear();
  for (size_t i = 0; i < values_.size(); ++i) EndQuantiles(i);
  for (size_t i = 0; i < sums_.size(); ++i) {
    OwnedMembers::Statistic& statistic = made_.statistics[i];
    const Sum& sum = sums_[i];
    statistic.least.push_back(sum.least);
    statistic.most.push_back(sum.most);
    statistic.least_member.push_back(sum.least_member);
    statistic.most_member.push_back(sum.most_member);
    statistic.squares_low.push_back(static_cast<uint64_t>(sum.squares));
    statistic.squares_high.push_back(static_cast<uint64_t>(sum.squares >> 64));
  }
  has_sums_ = false;
  next_tree_ = 0;
  count_ = 0;
  first_ = 0xffffffffu;
}

// Absent members that cost 0 come before the others.
void MemberUnion::EndQuantiles(size_t statistic) {
  std::vector<uint64_t>& values = values_[statistic];
  const uint64_t all = plan_.absent_is_zero ? plan_.members.size() : values.size();
  const uint64_t absent = all - values.size();
  auto ordered = values.begin();
  for (size_t q = 0; q < plan_.quantiles.size(); ++q) {
    const uint64_t rank =
        std::max<uint64_t>(1, (all * plan_.quantiles[q] + kLargestQuantile - 1) / kLargestQuantile);
    uint64_t value = 0;
    if (rank > absent) {
      const auto at = values.begin() + static_cast<ptrdiff_t>(rank - absent - 1);
      std::nth_element(ordered, at, values.end());
      ordered = at;
      value = *at;
    }
    made_.statistics[statistic].quantiles[q].push_back(value);
  }
  values.clear();
}

Result<void> MemberUnion::status() const {
  if (fault_ == Fault::kTwice)
    return Fail(ErrorCode::kMalformed,
                "a tree with statistics of members has two callees of one function in one context");
  if (fault_ == Fault::kOverflow) {
    return Fail(
        ErrorCode::kOverflow,
        "the squares of what members cost in metric number {} add up to 2^128, more than can be stored",
        fault_metric_ + 1);
  }
  return {};
}

void MemberUnion::MoveInto(LevelOrderColumns& tree) && {
  if (!keeps_any()) return;
  made_.over = std::move(plan_.over);
  made_.absent_is_zero = plan_.absent_is_zero;
  made_.quantiles = std::move(plan_.quantiles);
  made_.members = std::make_shared<const std::vector<Execution>>(std::move(plan_.members));
  for (MemberValuePacker& packer : packers_) made_.values.push_back(std::move(packer).Finish());
  tree.members = std::move(made_);
}

}  // namespace ringscope
