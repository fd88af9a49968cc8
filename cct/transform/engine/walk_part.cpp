#include "cct/transform/engine/new_contexts.h"

#include <algorithm>
#include <utility>

#include "cct/transform/engine/callee_table.h"

namespace ringscope {
namespace {

// Walks the old tree depth-first. A stack holds old contexts to visit, each with the new one that it became
// or joined. Visiting one takes all its callees at once: each of them joins a context of the new path, or an
// equal callee of the new context, or becomes a new one. Callees that start or are left out are taken singly.
//
// The path is a list of new contexts by layer. Changes of it are logged, and taken back before the walk
// visits a context that belongs to an earlier path.
//
// When folding recursion, layer_of_ has for each function the layer at which it was put on the path last. If
// the path still has it there, it is at this layer and no other.
//
// Costs are added to the path, and from there to the new context and its caller when it leaves the path. All
// sums are modulo 2^64: the inclusive cost of a context is added when it is met, and the part of its callees
// is subtracted when these are met.
//
// Below a context that stays whole the path does not grow: costs are known when contexts are met.
//
// kHasPlacements: contexts have placements; otherwise recursion is folded.
template <bool kHasPlacements, bool kHasMore>
class PartWalk {
 public:
  PartWalk(const FlatTree& tree, const WalkPlan& plan, NewContexts& out, std::span<uint32_t> places,
           JobControl* job)
      : tree_(tree),
        plan_(plan),
        job_(job),
        contexts_(out.contexts.data()),
        out_(out),
        places_(places),
        more_(kHasMore ? out.more_values.size() : 0),
        known_(plan.new_frame_count),
        layer_of_(plan.function_count, 0) {}

  [[nodiscard]] Result<WalkedPart> Walk(const TreePart& part, uint32_t root) {
    root_ = count_ = root;
    MakeRoom(1, 0);
    contexts_[count_++] = {};
    ClearMore(root);
    if (!places_.empty() && PlacementOf(kRootContext) != Placement::kEmptied) places_[kRootContext] = root;
    if (tree_.has_flags) out_.flags[root] = tree_.flags[kRootContext];
    path_[0].context = root;
    layers_[0].count = 1;
    for (size_t metric = 0; metric <= more_; ++metric)
      CostOnPath(0, metric) += CostMet(kRootContext, PlacementOf(kRootContext), metric);
    todo_[todo_count_++] = {.callees = {1, tree_.first_child[1]}, .caller = root, .function = kNoFunction};
    RINGSCOPE_TRY(TakePart(part));
    TakeBack(0);
    AddPathEntry(0);
    return Finish(root);
  }

 private:
  // Todo::function of a context that goes on the path if functions do not matter.
  static constexpr FunctionId kAnyFunction = 0;
  // Todo::function of a context that need not be on the path, as all contexts below stay.
  static constexpr FunctionId kAllStay = kNoFunction - 1;
  // How many callees are searched linearly before they go into a table.
  static constexpr uint32_t kMostLookedThrough = 32;

  struct Todo {
    ContextRange callees;
    uint32_t caller;      // the new context; kNoNewContext if the old one is left out
    uint32_t layer;       // of the caller on the path
    uint32_t mark;        // number of logged changes when the path was the caller's
    FunctionId function;  // of the caller, to be put on the path; or kNoFunction (it is on it) or kAllStay
  };
  struct PathEntry {
    uint64_t cost = 0;  // of metric 0, not yet added to the context
    uint32_t context = kNoNewContext;
    FunctionId function = kNoFunction;
  };
  struct Change {
    PathEntry before;
    uint32_t layer;
    uint32_t layer_of_function;  // the previous layer_of_ of the function that was put there
  };
  struct Known {
    uint32_t caller = kNoNewContext;
    uint32_t callee = kNoNewContext;
  };
  struct Layer {
    uint64_t value = 0;
    uint32_t count = 0;
  };

  // Visits callees from the last to the first. So the contexts above the end of a part come first, then those
  // inside the part, then those above its begin, each when no other is left: contexts before it are not in
  // the part.
  [[nodiscard]] Result<void> TakePart(const TreePart& part) {
    const std::vector<ContextId>& after = part.after;
    const std::vector<ContextId>& until = part.until;
    const auto begin_in = [&](size_t depth) { return after[depth] + (depth + 1 == after.size() ? 1 : 0); };
    // The number of contexts above both ends, without the root.
    const size_t shared = static_cast<size_t>(
        std::mismatch(after.begin(), after.end(), until.begin(), until.end()).first - after.begin());
    for (size_t depth = 0; depth < until.size(); ++depth) {
      const bool is_above_begin = !after.empty() && depth <= shared;
      const Todo caller = EnterInPart();
      const ContextId begin = is_above_begin ? begin_in(depth) : caller.callees.begin;
      TakeSome(depth == 0 ? kRootContext : until[depth - 1], caller, {begin, until[depth] + 1},
               !is_above_begin);
    }
    for (size_t depth = until.empty() ? 0 : shared + 1; depth < after.size(); ++depth) {
      RINGSCOPE_TRY(WalkDownTo(1));
      const Todo caller = EnterInPart();
      TakeSome(depth == 0 ? kRootContext : after[depth - 1], caller, {begin_in(depth), caller.callees.end},
               false);
    }
    return WalkDownTo(0);
  }

  // Takes only some of a context's callees, and its self cost if has_self.
  void TakeSome(ContextId context, const Todo& caller, ContextRange callees, bool has_self) {
    const Placement placement = caller.function == kAllStay ? Placement::kStays : PlacementOf(context);
    for (size_t metric = 0; metric <= more_ && caller.caller != kNoNewContext; ++metric) {
      const uint64_t met = CostMet(context, placement, metric);
      uint64_t left_out = met - CostOf(callees, metric);
      if (has_self) left_out -= met - CostOf(tree_.CalleesOf(context), metric);
      CostOnPath(caller.layer, metric) -= left_out;
    }
    Take(callees, caller);
  }

  // Walks until only `todo_count` entries are left on the stack.
  [[nodiscard]] Result<void> WalkDownTo(size_t todo_count) {
    uint32_t until_poll = 0;
    while (todo_count_ > todo_count) {
      const Todo caller = Enter();
      if (kHasPlacements && caller.caller == kNoNewContext && !plan_.has_starts) continue;
      if (until_poll < caller.callees.size()) {
        until_poll = kContextsBetweenPolls;
        if (IsCancelled(job_)) return Cancelled();
      } else {
        until_poll -= caller.callees.size();
      }
      Take(caller.callees, caller);
    }
    return {};
  }

  // Pops an entry off the stack, and makes the path the one that it belongs to.
  [[nodiscard, gnu::always_inline]] Todo Enter() {
    const Todo caller = todo_[--todo_count_];
    FetchBefore(caller.callees.begin);
    TakeBack(caller.mark);
    if (caller.function < kAllStay) PutOnPath(caller);
    return caller;
  }
  // As Enter(), for a context of which only a part is taken: it goes on the path, as its cost changes later.
  [[nodiscard]] Todo EnterInPart() {
    const Todo caller = Enter();
    if (caller.function != kAllStay) return caller;
    Todo on_path = caller;
    on_path.function = kAnyFunction;
    PutOnPath(on_path);
    return caller;
  }

  void PutOnPath(const Todo& entry) {
    if (change_count_ == changes_.size()) changes_.resize(2 * change_count_ + 64);
    PathEntry& place = path_[entry.layer];
    uint32_t& layer = layer_of_[entry.function];
    changes_[change_count_++] = {place, entry.layer, layer};
    place = {0, entry.caller, entry.function};
    layer = entry.layer;
    for (size_t k = 0; k < more_; ++k)
      more_changes_.push_back(std::exchange(more_cost_[entry.layer * more_ + k], 0));
  }

  void TakeBack(uint32_t mark) {
    while (change_count_ > mark) {
      const Change& change = changes_[--change_count_];
      AddPathEntry(change.layer);
      PathEntry& place = path_[change.layer];
      path_[change.layer - 1].cost += place.cost;
      layer_of_[place.function] = change.layer_of_function;
      place = change.before;
      for (size_t k = more_; k-- > 0;) {
        uint64_t& cost = more_cost_[change.layer * more_ + k];
        more_cost_[(change.layer - 1) * more_ + k] += cost;
        cost = more_changes_.back();
        more_changes_.pop_back();
      }
    }
  }

  // Adds the cost of a path entry to its context and to the layer.
  void AddPathEntry(uint32_t layer) {
    const PathEntry& place = path_[layer];
    contexts_[place.context].value += place.cost;
    layers_[layer].value += place.cost;
    for (size_t k = 0; k < more_; ++k) {
      const uint64_t cost = more_cost_[layer * more_ + k];
      out_.more_values[k][place.context] += cost;
      more_layer_value_[layer * more_ + k] += cost;
    }
  }

  [[nodiscard]] uint64_t CostOf(ContextRange range, size_t metric) const {
    return tree_.running[metric][range.end] - tree_.running[metric][range.begin];
  }
  [[nodiscard]] uint64_t& CostOnPath(uint32_t layer, size_t metric) {
    return metric == 0 ? path_[layer].cost : more_cost_[layer * more_ + metric - 1];
  }
  [[nodiscard]] Placement PlacementOf(ContextId context) const {
    return kHasPlacements ? plan_.placements[context] : Placement::kStays;
  }
  // The cost of an old context when it is met, with all callees, whose placement is not known yet.
  [[nodiscard]] uint64_t CostMet(ContextId context, Placement placement, size_t metric) const {
    if (placement == Placement::kEmptied) return CostOf(tree_.CalleesOf(context), metric);
    return tree_.Inclusive(context, static_cast<MetricIndex>(metric));
  }

  void MakeRoom(uint32_t callees, uint32_t layer) {
    // The path needs room for the layer of the callees, too.
    if (todo_.size() < todo_count_ + size_t{callees} + 1 || path_.size() < size_t{layer} + 2) [[unlikely]]
      MakeMoreRoom(callees, layer);
  }
  [[gnu::noinline]] void MakeMoreRoom(uint32_t callees, uint32_t layer) {
    if (todo_.size() < todo_count_ + size_t{callees} + 1)
      todo_.resize(std::max(2 * todo_.size(), todo_count_ + size_t{callees} + 1));
    if (path_.size() < size_t{layer} + 2) {
      path_.resize(2 * size_t{layer} + 64);
      layers_.resize(path_.size());
      more_cost_.resize(path_.size() * more_, 0);
      more_layer_value_.resize(path_.size() * more_, 0);
    }
  }

  // A walk reads every layer from its end to its begin, a few contexts at a time: too many streams for the
  // prefetcher of the processor.
  void FetchBefore(ContextId context) const {
    constexpr uint32_t kDistance = 24;
    if (context < kDistance) return;
    __builtin_prefetch(tree_.frame.data() + context - kDistance);
    __builtin_prefetch(tree_.first_child.data() + context - kDistance);
    __builtin_prefetch(tree_.running[0].data() + context - kDistance / 2);
  }

  [[gnu::always_inline]] void Take(ContextRange callees, const Todo& caller) {
    MakeRoom(callees.size(), caller.layer);
    if (kHasPlacements && caller.caller == kNoNewContext) {
      for (ContextId callee = callees.begin; callee < callees.end; ++callee) TakeElsewhere(callee);
      return;
    }
    for (size_t k = 0; k < more_; ++k) more_cost_[caller.layer * more_ + k] -= CostOf(callees, k + 1);
    const bool is_first = plan_.frames_differ && contexts_[caller.caller].first_callee == kNoNewContext;
    if constexpr (kHasPlacements) {
      if (caller.function == kAllStay) {
        return is_first ? TakeCallees<true, true>(callees, caller)
                        : TakeCallees<false, true>(callees, caller);
      }
    }
    path_[caller.layer].cost -= CostOf(callees, 0);
    is_first ? TakeCallees<true, false>(callees, caller) : TakeCallees<false, false>(callees, caller);
  }

  // kFirst: the new context has no callees yet, and these have different frames. Avoids branches then: always
  // writes a new context, and counts it only if needed. kStay: the callees stay with all below them, so the
  // cost on the path does not change.
  template <bool kFirst, bool kStay>
  [[gnu::always_inline]] void TakeCallees(ContextRange callees, const Todo& caller) {
    const uint32_t layer = caller.layer;
    NewContext* const contexts = contexts_;
    const uint32_t* const layer_of = layer_of_.data();
    const WalkedFrame* const frames = plan_.frames.data();
    const auto last_frame = static_cast<FrameId>(plan_.frames.size() - 1);
    [[maybe_unused]] const Placement* const placements = plan_.placements.data();
    const uint64_t* const running = tree_.running[0].data();
    PathEntry* const path = path_.data();
    Todo* todo = todo_.data() + todo_count_;
    const uint32_t count_before = count_;
    uint32_t count = count_;
    uint32_t newest = contexts[caller.caller].first_callee;
    uint64_t cost_of_new = 0;
    uint32_t count_of_others = 0;  // new contexts in other layers, made of callees that start
    uint32_t joining = 0;
    uint64_t before = running[callees.begin];
    ContextId end = tree_.first_child[callees.begin];
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      const FrameId old_frame = std::min(tree_.frame[callee], last_frame);
      WalkedFrame frame = frames[old_frame];
      uint32_t found = layer;
      bool joins = false;
      Placement placement = Placement::kStays;
      if constexpr (kStay) {
        frame.function = kAllStay;
      } else if constexpr (kHasPlacements) {
        placement = placements[callee];
        joins = placement == Placement::kJoins;
        if (placement == Placement::kRenamed) frame.frame = plan_.renamed[old_frame];
        if (IsWhole(placement)) frame.function = kAllStay;
        if (placement == Placement::kLeftOut || (IsStart(placement) && caller.caller != root_)) {
          // Stores and reloads the local copies of the loop, as every second callee may be such.
          todo_count_ = static_cast<size_t>(todo - todo_.data());
          count_ = count;
          TakeElsewhere(callee);
          todo = todo_.data() + todo_count_;
          count_of_others += count_ - count;
          count = count_;
          before = running[uint64_t{callee} + 1];
          end = tree_.first_child[uint64_t{callee} + 1];
          continue;
        }
      } else {
        // Always compares both, as a branch would often be mispredicted. An entry that is off the path has
        // another function, or a layer beyond the current one.
        found = layer_of[frame.function];
        joins = (found <= layer) & (path[found].function == frame.function);
      }
      uint32_t to = path[found].context;
      if constexpr (kFirst) {
        contexts[count] = {.frame = frame.frame, .next_sibling = newest};
        ClearMore(count);
        to = joins ? to : count;
        newest = joins ? newest : count;
        count += joins ? 0 : 1;
      } else if (!joins) {
        to = CalleeOf(caller.caller, frame.frame, newest, count);
      }
      joining += joins ? 1 : 0;
      const uint64_t after = running[uint64_t{callee} + 1];
      uint64_t cost = after - std::exchange(before, after);
      if (placement == Placement::kEmptied) cost = CostMet(callee, placement, 0);
      if constexpr (!kStay) path[joins ? found : layer].cost += cost;
      const uint64_t cost_if_new = joins ? 0 : cost;
      contexts[to].value += cost_if_new;
      cost_of_new += cost_if_new;
      if constexpr (kHasMore)
        TakeMore(callee, placement, to, joins ? found : layer, joins ? kNoNewContext : layer + 1);
      const ContextId begin = std::exchange(end, tree_.first_child[uint64_t{callee} + 1]);
      *todo = {.callees = {begin, end},
               .caller = to,
               .layer = joins ? found : layer + 1,
               .mark = change_count_,
               .function = joins ? kNoFunction : frame.function};
      todo += begin == end ? 0 : 1;
      // The existing callees will be compared with these.
      if constexpr (!kFirst) __builtin_prefetch(contexts + std::min(contexts[to].first_callee, count));
    }
    contexts[caller.caller].first_callee = newest;
    layers_[layer + 1].value += cost_of_new;
    layers_[layer + 1].count += count - count_before - count_of_others;
    count_ = count;
    todo_count_ = static_cast<size_t>(todo - todo_.data());
    found_recursion_ |= joining > 0;
  }

  // Takes a callee that starts, or is left out.
  void TakeElsewhere(ContextId callee) {
    const ContextRange callees = tree_.CalleesOf(callee);
    Todo& todo = todo_[todo_count_];
    todo_count_ += callees.begin == callees.end ? 0 : 1;
    const Placement placement = plan_.placements[callee];
    if (!IsStart(placement)) {
      todo = {callees, kNoNewContext, 0, change_count_, kNoFunction};
      return;
    }
    const uint32_t count_before = count_;
    const FrameId frame = plan_.frames[std::min<size_t>(tree_.frame[callee], plan_.frames.size() - 1)].frame;
    const uint32_t to = CalleeOf(root_, frame, contexts_[root_].first_callee, count_);
    const uint64_t cost = tree_.Inclusive(callee, 0);
    path_[0].cost += cost;
    contexts_[to].value += cost;
    layers_[1].value += cost;
    layers_[1].count += count_ - count_before;
    if constexpr (kHasMore) TakeMore(callee, placement, to, 0, 1);
    todo = {callees, to, 1, change_count_, IsWhole(placement) ? kAllStay : kAnyFunction};
  }

  // Finds or makes the callee of a new context with this frame. `newest` is the callee that was made last,
  // `count` the index behind the last new context.
  [[gnu::always_inline]] uint32_t CalleeOf(uint32_t caller, FrameId frame, uint32_t& newest,
                                           uint32_t& count) {
    // A frame below one new context always becomes the same callee.
    Known& known = known_[frame];
    if (known.caller != caller) {
      uint32_t made = FindCallee(caller, newest, frame);
      if (made == kNoNewContext) {
        made = count++;
        contexts_[made] = {.frame = frame, .next_sibling = newest};
        ClearMore(made);
        newest = made;
      }
      known = {caller, made};
    }
    return known.callee;
  }

  // Adds metrics from 1 on, marks and places; TakeCallees() adds metric 0. new_layer: kNoNewContext if it
  // joins.
  void TakeMore(ContextId callee, Placement placement, uint32_t to, uint32_t path_layer, uint32_t new_layer) {
    if (tree_.has_flags) out_.flags[to] |= tree_.flags[callee];
    if (!places_.empty() && placement != Placement::kEmptied) places_[callee] = to;
    for (size_t k = 0; k < more_; ++k) {
      const uint64_t cost = CostMet(callee, placement, k + 1);
      more_cost_[path_layer * more_ + k] += cost;
      if (new_layer == kNoNewContext) continue;
      out_.more_values[k][to] += cost;
      more_layer_value_[new_layer * more_ + k] += cost;
    }
  }

  void ClearMore(uint32_t context) {
    if constexpr (!kHasMore) return;
    for (LargeArray<uint64_t>& values : out_.more_values) values[context] = 0;
    if (tree_.has_flags) out_.flags[context] = 0;
  }

  // Not inlined, to leave the processor's registers to the loop around it.
  [[nodiscard, gnu::noinline]] uint32_t FindCallee(uint32_t caller, uint32_t first, FrameId frame) {
    uint32_t looked_through = 0;
    const uint32_t tabled_from = contexts_[caller].tabled_from;
    for (uint32_t callee = first; callee != tabled_from; callee = contexts_[callee].next_sibling) {
      if (contexts_[callee].frame == frame) return callee;
      if (++looked_through < kMostLookedThrough) continue;
      for (uint32_t add = first; add != tabled_from; add = contexts_[add].next_sibling)
        table_.Add(caller, contexts_[add].frame, add);
      contexts_[caller].tabled_from = first;
      break;
    }
    if (contexts_[caller].tabled_from == kNoNewContext) return kNoNewContext;
    return table_.Find(caller, frame);
  }

  [[nodiscard]] WalkedPart Finish(uint32_t root) const {
    WalkedPart part{.root = root, .found_recursion = found_recursion_};
    part.layers.value.resize(more_ + 1);
    for (size_t layer = 0; layer < layers_.size() && layers_[layer].count > 0; ++layer) {
      part.layers.count.push_back(layers_[layer].count);
      part.layers.value[0].push_back(layers_[layer].value);
      for (size_t k = 0; k < more_; ++k)
        part.layers.value[k + 1].push_back(more_layer_value_[layer * more_ + k]);
    }
    return part;
  }

  const FlatTree& tree_;
  const WalkPlan& plan_;
  JobControl* const job_;
  NewContext* const contexts_;
  NewContexts& out_;
  const std::span<uint32_t> places_;  // by old context, or empty
  const size_t more_;                 // metrics from 1 on
  uint32_t root_ = 0;                 // the new root
  uint32_t count_ = 0;                // index behind the last new context
  bool found_recursion_ = false;
  std::vector<Todo> todo_;  // a stack with room above it
  size_t todo_count_ = 0;
  std::vector<PathEntry> path_;  // by layer
  std::vector<Change> changes_;  // a stack with room above it
  uint32_t change_count_ = 0;
  std::vector<Known> known_;        // per new frame: the callee that it became last, and its caller
  std::vector<uint32_t> layer_of_;  // per function
  std::vector<Layer> layers_;       // by layer
  // As PathEntry::cost, Layer::value and Change::before for metrics from 1 on: by layer (change) and metric.
  std::vector<uint64_t> more_cost_, more_layer_value_, more_changes_;
  CalleeTable table_;
};

}  // namespace

uint64_t MostNewContexts(const TreePart& part) {
  return uint64_t{part.context_count} + part.after.size() + part.until.size() + 1;
}

Result<WalkedPart> WalkPart(const FlatTree& tree, const WalkPlan& plan, const TreePart& part, uint32_t root,
                            NewContexts& out, std::span<uint32_t> places, JobControl* job) {
  const bool has_more = !out.more_values.empty() || tree.has_flags || !places.empty();
  const auto walk = [&]<bool kHasPlacements, bool kHasMore>() {
    return PartWalk<kHasPlacements, kHasMore>(tree, plan, out, places, job).Walk(part, root);
  };
  if (plan.placements.empty())
    return has_more ? walk.operator()<false, true>() : walk.operator()<false, false>();
  return has_more ? walk.operator()<true, true>() : walk.operator()<true, false>();
}

}  // namespace ringscope
