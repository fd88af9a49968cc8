#include <gtest/gtest.h>

#include "app/files/settings_changes.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/window/menus/commands_model.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"

namespace ringscope::context_menu_test {
namespace {

std::string AsText(const ContextMenuModel& model) {
  std::string text = model.name + " | " + model.detail + "\n";
  for (const auto& entry : model.entries) {
    if (entry.begins_group) text += "--\n";
    text += entry.title + " | " + entry.key + (entry.actions.empty() ? " | no" : "") + "\n";
  }
  return text;
}

class ContextMenuTest : public ::testing::Test {
 protected:
  void OpenOn(ContextId context) { Do(state, action::OpenContextMenu{{context, {}, kNoContext}, 10, 20}); }
  void OpenOn(std::string_view path) { OpenOn(At(tree(), path)); }
  ContextMenuModel Model() { return BuildContextMenuModel(state); }
  // What an entry does, step by step as the window would.
  void Choose(std::string_view id) {
    for (const auto& entry : Model().entries) {
      if (entry.id != id) continue;
      ASSERT_FALSE(entry.actions.empty()) << id;
      for (const Action& action : entry.actions) {
        for (Effect& effect : Do(state, action)) effects.push_back(std::move(effect));
      }
      return;
    }
    ADD_FAILURE() << "no entry " << id;
  }
  std::string Wanted() { return FormatPipeline(ActiveView(state)->pipeline.wanted); }

  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  std::vector<Effect> effects;
  const Cct& tree() { return state.views[0].tree(); }
};

TEST_F(ContextMenuTest, AContextHasEverythingThatCanBeDoneWithIt) {
  OpenOn("main;f;g");
  EXPECT_EQ(AsText(Model()),
            "g | app  \xC2\xB7  490 ns, 15.1 % of total\n"
            "Make it the centre | Alt+Down\n"
            "Show it as a ring around the whole | Shift+Z\n"
            "Show the whole as a ring around it | Alt+Z\n"
            "--\n"
            "Focus on this function | F\n"
            "Keep only stacks through it | K\n"
            "Hide it, its cost goes to the caller | H\n"
            "Drop it with its cost | D\n"
            "Collapse module app | C\n"
            "Fold recursion | R\n"
            "--\n"
            "Search this function | S\n"
            "Show in the table | Shift+F\n"
            "Callers and callees | Shift+C\n"
            "Show the source | E\n"
            "Show in the tree table | Shift+T\n"
            "Show its behavior as boxes | Alt+K\n"
            "--\n"
            "Copy the name | \n"
            "Copy the call stack | Ctrl+C\n"
            "Copy the path for --root | \n");
}

TEST_F(ContextMenuTest, EntriesDoWhatTheySay) {
  OpenOn("main;f;g");
  Choose("focus");
  Choose("drop");
  Choose("collapse");
  EXPECT_EQ(Wanted(), "focus \"g\" mod:\"app\" | drop \"g\" mod:\"app\" | collapse mod:\"app\"");
  Choose("search");
  EXPECT_EQ(ActiveView(state)->search, "fn:\"g\" mod:\"app\"");
  Choose("copy-path");
  const auto* copy = FindEffect<effect::CopyToClipboard>(effects);
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->text, "main;f;g");
  Choose("centre");
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(tree(), "main;f;g"));
  OpenOn("main;f;g");
  EXPECT_TRUE(Model().entries.front().actions.empty()) << "it is the centre already";
}

TEST_F(ContextMenuTest, APartIsShownBesideTheWholeAndTheMenuLeadsBack) {
  OpenOn("main;f;g");
  Choose("detail-inside");
  const Detail detail{DetailPlace::kInside, {At(tree(), "main;f;g"), {}}};
  EXPECT_EQ(PaneSpec(state, 0)->detail, detail);
  OpenOn("main;f;g");
  for (const auto& entry : Model().entries) {
    if (entry.id == "detail-inside") {
      EXPECT_TRUE(entry.actions.empty());
    }
  }
  Choose("detail-none");
  EXPECT_EQ(PaneSpec(state, 0)->detail, Detail{});
  Do(state, action::SetForm{ChartForm::kIcicle});
  OpenOn("main;f;g");
  for (const auto& entry : Model().entries) EXPECT_FALSE(entry.id.starts_with("detail")) << entry.id;
}

TEST_F(ContextMenuTest, TheWholeTreeHasNoFunction) {
  OpenOn(kRootContext);
  for (const auto& entry : Model().entries) {
    const bool about_function = entry.id == "focus" || entry.id == "keep" || entry.id == "hide" ||
                                entry.id == "drop" || entry.id == "collapse" || entry.id == "search";
    if (about_function) {
      EXPECT_TRUE(entry.actions.empty()) << entry.id;
    }
  }
  EXPECT_EQ(Model().name, "all");
}

TEST_F(ContextMenuTest, FunctionsAndGroupsHaveTheSameEntries) {
  const auto ids = [&] {
    std::string text;
    for (const auto& entry : Model().entries) text += entry.id + (entry.actions.empty() ? " no" : "") + "\n";
    return text;
  };
  const FrameId g = tree().FrameOf(At(tree(), "main;g"));
  Do(state, action::OpenRowMenu{.on = {.function = g}, .row = "g\t980 ns"});
  EXPECT_EQ(Model().name, "g");
  EXPECT_EQ(ids(),
            "centre no\ndetail-outside no\ndetail-inside "
            "no\nfocus\nkeep\nhide\ndrop\ncollapse\nfold\nsearch\ntable\ncallers\nsource\n"
            "tree-table no\nbehavior\ncopy-name\ncopy-row\n");
  Choose("copy-row");
  EXPECT_EQ(FindEffect<effect::CopyToClipboard>(effects)->text, "g\t980 ns");
  Choose("source");
  EXPECT_EQ(ActiveView(state)->chosen_function, g);
  EXPECT_TRUE(DockShows(state, DockTab::kSource));
  Do(state, action::OpenRowMenu{.on = {.group = "mod:\"app\""}, .name = "app"});
  EXPECT_EQ(Model().name, "app");
  EXPECT_EQ(ids(),
            "centre no\ndetail-outside no\ndetail-inside "
            "no\nfocus\nkeep\nhide\ndrop\ncollapse\nfold\nsearch\ntable no\ncallers no\nsource no\n"
            "tree-table no\nbehavior no\ncopy-name\n");
  Choose("hide");
  EXPECT_EQ(Wanted(), "hide mod:\"app\"");
}

TEST_F(ContextMenuTest, NumbersAreOfferedToBeCopied) {
  Do(state, action::OpenRowMenu{
                .name = "time", .copies = {{"inclusive", "980 ns"}, {"self", "5 ns"}}, .x_px = 1, .y_px = 2});
  EXPECT_EQ(AsText(Model()), "time | \nCopy inclusive: 980 ns | \nCopy self: 5 ns | \n");
  Choose("self");
  EXPECT_EQ(FindEffect<effect::CopyToClipboard>(effects)->text, "5 ns");
  Do(state, action::CloseContextMenu{});
  Do(state, action::OpenRowMenu{.name = "time", .x_px = 1, .y_px = 2});
  EXPECT_FALSE(state.context_menu);
}

TEST_F(ContextMenuTest, ARestSegmentOpensAndIsCopied) {
  const ContextId main = At(tree(), "main");
  const ContextRange run = tree().ChildrenOf(main);
  Do(state, action::OpenContextMenu{{run.begin, run, main}, 10, 20});
  EXPECT_EQ(AsText(Model()),
            "3 smaller contexts | in main  \xC2\xB7  2.17 \xC2\xB5s, 67.1 % of total\n"
            "Open it over the whole circle | \n"
            "Make its caller the centre | \n"
            "--\n"
            "Copy a summary | \n");
  Choose("copy-summary");
  const auto* copy = FindEffect<effect::CopyToClipboard>(effects);
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->text, "3 smaller contexts: 2.17 \xC2\xB5s, 67.1 % of total\nin main\n");
  Choose("open");
  EXPECT_EQ(ActiveView(state)->history.current().root, (ViewRoot{main, run}));
}

TEST_F(ContextMenuTest, KeysInForceAreShown) {
  Settings settings;
  settings.keys = {{"tree.focus", "F9"}, {"tree.drop", ""}};
  UseSettings(state, settings);
  OpenOn("main;f");
  for (const auto& entry : Model().entries) {
    if (entry.id == "focus") {
      EXPECT_EQ(entry.key, "F9");
    } else if (entry.id == "drop") {
      EXPECT_EQ(entry.key, "");
    }
  }
}

TEST_F(ContextMenuTest, EscapeAndAnotherTreeCloseIt) {
  OpenOn("main;f");
  Do(state, action::Select{At(tree(), "main;f")});
  Do(state, action::Clear{});
  EXPECT_FALSE(state.context_menu);
  EXPECT_NE(ActiveView(state)->selected, kNoContext) << "one key press closes one thing";
  OpenOn("main;f");
  state.views[0].shown = TreeFromFolded("a 1\n");
  EXPECT_TRUE(Model().entries.empty());
}

TEST_F(ContextMenuTest, WhatIsOutsideTheTreeOpensNothing) {
  OpenOn(static_cast<ContextId>(tree().context_count()));
  EXPECT_FALSE(state.context_menu);
  Do(state, action::OpenContextMenu{{1, {1, 1000000}, 0}, 0, 0});
  EXPECT_FALSE(state.context_menu);
  Do(state, action::OpenContextMenu{{1, {1, 2}, 1000000}, 0, 0});
  EXPECT_FALSE(state.context_menu);
  AppState empty;
  Do(empty, action::OpenContextMenu{{0, {}, kNoContext}, 0, 0});
  EXPECT_FALSE(empty.context_menu);
}

TEST(ApplyInterfaceTest, ZoomStaysInItsBoundsAndIsSaved) {
  AppState state;
  const auto effects = Do(state, action::SetZoom{200});
  EXPECT_EQ(state.settings.zoom_percent, 200);
  const auto* save = FindEffect<effect::SaveSettings>(effects);
  ASSERT_NE(save, nullptr);
  EXPECT_EQ(save->settings.zoom_percent, 200);
  Do(state, action::SetZoom{10000});
  EXPECT_EQ(state.settings.zoom_percent, kMaxZoomPercent);
  Do(state, action::SetZoom{1});
  EXPECT_EQ(state.settings.zoom_percent, kMinZoomPercent);
}

TEST(ApplyInterfaceTest, SettingsAreSavedWhenTheirDialogCloses) {
  AppState state;
  Do(state, action::ShowSettings{true});
  EXPECT_TRUE(DialogOpen(state));
  const auto typed =
      Do(state, action::SetSourceSettings{"vi {file}", {{"/a", "/b"}, {"/c", ""}}, {"", "/src"}});
  EXPECT_EQ(FindEffect<effect::SaveSettings>(typed), nullptr);
  Do(state, action::SetDefaultView{RingMode::kArea, 0});
  const auto effects = Do(state, action::Clear{});
  EXPECT_FALSE(state.settings_open);
  const auto* save = FindEffect<effect::SaveSettings>(effects);
  ASSERT_NE(save, nullptr);
  EXPECT_EQ(save->settings.editor_command, "vi {file}");
  EXPECT_EQ(save->settings.path_mappings, (std::vector<PathMapping>{{"/a", "/b"}}));
  EXPECT_EQ(save->settings.source_folders, std::vector<std::string>{"/src"});
  EXPECT_EQ(save->settings.mode, RingMode::kArea);
  EXPECT_EQ(save->settings.depth_limit, 1u);
}

}  // namespace
}  // namespace ringscope::context_menu_test
