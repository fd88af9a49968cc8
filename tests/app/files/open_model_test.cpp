#include "app/files/files_model.h"
#include "app/files/files_on_disk.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/files/documents.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"
#include "tests/temporary_folder.h"

namespace ringscope::open_model_test {
namespace {

class OpenModelTest : public ::testing::Test {
 protected:
  OpenModelTest() {
    std::filesystem::create_directories(folder / "sub");
    std::ofstream(folder / "One.folded") << "a 1\n";
    std::ofstream(folder / "two.folded") << "a 1\n";
    state.settings.recent_files = {(folder / "One.folded").string(), (folder / "gone.folded").string()};
  }
  std::vector<std::string> Names(OpenPlace place, std::string_view filter = {}) {
    const OpenModel model = BuildOpenModel(state, place, filter);
    std::vector<std::string> names;
    for (const uint32_t row : model.rows) names.push_back(model.listing->entries[row].name);
    return names;
  }

  const test::TemporaryFolder temporary;
  const std::filesystem::path folder = temporary.path();
  AppState state;
};

TEST_F(OpenModelTest, TheDiskIsAskedByAJob) {
  const std::vector<Effect> effects = Do(state, action::ShowOpenDialog{true});
  EXPECT_NE(FindTask<FolderRequest>(effects), nullptr);
  EXPECT_EQ(BuildOpenModel(state, OpenPlace::kFolder, "").listing, nullptr);
  EXPECT_EQ(BuildOpenModel(state, OpenPlace::kFolder, "").message, "Reading\xE2\x80\xA6");
  RunEffects(state, effects);
  EXPECT_EQ(Names(OpenPlace::kFolder), (std::vector<std::string>{"sub", "One.folded", "two.folded"}));
  EXPECT_EQ(Names(OpenPlace::kFolder, "ONE"), std::vector<std::string>{"One.folded"});
  EXPECT_EQ(BuildOpenModel(state, OpenPlace::kFolder, "three").message, "No name contains that");
}

TEST_F(OpenModelTest, RecentFilesAreOfferedWithWhatTheDiskKnows) {
  DoAll(state, action::OfferStartFiles{});
  DoAll(state, action::ShowOpenDialog{true});
  const OpenModel model = BuildOpenModel(state, OpenPlace::kRecent, "");
  ASSERT_EQ(model.rows.size(), 2u);
  EXPECT_EQ(model.listing->entries[0].beside, folder.string());
  EXPECT_EQ(model.listing->entries[0].size, "4 bytes");
  EXPECT_TRUE(model.listing->entries[0].changed.starts_with("20"));
  EXPECT_EQ(model.listing->entries[1].changed, "no longer there");
}

TEST_F(OpenModelTest, AFolderIsReadAgainEachTime) {
  DoAll(state, action::ShowOpenDialog{true});
  std::filesystem::remove(folder / "two.folded");
  DoAll(state, action::ShowFolder{folder});
  EXPECT_EQ(Names(OpenPlace::kFolder), (std::vector<std::string>{"sub", "One.folded"}));
}

TEST_F(OpenModelTest, WhatIsTypedIsAFolderOrAFileToOpen) {
  DoAll(state, action::ShowOpenDialog{true});
  DoAll(state, action::ShowFolder{folder / "sub", false, true});
  EXPECT_TRUE(state.open_dialog_open);
  EXPECT_EQ(BuildOpenModel(state, OpenPlace::kFolder, "").message, "Nothing here");
  DoAll(state, action::ShowFolder{folder / "One.folded", false, true});
  EXPECT_FALSE(state.open_dialog_open);
  ASSERT_EQ(state.jobs.size(), 1u);
  EXPECT_EQ(state.jobs[0].path, folder / "One.folded");
}

TEST_F(OpenModelTest, ANameThatIsTypedIsLookedForInTheListedFolder) {
  DoAll(state, action::ShowOpenDialog{true});
  DoAll(state, action::ShowFolder{"gone.folded", false, true});
  EXPECT_TRUE(state.open_dialog_open);
  EXPECT_TRUE(state.jobs.empty());
  const OpenModel model = BuildOpenModel(state, OpenPlace::kFolder, "");
  EXPECT_EQ(model.missing, "There is no file or folder " + (folder / "gone.folded").string());
  EXPECT_EQ(Names(OpenPlace::kFolder), (std::vector<std::string>{"sub", "One.folded", "two.folded"}));
  DoAll(state, action::ShowFolder{"two.folded", false, true});
  EXPECT_FALSE(state.open_dialog_open);
  ASSERT_EQ(state.jobs.size(), 1u);
  EXPECT_EQ(state.jobs[0].path, folder / "two.folded");
}

TEST_F(OpenModelTest, AFileThatIsTypedIsNamedAsOneThatIsChosen) {
  const MetricNaming naming{"wall", "ms"};
  DoAll(state, action::ShowOpenDialog{true});
  DoAll(state, action::ShowFolder{folder / "One.folded", false, true, naming});
  ASSERT_EQ(state.jobs.size(), 1u);
  EXPECT_EQ(state.jobs[0].naming, naming);
}

TEST_F(OpenModelTest, ABeginningNarrowsTheListAndIsCompleted) {
  std::ofstream(folder / "twin.folded") << "a 1\n";
  DoAll(state, action::ShowOpenDialog{true});
  const auto completed = [&](std::string_view typed) {
    const TypedPath path = SplitTypedPath(folder, typed);
    EXPECT_EQ(path.folder, folder);
    return CompletedPath(BuildOpenModel(state, OpenPlace::kFolder, "", path.beginning), typed);
  };
  EXPECT_EQ(completed("t"), "tw");
  EXPECT_EQ(completed("tw"), "") << "two.folded or twin.folded";
  EXPECT_EQ(completed("twi"), "twin.folded");
  EXPECT_EQ(completed((folder / "s").string()), (folder / "sub/").string());
  EXPECT_EQ(completed("x"), "");
  EXPECT_EQ(BuildOpenModel(state, OpenPlace::kFolder, "", "x").message, "No name begins with that");
  EXPECT_EQ(SplitTypedPath("/a/b", "../c").folder, "/a");
  EXPECT_EQ(SplitTypedPath("/a/b", "/").folder, "/");
}

TEST_F(OpenModelTest, AClosedDialogWaitsForNothing) {
  std::vector<Effect> effects = Do(state, action::ShowOpenDialog{true});
  const std::vector<Effect> closing = Do(state, action::Clear{});
  EXPECT_NE(FindEffect<effect::CancelJob>(closing), nullptr);
  RunEffects(state, effects);
  EXPECT_EQ(state.slots.Get<FilesState>().open_folder.result, nullptr);
}

}  // namespace
}  // namespace ringscope::open_model_test
