#include <algorithm>
#include <vector>

#include "cct/transform/engine/new_contexts.h"
#include "cct/transform/engine/rewrite.h"

namespace ringscope {
namespace {

class Grafter {
 public:
  Grafter(NewContexts& contexts, uint32_t frame_count, NewLayers& layers)
      : out_(contexts), contexts_(contexts.contexts.data()), layers_(layers), callee_of_(frame_count) {}

  [[nodiscard]] Result<void> Graft(uint32_t root, uint32_t other, JobControl* job) {
    Add(other, root, 0);
    std::vector<Pair>& todo = todo_;
    uint32_t until_poll = kContextsBetweenPolls;
    while (!todo.empty()) {
      if (--until_poll == 0) {
        until_poll = kContextsBetweenPolls;
        if (IsCancelled(job)) return Cancelled();
      }
      const Pair pair = todo.back();
      todo.pop_back();
      // What is compared next.
      if (!todo.empty()) {
        __builtin_prefetch(contexts_ + contexts_[todo.back().to].first_callee);
        __builtin_prefetch(contexts_ + contexts_[todo.back().from].first_callee);
      }
      GraftCallees(pair);
    }
    return {};
  }

 private:
  struct Pair {
    uint32_t to;
    uint32_t from;
    uint32_t layer;
  };
  struct Callee {
    uint32_t caller = kNoNewContext;
    uint32_t callee = 0;
  };

  void Add(uint32_t from, uint32_t to, uint32_t layer) {
    contexts_[to].value += contexts_[from].value;
    for (LargeArray<uint64_t>& values : out_.more_values) values[to] += values[from];
    if (!out_.flags.empty()) out_.flags[to] |= out_.flags[from];
    --layers_.count[layer];
    if (contexts_[from].first_callee == kNoNewContext) return;
    if (contexts_[to].first_callee == kNoNewContext) {
      contexts_[to].first_callee = contexts_[from].first_callee;
    } else {
      todo_.push_back({to, from, layer});
    }
  }

  void GraftCallees(Pair pair) {
    uint32_t first = contexts_[pair.to].first_callee;
    for (uint32_t callee = first; callee != kNoNewContext; callee = contexts_[callee].next_sibling)
      callee_of_[contexts_[callee].frame] = {pair.to, callee};
    for (uint32_t callee = contexts_[pair.from].first_callee; callee != kNoNewContext;) {
      NewContext& it = contexts_[callee];
      const uint32_t next = it.next_sibling;
      const Callee& same = callee_of_[it.frame];
      if (same.caller == pair.to) {
        Add(callee, same.callee, pair.layer + 1);
      } else {
        it.next_sibling = first;
        first = callee;
      }
      callee = next;
    }
    contexts_[pair.to].first_callee = first;
  }

  NewContexts& out_;
  NewContext* const contexts_;
  NewLayers& layers_;
  std::vector<Callee> callee_of_;  // by frame, of the context that was looked at last
  std::vector<Pair> todo_;
};

void AddLayers(NewLayers& layers, const NewLayers& other) {
  const size_t count = std::max(layers.count.size(), other.count.size());
  layers.count.resize(count, 0);
  for (size_t layer = 0; layer < other.count.size(); ++layer) layers.count[layer] += other.count[layer];
  for (size_t metric = 0; metric < layers.value.size(); ++metric) {
    layers.value[metric].resize(count, 0);
    for (size_t layer = 0; layer < other.count.size(); ++layer)
      layers.value[metric][layer] += other.value[metric][layer];
  }
}

}  // namespace

Result<void> Graft(NewContexts& contexts, uint32_t root, NewLayers& layers, uint32_t other,
                   const NewLayers& other_layers, uint32_t frame_count, JobControl* job) {
  AddLayers(layers, other_layers);
  return Grafter(contexts, frame_count, layers).Graft(root, other, job);
}

}  // namespace ringscope
