#include <gtest/gtest.h>

#include <string>

#include "app/files/documents.h"
#include "app/search/search.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "app/window/status_model.h"
#include "app/window/window_actions.h"
#include "cct/tree/building/builder.h"
#include "tests/app/app_test_state.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope::window_panels_test {
namespace {

using WindowPanelsTest = ExampleTest;

TEST_F(WindowPanelsTest, ModesAreChosenByClick) {
  PanelHarness panels(state);
  const auto actions = panels.Click("mode/Area");
  ASSERT_NE(FindAction<action::SetMode>(actions), nullptr);
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kArea);
  EXPECT_EQ(FindAction<action::SetMode>(panels.Click("mode/Area")), nullptr);
}

TEST_F(WindowPanelsTest, DepthIsTypedAndAllShowsAll) {
  PanelHarness panels(state);
  panels.Click("depth/number");
  panels.Type("3");
  const auto actions = panels.PressKey(input::KeyCode::kEnter);
  const auto* depth = FindAction<action::SetDepth>(actions);
  ASSERT_NE(depth, nullptr);
  EXPECT_EQ(depth->depth_limit, 3u);
  panels.Settle();
  panels.Click("depth/all");
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).depth_limit, kAllLayers);
}

TEST_F(WindowPanelsTest, ChainsAreCompressedOrNotByClick) {
  PanelHarness panels(state);
  ASSERT_TRUE(RingsOf(*ActiveView(state)).compress_chains);
  EXPECT_FALSE(panels.has("chains"));
  panels.Click("chart/options");
  panels.Settle();
  panels.Click("chains");
  EXPECT_FALSE(RingsOf(*ActiveView(state)).compress_chains);
  panels.Settle();
  panels.Click("chains");
  EXPECT_TRUE(RingsOf(*ActiveView(state)).compress_chains);
}

TEST_F(WindowPanelsTest, MetricsAreChosenByClick) {
  PanelHarness panels(state);
  panels.Click("metric/1");
  EXPECT_EQ(ActiveView(state)->metric, 1u);
}

// Of one function.
AppState StateWithMetrics(int count) {
  CctBuilder builder;
  const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "f"}));
  for (int i = 0; i < count; ++i)
    builder.AddSelf(node, builder.AddMetric({"metric " + std::to_string(i), "count", 1}), 1);
  return StateWith(WithFunctions(std::move(builder).Finish({}).value()));
}

TEST_F(WindowPanelsTest, MetricsTakeTheRoomThereIs) {
  state = StateWithMetrics(9);
  PanelHarness panels(state, 1280, 1060);
  panels.Click("metric/8");
  EXPECT_EQ(ActiveView(state)->metric, 8u) << "it is in sight without scrolling";
}

TEST_F(WindowPanelsTest, ATooltipGoesWithTheClickAndComesAgainWithThePointer) {
  PanelHarness panels(state);
  panels.Settle();
  const PanelRect at = panels.marks().find("kind/Summary")->second;
  const input::MouseMove onto{at.x + at.width / 2, at.y + at.height / 2};
  panels.Frame({onto});
  panels.Settle();
  EXPECT_TRUE(panels.has("tooltip"));
  panels.Click("kind/Summary");
  panels.Settle();
  EXPECT_FALSE(panels.has("tooltip"));
  panels.Frame({input::MouseMove{at.x, 1}});
  panels.Settle();
  panels.Frame({onto});
  panels.Settle();
  EXPECT_TRUE(panels.has("tooltip"));
}

TEST_F(WindowPanelsTest, ACallStackBelowTheMetricsHasRoomToo) {
  state = StateWithMetrics(30);
  Do(state, action::Select{1});
  PanelHarness panels(state, 1280, 1000);
  panels.Settle();
  ASSERT_TRUE(panels.has("stack/0"));
  panels.Click("stack/0");
  EXPECT_EQ(ActiveView(state)->history.current().root.context, 1u);
}

TEST_F(WindowPanelsTest, ACallStackWithoutRoomForARowHasNoHeading) {
  state = StateWithMetrics(4);
  Do(state, action::Select{1});
  size_t with = 0, without = 0;
  for (float height = 300; height < 700; height += 4) {
    PanelHarness panels(state, 1280, height);
    panels.Settle();
    const auto rows = panels.marks().find("stack");
    if (rows == panels.marks().end()) {
      ++without;
    } else {
      ++with;
      EXPECT_GE(rows->second.height, ImGui::GetFontSize()) << height;
    }
  }
  EXPECT_GT(with, 0u);
  EXPECT_GT(without, 0u);
}

TEST_F(WindowPanelsTest, TheMetricShownIsInSight) {
  state = StateWithMetrics(20);
  PanelHarness panels(state);
  panels.Settle();
  const float top = panels.marks().find("metric/0")->second.y;
  for (const MetricIndex metric : {12u, 19u, 3u}) {
    panels.Post(action::SetMetric{metric});
    const PanelRect row = panels.marks().find("metric/" + std::to_string(metric))->second;
    EXPECT_GE(row.y, top) << metric;
    EXPECT_LE(row.y + row.height, panels.layout().side_panel.y + panels.layout().side_panel.height) << metric;
  }
}

TEST_F(WindowPanelsTest, BreadcrumbsLeadOut) {
  Do(state, action::ZoomTo{At(tree(), "main;f;g;h")});
  PanelHarness panels(state);
  EXPECT_TRUE(FindAction<action::ZoomTo>(panels.Click("breadcrumb/3")) == nullptr);  // the centre itself
  const auto* zoom = FindAction<action::ZoomTo>(panels.Click("breadcrumb/1"));
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(tree(), "main;f"));
  (void)zoom;
  panels.Settle();
  panels.Click("top/back");
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(tree(), "main;f;g;h"));
  panels.Settle();
  panels.Click("top/whole");
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(tree(), "main"));
}

TEST_F(WindowPanelsTest, TypingSearchesWithEveryKey) {
  PanelHarness panels(state);
  panels.Frame({input::Character{U'/'}});
  panels.Settle();
  const auto actions = panels.Type("gh");
  ASSERT_NE(FindAction<action::SetSearchText>(actions), nullptr);
  EXPECT_EQ(ActiveView(state)->search, "gh");  // without the slash that opened the box
  int searches = 0;
  for (const Effect& effect : panels.effects()) searches += FindTask<SearchRequest>({effect}) != nullptr;
  EXPECT_EQ(searches, 2);
}

TEST_F(WindowPanelsTest, WhatIsTypedRightAfterTheKeyBelongsToTheBox) {
  PanelHarness panels(state);
  // All before the next frame, as a fast hand or a program does. Each of these letters is a command
  // elsewhere.
  std::vector<InputEvent> typed;
  for (const char32_t letter : std::u32string_view(U"/it1")) typed.push_back(input::Character{letter});
  panels.Frame(typed);
  for (int i = 0; i < 6; ++i) panels.Frame();
  EXPECT_EQ(ActiveView(state)->search, "it1");
  EXPECT_TRUE(ActiveView(state)->pipeline.wanted.empty());
  EXPECT_EQ(state.settings.theme, Theme::kDark);
  EXPECT_EQ(state.awaited_box, TextBox::kNone);
  panels.PressKey(input::KeyCode::kEscape);
  panels.Settle();

  panels.Frame({input::Character{U'a'}, input::Character{U'i'}, input::Character{U't'}});
  for (int i = 0; i < 8; ++i) panels.Frame();
  EXPECT_TRUE(panels.has("transform/text/problem")) << "'it' is no step";
  EXPECT_TRUE(ActiveView(state)->pipeline.wanted.empty());
}

TEST_F(WindowPanelsTest, ANoteIsSeenInANarrowWindowToo) {
  Do(state, action::ShowNote{"Point at a segment, or right click one, then press the key"});
  PanelHarness panels(state, 700, 500);
  panels.Settle();
  ASSERT_TRUE(panels.has("status/note"));
  EXPECT_GT(panels.marks().find("status/note")->second.width, 250);
  EXPECT_LE(panels.marks().find("status/note")->second.x + panels.marks().find("status/note")->second.width,
            700);
}

TEST_F(WindowPanelsTest, TheBadgeOfTheReportLeavesANoteReadable) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "main"})), 0, 1);
  ImportReport report;
  report.notes.push_back("The file ends within a line");
  state = StateWith(WithFunctions(std::move(builder).Finish(std::move(report)).value()));
  Do(state, action::ShowNote{"Point at a segment, or right click one, then press the key"});
  size_t both = 0;
  for (const float width : {400.f, 560.f, 640.f, 800.f, 1300.f}) {
    PanelHarness panels(state, width, 480);
    panels.Settle();
    const auto note = panels.marks().find("status/note"), badge = panels.marks().find("status/report");
    ASSERT_NE(note, panels.marks().end());
    if (badge == panels.marks().end()) continue;
    ++both;
    EXPECT_LE(badge->second.x + badge->second.width, note->second.x) << width;
  }
  EXPECT_GT(both, 1u);
}

TEST_F(WindowPanelsTest, LayersAreCountedAsTheProfileCountsThem) {
  // Several functions at the top: the centre is none of the profile's contexts.
  AppState several = StateWith(TreeFromFolded("a;b;c 5\nd;e 4\n"));
  {
    PanelHarness panels(several);
    EXPECT_EQ(BuildStatusModel(several, {}).summary, "5 contexts, 3 layers, 5 functions");
    panels.Click("depth/number");
    panels.Type("2");
    const auto actions = panels.PressKey(input::KeyCode::kEnter);
    const auto* depth = FindAction<action::SetDepth>(actions);
    ASSERT_NE(depth, nullptr);
    EXPECT_EQ(depth->depth_limit, 3u) << "two and the centre";
  }
}

TEST_F(WindowPanelsTest, DigitsInTheSearchBoxAreNoModes) {
  PanelHarness panels(state);
  panels.Click("search/text");
  panels.Type("1?");
  EXPECT_EQ(ActiveView(state)->search, "1?");
  EXPECT_EQ(RingsOf(ActiveView(state)->history.current()).mode, RingMode::kLength);
  EXPECT_FALSE(state.key_list_open);
}

TEST_F(WindowPanelsTest, EscapeEmptiesTheSearchBox) {
  PanelHarness panels(state);
  panels.Click("search/text");
  panels.Type("main");
  panels.Settle();
  panels.PressKey(input::KeyCode::kEscape);
  panels.Settle();
  EXPECT_EQ(ActiveView(state)->search, "");
  panels.Click("search/text");
  panels.Type("g");
  EXPECT_EQ(ActiveView(state)->search, "g");
}

TEST_F(WindowPanelsTest, EnterStepsAndTheBoxKeepsTheKeyboard) {
  PanelHarness panels(state);
  panels.Click("search/text");
  panels.Type("g");
  panels.Settle();
  const auto next = panels.PressKey(input::KeyCode::kEnter);
  const auto* step = FindAction<action::StepMatch>(next);
  ASSERT_NE(step, nullptr);
  EXPECT_EQ(step->steps, 1);
  panels.Settle();
  const auto filter = panels.PressKey(input::KeyCode::kEnter, {false, true, false});
  EXPECT_NE(FindAction<action::FilterBySearch>(filter), nullptr);
}

TEST_F(WindowPanelsTest, TheClearButtonEmptiesTheSearch) {
  Do(state, action::SetSearchText{"g"});
  PanelHarness panels(state);
  panels.Click("search/clear");
  EXPECT_EQ(ActiveView(state)->search, "");
  panels.Settle();
  EXPECT_FALSE(panels.has("search/clear"));
}

TEST_F(WindowPanelsTest, AFrameOfTheStackBecomesTheCentre) {
  Do(state, action::Select{At(tree(), "main;f;g;h")});
  PanelHarness panels(state);
  ASSERT_TRUE(panels.has("stack/3"));
  panels.Click("stack/2");
  EXPECT_EQ(ActiveView(state)->history.current().root.context, At(tree(), "main;f;g"));
}

TEST_F(WindowPanelsTest, TheCallStackIsCopied) {
  PanelHarness panels(state);
  panels.Click("details/copy");
  ASSERT_FALSE(panels.effects().empty());
  const auto* copy = FindEffect<effect::CopyToClipboard>(panels.effects());
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->text, "main (app)\t3.238 \xC2\xB5s\t1.066 \xC2\xB5s\n");
}

TEST_F(WindowPanelsTest, TheTopBarHasWhatOneLooksForFirst) {
  for (const float width : {900.0f, 1440.0f}) {
    state.settings.theme = Theme::kDark;
    PanelHarness panels(state, width, 800);
    panels.Settle();
    panels.Click("top/theme");
    EXPECT_EQ(state.settings.theme, Theme::kLight);
    panels.Click("top/save");
    EXPECT_TRUE(state.save_dialog_open);
    panels.Post(action::Clear{});
    panels.Click("top/settings");
    EXPECT_TRUE(state.settings_open);
    panels.Post(action::Clear{});
    panels.Click("top/palette");
    EXPECT_TRUE(state.palette_open);
    panels.Post(action::Clear{});
    panels.Click("top/open");
    EXPECT_TRUE(state.open_dialog_open);
    Do(state, action::Clear{});
  }
}

TEST_F(WindowPanelsTest, TheTopBarOfTheStartPageStandsAtTheRightToo) {
  state = AppState();
  for (const float width : {900.0f, 1440.0f}) {
    PanelHarness panels(state, width, 800);
    panels.Settle();
    float right = panels.marks().find("top/palette")->second.x;
    for (const char* const button : {"top/open", "top/save", "top/theme", "top/settings", "top/keys"}) {
      ASSERT_TRUE(panels.has(button)) << button;
      EXPECT_GT(panels.marks().find(button)->second.x, right) << button;
      right = panels.marks().find(button)->second.x + panels.marks().find(button)->second.width;
    }
    EXPECT_NEAR(right, width, 20);
  }
}

TEST_F(WindowPanelsTest, TheTabsOfAClosedDockOpenIt) {
  ASSERT_FALSE(state.settings.dock_open);
  for (const DockTabInfo& tab : kDockTabs) {
    if (tab.value == DockTab::kRenames) continue;  // of comparisons alone
    Do(state, action::ShowDock{false});
    PanelHarness panels(state);
    panels.Settle();
    const PanelRect& strip = panels.layout().dock;
    EXPECT_EQ(strip.y + strip.height, panels.layout().status_bar.y);
    panels.Click("dock/" + std::string(tab.word));
    EXPECT_TRUE(DockShows(state, tab.value));
  }
}

TEST_F(WindowPanelsTest, WhatIsWrongWithAQueryIsSaidInFull) {
  PanelHarness panels(state);
  panels.Click("search/text");
  panels.Type("self>5kk");
  panels.Settle();
  ASSERT_TRUE(panels.has("search/problem"));
  // The units there are do not fit into one line.
  EXPECT_GT(panels.marks().find("search/problem")->second.height, 2 * ImGui::GetFontSize());
}

TEST_F(WindowPanelsTest, AWholePipelineCanBeTypedIntoTheBoxOfASingleStep) {
  PanelHarness panels(state);
  panels.Post(action::ShowTransformMenu{true});
  panels.Type("hide f | depth 3");
  const auto actions = panels.PressKey(input::KeyCode::kEnter);
  ASSERT_NE(FindAction<action::SetPipeline>(actions), nullptr);
  EXPECT_EQ(FormatPipeline(ActiveView(state)->pipeline.wanted), "hide f | depth 3");
}

TEST_F(WindowPanelsTest, AnEditedStepIsAsLongAsItWas) {
  const std::string text = "keep fn:main or fn:\"" + std::string(5000, 'x') + '"';
  Do(state, action::SetPipelineText{text});
  const Pipeline wanted = ActiveView(state)->pipeline.wanted;
  ASSERT_EQ(wanted.steps.size(), 1u);
  PanelHarness panels(state);
  panels.Settle();
  panels.Click("chip/0");
  panels.Settle();
  ASSERT_TRUE(panels.has("chip/edit"));
  EXPECT_FALSE(panels.has("chip/edit/problem"));
  const std::vector<Action> actions = panels.PressKey(input::KeyCode::kEnter);
  ASSERT_NE(FindAction<action::SetPipeline>(actions), nullptr);
  EXPECT_EQ(FindAction<action::SetPipeline>(actions)->pipeline, wanted);
}

TEST_F(WindowPanelsTest, WhatIsWrongWithAStepIsSaidInFull) {
  PanelHarness panels(state);
  panels.Post(action::ShowTransformMenu{true});
  panels.Type("hide self>5kk and more of it");
  panels.Settle();
  ASSERT_TRUE(panels.has("transform/text/problem"));
  const PanelRect problem = panels.marks().find("transform/text/problem")->second;
  EXPECT_GT(problem.height, 1.5f * ImGui::GetFontSize());
  EXPECT_LE(problem.width, 560);
}

TEST_F(WindowPanelsTest, ChipsSayWhatTheyDoHoweverNarrowTheWindow) {
  Do(state,
     action::SetPipeline{*ParsePipeline("fold-recursion | keep fn:f self>0 | hide g | collapse mod:app")});
  PanelHarness wide(state, 1600, 800);
  const float all = wide.marks().find("chip/1")->second.width;
  PanelHarness panels(state, 640, 480);
  panels.Settle();
  const PanelRect keep = panels.marks().find("chip/1")->second;
  EXPECT_LT(keep.width, all);
  EXPECT_GT(keep.width, ImGui::CalcTextSize("keep...").x);
  EXPECT_GT(panels.marks().find("chip/0")->second.width, ImGui::CalcTextSize("fold-recursion").x);
}

TEST_F(WindowPanelsTest, TheDockCanBeClosedInASmallWindow) {
  for (const DockTabInfo& tab : kDockTabs) {
    Do(state, action::ShowDockTab{tab.value});
    PanelHarness panels(state, 800, 600);
    panels.Settle();
    const PanelRect last = panels.marks().find("dock/source")->second;
    const PanelRect cross = panels.marks().find("dock/close")->second;
    EXPECT_LE(last.x + last.width, cross.x);
    EXPECT_LE(cross.x + cross.width, panels.layout().dock.x + panels.layout().dock.width);
    EXPECT_NE(FindAction<action::ShowDock>(panels.Click("dock/close")), nullptr);
    EXPECT_FALSE(state.settings.dock_open);
  }
}

TEST_F(WindowPanelsTest, ADraggedChipShowsWhereItWillDrop) {
  Do(state, action::SetPipeline{*ParsePipeline("hide f | hide g | hide h")});
  PanelHarness panels(state);
  panels.Settle();
  const PanelRect first = panels.marks().find("chip/0")->second;
  const PanelRect last = panels.marks().find("chip/2")->second;
  const float y = first.y + first.height / 2;
  panels.Frame({input::MouseMove{last.x + 5, y}});
  panels.Frame({input::MouseButton{0, true}});
  panels.Frame({input::MouseMove{last.x - 30, y}});
  panels.Frame({input::MouseMove{first.x + 2, y}});
  panels.Frame();
  ASSERT_TRUE(panels.has("chip/drop"));
  const PanelRect mark = panels.marks().find("chip/drop")->second;
  EXPECT_LE(mark.x, first.x);
  EXPECT_GE(mark.x, 0);
  panels.Frame({input::MouseButton{0, false}});
  panels.Frame();
  EXPECT_EQ(FormatPipeline(ActiveView(state)->pipeline.wanted), "hide h | hide f | hide g");
  EXPECT_FALSE(panels.has("chip/drop"));
}

TEST_F(WindowPanelsTest, RunningJobsCanBeCancelled) {
  Do(state, action::OpenFile{"/p/big"});
  PanelHarness panels(state);
  panels.Click("job/cancel");
  EXPECT_TRUE(state.jobs.back().cancelling);
}

TEST_F(WindowPanelsTest, ADeepStackIsDrawnOnlyWhereItIsSeen) {
  std::string line;
  for (int i = 0; i < 3000; ++i) line += (i == 0 ? "n" : ";n") + std::to_string(i);
  AppState deep = StateWith(TreeFromFolded(line + " 5\n"));
  Do(deep, action::ZoomTo{3000});
  PanelHarness panels(deep);
  int rows = 0;
  for (const auto& [name, rect] : panels.marks()) rows += name.starts_with("stack/");
  EXPECT_GT(rows, 3);
  EXPECT_LT(rows, 60);
}

TEST_F(WindowPanelsTest, NamesOfTheCallPathAreWholeWhereThereIsRoom) {
  const std::string name(60, 'n');
  state = StateWith(TreeFromFolded("main 1\nmain;" + name + " 2\nmain;" + name + ";f 3\n"));
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;" + name + ";f")});
  PanelHarness wide(state, 1380, 860);
  wide.Settle();
  EXPECT_GT(wide.marks().find("breadcrumb/1")->second.width, ImGui::CalcTextSize(name.c_str()).x);
  PanelHarness narrow(state, 800, 600);
  narrow.Settle();
  EXPECT_LT(narrow.marks().find("breadcrumb/1")->second.width, ImGui::CalcTextSize(name.c_str()).x);
}

TEST(ViewPanelTest, TheMouseAloneLeadsToTheSummaryAndBack) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  PanelHarness panels(state);
  panels.Click("kind/Summary");
  EXPECT_EQ(ActiveView(state)->kind().name, "summary");
  panels.Settle();
  panels.Click("kind/Chart");
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
}

}  // namespace
}  // namespace ringscope::window_panels_test
