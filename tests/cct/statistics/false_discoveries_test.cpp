#include "cct/statistics/rank_test.h"

#include <gtest/gtest.h>

#include <vector>

namespace ringscope::false_discoveries_test {
namespace {

TEST(Discoveries, GoUpToTheLastThatIsBelowItsLine) {
  // Lines at 0.05 * k / 5: 0.01, 0.02, 0.03, 0.04, 0.05.
  // 0.022 and 0.038 are beyond their lines, 0.039 is not: it takes them along.
  const std::vector<double> probabilities{0.5, 0.001, 0.039, 0.022, 0.038};
  EXPECT_EQ(Discoveries(probabilities, 0.05), (std::vector<bool>{false, true, true, true, true}));
}

TEST(Discoveries, ManyTestsAskForMore) {
  std::vector<double> probabilities(100, 0.5);
  probabilities[7] = 0.01;
  EXPECT_EQ(Discoveries(probabilities, 0.05), std::vector<bool>(100, false));
  EXPECT_EQ(Discoveries(std::vector<double>{0.01}, 0.05), std::vector<bool>{true});
  EXPECT_TRUE(Discoveries({}, 0.05).empty());
}

}  // namespace
}  // namespace ringscope::false_discoveries_test
