#include "cct/compare/columns/side_columns.h"

#include <gtest/gtest.h>

#include "cct/compare/tree_comparison.h"
#include "tests/cct/test_trees.h"

namespace ringscope::change_column_test {
namespace {

TEST(ShareUnits, AreRoundedAndExactAtTheEnds) {
  EXPECT_EQ(ShareUnitsOf(0, 0), 0);
  EXPECT_EQ(ShareUnitsOf(5, 0), 0);
  EXPECT_EQ(ShareUnitsOf(7, 7), kShareUnits);
  EXPECT_EQ(ShareUnitsOf(1, 3), 333'333'333'333);
  EXPECT_EQ(ShareUnitsOf(2, 3), 666'666'666'667);
  constexpr uint64_t kLarge = (uint64_t{1} << 63) - 1;
  EXPECT_EQ(ShareUnitsOf(kLarge, kLarge), kShareUnits);
}

TEST(ChangeColumn, AddsUpWhatDiffersWhateverItsSign) {
  // root(0) -> a(1) -> b(2), c(3); self before: 1 2 3 4, after: 1 5 0 4.
  const std::vector<uint32_t> first_child{1, 2, 4, 4, 4};
  const std::vector<uint64_t> before{0, 10, 19, 22, 26}, after{0, 10, 19, 19, 23};
  const auto change = BuildChangeColumn(first_child, before, after, false, nullptr);
  ASSERT_TRUE(change);
  EXPECT_EQ(std::vector<uint64_t>(change->begin(), change->end()), (std::vector<uint64_t>{0, 6, 12, 15, 15}));
}

TEST(ChangeColumn, TooMuchIsAnError) {
  constexpr uint64_t kHalf = uint64_t{1} << 62;
  const std::vector<uint32_t> first_child{1, 3, 3, 3};
  const std::vector<uint64_t> before{0, kHalf, 2 * kHalf, 2 * kHalf}, after{0, kHalf, kHalf, 2 * kHalf};
  const auto change = BuildChangeColumn(first_child, before, after, false, nullptr);
  ASSERT_FALSE(change);
  EXPECT_EQ(change.error().code, ErrorCode::kOverflow);
  EXPECT_TRUE(BuildChangeColumn(first_child, before, after, true, nullptr));
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(BuildChangeColumn(first_child, before, after, false, &job).error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::change_column_test
