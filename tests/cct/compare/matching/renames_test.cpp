#include "cct/compare/matching/renames.h"

#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cct/compare/answers/function_changes.h"
#include "tests/cct/test_trees.h"

namespace ringscope::renames_test {
namespace {

TreeComparison Compared(const std::string& before, const std::string& after, const CompareOptions& options) {
  const CompareInput sides[] = {{test::TreeFromFolded(before), {"a"}}, {test::TreeFromFolded(after), {"b"}}};
  return CompareTrees(std::span(sides).first(1), std::span(sides).last(1), options).value();
}

std::vector<std::string> Renames(const std::string& before, const std::string& after,
                                 const char* rules_text = "") {
  CompareOptions options;
  options.rules = NameRules::Parse(rules_text).value();
  const TreeComparison comparison = Compared(before, after, options);
  std::vector<std::string> found;
  const FrameTable& frames = comparison.tree->frames();
  const auto renames = FindRenames(comparison, comparison.metrics[0], options.rules).value();
  for (const RenameCandidate& one : renames) {
    found.push_back(std::string(frames.name(one.gone)) + " -> " + std::string(frames.name(one.fresh)) + " " +
                    std::to_string(static_cast<int>(100 * one.confidence())) + " " +
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

TEST(Renames, OneBaseName) {
  EXPECT_EQ(Renames("m;ns::A::parse(int) 5\nm;x 1\n", "m;other::parse(long) 6\nm;x 1\n"),
            (Found{"ns::A::parse(int) -> other::parse(long) 50 1"}));
  EXPECT_EQ(Renames("m;a.Old.run;f 5\n", "m;b.New.run;f 6\n"), (Found{"a.Old.run -> b.New.run 100 1"}));
  EXPECT_EQ(Renames("m;a::f 5\nm;b::f 4\n", "m;c::f 6\n"), Found{}) << "two functions had it";
  EXPECT_EQ(Renames("m;a::f 5\nk;a::f 5\n", "m;c::f 6\nk;a::f 3\n"), Found{}) << "it is still there";
  EXPECT_EQ(FunctionBaseName("std::vector<int, a<b>>::push_back<int>(int const&)"), "push_back");
  EXPECT_EQ(FunctionBaseName("main"), "main");
  EXPECT_EQ(FunctionBaseName("net/http.(*conn).serve"), "serve");
  EXPECT_EQ(FunctionBaseName("::"), "");
}

TEST(Renames, WhatLiesBelowAPairIsPairedToo) {
  const std::string before = "m;old;a 1\nm;old;b 1\nm;old;c;e::in 1\nm;old;c;z 1\n";
  const std::string after = "m;new;a 1\nm;new;b 1\nm;new;c;f::in 1\nm;new;c;z 1\n";
  EXPECT_EQ(Renames(before, after), (Found{"old -> new 100 1", "e::in -> f::in 50 1"}));
  EXPECT_EQ(Renames(before, after, "no-rename: old => new\n"), Found{});
  EXPECT_EQ(Renames(before, after, "rename: old => new\n"), (Found{"e::in -> f::in 50 1"}));
}

TEST(Renames, RecursionCountsOnce) {
  const auto costs = [](const std::string& before, const std::string& after) {
    const TreeComparison comparison = Compared(before, after, {});
    const auto renames = FindRenames(comparison, comparison.metrics[0]).value();
    std::string text;
    for (const RenameCandidate& one : renames) {
      text += std::to_string(one.places) + " places " + std::to_string(one.before) + " " +
              std::to_string(one.after) + " " +
              std::to_string(RecoveredShare(comparison, comparison.metrics[0], one)) + "\n";
    }
    return text;
  };
  EXPECT_EQ(costs("m;A.f;A.f;A.f 10\nm;x 90\n", "m;B.f;B.f;B.f 10\nm;x 90\n"), "3 places 10 10 0.100000\n");
  EXPECT_EQ(costs("m;A.f;A.g;A.f 10\nm;p;A.f 20\nm;p 70\n", "m;B.f;B.g;B.f 14\nm;p;B.f 20\nm;p 70\n"),
            "3 places 30 34 0.313725\n1 places 10 14 0.117647\n");
}

TEST(Renames, AlsoBelowWhatWasPutAround) {
  const std::string before = "m;old;a 1\nm;old;b 1\nm;old;c 1\n";
  const std::string wrapped = "m;w;new;a 1\nm;w;new;b 1\nm;w;new;c 1\nm;w;x 1\n";
  EXPECT_EQ(Renames(before, wrapped), (Found{"old -> new 100 1"}));
  EXPECT_EQ(Renames(wrapped, before), (Found{"new -> old 100 1"}));
  EXPECT_EQ(Renames(before, "m;u;v;w;q;new;a 1\nm;u;v;w;q;new;b 1\nm;u;v;w;q;new;c 1\n"), Found{}) << "too far down";
  // Accepted, the wrapper is one.
  EXPECT_EQ(Renames(before, wrapped, "rename: old => new\n"), Found{});
}

TEST(Renames, LinesOfTheRulesAcceptAndRefuse) {
  const char* const before = "m;a::f(x);g 5\n";
  const char* const after = "m;b\\1::f(y);g 6\n";
  EXPECT_EQ(Renames(before, after), (Found{"a::f(x) -> b\\1::f(y) 100 1"}));
  EXPECT_EQ(Renames(before, after, "rename: a::f(x) => b\\1::f(y)\n"), Found{});
  EXPECT_EQ(Renames(before, after, "no-rename: a::f(x) => b\\1::f(y)\n"), Found{});
  EXPECT_EQ(Renames(before, after, "no-rename: a::f(x) => c\n").size(), 1u);
  const NameRules rules = NameRules::Parse("rename: a::f(x) => b\\1::f(y)\n").value();
  EXPECT_EQ(rules.Apply("a::f(x)", false), "b\\1::f(y)");
  EXPECT_EQ(rules.Apply("aa::f(x)", false), "aa::f(x)");
}

// The window opens files before they are checked.
TEST(Renames, FramesOfADamagedFileAreNotFollowed) {
  const CompareInput sides[] = {{test::TreeFromFolded("m;old;a 1\nm;old;b 1\n"), {"a"}},
                                {test::TreeFromFolded("m;new;a 1\nm;new;b 1\n"), {"b"}}};
  TreeComparison comparison =
      CompareTrees(std::span(sides).first(1), std::span(sides).last(1), CompareOptions()).value();
  const CctPtr sound = comparison.tree;
  const std::vector<FrameId> nonsense(sound->context_count(), 0x7f7f7f7f);
  CctColumns columns = sound->columns();
  columns.frame = ChunkedColumn<FrameId>(std::span<const FrameId>(nonsense));
  comparison.tree = std::make_shared<const Cct>(
      columns, sound->frames(), std::vector<Metric>(sound->metrics().begin(), sound->metrics().end()),
      ImportReport(), sound);
  EXPECT_TRUE(FindRenames(comparison, comparison.metrics[0], {}).has_value());
  EXPECT_TRUE(BuildFunctionChanges(comparison, comparison.metrics[0])->empty());
}

}  // namespace
}  // namespace ringscope::renames_test
