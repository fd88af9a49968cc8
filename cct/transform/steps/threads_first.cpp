#include "cct/transform/steps/steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "cct/transform/engine/callee_table.h"
#include "cct/transform/engine/rewrite.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"

namespace ringscope {
namespace {

constexpr uint32_t kNone = 0xffffffffu;

// Numbers sequences of frames, as a tree of their prefixes; 0 is the empty one.
class Sequences {
 public:
  struct Step {
    uint32_t before;
    FrameId last;
  };

  [[nodiscard]] uint32_t After(uint32_t sequence, FrameId frame) {
    const auto [entry, is_new] = ids_.try_emplace({sequence, frame}, static_cast<uint32_t>(steps_.size()));
    if (is_new) steps_.push_back({sequence, frame});
    return entry->second;
  }
  [[nodiscard]] Step operator[](uint32_t sequence) const { return steps_[sequence]; }

 private:
  std::map<std::pair<uint32_t, FrameId>, uint32_t> ids_;
  std::vector<Step> steps_{{kNone, 0}};
};

// Finds contexts of a tree by their callers and frames. 32 bytes a context.
class CalleeFinder {
 public:
  // O(contexts + frames).
  explicit CalleeFinder(const Cct& tree) {
    for (FrameId frame = 0; frame < tree.frames().size(); ++frame) {
      const FrameId number = frames_.Intern(tree.frames()[frame]);
      if (number == id_.size()) id_.push_back(frame);
      // The last of equal frames counts: a function may look like the root, whose frame comes first.
      id_[number] = frame;
    }
    for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
      const ContextRange callees = tree.ChildrenOf(caller);
      for (ContextId callee = callees.begin; callee < callees.end; ++callee)
        callees_.Add(caller, tree.FrameOf(callee), callee);
    }
  }
  // The frame of the tree with these fields; kNone if it has none. Expected O(1).
  [[nodiscard]] FrameId FrameLike(const Frame& frame) {
    const FrameId number = frames_.Intern(frame);
    return number < id_.size() ? id_[number] : kNone;
  }
  // kNoContext if there is no such callee, or `caller` is kNoContext, or `frame` is kNone.
  [[nodiscard]] ContextId CalleeOf(ContextId caller, FrameId frame) const {
    if (caller == kNoContext || frame == kNone) return kNoContext;
    return callees_.Find(caller, frame);
  }

 private:
  FrameInterner frames_;
  std::vector<FrameId> id_;  // in the tree, by number in frames_
  CalleeTable callees_;
};

class ThreadMover {
 public:
  ThreadMover(const Cct& tree, const FlatTree& flat, uint64_t max_contexts, JobControl* job)
      : tree_(tree), flat_(flat), job_(job), builder_({.max_contexts = max_contexts + 1}) {
    for (const Metric& metric : tree.metrics()) (void)builder_.AddMetric(metric);
    // One more entry for ids outside the table.
    for (FrameId frame = 0; frame <= tree.frames().size(); ++frame) {
      const Frame fields = tree.frames()[frame];
      kind_.push_back(fields.kind);
      new_frame_.push_back(builder_.InternFrame(fields));
    }
    builder_.frames().JoinFacts(tree.frames().facts(), new_frame_);
  }

  // Whether in every stack processes come before threads, and both before all other frames.
  [[nodiscard]] bool IsInOrder() const {
    for (ContextId caller = 1; caller < flat_.n; ++caller) {
      const ContextId end = flat_.first_child[uint64_t{caller} + 1];
      for (ContextId child = flat_.first_child[caller]; child < end; ++child) {
        if (PlaceOf(child) < PlaceOf(caller)) return false;
      }
    }
    return true;
  }

  [[nodiscard]] Result<CctPtr> Move() && {
    RINGSCOPE_TRY(FindHeads());
    RINGSCOPE_TRY(PlaceStacks());
    RINGSCOPE_ASSIGN(const CctPtr moved, std::move(builder_).Finish(tree_.report(), job_));
    return WithPoints(moved);
  }

 private:
  // The begin of a new stack: the sequences of its processes and of its threads.
  using Head = std::pair<uint32_t, uint32_t>;

  [[nodiscard]] size_t EntryOf(ContextId context) const {
    return std::min<size_t>(flat_.frame[context], kind_.size() - 1);
  }
  // 0 for processes, 1 for threads, 2 for all other frames.
  [[nodiscard]] int PlaceOf(ContextId context) const {
    const FrameKind kind = kind_[EntryOf(context)];
    return kind == FrameKind::kProcess ? 0 : kind == FrameKind::kThread ? 1 : 2;
  }

  [[nodiscard]] Result<void> Poll(uint64_t step) {
    if (step % kContextsBetweenPolls != 0) return {};
    RINGSCOPE_TRY(builder_.status());
    if (IsCancelled(job_)) return Cancelled();
    return {};
  }

  // Fills head_of_, the head of every context's stack, and caller_of_.
  [[nodiscard]] Result<void> FindHeads() {
    std::map<Head, uint32_t> ids;
    const auto id_of = [&](Head head) {
      const auto [entry, is_new] = ids.try_emplace(head, static_cast<uint32_t>(heads_.size()));
      if (is_new) heads_.push_back(head);
      return entry->second;
    };
    head_of_.resize(flat_.n);
    caller_of_.resize(flat_.n);
    head_of_[kRootContext] = id_of({0, 0});
    for (ContextId caller = 0; caller < flat_.n; ++caller) {
      RINGSCOPE_TRY(Poll(caller));
      const ContextId end = flat_.first_child[uint64_t{caller} + 1];
      for (ContextId child = flat_.first_child[caller]; child < end; ++child) {
        caller_of_[child] = caller;
        Head head = heads_[head_of_[caller]];
        const FrameId frame = new_frame_[EntryOf(child)];
        if (const int place = PlaceOf(child); place == 0) {
          head.first = processes_.After(head.first, frame);
        } else if (place == 1) {
          head.second = threads_.After(head.second, frame);
        }
        head_of_[child] = PlaceOf(child) == 2 ? head_of_[caller] : id_of(head);
      }
    }
    return {};
  }

  // The new context at the end of a head; each prefix is placed once.
  [[nodiscard]] BuildNode PlaceHead(Head head) {
    std::vector<std::pair<Head, FrameId>> missing;
    auto known = placed_heads_.find(head);
    while (known == placed_heads_.end()) {
      const Sequences& sequences = head.second != 0 ? threads_ : processes_;
      uint32_t& sequence = head.second != 0 ? head.second : head.first;
      const Sequences::Step step = sequences[sequence];
      missing.emplace_back(head, step.last);
      sequence = step.before;
      known = placed_heads_.find(head);
    }
    BuildNode node = known->second;
    for (size_t k = missing.size(); k-- > 0;) {
      node = builder_.Child(node, missing[k].second);
      placed_heads_.emplace(missing[k].first, node);
    }
    return node;
  }

  [[nodiscard]] bool IsStack(ContextId context) const {
    if (flat_.first_child[context] == flat_.first_child[uint64_t{context} + 1]) return true;
    if (flat_.has_flags && flat_.flags[context] != 0) return true;
    if (HasPointsOrTypes(tree_, context)) return true;
    for (MetricIndex metric = 0; metric < flat_.running.size(); ++metric) {
      if (flat_.Self(context, metric) != 0) return true;
    }
    return false;
  }

  // Places the stacks head by head, so that one entry a context is enough for the current head.
  [[nodiscard]] Result<void> PlaceStacks() {
    std::vector<ContextId> stacks;
    for (ContextId context = 0; context < flat_.n; ++context)
      if (IsStack(context)) stacks.push_back(context);
    std::ranges::stable_sort(stacks, [this](ContextId a, ContextId b) { return head_of_[a] < head_of_[b]; });
    std::vector<uint32_t> placed_for(flat_.n, kNone);  // by context: the head for which `node` is valid
    std::vector<BuildNode> node(flat_.n);
    std::vector<ContextId> path;
    uint32_t head = kNone;
    uint64_t steps = 0;
    for (const ContextId stack : stacks) {
      if (head_of_[stack] != head) {
        head = head_of_[stack];
        node[kRootContext] = PlaceHead(heads_[head]);
        placed_for[kRootContext] = head;
      }
      path.clear();
      ContextId at = stack;
      for (; placed_for[at] != head; at = caller_of_[at]) path.push_back(at);
      BuildNode below = node[at];
      for (size_t k = path.size(); k-- > 0;) {
        RINGSCOPE_TRY(Poll(steps++));
        if (PlaceOf(path[k]) == 2) below = builder_.Child(below, new_frame_[EntryOf(path[k])]);
        node[path[k]] = below;
        placed_for[path[k]] = head;
      }
      RINGSCOPE_TRY(Poll(steps++));
      for (MetricIndex metric = 0; metric < flat_.running.size(); ++metric) {
        if (const uint64_t self = flat_.Self(stack, metric); self != 0) builder_.AddSelf(below, metric, self);
      }
      if (flat_.has_flags && flat_.flags[stack] != 0) builder_.MarkContext(below, flat_.flags[stack]);
    }
    return {};
  }

  // Finds the new context of each stack, as PlaceStacks() made it: processes, threads, then all others.
  [[nodiscard]] Result<CctPtr> WithPoints(const CctPtr& moved) {
    if (tree_.point_count() == 0 && tree_.types().empty()) return moved;
    CalleeFinder finder(*moved);
    std::vector<FrameId> there;
    for (FrameId frame = 0; frame < kind_.size(); ++frame)
      there.push_back(finder.FrameLike(tree_.frames()[frame]));
    std::vector<ContextId> places(flat_.n, kNoContext);
    std::vector<ContextId> path;
    for (ContextId context = 0; context < flat_.n; ++context) {
      if (!HasPointsOrTypes(tree_, context)) continue;
      RINGSCOPE_TRY(Poll(context));
      path.clear();
      for (ContextId at = context; at != kRootContext; at = caller_of_[at]) path.push_back(at);
      ContextId place = kRootContext;
      for (const int part : {0, 1, 2}) {
        for (size_t k = path.size(); k-- > 0;) {
          if (PlaceOf(path[k]) == part) place = finder.CalleeOf(place, there[EntryOf(path[k])]);
        }
      }
      places[context] = place;
    }
    return CarryPoints(tree_, moved, places, job_);
  }

  const Cct& tree_;
  const FlatTree& flat_;
  JobControl* const job_;
  CctBuilder builder_;
  std::vector<FrameKind> kind_;     // per old frame
  std::vector<FrameId> new_frame_;  // per old frame
  Sequences processes_;
  Sequences threads_;
  std::vector<Head> heads_;
  std::vector<uint32_t> head_of_;  // per context
  std::vector<ContextId> caller_of_;
  std::map<Head, BuildNode> placed_heads_{{Head{0, 0}, kBuildRoot}};
};

}  // namespace

Result<CctPtr> PutThreadsFirst(const CctPtr& tree, uint64_t max_contexts, JobControl* job) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  ThreadMover mover(*tree, flat, max_contexts, job);
  if (mover.IsInOrder()) return tree;
  return std::move(mover).Move();
}

}  // namespace ringscope
