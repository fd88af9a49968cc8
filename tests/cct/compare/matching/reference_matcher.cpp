#include "tests/cct/compare/matching/reference_matcher.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace ringscope::test {
namespace {

using Path = std::vector<std::string>;
using Lines = std::map<std::string, std::string>;

std::string Joined(const std::string& path, const std::string& name) {
  return path.empty() ? name : path + ";" + name;
}

std::string Line(const PlainTree* before, const PlainTree* after, bool is_wrapper) {
  const std::string kind =
      before != nullptr && after != nullptr
          ? "common"
          : std::string(before != nullptr ? "gone" : "new") + (is_wrapper ? " wrapper" : "");
  return std::to_string(before == nullptr ? 0 : before->self) + " " +
         std::to_string(after == nullptr ? 0 : after->self) + " " + kind;
}

struct Candidate {
  uint64_t cost;
  std::string callee;
  Path route;  // from the wrapper to the callee, both included
};

// Below a wrapper: each path of at most three wrappers to a name that the other side misses, with none in
// between.
void FindCandidates(const PlainTree& at, const Path& route,
                    const std::map<std::string, const PlainTree*>& missing, std::vector<Candidate>& found) {
  for (const auto& [name, callee] : at.callees) {
    Path longer = route;
    longer.push_back(name);
    if (const auto missed = missing.find(name); missed != missing.end())
      found.push_back({std::min(callee.Inclusive(), missed->second->Inclusive()), name, longer});
    else if (longer.size() <= 3)
      FindCandidates(callee, longer, missing, found);
  }
}

// A callee of the other side on its way below wrappers.
struct Passed {
  Path route;
  const PlainTree* tree;
};

class Matcher {
 public:
  Lines lines;

  void MatchBoth(const PlainTree& before, const PlainTree& after, const std::string& path) {
    std::map<std::string, const PlainTree*> lone[2];
    for (const auto& [name, callee] : before.callees)
      if (!after.callees.contains(name)) lone[0][name] = &callee;
    for (const auto& [name, callee] : after.callees)
      if (!before.callees.contains(name)) lone[1][name] = &callee;
    std::vector<Candidate> candidates;
    for (const int side : {0, 1}) {
      for (const auto& [name, wrapper] : lone[side])
        FindCandidates(*wrapper, {name}, lone[1 - side], candidates);
    }
    std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
      return std::tuple(~a.cost, a.callee, a.route.size(), a.route) <
             std::tuple(~b.cost, b.callee, b.route.size(), b.route);
    });
    std::set<std::string> wrapped;
    std::map<std::string, std::vector<Passed>> through;
    for (const Candidate& one : candidates) {
      const std::string& wrapper = one.route.front();
      if (wrapped.contains(one.callee) || through.contains(one.callee) || wrapped.contains(wrapper)) continue;
      wrapped.insert(one.callee);
      const PlainTree* const tree = lone[lone[0].contains(one.callee) ? 0 : 1].at(one.callee);
      through[wrapper].push_back({Path(one.route.begin() + 1, one.route.end()), tree});
    }
    for (const auto& [name, callee] : before.callees) {
      if (!after.callees.contains(name)) continue;
      const PlainTree& other = after.callees.at(name);
      lines[Joined(path, name)] = Line(&callee, &other, false);
      MatchBoth(callee, other, Joined(path, name));
    }
    for (const int side : {0, 1}) {
      for (const auto& [name, callee] : lone[side])
        if (!wrapped.contains(name)) AddLone(*callee, side, through[name], Joined(path, name));
    }
  }

 private:
  void AddLone(const PlainTree& tree, int side, const std::vector<Passed>& passing, const std::string& path) {
    lines[path] = Line(side == 0 ? &tree : nullptr, side == 1 ? &tree : nullptr, !passing.empty());
    for (const auto& [name, callee] : tree.callees) {
      std::vector<Passed> on;
      const PlainTree* arrived = nullptr;
      for (const Passed& one : passing) {
        if (one.route.front() != name) continue;
        if (one.route.size() == 1)
          arrived = one.tree;
        else
          on.push_back({Path(one.route.begin() + 1, one.route.end()), one.tree});
      }
      const std::string its_path = Joined(path, name);
      if (arrived == nullptr) {
        AddLone(callee, side, on, its_path);
        continue;
      }
      const PlainTree &before = side == 0 ? callee : *arrived, &after = side == 0 ? *arrived : callee;
      lines[its_path] = Line(&before, &after, false);
      MatchBoth(before, after, its_path);
    }
  }
};

}  // namespace

PlainTree& PlainTree::At(const std::vector<std::string>& path) {
  PlainTree* at = this;
  for (const std::string& name : path) at = &at->callees[name];
  return *at;
}

uint64_t PlainTree::Inclusive() const {
  uint64_t sum = self;
  for (const auto& [name, callee] : callees) sum += callee.Inclusive();
  return sum;
}

std::string PlainTree::Folded(const std::string& path) const {
  std::string text;
  if (!path.empty()) text += path + " " + std::to_string(self) + "\n";
  for (const auto& [name, callee] : callees) text += callee.Folded(Joined(path, name));
  return text;
}

std::map<std::string, std::string> MatchPlainly(const PlainTree& before, const PlainTree& after) {
  Matcher matcher;
  matcher.MatchBoth(before, after, {});
  return std::move(matcher.lines);
}

}  // namespace ringscope::test
