#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "cct/compare/tree_comparison.h"
#include "cct/tree/verify.h"
#include "tests/cct/compare/matching/random_edits.h"
#include "tests/cct/compare/matching/reference_matcher.h"
#include "tests/cct/test_trees.h"

namespace ringscope::match_property_test {
namespace {

using test::PlainTree;
using test::Random;

std::map<std::string, std::string> LinesOf(const TreeComparison& comparison, bool mirrored = false) {
  const Cct& tree = *comparison.tree;
  std::map<std::string, std::string> lines;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    std::string path;
    for (const ContextId at : tree.PathTo(context))
      path += (path.empty() ? "" : ";") + std::string(tree.FrameAt(at).name);
    std::string kind(WordOf(kContextKindWords, comparison.kinds[context]));
    if (mirrored && kind.starts_with("gone"))
      kind = "new" + kind.substr(4);
    else if (mirrored && kind.starts_with("new"))
      kind = "gone" + kind.substr(3);
    lines[path] = std::to_string(tree.Self(context, mirrored ? 1 : 0)) + " " +
                  std::to_string(tree.Self(context, mirrored ? 0 : 1)) + " " + kind;
  }
  return lines;
}

TreeComparison Compare(const CctPtr& before, const CctPtr& after) {
  const CompareInput sides[] = {{before, {"a"}}, {after, {"b"}}};
  return CompareTrees(std::span(sides).first(1), std::span(sides).last(1)).value();
}

// Self values by function: what no matching may change.
std::map<std::string, uint64_t> SelfByFunction(const Cct& tree, MetricIndex metric) {
  std::map<std::string, uint64_t> self;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    if (tree.Self(context, metric) > 0)
      self[std::string(tree.FrameAt(context).name)] += tree.Self(context, metric);
  }
  return self;
}

// How many contexts of a side there are.
uint64_t ContextsOf(const TreeComparison& comparison, ContextKind kind, ContextKind wrapper) {
  return static_cast<uint64_t>(std::count_if(
      comparison.kinds.begin(), comparison.kinds.end(),
      [&](ContextKind one) { return one == ContextKind::kCommon || one == kind || one == wrapper; }));
}

class EditedTrees : public testing::TestWithParam<uint64_t> {};

TEST_P(EditedTrees, AreMatchedAsThePlainMatcherDoes) {
  Random random(GetParam());
  PlainTree before = test::RandomPlainTree(random, 5 + random.Below(150));
  PlainTree after = before;
  for (uint64_t edits = random.Below(12); edits > 0; --edits)
    test::Edit(random.Below(4) == 0 ? before : after, random);
  const CctPtr before_tree = test::TreeFromFolded(before.Folded()),
               after_tree = test::TreeFromFolded(after.Folded());
  const TreeComparison comparison = Compare(before_tree, after_tree);
  const Result<void> verified = VerifyCct(*comparison.tree);
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_EQ(LinesOf(comparison), test::MatchPlainly(before, after));
  EXPECT_EQ(LinesOf(Compare(after_tree, before_tree), true), LinesOf(comparison)) << "mirrored";
  // Each context is in exactly one place, with all its cost.
  EXPECT_EQ(ContextsOf(comparison, ContextKind::kGone, ContextKind::kGoneWrapper),
            before_tree->context_count());
  EXPECT_EQ(ContextsOf(comparison, ContextKind::kNew, ContextKind::kNewWrapper), after_tree->context_count());
  EXPECT_EQ(SelfByFunction(*comparison.tree, 0), SelfByFunction(*before_tree, 0));
  EXPECT_EQ(SelfByFunction(*comparison.tree, 1), SelfByFunction(*after_tree, 0));
  uint64_t change = 0;
  for (ContextId context = 0; context < comparison.tree->context_count(); ++context) {
    const uint64_t a = comparison.tree->Self(context, 0), b = comparison.tree->Self(context, 1);
    EXPECT_EQ(comparison.tree->Self(context, 2), a < b ? b - a : a - b);
    change += a < b ? b - a : a - b;
  }
  EXPECT_EQ(comparison.tree->Total(2), change);
}

INSTANTIATE_TEST_SUITE_P(Seeds, EditedTrees, testing::Range<uint64_t>(0, 300));

TEST(ComparedRuns, OrderOfRunsDoesNotMatter) {
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const auto tree = [&](uint64_t k) -> CompareInput {
      return {test::RandomTree(seed * 10 + k, {.contexts = 300, .frames = 20}), {std::to_string(k)}};
    };
    const CompareInput before[] = {tree(0), tree(1)}, after[] = {tree(2), tree(3), tree(4)};
    const CompareInput before_turned[] = {tree(1), tree(0)}, after_turned[] = {tree(4), tree(2), tree(3)};
    const TreeComparison a = CompareTrees(before, after).value(),
                         b = CompareTrees(before_turned, after_turned).value();
    ASSERT_TRUE(VerifyCct(*a.tree));
    EXPECT_EQ(LinesOf(a), LinesOf(b));
    // The runs of a side add up to it: 3 times two of them, twice three.
    for (ContextId context = 0; context < a.tree->context_count(); ++context) {
      const auto run = [&](size_t e) { return a.tree->Inclusive(context, a.metrics[0].run[e]); };
      ASSERT_EQ(a.tree->Inclusive(context, 0), 3 * (run(0) + run(1)));
      ASSERT_EQ(a.tree->Inclusive(context, 1), 2 * (run(2) + run(3) + run(4)));
    }
  }
}

// Whatever wrappers runs have or lack: the order of runs says nothing, and each function has the cost of its
// runs.
TEST(ComparedRuns, EditedRunsKeepWhatTheyCost) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const PlainTree common = test::RandomPlainTree(random, 5 + random.Below(100));
    std::vector<CompareInput> runs;
    for (const char* const name : {"0", "1", "2", "3", "4"}) {
      PlainTree run = common;
      for (uint64_t edits = random.Below(6); edits > 0; --edits) test::Edit(run, random);
      runs.push_back({test::TreeFromFolded(run.Folded()), {name}});
    }
    const CompareInput turned[] = {runs[1], runs[0], runs[4], runs[2], runs[3]};
    const TreeComparison a = CompareTrees(std::span(runs).first(2), std::span(runs).last(3)).value(),
                         b = CompareTrees(std::span(turned).first(2), std::span(turned).last(3)).value();
    ASSERT_TRUE(VerifyCct(*a.tree)) << seed;
    EXPECT_EQ(LinesOf(a), LinesOf(b)) << seed;
    for (size_t e = 0; e < runs.size(); ++e)
      EXPECT_EQ(SelfByFunction(*a.tree, a.metrics[0].run[e]), SelfByFunction(*runs[e].tree, 0)) << seed;
  }
}

}  // namespace
}  // namespace ringscope::match_property_test
