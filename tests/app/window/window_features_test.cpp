// Each thing that people open the window for, done by hand: keys and clicks go in, and what the window knows,
// shows and writes comes out. The pictures are kept beside the test's other artifacts.
#include <fmt/format.h>

#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "app/search/search.h"
#include "app/source/source.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "cct/tree/building/builder.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::window_features_test {
namespace {

class WindowFeaturesTest : public WindowTest {
 protected:
  [[nodiscard]] std::string PipelineText() { return FormatPipeline(view().pipeline.applied); }
};

TEST_F(WindowFeaturesTest, TreesAreFoldedInvertedAndCutByKeysMenuAndChips) {
  Open(kExample);
  Type("r");
  EXPECT_EQ(PipelineText(), "fold-recursion");
  // The published percentages of the example: of main;f;g 490, 220 of main;f;h.
  EXPECT_EQ(tree().context_count(), 13u);
  EXPECT_EQ(tree().Inclusive(At("main;f;g"), 0), 490u);
  Keep("feature_fold_recursion");
  Key(input::KeyCode::kZ, {true, false, false});
  EXPECT_EQ(PipelineText(), "");
  Key(input::KeyCode::kY, {true, false, false});
  EXPECT_EQ(PipelineText(), "fold-recursion");

  const Place h = PlaceOf(At("main;h"));
  Click(h.x, h.y, 1);
  Keep("feature_context_menu");
  ClickMark("menu/hide");
  EXPECT_EQ(PipelineText(), "fold-recursion | hide \"h\"");
  EXPECT_EQ(tree().Total(0), 3238u);
  Keep("feature_pipeline");
  ClickMark("chip/0/remove");
  EXPECT_EQ(PipelineText(), "hide \"h\"");
  ClickMark("chip/0/remove");
  Type("i");
  EXPECT_EQ(PipelineText(), "invert");
  Keep("feature_inverted");
}

TEST_F(WindowFeaturesTest, MethodsArePiecesOfOneRingAndLightUpTheirContexts) {
  Open(kExample);
  Frame({input::Modifiers{false, true, false}, input::KeyChange{input::KeyCode::kM, true, false},
         input::Character{U'M'}});
  Frame({input::KeyChange{input::KeyCode::kM, false, false}, input::Modifiers{}});
  Settle();
  EXPECT_EQ(PipelineText(), "methods");
  EXPECT_EQ(tree().layer_count(), 2u);
  EXPECT_EQ(tree().Self(At("main"), 0), 1066u);
  EXPECT_EQ(tree().Self(At("h"), 0), 792u);
  Keep("feature_methods");
}

TEST_F(WindowFeaturesTest, AQueryLightsUpAndBecomesAFilter) {
  Open(kJavac);
  Type("/");
  Type("fn:attribTree self>0");
  const SearchState& search = view().slots.Get<SearchState>();
  ASSERT_NE(search.task.result, nullptr);
  EXPECT_TRUE(search.task.result->complete);
  EXPECT_GT(search.task.result->totals.contexts, 0u);
  EXPECT_EQ(PipelineText(), "");
  Keep("feature_query");
  const uint64_t inclusive = search.task.result->totals.inclusive;
  const uint64_t whole = tree().Total(0);
  EXPECT_LT(inclusive, whole);
  Key(input::KeyCode::kEnter, {false, true, false});
  EXPECT_EQ(PipelineText(), "keep attribTree self>0");
  EXPECT_LT(tree().Total(0), whole);
  Keep("feature_filter");
}

// 200 samples of "early", one a millisecond, then 200 of "late".
TEST_F(WindowFeaturesTest, DraggingOverTheTimeStripChoosesAPartOfTheTime) {
  std::string text;
  for (int i = 0; i < 400; ++i) {
    text += fmt::format("prog 1 {}.{:06}: 1000 cycles:\n\t            1000 {}+0x0 (/bin/prog)\n\n",
                        5 + i / 1000, i % 1000 * 1000, i < 200 ? "early" : "late");
  }
  Open(Write("prog.perf", text));
  ASSERT_EQ(tree().Total(0), 400'000u);
  const auto mark = viewer->marks().find("timeline");
  ASSERT_NE(mark, viewer->marks().end());
  const PanelRect strip = mark->second;
  const float y = strip.y + strip.height / 3;
  const auto drag = [&](float from, float to) {
    MoveTo(strip.x + strip.width * from, y);
    Frame({input::MouseButton{0, true}}, 0.5);
    for (int i = 1; i <= 4; ++i)
      MoveTo(strip.x + strip.width * (from + (to - from) * static_cast<float>(i) / 4), y);
    Keep("feature_time_drag");
    Frame({input::MouseButton{0, false}});
    Settle();
  };
  Keep("feature_time_strip");
  drag(0.25f, 0.75f);
  ASSERT_TRUE(PipelineText().starts_with("time ")) << PipelineText();
  EXPECT_NEAR(static_cast<double>(tree().Total(0)), 200'000, 10'000);
  EXPECT_NEAR(static_cast<double>(tree().Inclusive(At("early"), 0)), 100'000, 5000);
  EXPECT_EQ(viewer->layout().timeline.y, viewer->layout().chips.y + viewer->layout().chips.height);
  // Esc ends a drag and nothing else: what is selected stays.
  Post(action::Select{At("early")});
  const std::string before = PipelineText();
  const PanelRect lower = viewer->marks().find("timeline")->second;
  MoveTo(lower.x + lower.width * 0.1f, lower.y + lower.height / 3);
  Frame({input::MouseButton{0, true}}, 0.5);
  MoveTo(lower.x + lower.width * 0.2f, lower.y + lower.height / 3);
  Key(input::KeyCode::kEscape);
  Frame({input::MouseButton{0, false}});
  Settle();
  EXPECT_EQ(PipelineText(), before);
  EXPECT_EQ(view().selected, At("early"));
  Keep("feature_time_range");
  // The row of steps has come: the strip lies below it.
  const PanelRect moved = viewer->marks().find("timeline")->second;
  MoveTo(moved.x + moved.width / 2, moved.y + moved.height / 3);
  for (const bool down : {true, false, true, false}) Frame({input::MouseButton{0, down}}, 0.02);
  Settle();
  EXPECT_EQ(PipelineText(), "");
  EXPECT_EQ(tree().Total(0), 400'000u);
}

TEST_F(WindowFeaturesTest, AQueryThatCannotBeReadPointsAtItsPlace) {
  Open(kExample);
  Type("/");
  Type("self>>5");
  ASSERT_TRUE(view().slots.Get<SearchState>().problem);
  EXPECT_EQ(view().slots.Get<SearchState>().problem->column, 6u);
  EXPECT_TRUE(viewer->marks().count("search/problem"));
  Keep("feature_query_problem");
}

TEST_F(WindowFeaturesTest, ThePointerSaysWhichWayASplitterMoves) {
  Open(kExample);
  Post(action::ShowDock{true});
  const auto shape_over = [&](const std::string& mark) {
    const auto item = viewer->marks().find(mark);
    if (item == viewer->marks().end()) return PointerShape::kText;
    const PanelRect& rect = item->second;
    MoveTo(rect.x + rect.width / 2, rect.y + rect.height / 2);
    Settle();
    return window->pointer_shape();
  };
  EXPECT_EQ(shape_over("dock/splitter"), PointerShape::kResizeVertical);
  EXPECT_EQ(shape_over("splitter"), PointerShape::kResizeHorizontal);
  EXPECT_EQ(shape_over("dock/tree"), PointerShape::kArrow);
}

TEST_F(WindowFeaturesTest, TablesAndChartFollowEachOther) {
  Open(kExample);
  const auto function_of = [&](ContextId context) { return tree().FrameAt(context).name; };
  Frame({input::Modifiers{false, true, false}, input::KeyChange{input::KeyCode::kF, true, false},
         input::Character{U'F'}});
  Frame({input::KeyChange{input::KeyCode::kF, false, false}, input::Modifiers{}});
  Settle();
  ASSERT_TRUE(state().settings.dock_open);
  ASSERT_EQ(state().settings.dock_tab, DockTab::kFunctions);
  ASSERT_TRUE(viewer->marks().count("table/row/4"));
  EXPECT_FALSE(viewer->marks().count("table/row/5"));
  // By self cost: main 1066, h 792, ...
  ClickMark("table/row/1");
  ASSERT_TRUE(view().chosen_function);
  EXPECT_EQ(tree().frames().name(*view().chosen_function), "h");
  Keep("feature_functions");

  ClickMark("dock/callers");
  EXPECT_TRUE(viewer->marks().count("callers/row/0"));
  EXPECT_TRUE(viewer->marks().count("callees/row/0"));
  Keep("feature_callers");

  ClickMark("dock/tree");
  ClickMark("tree/hot");
  const ContextId hot = view().selected;
  ASSERT_NE(hot, kNoContext);
  EXPECT_EQ(function_of(tree().ChildrenOf(root()).begin), "f") << "the largest callee of main";
  EXPECT_TRUE(tree().IsWithin(hot, root()));
  Keep("feature_tree");
  // What is selected in the chart is a row of the table.
  Post(action::Select{At("main;h;i")});
  Keep("feature_tree_selected");

  Post(action::SetSearchText{"g"});
  ClickMark("dock/matches");
  ASSERT_TRUE(viewer->marks().count("matches/row/1"));
  ClickMark("matches/row/1");
  ASSERT_NE(view().selected, kNoContext);
  EXPECT_EQ(function_of(view().selected), "g");
  Keep("feature_matches");
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowFeaturesTest, TheSourceShowsWhatItsLinesCost) {
  Write("work.c", "int f(void) {\n  return 1;\n}\n\nint main(void) {\n  return f();\n}\n");
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const std::string source = (folder / "work.c").string();
  const BuildNode main_node =
      builder.Child(kBuildRoot, builder.InternFrame({.name = "main", .file = source, .line = 5}));
  const BuildNode f = builder.Child(main_node, builder.InternFrame({.name = "f", .file = source, .line = 1}));
  builder.AddSelf(main_node, 0, 3);
  builder.AddSelf(f, 0, 7);
  OpenTree(std::move(builder).Finish({}).value(), "work.cct");
  Post(action::OpenSource{At("main;f")});
  ASSERT_NE(view().slots.Get<SourceState>().task.answer(), nullptr);
  EXPECT_TRUE(viewer->marks().count("source/row/0"));
  Keep("feature_source");
  ClickMark("source/row/4");
  ASSERT_TRUE(view().chosen_function || view().selected != kNoContext);
  EXPECT_EQ(tree().frames().name(view().chosen_function.value_or(tree().FrameOf(view().selected))), "main");
}

TEST_F(WindowFeaturesTest, AFolderOfSourcesIsTypedWhereTheProfileNamesNoFile) {
  fs::create_directories(folder / "src");
  Write("src/work.c", "int inner(int a) {\n  return a;\n}\n");
  Write("run.folded", "outer 3\nouter;inner 5\n");
  Open(folder / "run.folded");
  Post(action::OpenSource{At("outer;inner")});
  const auto at = viewer->marks().at("source/add-folder");
  // What is typed at once is for the field, and no command.
  Frame({input::MouseMove{at.x + 5, at.y + 5}}, 0.4);
  Frame({input::MouseButton{0, true}});
  Frame({input::MouseButton{0, false}});
  Type((folder / "src").string());
  Key(input::KeyCode::kEnter);
  EXPECT_EQ(state().settings.source_folders, std::vector<std::string>{(folder / "src").string()});
  EXPECT_TRUE(viewer->marks().count("source/row/0"));
  Keep("feature_source_by_definition");
}

TEST_F(WindowFeaturesTest, WhatIsShownIsSavedAndOpensAgain) {
  Open(kExample);
  Type("r");
  Post(action::ZoomTo{At("main;f")});
  for (const char* name : {"out.png", "out.svg", "out.folded", "out.speedscope.json", "out.ringview"}) {
    Post(action::SaveAs{folder / name});
    EXPECT_TRUE(fs::exists(folder / name)) << name;
    EXPECT_TRUE(state().errors.empty()) << name;
  }
  EXPECT_NE(Read(folder / "out.folded").find("main;f;g;h;i"), std::string::npos);
  Key(input::KeyCode::kS, {true, false, false});
  WaitForDialog();
  EXPECT_TRUE(state().save_dialog_open);
  EXPECT_TRUE(viewer->marks().count("save/path"));
  Keep("feature_save");
  Key(input::KeyCode::kEscape);
  Open(folder / "out.ringview");
  ASSERT_EQ(state().views.size(), 2u);
  EXPECT_EQ(PipelineText(), "fold-recursion");
  EXPECT_EQ(root(), At("main;f"));
}

TEST_F(WindowFeaturesTest, EveryCommandIsInThePaletteAndKeysCanBeLookedUp) {
  Open(kExample);
  Key(input::KeyCode::kP, {true, true, false});
  WaitForDialog();
  ASSERT_TRUE(state().palette_open);
  Type("whole");
  Keep("feature_palette");
  Key(input::KeyCode::kEscape);
  Type("?");
  WaitForDialog();
  EXPECT_TRUE(state().key_list_open);
  Keep("feature_keys");
  Key(input::KeyCode::kEscape);
  Key(input::KeyCode::kComma, {true, false, false});
  WaitForDialog();
  EXPECT_TRUE(state().settings_open);
  Keep("feature_settings");
  Key(input::KeyCode::kEscape);
  Post(action::SetZoom{200});
  Keep("feature_zoom_200");
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowFeaturesTest, NoFrameWaitsForLettersOfAnotherSize) {
  Open(kExample);
  const float height = viewer->layout().top_bar.height;
  viewer->Post(action::SetZoom{200});
  Frame();
  Frame();
  EXPECT_TRUE(viewer->busy());
  EXPECT_EQ(viewer->layout().top_bar.height, height);
  Settle();
  EXPECT_EQ(viewer->layout().top_bar.height, 2 * height);
}

// Every frame is looked at (HasStrayItems). A profile of folded stacks has too little for most kinds.
TEST_F(WindowFeaturesTest, WhatHasNothingToShowSaysSoInItsArea) {
  Open(Write("plain.folded", "main;f 3\nmain;g 1\n"));
  for (const ViewKind* kind : ViewKinds()) {
    Post(action::SetKind{kind});
    EXPECT_EQ(&view().kind(), kind);
  }
  for (const char* const command : {"polymetric.modules", "polymetric.functions", "polymetric.threads"}) {
    Post(*FindCommand(command)->action(state()));
    Keep(fmt::format("feature_{}", command));
  }
}

}  // namespace
}  // namespace ringscope::window_features_test
