#pragma once

// The real window with the real renderer: events go in, the state and the pixels come out. Needs a display
// (Xvfb).
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/files/documents.h"
#include "app/files/settings_changes.h"
#include "app/views/rings/rings_chart.h"
#include "app/window/os_window.h"
#include "app/window/viewer.h"
#include "cct/file/cct_file.h"
#include "renderer/gl/gl_api.h"
#include "renderer/gl/image.h"
#include "tests/app/app_test_state.h"
#include "tests/app/stray_items.h"
#include "tests/app/window/screenshot.h"
#include "tests/temporary_folder.h"
#include "tests/test_paths.h"

namespace ringscope {

namespace fs = std::filesystem;

class WindowTest : public ::testing::Test {
 protected:
  void SetUp() override {
    artifacts = ArtifactDir() / "window";
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
  }

  // Time is the test's own, so that transitions take as many frames as the test wants.
  void Frame(const std::vector<InputEvent>& events = {}, double step_s = 0.01) {
    window->WaitForEvents(0);
    (void)window->TakeEvents();  // the pointer of the test's display is not the test's
    now_s += step_s;
    viewer->Frame(events, now_s);
    EXPECT_FALSE(HasStrayItems());
  }
  // However long the system takes for what the test waits for.
  void FrameUntil(const std::function<bool()>& is_met) {
    while (!is_met()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      Frame();
    }
  }
  void Settle() {
    for (int i = 0; i < 3; ++i) Frame();
    while (viewer->busy()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      Frame();
    }
    for (int i = 0; i < 3; ++i) Frame();
  }
  // A dialog fades in over some frames.
  void WaitForDialog() {
    for (int i = 0; i < 20; ++i) Frame();
    Settle();
  }
  void Open(const fs::path& path) {
    viewer->Post(action::OpenFile{path});
    Settle();
  }
  // What a click or a key would do, and what follows from it.
  void Post(const Action& action) {
    viewer->Post(action);
    Settle();
  }
  void OpenTree(const CctPtr& tree, const std::string& name) {
    ASSERT_TRUE(WriteCctFile(*tree, folder / name));
    Open(folder / name);
  }
  fs::path Write(const std::string& name, std::string_view text) {
    std::ofstream(folder / name) << text;
    return folder / name;
  }
  static std::string Read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  // Two profiles of folded stacks, by keys.
  void Compare(std::string_view before, std::string_view after) {
    Open(Write("old.folded", before));
    Open(Write("new.folded", after));
    Type("v");
    Key(input::KeyCode::kEnter);
    Settle();
  }
  void MoveTo(float x, float y) { Frame({input::MouseMove{x, y}}); }
  // Long enough after the one before to be no double click.
  void Click(float x, float y, int button = 0) {
    Frame({input::MouseMove{x, y}}, 0.4);
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
    for (const char c : text) {
      const input::Modifiers held{.shift = c >= 'A' && c <= 'Z'};
      Frame({held, input::Character{static_cast<char32_t>(c)}, input::Modifiers{}});
    }
    Settle();
  }
  // The middle of a context's segment, in window pixels.
  struct Place {
    float x, y;
  };
  // The chart of a pane, the active one by default.
  const ChartView& Rings() { return Rings(state().active_pane); }
  const ChartView& Rings(size_t pane) {
    return dynamic_cast<const ChartView&>(*viewer->charts().chart(pane));
  }
  Place PlaceOf(ContextId context) {
    const ArcBatch& batch = *Rings().batch();
    for (uint32_t piece = 0; piece < batch.size(); ++piece) {
      if (batch.context[piece] == context && !batch.is_rest(piece)) return PlaceOfPiece(piece);
    }
    ADD_FAILURE() << "not drawn";
    return {0, 0};
  }
  Place PlaceOfPiece(uint32_t piece) {
    const ArcBatch& batch = *Rings().batch();
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
  const ViewState& view() { return *ActiveView(state()); }
  const Cct& tree() { return view().tree(); }
  const ViewPosition& position() { return view().history.current(); }
  ContextId root() { return position().root.context; }
  ContextId At(std::string_view path) { return ringscope::At(tree(), path); }

  fs::path artifacts;
  const test::TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  const fs::path settings_path = folder / "settings.conf";
  std::unique_ptr<Window> window;
  std::unique_ptr<Viewer> viewer;
  double now_s = 1000;
};

inline const fs::path kExample = SourceDir() / "examples" / "worked_example.folded";
inline const fs::path kJavac = SourceDir() / "examples" / "javac.folded.gz";

}  // namespace ringscope
