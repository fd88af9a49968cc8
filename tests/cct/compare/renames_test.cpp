#include "cct/compare/renames.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cct/test_trees.h"

namespace ringscope {
namespace {

std::vector<std::string> Renames(const std::string& before, const std::string& after) {
  const CompareInput sides[] = {{test::TreeFromFolded(before), {"a"}}, {test::TreeFromFolded(after), {"b"}}};
  const TreeComparison comparison = CompareTrees(std::span(sides).first(1), std::span(sides).last(1)).value();
  std::vector<std::string> found;
  const FrameTable& frames = comparison.tree->frames();
  const auto renames = FindRenames(comparison, comparison.metrics[0]).value();
  for (const RenameCandidate& one : renames) {
    found.push_back(std::string(frames.name(one.gone)) + " -> " + std::string(frames.name(one.fresh)) + " " +
                    std::to_string(static_cast<int>(100 * one.similarity)) + " " +
                    std::to_string(one.places));
  }
  return found;
}
using Found = std::vector<std::string>;

TEST(Renames, NearlyTheSameCallees) {
  EXPECT_EQ(Renames("m;old;a 1\nm;old;b 1\nm;old;c 1\n", "m;new;a 1\nm;new;b 1\nm;new;c 1\n"),
            (Found{"old -> new 100 1"}));
  EXPECT_EQ(Renames("m;old;a 1\nm;old;b 1\nm;old;c 1\nm;old;d 1\nm;old;e 1\n",
                    "m;new;a 1\nm;new;b 1\nm;new;c 1\nm;new;d 1\n"),
            (Found{"old -> new 88 1"}));
  EXPECT_EQ(Renames("m;old;a 1\nm;old;b 1\n", "m;new;a 1\nm;new;b 1\n"), Found{}) << "two callees say little";
  EXPECT_EQ(Renames("m;old;a 1\nm;old;b 1\nm;old;c 1\n", "m;new;a 1\nm;new;b 1\nm;new;d 1\n"), Found{});
  EXPECT_EQ(Renames("m;old;a 1\nm;old;b 1\nm;old;c 1\n", "n;new;a 1\nn;new;b 1\nn;new;c 1\n"), Found{})
      << "below another caller";
}

TEST(Renames, PlacesAreCountedAndTheMostSimilarWins) {
  const std::string before = "m;old;a 1\nm;old;b 1\nm;old;c 1\nm;old;d 1\n";
  const std::string near = "m;x;a 1\nm;x;b 1\nm;x;c 1\n", same = "m;y;a 1\nm;y;b 1\nm;y;c 1\nm;y;d 1\n";
  EXPECT_EQ(Renames(before, near + same), (Found{"old -> y 100 1"}));
  EXPECT_EQ(Renames("m;p;old;a 1\nm;p;old;b 1\nm;p;old;c 1\nm;q;old;a 1\nm;q;old;b 1\nm;q;old;c 1\n",
                    "m;p;new;a 1\nm;p;new;b 1\nm;p;new;c 1\nm;q;new;a 1\nm;q;new;b 1\nm;q;new;c 1\n"),
            (Found{"old -> new 100 2"}));
}

}  // namespace
}  // namespace ringscope
