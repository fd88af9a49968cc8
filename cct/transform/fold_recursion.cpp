#include "cct/transform/fold_recursion.h"

#include <utility>
#include <vector>

#include "cct/transform/rewrite.h"

namespace ringscope {
namespace {

constexpr uint64_t kTotalLimit = uint64_t{1} << 63;

// Walks depth-first and keeps, for each function, the seed of it that was opened last. Whether that seed is a
// caller in the new tree takes one comparison: joining a caller leaves the seeds below it open but off the
// new stack.
class RecursionFolder {
 public:
  RecursionFolder(const FlatTree& tree, const NewFrames& frames, JobControl* job)
      : tree_(tree), function_(frames.function()), job_(job), last_opened_(frames.function_count()) {}

  [[nodiscard]] Result<Members> Fold() {
    members_.fate.assign(tree_.n, Fate::kStays);
    members_.next.assign(tree_.n, kNoContext);
    for (size_t metric = 0; metric < tree_.running.size(); ++metric) members_.value.emplace_back(tree_.n);
    stack_.push_back(kRootContext);
    Open(kRootContext, {kRootContext, 0}, {}, kNoContext);
    uint32_t until_poll = kContextsBetweenPolls;
    if (IsCancelled(job_)) return Cancelled();
    while (true) {
      OpenContext& top = open_.back();
      if (top.next_child < top.end) {
        OpenCallee(top.next_child++, top.seed);
        if (--until_poll == 0) {
          until_poll = kContextsBetweenPolls;
          if (IsCancelled(job_)) return Cancelled();
        }
      } else {
        const OpenContext done = top;
        open_.pop_back();
        if (open_.empty()) break;
        if (done.seed.context == done.context) CloseSeed(done);
      }
    }
    if (all_bits_ >= kTotalLimit)
      return Fail(ErrorCode::kMalformed,
                  "the tree's values are damaged: callees cost more than their caller");
    return std::move(members_);
  }

  [[nodiscard]] bool found_any() const { return found_any_; }

 private:
  struct Seed {
    ContextId context = kNoContext;
    uint32_t layer = 0;  // in the new tree
  };
  struct OpenContext {
    ContextId context;
    Seed seed;  // the one that it became or joined
    ContextId next_child;
    ContextId end;
    // What a seed's entries held before it.
    Seed last_opened_before;
    ContextId stack_before;
  };

  [[nodiscard]] FunctionId FunctionOf(ContextId context) const {
    const FrameId frame = tree_.frame[context];
    return frame < function_.size() ? function_[frame] : function_.back();
  }

  void OpenCallee(ContextId child, Seed caller) {
    Seed& last = last_opened_[FunctionOf(child)];
    // Of two open seeds of one function only the later one can be on the new stack: it would not have become
    // one while the other was.
    if (last.context != kNoContext && last.layer <= caller.layer && stack_[last.layer] == last.context) {
      members_.fate[child] = Fate::kJoins;
      members_.next[child] = members_.next[last.context];
      members_.next[last.context] = child;
      found_any_ = true;
      Open(child, last, {}, kNoContext);
      return;
    }
    const Seed seed{child, caller.layer + 1};
    if (stack_.size() <= seed.layer) stack_.push_back(kNoContext);
    Open(child, seed, last, stack_[seed.layer]);
    stack_[seed.layer] = child;
    last = seed;
  }

  void Open(ContextId context, Seed seed, Seed last_opened_before, ContextId stack_before) {
    for (MetricIndex metric = 0; metric < members_.value.size(); ++metric) {
      const uint64_t self = tree_.Self(context, metric);
      all_bits_ |= self;
      members_.value[metric][seed.context] += self;
    }
    open_.push_back({context, seed, tree_.first_child[context], tree_.first_child[uint64_t{context} + 1],
                     last_opened_before, stack_before});
  }

  // All that joined the seed lies below it, so its value is complete. It is part of its new caller's, which
  // is the seed that its caller went to.
  void CloseSeed(const OpenContext& done) {
    const ContextId to = open_.back().seed.context;
    for (auto& value : members_.value) value[to] += value[done.context];
    stack_[done.seed.layer] = done.stack_before;
    last_opened_[FunctionOf(done.context)] = done.last_opened_before;
  }

  const FlatTree& tree_;
  const std::vector<FunctionId>& function_;
  JobControl* const job_;
  std::vector<Seed> last_opened_;  // per function
  std::vector<ContextId> stack_;   // the new stack: per layer its seed, as far as the present seed's layer
  std::vector<OpenContext> open_;
  Members members_;
  bool found_any_ = false;
  uint64_t all_bits_ = 0;
};

}  // namespace

Result<CctPtr> FoldRecursion(const CctPtr& tree, const FunctionIndex& functions, Recursion recursion,
                             JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  RINGSCOPE_ASSIGN(NewFrames frames, NewFrames::From(tree->frames(), functions));
  Rewrite rewrite;
  rewrite.frame = frames.identity();
  if (recursion == Recursion::kAny) {
    RecursionFolder folder(flat, frames, job);
    RINGSCOPE_ASSIGN(const Members members, folder.Fold());
    if (!folder.found_any()) return tree;
    return WriteMembers(*tree, flat, members, rewrite, std::move(frames), job);
  }

  const std::vector<FunctionId>& function = frames.function();
  const auto function_of = [&](ContextId context) {
    const FrameId frame = flat.frame[context];
    return frame < function.size() ? function[frame] : function.back();
  };
  rewrite.fate.assign(flat.n, Fate::kStays);
  bool found_any = false;
  // A callee of the root has no caller that is a function.
  for (ContextId caller = 1; caller < flat.n; ++caller) {
    const FunctionId caller_function = function_of(caller);
    const ContextId end = flat.first_child[uint64_t{caller} + 1];
    for (ContextId child = flat.first_child[caller]; child < end; ++child) {
      if (function_of(child) != caller_function) continue;
      rewrite.fate[child] = Fate::kJoins;
      found_any = true;
    }
  }
  if (!found_any) return tree;
  return RewriteTree(*tree, flat, std::move(rewrite), std::move(frames), job);
}

}  // namespace ringscope
