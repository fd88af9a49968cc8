#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/function_index.h"
#include "cct/transform/time_range.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The transforms of the steps of a pipeline. Points (Cct::PointsOf) stay with contexts that stay in the same
// function, and are joined by size if several contexts become one; other points are dropped (CarryPoints).

// Transforms that leave out contexts (placements.cpp). `matches` is a set of contexts of the tree; the
// synthetic root in it has no effect. Equal siblings that come together become one, recursively, and marks
// stay with their contexts. Each returns `tree` itself if nothing changes, except FocusContexts() and
// KeepContexts(). O(n * metrics). Errors: kMalformed (a damaged file), kCancelled.

// Every outermost match becomes a callee of the synthetic root, with its whole subtree; all other contexts
// are dropped with their cost. A match below another match stays where it is, so it counts once.
[[nodiscard]] Result<CctPtr> FocusContexts(const CctPtr& tree, const ContextSet& matches,
                                           JobControl* job = nullptr);

// Removes the matches. Their self cost, marks and callees go to the nearest caller that is no match (or the
// synthetic root). Totals are kept.
[[nodiscard]] Result<CctPtr> HideContexts(const CctPtr& tree, const ContextSet& matches,
                                          JobControl* job = nullptr);

// Drops the matches with their subtrees and all their cost.
[[nodiscard]] Result<CctPtr> DropContexts(const CctPtr& tree, const ContextSet& matches,
                                          JobControl* job = nullptr);

// Keeps stacks through a match: the matches, all contexts below them, and their callers, which lose their
// self cost, as it was spent outside any match.
[[nodiscard]] Result<CctPtr> KeepContexts(const CctPtr& tree, const ContextSet& matches,
                                          JobControl* job = nullptr);

enum class Recursion : uint8_t {
  kAny,     // any callers may be in between
  kDirect,  // only of a function that calls itself
};

// Removes recursion (placements.cpp), by the rule of Moret et al.: from the top down, a context whose
// function occurs among its callers in the new tree joins the caller of that function, with its cost and its
// callees; equal siblings become one. So a;b;a;c gives a with the callees b and c. kDirect: only if that
// caller is the immediate one.
//
// Functions are equal if name, module, file, line and column are (FunctionIndex), so the compiled and the
// interpreted form of a method are one recursion. Siblings stay apart by kind, as in any tree. Totals and
// marks are kept. `functions` is that of the tree. Returns `tree` itself if there is no recursion. O(n *
// metrics). Errors: kMalformed (a damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> FoldRecursion(const CctPtr& tree, const FunctionIndex& functions,
                                           Recursion recursion, JobControl* job = nullptr);

// Transforms that make frames coarser (group.cpp). Totals and marks are kept. Frames of threads and processes
// are no functions and do not change. O(n * metrics + frames). Errors: kMalformed (a damaged file),
// kCancelled.

// Replaces every frame by its group. A context joins its caller if both are of one group; equal siblings
// become one. `by` is kModule, kPackage, kClass, kFile or kKind. The new frames (kind user) have the name of
// their group, and the module and file that all frames of the group have in common. Frames without a group
// become "(unknown)", kind synthetic.
[[nodiscard]] Result<CctPtr> GroupContexts(const CctPtr& tree, const FunctionIndex& functions, GroupBy by,
                                           JobControl* job = nullptr);

// Contexts of one function become one, even if they are called from different lines of their caller
// (Frame::call_line). Returns `tree` itself if it does not tell call sites.
[[nodiscard]] Result<CctPtr> MergeCallSites(const CctPtr& tree, JobControl* job = nullptr);

// A chain of matches that call each other in one module becomes one context, whose frame (kind user) has the
// name of the module; matches without a module become "(unknown)", kind synthetic. Equal siblings become one.
// Returns `tree` itself if nothing matches.
[[nodiscard]] Result<CctPtr> CollapseModules(const CctPtr& tree, const ContextSet& matches,
                                             JobControl* job = nullptr);

// Makes a tree of one layer: each function with its self cost. Frames that differ in kind alone are one
// function, with the first of these frames. The self cost of threads and processes goes to their caller,
// mostly the synthetic root.
[[nodiscard]] Result<CctPtr> AggregateFunctions(const CctPtr& tree, const FunctionIndex& functions,
                                                JobControl* job = nullptr);

// Transforms that make trees smaller and keep totals (placements.cpp). Both return `tree` itself if nothing
// changes. O(n * metrics). Errors: kMalformed (a damaged file), kCancelled.

// Folds the subtrees of contexts whose inclusive value of `metric` is below `share_percent` of the total into
// one context "(rest)" (kind synthetic) a caller, which gets their cost and marks.
[[nodiscard]] Result<CctPtr> PruneContexts(const CctPtr& tree, double share_percent, MetricIndex metric,
                                           JobControl* job = nullptr);

// Folds contexts beyond `depth` layers below the synthetic root into their caller on the last layer: their
// cost becomes its self cost, and it gets their marks. With 0 only the synthetic root is left.
[[nodiscard]] Result<CctPtr> LimitDepth(const CctPtr& tree, uint32_t depth, JobControl* job = nullptr);

// Makes the tree of the samples in a range of time (choose_time.cpp): the self cost of a context is the sum
// of its samples in the range; contexts without samples in and below them are dropped. Metrics without times
// are 0. Marks stay. The result has no times, and no points, as these have no times.
//
// O(samples in the range * metrics + n * metrics), one task for each metric. Errors: kMalformed (a damaged
// file), kCancelled.
[[nodiscard]] Result<CctPtr> ChooseTime(const CctPtr& tree, const TimeRange& range,
                                        JobControl* job = nullptr);

// The largest number of contexts of an inverted tree: about 1.5 GB with one metric.
inline constexpr uint64_t kMaxInvertedContexts = uint64_t{1} << 26;

// Inverts the tree (invert.cpp): reverses every stack, so that callers are outwards. The first ring has the
// frames with self cost in any metric, each with all of its self cost; below a frame are its callers, each
// with the part of that cost that was spent in its calls. The cost of a stack is the self cost of its last
// context, the outermost caller. Totals are kept, and the self cost of the synthetic root stays there.
// Contexts without self cost are no stacks of their own. A mark goes with its context into every stack
// through it. The points of a function go to its context in the first ring, if there is one.
//
// The new tree may be much larger than the old: up to the sum of the layers of all contexts with self cost.
// O(that sum). Errors: kLimit if it would have more than `max_contexts`, kMalformed (a damaged file),
// kCancelled.
[[nodiscard]] Result<CctPtr> InvertTree(const CctPtr& tree, uint64_t max_contexts = kMaxInvertedContexts,
                                        JobControl* job = nullptr);

// Moves the frames of processes and threads to the front of every stack, processes first, in their order: the
// thread ring becomes the first ring(s). Returns `tree` itself if it already is, as in all imported trees,
// but not in inverted ones. Stacks are contexts with self cost, with a mark, with points or without callees;
// each keeps all of these. Totals are kept.
//
// O(n * metrics + new contexts). Errors: kLimit if the tree would have more than `max_contexts`, kMalformed
// (a damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> PutThreadsFirst(const CctPtr& tree, uint64_t max_contexts,
                                             JobControl* job = nullptr);

// Whether the first ring contains threads or processes (frames of kind kThread or kProcess).
[[nodiscard]] bool HasThreadRing(const Cct& tree);

// Removes thread and process contexts: equal call paths of all threads become one, and values are added up.
// Returns `tree` itself if there is no thread ring. O(n). Errors: kCancelled, kLimit.
[[nodiscard]] Result<CctPtr> MergeThreads(const CctPtr& tree, JobControl* job = nullptr);

}  // namespace ringscope
