#include "app/view/saved_view.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/views/rings/rings.h"
#include "tests/temporary_folder.h"

namespace ringscope::saved_view_test {
namespace {

SavedWindow TwoCharts() {
  SavedWindow window;
  window.theme = Theme::kLight;
  window.width_px = 2560;
  window.height_px = 1440;
  window.linked = false;
  window.derived_metrics = {"rate = misses / 'cpu time'"};
  SavedView before;
  before.profile = "dir/be fore\"\\.folded";
  before.pipeline = "focus fn:\"a b\" | fold-recursion";
  before.root = "main;f\\;g";
  before.metric = "cpu time";
  before.angle = ComparedAngle::kCommon;
  before.angle_by_share = false;
  before.drawn.place.Set(RingsPlace{RingMode::kArea, 12, true, RingSizing::kReadable, {}});
  before.drawn.pane.Set(RingsPane{.form = ChartForm::kIcicle, .lens = {}});
  before.color = "metric:misses";
  before.search = "/x.*\\/y/";
  SavedView after;
  after.profile = "/abs/after.cct";
  window.views = {before, after};
  return window;
}

TEST(SavedViewTest, WhatIsWrittenIsReadBack) {
  const SavedWindow window = TwoCharts();
  const auto read = ParseSavedWindow(FormatSavedWindow(window));
  ASSERT_TRUE(read) << DescribeError(read.error());
  EXPECT_EQ(*read, window);
}

TEST(SavedViewTest, TheShortestFileNamesAProfile) {
  const auto read = ParseSavedWindow("ringscope view 1\r\n# mine\n\n[view]\nprofile = \"a.folded\"");
  ASSERT_TRUE(read);
  SavedWindow expected;
  expected.views.emplace_back().profile = "a.folded";
  EXPECT_EQ(*read, expected);
}

TEST(SavedViewTest, ErrorsSayWhere) {
  const auto error = [](std::string_view text) {
    const auto read = ParseSavedWindow(text);
    return read ? std::string("none") : DescribeError(read.error());
  };
  EXPECT_EQ(error("ringscope view 2\n"), "1:1: expected 'ringscope view 1', found 'ringscope view 2'");
  EXPECT_EQ(error(""), "1:1: expected a [view] section, found none");
  EXPECT_EQ(error("ringscope view 1\ncolour = 1\n"),
            "2:1: expected theme, size, linked, derived_metric or [view], found 'colour'");
  EXPECT_EQ(error("ringscope view 1\n[view]\nprofile = a\n"),
            "3:1: expected a text in double quotes, found 'a'");
  EXPECT_EQ(error("ringscope view 1\n[view]\nmode = round\n"),
            "3:1: expected equal|length|area, found 'round'");
  EXPECT_EQ(error("ringscope view 1\n[view]\ndepth = 0\n"),
            "3:1: expected a number of layers or 'all', found '0'");
  EXPECT_EQ(error("ringscope view 1\n[view]\nkind = squares\n").substr(0, 19), "3:1: expected rings");
  EXPECT_EQ(error("ringscope view 1\n[view]\nshape = round\n"),
            "3:1: expected profile, pipeline, root, metric, angle, angle_by_share, kind, color, search, mode, form, "
            "depth, "
            "compress_chains, rings, detail or detail_of, found 'shape'");
  EXPECT_EQ(error("ringscope view 1\nsize = 5x5\n"),
            "2:1: expected WIDTHxHEIGHT of 16 to 16384 pixels, found '5x5'");
  EXPECT_EQ(error("ringscope view 1\n[view]\nwhat\n"), "3:1: expected 'name = value', found 'what'");
  EXPECT_EQ(error("ringscope view 1\n[view]\nmetric = \"x\"\n"),
            "3:1: expected 'profile = \"...\"' in every [view], found none");
  std::string many = "ringscope view 1\n";
  for (size_t i = 0; i <= kMaxSavedViews; ++i) many += "[view]\n";
  EXPECT_EQ(error(many), "18:1: expected at most 16 [view] sections");
}

TEST(SavedViewTest, ProfilesAreFoundBesideTheFile) {
  const test::TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  std::ofstream(folder / "my.view") << "ringscope view 1\n[view]\nprofile = \"../p/a.folded\"\n";
  EXPECT_TRUE(IsSavedViewFile(folder / "my.view"));
  EXPECT_FALSE(IsSavedViewFile(folder));
  EXPECT_FALSE(IsSavedViewFile(folder / "none"));
  const auto read = ReadSavedWindow(folder / "my.view");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->views[0].profile, folder.parent_path() / "p/a.folded");
  EXPECT_FALSE(ReadSavedWindow(folder / "none"));
}

}  // namespace
}  // namespace ringscope::saved_view_test
