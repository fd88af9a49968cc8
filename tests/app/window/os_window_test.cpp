#include <fstream>

#include "app/files/settings_changes.h"
#include "app/search/search.h"
#include "app/view/navigation.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "cct/base/system/mapping_guard.h"
#include "cct/file/cct_file.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::window_test {
namespace {

TEST_F(WindowTest, StartsWithTheStartPage) {
  EXPECT_EQ(ActiveView(state()), nullptr);
  EXPECT_TRUE(viewer->marks().count("start/open"));
  Keep("start_page");
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowTest, ClicksZoomAndTheCentreLeadsBack) {
  Open(kExample);
  ASSERT_NE(ActiveView(state()), nullptr);
  EXPECT_EQ(root(), At("main"));
  const Place f = PlaceOf(At("main;f"));
  Click(f.x, f.y);
  EXPECT_EQ(root(), At("main;f"));
  const Place fg = PlaceOf(At("main;f;g"));
  Click(fg.x, fg.y);
  EXPECT_EQ(root(), At("main;f;g"));
  Keep("zoomed");
  Click(Center().x, Center().y);
  EXPECT_EQ(root(), At("main;f"));
  Click(Center().x, Center().y);
  EXPECT_EQ(root(), At("main"));
  Click(Center().x, Center().y);
  EXPECT_EQ(root(), At("main"));
  Key(input::KeyCode::kRight, {false, false, true});
  EXPECT_EQ(root(), At("main;f"));
  Key(input::KeyCode::kUp, {false, false, true});
  EXPECT_EQ(root(), At("main"));
  Frame({input::MouseButton{3, true}});
  Frame({input::MouseButton{3, false}});
  EXPECT_EQ(root(), At("main;f"));
  Type("0");
  EXPECT_EQ(root(), At("main"));
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowTest, APressThatMovedIsNoClick) {
  Open(kExample);
  const Place f = PlaceOf(At("main;f"));
  MoveTo(f.x, f.y);
  Frame({input::MouseButton{0, true}});
  MoveTo(f.x + 6, f.y);
  MoveTo(f.x, f.y);
  Frame({input::MouseButton{0, false}});
  EXPECT_EQ(root(), At("main"));
  Frame({input::MouseButton{0, true}});
  MoveTo(f.x + 2, f.y + 1);
  Frame({input::MouseButton{0, false}});
  EXPECT_EQ(root(), At("main;f"));
}

TEST_F(WindowTest, TheWheelChangesTheDepth) {
  Open(kExample);
  const Place center = Center();
  MoveTo(center.x, center.y);
  Frame({input::Wheel{0, 1}});
  Settle();
  EXPECT_EQ(RingsOf(position()).depth_limit, 5u);
  Frame({input::Wheel{0, 1}});
  Settle();
  EXPECT_EQ(RingsOf(position()).depth_limit, 4u);
  EXPECT_EQ(Rings().batch()->layer_count(), 4u);
  Frame({input::Wheel{0, -1}});
  Settle();
  EXPECT_EQ(RingsOf(position()).depth_limit, 5u);
  // Over a panel it does not.
  MoveTo(viewer->layout().side_panel.x + 100, viewer->layout().side_panel.y + 400);
  Frame({input::Wheel{0, 1}});
  Settle();
  EXPECT_EQ(RingsOf(position()).depth_limit, 5u);
}

// The number of layers stands beside the pointer meanwhile, and what is under it stays there.
TEST_F(WindowTest, TheWheelKeepsWhatIsUnderThePointer) {
  Open(kJavac);
  const Place place = PlaceOfPiece(3);
  const ContextId there = Rings().batch()->context[3];
  MoveTo(place.x, place.y);
  Settle();
  for (const float turn : {-1.0f, -1.0f, 1.0f, -1.0f}) {
    Frame({input::Wheel{0, turn}});
    EXPECT_TRUE(Rings().animating());
    for (int i = 0; i < 100 && Rings().animating(); ++i) Settle();
    EXPECT_FALSE(Rings().animating());
    ASSERT_TRUE(view().pointed);
    EXPECT_EQ(view().pointed->context, there);
  }
  EXPECT_NE(state().note.text.find("Ctrl+wheel"), std::string::npos);
  // With Ctrl it enlarges there.
  const uint32_t layers = Rings().batch()->layer_count();
  Frame({input::Modifiers{.ctrl = true}, input::Wheel{0, 1}});
  Settle();
  EXPECT_EQ(Rings().batch()->layer_count(), layers);
  ASSERT_TRUE(Rings().batch()->spec.lens);
  Frame({input::Wheel{0, -1}, input::Modifiers{}});
  Settle();
  EXPECT_FALSE(Rings().batch()->spec.lens);
}

TEST_F(WindowTest, HoverPointsAndLaysNothingOut) {
  Open(kJavac);
  const auto before = Rings().counters();
  ASSERT_GT(Rings().batch()->size(), 100u);
  const Place place = PlaceOfPiece(5);
  MoveTo(place.x, place.y);
  Settle();
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->context, Rings().batch()->context[5]);
  EXPECT_EQ(Rings().counters().layouts, before.layouts);
  EXPECT_GT(Rings().counters().paints, before.paints);
  Keep("hover");
  Frame({input::MouseLeave{}});
  Settle();
  EXPECT_FALSE(view().pointed);
}

TEST_F(WindowTest, ATooltipCoversNeitherItsSegmentNorTheCentreAndGoesWithAClick) {
  Open(kJavac);
  const PanelRect chart = viewer->layout().charts[0];
  const auto shows = [&](float x, float y) {
    const auto there = viewer->chart()->PointedAt(
        view(), {x - (chart.x + chart.width / 2), y - (chart.y + chart.height / 2)});
    return there ? there->context : kNoContext;
  };
  for (const uint32_t piece : {5u, 12u, 30u, 60u}) {
    const Place place = PlaceOfPiece(piece);
    MoveTo(place.x, place.y);
    Settle();
    const auto tooltip = viewer->marks().find("chart/tooltip");
    ASSERT_NE(tooltip, viewer->marks().end()) << piece;
    const PanelRect rect = tooltip->second;
    const ContextId about = view().pointed->context;
    for (float x = rect.x; x <= rect.x + rect.width; x += rect.width / 6) {
      for (float y = rect.y; y <= rect.y + rect.height; y += rect.height / 6) {
        EXPECT_NE(shows(x, y), about) << piece;
        EXPECT_NE(shows(x, y), root()) << piece;
      }
    }
  }
  Frame({input::MouseButton{1, true}});
  Frame({input::MouseButton{1, false}});
  Key(input::KeyCode::kEscape);
  EXPECT_FALSE(viewer->marks().contains("chart/tooltip")) << "until the pointer moves";
  const Place place = PlaceOfPiece(12);
  MoveTo(place.x, place.y);
  Settle();
  EXPECT_TRUE(viewer->marks().contains("chart/tooltip"));
}

TEST_F(WindowTest, DetailsKeepWhatWasPointedAtWhileThePointerIsOverThem) {
  Open(kJavac);
  const Place place = PlaceOfPiece(5);
  MoveTo(place.x, place.y);
  Settle();
  ASSERT_TRUE(view().pointed);
  const ContextId pointed = view().pointed->context;
  const PanelRect side = viewer->layout().side_panel;
  MoveTo(side.x + side.width / 2, side.y + 200);
  Settle();
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->context, pointed);
  MoveTo(side.x + side.width / 2, 5);
  Settle();
  EXPECT_FALSE(view().pointed);
}

TEST_F(WindowTest, ARestSegmentOpensAndBackLeadsOut) {
  Open(kJavac);
  const ArcBatch& batch = *Rings().batch();
  uint32_t rest = 0;
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    const bool larger = rest == 0 || batch.sweep_turns[piece] * static_cast<float>(batch.layer[piece]) >
                                         batch.sweep_turns[rest] * static_cast<float>(batch.layer[rest]);
    if (batch.is_rest(piece) && batch.rest_end[piece] - batch.rest_begin[piece] > 1 && larger) rest = piece;
  }
  ASSERT_NE(rest, 0u);
  const ViewRoot expected{batch.context[rest], {batch.rest_begin[rest], batch.rest_end[rest]}};
  const ViewPosition before = position();
  const Place place = PlaceOfPiece(rest);
  MoveTo(place.x, place.y);
  Settle();
  ASSERT_TRUE(view().pointed);
  EXPECT_EQ(view().pointed->rest, expected.run);
  Keep("rest_hover");
  Click(place.x, place.y);
  EXPECT_EQ(position().root, expected);
  Keep("rest_opened");
  Key(input::KeyCode::kLeft, {false, false, true});
  EXPECT_EQ(position(), before);
}

TEST_F(WindowTest, ModesByKeyAndByButton) {
  Open(kExample);
  Type("3");
  EXPECT_EQ(RingsOf(position()).mode, RingMode::kArea);
  Keep("area");
  Type("1");
  EXPECT_EQ(RingsOf(position()).mode, RingMode::kEqual);
  ClickMark("mode/Length");
  EXPECT_EQ(RingsOf(position()).mode, RingMode::kLength);
}

// All that happened while a frame was made: Shift is released before the key it was pressed for.
TEST_F(WindowTest, AChordPressedWithinOneFrameIsOneChord) {
  Open(kExample);
  Type("/");
  Type("g");
  constexpr input::Modifiers kShift{false, true, false};
  Frame({kShift, kShift, input::KeyChange{input::KeyCode::kEnter, true, false}, input::Modifiers{},
         input::Modifiers{}, input::KeyChange{input::KeyCode::kEnter, false, false}});
  Settle();
  ASSERT_EQ(view().pipeline.applied.steps.size(), 1u);
  EXPECT_EQ(view().pipeline.applied.steps.front().kind, TransformKind::kKeep);
  EXPECT_EQ(view().search, "");
}

TEST_F(WindowTest, CtrlEnterInTheSearchBoxIsTheFilterCommand) {
  Open(kExample);
  Type("/");
  Type("g");
  Key(input::KeyCode::kEnter, {true, false, false});
  ASSERT_EQ(view().pipeline.applied.steps.size(), 1u);
  EXPECT_EQ(view().search, "");
  // The box keeps the keyboard, and is empty.
  Type("f");
  EXPECT_EQ(view().search, "f");
}

TEST_F(WindowTest, WhatIsTypedRightAfterTheSlashGoesIntoTheBox) {
  Open(kExample);
  // All in one batch of events, as a fast hand types; each letter is a command elsewhere.
  std::vector<InputEvent> events;
  for (const char32_t letter : std::u32string_view(U"/it1")) events.push_back(input::Character{letter});
  Frame(events);
  for (int i = 0; i < 10; ++i) Frame();
  Settle();
  EXPECT_EQ(view().search, "it1");
  EXPECT_TRUE(view().pipeline.wanted.empty());
  EXPECT_EQ(state().settings.theme, Theme::kDark);
  EXPECT_EQ(RingsOf(position()).mode, RingMode::kLength);
}

TEST_F(WindowTest, SearchLightsUpCountsAndSteps) {
  Open(kExample);
  Type("/");
  Type("g");
  const SearchState& search = view().slots.Get<SearchState>();
  EXPECT_EQ(view().search, "g");
  ASSERT_NE(search.task.result, nullptr);
  EXPECT_TRUE(search.task.result->complete);
  // g occurs in f/g, f/g/g, g and g/g; the inner ones are counted once with the outer ones: 490 + 490.
  EXPECT_EQ(search.task.result->totals.contexts, 4u);
  EXPECT_EQ(search.task.result->totals.inclusive, 980u);
  Key(input::KeyCode::kEnter);
  const ContextId first = view().selected;
  ASSERT_NE(first, kNoContext);
  EXPECT_EQ(tree().FrameAt(first).name, "g");
  Key(input::KeyCode::kF3);
  EXPECT_NE(view().selected, first);
  Key(input::KeyCode::kF3, {false, true, false});
  EXPECT_EQ(view().selected, first);
  Keep("search");
  Key(input::KeyCode::kEscape);
  EXPECT_EQ(view().search, "");
}

TEST_F(WindowTest, TransitionsMoveAndCanBeInterrupted) {
  Open(kJavac);
  Post(action::SetAnimations{true});
  const ContextId child = Rings().batch()->context[3];
  viewer->Post(action::ZoomTo{child});
  Frame({}, 0.05);
  EXPECT_TRUE(Rings().animating());
  EXPECT_EQ(viewer->sleep_s(), 0);
  Frame({}, 0.05);
  const Image midway = Shot();
  Keep("transition");
  // Interrupted half way.
  viewer->Post(action::GoBack{});
  Frame({}, 0.0);
  EXPECT_TRUE(Rings().animating());
  for (int i = 0; i < 30 && Rings().animating(); ++i) Frame({}, 0.02);
  EXPECT_FALSE(Rings().animating());
  EXPECT_NE(Shot(), midway);
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowTest, AtRestNothingIsDrawn) {
  Open(kJavac);
  Settle();
  for (int i = 0; i < 4; ++i) Frame();
  EXPECT_LT(viewer->sleep_s(), 0);  // sleeps until something happens
  const auto draws = Rings().counters().draws;
  Frame();
  Frame();
  EXPECT_EQ(Rings().counters().draws, draws);
}

TEST_F(WindowTest, WhatIsSeenWhenTheWindowSleepsIsTheState) {
  Open(kExample);
  for (int round = 0; round < 10; ++round) {
    viewer->Post(action::SetPipelineText{round % 2 == 0 ? "fold-recursion" : "hide i"});
    viewer->Post(action::SetSearchText{round % 2 == 0 ? "g" : "h"});
    // As in the program: frames as long as the window asks for them.
    for (double sleep_s = 0; sleep_s >= 0; sleep_s = viewer->sleep_s()) {
      std::this_thread::sleep_for(std::chrono::duration<double>(sleep_s));
      viewer->Frame({}, now_s += 0.01, false);
    }
    const Image asleep = ReadWindow(*window);
    for (int i = 0; i < 3; ++i) viewer->Frame({}, now_s += 0.01, false);
    EXPECT_EQ(ReadWindow(*window), asleep) << round;
  }
}

TEST_F(WindowTest, WhatCannotBeOpenedIsToldAndTheWindowGoesOn) {
  Open(kExample);
  const fs::path broken = folder / "broken.bin";
  std::ofstream(broken) << std::string(1000, '\0');
  for (const fs::path& path : {broken, fs::path("/does/not/exist"), folder}) {
    Frame({input::DropFiles{{path.string()}}});
    Settle();
    ASSERT_EQ(state().errors.size(), 1u) << path;
    Keep("error");
    ClickMark("error/dismiss");
    EXPECT_TRUE(state().errors.empty());
  }
  Type("1");
  EXPECT_EQ(RingsOf(position()).mode, RingMode::kEqual);
}

TEST_F(WindowTest, AFileThatGetsShorterTakesOnlyWhatNeedsItAlong) {
  InstallMappingGuard(nullptr);
  const fs::path text = folder / "text.folded";
  std::ofstream(text) << std::string("main;f 1\n") + std::string(20'000, ' ') + "\nmain;g 2\n";
  Open(text);
  ASSERT_EQ(state().documents.size(), 1u);
  // Opening it again, while it is written anew, ends in an error.
  {
    auto again = MappedFile::Open(text, MappedFile::Access::kSequential);
    ASSERT_TRUE(again);
    fs::resize_file(text, 10);
    EXPECT_EQ(again->bytes().back(), std::byte{0});
    Settle();
  }
  ASSERT_EQ(state().documents.size(), 1u);
  EXPECT_EQ(state().documents[0].opened.tree->Total(0), 3u);
  EXPECT_TRUE(state().errors.empty());

  // A profile that is mapped cannot stay.
  const fs::path mapped = folder / "mapped.cct";
  ASSERT_TRUE(WriteCctFile(*state().documents[0].opened.tree, mapped));
  Open(mapped);
  ASSERT_EQ(state().documents.size(), 2u);
  fs::resize_file(mapped, 0);
  volatile auto read = state().documents[1].opened.tree->columns().first_child[0];
  static_cast<void>(read);
  Settle();
  ASSERT_EQ(state().documents.size(), 1u);
  EXPECT_EQ(state().documents[0].path, text);
  ASSERT_EQ(state().errors.size(), 1u);
  EXPECT_EQ(state().errors[0].title, "mapped.cct changed while it was open");
}

TEST_F(WindowTest, DroppedFilesOpenAsTabs) {
  Frame({input::DropFiles{{kExample.string(), kJavac.string()}}});
  Settle();
  EXPECT_EQ(state().documents.size(), 2u);
  Keep("tabs");
  ClickMark("tab/0");
  EXPECT_EQ(ActiveView(state()), &state().views[0]);
}

TEST_F(WindowTest, ThemesAndSizes) {
  Open(kJavac);
  Keep("dark_1440");
  Post(action::SetTheme{Theme::kLight});
  Keep("light_1440");
  Type("?");
  EXPECT_TRUE(state().key_list_open);
  Keep("keys");
  Key(input::KeyCode::kEscape);
  EXPECT_FALSE(state().key_list_open);
  window->SetSize(900, 600);
  FrameUntil([this] { return window->width_px() == 900; });
  Settle();
  EXPECT_FLOAT_EQ(Rings().batch()->spec.width_px, viewer->layout().charts[0].width);
  EXPECT_EQ(state().settings.window_width, 900);
  Keep("small");
}

TEST_F(WindowTest, AClickWithinOneFrameIsAClick) {
  Open(kExample);
  const PanelRect area = viewer->marks().at("mode/Area");
  Frame({input::MouseMove{area.x + area.width / 2, area.y + area.height / 2}, input::MouseButton{0, true},
         input::MouseButton{0, false}, input::MouseMove{5, 500}});
  Settle();
  EXPECT_EQ(RingsOf(position()).mode, RingMode::kArea);
}

TEST_F(WindowTest, DoubleScale) {
  viewer.reset();
  auto made = Viewer::Create(*window, {settings_path, 2, true});
  ASSERT_TRUE(made) << DescribeError(made.error());
  viewer = std::move(*made);
  window->SetSize(1600, 1000);
  Open(kJavac);
  Keep("double_scale");
  EXPECT_FLOAT_EQ(viewer->layout().status_bar.height, 56);
}

TEST_F(WindowTest, ATinyWindowComesToRest) {
  Open(kExample);
  window->SetSize(120, 90);
  FrameUntil([this] { return window->width() == 120; });
  FrameUntil([this] { return viewer->sleep_s() < 0; });
  EXPECT_EQ(state().settings.window_width, 1440);
}

TEST_F(WindowTest, SettingsAreKept) {
  Open(kExample);
  viewer->Post(action::SetTheme{Theme::kLight});
  viewer->Post(action::SetMode{RingMode::kArea});
  Post(action::SetDepth{4});
  Frame({input::Close{}});
  EXPECT_TRUE(state().quit_requested);
  viewer.reset();  // waits for what is still being written
  const Settings kept = LoadSettings(settings_path);
  EXPECT_EQ(kept.theme, Theme::kLight);
  EXPECT_EQ(kept.mode, RingMode::kArea);
  EXPECT_EQ(kept.depth_limit, Settings{}.depth_limit) << "the wheel is for the view alone";
  ASSERT_EQ(kept.recent_files.size(), 1u);
  EXPECT_EQ(kept.recent_files[0], kExample.string());
}

}  // namespace
}  // namespace ringscope::window_test
