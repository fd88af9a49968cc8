#include "cct/open/member_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "cct/base/system/workers.h"
#include "cct/tree/member_values.h"

namespace ringscope {
namespace {

// The cost of a context in one member's profile.
struct MemberValue {
  bool has_context = false;
  uint64_t value = 0;
  std::string problem;  // why it is unknown; empty = it is known
};

// Whether the frames are equal, apart from `source_change`, which only comparisons have.
bool IsSame(const Frame& a, const Frame& b) {
  return a.name == b.name && a.module == b.module && a.file == b.file && a.line == b.line &&
         a.column == b.column && a.kind == b.kind && a.call_line == b.call_line;
}

std::optional<ContextId> FindSamePath(const Cct& from, const std::vector<ContextId>& path, const Cct& tree) {
  ContextId at = kRootContext;
  for (const ContextId step : path) {
    const Frame wanted = from.FrameAt(step);
    const ContextRange children = tree.ChildrenOf(at);
    ContextId child = children.begin;
    while (child < children.end && !IsSame(tree.FrameAt(child), wanted)) ++child;
    if (child == children.end) return std::nullopt;
    at = child;
  }
  return at;
}

MemberValue ReadOne(const Cct& tree, const std::vector<ContextId>& path, const Metric& metric, CostKind kind,
                    const Execution& member) {
  const std::string file = ProfileOf(member);
  if (file.empty()) return {.problem = "its profile is not one file"};
  JobControl job;
  const Result<CctPtr> read = ReadProfile(file, {.verify = false}, job);
  if (!read) return {.problem = read.error().message};
  const Cct& own = **read;
  const std::optional<ContextId> context = FindSamePath(tree, path, own);
  if (!context) return {};
  MemberValue found{.has_context = true};
  for (MetricIndex m = 0; m < own.metric_count(); ++m) {
    if (own.metrics()[m].name != metric.name) continue;
    const uint64_t value = kind == CostKind::kSelf ? own.Self(*context, m) : own.Inclusive(*context, m);
    if (own.metrics()[m].unit != metric.unit)
      return {.problem = fmt::format("its unit is {}", own.metrics()[m].unit)};
    found.value = value * (metric.scale / std::max<uint64_t>(1, own.metrics()[m].scale));
    break;
  }
  return found;
}

// Reads the values from the members' profiles; the result is by member.
Result<std::vector<MemberValue>> ReadMemberValues(const Cct& tree, ContextId context, MetricIndex metric,
                                                  CostKind kind, JobControl* job) {
  const std::vector<Execution>& members = *tree.members().members;
  const std::vector<ContextId> path = tree.PathTo(context);
  std::vector<MemberValue> values(members.size());
  BeginUnits(job, members.size());
  constexpr uint32_t kMembersATask = 16;
  const auto tasks = static_cast<uint32_t>((members.size() + kMembersATask - 1) / kMembersATask);
  RunTasks(tasks, ThreadsWorth(tasks, 1, 16), [&](uint32_t task) {
    const size_t end = std::min<size_t>(members.size(), (task + size_t{1}) * kMembersATask);
    for (size_t i = size_t{task} * kMembersATask; i < end && !IsCancelled(job); ++i) {
      values[i] = ReadOne(tree, path, tree.metrics()[metric], kind, members[i]);
      if (job != nullptr) ++job->done_units;
    }
  });
  if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
  return values;
}

}  // namespace

std::vector<uint32_t> MemberRanking::Bins(size_t count) const {
  const uint64_t least = all.back().value;
  std::vector<uint32_t> bins(least == all.front().value ? 1 : count, 0);
  const double width = static_cast<double>(all.front().value - least) / static_cast<double>(bins.size());
  for (const RankedMember& one : all) {
    const auto bin = width == 0 ? 0 : static_cast<size_t>(static_cast<double>(one.value - least) / width);
    ++bins[std::min(bin, bins.size() - 1)];
  }
  return bins;
}

uint64_t MemberRanking::BinBegin(size_t bin, size_t bins) const {
  if (bin == bins) return all.front().value;
  const double width = static_cast<double>(all.front().value - all.back().value) / static_cast<double>(bins);
  return all.back().value + static_cast<uint64_t>(width * static_cast<double>(bin));
}

Result<MemberRanking> RankMembers(const Cct& tree, ContextId context, MetricIndex metric, CostKind kind,
                                  JobControl* job) {
  if (tree.members().empty())
    return Fail(ErrorCode::kInvalidArgument,
                "expected a tree with members, as 'aggregate' writes it, found one without");
  std::vector<MemberValue> values;
  if (metric < tree.members().values.size()) {
    RINGSCOPE_ASSIGN(const std::vector<MemberCost> kept, KeptMemberCosts(tree, context, metric, kind, job));
    for (const MemberCost& one : kept) values.push_back({one.has_context, one.value, {}});
  } else {
    RINGSCOPE_ASSIGN(values, ReadMemberValues(tree, context, metric, kind, job));
  }
  MemberRanking ranking;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < values.size(); ++i) {
    const MemberValue& one = values[i];
    if (!one.problem.empty()) {
      if (ranking.unknown++ == 0)
        ranking.problem = fmt::format("{}: {}", (*tree.members().members)[i].name, one.problem);
    } else if (one.has_context || tree.members().absent_is_zero) {
      ranking.all.push_back({i, one.value, one.has_context});
      sum += one.value;
    }
  }
  std::ranges::stable_sort(ranking.all, std::greater(), &RankedMember::value);
  const uint64_t whole =
      kind == CostKind::kSelf ? tree.Self(context, metric) : tree.Inclusive(context, metric);
  ranking.has_changed = ranking.unknown == 0 && sum != whole;
  return ranking;
}

std::string ProfileOf(const Execution& member) { return std::string(member.ValueOf(kMemberFileAttribute)); }

}  // namespace ringscope
