#include "cct/compare/matching/match_layers.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "cct/base/bounded_sum.h"
#include "cct/tree/building/type_list.h"

namespace ringscope {
namespace {

// Whether no execution has both callees.
bool AreOfOtherTrees(const LoneCallee& a, const LoneCallee& b) {
  return std::equal(a.trees.begin(), a.trees.end(), b.trees.begin(),
                    [](uint64_t its, uint64_t others) { return (its & others) == 0; });
}

constexpr uint32_t kNoItem = 0xffffffffu;
constexpr uint8_t kBothSides = 3;

// A context on the way to its place below wrappers: `at` is the index of the next key of the route.
struct Passing {
  TreeMember member;
  uint32_t route;
  uint32_t at;
};

// A context of the comparison whose callees come next, as ranges of its layer's lists.
struct Caller {
  uint32_t member_begin, member_end;
  uint32_t passing_begin, passing_end;
};

struct Layer {
  std::vector<Caller> callers;
  std::vector<TreeMember> members;
  std::vector<Passing> passing;
  std::vector<WrapperRoute> routes;

  void Clear() {
    callers.clear();
    members.clear();
    passing.clear();
    routes.clear();
  }
};

// Contexts that become one callee, as a linked list of items.
struct Group {
  FrameId key;
  uint32_t first_item, last_item;
  uint8_t sides;   // bits of the sides of its members
  bool has_moved;  // its items have moved to the group of a wrapper
  uint64_t cost[kSideCount];
};
struct Item {
  TreeMember member;
  uint32_t next;
  uint32_t route;  // kNoItem for members; else the item passes through
  uint32_t at;
};

class LayerMatcher {
 public:
  LayerMatcher(const std::vector<ComparedTree>& trees, std::span<const std::vector<ColumnTarget>> targets,
               size_t column_count, const OwnedFrames& frames, PointUnion points, Matching matching,
               const BuildLimits& limits, JobControl* job)
      : trees_(trees),
        targets_(targets),
        points_(std::move(points)),
        matching_(matching),
        limits_(limits),
        job_(job),
        progress_(job),
        rank_(RankFrames(frames)),
        slot_of_key_(frames.name.size(), 0),
        search_(trees, rank_),
        column_count_(column_count),
        writer_(
            column_count_, RoomFor(trees, limits),
            std::ranges::any_of(
                trees, [](const ComparedTree& one) { return !one.source.tree().columns().flags.empty(); })),
        values_(column_count_) {
    for (const ComparedTree& one : trees) type_names_.push_back(types_.NamesOf(one.source.tree().types()));
  }

  Result<MatchedContexts> Match(OwnedFrames frames) && {
    BeginUnits(job_, 0);
    if (job_ != nullptr) {
      for (const ComparedTree& tree : trees_) job_->total_units += tree.source.tree().context_count();
      if (job_->cancelled()) return Fail(ErrorCode::kCancelled, "cancelled");
    }
    for (uint32_t t = 0; t < trees_.size(); ++t) AddItem({t, kRootContext}, 0);
    Append(groups_[0]);
    while (!next_.callers.empty()) {
      std::swap(layer_, next_);
      next_.Clear();
      writer_.BeginLayer();
      for (const Caller& caller : layer_.callers) {
        RINGSCOPE_TRY(AddCallees(caller));
        RINGSCOPE_TRY(progress_.Add(caller.member_end - caller.member_begin, writer_));
      }
    }
    progress_.TellWatcher();
    std::vector<Metric> metrics;
    metrics.resize(column_count_);
    MatchedContexts matched{std::move(writer_).Finish(std::move(frames), std::move(metrics)),
                            std::move(kinds_)};
    std::move(points_).MoveInto(matched.tree);
    matched.tree.types = std::move(types_).Finish(matched.tree.frame.size());
    return matched;
  }

 private:
  // For how many contexts to reserve memory: all of two trees, which share the root; of more trees those of
  // the two largest, as executions of one program have most contexts in common.
  static uint64_t RoomFor(const std::vector<ComparedTree>& trees, const BuildLimits& limits) {
    uint64_t largest = 0, second = 1;
    for (const ComparedTree& tree : trees) {
      const uint64_t count = tree.source.tree().context_count();
      if (count > largest)
        std::tie(largest, second) = std::pair(count, std::max<uint64_t>(largest, 1));
      else
        second = std::max(second, count);
    }
    return std::min(largest + second - 1, limits.max_contexts + 1);
  }

  // The group of a key among the callees of the current caller.
  uint32_t GroupOf(FrameId key) {
    // A slot is valid only if it has the number of the current caller, so slots need no clearing.
    uint64_t& slot = slot_of_key_[key];
    if (slot >> 32 == caller_number_) return static_cast<uint32_t>(slot);
    const auto group = static_cast<uint32_t>(groups_.size());
    slot = uint64_t{caller_number_} << 32 | group;
    groups_.push_back({key, kNoItem, kNoItem, 0, false, {0, 0}});
    return group;
  }
  void AddItem(const TreeMember& member, FrameId key, uint32_t route = kNoItem, uint32_t at = 0) {
    Group& group = groups_[GroupOf(key)];
    const auto item = static_cast<uint32_t>(items_.size());
    items_.push_back({member, kNoItem, route, at});
    (group.first_item == kNoItem ? group.first_item : items_[group.last_item].next) = item;
    group.last_item = item;
    const ComparedTree& tree = trees_[member.tree];
    group.cost[tree.side] += tree.CostOf(member.context);
    if (route == kNoItem) group.sides |= static_cast<uint8_t>(1u << tree.side);
  }

  Result<void> AddCallees(const Caller& caller) {
    if (++caller_number_ == 0) {  // wrapped around: old slots could be taken for valid ones
      std::ranges::fill(slot_of_key_, 0);
      caller_number_ = 1;
    }
    groups_.clear();
    items_.clear();
    for (uint32_t k = caller.member_begin; k < caller.member_end; ++k) {
      const TreeMember member = layer_.members[k];
      const ComparedTree& tree = trees_[member.tree];
      const ContextRange callees = tree.source.ChildrenOf(member.context);
      for (ContextId callee = callees.begin; callee < callees.end; ++callee)
        AddItem({member.tree, callee}, tree.KeyOf(callee));
    }
    for (uint32_t k = caller.passing_begin; k < caller.passing_end; ++k) {
      const Passing& passing = layer_.passing[k];
      const WrapperRoute& route = layer_.routes[passing.route];
      const FrameId key = route.key[passing.at];
      if (passing.at + 1 == route.length)
        AddItem(passing.member, key);
      else
        AddItem(passing.member, key, CopyRoute(route), passing.at + 1);
    }
    if (matching_ == Matching::kTolerant && caller.member_end - caller.member_begin > 1)
      PassThroughWrappers(caller);

    order_.clear();
    for (uint32_t g = 0; g < groups_.size(); ++g) {
      if (!groups_[g].has_moved) order_.push_back(g);
    }
    const auto before = [&](uint32_t a, uint32_t b) {
      const Group &x = groups_[a], &y = groups_[b];
      if (x.cost[0] != y.cost[0]) return x.cost[0] > y.cost[0];
      return rank_[x.key] < rank_[y.key];
    };
    if (!std::ranges::is_sorted(order_, before)) std::ranges::sort(order_, before);
    if (writer_.count() + order_.size() > limits_.max_contexts) {
      return Fail(ErrorCode::kLimit, "the tree has more than {} contexts", limits_.max_contexts);
    }
    writer_.MakeRoom(order_.size());
    writer_.BeginCallees();
    for (const uint32_t g : order_) Append(groups_[g]);
    return {};
  }

  uint32_t CopyRoute(const WrapperRoute& route) {
    next_.routes.push_back(route);
    return static_cast<uint32_t>(next_.routes.size() - 1);
  }

  // Moves callees that are found below wrappers to their place there. With two executions one look finds all;
  // with more, a callee may be found again, together with its wrapper, below a wrapper of others.
  void PassThroughWrappers(const Caller& caller) {
    const uint32_t looks = trees_.size() > 2 ? kMaxWrappers : 1;
    for (uint32_t look = 0; look < looks && MoveBelowWrappers(caller); ++look) {
    }
  }

  // Words of a bit set of trees.
  [[nodiscard]] size_t TreeSetWords() const { return (trees_.size() + 63) / 64; }
  std::span<uint64_t> TreeSet(size_t number) {
    return std::span(tree_sets_).subspan(number * TreeSetWords(), TreeSetWords());
  }
  static void AddTree(uint32_t tree, std::span<uint64_t> set) { set[tree / 64] |= uint64_t{1} << tree % 64; }

  // Lists the callees that some execution lacks. Returns whether two of them may share no execution.
  bool FindLone(const Caller& caller) {
    lone_.clear();
    lone_group_.clear();
    tree_sets_.assign((groups_.size() + 2) * TreeSetWords(), 0);
    const std::span<uint64_t> all = TreeSet(groups_.size()), shared = TreeSet(groups_.size() + 1);
    for (uint32_t k = caller.member_begin; k < caller.member_end; ++k) AddTree(layer_.members[k].tree, all);
    std::ranges::fill(shared, ~uint64_t{0});
    for (uint32_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      if (group.has_moved) continue;
      const std::span<uint64_t> set = TreeSet(g);
      for (uint32_t i = group.first_item; i != kNoItem; i = items_[i].next)
        AddTree(items_[i].member.tree, set);
      if (std::equal(set.begin(), set.end(), all.begin(),
                     [](uint64_t its, uint64_t whole) { return (whole & ~its) == 0; }))
        continue;
      for (size_t word = 0; word < set.size(); ++word) shared[word] &= set[word];
      LoneCallee& lone = lone_.emplace_back(LoneCallee{group.key, set, group.cost[0] + group.cost[1], {}});
      for (uint32_t i = group.first_item; i != kNoItem; i = items_[i].next) {
        if (items_[i].route == kNoItem) lone.members.push_back(items_[i].member);
      }
      lone_group_.push_back(g);
    }
    return lone_.size() > 1 && std::ranges::all_of(shared, [](uint64_t word) { return word == 0; });
  }

  bool MoveBelowWrappers(const Caller& caller) {
    if (!FindLone(caller)) return false;
    bool has_moved = false;
    for (const WrappedCallee& found : search_.Find(lone_)) {
      Group& group = groups_[lone_group_[found.callee]];
      Group& wrapper = groups_[lone_group_[found.wrapper]];
      // Items that pass through the callee itself get a longer route.
      const auto is_too_long = [&](const Item& item) {
        return item.route != kNoItem &&
               found.route.length + next_.routes[item.route].length - item.at > kMaxWrappers;
      };
      bool fits = true;
      for (uint32_t i = group.first_item; i != kNoItem; i = items_[i].next) fits &= !is_too_long(items_[i]);
      if (!fits) continue;
      const uint32_t route = CopyRoute(found.route);
      for (uint32_t i = group.first_item; i != kNoItem; i = items_[i].next) {
        Item& item = items_[i];
        item.route =
            item.route == kNoItem ? route : CopyRoute(Joined(found.route, next_.routes[item.route], item.at));
        item.at = 0;
      }
      items_[wrapper.last_item].next = group.first_item;
      wrapper.last_item = group.last_item;
      for (size_t side = 0; side < kSideCount; ++side) wrapper.cost[side] += group.cost[side];
      group.has_moved = true;
      has_moved = true;
    }
    return has_moved;
  }

  // `route`, followed by the keys of `then` from `at` on.
  static WrapperRoute Joined(WrapperRoute route, const WrapperRoute& then, uint32_t at) {
    while (at < then.length) route.key[route.length++] = then.key[at++];
    return route;
  }

  // Writes a context, and lists its members for the next layer.
  void Append(const Group& group) {
    ContextFlags flags = 0;
    std::ranges::fill(values_, 0);
    Caller caller{};
    uint8_t passing_sides = 0;
    caller.member_begin = static_cast<uint32_t>(next_.members.size());
    caller.passing_begin = static_cast<uint32_t>(next_.passing.size());
    for (uint32_t i = group.first_item; i != kNoItem; i = items_[i].next) {
      const Item& item = items_[i];
      const Cct& tree = trees_[item.member.tree].source.tree();
      for (const ColumnTarget& target : targets_[item.member.tree])
        values_[target.column] += tree.Inclusive(item.member.context, target.metric) * target.factor;
      if (item.route != kNoItem) {
        passing_sides |= static_cast<uint8_t>(1u << trees_[item.member.tree].side);
        next_.passing.push_back({item.member, item.route, item.at});
      } else {
        flags |= tree.FlagsOf(item.member.context);
        next_.members.push_back(item.member);
        points_.Add(item.member.tree, item.member.context);
        types_.AddAll(tree.types(), type_names_[item.member.tree], item.member.context,
                      static_cast<ContextId>(writer_.count()));
      }
    }
    points_.EndContext();
    caller.member_end = static_cast<uint32_t>(next_.members.size());
    caller.passing_end = static_cast<uint32_t>(next_.passing.size());
    next_.callers.push_back(caller);
    const bool is_wrapper = (passing_sides & ~group.sides) != 0;
    kinds_.push_back(group.sides == kBothSides ? ContextKind::kCommon
                     : group.sides == 1        ? (is_wrapper ? ContextKind::kGoneWrapper : ContextKind::kGone)
                                               : (is_wrapper ? ContextKind::kNewWrapper : ContextKind::kNew));
    writer_.Append(group.key, flags, values_);
  }

  const std::vector<ComparedTree>& trees_;
  const std::span<const std::vector<ColumnTarget>> targets_;
  PointUnion points_;
  TypeList types_;
  std::vector<std::vector<uint32_t>> type_names_;  // by tree
  const Matching matching_;
  const BuildLimits& limits_;
  JobControl* job_;
  MergeProgress progress_;
  const std::vector<uint32_t> rank_;   // of keys, by name
  std::vector<uint64_t> slot_of_key_;  // caller << 32 | group
  uint32_t caller_number_ = 1;
  WrapperSearch search_;
  const size_t column_count_;
  LevelWriter writer_;
  std::vector<uint64_t> values_;  // by column
  std::vector<ContextKind> kinds_;
  Layer layer_, next_;
  std::vector<Group> groups_;
  std::vector<Item> items_;
  std::vector<uint32_t> order_;
  std::vector<LoneCallee> lone_;
  std::vector<uint32_t> lone_group_;
  std::vector<uint64_t> tree_sets_;  // a bit set of TreeSetWords() per group, then two more
};

}  // namespace

std::vector<WrappedCallee> WrapperSearch::Find(std::span<const LoneCallee> lone) {
  for (uint32_t k = 0; k < lone.size(); ++k) lone_of_key_[lone[k].key] = k + 1;
  hits_.clear();
  for (uint32_t k = 0; k < lone.size(); ++k) FindBelow(lone, k);
  for (const LoneCallee& callee : lone) lone_of_key_[callee.key] = 0;

  AddUpHits(lone);
  std::ranges::sort(hits_, [&](const Hit& a, const Hit& b) { return ComesBefore(lone, a, b); });
  enum class Role : uint8_t { kFree, kWrapper, kWrapped };
  std::vector<Role> role(lone.size(), Role::kFree);
  std::vector<WrappedCallee> found;
  for (const Hit& hit : hits_) {
    if (role[hit.callee] != Role::kFree || role[hit.wrapper] == Role::kWrapped) continue;
    role[hit.callee] = Role::kWrapped;
    role[hit.wrapper] = Role::kWrapper;
    found.push_back({hit.callee, hit.wrapper, hit.route});
  }
  return found;
}

void WrapperSearch::FindBelow(std::span<const LoneCallee> lone, uint32_t wrapper) {
  const LoneCallee& top = lone[wrapper];
  for (const TreeMember& member : top.members) stack_.push_back({member, {}});
  while (!stack_.empty()) {
    const Place place = stack_.back();
    stack_.pop_back();
    const ComparedTree& tree = trees_[place.member.tree];
    const ContextRange callees = tree.source.ChildrenOf(place.member.context);
    for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
      const FrameId key = tree.KeyOf(callee);
      WrapperRoute route = place.route;
      route.key[route.length++] = key;
      const uint32_t lone_number = lone_of_key_[key];
      if (lone_number != 0 && AreOfOtherTrees(lone[lone_number - 1], top)) {
        hits_.push_back({wrapper, lone_number - 1, route, tree.CostOf(callee)});
      } else if (route.length < kMaxWrappers) {
        stack_.push_back({{place.member.tree, callee}, route});
      }
    }
  }
}

// Joins hits with the same route, which become one context; their cost becomes the common one of both sides.
void WrapperSearch::AddUpHits(std::span<const LoneCallee> lone) {
  const auto place = [](const Hit& hit) {
    return std::tuple(hit.wrapper, hit.callee, hit.route.length, hit.route.key);
  };
  std::ranges::sort(hits_, [&](const Hit& a, const Hit& b) { return place(a) < place(b); });
  JoinEqual(hits_, place, [](const Hit& from, Hit& into) { into.cost += from.cost; });
  for (Hit& hit : hits_) hit.cost = std::min(hit.cost, lone[hit.callee].cost);
}

bool WrapperSearch::ComesBefore(std::span<const LoneCallee> lone, const Hit& a, const Hit& b) const {
  if (a.cost != b.cost) return a.cost > b.cost;
  if (a.callee != b.callee) return rank_[lone[a.callee].key] < rank_[lone[b.callee].key];
  if (a.route.length != b.route.length) return a.route.length < b.route.length;
  if (a.wrapper != b.wrapper) return rank_[lone[a.wrapper].key] < rank_[lone[b.wrapper].key];
  for (uint32_t k = 0; k < a.route.length; ++k) {
    if (a.route.key[k] != b.route.key[k]) return rank_[a.route.key[k]] < rank_[b.route.key[k]];
  }
  return false;
}

Result<MatchedContexts> MatchLayers(const std::vector<ComparedTree>& trees,
                                    std::span<const std::vector<ColumnTarget>> targets, size_t column_count,
                                    OwnedFrames frames, PointUnion points, Matching matching,
                                    const BuildLimits& limits, JobControl* job) {
  return LayerMatcher(trees, targets, column_count, frames, std::move(points), matching, limits, job)
      .Match(std::move(frames));
}

}  // namespace ringscope
