#include "cct/merge/tree_aggregator.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cct/base/text/ascii.h"
#include "cct/merge/merge_trees.h"

namespace ringscope {
namespace {

// Parts wait until they have so many contexts, so that the members' names are not moved for each part.
constexpr uint64_t kLeastWaitingContexts = uint64_t{1} << 18;
constexpr uint64_t kMostWaitingBytes = uint64_t{1} << 28;
constexpr size_t kMostWaitingParts = 8192;

std::string_view TakeDigits(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && IsDigit(text[end])) ++end;
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

}  // namespace

bool IsMemberBefore(std::string_view a, std::string_view b) {
  std::string_view left = a, right = b;
  while (!left.empty() && !right.empty()) {
    if (IsDigit(left[0]) && IsDigit(right[0])) {
      const std::string_view x = TakeDigits(left), y = TakeDigits(right);
      if (x.size() != y.size()) return x.size() < y.size();
      if (x != y) return x < y;
      continue;
    }
    if (left[0] != right[0]) return left[0] < right[0];
    left.remove_prefix(1);
    right.remove_prefix(1);
  }
  // Keeps apart "rank 01" and "rank 1", which are two members.
  return left.empty() != right.empty() ? left.empty() : a < b;
}

Result<void> TreeAggregator::Add(CctPtr tree, Execution member, JobControl* job) {
  return AddPart({std::move(tree), {std::move(member)}}, job);
}

Result<void> TreeAggregator::AddPartial(CctPtr partial, JobControl* job) {
  const MemberColumns& members = partial->members();
  if (members.empty())
    return Fail(ErrorCode::kInvalidArgument, "expected a partial result, found a profile without members");
  if (members.over != options_.over || members.absent_is_zero != options_.absent_is_zero) {
    const auto words = [](std::string_view over, bool zero) {
      return fmt::format("--over {} --absent {}", over, zero ? "zero" : "skip");
    };
    return Fail(ErrorCode::kInvalidArgument, "expected a partial result of '{}', found one of '{}'",
                words(options_.over, options_.absent_is_zero), words(members.over, members.absent_is_zero));
  }
  if (options_.needs_all_at_once())
    return Fail(ErrorCode::kInvalidArgument,
                "expected all members at once for quantiles and values, found partial results");
  return AddPart({partial, *members.members}, job);
}

Result<void> TreeAggregator::AddPart(Part part, JobControl* job) {
  waiting_contexts_ += part.tree->context_count();
  // Counts mapped columns, too, though the system may drop their pages.
  waiting_bytes_ += uint64_t{part.tree->context_count()} * (8 + 8 * uint64_t{part.tree->metric_count()});
  parts_.push_back(std::move(part));
  const uint64_t enough = std::max(kLeastWaitingContexts, 2 * uint64_t{parts_.front().tree->context_count()});
  const bool is_mapped = !parts_.back().tree->stored_chunks().empty();
  if (options_.needs_all_at_once()) return {};
  const bool waits = (is_mapped || waiting_contexts_ < enough) && waiting_bytes_ < kMostWaitingBytes &&
                     parts_.size() < kMostWaitingParts;
  return waits ? Result<void>() : Unite(job);
}

Result<void> TreeAggregator::Unite(JobControl* job) {
  struct Place {
    const Execution* member;
    uint32_t part;
    uint32_t index;
  };
  std::vector<Place> places;
  for (uint32_t p = 0; p < parts_.size(); ++p) {
    const std::vector<Execution>& members = parts_[p].members;
    for (uint32_t i = 0; i < members.size(); ++i) places.push_back({&members[i], p, i});
  }
  if (places.size() > kMaxMembers)
    return Fail(ErrorCode::kLimit, "expected at most {} members, found more", kMaxMembers);
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return IsMemberBefore(a.member->name, b.member->name); });
  for (size_t i = 1; i < places.size(); ++i) {
    if (places[i].member->name != places[i - 1].member->name) continue;
    return Fail(ErrorCode::kInvalidArgument, "expected each {} once, found '{}' twice", options_.over,
                places[i].member->name);
  }
  MergeOptions merge;
  merge.metrics = options_.metrics;
  merge.members.over = options_.over;
  merge.members.absent_is_zero = options_.absent_is_zero;
  merge.members.quantiles = options_.quantiles;
  merge.members.keeps_values = options_.keeps_values;
  // Orders the parts by their first members.
  std::vector<uint32_t> number(parts_.size(), 0xffffffffu);
  std::vector<CctPtr> trees;
  for (uint32_t place = 0; place < places.size(); ++place) {
    const Place& one = places[place];
    if (number[one.part] == 0xffffffffu) {
      number[one.part] = static_cast<uint32_t>(trees.size());
      trees.push_back(parts_[one.part].tree);
      merge.members.places.emplace_back(parts_[one.part].members.size());
    }
    merge.members.places[number[one.part]][one.index] = place;
    merge.members.members.push_back(*one.member);
  }
  for (const std::vector<uint32_t>& of_part : merge.members.places) {
    if (!std::is_sorted(of_part.begin(), of_part.end()))
      return Fail(ErrorCode::kMalformed, "the members of a partial result are not sorted");
  }
  RINGSCOPE_ASSIGN(CctPtr united, MergeTrees(trees, std::move(merge), options_.limits, job));
  parts_.clear();
  waiting_contexts_ = united->context_count();
  waiting_bytes_ = 0;
  std::vector<Execution> members = *united->members().members;
  parts_.push_back({std::move(united), std::move(members)});
  return {};
}

Result<CctPtr> TreeAggregator::Finish(JobControl* job) && {
  if (parts_.empty()) return Fail(ErrorCode::kInvalidArgument, "expected at least one member, found none");
  // A single partial result is the result.
  const bool is_united =
      parts_.size() == 1 && !parts_.front().tree->members().empty() && options_.metrics.empty();
  if (!is_united) RINGSCOPE_TRY(Unite(job));
  return std::move(parts_.front().tree);
}

}  // namespace ringscope
