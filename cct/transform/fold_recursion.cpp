#include "cct/transform/fold_recursion.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cct/transform/rewrite.h"

namespace ringscope {
namespace {

// Walks depth-first and finds the contexts that join a caller, what that takes from the contexts between
// them, and so which contexts are plain.
//
// Two stacks are kept: the old one, of open contexts, and the new one, of the seeds they became or joined.
// For each function there is the seed of it that was opened last; whether that seed is on the new stack, and
// so a caller, takes one comparison. Entries of closed contexts need not be taken back: the new stack does
// not hold them at their layer any more. Only below a context that joined a caller, where the seeds between
// them are open but off the new stack, entries are kept and restored.
class RecursionFolder {
 public:
  RecursionFolder(const FlatTree& tree, const NewFrames& frames, bool can_be_plain, JobControl* job)
      : tree_(tree),
        function_(frames.function()),
        metric_count_(tree.running.size()),
        can_be_plain_(can_be_plain),
        job_(job),
        last_opened_(frames.function_count()) {}

  [[nodiscard]] Result<Members> Fold() {
    members_.role = LargeArray<Role>::OfSize(tree_.n);
    std::fill(members_.role.begin(), members_.role.end(), Role::kPlain);
    members_.next = LargeArray<ContextId>::OfSize(tree_.n);
    for (MetricIndex metric = 0; metric < metric_count_; ++metric)
      members_.value.push_back(LargeArray<uint64_t>::OfSize(tree_.n));
    members_.seed_count = tree_.n;
    if (IsCancelled(job_)) return Cancelled();

    Push(kRootContext, 0);
    new_stack_.push_back({kRootContext, 0});
    uint32_t until_poll = kContextsBetweenPolls;
    while (true) {
      Open& top = open_.back();
      if (top.next_child == top.end) {
        if (open_.size() == 1) break;
        Close();
        continue;
      }
      OpenCallee(top.next_child++);
      if (--until_poll == 0) {
        until_poll = kContextsBetweenPolls;
        if (IsCancelled(job_)) return Cancelled();
      }
    }
    if (!can_be_plain_) MakeAllSeeds();
    return std::move(members_);
  }

  [[nodiscard]] bool found_any() const { return members_.seed_count < tree_.n; }

 private:
  static constexpr uint32_t kNone = 0xffffffffu;

  // A context of the new stack.
  struct Seed {
    ContextId context = kNoContext;
    uint32_t old_layer = 0;
  };
  struct LastOpened {
    ContextId context = kNoContext;
    uint32_t new_layer = 0;
  };
  // A context of the old stack.
  struct Open {
    ContextId next_child;
    ContextId end;
    ContextId context;
    uint32_t new_layer;    // of the seed that it became or joined
    uint32_t joined_from;  // the old layer of the topmost seed that a context below joined
    uint32_t kept;         // the last of the kept entries before it was opened
  };
  struct Kept {
    FunctionId function;
    LastOpened last_opened;
    uint32_t new_layer;
    Seed seed;
  };

  [[nodiscard]] FunctionId FunctionOf(ContextId context) const {
    const FrameId frame = tree_.frame[context];
    return frame < function_.size() ? function_[frame] : function_.back();
  }

  void Push(ContextId context, uint32_t new_layer) {
    open_.push_back({tree_.first_child[context], tree_.first_child[uint64_t{context} + 1], context, new_layer,
                     kNone, static_cast<uint32_t>(kept_.size())});
    for (MetricIndex metric = 0; metric < metric_count_; ++metric) lost_.push_back(0);
  }

  void OpenCallee(ContextId child) {
    const FunctionId function = FunctionOf(child);
    LastOpened& last = last_opened_[function];
    const uint32_t caller_layer = open_.back().new_layer;
    if (last.new_layer <= caller_layer && new_stack_[last.new_layer].context == last.context) [[unlikely]] {
      Join(child, last.new_layer);
      return;
    }
    // Nothing below it can join a leaf.
    if (tree_.first_child[child] == tree_.first_child[uint64_t{child} + 1]) return;
    const uint32_t new_layer = caller_layer + 1;
    Push(child, new_layer);
    if (open_joins_ > 0) {
      kept_.push_back(
          {function, last, new_layer, new_layer < new_stack_.size() ? new_stack_[new_layer] : Seed{}});
    }
    last = {child, new_layer};
    if (new_layer == new_stack_.size()) new_stack_.emplace_back();
    new_stack_[new_layer] = {child, static_cast<uint32_t>(open_.size() - 1)};
  }

  void Join(ContextId child, uint32_t new_layer) {
    const Seed seed = new_stack_[new_layer];
    if (members_.role[seed.context] == Role::kPlain) {
      members_.role[seed.context] = Role::kSeed;
      members_.next[seed.context] = kNoContext;
    }
    members_.role[child] = Role::kNoSeed;
    members_.next[child] = members_.next[seed.context];
    members_.next[seed.context] = child;
    --members_.seed_count;
    // All contexts between the two lose what the child brings; the seed gets it back.
    Open& caller = open_.back();
    caller.joined_from = std::min(caller.joined_from, seed.old_layer);
    for (MetricIndex metric = 0; metric < metric_count_; ++metric) {
      const uint64_t inclusive = tree_.Inclusive(child, metric);
      lost_[(open_.size() - 1) * metric_count_ + metric] += inclusive;
      lost_[seed.old_layer * metric_count_ + metric] -= inclusive;
    }
    if (tree_.first_child[child] == tree_.first_child[uint64_t{child} + 1]) return;
    ++open_joins_;
    Push(child, new_layer);
  }

  void Close() {
    const Open done = open_.back();
    open_.pop_back();
    const size_t layer = open_.size();
    uint64_t* const lost = lost_.data() + layer * metric_count_;
    const bool joined = members_.role[done.context] == Role::kNoSeed;
    if (joined) --open_joins_;
    if (done.joined_from <= layer) {
      // What goes to callers is lost to the caller; below a context that joined one it is already counted
      // with that, but its seed has been given too much.
      const size_t to = joined ? new_stack_[done.new_layer].old_layer : layer - 1;
      for (MetricIndex metric = 0; metric < metric_count_; ++metric) {
        if (!joined)
          members_.value[metric][done.context] = tree_.Inclusive(done.context, metric) - lost[metric];
        lost_[to * metric_count_ + metric] += lost[metric];
      }
      if (members_.role[done.context] == Role::kPlain) {
        members_.role[done.context] = Role::kSeed;
        members_.next[done.context] = kNoContext;
      }
      Open& caller = open_.back();
      caller.joined_from = std::min(caller.joined_from, done.joined_from);
    }
    lost_.resize(layer * metric_count_);
    while (kept_.size() > done.kept) {
      const Kept& kept = kept_.back();
      last_opened_[kept.function] = kept.last_opened;
      new_stack_[kept.new_layer] = kept.seed;
      kept_.pop_back();
    }
  }

  void MakeAllSeeds() {
    members_.keeps_frames = false;
    for (ContextId context = 0; context < tree_.n; ++context) {
      if (members_.role[context] != Role::kPlain) continue;
      members_.role[context] = Role::kSeed;
      members_.next[context] = kNoContext;
      for (MetricIndex metric = 0; metric < metric_count_; ++metric)
        members_.value[metric][context] = tree_.Inclusive(context, metric);
    }
  }

  const FlatTree& tree_;
  const std::vector<FunctionId>& function_;
  const size_t metric_count_;
  const bool can_be_plain_;
  JobControl* const job_;
  std::vector<LastOpened> last_opened_;  // per function
  std::vector<Seed> new_stack_;          // by new layer; valid as far as the present one
  std::vector<Open> open_;               // by old layer
  std::vector<uint64_t> lost_;           // by old layer and metric: what goes from there to callers, so far
  std::vector<Kept> kept_;
  uint32_t open_joins_ = 0;  // contexts of the old stack that joined a caller
  Members members_;
};

}  // namespace

Result<CctPtr> FoldRecursion(const CctPtr& tree, const FunctionIndex& functions, Recursion recursion,
                             JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  RINGSCOPE_ASSIGN(NewFrames frames, NewFrames::From(tree->frames(), functions));
  FrameMaps maps;
  maps.frame = frames.identity();
  if (recursion == Recursion::kAny) {
    RecursionFolder folder(flat, frames, CanBePlain(flat, frames, maps), job);
    RINGSCOPE_ASSIGN(const Members members, folder.Fold());
    if (members.seed_count == flat.n) return tree;
    return WriteMembers(*tree, flat, members, maps, std::move(frames), job);
  }

  const std::vector<FunctionId>& function = frames.function();
  const auto function_of = [&](ContextId context) {
    const FrameId frame = flat.frame[context];
    return frame < function.size() ? function[frame] : function.back();
  };
  std::vector<Fate> fate(flat.n, Fate::kStays);
  bool found_any = false;
  // A callee of the root has no caller that is a function.
  for (ContextId caller = 1; caller < flat.n; ++caller) {
    const FunctionId caller_function = function_of(caller);
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (function_of(child) != caller_function) continue;
      fate[child] = Fate::kJoins;
      found_any = true;
    }
  }
  if (!found_any) return tree;
  return RewriteTree(*tree, flat, std::move(fate), maps, std::move(frames), job);
}

}  // namespace ringscope
