#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/building/level_order.h"
#include "cct/tree/building/member_value_packer.h"
#include "cct/tree/cct.h"
#include "cct/tree/execution.h"

namespace ringscope {

// Of a metric of a tree: no metric of the result is made of it.
inline constexpr MetricIndex kLeftOutMetric = 0xffffffffu;

// Where a metric of the result comes from in one tree.
struct MetricSource {
  MetricIndex metric;   // of the tree
  uint64_t factor = 1;  // to the result's scale
};

// One of the trees that are merged, checked so that loops over it need no clamping and no sum of its values
// goes beyond its totals: the children of i are [first_child[i], first_child[i + 1]), they tile the contexts
// behind the root, every frame is in the table, and no children cost more than their caller.
class MergeSource {
 public:
  // Borrows from `tree`. One pass over its columns. Adds its frames to `frames`. `target` and `factor`: by
  // metric of the tree, that of the result (no two the same, or kLeftOutMetric), and what brings values to
  // its scale. Errors: kMalformed (a damaged file), kLimit (of names), kCancelled.
  [[nodiscard]] static Result<MergeSource> Open(const Cct& tree, std::span<const MetricIndex> target,
                                                std::span<const uint64_t> factor, size_t result_metric_count,
                                                FrameInterner& frames, const JobControl* job);

  [[nodiscard]] const Cct& tree() const { return *tree_; }
  // Not clamped.
  [[nodiscard]] ContextRange ChildrenOf(ContextId context) const {
    const auto& first_child = tree_->columns().first_child;
    return {first_child[context], first_child[uint64_t{context} + 1]};
  }
  [[nodiscard]] FrameId FrameOf(ContextId context) const {
    return frame_map_[tree_->columns().frame[context]];
  }
  [[nodiscard]] std::span<const FrameId> frame_map() const { return frame_map_; }

  // By metric of the result; nothing where this tree has no such metric.
  [[nodiscard]] const std::optional<MetricSource>& SourceOf(size_t result_metric) const {
    return sources_[result_metric];
  }
  // In the result's scale, modulo 2^64.
  [[nodiscard]] uint64_t Inclusive(ContextId context, size_t result_metric) const {
    const std::optional<MetricSource>& source = sources_[result_metric];
    return source ? tree_->Inclusive(context, source->metric) * source->factor : 0;
  }

 private:
  MergeSource(const Cct& tree, std::vector<FrameId> frame_map)
      : tree_(&tree), frame_map_(std::move(frame_map)) {}

  const Cct* tree_;
  std::vector<FrameId> frame_map_;
  std::vector<std::optional<MetricSource>> sources_;
};

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
