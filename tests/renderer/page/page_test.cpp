#include "renderer/page/page.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cct/test_trees.h"

namespace ringscope {
namespace {

std::string PageOf(const Cct& tree, const PageRequest& request, PageContents* contents = nullptr) {
  std::string page;
  const auto written = WritePage(tree, request, [&](std::string_view text) -> Result<void> {
    page += text;
    return {};
  });
  EXPECT_TRUE(written) << (written ? "" : written.error().message);
  if (written && contents != nullptr) *contents = *written;
  return page;
}

TEST(WritePage, StaysBelowItsSizeAndSaysWhatItHolds) {
  const CctPtr tree = test::RandomTree(5, {.contexts = 60000, .frames = 300});
  const std::string least = PageOf(*tree, {.max_bytes = 100'000});
  EXPECT_LE(least.size(), 100'000u);
  PageContents held;
  const std::string page = PageOf(*tree, {.max_bytes = 200'000}, &held);
  EXPECT_LE(page.size(), 200'000u);
  EXPECT_EQ(page.size(), held.bytes);
  EXPECT_GT(page.size(), least.size());
  EXPECT_GT(held.contexts, 1000u);
  EXPECT_LT(held.contexts, held.of_contexts);
  EXPECT_EQ(held.of_contexts, tree->context_count() - 1u);
  EXPECT_LT(held.self, held.of_self);
  EXPECT_EQ(held.of_self, tree->Total(0));
}

TEST(WritePage, HoldsAllOfASmallTree) {
  const CctPtr tree = test::WorkedExample();
  PageContents held;
  PageOf(*tree, {}, &held);
  EXPECT_EQ(held.contexts, 18u);
  EXPECT_EQ(held.self, 3238u);
}

TEST(WritePage, RefusesASizeThatHoldsNothing) {
  const CctPtr tree = test::WorkedExample();
  const auto written =
      WritePage(*tree, {.max_bytes = 1000}, [](std::string_view) -> Result<void> { return {}; });
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::kLimit);
}

TEST(WritePage, HasNoTextOfTheProfileAsMarkup) {
  const std::string hostile = "</script><img src=x onerror=alert(1)>";
  const CctPtr tree = test::TreeFromFolded(hostile + " 1\n");
  const std::string page = PageOf(*tree, {.title = hostile, .search = hostile, .notes = {hostile}});
  EXPECT_EQ(page.find("onerror"), std::string::npos);
}

TEST(WritePage, CutsLongNames) {
  const CctPtr tree = test::TreeFromFolded("main;" + std::string(300'000, 'x') + " 1\n");
  EXPECT_LT(PageOf(*tree, {}).size(), 150'000u);
}

}  // namespace
}  // namespace ringscope
