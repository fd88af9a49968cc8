#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/open/open_profile.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The cost of a member in a context.
struct RankedMember {
  uint32_t member = 0;  // index in MemberColumns::members
  uint64_t value = 0;   // stored, at the scale of the aggregate's metric
  bool has_context = false;
};

// The members that count in a context, by falling cost.
struct MemberRanking {
  std::vector<RankedMember> all;
  uint32_t unknown = 0;      // members whose profiles cannot be read
  std::string problem;       // the reason for the first of them
  bool has_changed = false;  // their sum differs from that of the aggregate

  // A histogram of the costs: `count` ranges of equal width from the least to the most, or one if all costs
  // are equal. There must be at least one member.
  [[nodiscard]] std::vector<uint32_t> Bins(size_t count) const;
  // The begin of a range of Bins().
  [[nodiscard]] uint64_t BinBegin(size_t bin, size_t bins) const;
};

// Ranks the members by their cost in a context. If the tree keeps the values of members: O(members), for self
// cost times the context's callees. Otherwise reads the members' own profiles: O(members * layers) for .cct
// files, which are not verified; profiles of other kinds are imported. Errors: kInvalidArgument (not an
// aggregate), kMalformed (kept values), kCancelled. The units of `job` are members.
[[nodiscard]] Result<MemberRanking> RankMembers(const Cct& tree, ContextId context, MetricIndex metric,
                                                CostKind kind, JobControl* job);

// The path of a member's profile; empty if that is not one file.
[[nodiscard]] std::string ProfileOf(const Execution& member);

}  // namespace ringscope
