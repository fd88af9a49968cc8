#include "tests/cct/compare/matching/random_edits.h"

#include <iterator>
#include <utility>
#include <vector>

namespace ringscope::test {
namespace {

// A context somewhere in the tree, and the caller it hangs below.
std::pair<PlainTree*, std::string> RandomCallee(PlainTree& tree, Random& random) {
  PlainTree* caller = &tree;
  for (;;) {
    if (caller->callees.empty()) return {nullptr, {}};
    auto callee = caller->callees.begin();
    std::advance(callee, random.Below(caller->callees.size()));
    if (callee->second.callees.empty() || random.Below(3) == 0) return {caller, callee->first};
    caller = &callee->second;
  }
}

}  // namespace

PlainTree RandomPlainTree(Random& random, size_t contexts) {
  PlainTree tree;
  std::vector<std::vector<std::string>> paths{{}};
  for (size_t k = 0; k < contexts; ++k) {
    std::vector<std::string> path = paths[random.Below(paths.size())];
    path.push_back(random.Name());
    tree.At(path).self += random.Below(4) == 0 ? 0 : random.Below(100);
    paths.push_back(std::move(path));
  }
  return tree;
}

void Edit(PlainTree& tree, Random& random) {
  const auto found = RandomCallee(tree, random);
  PlainTree* const caller = found.first;
  const std::string& name = found.second;
  if (caller == nullptr) return;
  auto node = caller->callees.extract(name);
  PlainTree& callee = node.mapped();
  const auto put_back = [caller](const std::string& as, PlainTree what) {
    PlainTree& place = caller->callees[as];
    place.self += what.self;
    place.callees.merge(what.callees);
  };
  switch (random.Below(6)) {
    case 0: {  // one to three wrappers
      PlainTree wrapped;
      wrapped.callees[name] = std::move(callee);
      for (uint64_t more = random.Below(4); more > 0; --more) {
        PlainTree outer;
        outer.callees["w" + std::to_string(more)] = std::move(wrapped);
        wrapped = std::move(outer);
      }
      wrapped.self = random.Below(10);
      put_back("w", std::move(wrapped));
      break;
    }
    case 1:  // removed, its callees stay
      caller->self += callee.self;
      for (auto& [its_name, its_callee] : callee.callees) put_back(its_name, std::move(its_callee));
      break;
    case 2:
      put_back(name + "_renamed", std::move(callee));
      break;
    case 3:  // moved elsewhere
      put_back(name, PlainTree{});
      tree.At({random.Name(), "moved"}).callees.merge(callee.callees);
      break;
    case 4: {  // split in two
      PlainTree half;
      half.self = callee.self / 2;
      callee.self -= half.self;
      if (!callee.callees.empty()) half.callees.insert(callee.callees.extract(callee.callees.begin()));
      put_back(name, std::move(callee));
      put_back(name + "_half", std::move(half));
      break;
    }
    default:
      callee.self += random.Below(50);
      put_back(name, std::move(callee));
  }
}

}  // namespace ringscope::test
