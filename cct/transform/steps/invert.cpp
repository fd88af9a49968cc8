#include "cct/transform/steps/steps.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cct/transform/engine/rewrite.h"
#include "cct/tree/building/level_writer.h"

namespace ringscope {
namespace {

// The stacks that end at contexts with self cost, as columns.
struct Stacks {
  std::vector<ContextId> position;           // the context of each stack that was read last
  std::vector<uint32_t> left;                // number of contexts of each stack that are still to be read
  std::vector<std::vector<uint64_t>> value;  // self values, per metric
  uint64_t layer_sum = 0;                    // sum of the lengths of all stacks
};

Result<Stacks> FindStacks(const FlatTree& tree, JobControl* job) {
  Stacks stacks;
  const size_t metric_count = tree.running.size();
  stacks.value.resize(metric_count);
  uint64_t all_bits = 0;
  uint64_t layer = 1;
  ContextId layer_end = tree.first_child[1];
  for (ContextId context = 1; context < tree.n; ++context) {
    if (context % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    if (context == layer_end) {
      ++layer;
      layer_end = tree.first_child[layer_end];
    }
    uint64_t any = 0;
    for (MetricIndex metric = 0; metric < metric_count; ++metric) any |= tree.Self(context, metric);
    if (any == 0) continue;
    all_bits |= any;
    stacks.position.push_back(context);
    stacks.left.push_back(static_cast<uint32_t>(layer));
    for (MetricIndex metric = 0; metric < metric_count; ++metric)
      stacks.value[metric].push_back(tree.Self(context, metric));
    stacks.layer_sum += layer;
  }
  if (all_bits >= kTotalLimit) return DamagedValues();
  return stacks;
}

std::vector<ContextId> FindCallers(const FlatTree& tree) {
  std::vector<ContextId> caller_of(tree.n, kRootContext);
  for (ContextId caller = 0; caller < tree.n; ++caller) {
    std::fill(caller_of.begin() + tree.first_child[caller],
              caller_of.begin() + tree.first_child[uint64_t{caller} + 1], caller);
  }
  return caller_of;
}

tl::unexpected<Error> TooManyContexts(uint64_t max_contexts) {
  return Fail(ErrorCode::kLimit,
              "callers first, this tree has more than {} contexts; prune or focus it before", max_contexts);
}

}  // namespace

Result<CctPtr> InvertTree(const CctPtr& tree, uint64_t max_contexts, JobControl* job) {
  if (tree->context_count() == 1) return tree;
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  NewFrames new_frames(tree->frames());
  RINGSCOPE_ASSIGN(Stacks stacks, FindStacks(flat, job));
  const std::vector<ContextId> caller_of = FindCallers(flat);
  const uint32_t metric_count = tree->metric_count();
  const auto frame_of = [&](ContextId context) {
    return new_frames.map[new_frames.EntryOf(flat.frame[context])];
  };
  OwnedFrames frames = std::move(new_frames.table).Take();
  std::vector<ContextId> ring_place(frames.name.size(),
                                    kNoContext);  // by frame: its context in the first ring

  SiblingGroups<uint32_t> siblings(frames);
  LevelWriter writer(metric_count, 1 + std::min(stacks.layer_sum, max_contexts), flat.has_flags);
  // The stacks through each context of the layer being written: [begin[k], begin[k + 1]) of `stack`.
  struct Layer {
    std::vector<uint32_t> stack;
    std::vector<uint32_t> begin;
  };
  Layer layer;
  Layer next;
  for (uint32_t stack = 0; stack < stacks.position.size(); ++stack) layer.stack.push_back(stack);
  layer.begin = {0, static_cast<uint32_t>(layer.stack.size())};
  std::vector<uint64_t> values(metric_count);  // of the context being written
  for (MetricIndex metric = 0; metric < metric_count; ++metric) {
    values[metric] = flat.Self(kRootContext, metric);
    for (const uint64_t value : stacks.value[metric]) values[metric] += value;
  }
  writer.Append(0, flat.has_flags ? flat.flags[kRootContext] : ContextFlags{0}, values);
  BeginUnits(job, stacks.layer_sum);
  uint64_t steps_done = 0;
  uint64_t steps_until_poll = kContextsBetweenPolls;
  while (layer.begin.size() > 1) {
    writer.BeginLayer();
    // Each context of the layer will have at least as many contexts below it as its longest stack has left,
    // so a tree that is too large is noticed long before it is written.
    uint64_t still_to_come = 0;
    const bool is_root_layer = writer.is_root_layer();
    next.stack.clear();
    next.begin.clear();
    for (size_t k = 0; k + 1 < layer.begin.size(); ++k) {
      siblings.Clear();
      for (uint32_t s = layer.begin[k]; s < layer.begin[k + 1]; ++s) {
        const uint32_t stack = layer.stack[s];
        ContextId at = stacks.position[stack];
        if (!is_root_layer) {
          at = caller_of[at];
          if (at == kRootContext) continue;
          stacks.position[stack] = at;
        }
        siblings.Add(stack, frame_of(at), stacks.value[0][stack]);
      }
      writer.BeginCallees();
      siblings.Sort();
      // The root is not counted.
      if (writer.count() - 1 + siblings.groups().size() + still_to_come > max_contexts)
        return TooManyContexts(max_contexts);
      for (const auto& group : siblings.groups()) {
        const auto members = siblings.MembersOf(group);
        values[0] = group.value;
        for (MetricIndex metric = 1; metric < metric_count; ++metric) {
          values[metric] = 0;
          for (const uint32_t stack : members) values[metric] += stacks.value[metric][stack];
        }
        ContextFlags flags = 0;
        uint32_t longest = 0;
        for (const uint32_t stack : members) {
          if (flat.has_flags) flags |= flat.flags[stacks.position[stack]];
          longest = std::max(longest, --stacks.left[stack]);
        }
        if (is_root_layer) ring_place[group.frame] = static_cast<ContextId>(writer.count());
        writer.Append(group.frame, flags, values);
        still_to_come += longest;
        next.begin.push_back(static_cast<uint32_t>(next.stack.size()));
        next.stack.insert(next.stack.end(), members.begin(), members.end());
      }
      const uint64_t steps = 1 + layer.begin[k + 1] - layer.begin[k];
      steps_done += steps - 1;
      if (steps < steps_until_poll) {
        steps_until_poll -= steps;
      } else {
        steps_until_poll = kContextsBetweenPolls;
        writer.CountUsed();
        if (job != nullptr) job->done_units = std::min(steps_done, stacks.layer_sum);
        if (IsCancelled(job)) return Cancelled();
      }
    }
    next.begin.push_back(static_cast<uint32_t>(next.stack.size()));
    std::swap(layer, next);
  }
  if (IsCancelled(job)) return Cancelled();
  const CctPtr inverted = AssembleLevelOrder(
      std::move(writer).Finish(std::move(frames), {tree->metrics().begin(), tree->metrics().end()}),
      tree->report());
  if (tree->point_count() == 0 && tree->types().empty()) return inverted;
  // Points and types of a function go to its context in the first ring; they are dropped if it has none.
  std::vector<ContextId> places(flat.n, kRootContext);
  for (ContextId context = 1; context < flat.n; ++context) places[context] = ring_place[frame_of(context)];
  return CarryPoints(*tree, inverted, places, job);
}

}  // namespace ringscope
