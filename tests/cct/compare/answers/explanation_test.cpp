#include "cct/compare/answers/explanation.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cct/test_trees.h"

namespace ringscope::explanation_test {
namespace {

TreeComparison Compare(const CctPtr& before, const CctPtr& after) {
  const CompareInput sides[] = {{before, {"a"}}, {after, {"b"}}};
  return CompareTrees(std::span(sides).first(1), std::span(sides).last(1)).value();
}

std::vector<std::string> PartsOf(const TreeComparison& comparison) {
  std::vector<std::string> parts;
  for (const ExplainedChange& part : ExplainChange(comparison, comparison.metrics[0]).parts) {
    std::string text;
    for (const ContextId at : comparison.tree->PathTo(part.context))
      text += std::string(comparison.tree->FrameAt(at).name) + ";";
    parts.push_back(text + (part.is_self ? "(itself) " : " ") + std::to_string(part.change));
  }
  return parts;
}
std::vector<std::string> PartsOf(const std::string& before, const std::string& after) {
  return PartsOf(Compare(test::TreeFromFolded(before), test::TreeFromFolded(after)));
}
using Parts = std::vector<std::string>;

TEST(Explanation, GoesDownToWhereItHappens) {
  EXPECT_EQ(PartsOf("m;f;g 100\nm;h 10\n", "m;f;g 200\nm;h 10\n"), (Parts{"m;f;g; 100"}));
  EXPECT_EQ(PartsOf("m;f 10\nm;f;g 100\n", "m;f 60\nm;f;g 200\n"), (Parts{"m;f;g; 100", "m;f;(itself) 50"}));
  EXPECT_EQ(PartsOf("m;f 10\nm;g 100\n", "m;f 60\nm;g 50\n"), (Parts{"m;g; 50", "m;f; 50"}))
      << "nothing cancels";
  EXPECT_EQ(PartsOf("m;f 10\n", "m;f 10\n"), Parts{});
}

TEST(Explanation, TheWayOfBlameLeadsToTheLargestPart) {
  const auto path = [](const std::string& before, const std::string& after, std::string_view from) {
    const TreeComparison comparison = Compare(test::TreeFromFolded(before), test::TreeFromFolded(after));
    std::string text;
    ContextId start = kRootContext;
    for (ContextId at = 0; at < comparison.tree->context_count(); ++at)
      if (at != kRootContext && comparison.tree->FrameAt(at).name == from) start = at;
    for (const ContextId at : PathOfBlame(comparison, comparison.metrics[0], start))
      text += std::string(comparison.tree->FrameAt(at).name) + ";";
    return text;
  };
  const std::string before = "m;f;g 100\nm;h;i 10\nm;k 7\n", after = "m;f;g 200\nm;h;i 40\nm;k 7\n";
  EXPECT_EQ(path(before, after, "m"), "f;g;");
  EXPECT_EQ(path(before, after, "h"), "i;") << "of the centre, not of the whole tree";
  EXPECT_EQ(path(before, after, "k"), "") << "nothing changed";
  EXPECT_EQ(path("m 10\n", "m 20\n", "m"), "") << "it happens at the centre";
}

TEST(Explanation, ManySmallChangesAreTheirCallers) {
  std::string before, after;
  for (int k = 0; k < 100; ++k) {
    before += "m;many;f" + std::to_string(k) + " 1\n";
    after += "m;many;f" + std::to_string(k) + " 2\n";
  }
  EXPECT_EQ(PartsOf(before + "m;one 1\n", after + "m;one 51\n"), (Parts{"m;many; 100", "m;one; 50"}));
}

TEST(Explanation, CoversNearlyAllAndCountsNothingTwice) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const CctPtr before = test::RandomTree(seed, {.contexts = 400, .frames = 20});
    const CctPtr after =
        test::RandomTree(seed % 3 == 0 ? seed + 1 : seed + 100, {.contexts = 400, .frames = 20});
    const TreeComparison comparison = Compare(before, after);
    const Explanation explanation = ExplainChange(comparison, comparison.metrics[0]);
    EXPECT_GE(explanation.covered * 10, explanation.total * 9 - 10);
    uint64_t sum = 0;
    for (const ExplainedChange& a : explanation.parts) {
      sum += a.change;
      for (const ExplainedChange& b : explanation.parts) {
        if (&a == &b || a.is_self) continue;
        EXPECT_FALSE(comparison.tree->IsWithin(b.context, a.context));
      }
    }
    EXPECT_EQ(sum, explanation.covered);
  }
}

}  // namespace
}  // namespace ringscope::explanation_test
