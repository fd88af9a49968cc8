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
  MetricIndex cost_metric = 0;  // what decides between wrappers ...
  uint64_t cost_factor = 1;     // ... times this

  [[nodiscard]] FrameId KeyOf(ContextId context) const { return key[source.tree().columns().frame[context]]; }
  // In what its side costs. Modulo 2^64.
  [[nodiscard]] uint64_t CostOf(ContextId context) const {
    return source.tree().Inclusive(context, cost_metric) * cost_factor;
  }
};

// A context of an execution.
struct TreeMember {
  uint32_t tree = 0;
  ContextId context = 0;
};

// The keys by which a callee of some executions is reached below wrappers of others: those of further
// wrappers, then its own. The first wrapper is where the route begins.
struct WrapperRoute {
  std::array<FrameId, kMaxWrappers> key{};
  uint32_t length = 0;
  [[nodiscard]] FrameId target() const { return key[length - 1]; }
};

// A callee that some executions lack.
struct LoneCallee {
  FrameId key = 0;
  std::span<const uint64_t> trees;  // bits of those that have it here, or pass through it
  uint64_t cost = 0;                // in what sides cost
  std::vector<TreeMember> members;  // without those that pass through it
};

// A lone callee that is to be found below another one.
struct WrappedCallee {
  size_t callee = 0;   // indices of lone callees
  size_t wrapper = 0;  // of other executions
  WrapperRoute route;
};

// Finds the wrappers among callees of one caller: of two that no execution has both, that below which the
// other one's key is found. `rank` orders keys by their names. Keeps its memory from caller to caller; each
// context is looked at for one caller at most.
class WrapperSearch {
 public:
  WrapperSearch(const std::vector<ComparedTree>& trees, const std::vector<uint32_t>& rank)
      : trees_(trees), rank_(rank), lone_of_key_(rank.size(), 0) {}

  // Each of `lone` has another key. The result names no callee twice, and no wrapper that is wrapped itself.
  [[nodiscard]] std::vector<WrappedCallee> Find(std::span<const LoneCallee> lone);

 private:
  // A key of other executions that was found below a wrapper.
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
  std::vector<uint32_t> lone_of_key_;  // index + 1; 0 = no lone callee has the key
  std::vector<Hit> hits_;
  struct Place {
    TreeMember member;
    WrapperRoute route;
  };
  std::vector<Place> stack_;
};

// The contexts of a comparison in level order, with the columns that are added up, and their kinds.
struct MatchedContexts {
  LevelOrderColumns tree;
  std::vector<ContextKind> kinds;
};

// Goes through all executions layer by layer: a context of the comparison knows the contexts that it is made
// of, and those of the other side that pass through it on their way to their place below. So nothing is
// searched for but wrappers, and lists exist for two layers at a time. `frames` are those of keys. `targets`:
// by tree, into `column_count` columns, of which the first has the order of siblings: that of the trees of
// the side before. `points`: of the trees in their order. All trees of one side are one series, whose kinds
// say nothing. Errors: kLimit, kCancelled.
[[nodiscard]] Result<MatchedContexts> MatchLayers(const std::vector<ComparedTree>& trees,
                                                  std::span<const std::vector<ColumnTarget>> targets,
                                                  size_t column_count, OwnedFrames frames, PointUnion points,
                                                  Matching matching, const BuildLimits& limits,
                                                  JobControl* job);

}  // namespace ringscope
