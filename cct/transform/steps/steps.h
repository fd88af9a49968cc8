#pragma once

#include <cstdint>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/query/sets/context_set.h"
#include "cct/query/sets/function_index.h"
#include "cct/transform/time_range.h"
#include "cct/tree/cct.h"

namespace ringscope {

// What the steps of a pipeline make of a tree. Points (Cct::PointsOf) stay with contexts that stay ones of
// the same function, and are united by size where several become one; those of others are left out
// (CarryPoints).

// Some contexts are left out (placements.cpp). `matches` is a set of contexts of the tree; the synthetic
// root in it has no effect. In all of them equal siblings that come together become one, recursively, and
// marks stay with the contexts that have them. Each returns `tree` itself where nothing changes. O(n *
// metrics). Errors: kMalformed (a damaged file), kCancelled.

// Every outermost match becomes a callee of the synthetic root, with its whole subtree; all else goes with
// its cost. A match below another match stays where it is, and so counts once.
[[nodiscard]] Result<CctPtr> FocusContexts(const CctPtr& tree, const ContextSet& matches,
                                           JobControl* job = nullptr);

// Matches vanish. Their own cost and marks go to the nearest caller that is no match (or the synthetic root),
// and their callees are attached there. Totals are kept.
[[nodiscard]] Result<CctPtr> HideContexts(const CctPtr& tree, const ContextSet& matches,
                                          JobControl* job = nullptr);

// Matches go with their subtrees and all they cost.
[[nodiscard]] Result<CctPtr> DropContexts(const CctPtr& tree, const ContextSet& matches,
                                          JobControl* job = nullptr);

// Stacks through a match stay: the matches, what lies below them, and their callers, which lose their own
// cost as it was spent outside of any match.
[[nodiscard]] Result<CctPtr> KeepContexts(const CctPtr& tree, const ContextSet& matches,
                                          JobControl* job = nullptr);

enum class Recursion : uint8_t {
  kAny,     // through any callers in between
  kDirect,  // of a function that calls itself
};

// The tree without recursion (placements.cpp), by the rule of Moret et al.: from the top down, a context
// whose function occurs among its callers in the new tree joins the caller of that function, with its cost
// and its callees; equal siblings become one. So a;b;a;c gives a with the callees b and c. kDirect: only
// where that caller is the context's own.
//
// Functions are the same where name, module, file, line and column are (FunctionIndex): the compiled and the
// interpreted form of a method are one recursion. Siblings stay apart by kind, as in any tree. Totals and
// marks are kept.
//
// O(n * metrics). `functions` is that of the tree. Returns `tree` itself where there is no recursion. Errors:
// kMalformed (a damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> FoldRecursion(const CctPtr& tree, const FunctionIndex& functions,
                                           Recursion recursion, JobControl* job = nullptr);

// Frames become coarser (group.cpp). Totals and marks are kept. Frames of threads and processes are no
// functions and stay what they are. O(n * metrics + frames). Errors: kMalformed (a damaged file), kCancelled.

// Every frame is replaced by its group, and a context of its caller's group becomes one with it; equal
// siblings become one. `by` is kModule, kPackage, kClass, kFile or kKind. The new frames (kind user) are
// named after their group and carry the module and file that all frames of the group have in common; frames
// without one are the group "(unknown)", kind synthetic.
[[nodiscard]] Result<CctPtr> GroupContexts(const CctPtr& tree, const FunctionIndex& functions, GroupBy by,
                                           JobControl* job = nullptr);

// Contexts of one function become one, whatever lines of their caller they are called from (Frame::call_line).
// Returns `tree` itself where it tells no call sites.
[[nodiscard]] Result<CctPtr> MergeCallSites(const CctPtr& tree, JobControl* job = nullptr);

// A run of matches, caller after callee, of one module becomes one context, whose frame (kind user) is named
// after the module; matches without a module become "(unknown)", kind synthetic. Equal siblings become one.
// Returns `tree` itself where nothing matches.
[[nodiscard]] Result<CctPtr> CollapseModules(const CctPtr& tree, const ContextSet& matches,
                                             JobControl* job = nullptr);

// One layer: each function of the tree with its self cost. Frames that differ in kind alone are one function,
// shown as the first of them. What threads and processes cost themselves goes to their caller, mostly the
// synthetic root.
[[nodiscard]] Result<CctPtr> AggregateFunctions(const CctPtr& tree, const FunctionIndex& functions,
                                                JobControl* job = nullptr);

// Trees become smaller with the same totals (placements.cpp). Both return `tree` itself where nothing
// changes. O(n * metrics). Errors: kMalformed (a damaged file), kCancelled.

// Contexts whose inclusive value of `metric` is below `share_percent` of the total fold, with all below them,
// into one context "(rest)" (kind synthetic) a caller, which has their cost and marks.
[[nodiscard]] Result<CctPtr> PruneContexts(const CctPtr& tree, double share_percent, MetricIndex metric,
                                           JobControl* job = nullptr);

// Contexts beyond `depth` layers below the synthetic root fold into their caller on the last layer: their
// cost becomes its own, their marks too. 0 leaves the synthetic root alone.
[[nodiscard]] Result<CctPtr> LimitDepth(const CctPtr& tree, uint32_t depth, JobControl* job = nullptr);

// The tree of the samples in a range of time (choose_time.cpp): contexts have as their own cost what their
// samples in it measured, and those without any, in and below them, are left out. What is measured without
// times costs 0. Marks stay. The result has no times itself, and no points: they have no times.
//
// O(samples in the range * metrics + n * metrics), each metric on a thread of its own. Errors: kMalformed (a
// damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> ChooseTime(const CctPtr& tree, const TimeRange& range,
                                        JobControl* job = nullptr);

// The most contexts a tree of reversed stacks may get: about 1.5 GB with one metric.
inline constexpr uint64_t kMaxInvertedContexts = uint64_t{1} << 26;

// The tree read from the leaves (invert.cpp): every stack is turned round, callers outwards. The first ring
// is the frames with self cost in any metric, each with all of it; below a frame are its callers, each with
// the part of that cost that was spent when it called. The cost of a stack lies, as self cost, where the
// stack ends: at its outermost caller. Totals are kept, and what the synthetic root costs itself stays with
// it. Contexts without self cost are no stacks and leave no trace. A mark goes along with its context into
// every stack through it. The points of a function are with it in the first ring, where it is there.
//
// The new tree may be much larger than the old: up to the sum of the layers of all contexts with self cost.
// O(that sum). Errors: kLimit where it would have more than `max_contexts`, kMalformed (a damaged file),
// kCancelled.
[[nodiscard]] Result<CctPtr> InvertTree(const CctPtr& tree, uint64_t max_contexts = kMaxInvertedContexts,
                                        JobControl* job = nullptr);

// The tree with the frames of processes and threads in front of every stack, processes first, in the order in
// which they stand in it: the thread ring becomes the first ring(s). Where it is that already, `tree` itself
// is returned; that is so for all trees as they are imported, and not for inverted ones. Stacks are contexts
// with self cost, with a mark, with points or without callees; each keeps all of that, totals are kept.
//
// O(n * metrics + new contexts). Errors: kLimit where the tree would have more than `max_contexts`,
// kMalformed (a damaged file), kCancelled.
[[nodiscard]] Result<CctPtr> PutThreadsFirst(const CctPtr& tree, uint64_t max_contexts,
                                             JobControl* job = nullptr);

// Whether the first layers are threads or processes (frames of kind kThread or kProcess).
[[nodiscard]] bool HasThreadRing(const Cct& tree);

// The tree without its thread and process contexts: equal call paths of all threads become one, values are
// summed. Returns `tree` itself where there is no thread ring. O(n). Errors: kCancelled, kLimit.
[[nodiscard]] Result<CctPtr> MergeThreads(const CctPtr& tree, JobControl* job = nullptr);

}  // namespace ringscope
