#include "app/files/settings_changes.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/views/evolution/evolution.h"
#include "app/views/evolution/evolution_model.h"
#include "tests/app/window/window_harness.h"

namespace ringscope::evolution_window_test {
namespace {

class EvolutionWindowTest : public WindowTest {
 protected:
  size_t Boxes() { return evolution::BuildEvolutionModel(state(), view()).boxes.size(); }
};

TEST_F(EvolutionWindowTest, OpensByAKeyAndUnfolds) {
  Compare(
      "build 9\nbuild;parse 495\nbuild;createParser 404\nbuild;createContentHandler 34\n"
      "build;read;line 60\nbuild;read;open 3\n",
      "build;parse_proxy 1\nbuild;parse_proxy;parse 385\nbuild;parse_proxy;new_method "
      "699\nbuild;createParser 784\n"
      "build;createContentHandler 36\nbuild;read;line 20\n");
  Type("E");
  Settle();
  ASSERT_EQ(view().kind().name, evolution::Kind().name);
  const size_t path = Boxes();
  EXPECT_GE(path, 3u);
  Keep("evolution_path");
  Post(action::Unselect{});
  Type("O");
  Settle();
  EXPECT_GT(Boxes(), path) << "all below the root";
  Keep("evolution_dark");
  Post(action::SetTheme{Theme::kLight});
  Keep("evolution_light");
  viewer->Post(action::SetTheme{Theme::kDark});
  Type("u");
  Settle();
  EXPECT_LT(Boxes(), path);
}

TEST_F(EvolutionWindowTest, ScrollBarsBesideItsRowsAreThereBeforeTheWindowSleeps) {
  Compare("main;f 300\nmain;g 100\n", "main;f 200\nmain;h 50\n");
  Post(action::SetZoom{200});
  viewer->Post(action::SetKind{&evolution::Kind()});
  // As in the program: frames as long as the window asks for them.
  for (double sleep_s = 0; sleep_s >= 0; sleep_s = viewer->sleep_s()) {
    std::this_thread::sleep_for(std::chrono::duration<double>(sleep_s));
    viewer->Frame({}, now_s += 0.01, false);
  }
  const Image asleep = ReadWindow(*window);
  for (int i = 0; i < 3; ++i) viewer->Frame({}, now_s += 0.01, false);
  EXPECT_EQ(ReadWindow(*window), asleep);
}

}  // namespace
}  // namespace ringscope::evolution_window_test
