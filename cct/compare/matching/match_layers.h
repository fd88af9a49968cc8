#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/compare/columns/common_metrics.h"
#include "cct/compare/tree_comparison.h"
#include "cct/merge/merge_layers.h"
#include "cct/tree/building/level_order.h"

namespace ringscope {

// An execution as the matcher reads it.
struct ComparedTree {
  MergeSource source;           // checked: loops over it need no clamping
  std::vector<FrameId> key;     // by frame of the tree
  size_t side = 0;              // index of its side
  MetricIndex cost_metric = 0;  // decides between wrappers, times cost_factor
  uint64_t cost_factor = 1;     // brings the metric to the unit of the side's column

  [[nodiscard]] FrameId KeyOf(ContextId context) const { return key[source.tree().columns().frame[context]]; }
  // Inclusive cost in the unit of the side's column, modulo 2^64.
  [[nodiscard]] uint64_t CostOf(ContextId context) const {
    return source.tree().Inclusive(context, cost_metric) * cost_factor;
  }
};

// A context of an execution.
struct TreeMember {
  uint32_t tree = 0;
  ContextId context = 0;
};

// The keys on the way from a wrapper down to a callee: those of further wrappers, then the callee's own. The
// first wrapper itself is not among them.
struct WrapperRoute {
  std::array<FrameId, kMaxWrappers> key{};
  uint32_t length = 0;
  [[nodiscard]] FrameId target() const { return key[length - 1]; }
};

// A callee that some executions lack.
struct LoneCallee {
  FrameId key = 0;
  std::span<const uint64_t> trees;  // bit set of the executions that have it here, or pass through it
  uint64_t cost = 0;                // of both sides, in the unit of their columns
  std::vector<TreeMember> members;  // without contexts that pass through it
};

// A lone callee that belongs below another one.
struct WrappedCallee {
  size_t callee = 0;   // indices of lone callees
  size_t wrapper = 0;  // one that only other executions have
  WrapperRoute route;
};

// Finds the wrappers among callees of one caller: if no execution has both of two callees, and the key of one
// is found below the other, the latter is a wrapper. `rank` orders keys by name. Reuses its memory.
class WrapperSearch {
 public:
  WrapperSearch(const std::vector<ComparedTree>& trees, const std::vector<uint32_t>& rank)
      : trees_(trees), rank_(rank), lone_of_key_(rank.size(), 0) {}

  // The keys of `lone` differ. No callee is twice in the result, and no wrapper in it is wrapped itself.
  [[nodiscard]] std::vector<WrappedCallee> Find(std::span<const LoneCallee> lone);

 private:
  // A place below a wrapper that has the key of a callee of other executions.
  struct Hit {
    uint32_t wrapper;
    uint32_t callee;
    WrapperRoute route;
    uint64_t cost;
  };
  void FindBelow(std::span<const LoneCallee> lone, uint32_t wrapper);
  void AddUpHits(std::span<const LoneCallee> lone);
  [[nodiscard]] bool ComesBefore(std::span<const LoneCallee> lone, const Hit& a, const Hit& b) const;

  const std::vector<ComparedTree>& trees_;
  const std::vector<uint32_t>& rank_;
  std::vector<uint32_t> lone_of_key_;  // by key: index of the lone callee + 1; 0 = none has the key
  std::vector<Hit> hits_;
  struct Place {
    TreeMember member;
    WrapperRoute route;
  };
  std::vector<Place> stack_;
};

// The contexts of a comparison in level order, with the columns of the targets, and their kinds.
struct MatchedContexts {
  LevelOrderColumns tree;
  std::vector<ContextKind> kinds;
};

// Goes through all executions layer by layer. A context of the comparison has a list of the contexts that it
// is made of, and of those that pass through it on their way to their place below wrappers. So only wrappers
// are searched for, and lists exist for two layers at a time. `frames`: by key. `targets`: by tree, into
// `column_count` columns; siblings are ordered by the first one, which is of the side before. `points`: of
// the trees in their order. `kinds` mean nothing if all trees are of one side. Errors: kLimit, kCancelled.
[[nodiscard]] Result<MatchedContexts> MatchLayers(const std::vector<ComparedTree>& trees,
                                                  std::span<const std::vector<ColumnTarget>> targets,
                                                  size_t column_count, OwnedFrames frames, PointUnion points,
                                                  Matching matching, const BuildLimits& limits,
                                                  JobControl* job);

}  // namespace ringscope
