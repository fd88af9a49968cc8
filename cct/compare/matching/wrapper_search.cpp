#include "cct/compare/matching/wrapper_search.h"

#include <algorithm>

namespace ringscope {
namespace {

bool IsSameRoute(const WrapperRoute& a, const WrapperRoute& b) {
  return a.length == b.length && std::equal(a.key.begin(), a.key.begin() + a.length, b.key.begin());
}

// Whether no execution has both.
bool AreOfOtherTrees(const LoneCallee& a, const LoneCallee& b) {
  return std::equal(a.trees.begin(), a.trees.end(), b.trees.begin(),
                    [](uint64_t its, uint64_t others) { return (its & others) == 0; });
}

}  // namespace

std::vector<WrappedCallee> WrapperSearch::Find(std::span<const LoneCallee> lone) {
  for (uint32_t k = 0; k < lone.size(); ++k) lone_of_key_[lone[k].key] = k + 1;
  hits_.clear();
  for (uint32_t k = 0; k < lone.size(); ++k) FindBelow(lone, k);
  for (const LoneCallee& callee : lone) lone_of_key_[callee.key] = 0;

  AddUpHits(lone);
  std::sort(hits_.begin(), hits_.end(), [&](const Hit& a, const Hit& b) { return ComesBefore(lone, a, b); });
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

// Contexts with one route become one context. Their hits become what both sides have in common there.
void WrapperSearch::AddUpHits(std::span<const LoneCallee> lone) {
  const auto place = [](const Hit& hit) {
    return std::tuple(hit.wrapper, hit.callee, hit.route.length, hit.route.key);
  };
  std::sort(hits_.begin(), hits_.end(), [&](const Hit& a, const Hit& b) { return place(a) < place(b); });
  size_t kept = 0;
  for (const Hit& hit : hits_) {
    const bool is_same = kept > 0 && hits_[kept - 1].wrapper == hit.wrapper &&
                         hits_[kept - 1].callee == hit.callee &&
                         IsSameRoute(hits_[kept - 1].route, hit.route);
    if (is_same)
      hits_[kept - 1].cost += hit.cost;
    else
      hits_[kept++] = hit;
  }
  hits_.resize(kept);
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

}  // namespace ringscope
