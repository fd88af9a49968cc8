#include "app/cli/comparing/requirement.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cct/test_trees.h"

namespace ringscope::requirement_test {
namespace {

using What = Requirement::What;

TEST(ParseRequirementTest, PartsOfARequirement) {
  const Requirement requirement = ParseRequirement(" incl( fn:parse , bytes ) <= 1.5 MB ").value();
  EXPECT_EQ(requirement.what, What::kInclusive);
  EXPECT_EQ(requirement.query_text, "fn:parse");
  EXPECT_EQ(requirement.query, ParseQuery("fn:parse").value());
  EXPECT_EQ(requirement.metric, "bytes");
  EXPECT_EQ(requirement.bound.comparison, Comparison::kLessOrEqual);
  EXPECT_EQ(requirement.bound.bound, 1.5);
  EXPECT_EQ(requirement.bound.unit, "MB");
  EXPECT_EQ(requirement.text, " incl( fn:parse , bytes ) <= 1.5 MB ");
}

TEST(ParseRequirementTest, TheArgumentsEndWhereTheQueryDoes) {
  struct Case {
    std::string_view text, query, metric;
  };
  for (const Case& c : {
           Case{"self(f(int, char)) < 5%", "f(int, char)", ""},
           Case{"self(f(int, char), time) < 5%", "f(int, char)", "time"},
           Case{"self(fn:\"a, b)\") < 5%", "fn:\"a, b)\"", ""},
           Case{"self(fn:\"a\\\", b\", time) < 5%", "fn:\"a\\\", b\"", "time"},
           Case{"self(/a{1,2}[,)]/) < 5%", "/a{1,2}[,)]/", ""},
           Case{"self(fn:/a,/ or /b,\\/,/, 'cpu time') < 5%", "fn:/a,/ or /b,\\/,/", "cpu time"},
           Case{"self(mod:/usr/lib/x.so, time) < 5%", "mod:/usr/lib/x.so", "time"},
           Case{"self(under:(a or b) self(bytes)>5%, time) < 5%", "under:(a or b) self(bytes)>5%", "time"},
           Case{"self(a[b, c], time) < 5%", "a[b, c]", "time"},
       }) {
    const auto requirement = ParseRequirement(c.text);
    ASSERT_TRUE(requirement.has_value()) << c.text << ": " << requirement.error().message;
    EXPECT_EQ(requirement->query_text, c.query);
    EXPECT_EQ(requirement->metric, c.metric);
  }
}

TEST(ParseRequirementTest, TotalHasAMetricAtMost) {
  EXPECT_EQ(ParseRequirement("total<5s").value().metric, "");
  EXPECT_EQ(ParseRequirement("total ('cpu time') < 5 s").value().metric, "cpu time");
  EXPECT_TRUE(ParseRequirement("total < 5 s").value().query.empty());
  EXPECT_FALSE(ParseRequirement("total() < 5 s").has_value());
}

TEST(ParseRequirementTest, WhatIsCompared) {
  const Requirement delta = ParseRequirement("delta( incl(fn:\"f(int)\", 'cpu time') ) < -1.5 ms").value();
  EXPECT_TRUE(delta.is_delta && delta.IsCompared());
  EXPECT_EQ(delta.what, What::kInclusive);
  EXPECT_EQ(delta.query_text, "fn:\"f(int)\"");
  EXPECT_EQ(delta.metric, "cpu time");
  EXPECT_EQ(delta.bound.bound, -1.5);
  EXPECT_EQ(delta.bound.unit, "ms");
  EXPECT_EQ(ParseRequirement("delta(total)<5%").value().what, What::kTotal);
  EXPECT_EQ(ParseRequirement("delta(total(bytes))<5%").value().metric, "bytes");
  EXPECT_EQ(ParseRequirement("delta(self(f)) >= 0").value().what, What::kSelf);
  const Requirement fresh = ParseRequirement("new(self>1%) = 0").value();
  EXPECT_EQ(fresh.what, What::kNew);
  EXPECT_TRUE(fresh.IsCompared());
  EXPECT_FALSE(fresh.is_delta);
  EXPECT_EQ(fresh.query, ParseQuery("self>1%").value());
  EXPECT_EQ(ParseRequirement("gone(*) = 0").value().what, What::kGone);
  EXPECT_FALSE(ParseRequirement("incl(delta>5%) = 0").value().IsCompared());
}

TEST(ParseRequirementTest, ErrorsPointAtTheByte) {
  struct Case {
    std::string_view text;
    uint64_t column;
  };
  for (const Case& c : {Case{"", 1},
                        Case{"  cost(f) < 5%", 3},
                        Case{"incl < 5%", 6},
                        Case{"incl(f < 5%", 12},
                        Case{"incl() < 5%", 6},
                        Case{"incl( ) < 5%", 7},
                        Case{"incl(f, ) < 5%", 9},
                        Case{"incl(f)", 8},
                        Case{"incl(f) 5%", 9},
                        Case{"incl(f) < 5% g", 12},
                        Case{"incl(f) < 5% and incl(g) < 3", 18},
                        Case{"delta < 5%", 7},
                        Case{"delta(incl(f) < 5%", 13},
                        Case{"delta(incl(f)", 13},
                        Case{"delta(f) < 5%", 7},
                        Case{"delta(contexts(f)) < 5%", 7},
                        Case{"delta(new(f)) < 5%", 7},
                        Case{"delta(total f) < 5%", 13},
                        Case{"delta(delta(total)) < 5%", 7},
                        Case{"delta(incl(f or)) < 5%", 16},
                        Case{"new = 0", 5},
                        Case{"new() = 0", 5},
                        Case{"delta(total) < 5% and delta(incl(g)) < 3", 12}}) {
    const auto requirement = ParseRequirement(c.text);
    ASSERT_FALSE(requirement.has_value()) << c.text;
    EXPECT_EQ(requirement.error().code, ErrorCode::kMalformed);
    EXPECT_EQ(requirement.error().column, c.column) << c.text << ": " << requirement.error().message;
  }
}

TEST(ParseRequirementTest, AnyBytesGiveARequirementOrAnError) {
  std::mt19937_64 random(3);
  constexpr std::string_view kPieces[] = {"incl", "self", "total", "(",   ")",   ",",     "\"", "/",
                                          "\\",   " ",    "<",     "5%",  "fn:", "a",     "[",  "]",
                                          "'",    "\xff", "|",     "not", "==",  "delta", "new"};
  int read = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = round % 2 == 0 ? "incl(" : "";
    for (uint64_t k = random() % 10; k > 0; --k) text += kPieces[random() % std::size(kPieces)];
    if (round % 4 == 0) text += ") < 5%";
    const auto requirement = ParseRequirement(text);
    if (!requirement) {
      ASSERT_TRUE(requirement.error().column.has_value()) << text;
      EXPECT_LE(*requirement.error().column, text.size() + 1) << text;
    } else {
      ++read;
    }
  }
  EXPECT_GT(read, 100);
}

TEST(MeasureRequirementTest, ExactlyAtTheBound) {
  InputView view;
  view.input.tree = test::TreeFromFolded("main 90\nmain;f 10\n");
  const auto holds = [&](std::string_view text) {
    return MeasureRequirement(view, ParseRequirement(text).value()).value().holds;
  };
  EXPECT_TRUE(holds("incl(f) <= 10%"));
  EXPECT_FALSE(holds("incl(f) < 10%"));
  EXPECT_TRUE(holds("incl(f) == 10%"));
  EXPECT_FALSE(holds("incl(f) < 9.99%"));
  EXPECT_TRUE(holds("incl(f) < 10.01%"));
  EXPECT_TRUE(holds("contexts(f) == 50%"));
  EXPECT_TRUE(holds("functions(f) == 50%"));
}

TEST(DescribeOutcomeTest, OfAProfileWithoutCostEveryShareIsZero) {
  InputView view;
  view.input.tree = test::TreeFromFolded("a;b 0\n");
  const auto line = [&](std::string_view text) {
    const Requirement requirement = ParseRequirement(text).value();
    return DescribeOutcome(view.tree(), requirement, MeasureRequirement(view, requirement).value());
  };
  EXPECT_EQ(line("incl(a) < 5%"), "a: inclusive 0 % (0), required < 5 %: ok");
  EXPECT_EQ(line("incl(a) > 5%"), "a: inclusive 0 % (0), required > 5 %: FAILED");
}

TEST(DescribeOutcomeTest, ShowsOnWhichSideOfTheBoundItIs) {
  InputView view;
  view.input.tree = test::TreeFromFolded("f 302971\ng 697029\n", {{"time", "ms", 1000}});
  const auto line = [&](std::string_view text) {
    const Requirement requirement = ParseRequirement(text).value();
    return DescribeOutcome(view.tree(), requirement, MeasureRequirement(view, requirement).value());
  };
  EXPECT_EQ(line("incl(f) < 30.3%"), "f: inclusive 30.297 % (303 ms), required < 30.3 %: ok");
  EXPECT_EQ(line("incl(f) < 30.29%"), "f: inclusive 30.3 % (303 ms), required < 30.29 %: FAILED");
  EXPECT_EQ(line("incl(f) < 50%"), "f: inclusive 30.3 % (303 ms), required < 50 %: ok");
  EXPECT_EQ(line("incl(f) < 303 ms"), "f: inclusive 302.971 ms, required < 303 ms: ok");
  EXPECT_EQ(line("incl(f) < 303.5 ms"), "f: inclusive 302.971 ms, required < 303.5 ms: ok");
}

TEST(MeasureRequirementTest, BoundsWithUnitsAndDecimals) {
  InputView view;
  view.input.tree = test::TreeFromFolded("f 1100,2048\n", {{"time", "ms", 1000}, {"heap", "bytes", 1}});
  const auto holds = [&](std::string_view text) {
    return MeasureRequirement(view, ParseRequirement(text).value()).value().holds;
  };
  EXPECT_TRUE(holds("total == 1.1"));
  EXPECT_TRUE(holds("total == 1.1 ms"));
  EXPECT_TRUE(holds("total == 1100us"));
  EXPECT_TRUE(holds("total < 0.0012 s"));
  EXPECT_TRUE(holds("self(f, heap) == 2 KiB"));
  const auto wrong = MeasureRequirement(view, ParseRequirement("total(heap) < 5 s").value());
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().code, ErrorCode::kMalformed);
}

}  // namespace
}  // namespace ringscope::requirement_test
