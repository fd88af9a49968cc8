#include "app/cli/comparing/compared_inputs.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "cct/tree/verify.h"
#include "tests/cct/compare/matching/random_edits.h"
#include "tests/cct/test_trees.h"

namespace ringscope::shapes_test {
namespace {

using test::PlainTree;
using test::Random;

std::map<std::string, ContextId> ContextsByPath(const Cct& tree) {
  std::map<std::string, ContextId> contexts;
  for (ContextId context = 0; context < tree.context_count(); ++context)
    contexts[test::PathText(tree, context)] = context;
  return contexts;
}

bool IsIn(const std::vector<bool>& wanted, const Cct& tree, ContextId context) {
  if (wanted[context]) return true;
  const ContextRange callees = tree.ChildrenOf(context);
  for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
    if (IsIn(wanted, tree, callee)) return true;
  }
  return false;
}

// The contexts of `whole` that are wanted, and those above them, with all they cost, and nothing else.
void ExpectShaped(const Cct& whole, const std::vector<bool>& wanted, const Cct& shaped) {
  ASSERT_TRUE(VerifyCct(shaped));
  const std::map<std::string, ContextId> left = ContextsByPath(shaped);
  for (ContextId context = 0; context < whole.context_count(); ++context) {
    const auto found = left.find(test::PathText(whole, context));
    const bool is_wanted = context == kRootContext || IsIn(wanted, whole, context);
    ASSERT_EQ(found != left.end(), is_wanted) << test::PathText(whole, context);
    for (MetricIndex m = 0; is_wanted && m < whole.metric_count(); ++m)
      ASSERT_EQ(shaped.Inclusive(found->second, m), whole.Inclusive(context, m));
  }
  EXPECT_LE(shaped.context_count(), whole.context_count());
  EXPECT_EQ(shaped.report().executions, whole.report().executions);
}

TEST(Shapes, KeepWhatIsWantedWithAllItsCost) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    PlainTree version = test::RandomPlainTree(random, 5 + random.Below(80));
    std::vector<CompareInput> inputs;
    for (size_t e = 0; e < 5; ++e) {
      inputs.push_back({test::TreeFromFolded(version.Folded()), {std::to_string(e)}});
      for (uint64_t edits = random.Below(6); edits > 0; --edits) test::Edit(version, random);
    }
    const TreeComparison comparison =
        CompareTrees(std::span(inputs).first(1), std::span(inputs).subspan(3, 1)).value();
    for (const TreeShape shape : {TreeShape::kIntersection, TreeShape::kDifference, TreeShape::kUnion}) {
      TreeComparison shaped = comparison;
      ASSERT_TRUE(TakeShape(shape, shaped, nullptr));
      std::vector<bool> wanted;
      for (const ContextKind kind : comparison.kinds) {
        wanted.push_back(shape == TreeShape::kUnion ||
                         (kind == ContextKind::kCommon) == (shape == TreeShape::kIntersection));
      }
      ExpectShaped(*comparison.tree, wanted, *shaped.tree);
      ASSERT_EQ(shaped.kinds.size(), shaped.tree->context_count());
      const std::map<std::string, ContextId> before = ContextsByPath(*comparison.tree);
      for (ContextId context = 0; context < shaped.tree->context_count(); ++context)
        EXPECT_EQ(shaped.kinds[context], comparison.kinds[before.at(test::PathText(*shaped.tree, context))]);
      const bool is_cut = shaped.tree->context_count() < comparison.tree->context_count();
      EXPECT_EQ(shaped.notes.size(), comparison.notes.size() + (is_cut ? 1 : 0));
      EXPECT_EQ(shaped.tree->report().notes.size(),
                comparison.tree->report().notes.size() + (is_cut ? 1 : 0));
    }

    const Series series = BuildSeries(inputs).value();
    for (uint32_t least = 1; least <= 5; ++least) {
      Series shaped = series;
      ASSERT_TRUE(TakeAtLeast(least, shaped, nullptr));
      std::vector<bool> wanted;
      for (ContextId context = 0; context < series.tree->context_count(); ++context) {
        uint32_t count = 0;
        for (const MetricIndex run : series.metrics[0].run)
          count += series.tree->Inclusive(context, run) > 0 ? 1 : 0;
        wanted.push_back(count >= least);
      }
      ExpectShaped(*series.tree, wanted, *shaped.tree);
    }
  }
}

}  // namespace
}  // namespace ringscope::shapes_test
