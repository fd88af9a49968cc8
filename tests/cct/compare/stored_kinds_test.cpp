#include "cct/compare/stored_comparison.h"

#include <gtest/gtest.h>

#include "tests/cct/compare/matching/random_edits.h"
#include "tests/cct/test_trees.h"

namespace ringscope::stored_kinds_test {
namespace {

TreeComparison Compared(const std::string& before, const std::string& after) {
  const CompareInput sides[] = {{test::TreeFromFolded(before), {"a"}}, {test::TreeFromFolded(after), {"b"}}};
  return CompareTrees(std::span(sides).first(1), std::span(sides).last(1)).value();
}

TEST(StoredKinds, AreThoseOfTheComparisonWhereAllContextsCost) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    test::Random random(seed);
    test::PlainTree version = test::RandomPlainTree(random, 5 + random.Below(120));
    const std::string before = version.Folded();
    for (int edits = 0; edits < 8; ++edits) test::Edit(version, random);
    const TreeComparison comparison = Compared(before, version.Folded());
    const auto found = FindKinds(*StoredComparison(comparison.tree)).value();
    ASSERT_EQ(found.size(), comparison.kinds.size());
    for (ContextId context = 1; context < found.size(); ++context) {
      const bool is_wrapper = (comparison.tree->FlagsOf(context) & kIsWrapper) != 0;
      // Columns do not tell whose a wrapper is that costs nothing itself.
      const bool has_self = comparison.tree->Self(context, comparison.metrics[0].side[0]) != 0 ||
                            comparison.tree->Self(context, comparison.metrics[0].side[1]) != 0;
      if (is_wrapper && !has_self) {
        EXPECT_EQ(found[context], ContextKind::kNewWrapper);
        continue;
      }
      // Nor whose anything is that costs nothing on a side: such a context can be either.
      const auto costs = [&](Side side) {
        return comparison.tree->Inclusive(context, comparison.metrics[0].side[IndexOf(side)]) != 0;
      };
      if (!costs(Side::kBefore) && !costs(Side::kAfter)) {
        EXPECT_EQ(found[context], ContextKind::kCommon);
        continue;
      }
      if (comparison.kinds[context] == ContextKind::kCommon &&
          (!costs(Side::kBefore) || !costs(Side::kAfter))) {
        EXPECT_EQ(found[context], costs(Side::kAfter) ? ContextKind::kNew : ContextKind::kGone);
        continue;
      }
      EXPECT_EQ(found[context], comparison.kinds[context]) << seed << ", context " << context;
    }
  }
}

TEST(StoredKinds, EndWhenTheyAreCancelled) {
  std::string many;
  for (int i = 0; i < 20'000; ++i) many += "f" + std::to_string(i) + " 1\n";
  const auto comparison = StoredComparison(Compared(many, many).tree);
  JobControl job;
  job.cancel_requested = true;
  const auto found = FindKinds(*comparison, &job);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::stored_kinds_test
