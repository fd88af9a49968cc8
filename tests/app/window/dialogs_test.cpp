#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>
#include <vector>

#include "app/files/documents.h"
#include "app/files/files_on_disk.h"
#include "app/files/saving/saving.h"
#include "app/view/colors/colors.h"
#include "app/view/command.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"
#include "tests/temporary_folder.h"

namespace ringscope::dialogs_test {
namespace {

using DialogsTest = ExampleTest;

TEST_F(DialogsTest, AnErrorIsClosedByItsButton) {
  state.errors.push_back({"Could not open x", "line 3:1: expected a count"});
  PanelHarness panels(state);
  panels.Click("error/dismiss");
  EXPECT_TRUE(state.errors.empty());
  panels.Settle();
  EXPECT_FALSE(panels.has("error/dismiss"));
  panels.Click("mode/Equal");
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kEqual);
}

TEST_F(DialogsTest, AnErrorIsClosedByEnter) {
  state.errors.push_back({"Could not open x", "line 3:1: expected a count"});
  PanelHarness panels(state);
  panels.Settle();
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_TRUE(state.errors.empty());
}

TEST_F(DialogsTest, BehindADialogNothingIsClicked) {
  state.errors.push_back({"a", "b"});
  PanelHarness panels(state);
  EXPECT_TRUE(panels.Click("mode/Equal").empty());
}

TEST_F(DialogsTest, EnterSavesDerivedMetricsOnceAllAreRight) {
  Do(state, action::ShowDerivedMetrics{true});
  PanelHarness panels(state);
  panels.Settle();
  panels.Type("cost = time /");
  panels.PressKey(input::KeyCode::kEnter);
  panels.Settle();
  EXPECT_TRUE(state.derived_dialog_open);
  EXPECT_TRUE(state.settings.derived_metrics.empty());
  panels.PressKey(input::KeyCode::kEnd);
  panels.Type(" calls");
  panels.PressKey(input::KeyCode::kEnter);
  panels.Settle();
  EXPECT_FALSE(state.derived_dialog_open);
  ASSERT_EQ(state.settings.derived_metrics.size(), 1u);
  EXPECT_EQ(state.settings.derived_metrics[0].formula_text, "time / calls");
}

TEST_F(DialogsTest, ADerivedMetricMayNameThoseOfLinesAbove) {
  Do(state, action::SetDerivedMetrics{{*ParseDerivedMetric("cost = time / calls")}});
  Do(state, action::ShowDerivedMetrics{true});
  PanelHarness panels(state);
  panels.Settle();
  panels.Type("half = cost / twice");
  panels.Settle();
  EXPECT_TRUE(panels.has("derived/problem/1"));
  for (int i = 0; i < 5; ++i) panels.PressKey(input::KeyCode::kBackspace);
  panels.Type("2");
  panels.Settle();
  EXPECT_FALSE(panels.has("derived/problem/1"));
}

TEST_F(DialogsTest, TheListOfKeysOpensAndCloses) {
  PanelHarness panels(state);
  panels.Click("top/keys");
  EXPECT_TRUE(state.key_list_open);
  panels.Settle();
  panels.Click("keys/close");
  EXPECT_FALSE(state.key_list_open);
}

// Large letters, a small window, lines in the settings that are odd: everything can still be reached.
TEST_F(DialogsTest, TheListOfKeysStaysInsideASmallWindow) {
  for (int i = 0; i < 3; ++i) state.settings.keys.push_back({"no.such.command", "Ctrl+Nothing"});
  UseSettings(state, Settings(state.settings));
  for (const auto& [width, height] : {std::pair{640.0f, 360.0f}, {1280.0f, 720.0f}, {1280.0f, 500.0f}}) {
    PanelHarness panels(state, width, height);
    panels.Post(action::ShowKeyList{true});
    ASSERT_TRUE(panels.has("keys/close"));
    const PanelRect& close = panels.marks().find("keys/close")->second;
    EXPECT_LE(close.y + close.height, height) << width;
    ASSERT_TRUE(panels.has("keys/view.back"));
    EXPECT_GE(panels.marks().find("keys/view.back")->second.y, 0) << width;
    panels.Click("keys/close");
    EXPECT_FALSE(state.key_list_open);
  }
}

// In a low window the choices scroll: the path above them, warnings and buttons below them are in sight.
TEST_F(DialogsTest, TheSaveDialogStaysInsideASmallWindow) {
  for (const auto& [width, height] : {std::pair{640.0f, 480.0f}, {640.0f, 360.0f}, {1280.0f, 800.0f}}) {
    PanelHarness panels(state, width, height);
    panels.Post(action::ShowSaveDialog{true});
    const auto rect = [&](std::string_view mark) {
      EXPECT_TRUE(panels.has(mark)) << mark;
      const auto found = panels.marks().find(mark);
      return found == panels.marks().end() ? PanelRect{} : found->second;
    };
    const auto expect_in_sight = [&rect](float window_height) {
      const PanelRect list = rect("save/choices");
      EXPECT_GE(rect("save/path").y, 20) << window_height;
      EXPECT_LE(rect("save/path").y + rect("save/path").height, list.y) << window_height;
      EXPECT_GE(list.height, 60) << window_height;
      EXPECT_GE(rect("save/save").y, list.y + list.height) << window_height;
      EXPECT_LE(rect("save/save").y + rect("save/save").height, window_height - 20);
    };
    expect_in_sight(height);
    panels.Type("/tmp/x.tsv");
    panels.Settle();
    // What the name says comes into sight.
    EXPECT_GE(rect("save.tsv").y, rect("save/choices").y) << height;
    EXPECT_LE(rect("save.tsv").y + rect("save.tsv").height,
              rect("save/choices").y + rect("save/choices").height)
        << height;
    panels.Type("?");
    panels.Settle();
    EXPECT_TRUE(panels.has("save/why-not"));
    expect_in_sight(height);
    panels.Click("save/cancel");
    EXPECT_FALSE(state.save_dialog_open);
    panels.Settle();
  }
}

TEST(StartPagePanelTest, RecentFilesOpenAndAreForgotten) {
  AppState state;
  state.settings.recent_files = {"/p/one.folded", "/p/two.folded"};
  PanelHarness panels(state);
  EXPECT_GT(panels.vertex_count(), 500);
  const auto actions = panels.Click("start/recent/1");
  const auto* open = FindAction<action::OpenFile>(actions);
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(open->path, "/p/two.folded");
  panels.Click("start/forget/0");
  EXPECT_EQ(state.settings.recent_files, std::vector<std::string>{"/p/two.folded"});
}

TEST(StartPagePanelTest, EnterAloneOpensTheFirstRecentFile) {
  AppState state;
  state.settings.recent_files = {"/p/one.folded", "/p/two.folded"};
  PanelHarness panels(state);
  EXPECT_TRUE(panels.has("keyboard")) << "the ring around it";
  panels.PressKey(input::KeyCode::kEnter);
  ASSERT_EQ(state.jobs.size(), 1u);
  EXPECT_EQ(state.jobs[0].path, "/p/one.folded");
}

TEST(StartPagePanelTest, ArrowsAndTabChooseWhatEnterOpens) {
  AppState state;
  state.settings.recent_files = {"/p/one.folded", "/p/two.folded"};
  PanelHarness panels(state);
  const auto at = [&](std::string_view mark) {
    const PanelRect& item = panels.marks().find(mark)->second;
    const PanelRect& ring = panels.marks().find("keyboard")->second;
    return item.x == ring.x && item.y == ring.y;
  };
  EXPECT_TRUE(at("start/recent/0"));
  panels.PressKey(input::KeyCode::kDown);
  EXPECT_TRUE(at("start/recent/1"));
  panels.PressKey(input::KeyCode::kUp);
  panels.PressKey(input::KeyCode::kTab);
  EXPECT_TRUE(at("start/recent/1")) << "not at the cross that forgets the first";
  panels.PressKey(input::KeyCode::kTab);
  EXPECT_TRUE(at("start/record"));
  panels.PressKey(input::KeyCode::kTab, {.shift = true});
  EXPECT_TRUE(at("start/recent/1"));
  panels.PressKey(input::KeyCode::kRight);
  panels.PressKey(input::KeyCode::kUp);
  panels.PressKey(input::KeyCode::kUp);
  EXPECT_TRUE(at("start/open"));
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_TRUE(state.open_dialog_open);
  panels.Settle();
  panels.PressKey(input::KeyCode::kEscape);
  EXPECT_FALSE(state.open_dialog_open);
}

TEST(StartPagePanelTest, AnExampleOpens) {
  AppState state;
  StartFiles files;
  files.examples.push_back({{"/share/examples/javac.folded.gz", true, 1, 0}, "The Java compiler"});
  auto request = std::make_shared<const StartFilesRequest>();
  state.slots.Get<FilesState>().start_files.Answer(request,
                                                   std::make_shared<const StartFiles>(std::move(files)));
  PanelHarness panels(state, 1280, 800);
  panels.Settle();
  const auto actions = panels.Click("start/example/0");
  const auto* open = FindAction<action::OpenFile>(actions);
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(open->path, "/share/examples/javac.folded.gz");
}

TEST(StartPagePanelTest, TheDropTargetOpensTheDialogAndAFileIsChosen) {
  const test::TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  std::filesystem::create_directories(folder / "sub");
  std::ofstream(folder / "profile.folded") << "a 1\n";
  AppState state;
  state.settings.recent_files = {(folder / "gone.folded").string()};
  PanelHarness panels(state);
  panels.Click("start/open");
  EXPECT_TRUE(state.open_dialog_open);
  panels.Settle();
  EXPECT_FALSE(panels.has("open/profile.folded")) << "the disk has not told yet";
  RunEffects(state, panels.effects());
  panels.Settle();
  ASSERT_TRUE(panels.has("open/profile.folded"));
  ASSERT_TRUE(panels.has("open/sub"));
  panels.Click("open/profile.folded");
  const auto actions = panels.Click("open/open");
  const auto* open = FindAction<action::OpenFile>(actions);
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(open->path, folder / "profile.folded");
  EXPECT_FALSE(state.open_dialog_open);
}

TEST(OpenDialogTest, KeysAloneOpenARecentFile) {
  AppState state;
  state.settings.recent_files = {"/p/one.folded", "/p/two.folded"};
  PanelHarness panels(state);
  panels.Post(action::ShowOpenDialog{true});
  panels.Click("open/place/Recent");
  panels.Settle();
  EXPECT_TRUE(panels.has("open/one.folded"));
  panels.Click("open/filter");
  panels.Type("tw");
  panels.Settle();
  EXPECT_FALSE(panels.has("open/one.folded"));
  panels.PressKey(input::KeyCode::kDown);
  const auto actions = panels.PressKey(input::KeyCode::kEnter);
  const auto* open = FindAction<action::OpenFile>(actions);
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(open->path, "/p/two.folded");
  EXPECT_FALSE(state.open_dialog_open);
}

// The dialog over a folder with two profiles, and what it opens.
class OpenFolderTest : public ::testing::Test {
 protected:
  OpenFolderTest() {
    std::ofstream(folder / "one.pb") << "1";
    std::ofstream(folder / "two.pb") << "2";
    state.settings.recent_files = {(folder / "one.pb").string()};
    RunEffects(state, Do(state, action::ShowOpenDialog{true}));
    panels.Settle();
  }
  // As often as something is asked for.
  void RunDisk() {
    const std::vector<Effect>& all = panels.effects();
    RunEffects(state, std::vector<Effect>(all.begin() + static_cast<ptrdiff_t>(taken), all.end()));
    taken = all.size();
    panels.Settle();
  }
  [[nodiscard]] std::filesystem::path Opened() const {
    return state.jobs.empty() ? std::filesystem::path() : state.jobs.back().path;
  }

  const test::TemporaryFolder temporary;
  const std::filesystem::path& folder = temporary.path();
  AppState state;
  PanelHarness panels{state};
  size_t taken = 0;
};

TEST_F(OpenFolderTest, WhatIsTypedLastIsOpenedByTheButton) {
  ASSERT_TRUE(panels.has("open/two.pb"));
  panels.PressKey(input::KeyCode::kDown);
  panels.Type("two.pb");
  panels.Click("open/open");
  RunDisk();
  EXPECT_FALSE(state.open_dialog_open);
  EXPECT_EQ(Opened(), folder / "two.pb");
}

TEST_F(OpenFolderTest, ARowThatIsChosenLastIsOpened) {
  panels.Type("o");
  panels.PressKey(input::KeyCode::kDown);
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_EQ(Opened(), folder / "one.pb");
}

TEST_F(OpenFolderTest, WhatIsTypedNarrowsTheListAndEnterOpensWhatIsLeft) {
  panels.Type("tw");
  panels.Settle();
  EXPECT_TRUE(panels.has("open/two.pb"));
  EXPECT_FALSE(panels.has("open/one.pb"));
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_EQ(Opened(), folder / "two.pb");
}

TEST_F(OpenFolderTest, TabCompletesWhatIsTypedAndListsAFolder) {
  std::filesystem::create_directories(folder / "results" / "run");
  std::ofstream(folder / "results" / "run-1.pb") << "1";
  std::ofstream(folder / "results" / "run-2.pb") << "2";
  std::ofstream(folder / "results" / "other.pb") << "3";
  panels.Post(action::ShowOpenDialog{false});
  RunEffects(state, Do(state, action::ShowOpenDialog{true}));
  taken = panels.effects().size();
  panels.Settle();
  panels.Type("re");
  panels.PressKey(input::KeyCode::kTab);
  RunDisk();
  ASSERT_TRUE(panels.has("open/run-1.pb")) << "in results/";
  EXPECT_TRUE(panels.has("open/other.pb"));
  panels.Type("r");
  panels.PressKey(input::KeyCode::kTab);
  panels.Settle();
  EXPECT_FALSE(panels.has("open/other.pb"));
  panels.Type("-2");
  panels.PressKey(input::KeyCode::kTab);
  panels.Settle();
  EXPECT_FALSE(panels.has("open/run-1.pb"));
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_EQ(Opened(), folder / "results" / "run-2.pb");
}

TEST_F(OpenFolderTest, TheOneFileThatAFilterLeavesIsOpenedByEnter) {
  panels.Click("open/filter");
  panels.Type("two");
  panels.PressKey(input::KeyCode::kEnter);
  EXPECT_EQ(Opened(), folder / "two.pb");
}

TEST_F(OpenFolderTest, WhatIsNotThereIsSaidWhereItWasTyped) {
  panels.Type("tow.pb");
  panels.PressKey(input::KeyCode::kEnter);
  RunDisk();
  EXPECT_TRUE(state.open_dialog_open);
  EXPECT_TRUE(panels.has("open/missing"));
  EXPECT_TRUE(state.errors.empty());
  // The field has the keyboard again, with what was typed.
  panels.PressKey(input::KeyCode::kEnd);
  for (int i = 0; i < 5; ++i) panels.PressKey(input::KeyCode::kBackspace);
  panels.Type("wo.pb");
  panels.PressKey(input::KeyCode::kEnter);
  RunDisk();
  EXPECT_EQ(Opened(), folder / "two.pb");
}

TEST(OpenDialogTest, FoldedStacksAreGivenANameAndAUnit) {
  AppState state;
  state.settings.recent_files = {"/p/one.folded", "/p/two.pb.gz"};
  PanelHarness panels(state);
  panels.Post(action::ShowOpenDialog{true});
  panels.Click("open/place/Recent");
  panels.Settle();
  panels.Click("open/two.pb.gz");
  panels.Settle();
  EXPECT_FALSE(panels.has("open/metric"));
  panels.Click("open/one.folded");
  panels.Settle();
  panels.Click("open/metric");
  panels.Type("cpu time");
  panels.Click("open/unit");
  panels.Type("us");
  panels.Settle();
  const auto actions = panels.Click("open/open");
  const auto* open = FindAction<action::OpenFile>(actions);
  ASSERT_NE(open, nullptr);
  EXPECT_EQ(open->naming, (MetricNaming{"cpu time", "us"}));
}

// Three columns where there is room, and no row lies over another one.
TEST_F(DialogsTest, TheKeyListHasThreeColumnsAndRoomForEveryRow) {
  Do(state, action::ShowKeyList{true});
  for (const auto& [width, height, count] : {std::tuple{2560.0f, 1440.0f, 3u},
                                             {1280.0f, 720.0f, 3u},
                                             {800.0f, 600.0f, 2u},
                                             {500.0f, 600.0f, 1u}}) {
    PanelHarness panels(state, width, height);
    panels.Settle();
    std::map<float, std::vector<PanelRect>> columns;
    for (const Command& command : Commands()) {
      const auto row = panels.marks().find("keys/" + std::string(command.id));
      if (row != panels.marks().end()) columns[row->second.x].push_back(row->second);
    }
    EXPECT_EQ(columns.size(), count) << width;
    for (auto& [x, rows] : columns) {
      EXPECT_GE(x, 0) << width;
      std::sort(rows.begin(), rows.end(), [](const PanelRect& a, const PanelRect& b) { return a.y < b.y; });
      for (size_t i = 1; i < rows.size(); ++i) EXPECT_GE(rows[i].y, rows[i - 1].y + rows[i - 1].height);
      EXPECT_LE(x + rows[0].width, width);
    }
    // The longest title, in as many lines as it takes beside its key.
    const PanelRect& longest = panels.marks().find("keys/table.hot-path")->second;
    constexpr const char* kTitle = "Hot path: unfold the tree table where the cost goes";
    EXPECT_GE(longest.height, ImGui::CalcTextSize(kTitle, nullptr, false, longest.width - 60).y) << width;
  }
}

TEST_F(DialogsTest, TheKeyListShowsWhatFitsItsFilter) {
  PanelHarness panels(state);
  panels.Type("?");
  panels.Settle();
  panels.Type("or light");
  panels.Settle();
  EXPECT_TRUE(panels.has("keys/window.theme"));
  EXPECT_FALSE(panels.has("keys/view.back"));
  for (int i = 0; i < 8; ++i) panels.PressKey(input::KeyCode::kBackspace);
  panels.Type("alt+left");
  panels.Settle();
  EXPECT_TRUE(panels.has("keys/view.back"));
  EXPECT_FALSE(panels.has("keys/window.theme"));
  panels.PressKey(input::KeyCode::kF1);
  EXPECT_FALSE(state.key_list_open);
  panels.Post(action::ShowKeyList{true});
  EXPECT_TRUE(panels.has("keys/window.theme")) << "the filter begins anew";
}

TEST_F(DialogsTest, AFailedSaveKeepsTheTypedName) {
  PanelHarness panels(state);
  panels.Post(action::ShowSaveDialog{true});
  panels.Type("/nowhere/mine.svg");
  panels.Settle();
  panels.Click("save/caption");
  const auto actions = panels.Click("save/save");
  const auto* save = FindAction<action::SaveAs>(actions);
  ASSERT_NE(save, nullptr);
  EXPECT_FALSE(save->has_caption);
  RunEffects(state, panels.effects());
  EXPECT_FALSE(state.save_dialog_open);
  panels.Settle();
  panels.Post(action::SaveFinished{state.jobs.back().id, save->path, Fail(ErrorCode::kIo, "no such folder")});
  panels.Click("error/dismiss");
  panels.Settle();
  EXPECT_TRUE(state.save_dialog_open);
  const auto again = panels.Click("save/save");
  ASSERT_NE(FindAction<action::SaveAs>(again), nullptr);
  EXPECT_EQ(FindAction<action::SaveAs>(again)->path, "/nowhere/mine.svg");
}

}  // namespace
}  // namespace ringscope::dialogs_test
