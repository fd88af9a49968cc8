#include "cct/transform/merge_recursion.h"

#include <algorithm>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/base/large_array.h"
#include "cct/transform/level_writer.h"
#include "cct/transform/rewrite.h"

namespace ringscope {
namespace {

constexpr uint32_t kNone = 0xffffffffu;

// A context of the new tree, by an index that rises with the order in which they are made; so callers come
// before callees.
struct NewContext {
  uint64_t value = 0;  // of metric 0, modulo 2^64: self at first, inclusive when all are made
  FrameId frame = 0;
  FunctionId function = 0;
  uint32_t caller = kNone;
  uint32_t layer = 0;
  uint32_t first_callee = kNone;
  uint32_t next_sibling = kNone;
};

// The new contexts, with what only some trees have in columns beside them.
struct NewContexts {
  LargeArray<NewContext> contexts;
  std::vector<LargeArray<uint64_t>> more_values;  // of the metrics from 1 on, as NewContext::value
  LargeArray<uint8_t> flags;                      // empty where the old tree has none
  bool found_recursion = false;
};

// Walks the old tree depth-first. What is left to do is a stack of old contexts, each with the new one it
// became or joined, whose callees are then taken all at once: each of them joins a context of the new path,
// or an equal callee of the new context, or becomes one. Nothing has to be done when a context is left, for
// the path repairs itself: it is a list of new contexts by layer, valid below `path_end_`; the next context
// to be taken up is put there, then its callers, up to the first that stands there already.
//
// For each function there is the context of it that was put on the path last. If the path has it still, it is
// the only one there; if not, none is: another one could have been put there only beside the path that has
// the first, and the first is then put there anew.
class RecursionMerger {
 public:
  RecursionMerger(const FlatTree& tree, const NewFrames& frames, JobControl* job)
      : tree_(tree), job_(job), last_on_path_(frames.function_count()) {
    for (size_t entry = 0; entry < frames.old_count(); ++entry) {
      entries_.push_back({frames.identity()[entry], frames.function()[entry]});
      frames_differ_ &= frames.identity()[entry] == entry || entry + 1 == frames.old_count();
    }
    known_.resize(entries_.size());
    // All frames of an old context's callees are different only if no two ids mean the same.
    frames_differ_ &= tree.largest_frame < frames.old_count() - 1;
  }

  [[nodiscard]] Result<NewContexts> Merge() {
    out_.contexts = LargeArray<NewContext>::OfSize(tree_.n);
    for (size_t metric = 1; metric < tree_.running.size(); ++metric)
      out_.more_values.push_back(LargeArray<uint64_t>::OfSize(tree_.n));
    if (tree_.has_flags) out_.flags = LargeArray<uint8_t>::OfSize(tree_.n);
    Put(0, {.function = kNoFunction});
    count_ = 1;
    AddCost(kRootContext, 0);
    path_.assign(1, 0);
    path_end_ = 1;

    MakeRoom(1);
    AddTodo({1, tree_.first_child[1]}, 0);
    uint32_t until_poll = 0;
    while (todo_count_ > 0) {
      const auto [callees, caller] = todo_[--todo_count_];
      if (until_poll < callees.size()) {
        until_poll = kContextsBetweenPolls;
        if (IsCancelled(job_)) return Cancelled();
      } else {
        until_poll -= callees.size();
      }
      FetchBefore(callees.begin);
      BringPathTo(caller);
      MakeRoom(callees.size());
      TakeCostAway(callees, caller);
      if (frames_differ_ && out_.contexts[caller].first_callee == kNone) {
        TakeFirstCallees(callees, caller);
      } else {
        TakeCallees(callees, caller);
      }
    }
    AddUp();
    return std::move(out_);
  }

  [[nodiscard]] uint32_t count() const { return count_; }

 private:
  // How many callees are looked through before a table is made of them.
  static constexpr uint32_t kMostLookedThrough = 24;

  struct Entry {
    FrameId frame;  // that stands for all with the same fields
    FunctionId function;
  };
  struct OnPath {
    uint32_t context = kNone;
    uint32_t layer = 0;
  };
  struct Known {
    uint32_t caller = kNone;
    uint32_t callee = kNone;
  };
  struct Todo {
    ContextRange callees;
    uint32_t caller;
  };

  [[nodiscard]] const Entry& EntryOf(ContextId context) const {
    return entries_[std::min<size_t>(tree_.frame[context], entries_.size() - 1)];
  }

  void MakeRoom(uint32_t callees) {
    if (todo_.size() < todo_count_ + size_t{callees} + 1)
      todo_.resize(std::max(2 * todo_.size(), todo_count_ + size_t{callees} + 1));
  }

  void BringPathTo(uint32_t context) {
    const uint32_t layer = out_.contexts[context].layer;
    if (layer >= path_.size()) path_.resize(2 * size_t{layer} + 1, kNone);
    uint32_t at = layer;
    while (at >= path_end_ || path_[at] != context) {
      path_[at] = context;
      const NewContext& it = out_.contexts[context];
      last_on_path_[it.function] = {context, at};
      context = it.caller;
      --at;
    }
    path_end_ = layer + 1;
  }

  // The context of the path that has this function, or kNone. Both are compared in any case: whether one is
  // there is as likely as not, so a branch would often be guessed wrong. path_ has every layer there ever
  // was.
  [[nodiscard]] uint32_t FindOnPath(FunctionId function) const {
    const OnPath last = last_on_path_[function];
    const bool is_there = (last.layer < path_end_) & (path_[last.layer] == last.context);
    return is_there ? last.context : kNone;
  }

  void Put(uint32_t index, const NewContext& context) {
    out_.contexts[index] = context;
    for (LargeArray<uint64_t>& values : out_.more_values) values[index] = 0;
    if (tree_.has_flags) out_.flags[index] = 0;
  }

  // The old context's cost with that of its callees, and its marks.
  void AddCost(ContextId context, uint32_t to) {
    out_.contexts[to].value += tree_.Inclusive(context, 0);
    for (size_t k = 0; k < out_.more_values.size(); ++k)
      out_.more_values[k][to] += tree_.Inclusive(context, static_cast<MetricIndex>(k + 1));
    if (tree_.has_flags) out_.flags[to] |= tree_.flags[context];
  }
  void TakeCostAway(ContextRange callees, uint32_t from) {
    const auto cost_of = [&](size_t metric) {
      return tree_.running[metric][callees.end] - tree_.running[metric][callees.begin];
    };
    out_.contexts[from].value -= cost_of(0);
    for (size_t k = 0; k < out_.more_values.size(); ++k) out_.more_values[k][from] -= cost_of(k + 1);
  }

  // Written before it is known whether it is needed: a branch here would be a guess.
  void AddTodo(ContextRange callees, uint32_t caller) {
    todo_[todo_count_] = {callees, caller};
    todo_count_ += callees.empty() ? 0 : 1;
    // What it has already will be compared with these callees.
    __builtin_prefetch(out_.contexts.data() + std::min(out_.contexts[caller].first_callee, count_));
  }

  // A walk goes through every layer from its end to its begin, a few contexts at a time: too many streams for
  // the processor to foresee.
  void FetchBefore(ContextId context) const {
    constexpr uint32_t kDistance = 24;
    if (context < kDistance) return;
    __builtin_prefetch(tree_.frame.data() + context - kDistance);
    __builtin_prefetch(tree_.first_child.data() + context - kDistance);
    __builtin_prefetch(tree_.running[0].data() + context - kDistance / 2);
  }

  // Of a new context that has none yet. Without branches: a new context is written and counted if need be.
  void TakeFirstCallees(ContextRange callees, uint32_t caller) {
    const uint32_t layer = out_.contexts[caller].layer + 1;
    uint32_t newest = kNone;
    const uint32_t count_before = count_;
    ContextId end = tree_.first_child[callees.begin];
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      const Entry entry = EntryOf(callee);
      const uint32_t match = FindOnPath(entry.function);
      Put(count_, {.frame = entry.frame,
                   .function = entry.function,
                   .caller = caller,
                   .layer = layer,
                   .next_sibling = newest});
      const bool is_new = match == kNone;
      const uint32_t to = is_new ? count_ : match;
      newest = is_new ? count_ : newest;
      count_ += is_new ? 1 : 0;
      AddCost(callee, to);
      const ContextId begin = std::exchange(end, tree_.first_child[uint64_t{callee} + 1]);
      AddTodo({begin, end}, to);
    }
    out_.contexts[caller].first_callee = newest;
    out_.found_recursion |= count_ - count_before < callees.size();
  }

  void TakeCallees(ContextRange callees, uint32_t caller) {
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      const size_t entry = std::min<size_t>(tree_.frame[callee], entries_.size() - 1);
      // What a frame becomes below one new context stays the same.
      Known& known = known_[entry];
      if (known.caller != caller) known = {caller, FindOrMake(caller, entries_[entry])};
      AddCost(callee, known.callee);
      AddTodo({tree_.first_child[callee], tree_.first_child[uint64_t{callee} + 1]}, known.callee);
    }
  }
  [[nodiscard]] uint32_t FindOrMake(uint32_t caller, Entry entry) {
    const uint32_t match = FindOnPath(entry.function);
    if (match != kNone) {
      out_.found_recursion = true;
      return match;
    }
    const uint32_t found = FindCallee(caller, entry.frame);
    if (found != kNone) return found;
    NewContext& above = out_.contexts[caller];
    Put(count_, {.frame = entry.frame,
                 .function = entry.function,
                 .caller = caller,
                 .layer = above.layer + 1,
                 .next_sibling = above.first_callee});
    above.first_callee = count_;
    return count_++;
  }

  [[nodiscard]] uint32_t FindCallee(uint32_t caller, FrameId frame) {
    uint32_t looked_through = 0;
    for (uint32_t callee = out_.contexts[caller].first_callee; callee != kNone;
         callee = out_.contexts[callee].next_sibling) {
      if (out_.contexts[callee].frame == frame) return callee;
      if (++looked_through == kMostLookedThrough) return FindInTable(caller, frame);
    }
    return kNone;
  }

  [[nodiscard]] uint32_t FindInTable(uint32_t caller, FrameId frame) {
    const auto key = [caller](FrameId of) { return uint64_t{caller} << 32 | of; };
    // Under no frame's id: the callee from which on they are in the table. New ones stand before it.
    uint32_t& known = table_.try_emplace(key(kNone), kNone).first->second;
    const uint32_t first = out_.contexts[caller].first_callee;
    for (uint32_t callee = first; callee != known; callee = out_.contexts[callee].next_sibling)
      table_[key(out_.contexts[callee].frame)] = callee;
    known = first;
    const auto found = table_.find(key(frame));
    return found == table_.end() ? kNone : found->second;
  }

  void AddUp() {
    NewContext* const contexts = out_.contexts.data();
    for (uint32_t at = count_; at-- > 1;) contexts[contexts[at].caller].value += contexts[at].value;
    for (LargeArray<uint64_t>& values : out_.more_values) {
      for (uint32_t at = count_; at-- > 1;) values[contexts[at].caller] += values[at];
    }
  }

  const FlatTree& tree_;
  JobControl* const job_;
  std::vector<Entry> entries_;  // per old frame, and for ids outside of the table
  bool frames_differ_ = true;
  NewContexts out_;
  uint32_t count_ = 0;
  std::vector<Todo> todo_;  // a stack with room above it
  size_t todo_count_ = 0;
  std::vector<uint32_t> path_;  // by layer
  uint32_t path_end_ = 0;
  std::vector<Known> known_;                      // per entry, what it last became
  std::vector<OnPath> last_on_path_;              // per function
  std::unordered_map<uint64_t, uint32_t> table_;  // caller << 32 | frame; of callers with many callees
};

// Brings new contexts into level order.
class LevelOrderer {
 public:
  LevelOrderer(const NewContexts& tree, uint32_t count, uint32_t metric_count, const OwnedFrames& frames)
      : tree_(tree), frames_(frames), writer_(metric_count, count, !tree.flags.empty()) {}

  [[nodiscard]] Result<void> Write(JobControl* job) {
    std::vector<uint64_t> totals{tree_.contexts[0].value};
    for (const LargeArray<uint64_t>& values : tree_.more_values) totals.push_back(values[0]);
    for (const uint64_t total : totals) {
      if (total >= kTotalLimit) return DamagedValues();
    }
    writer_.AppendRoot(totals);
    std::vector<Placed> layer{{0, tree_.contexts[0].first_callee}};
    std::vector<Placed> next;
    uint64_t last_poll = 0;
    while (!layer.empty()) {
      writer_.BeginLayer();
      next.clear();
      for (size_t k = 0; k < layer.size(); ++k) {
        const uint32_t ahead = layer[std::min(k + kAhead, layer.size() - 1)].first_callee;
        if (ahead != kNone) {
          // Those that were made at once lie side by side, the first of the list last.
          __builtin_prefetch(&tree_.contexts[ahead]);
          __builtin_prefetch(&tree_.contexts[ahead - std::min(ahead, 2u)]);
        }
        WriteCallees(layer[k], next);
        if (writer_.count() - last_poll >= kContextsBetweenPolls) {
          last_poll = writer_.count();
          if (job != nullptr) job->done_units = last_poll;
          if (IsCancelled(job)) return Cancelled();
        }
      }
      std::swap(layer, next);
    }
    if (IsCancelled(job)) return Cancelled();
    return {};
  }

  [[nodiscard]] CctPtr Finish(const Cct& old, OwnedFrames frames) && {
    return std::move(writer_).Finish(std::move(frames), {old.metrics().begin(), old.metrics().end()},
                                     old.report());
  }

 private:
  // How far ahead the callees of a layer are fetched: each is somewhere else.
  static constexpr size_t kAhead = 12;

  static constexpr size_t kFew = 16;

  struct Placed {
    uint32_t context;
    uint32_t first_callee;
  };
  struct Sibling {
    uint64_t value;
    FrameId frame;
    uint32_t context;
    uint32_t first_callee;
  };

  [[nodiscard]] bool IsBefore(const Sibling& a, const Sibling& b) {
    if (a.value != b.value) return a.value > b.value;
    if (rank_.empty()) rank_ = RankFrames(frames_);
    return rank_[a.frame] < rank_[b.frame];
  }

  void WriteCallees(Placed caller, std::vector<Placed>& next) {
    writer_.BeginCallees(tree_.flags.empty() ? ContextFlags{0} : tree_.flags[caller.context]);
    siblings_.clear();
    for (uint32_t callee = caller.first_callee; callee != kNone;) {
      const NewContext& it = tree_.contexts[callee];
      siblings_.push_back({it.value, it.frame, callee, it.first_callee});
      callee = it.next_sibling;
    }
    // The last that was made stands first, and the old tree had the largest first.
    std::reverse(siblings_.begin(), siblings_.end());
    const auto before = [this](const Sibling& a, const Sibling& b) { return IsBefore(a, b); };
    if (siblings_.size() <= kFew) {
      // Nearly in order, few and often: by insertion.
      for (size_t end = 1; end < siblings_.size(); ++end) {
        const Sibling moved = siblings_[end];
        size_t at = end;
        for (; at > 0 && before(moved, siblings_[at - 1]); --at) siblings_[at] = siblings_[at - 1];
        siblings_[at] = moved;
      }
    } else if (!std::is_sorted(siblings_.begin(), siblings_.end(), before)) {
      std::sort(siblings_.begin(), siblings_.end(), before);
    }
    for (const Sibling& sibling : siblings_) {
      writer_.AppendCallee(sibling.frame, sibling.value);
      for (size_t k = 0; k < tree_.more_values.size(); ++k)
        writer_.AppendValue(static_cast<MetricIndex>(k + 1), tree_.more_values[k][sibling.context]);
      next.push_back({sibling.context, sibling.first_callee});
    }
  }

  const NewContexts& tree_;
  const OwnedFrames& frames_;
  std::vector<uint32_t> rank_;  // made when first two siblings have equal values
  LevelWriter writer_;
  std::vector<Sibling> siblings_;
};

}  // namespace

Result<CctPtr> MergeRecursion(const CctPtr& old, const FlatTree& tree, NewFrames frames, JobControl* job) {
  RecursionMerger merger(tree, frames, job);
  RINGSCOPE_ASSIGN(const NewContexts merged, merger.Merge());
  if (!merged.found_recursion) return old;
  LevelOrderer orderer(merged, merger.count(), old->metric_count(), frames.table());
  RINGSCOPE_TRY(orderer.Write(job));
  return std::move(orderer).Finish(*old, std::move(frames).TakeTable());
}

}  // namespace ringscope
