// The real window with the real renderer: events go in, the state and the pixels come out. Needs a display
// (Xvfb).
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/shell/screenshot.h"
#include "app/shell/viewer.h"
#include "app/shell/window.h"
#include "renderer/gl/gl_api.h"
#include "renderer/gl/image.h"
#include "tests/app/app_test_state.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

class WindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    artifacts = fs::path(RINGSCOPE_ARTIFACT_DIR) / "window";
    fs::create_directories(artifacts);
    auto opened = Window::Open({"ringscope test", 1440, 900, false});
    ASSERT_TRUE(opened) << DescribeError(opened.error());
    window = std::move(*opened);
    auto made = Viewer::Create(*window, {settings_path, 0, true});
    ASSERT_TRUE(made) << DescribeError(made.error());
    viewer = std::move(*made);
    viewer->Post(action::SetAnimations{false});
    Settle();
  }
  void TearDown() override {
    viewer.reset();
    window.reset();
    fs::remove(settings_path);
  }

  // Time is the test's own, so that transitions take as many frames as the test wants.
  void Frame(const std::vector<InputEvent>& events = {}, double step_s = 0.01) {
    window->WaitForEvents(0);
    (void)window->TakeEvents();  // the pointer of the test's display is not the test's
    now_s += step_s;
    viewer->Frame(events, now_s);
  }
  void Settle() {
    for (int i = 0; i < 3; ++i) Frame();
    while (viewer->busy()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      Frame();
    }
    for (int i = 0; i < 3; ++i) Frame();
  }
  void Open(const fs::path& path) {
    viewer->Post(action::OpenFile{path});
    Settle();
  }
  void MoveTo(float x, float y) { Frame({input::MouseMove{x, y}}); }
  void Click(float x, float y, int button = 0) {
    MoveTo(x, y);
    Frame({input::MouseButton{button, true}});
    Frame({input::MouseButton{button, false}});
    Settle();
  }
  void ClickMark(const std::string& mark) {
    const auto item = viewer->marks().find(mark);
    ASSERT_NE(item, viewer->marks().end()) << mark;
    const PanelRect rect = item->second;
    MoveTo(rect.x + rect.width / 2, rect.y + rect.height / 2);
    Frame();
    Frame({input::MouseButton{0, true}});
    Frame({input::MouseButton{0, false}});
    Settle();
  }
  void Key(input::KeyCode key, input::Modifiers modifiers = {}) {
    Frame({modifiers, input::KeyChange{key, true, false}});
    Frame({input::KeyChange{key, false, false}, input::Modifiers{}});
    Settle();
  }
  void Type(std::string_view text) {
    for (const char c : text) Frame({input::Character{static_cast<char32_t>(c)}});
    Settle();
  }
  // The middle of a context's segment, in window pixels.
  struct Place {
    float x, y;
  };
  Place PlaceOf(ContextId context) {
    const ArcBatch& batch = *viewer->chart().batch();
    for (uint32_t piece = 0; piece < batch.size(); ++piece) {
      if (batch.context[piece] == context && !batch.is_rest(piece)) return PlaceOfPiece(piece);
    }
    ADD_FAILURE() << "not drawn";
    return {0, 0};
  }
  Place PlaceOfPiece(uint32_t piece) {
    const ArcBatch& batch = *viewer->chart().batch();
    const double turns = batch.start_turns[piece] + batch.sweep_turns[piece] / 2;
    const uint32_t layer = batch.layer[piece];
    const double radius = layer == 0 ? 0 : (batch.ring_edge_px[layer] + batch.ring_edge_px[layer + 1]) / 2;
    const PanelRect& chart = viewer->layout().charts[0];
    const double angle = turns * 6.283185307179586;
    return {static_cast<float>(chart.x + chart.width / 2 + radius * std::sin(angle)),
            static_cast<float>(chart.y + chart.height / 2 - radius * std::cos(angle))};
  }
  Place Center() { return PlaceOfPiece(0); }
  Image Shot() {
    viewer->Frame({}, now_s, false);
    return ReadWindow(*window);
  }
  void Keep(const std::string& name) { ASSERT_TRUE(WritePng(artifacts / (name + ".png"), Shot())); }

  const AppState& state() { return viewer->state(); }
  const Cct& tree() { return ActiveView(state())->tree(); }
  const ViewPosition& position() { return ActiveView(state())->history.current(); }
  ContextId root() { return position().root.context; }

  fs::path artifacts;
  fs::path settings_path = fs::temp_directory_path() / "ringscope_window_test.conf";
  std::unique_ptr<Window> window;
  std::unique_ptr<Viewer> viewer;
  double now_s = 1000;
};

const fs::path kExample = fs::path(RINGSCOPE_SOURCE_DIR) / "examples" / "worked_example.folded";
const fs::path kJavac = fs::path(RINGSCOPE_SOURCE_DIR) / "examples" / "javac.folded.gz";

TEST_F(WindowTest, StartsWithTheStartPage) {
  EXPECT_EQ(ActiveView(state()), nullptr);
  EXPECT_TRUE(viewer->marks().count("start/open"));
  Keep("start_page");
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowTest, ClicksZoomAndTheCentreLeadsBack) {
  Open(kExample);
  ASSERT_NE(ActiveView(state()), nullptr);
  EXPECT_EQ(root(), At(tree(), "main"));
  const Place f = PlaceOf(At(tree(), "main;f"));
  Click(f.x, f.y);
  EXPECT_EQ(root(), At(tree(), "main;f"));
  const Place fg = PlaceOf(At(tree(), "main;f;g"));
  Click(fg.x, fg.y);
  EXPECT_EQ(root(), At(tree(), "main;f;g"));
  Keep("zoomed");
  Click(Center().x, Center().y);
  EXPECT_EQ(root(), At(tree(), "main;f"));
  Click(Center().x, Center().y);
  EXPECT_EQ(root(), At(tree(), "main"));
  Click(Center().x, Center().y);
  EXPECT_EQ(root(), At(tree(), "main"));
  Key(input::KeyCode::kRight, {false, false, true});
  EXPECT_EQ(root(), At(tree(), "main;f"));
  Key(input::KeyCode::kUp, {false, false, true});
  EXPECT_EQ(root(), At(tree(), "main"));
  Frame({input::MouseButton{3, true}});
  Frame({input::MouseButton{3, false}});
  EXPECT_EQ(root(), At(tree(), "main;f"));
  Type("0");
  EXPECT_EQ(root(), At(tree(), "main"));
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowTest, APressThatMovedIsNoClick) {
  Open(kExample);
  const Place f = PlaceOf(At(tree(), "main;f"));
  MoveTo(f.x, f.y);
  Frame({input::MouseButton{0, true}});
  MoveTo(f.x + 6, f.y);
  MoveTo(f.x, f.y);
  Frame({input::MouseButton{0, false}});
  EXPECT_EQ(root(), At(tree(), "main"));
  Frame({input::MouseButton{0, true}});
  MoveTo(f.x + 2, f.y + 1);
  Frame({input::MouseButton{0, false}});
  EXPECT_EQ(root(), At(tree(), "main;f"));
}

TEST_F(WindowTest, TheWheelChangesTheDepth) {
  Open(kExample);
  const Place center = Center();
  MoveTo(center.x, center.y);
  Frame({input::Wheel{0, 1}});
  Settle();
  EXPECT_EQ(position().depth_limit, 5u);
  Frame({input::Wheel{0, 1}});
  Settle();
  EXPECT_EQ(position().depth_limit, 4u);
  EXPECT_EQ(viewer->chart().batch()->layer_count(), 4u);
  Frame({input::Wheel{0, -1}});
  Settle();
  EXPECT_EQ(position().depth_limit, 5u);
  // Over a panel it does not.
  MoveTo(viewer->layout().side_panel.x + 100, viewer->layout().side_panel.y + 400);
  Frame({input::Wheel{0, 1}});
  Settle();
  EXPECT_EQ(position().depth_limit, 5u);
}

TEST_F(WindowTest, HoverPointsAndLaysNothingOut) {
  Open(kJavac);
  const auto before = viewer->chart().counters();
  ASSERT_GT(viewer->chart().batch()->size(), 100u);
  const Place place = PlaceOfPiece(5);
  MoveTo(place.x, place.y);
  Settle();
  ASSERT_TRUE(ActiveView(state())->pointed);
  EXPECT_EQ(ActiveView(state())->pointed->context, viewer->chart().batch()->context[5]);
  EXPECT_EQ(viewer->chart().counters().layouts, before.layouts);
  EXPECT_GT(viewer->chart().counters().paints, before.paints);
  Keep("hover");
  Frame({input::MouseLeave{}});
  Settle();
  EXPECT_FALSE(ActiveView(state())->pointed);
}

TEST_F(WindowTest, ARestSegmentOpensAndBackLeadsOut) {
  Open(kJavac);
  const ArcBatch& batch = *viewer->chart().batch();
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
  ASSERT_TRUE(ActiveView(state())->pointed);
  EXPECT_EQ(ActiveView(state())->pointed->rest, expected.run);
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
  EXPECT_EQ(position().mode, RingMode::kArea);
  Keep("area");
  Type("1");
  EXPECT_EQ(position().mode, RingMode::kEqual);
  ClickMark("mode/Length");
  EXPECT_EQ(position().mode, RingMode::kLength);
}

TEST_F(WindowTest, SearchLightsUpCountsAndSteps) {
  Open(kExample);
  Type("/");
  Type("g");
  const SearchState& search = ActiveView(state())->search;
  EXPECT_EQ(search.text, "g");
  ASSERT_NE(search.outcome, nullptr);
  EXPECT_TRUE(search.outcome->complete);
  // g occurs in f/g, f/g/g, g and g/g; the inner ones are counted once with the outer ones: 490 + 490.
  EXPECT_EQ(search.outcome->totals.contexts, 4u);
  EXPECT_EQ(search.outcome->totals.inclusive, 980u);
  Key(input::KeyCode::kEnter);
  const ContextId first = ActiveView(state())->selected;
  ASSERT_NE(first, kNoContext);
  EXPECT_EQ(tree().FrameAt(first).name, "g");
  Key(input::KeyCode::kF3);
  EXPECT_NE(ActiveView(state())->selected, first);
  Key(input::KeyCode::kF3, {false, true, false});
  EXPECT_EQ(ActiveView(state())->selected, first);
  Keep("search");
  Key(input::KeyCode::kEscape);
  EXPECT_EQ(ActiveView(state())->search.text, "");
}

TEST_F(WindowTest, TransitionsMoveAndCanBeInterrupted) {
  Open(kJavac);
  viewer->Post(action::SetAnimations{true});
  Settle();
  const ContextId child = viewer->chart().batch()->context[3];
  viewer->Post(action::ZoomTo{child});
  Frame({}, 0.05);
  EXPECT_TRUE(viewer->chart().animating());
  EXPECT_EQ(viewer->sleep_s(), 0);
  Frame({}, 0.05);
  const Image midway = Shot();
  Keep("transition");
  // Interrupted half way.
  viewer->Post(action::GoBack{});
  Frame({}, 0.0);
  EXPECT_TRUE(viewer->chart().animating());
  for (int i = 0; i < 30 && viewer->chart().animating(); ++i) Frame({}, 0.02);
  EXPECT_FALSE(viewer->chart().animating());
  EXPECT_NE(Shot(), midway);
  EXPECT_TRUE(TakeGlErrors().empty());
}

TEST_F(WindowTest, AtRestNothingIsDrawn) {
  Open(kJavac);
  Settle();
  for (int i = 0; i < 4; ++i) Frame();
  EXPECT_LT(viewer->sleep_s(), 0);  // sleeps until something happens
  const auto draws = viewer->chart().counters().draws;
  Frame();
  Frame();
  EXPECT_EQ(viewer->chart().counters().draws, draws);
}

TEST_F(WindowTest, WhatCannotBeOpenedIsToldAndTheWindowGoesOn) {
  Open(kExample);
  const fs::path broken = fs::temp_directory_path() / "ringscope_window_test_broken.bin";
  std::ofstream(broken) << std::string(1000, '\0');
  for (const fs::path& path : {broken, fs::path("/does/not/exist"), fs::temp_directory_path()}) {
    Frame({input::DropFiles{{path.string()}}});
    Settle();
    ASSERT_EQ(state().errors.size(), 1u) << path;
    Keep("error");
    ClickMark("error/dismiss");
    EXPECT_TRUE(state().errors.empty());
  }
  fs::remove(broken);
  Type("1");
  EXPECT_EQ(position().mode, RingMode::kEqual);
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
  viewer->Post(action::SetTheme{Theme::kLight});
  Settle();
  Keep("light_1440");
  Type("?");
  EXPECT_TRUE(state().key_list_open);
  Keep("keys");
  Key(input::KeyCode::kEscape);
  EXPECT_FALSE(state().key_list_open);
  window->SetSize(900, 600);
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Frame();
  }
  EXPECT_EQ(window->width_px(), 900);
  EXPECT_FLOAT_EQ(viewer->chart().batch()->spec.width_px, viewer->layout().charts[0].width);
  EXPECT_EQ(state().settings.window_width, 900);
  Keep("small");
}

TEST_F(WindowTest, AClickWithinOneFrameIsAClick) {
  Open(kExample);
  const PanelRect area = viewer->marks().at("mode/Area");
  Frame({input::MouseMove{area.x + area.width / 2, area.y + area.height / 2}, input::MouseButton{0, true},
         input::MouseButton{0, false}, input::MouseMove{5, 500}});
  Settle();
  EXPECT_EQ(position().mode, RingMode::kArea);
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
  for (int i = 0; i < 30; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    Frame();
  }
  EXPECT_EQ(window->width(), 120);
  EXPECT_LT(viewer->sleep_s(), 0);
  EXPECT_EQ(state().settings.window_width, 1440);
}

TEST_F(WindowTest, SettingsAreKept) {
  Open(kExample);
  viewer->Post(action::SetTheme{Theme::kLight});
  viewer->Post(action::SetMode{RingMode::kArea});
  viewer->Post(action::SetDepth{4});
  Settle();
  Frame({input::Close{}});
  EXPECT_TRUE(state().quit_requested);
  const Settings kept = LoadSettings(settings_path);
  EXPECT_EQ(kept.theme, Theme::kLight);
  EXPECT_EQ(kept.mode, RingMode::kArea);
  EXPECT_EQ(kept.depth_limit, 4u);
  ASSERT_EQ(kept.recent_files.size(), 1u);
  EXPECT_EQ(kept.recent_files[0], kExample.string());
}

}  // namespace
}  // namespace ringscope
