#include "cct/statistics/outliers.h"

#include <gtest/gtest.h>

#include <vector>

namespace ringscope::outliers_test {
namespace {

TEST(Outliers, MedianIsInTheMiddle) {
  EXPECT_EQ(MedianOf(std::vector<double>{3, 1, 2}), 2);
  EXPECT_EQ(MedianOf(std::vector<double>{4, 1, 2, 3}), 2.5);
  EXPECT_EQ(MedianOf({}), 0);
}

TEST(Outliers, ScoresOfIglewiczAndHoaglin) {
  // Median 3, median absolute deviation 1.
  const std::vector<double> scores = ModifiedZScores(std::vector<double>{1, 2, 3, 4, 103});
  EXPECT_NEAR(scores[0], -2 * 0.6745, 1e-9);
  EXPECT_EQ(scores[2], 0);
  EXPECT_NEAR(scores[4], 100 * 0.6745, 1e-9);
}

TEST(Outliers, WhereMostAreEqualTheMeanDeviationCounts) {
  std::vector<double> values(99, 0);
  values.push_back(7);
  const std::vector<double> scores = ModifiedZScores(values);
  EXPECT_EQ(scores[0], 0);
  EXPECT_NEAR(scores[99], 100 * 0.797885, 1e-6);
  EXPECT_EQ(ModifiedZScores(std::vector<double>{5, 5}), (std::vector<double>{0, 0}));
  EXPECT_TRUE(ModifiedZScores({}).empty());
}

}  // namespace
}  // namespace ringscope::outliers_test
