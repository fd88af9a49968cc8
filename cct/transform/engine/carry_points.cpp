#include "cct/transform/engine/carry_points.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "cct/merge/point_union.h"
#include "cct/transform/engine/rewrite.h"

namespace ringscope {
namespace {

// Functions are told apart by all but the kind of their frames.
bool IsSameFunction(Frame a, Frame b) {
  a.kind = b.kind = FrameKind::kUser;
  return a == b;
}

// By old frame, and for ids outside of the table: what it is in the made tree.
std::vector<FrameId> FramesThere(const std::vector<FrameId>& plan_frames, const FrameInterner& texts,
                                 CalleeFinder& finder) {
  std::vector<FrameId> there;
  there.reserve(plan_frames.size());
  for (const FrameId frame : plan_frames) there.push_back(finder.FrameLike(texts[frame]));
  return there;
}

Result<std::vector<ContextId>> PlacesByFates(const FlatTree& tree, const WalkPlan& plan,
                                             const std::vector<FrameId>& same,
                                             const std::vector<FrameId>& renamed,
                                             const CalleeFinder& finder, const JobControl* job) {
  std::vector<ContextId> places(tree.n, kNoContext);
  std::vector<bool> is_whole(tree.n, false);
  places[kRootContext] = kRootContext;
  is_whole[kRootContext] = IsWhole(plan.fates[kRootContext]);
  for (ContextId caller = 0; caller < tree.n; ++caller) {
    if (caller % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    const ContextRange callees = tree.CalleesOf(caller);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      const Fate fate = is_whole[caller] ? Fate::kStays : plan.fates[callee];
      is_whole[callee] = is_whole[caller] || IsWhole(fate);
      const size_t entry = std::min<size_t>(tree.frame[callee], same.size() - 1);
      switch (fate) {
        case Fate::kStays:
        case Fate::kEmptied:
        case Fate::kStaysWhole:
          places[callee] = finder.CalleeOf(places[caller], same[entry]);
          break;
        case Fate::kRenamed:
          places[callee] = finder.CalleeOf(places[caller], renamed[entry]);
          break;
        case Fate::kJoins:
          places[callee] = places[caller];
          break;
        case Fate::kStarts:
        case Fate::kStartsWhole:
          places[callee] = finder.CalleeOf(kRootContext, same[entry]);
          break;
        case Fate::kLeftOut:
          break;
      }
    }
  }
  // Only now, as their callees had to find them.
  for (ContextId context = 0; context < tree.n; ++context) {
    if (plan.fates[context] == Fate::kEmptied && !is_whole[context]) places[context] = kNoContext;
  }
  return places;
}

// The walk of PartWalk (walk_part.cpp) where recursion is folded: a path of new contexts with their
// functions, whose changes are written down and taken back before something is done that was left to do when
// it was another.
class FoldedPlaces {
 public:
  FoldedPlaces(const FlatTree& tree, const WalkPlan& plan, const std::vector<FrameId>& same,
               const CalleeFinder& finder)
      : tree_(tree), plan_(plan), same_(same), finder_(finder), layer_of_(plan.function_count, 0) {}

  [[nodiscard]] Result<std::vector<ContextId>> Find(const JobControl* job) && {
    places_.assign(tree_.n, kNoContext);
    places_[kRootContext] = kRootContext;
    path_.push_back({kRootContext, kNoFunction});
    todo_.push_back({.old = kRootContext, .layer = 0, .mark = 0, .function = kNoFunction});
    uint32_t until_poll = kContextsBetweenPolls;
    while (!todo_.empty()) {
      if (--until_poll == 0) {
        until_poll = kContextsBetweenPolls;
        if (IsCancelled(job)) return Cancelled();
      }
      const Todo caller = todo_.back();
      todo_.pop_back();
      TakeBack(caller.mark);
      if (caller.function != kNoFunction) Put(caller);
      FindCallees(caller);
    }
    return std::move(places_);
  }

 private:
  struct PathEntry {
    ContextId place;
    FunctionId function;
  };
  struct Todo {
    ContextId old;
    uint32_t layer;       // of its place on the path
    size_t mark;          // how much was written down when the path was its caller's
    FunctionId function;  // to be put on the path; kNoFunction: it is there
  };
  struct Change {
    PathEntry before;
    uint32_t layer, layer_of_function;
  };

  void FindCallees(const Todo& caller) {
    const size_t mark = changes_.size();
    const ContextRange callees = tree_.CalleesOf(caller.old);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      const size_t entry = std::min<size_t>(tree_.frame[callee], plan_.frames.size() - 1);
      const FunctionId function = plan_.frames[entry].function;
      const uint32_t layer = layer_of_[function];
      if (layer > 0 && layer <= caller.layer && path_[layer].function == function) {
        places_[callee] = path_[layer].place;
        todo_.push_back({callee, layer, mark, kNoFunction});
      } else {
        places_[callee] = finder_.CalleeOf(path_[caller.layer].place, same_[entry]);
        todo_.push_back({callee, caller.layer + 1, mark, function});
      }
    }
  }

  void Put(const Todo& entry) {
    if (entry.layer == path_.size()) path_.push_back({kNoContext, kNoFunction});
    changes_.push_back({path_[entry.layer], entry.layer, layer_of_[entry.function]});
    path_[entry.layer] = {places_[entry.old], entry.function};
    layer_of_[entry.function] = entry.layer;
  }

  void TakeBack(size_t mark) {
    for (; changes_.size() > mark; changes_.pop_back()) {
      const Change& change = changes_.back();
      layer_of_[path_[change.layer].function] = change.layer_of_function;
      path_[change.layer] = change.before;
    }
  }

  const FlatTree& tree_;
  const WalkPlan& plan_;
  const std::vector<FrameId>& same_;
  const CalleeFinder& finder_;
  std::vector<ContextId> places_;
  std::vector<PathEntry> path_;
  std::vector<uint32_t> layer_of_;  // by function: where it was put on the path last
  std::vector<Change> changes_;
  std::vector<Todo> todo_;
};

// What a tree with carried points borrows from.
struct CarriedColumns {
  CctPtr made;
  LevelOrderColumns points;
};

}  // namespace

CalleeFinder::CalleeFinder(const Cct& tree) {
  for (FrameId frame = 0; frame < tree.frames().size(); ++frame) {
    const FrameId number = frames_.Intern(tree.frames()[frame]);
    if (number == id_.size()) id_.push_back(frame);
    // A function may look like the root, whose frame comes first.
    id_[number] = frame;
  }
  for (ContextId caller = 0; caller < tree.context_count(); ++caller) {
    const ContextRange callees = tree.ChildrenOf(caller);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee)
      callees_.Add(caller, tree.FrameOf(callee), callee);
  }
}

FrameId CalleeFinder::FrameLike(const Frame& frame) {
  const FrameId number = frames_.Intern(frame);
  return number < id_.size() ? id_[number] : kNoFrameThere;
}

ContextId CalleeFinder::CalleeOf(ContextId caller, FrameId frame) const {
  if (caller == kNoContext || frame == kNoFrameThere) return kNoContext;
  return callees_.Find(caller, frame);
}

Result<std::vector<ContextId>> PlacesInMade(const FlatTree& tree, const WalkPlan& plan,
                                            const FrameInterner& texts, const Cct& made,
                                            const JobControl* job) {
  static_assert(kNoNewContext == kNoContext);
  CalleeFinder finder(made);
  std::vector<FrameId> frames;
  for (const WalkedFrame& frame : plan.frames) frames.push_back(frame.frame);
  const std::vector<FrameId> same = FramesThere(frames, texts, finder);
  if (plan.fates.empty()) return FoldedPlaces(tree, plan, same, finder).Find(job);
  return PlacesByFates(tree, plan, same, FramesThere(plan.renamed, texts, finder), finder, job);
}

Result<CctPtr> CarryPoints(const Cct& old, const CctPtr& made, std::span<const ContextId> places,
                           const JobControl* job) {
  const Cct* const from = &old;
  if (!HavePointsInCommon({&from, 1})) return made;
  RINGSCOPE_ASSIGN(PointUnion points, PointUnion::Open({from}, PointUnion::Keeps::kTogether));
  // The old contexts with points of each new one, old ones in their order.
  std::vector<std::pair<ContextId, ContextId>> carried;
  for (ContextId context = 0; context < old.context_count(); ++context) {
    if (context % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    const PointRange range = old.PointsOf(context);
    const ContextId place = places[context];
    if (range.begin == range.end || place == kNoContext) continue;
    if (place == kRootContext && context != kRootContext) continue;
    if (context != kRootContext && !IsSameFunction(old.FrameAt(context), made->FrameAt(place))) continue;
    carried.emplace_back(place, context);
  }
  if (carried.empty()) return made;
  std::sort(carried.begin(), carried.end());
  auto next = carried.begin();
  for (ContextId context = 0; context < made->context_count(); ++context) {
    if (context % kContextsBetweenPolls == 0 && IsCancelled(job)) return Cancelled();
    for (; next != carried.end() && next->first == context; ++next) points.Add(0, next->second);
    points.EndContext();
  }
  auto owned = std::make_shared<CarriedColumns>();
  owned->made = made;
  std::move(points).MoveInto(owned->points);
  CctColumns columns = made->columns();
  columns.point_fields = owned->points.point_fields;
  columns.point_begin = ChunkedColumn<uint64_t>(std::span<const uint64_t>(owned->points.point_begin));
  columns.point_values.clear();
  for (const auto& values : owned->points.point_values)
    columns.point_values.emplace_back(std::span<const uint64_t>(values));
  return std::make_shared<const Cct>(std::move(columns), made->frames(),
                                     std::vector<Metric>(made->metrics().begin(), made->metrics().end()),
                                     made->report(), owned);
}

}  // namespace ringscope
