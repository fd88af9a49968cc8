#include "cct/compare/answers/execution_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/cct/compare/matching/random_edits.h"
#include "tests/cct/test_trees.h"

namespace ringscope::execution_groups_test {
namespace {

using test::PlainTree;
using test::Random;

Series SeriesOf(const std::vector<std::string>& folded) {
  std::vector<CompareInput> inputs;
  for (const std::string& text : folded)
    inputs.push_back({test::TreeFromFolded(text), {"v" + std::to_string(inputs.size())}});
  return BuildSeries(inputs).value();
}

Series RandomSeries(uint64_t seed, size_t contexts = 60) {
  Random random(seed);
  PlainTree version = test::RandomPlainTree(random, contexts);
  std::vector<std::string> folded;
  for (uint64_t count = 2 + random.Below(12); count > 0; --count) {
    folded.push_back(version.Folded() + "top 1\n");
    for (uint64_t edits = 1 + random.Below(6); edits > 0; --edits) test::Edit(version, random);
  }
  return SeriesOf(folded);
}

double PlainDistance(const Series& series, size_t a, size_t b) {
  const Cct& tree = *series.tree;
  const std::vector<MetricIndex>& run = series.metrics[0].run;
  const auto share = [&](ContextId context, size_t e) {
    return static_cast<double>(tree.Self(context, run[e])) / static_cast<double>(tree.Total(run[e]));
  };
  double sum = 0;
  for (ContextId context = 0; context < tree.context_count(); ++context)
    sum += std::abs(share(context, a) - share(context, b));
  return sum / 2;
}

// Mean distance of all pairs.
double PlainLinkage(const ExecutionDistances& distances, const std::vector<size_t>& a,
                    const std::vector<size_t>& b) {
  double sum = 0;
  for (const size_t one : a) {
    for (const size_t other : b) sum += distances.Between(one, other);
  }
  return sum / static_cast<double>(a.size() * b.size());
}

using Members = std::vector<std::vector<size_t>>;

// The two nearest groups become one until `groups` are left, or the nearest lie too far apart.
Members GroupPlainly(const ExecutionDistances& distances, size_t groups, double distance) {
  Members members;
  for (size_t e = 0; e < distances.count(); ++e) members.push_back({e});
  while (members.size() > groups) {
    double least = std::numeric_limits<double>::infinity();
    size_t into = 0, from = 0;
    for (size_t a = 0; a < members.size(); ++a) {
      for (size_t b = a + 1; b < members.size(); ++b) {
        const double between = PlainLinkage(distances, members[a], members[b]);
        if (between >= least) continue;
        least = between;
        into = a;
        from = b;
      }
    }
    if (least > distance) break;
    members[into].insert(members[into].end(), members[from].begin(), members[from].end());
    members.erase(members.begin() + static_cast<std::ptrdiff_t>(from));
  }
  for (std::vector<size_t>& group : members) std::sort(group.begin(), group.end());
  std::sort(members.begin(), members.end());
  return members;
}

Members MembersOf(const std::vector<ExecutionGroup>& groups) {
  Members members;
  for (const ExecutionGroup& group : groups) members.push_back(group.executions);
  std::sort(members.begin(), members.end());
  return members;
}

TEST(ExecutionDistances, AreHalfTheDifferenceOfShares) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    const Series series = RandomSeries(seed, seed == 0 ? 6000 : 60);
    const ExecutionDistances distances = BuildDistances(series, series.metrics[0]).value();
    for (size_t a = 0; a < distances.count(); ++a) {
      for (size_t b = 0; b < distances.count(); ++b)
        ASSERT_NEAR(distances.Between(a, b), PlainDistance(series, a, b), 1e-12);
    }
  }
}

TEST(ExecutionDistances, EndsOfTheRange) {
  const Series series = SeriesOf({"m;f 3\nm;g 1", "m;f 30\nm;g 10", "m;h 5", "m 0"});
  const ExecutionDistances distances = BuildDistances(series, series.metrics[0]).value();
  EXPECT_EQ(distances.Between(0, 1), 0);
  EXPECT_EQ(distances.Between(0, 2), 1);
  EXPECT_EQ(distances.Between(0, 3), 0.5);
  EXPECT_EQ(distances.Between(3, 3), 0);
}

TEST(ExecutionGroups, AreThoseOfThePlainWay) {
  size_t tried = 0;
  for (uint64_t seed = 100; seed < 160; ++seed) {
    const Series series = RandomSeries(seed);
    const ExecutionDistances distances = BuildDistances(series, series.metrics[0]).value();
    // Equal distances may be joined in another order.
    std::vector<double> all;
    for (size_t a = 0; a < distances.count(); ++a) {
      for (size_t b = 0; b < a; ++b) all.push_back(distances.Between(a, b));
    }
    std::sort(all.begin(), all.end());
    if (std::adjacent_find(all.begin(), all.end()) != all.end()) continue;
    ++tried;
    for (size_t count = 1; count <= distances.count(); ++count) {
      const auto groups = GroupExecutions(series, series.metrics[0], distances, {.groups = count}).value();
      EXPECT_EQ(MembersOf(groups), GroupPlainly(distances, count, 2)) << seed << " " << count;
    }
    for (const double distance : {0.0, 0.05, 0.2, 0.5}) {
      const auto groups =
          GroupExecutions(series, series.metrics[0], distances, {.distance = distance}).value();
      EXPECT_EQ(MembersOf(groups), GroupPlainly(distances, 1, distance)) << seed << " " << distance;
      for (const ExecutionGroup& group : groups) {
        const auto sum_from = [&](size_t one) { return PlainLinkage(distances, {one}, group.executions); };
        for (const size_t one : group.executions) EXPECT_GE(sum_from(one), sum_from(group.exemplar) - 1e-12);
        // The mean of all members has the exemplar's own 0 in it.
        const auto size = static_cast<double>(group.executions.size());
        if (size > 1) {
          EXPECT_NEAR(group.from_exemplar, sum_from(group.exemplar) * size / (size - 1), 1e-12);
        }
      }
    }
  }
  EXPECT_GT(tried, 10u);
}

TEST(ExecutionGroups, TheOddOneOutAndWhatTellsIt) {
  const Series series =
      SeriesOf({"m;f 50\nm;g 50", "m;f 51\nm;g 49", "m;f 50\nm;slow 50", "m;f 49\nm;g 51", "m;f 50\nm;g 50"});
  const ExecutionDistances distances = BuildDistances(series, series.metrics[0]).value();
  const auto groups = GroupExecutions(series, series.metrics[0], distances, {.contexts = 2}).value();
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].executions, (std::vector<size_t>{0, 1, 3, 4}));
  EXPECT_EQ(groups[0].exemplar, 0u);
  EXPECT_EQ(groups[1].executions, (std::vector<size_t>{2}));
  ASSERT_EQ(groups[1].contexts.size(), 2u);
  const TellingContext& most = groups[1].contexts[0];
  const bool is_slow = series.tree->FrameAt(most.context).name == "slow";
  EXPECT_NEAR(is_slow ? most.here : most.elsewhere, 0.5, 0.01);
  EXPECT_NEAR(is_slow ? most.elsewhere : most.here, 0, 1e-9);
  const auto one = GroupExecutions(series, series.metrics[0], distances, {.distance = 1}).value();
  ASSERT_EQ(one.size(), 1u);
  EXPECT_TRUE(one[0].contexts.empty());
}

TEST(ExecutionGroups, JoinsOfOneExecutionAreNone) {
  const Series series = SeriesOf({"m 1"});
  const ExecutionDistances distances = BuildDistances(series, series.metrics[0]).value();
  EXPECT_TRUE(JoinGroups(distances).empty());
  EXPECT_EQ(GroupExecutions(series, series.metrics[0], distances).value().size(), 1u);
}

}  // namespace
}  // namespace ringscope::execution_groups_test
