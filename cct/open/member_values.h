#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/open/open_profile.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What a member costs in a context.
struct RankedMember {
  uint32_t member = 0;  // which of MemberColumns::members
  uint64_t value = 0;   // stored, at the scale of the aggregate's metric
  bool has_context = false;
};

// The members that count in a context, those that cost most first.
struct MemberRanking {
  std::vector<RankedMember> all;
  uint32_t unknown = 0;      // members whose profiles cannot be read
  std::string problem;       // why the first of them cannot
  bool has_changed = false;  // their sum is another one than that of the aggregate

  // How many cost how much: `count` ranges of equal width from the least to the most, one where all cost the
  // same. There is at least one member.
  [[nodiscard]] std::vector<uint32_t> Bins(size_t count) const;
  // Where a range of Bins() begins.
  [[nodiscard]] uint64_t BinBegin(size_t bin, size_t bins) const;
};

// Of a tree that keeps the values of members O(members), for self cost times the context's callees. Otherwise
// read from the members' own profiles: O(members * layers) for .cct files, which are not checked as a whole;
// profiles of other kinds are imported. Errors: kInvalidArgument (not an aggregate), kMalformed (kept
// values), kCancelled. Units of the
// job are members.
[[nodiscard]] Result<MemberRanking> RankMembers(const Cct& tree, ContextId context, MetricIndex metric,
                                                CostKind kind, JobControl* job);

// The profile of a member; empty: not one file.
[[nodiscard]] std::string ProfileOf(const Execution& member);

}  // namespace ringscope
