// Each thing that people open the window for, done by hand: keys and clicks go in, and what the window knows,
// shows and writes comes out. The pictures are kept beside the test's other artifacts.
#include <fmt/format.h>

#include <map>

#include "app/files/saving/saving.h"
#include "app/files/settings_changes.h"
#include "app/search/search.h"
#include "app/source/source.h"
#include "app/view/colors/colors.h"
#include "app/view/colors/legend_costs.h"
#include "app/view/command.h"
#include "app/view/difference/angle.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "cct/tree/building/builder.h"
#include "renderer/layout/view_geometry.h"
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

TEST_F(WindowFeaturesTest, RingsAndIcicleStandSideBySideAndFollowEachOther) {
  Open(kJavac);
  ClickMark("form/Icicle");
  EXPECT_EQ(RingsOf(*ActivePane(state())).form, ChartForm::kIcicle);
  Keep("feature_icicle");
  ClickMark("form/Both");
  ASSERT_EQ(state().panes.size(), 2u);
  Keep("feature_both_forms");
  const ContextId child = tree().ChildrenOf(root()).begin;
  Post(action::ZoomTo{child});
  for (size_t pane = 0; pane < 2; ++pane) {
    EXPECT_EQ(Rings(pane).batch()->context[0], child) << pane;
  }
}

TEST_F(WindowFeaturesTest, ATreemapIsPointedAtClickedIntoAndLeft) {
  Open(kJavac);
  ClickMark("form/Treemap");
  ASSERT_EQ(RingsOf(*ActivePane(state())).form, ChartForm::kTreemap);
  Keep("feature_treemap");
  const ContextId before = root();
  const ArcBatch& batch = *Rings(0).batch();
  const IcicleFrame frame = IcicleFrameOf(batch.spec);
  // A large one that is no chain, which a click would open.
  uint32_t box = 1;
  while (batch.is_rest(box) || !batch.chain(box).empty() || batch.sweep_turns[box] < 0.2f) ++box;
  const ContextId clicked = batch.last_context(box);
  // In the title.
  const ChartPoint point{
      static_cast<float>(frame.left_px +
                         double{batch.start_turns[box] + batch.sweep_turns[box] / 2} * frame.width_px),
      static_cast<float>(frame.top_px) + batch.box_top_px[box] + 4};
  Post(*ClickAction(tree(), batch, point));
  EXPECT_EQ(root(), clicked);
  EXPECT_EQ(Rings(0).batch()->context[0], clicked);
  Post(action::GoBack{});
  EXPECT_EQ(root(), before);
  // The callers' map is the tree turned around.
  Post(*FindCommand("tree.invert")->action(state()));
  EXPECT_TRUE(Rings(0).batch()->is_treemap());
  Keep("feature_treemap_callers");
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowFeaturesTest, APartIsARingAroundTheWholeOrTheOtherWayRound) {
  Open(kJavac);
  Post(action::CompressChains{false});
  const ContextId centre = root();
  // One with room for a click.
  const ArcBatch& one = *Rings().batch();
  uint32_t piece = 1;
  while (one.is_rest(piece) || one.layer[piece] < 2 || one.sweep_turns[piece] > 0.6f) ++piece;
  const ContextId part = one.context[piece];
  const Place place = PlaceOfPiece(piece);
  MoveTo(place.x, place.y);
  Type("Z");
  const ArcBatch& batch = *Rings().batch();
  ASSERT_EQ(batch.part_count(), 2u);
  EXPECT_TRUE(batch.parts[1].is_detail);
  EXPECT_EQ(batch.parts[1].root.context, part);
  EXPECT_EQ(root(), centre);
  Keep("feature_detail_outside");
  // A callee in the ring around is pointed at there, and a click on it goes deeper.
  uint32_t deeper = batch.parts[1].first_piece + 1;
  while (batch.is_rest(deeper) || batch.sweep_turns[deeper] < 0.1f) ++deeper;
  const ContextId callee = batch.context[deeper];
  const Place there = PlaceOfPiece(deeper);
  MoveTo(there.x, there.y);
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->context, callee);
  Click(there.x, there.y);
  EXPECT_EQ(Rings().batch()->parts[1].root.context, callee);
  MoveTo(there.x, there.y);
  Key(input::KeyCode::kZ, {false, false, true});
  ASSERT_EQ(Rings().batch()->part_count(), 2u);
  EXPECT_TRUE(Rings().batch()->parts[0].is_detail);
  Keep("feature_detail_inside");
  for (const char* name : {"detail.png", "detail.svg"}) {
    Post(action::SaveAs{folder / name});
    EXPECT_TRUE(fs::exists(folder / name)) << name;
  }
  EXPECT_NE(Read(folder / "detail.svg").find("detail of "), std::string::npos);
  // On the way back nothing jumps: it takes some frames, at the end of which there is one chart.
  viewer->Post(action::SetAnimations{true});
  Frame();
  Frame({input::KeyChange{input::KeyCode::kEscape, true, false}});
  Frame({input::KeyChange{input::KeyCode::kEscape, false, false}});
  EXPECT_TRUE(Rings().animating());
  for (int i = 0; i < 60; ++i) Frame();
  EXPECT_FALSE(Rings().animating());
  EXPECT_EQ(Rings().batch()->part_count(), 1u);
  EXPECT_EQ(root(), centre);
  EXPECT_TRUE(TakeGlErrors().empty());
}

// Two profiles of which each alone would give other tones.
TEST_F(WindowFeaturesTest, EqualGroupsOfTwoProfilesHaveEqualColours) {
  const auto colors = [&](size_t pane) {
    std::map<std::string, Color> by_label;
    for (const LegendEntry& entry : Rings(pane).legend()->entries) {
      if (!entry.query.empty() && !entry.many_colors) by_label.emplace(entry.label, entry.color);
    }
    return by_label;
  };
  std::string rising, falling;
  for (int i = 1; i <= 10; ++i) {
    const std::string line = "net.part" + std::to_string(i) + ".Class.f ";
    rising += line + std::to_string(i * 10) + "\n";
    falling += line + std::to_string(200 - i * 10) + "\n";
  }
  Open(Write("rising.folded", rising));
  Open(Write("falling.folded", falling));
  const auto alone = colors(0);
  Post(action::ShowBeside{state().views[0].id});
  ASSERT_EQ(state().panes.size(), 2u);
  Keep("feature_colours_of_two");
  const auto first = colors(0), second = colors(1);
  EXPECT_EQ(first, alone);
  int common = 0;
  for (const auto& [label, color] : second) {
    const auto other = first.find(label);
    if (other == first.end()) continue;
    ++common;
    EXPECT_EQ(other->second, color) << label;
  }
  EXPECT_EQ(common, 10);
}

TEST_F(WindowFeaturesTest, ColoursHaveALegendAndTheLensEnlarges) {
  Open(kJavac);
  viewer->Post(action::SetColor{ParseColorText("package", tree().metrics(), {}).value()});
  Post(action::ShowLegend{true});
  ASSERT_TRUE(viewer->marks().count("legend/0"));
  Keep("feature_colour_package");
  Post(action::SetColor{ParseColorText("self-share", tree().metrics(), {}).value()});
  Keep("feature_colour_self_share");
  const Image without = Shot();
  Key(input::KeyCode::kZ);
  EXPECT_TRUE(LensOn(state()));
  const PanelRect& chart = viewer->layout().charts[0];
  MoveTo(chart.x + chart.width * 0.75f, chart.y + chart.height / 2);
  Settle();
  EXPECT_TRUE(RingsOf(*ActivePane(state())).lens);
  EXPECT_NE(Shot(), without);
  Keep("feature_lens");
}

TEST_F(WindowFeaturesTest, ALegendIsOfTheViewRootAlsoUnderTheLens) {
  Open(kJavac);
  viewer->Post(action::SetColor{ParseColorText("package", tree().metrics(), {}).value()});
  Key(input::KeyCode::kZ);
  const PanelRect& chart = viewer->layout().charts[0];
  MoveTo(chart.x + chart.width * 0.75f, chart.y + chart.height / 2);
  Settle();
  ASSERT_TRUE(RingsOf(*ActivePane(state())).lens);
  const LegendEntry before = Rings().legend()->entries.at(0);
  ContextId inner = root();
  for (int i = 0; i < 8; ++i) inner = tree().ChildrenOf(inner).begin;
  inner = tree().ChildrenOf(inner).end - 1;
  Post(action::ZoomTo{inner});
  ASSERT_TRUE(RingsOf(*ActivePane(state())).lens);
  const LegendEntry with_lens = Rings().legend()->entries.at(0);
  EXPECT_NE(with_lens.inclusive, before.inclusive);
  Key(input::KeyCode::kZ);
  EXPECT_FALSE(RingsOf(*ActivePane(state())).lens);
  EXPECT_EQ(with_lens.inclusive, Rings().legend()->entries.at(0).inclusive);
}

// A tree too large for a frame to wait until it is added up, most of it too small to be drawn.
TEST_F(WindowFeaturesTest, ALegendOfALargeTreeIsWholeWhenThatWasAddedUp) {
  constexpr int kPackages = 16, kSmall = 8'000;
  std::string text;
  for (int package = 0; package < kPackages; ++package) {
    const std::string line = "p" + std::to_string(package) + ".Class.";
    text += line + "large " + std::to_string(20'000 - package) + "\n";
    for (int i = 0; i < kSmall; ++i) text += line + "small" + std::to_string(i) + " 1\n";
  }
  Open(Write("large.folded", text));
  Post(action::SetColor{ParseColorText("package", tree().metrics(), {}).value()});
  ASSERT_GT(tree().context_count(), 100'000u);
  const Legend& legend = *Rings().legend();
  ASSERT_EQ(legend.entries.size(), 14u);
  for (int row = 0; row < 12; ++row) {
    EXPECT_EQ(legend.entries[row].label, "p" + std::to_string(row));
    EXPECT_EQ(legend.entries[row].inclusive, 20'000u - row + kSmall);
  }
  EXPECT_EQ(legend.entries[12].inclusive, 4u * (20'000 + kSmall) - 12 - 13 - 14 - 15);
  EXPECT_TRUE(legend.entries[12].costs_known);
  EXPECT_NE(state().panes[0].slots.Get<LegendState>().task.answer(), nullptr);
  Keep("feature_legend_of_large_tree");
}

TEST_F(WindowFeaturesTest, TwoProfilesAreComparedSideBySide) {
  Open(Write("before.folded", "main;parse 30\nmain;draw 10\n"));
  Open(Write("after.folded", "main;parse 10\nmain;draw 12\n"));
  ASSERT_EQ(state().views.size(), 2u);
  Post(action::ShowBeside{state().views[0].id});
  ASSERT_EQ(state().panes.size(), 2u);
  EXPECT_NE(state().panes[0].view, state().panes[1].view);
  EXPECT_TRUE(state().linked);
  Type("3");
  for (const ViewState& one : state().views) EXPECT_EQ(RingsOf(one.history.current()).mode, RingMode::kArea);
  Keep("feature_before_after");
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

TEST_F(WindowFeaturesTest, TwoProfilesAreComparedWithoutAMouse) {
  Open(Write("old.folded", "main;f 300\nmain;g 100\nmain;i 60\n"));
  Frame({input::DropFiles{{Write("new.folded", "main;f 200\nmain;h 90\nmain;i 65\n")}}});
  Settle();
  EXPECT_TRUE(viewer->marks().contains("status/offer")) << "to compare it with old.folded";
  Type("v");
  WaitForDialog();
  // Neither, before and back: the keys are about the first row.
  Key(input::KeyCode::kLeft);
  Key(input::KeyCode::kRight);
  Key(input::KeyCode::kEnter);
  WaitForDialog();
  ASSERT_TRUE(AngleOf(view()));
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kAfter);
  EXPECT_EQ(FindDocument(state(), view().document)->title, "old.folded vs new.folded");
  Keep("feature_compare");

  // Held down, the key plays the sides to and fro, slowly enough to be seen.
  const auto press = [&](bool repeated, double step_s) {
    Frame({input::KeyChange{input::KeyCode::kB, true, repeated}, input::Character{'b'}}, step_s);
    Frame();
    return *AngleOf(view());
  };
  EXPECT_EQ(press(false, 1), ComparedAngle::kBefore);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(press(true, 0.04), ComparedAngle::kBefore);
  EXPECT_EQ(press(true, 0.8), ComparedAngle::kAfter);
  Frame({input::KeyChange{input::KeyCode::kB, false, false}});
  EXPECT_EQ(press(false, 0.01), ComparedAngle::kBefore) << "pressed anew it is heard at once";
  Frame({input::KeyChange{input::KeyCode::kB, false, false}});

  ClickMark("angle/Common");
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kCommon);
  EXPECT_EQ(Rings().batch()->total, 260u);
  EXPECT_EQ(Rings().batch()->circle_units, 555u);
  Keep("feature_compare_common");
  Frame({input::Modifiers{false, true, false}, input::Character{'P'}});
  Frame({input::Modifiers{}});
  Settle();
  EXPECT_NE(view().blame.contexts, nullptr);
  ClickMark("angle/share");
  EXPECT_TRUE(DrawsShares(view()));
  Keep("feature_compare_blame");
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
