#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/query/sets/context_set.h"
#include "cct/tree/cct.h"

namespace ringscope::test {

// Transforms done the slow and obvious way: take every context's stack as a list, change the list, and build
// a tree of the new lists.

// A stack of old contexts, outermost first, the last one being where the cost lies.
using Stack = std::vector<ContextId>;
// What becomes of one context's stack.
struct NewStack {
  std::vector<Frame> frames;  // borrow from the old tree or from literals
  bool goes = false;          // with its cost and mark, and without a trace
  bool is_hollow = false;     // its cost goes
};

// The tree in which every context's stack is what `change` makes of it. Metrics and report are the tree's.
CctPtr TreeOfStacks(const Cct& tree, const std::function<NewStack(const Stack&)>& change);

std::vector<Frame> FramesOf(const Cct& tree, const Stack& stack);
// As functions are compared: all fields but the kind.
bool IsSameFunction(Frame a, Frame b);
bool IsThread(const Frame& frame);

CctPtr FoldRecursionSlowly(const Cct& tree, bool direct_only);
CctPtr FocusSlowly(const Cct& tree, const ContextSet& matches);
CctPtr HideSlowly(const Cct& tree, const ContextSet& matches);
CctPtr DropSlowly(const Cct& tree, const ContextSet& matches);
CctPtr KeepSlowly(const Cct& tree, const ContextSet& matches);
CctPtr CollapseSlowly(const Cct& tree, const ContextSet& matches);
// `group_of` gives the frame that stands for a frame's group.
CctPtr GroupSlowly(const Cct& tree, const std::function<Frame(const Frame&)>& group_of);
CctPtr InvertSlowly(const Cct& tree);
CctPtr MethodsSlowly(const Cct& tree);
CctPtr MergeThreadsSlowly(const Cct& tree);
CctPtr ThreadsFirstSlowly(const Cct& tree);
CctPtr PruneSlowly(const Cct& tree, double percent, MetricIndex metric);
CctPtr LimitDepthSlowly(const Cct& tree, uint32_t depth);

// A random profile: several metrics, recursion of both sorts, functions that differ in one field only, marks,
// and (for some seeds) rings of threads and processes, or threads in odd places.
CctPtr RandomProfile(uint64_t seed);
ContextSet RandomMatches(const Cct& tree, uint64_t seed);

// Everything about a tree that two equal trees have in common, as text: the canonical dump and the order of
// contexts and frames.
std::string FullDump(const Cct& tree);

}  // namespace ringscope::test
