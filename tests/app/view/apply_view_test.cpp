#include <gtest/gtest.h>

#include <string>

#include "app/files/documents.h"
#include "app/files/settings_changes.h"
#include "app/search/search.h"
#include "app/view/command.h"
#include "app/view/document.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "app/views/summary/summary.h"
#include "app/window/window_actions.h"
#include "tests/app/app_test_state.h"

namespace ringscope::action_view_test {
namespace {

class ApplyViewTest : public ExampleTest {
 protected:
  const ViewPosition& position() { return ActiveView(state)->history.current(); }
  ContextId root() { return position().root.context; }
};

TEST_F(ApplyViewTest, OpensAtTheNaturalRoot) { EXPECT_EQ(root(), At(tree(), "main")); }

TEST_F(ApplyViewTest, TheCentreLeadsBackToTheRootBefore) {
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  Do(state, action::ZoomTo{At(tree(), "main;f;g;g")});
  Do(state, action::ChangeDepth{-1});
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(root(), At(tree(), "main;f"));
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(root(), At(tree(), "main"));
}

TEST_F(ApplyViewTest, EscapeLeavesTheSummaryOnceNothingIsLeftToClear) {
  Do(state, action::SetKind{&summary::Kind()});
  Do(state, action::Select{At(tree(), "main;f")});
  Do(state, action::Clear{});
  EXPECT_EQ(ActiveView(state)->selected, kNoContext);
  EXPECT_EQ(&ActiveView(state)->kind(), &summary::Kind());
  Do(state, action::Clear{});
  EXPECT_EQ(&ActiveView(state)->kind(), DefaultViewKind());
}

TEST_F(ApplyViewTest, TheCentreOfTheWholeTreeDoesNothing) {
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(root(), At(tree(), "main"));
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  Do(state, action::GoToWholeTree{});
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(root(), At(tree(), "main"));
  EXPECT_FALSE(ActiveView(state)->history.can_go_forward());
}

TEST_F(ApplyViewTest, CallerStopsAtTheTop) {
  Do(state, action::ZoomTo{At(tree(), "main;f;h")});
  Do(state, action::GoToCaller{});
  EXPECT_EQ(root(), At(tree(), "main;f"));
  Do(state, action::GoToCaller{});
  Do(state, action::GoToCaller{});
  Do(state, action::GoToCaller{});
  EXPECT_EQ(root(), At(tree(), "main"));
}

TEST_F(ApplyViewTest, AnOpenedRunLeadsBackOut) {
  const ContextId f = At(tree(), "main;f");
  Do(state, action::ZoomTo{f});
  Do(state, action::OpenRest{{f, tree().ChildrenOf(f)}});
  EXPECT_TRUE(position().root.is_run());
  Do(state, action::GoToCaller{});
  EXPECT_EQ(position().root, (ViewRoot{f, {}}));
  Do(state, action::GoBack{});
  EXPECT_TRUE(position().root.is_run());
  Do(state, action::LeaveCenter{});
  EXPECT_EQ(position().root, (ViewRoot{f, {}}));
}

TEST_F(ApplyViewTest, ImpossibleRootsChangeNothing) {
  const ViewPosition before = position();
  Do(state, action::ZoomTo{kNoContext});
  Do(state, action::ZoomTo{tree().context_count()});
  Do(state, action::OpenRest{{At(tree(), "main;f"), tree().ChildrenOf(At(tree(), "main;h"))}});
  EXPECT_EQ(position(), before);
  EXPECT_FALSE(ActiveView(state)->history.can_go_back());
}

TEST_F(ApplyViewTest, DepthStaysBetweenOneAndTheLayersThereAre) {
  Do(state, action::ChangeDepth{-1});
  EXPECT_EQ(RingsOf(position()).depth_limit, 5u);
  for (int i = 0; i < 10; ++i) Do(state, action::ChangeDepth{-1});
  EXPECT_EQ(RingsOf(position()).depth_limit, 1u);
  for (int i = 0; i < 10; ++i) Do(state, action::ChangeDepth{1});
  EXPECT_EQ(RingsOf(position()).depth_limit, 6u);
  Do(state, action::SetDepth{0});
  EXPECT_EQ(RingsOf(position()).depth_limit, 1u);
}

// With every layer asked for, the outermost ones may have nothing to draw: the wheel goes on from what is
// seen.
TEST_F(ApplyViewTest, TheWheelStartsFromTheLayersThatAreDrawn) {
  Do(state, action::SetDepth{kAllLayers});
  DrawLayers(state, 0, {4});
  Do(state, action::ChangeDepth{-1});
  EXPECT_EQ(RingsOf(position()).depth_limit, 3u);
  // Two turns before the next layout are two steps.
  DrawLayers(state, 0, {3});
  Do(state, action::ChangeDepth{1});
  Do(state, action::ChangeDepth{1});
  EXPECT_EQ(RingsOf(position()).depth_limit, 5u);
}

// How deep it goes below the view root is counted once a layout, not whenever it is shown.
TEST_F(ApplyViewTest, TheLayersBelowTheViewRootAreKnownUntilItChanges) {
  const auto known = [&] { return DrawnIn(*ActiveView(state), state.panes[0]).layers_below; };
  EXPECT_EQ(known(), 0u);
  EXPECT_EQ(LayersOf(*ActiveView(state), state.panes[0]), 6u);
  DrawLayers(state, 0, {6});
  EXPECT_EQ(known(), 6u);
  Do(state, action::ZoomTo{At(tree(), "main;g")});
  EXPECT_EQ(known(), 0u);
  const uint32_t below = LayersBelow(tree(), position().root);
  EXPECT_LT(below, 6u);
  EXPECT_EQ(LayersOf(*ActiveView(state), state.panes[0]), below);
  DrawLayers(state, 0, {2});
  EXPECT_EQ(known(), below);
  EXPECT_EQ(LayersOf(*ActiveView(state), state.panes[0]), below);
}

TEST_F(ApplyViewTest, BackBringsModeAndDepthBack) {
  Do(state, action::SetMode{RingMode::kArea});
  Do(state, action::SetDepth{3});
  Do(state, action::ZoomTo{At(tree(), "main;g")});
  Do(state, action::SetMode{RingMode::kEqual});
  EXPECT_EQ(state.settings.mode, RingMode::kEqual);
  Do(state, action::GoBack{});
  Do(state, action::GoBack{});
  EXPECT_EQ(position(), RingsPosition({At(tree(), "main"), {}}, RingMode::kArea, 3));
  Do(state, action::GoForward{});
  EXPECT_EQ(root(), At(tree(), "main;g"));
}

TEST_F(ApplyViewTest, MetricsOutsideTheTreeAreRefused) {
  Do(state, action::SetMetric{1});
  EXPECT_EQ(ActiveView(state)->metric, 1u);
  Do(state, action::SetMetric{2});
  EXPECT_EQ(ActiveView(state)->metric, 1u);
}

TEST_F(ApplyViewTest, MovingForgetsThePointer) {
  Do(state, action::PointAt{Pointed{At(tree(), "main;f"), {}, kNoContext}});
  ASSERT_TRUE(ActiveView(state)->pointed);
  Do(state, action::ZoomTo{At(tree(), "main;f")});
  EXPECT_FALSE(ActiveView(state)->pointed);
}

TEST_F(ApplyViewTest, WhatIsSelectedElsewhereIsLookedAtUntilThePointerMoves) {
  Do(state, action::PointAt{Pointed{At(tree(), "main;f"), {}, kNoContext}});
  Do(state, action::Select{At(tree(), "main;f")});
  EXPECT_TRUE(ActiveView(state)->pointed) << "selected with the pointer itself";
  Do(state, action::Select{At(tree(), "main;h")});
  EXPECT_FALSE(ActiveView(state)->pointed);
}

// Where every context has a layer of its own.
Settings WithoutCompression() {
  Settings settings;
  settings.compress_chains = false;
  return settings;
}
constexpr const char* kProfile = "/profiles/example.folded";

// Thirty callers that do nothing themselves but for a little, as runtimes have them, above a program.
std::string BelowRuntime(std::string_view stacks, uint64_t beside) {
  std::string path, lines;
  for (int i = 0; i < 30; ++i) {
    path += "runtime" + std::to_string(i) + ";";
    if (i == 10) lines += path + "tick " + std::to_string(beside) + "\n";
  }
  while (!stacks.empty()) {
    const size_t end = stacks.find('\n');
    lines += path + std::string(stacks.substr(0, end + 1));
    stacks.remove_prefix(end + 1);
  }
  return lines;
}

TEST(OpeningTest, AProfileBelowALongPathIsShownFromWhereItBranches) {
  AppState state =
      StateWith(TreeFromFolded(BelowRuntime("a;b 300\na;c 300\nd 400\n", 2)), kProfile, WithoutCompression());
  const Cct& tree = state.views[0].tree();
  const auto root = [&] { return ActiveView(state)->history.current().root.context; };
  ASSERT_EQ(tree.FrameAt(root()).name, "runtime29");
  EXPECT_EQ(state.note.text, "Shown from runtime29: 29 callers above hold 0.2 % more; 0 shows all");
  // All of it is one step away, both ways.
  Do(state, action::GoBack{});
  EXPECT_EQ(tree.FrameAt(root()).name, "runtime10");
  Do(state, action::GoForward{});
  Do(state, action::GoToWholeTree{});
  EXPECT_EQ(tree.FrameAt(root()).name, "runtime0");
  EXPECT_EQ(state.note.text, "One path for 29 layers: Shift+Home goes to where it branches");
  const auto go = ActionForKey(state, {Key::kHome, 0, false, true, false}, false);
  ASSERT_TRUE(go && go->Is<action::ZoomTo>());
  Do(state, *go);
  EXPECT_EQ(tree.FrameAt(root()).name, "runtime29");
  const auto again = ActionForKey(state, {Key::kHome, 0, false, true, false}, false);
  ASSERT_TRUE(again && again->Is<action::ShowNote>());
}

TEST(OpeningTest, AProfileThatStartsBelowItsRootSaysSo) {
  AppState state = StateWith(TreeFromFolded("p0;p1;p2;p3;main;f 30\np0;p1;p2;p3;main;g 40\n"));
  const Cct& tree = state.views[0].tree();
  const auto root = [&] { return ActiveView(state)->history.current().root.context; };
  ASSERT_EQ(tree.FrameAt(root()).name, "main");
  EXPECT_EQ(state.note.text, "Starts 4 layers down: the 4 callers above hold the same; 0 shows all");
  const auto home = ActionForKey(state, {Key::kHome, 0, false, false, false}, false);
  ASSERT_TRUE(home && home->Is<action::GoToWholeTree>());
  Do(state, *home);
  EXPECT_EQ(tree.LayerOf(root()), 1u);
  EXPECT_EQ(tree.FrameAt(root()).name, "p0");
  EXPECT_EQ(state.note.text, "");
  const auto again = ActionForKey(state, {Key::kHome, 0, false, false, false}, false);
  EXPECT_FALSE(again && again->Is<action::GoToWholeTree>());
}

TEST(OpeningTest, APathBesideSmallSiblingsIsFollowed) {
  std::string lines = "top;idle 60\ntop;gc 47\n", path = "top;";
  for (int i = 0; i < 17; ++i) path += "ring" + std::to_string(i) + ";";
  lines += path + "a 400\n" + path + "b 493\n";
  AppState state = StateWith(TreeFromFolded(lines), kProfile, WithoutCompression());
  const Cct& tree = state.views[0].tree();
  const auto root = [&] { return ActiveView(state)->history.current().root.context; };
  ASSERT_EQ(tree.FrameAt(root()).name, "top");
  EXPECT_EQ(state.note.text, "One path for 17 layers: Shift+Home goes to where it branches");
  const auto go = ActionForKey(state, {Key::kHome, 0, false, true, false}, false);
  ASSERT_TRUE(go && go->Is<action::ZoomTo>());
  Do(state, *go);
  EXPECT_EQ(tree.FrameAt(root()).name, "ring16");
}

// The top of several is no layer of the profile: the number is that of the settings, not one less.
TEST(OpeningTest, AsManyLayersAreShownAsTheSettingsSay) {
  AppState state = StateWith(TreeFromFolded("a;b;c;d 1\ne;f;g;h 2\n"));
  const auto position = [&] { return ActiveView(state)->history.current(); };
  ASSERT_EQ(position().root.context, kRootContext);
  EXPECT_EQ(RingsOf(position()).depth_limit, state.settings.depth_limit + 1);
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "a")});
  EXPECT_EQ(RingsOf(position()).depth_limit, state.settings.depth_limit) << "as many as before, not one more";
  Do(state, action::ZoomTo{kRootContext});
  EXPECT_EQ(RingsOf(position()).depth_limit, state.settings.depth_limit + 1);
  Do(state, action::SetDepth{kAllLayers});
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "e")});
  EXPECT_EQ(RingsOf(position()).depth_limit, kAllLayers);
}

TEST(OpeningTest, TheDepthOfNewProfilesChangesOnlyInTheSettings) {
  AppState state = StateWith(TreeFromFolded("a;b;c;d 1\ne;f;g;h 2\n"));
  const uint32_t before = state.settings.depth_limit;
  Do(state, action::SetDepth{3});
  Do(state, action::ChangeDepth{-1});
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "a")});
  Do(state, action::GoBack{});
  EXPECT_EQ(state.settings.depth_limit, before);
  Do(state, action::SetDefaultView{state.settings.mode, 7});
  EXPECT_EQ(state.settings.depth_limit, 7u);
}

TEST(OpeningTest, WhatCostsMoreThanAHundredthIsNotLeftOut) {
  AppState state = StateWith(TreeFromFolded(BelowRuntime("a;b 300\na;c 300\nd 400\n", 20)));
  const Cct& tree = state.views[0].tree();
  EXPECT_EQ(tree.FrameAt(ActiveView(state)->history.current().root.context).name, "runtime10");
}

TEST(OpeningTest, APathThatNeverBranchesOrIsShortStays) {
  for (const std::string_view stacks : {"a;b;c 100\n", "a;b 60\na;c 40\n"}) {
    const bool is_lone = stacks.find("b;c") != std::string_view::npos;
    std::string lines = is_lone ? BelowRuntime(stacks, 1) : std::string(stacks);
    AppState state = StateWith(TreeFromFolded(lines));
    const Cct& tree = state.views[0].tree();
    EXPECT_EQ(ActiveView(state)->history.current().root.context, tree.NaturalViewRoot());
    EXPECT_FALSE(ActiveView(state)->history.can_go_back());
  }
}

// Compressed, such a path is a ring or two, and hides nothing.
TEST(OpeningTest, APathThatIsCompressedIsNoReasonToGoAnywhere) {
  AppState state = StateWith(TreeFromFolded(BelowRuntime("a;b 300\na;c 300\nd 400\n", 2)));
  const Cct& tree = state.views[0].tree();
  EXPECT_EQ(ActiveView(state)->history.current().root.context, tree.NaturalViewRoot());
  EXPECT_FALSE(state.note.text.starts_with("One path for ")) << state.note.text;
  Do(state, action::CompressChains{false});
  Do(state, action::GoToWholeTree{});
  EXPECT_EQ(state.note.text, "One path for 29 layers: Shift+Home goes to where it branches");
}

TEST(OpeningTest, OneOfSeveralFilesShownFromItsBranchStillGivesWay) {
  AppState state;
  state.settings = WithoutCompression();
  std::vector<Effect> effects;
  Apply(state, action::OpenFile{"/p/first", true}, effects);
  Apply(state, action::OpenFile{"/p/second", true}, effects);
  const JobId first = state.jobs[0].id, second = state.jobs[1].id;
  Apply(state, action::LoadFinished{second, TreeFromFolded(BelowRuntime("a;b 300\na;c 300\nd 400\n", 2))},
        effects);
  ASSERT_TRUE(ActiveView(state)->history.can_go_back());
  Apply(state, action::LoadFinished{first, TreeFromFolded(kWorkedExample)}, effects);
  EXPECT_EQ(ActiveDocument(state)->title, "first");
}

TEST_F(ApplyViewTest, NothingOpenNothingHappens) {
  AppState empty;
  Do(empty, action::ZoomTo{3});
  Do(empty, action::GoBack{});
  Do(empty, action::LeaveCenter{});
  Do(empty, action::ChangeDepth{1});
  Do(empty, action::PointAt{Pointed{1, {}, kNoContext}});
  Do(empty, action::SetSearchText{"x"});
  Do(empty, action::StepMatch{1});
  Do(empty, action::SetThreadsMerged{true});
  EXPECT_EQ(ActiveView(empty), nullptr);
  EXPECT_TRUE(empty.jobs.empty());
}

// Where the arrow keys lead, and what lies at the centre then.
TEST(WalkTest, ArrowsGoToCallerCalleeAndSiblings) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  SetChartSize(state, 0, 900, 900);
  const auto view = [&]() -> const ViewState& { return *ActiveView(state); };
  const auto press = [&](Key key) {
    if (auto action = ActionForKey(state, {.key = key}, false)) Do(state, *action);
    return PathText(view().tree(), view().selected);
  };
  const auto centre = [&] { return PathText(view().tree(), view().history.current().root.context); };
  press(Key::kLeft);
  EXPECT_EQ(view().selected, kNoContext) << "nothing is selected that has siblings";
  EXPECT_EQ(press(Key::kDown), "main;f");
  EXPECT_EQ(press(Key::kRight), "main;h");
  EXPECT_EQ(press(Key::kRight), "main;g");
  EXPECT_EQ(press(Key::kRight), "main;g") << "the last one";
  EXPECT_EQ(press(Key::kLeft), "main;h");
  EXPECT_EQ(press(Key::kDown), "main;h;i");
  EXPECT_EQ(press(Key::kDown), "main;h;i") << "it calls nothing";
  EXPECT_EQ(press(Key::kUp), "main;h");
  EXPECT_EQ(centre(), "main") << "all of it was in sight";
  // Beside and above the centre.
  Do(state, action::ZoomTo{At(view().tree(), "main;h")});
  Do(state, action::Select{At(view().tree(), "main;h")});
  EXPECT_EQ(press(Key::kLeft), "main;f");
  EXPECT_EQ(centre(), "main;f");
  EXPECT_EQ(press(Key::kUp), "main");
  EXPECT_EQ(centre(), "main");
  EXPECT_EQ(press(Key::kUp), "main");
}

TEST(WalkTest, WhatIsTooDeepComesIntoSight) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  SetChartSize(state, 0, 900, 900);
  Do(state, action::CompressChains{false});
  Do(state, action::SetDepth{2});
  for (int i = 0; i < 3; ++i) Do(state, action::WalkTo{action::Walk::kCallee});
  const ViewState& view = *ActiveView(state);
  EXPECT_EQ(PathText(view.tree(), view.selected), "main;f;g;g");
  EXPECT_EQ(RingsOf(view).depth_limit, 4u);
  // The steps are one of the history.
  Do(state, action::GoBack{});
  EXPECT_NE(RingsOf(view).depth_limit, 4u);
}

}  // namespace
}  // namespace ringscope::action_view_test
