#include "app/compare/renames_model.h"
#include "app/files/settings_changes.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::renames_window_test {
namespace {

using RenamesWindowTest = WindowTest;

TEST_F(RenamesWindowTest, APairIsChosenLitAndAccepted) {
  Compare(
      "main;net::Parser::read;lex 120\nmain;net::Parser::read;fill 60\nmain;net::Parser::read;check 40\n"
      "main;Cache::get 50\nmain;draw 300\n",
      "main;net::Scanner::scan;lex 130\nmain;net::Scanner::scan;fill 60\nmain;net::Scanner::scan;check 30\n"
      "main;Store::get 45\nmain;draw 290\n");
  Type("j");
  Settle();
  EXPECT_EQ(state().settings.compare_rules, (folder / "compare.rules").string()) << "beside the settings";
  ASSERT_EQ(BuildRenamesModel(state()).row_count, 2u) << BuildRenamesModel(state()).message;
  ClickMark("renames/row/0");
  EXPECT_EQ(BuildRenamesModel(state()).selected, 0u);
  EXPECT_NE(view().search, "");
  Keep("renames_dark");
  Post(action::SetTheme{Theme::kLight});
  Keep("renames_light");
  viewer->Post(action::SetTheme{Theme::kDark});
  ClickMark("renames/accept");
  EXPECT_EQ(BuildRenamesModel(state()).row_count, 1u);
  EXPECT_FALSE(fs::exists(folder / "compare.rules")) << "it is of this comparison";
  EXPECT_TRUE(viewer->marks().contains("banner/undo"));
  EXPECT_EQ(BuildRenamesModel(state()).selected, 0u) << "the next one";
  ClickMark("renames/always");
  EXPECT_EQ(BuildRenamesModel(state()).row_count, 0u);
  EXPECT_TRUE(fs::exists(folder / "compare.rules"));
  Keep("renames_none");
}

}  // namespace
}  // namespace ringscope::renames_window_test
