#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cct/base/result.h"
#include "cct/merge/merge_source.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/execution.h"

namespace ringscope {

// The members of the merged trees. Without members the result has no statistics.
struct MemberPlan {
  std::string over;  // MemberColumns::over
  bool absent_is_zero = true;
  std::vector<MemberQuantile> quantiles;  // only if every tree is that of one member
  bool keeps_values = false;              // MemberColumns::values; the same condition
  std::vector<Execution> members;         // of the result
  // By tree, then by its own members (one of a plain tree, otherwise those of MemberColumns): the index in
  // `members`. Indices rise within a tree, and so do the first indices of the trees.
  std::vector<std::vector<uint32_t>> places;
};

// Computes the statistics of members while contexts are merged, in the order of the result. The result does
// not depend on grouping: least and most values are those of groups, and sums of squares are exact integers.
class MemberUnion {
 public:
  // Borrows from `sources`. O(contexts) of trees that have statistics. Errors: kMalformed (a member that does
  // not exist).
  [[nodiscard]] static Result<MemberUnion> Open(const std::vector<MergeSource>& sources, MemberPlan plan,
                                                size_t metric_count);

  [[nodiscard]] bool keeps_any() const { return !plan_.members.empty(); }
  // Adds a source context of the next context of the result. Trees must come in their order.
  void Add(uint32_t tree, ContextId context);
  // Ends the next context of the result. O(its source contexts).
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
  // Moves on to the members of `tree`; trees passed over do not have the context.
  void PassAbsent(uint32_t tree);
  void EndMember();
  void AddStatistics(uint32_t tree, ContextId context);
  void Take(size_t statistic, const Sum& sum);
  // Computes the quantiles of a statistic for the next context.
  void EndQuantiles(size_t statistic);

  const std::vector<MergeSource>* sources_;
  MemberPlan plan_;
  size_t metric_count_;
  std::vector<uint32_t> first_place_;  // by tree
  OwnedMembers made_;
  // Of the next context:
  bool has_sums_ = false;   // of at least one member
  uint32_t next_tree_ = 0;  // the first tree not yet added or passed over
  uint32_t count_ = 0;
  uint32_t first_ = 0xffffffffu;  // the first member that has it
  std::vector<Sum> sums_;         // by statistic
  std::vector<std::vector<uint64_t>>
      values_;  // by statistic, of the members that have it, if quantiles or values are kept
  std::vector<uint32_t> having_;            // the members that have it, if values are kept
  std::vector<MemberValuePacker> packers_;  // by metric, if values are kept
  std::vector<uint64_t> cost_;              // by statistic, of the current member
  bool has_member_ = false;                 // `cost_` is that of a member
  Fault fault_ = Fault::kNone;
  uint32_t fault_metric_ = 0;
};

}  // namespace ringscope
