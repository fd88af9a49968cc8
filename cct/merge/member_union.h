#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cct/base/result.h"
#include "cct/merge/merge_source.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/execution.h"

namespace ringscope {

// Whose trees are merged. Without members the result has no statistics.
struct MemberPlan {
  std::string over;  // MemberColumns::over
  bool absent_is_zero = true;
  std::vector<MemberQuantile> quantiles;  // of plain trees alone, one a member
  bool keeps_values = false;              // MemberColumns::values, likewise of plain trees
  std::vector<Execution> members;         // of the result
  // By tree, and by the members that it is of (one of a plain tree, those of MemberColumns otherwise): which
  // of `members`. Rising in each tree, and so do the first ones from tree to tree.
  std::vector<std::vector<uint32_t>> places;
};

// Statistics of the members of trees while their contexts are put together, in the order of the result. What
// comes out is the same for any grouping: the least and the most of groups are among the groups', and sums of
// squares are whole.
class MemberUnion {
 public:
  // Borrows from `sources`. O(contexts) of trees that have statistics themselves. Errors: kMalformed (a
  // member that there is not).
  [[nodiscard]] static Result<MemberUnion> Open(const std::vector<MergeSource>& sources, MemberPlan plan,
                                                size_t metric_count);

  [[nodiscard]] bool keeps_any() const { return !plan_.members.empty(); }
  // A context that the next one of the result is made of. Trees come in their order.
  void Add(uint32_t tree, ContextId context);
  // Ends the next context of the result. O(trees that it is made of).
  void EndContext();
  // Errors: kOverflow (the squares of a context's costs add up to 2^128), kMalformed (a tree with statistics
  // has one context twice).
  [[nodiscard]] Result<void> status() const;
  void MoveInto(LevelOrderColumns& tree) &&;

 private:
  __extension__ using Wide = unsigned __int128;
  struct Sum {
    uint64_t least = 0, most = 0;
    uint32_t least_member = 0, most_member = 0;
    Wide squares = 0;
  };
  enum class Fault : uint8_t { kNone, kOverflow, kTwice };

  MemberUnion(const std::vector<MergeSource>& sources, MemberPlan plan, size_t metric_count);
  // The next members are of `tree`: none of those before it has the context.
  void PassAbsent(uint32_t tree);
  void EndMember();
  void AddStatistics(uint32_t tree, ContextId context);
  void Take(size_t statistic, const Sum& sum);
  // Quantiles of a statistic, as the next context's.
  void EndQuantiles(size_t statistic);

  const std::vector<MergeSource>* sources_;
  MemberPlan plan_;
  size_t metric_count_;
  std::vector<uint32_t> first_place_;  // by tree
  OwnedMembers made_;
  // Of the next context:
  bool has_any_ = false;    // of `sums_`
  uint32_t next_tree_ = 0;  // behind those that it is made of so far
  uint32_t count_ = 0;
  uint32_t first_ = 0xffffffffu;  // of the members that have it
  std::vector<Sum> sums_;         // by statistic
  std::vector<std::vector<uint64_t>>
      values_;  // likewise, of the members that have it, where quantiles or values are asked for
  std::vector<uint32_t> having_;            // these members
  std::vector<MemberValuePacker> packers_;  // by metric, where values are kept
  std::vector<uint64_t> cost_;              // by statistic, of the member that is added to
  bool is_open_ = false;                    // there is one
  Fault fault_ = Fault::kNone;
  uint32_t fault_metric_ = 0;
};

}  // namespace ringscope
