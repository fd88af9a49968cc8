#include <gtest/gtest.h>

#include "app/search/search.h"
#include "app/view/command.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "app/views/rings/rings_depth.h"
#include "app/views/rings/rings_panel.h"
#include "app/window/window_actions.h"
#include "renderer/layout/layout.h"
#include "tests/app/app_test_state.h"

namespace ringscope::action_rings_test {
namespace {

// main, a chain of four, a fork.
constexpr std::string_view kForkBelowAChain =
    "main;a;b;c;d;left 6\nmain;a;b;c;d;right 4\nmain;a;b;c;d 2\nmain;other 8\nmain 1\n";

class ChainsTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kForkBelowAChain));
  const Cct& tree() { return ActiveView(state)->tree(); }
  const RingsPlace& place() { return RingsOf(*ActiveView(state)); }
  void Press(std::string_view command) {
    const auto action = FindCommand(command)->action(state);
    ASSERT_TRUE(action);
    Do(state, *action);
  }
};

TEST_F(ChainsTest, AreCompressedUntilTheUserSaysOtherwise) {
  EXPECT_TRUE(place().compress_chains);
  EXPECT_TRUE(PaneSpec(state, 0)->compress_chains);
  Press("chart.chains");
  EXPECT_FALSE(PaneSpec(state, 0)->compress_chains);
  EXPECT_FALSE(state.settings.compress_chains);
  Do(state, action::GoBack{});
  EXPECT_TRUE(place().compress_chains);
  EXPECT_TRUE(state.settings.compress_chains);
}

TEST_F(ChainsTest, AnOpenedOneIsClosedByBackAndByCompressingAgain) {
  const ContextId end = At(tree(), "main;a;b;c;d");
  Do(state, action::OpenChain{end});
  EXPECT_EQ(PaneSpec(state, 0)->opened_chains, std::vector<ContextId>{end});
  // Other steps leave it open.
  Do(state, action::SetMode{RingMode::kArea});
  Do(state, action::SetDepth{7});
  Do(state, action::ZoomTo{At(tree(), "main;a;b")});
  EXPECT_EQ(place().opened_chains, std::vector<ContextId>{end});
  for (int i = 0; i < 4; ++i) Do(state, action::GoBack{});
  EXPECT_TRUE(place().opened_chains.empty());
  Do(state, action::GoForward{});
  EXPECT_EQ(place().opened_chains, std::vector<ContextId>{end});
  Press("chart.chains");
  Press("chart.chains");
  EXPECT_TRUE(place().compress_chains);
  EXPECT_TRUE(place().opened_chains.empty());
}

TEST_F(ChainsTest, TheStatusLineTellsOfAnOpenedOneUntilItIsClosed) {
  const ContextId end = At(tree(), "main;a;b;c;d");
  Do(state, action::OpenChain{end, 4});
  EXPECT_EQ(state.note.text, "Chain of 4 calls opened: click again to make it the centre");
  Do(state, action::GoBack{});
  EXPECT_EQ(state.note.text, "");
  Do(state, action::ShowDetail{{DetailPlace::kOutside, {At(tree(), "main;a"), {}}}});
  Do(state, action::OpenChain{end, 4});
  EXPECT_EQ(state.note.text, "Chain of 4 calls opened") << "beside the whole a click shows another part";
}

TEST_F(ChainsTest, OnlySoManyStayOpen) {
  for (ContextId context = 0; context < 2 * kMostOpenedChains; ++context)
    Do(state, action::OpenChain{context % tree().context_count()});
  EXPECT_LE(place().opened_chains.size(), kMostOpenedChains);
  Do(state, action::OpenChain{tree().context_count()});
  EXPECT_LE(place().opened_chains.size(), tree().context_count());
}

TEST_F(ChainsTest, ThoseOfAnotherTreeAreForgotten) {
  ViewPosition position = ActiveView(state)->history.current();
  RingsPlace opened = place();
  opened.opened_chains = {3};
  position = WithRings(position, opened);
  LeaveTree(position);
  EXPECT_EQ(position, ActiveView(state)->history.current());
}

TEST_F(ChainsTest, LayersAreCountedInRings) {
  const ViewState& view = *ActiveView(state);
  const PaneState& pane = state.panes[0];
  EXPECT_EQ(LayersOf(view, pane), 6u);  // not drawn yet
  // main; a to d, other; left, right: three rings of six layers of the tree.
  DrawLayers(state, 0, {3, 6, false});
  EXPECT_EQ(LayersOf(view, pane), 3u);
  EXPECT_EQ(view.kind().layers_shown(view, pane), 6u);
  Do(state, action::SetDepth{2});
  DrawLayers(state, 0, {2, 5, true});
  EXPECT_EQ(LayersOf(view, pane), 3u);
  Do(state, action::ChangeDepth{1});
  EXPECT_EQ(place().depth_limit, 3u);
  // What was known is of these chains alone.
  Do(state, action::CompressChains{false});
  EXPECT_EQ(LayersOf(view, pane), 6u);
  DrawLayers(state, 0, {3, 3, true});
  EXPECT_EQ(LayersOf(view, pane), 6u);
}

TEST_F(ChainsTest, RingsToAContextCountAChainOnce) {
  std::vector<ContextId> path = tree().PathTo(At(tree(), "main;a;b;c;d;left"));
  const auto rings = [&] { return RingsToEnd(tree(), 0, place(), path); };
  EXPECT_EQ(rings(), (std::vector<uint32_t>{2, 2, 2, 2, 1, 0}));
  path.pop_back();
  EXPECT_EQ(rings(), (std::vector<uint32_t>{1, 1, 1, 1, 0}));
  Do(state, action::OpenChain{At(tree(), "main;a;b;c;d")});
  EXPECT_EQ(rings(), (std::vector<uint32_t>{4, 3, 2, 1, 0}));
  path.resize(3);  // main;a;b: what opens the chain lies below
  EXPECT_EQ(rings(), (std::vector<uint32_t>{2, 1, 0}));
  Do(state, action::CompressChains{false});
  EXPECT_EQ(rings(), (std::vector<uint32_t>{2, 1, 0}));
}

// A path of so many contexts, each with cost of its own, which chains do not compress.
std::string PathOf(int contexts, int cost) {
  std::string path, lines;
  for (int i = 0; i < contexts; ++i) {
    path += (i == 0 ? "" : ";") + std::string("f") + std::to_string(i);
    lines += path + " " + std::to_string(i + 1 == contexts ? cost : 1) + "\n";
  }
  return lines;
}

class DetailTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/example.folded");
  const ViewState& view() { return *ActiveView(state); }
  ViewRoot Root(std::string_view path) { return {At(view().tree(), path), {}}; }
  Detail detail() { return PaneSpec(state, 0)->detail; }
  void Select(std::string_view path) { Do(state, action::Select{At(view().tree(), path)}); }
  void Press(std::string_view command) {
    const auto action = FindCommand(command)->action(state);
    ASSERT_TRUE(action) << command;
    Do(state, *action);
  }
};

TEST_F(DetailTest, CommandsShowWhatIsSelectedAndEndIt) {
  const ViewRoot centre = view().history.current().root;
  EXPECT_FALSE(FindCommand("chart.detail.outside")->action(state)) << "nothing is selected";
  EXPECT_FALSE(FindCommand("chart.detail.outside")->why_not(state).empty());
  EXPECT_FALSE(FindCommand("chart.detail.none")->action(state));
  Select("main;f");
  Press("chart.detail.outside");
  EXPECT_EQ(detail(), (Detail{DetailPlace::kOutside, Root("main;f")}));
  EXPECT_EQ(view().history.current().root, centre);
  Press("chart.detail.inside");
  EXPECT_EQ(detail(), (Detail{DetailPlace::kInside, Root("main;f")}));
  Select("main;f;g");
  Press("chart.detail.inside");
  EXPECT_EQ(detail(), (Detail{DetailPlace::kInside, Root("main;f;g")}));
  Press("chart.detail.inside");
  EXPECT_EQ(detail(), Detail{});
  Do(state, action::GoBack{});
  EXPECT_EQ(detail(), (Detail{DetailPlace::kInside, Root("main;f;g")}));
  Press("chart.detail.none");
  EXPECT_EQ(detail(), Detail{});
}

TEST_F(DetailTest, EscapeEndsItBeforeItClearsTheSelection) {
  Select("main;f");
  Press("chart.detail.outside");
  Do(state, action::SetSearchText{"g"});
  Do(state, action::Clear{});
  EXPECT_EQ(detail().place, DetailPlace::kOutside) << "the search goes first";
  Do(state, action::Clear{});
  EXPECT_EQ(detail(), Detail{});
  EXPECT_EQ(view().selected, Root("main;f").context);
  Do(state, action::Clear{});
  EXPECT_EQ(view().selected, kNoContext);
}

TEST_F(DetailTest, WhatIsNoPartOfTheViewEndsItAndSoDoAnotherCentreAndAnotherTree) {
  const Detail wanted{DetailPlace::kOutside, Root("main;f")};
  Do(state, action::ShowDetail{wanted});
  EXPECT_EQ(detail(), wanted);
  Do(state, action::ShowDetail{{DetailPlace::kOutside, Root("main")}});
  EXPECT_EQ(detail(), Detail{});
  Do(state, action::ShowDetail{{DetailPlace::kOutside, {view().tree().context_count(), {}}}});
  EXPECT_EQ(detail(), Detail{});
  Do(state, action::ShowDetail{wanted});
  Do(state, action::ZoomTo{Root("main;f").context});
  EXPECT_EQ(detail(), Detail{});
  Do(state, action::GoBack{});
  EXPECT_EQ(detail(), wanted);
  ViewPosition position = view().history.current();
  LeaveTree(position);
  EXPECT_EQ(RingsOf(position).detail, DetailPlace::kNone);
  // Of the forms rings alone.
  Do(state, action::SetForm{ChartForm::kIcicle});
  Select("main;f");
  EXPECT_FALSE(FindCommand("chart.detail.outside")->action(state));
  EXPECT_NE(FindCommand("chart.detail.outside")->why_not(state).find("Rings"), std::string::npos);
}

TEST_F(DetailTest, TheStatusBarSaysWhyItIsNotDrawn) {
  const auto drawn = [&](float size_px) {
    SetChartSize(state, 0, size_px, size_px);
    const ViewSpec spec = PaneSpec(state, 0).value();
    return DrawnText(LayoutView(view().tree(), spec), spec.detail.place);
  };
  EXPECT_EQ(drawn(800).find("detail"), std::string::npos);
  Do(state, action::ShowDetail{{DetailPlace::kOutside, Root("main;f")}});
  EXPECT_EQ(drawn(800).find("detail"), std::string::npos);
  EXPECT_TRUE(drawn(60).ends_with(" rest, no room for the detail")) << drawn(60);
  Do(state, action::SetForm{ChartForm::kIcicle});
  EXPECT_TRUE(drawn(800).ends_with(" rest, the detail is in rings alone")) << drawn(800);
}

TEST_F(DetailTest, WhatShallBeSeenBecomesTheDetail) {
  Do(state, action::ShowDetail{{DetailPlace::kInside, Root("main;f")}});
  const ViewPosition in_sight =
      PositionThatShows(view(), *ActivePane(state), At(view().tree(), "main;f;g;g;h;i"));
  EXPECT_EQ(in_sight.root, view().history.current().root);
  EXPECT_EQ(RingsOf(in_sight).detail, DetailPlace::kInside);
  EXPECT_TRUE(
      view().tree().IsWithin(At(view().tree(), "main;f;g;g;h;i"), RingsOf(in_sight).detail_root.context));
  const ViewPosition beside = PositionThatShows(view(), *ActivePane(state), At(view().tree(), "main;h;i"));
  EXPECT_EQ(beside.root, view().history.current().root);
}

TEST(ReadableDepthTest, EndsWhereRingsAreNearlyEmptyOrTooThin) {
  const ViewSpec spec{.depth_limit = 21, .ring_sizing = RingSizing::kReadable};
  EXPECT_EQ(ReadableDepth(*TreeFromFolded(PathOf(40, 10'000)).tree, spec), 21u) << "no more than asked for";
  const LoadedTree spiky = TreeFromFolded(PathOf(40, 10) + "f0;f1;f2;g 10000\n");
  EXPECT_EQ(ReadableDepth(*spiky.tree, spec), 9u) << "the root, and no fewer than 8";
  ViewSpec all = spec;
  all.depth_limit = kAllLayers;
  EXPECT_EQ(ReadableDepth(*spiky.tree, all), kAllLayers) << "asked for";
  ViewSpec small = spec;
  small.width_px = small.height_px = 300;
  const LoadedTree deep = TreeFromFolded(PathOf(40, 3000) + "h 3000\n");
  EXPECT_EQ(ReadableDepth(*deep.tree, spec), 21u);
  small.depth_limit = ReadableDepth(*deep.tree, small);
  EXPECT_GE(small.depth_limit, 8u);
  EXPECT_LT(small.depth_limit, 16u);
}

// A profile is shown so at first, and again where steps have made another tree.
TEST(ReadableDepthTest, IsThatOfFirstPictures) {
  const std::string spiky = PathOf(40, 10) + "f0;f1;f2;g 10000\n";
  AppState state = StateWith(TreeFromFolded(spiky));
  Do(state, action::CompressChains{false});
  EXPECT_EQ(RingsOf(*ActiveView(state)).depth_limit, 8u);
  Do(state, action::SetDepth{3});
  Pipeline invert;
  invert.steps.emplace_back().kind = TransformKind::kInvert;
  const auto effects = Do(state, action::SetPipeline{invert});
  const auto* request = FindRequest<TransformRequest>(effects);
  ASSERT_NE(request, nullptr);
  JobControl job;
  Do(state, Finished(FindTask<TransformRequest>(effects)->job, *RunTransform(*request, job)));
  EXPECT_EQ(RingsOf(*ActiveView(state)).depth_limit, 21u) << "all that is drawn can be read";
}

// What lies under the pointer is held while the wheel turns, for the place where it was turned alone.
TEST(WheelTest, HoldsEdgesUntilAnotherPlaceIsShown) {
  AppState state = StateWith(TreeFromFolded(PathOf(15, 100)));
  const auto held = [&] { return PaneSpec(state, 0)->held_edges; };
  Do(state, action::ChangeDepth{-1, {0.2f, 0.3f}});
  EXPECT_EQ(held(), (std::vector<float>{0.2f, 0.3f}));
  Do(state, action::SizeRings{RingSizing::kPlain});
  EXPECT_TRUE(held().empty());
  Do(state, action::SizeRings{RingSizing::kReadable});
  EXPECT_FALSE(held().empty());
  Do(state, action::ChangeDepth{-1});
  EXPECT_TRUE(held().empty()) << "by a key";
  Do(state, action::ChangeDepth{1, {0.2f}});
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "f0;f1;f2")});
  EXPECT_TRUE(held().empty());
}

TEST(WheelTest, TheLensStaysWithItsPlace) {
  AppState state = StateWith(TreeFromFolded(PathOf(15, 100)));
  const Lens lens{.center_turns = 0.25, .angular_zoom = 3};
  Do(state, action::Enlarge{lens});
  EXPECT_EQ(PaneSpec(state, 0)->lens, lens);
  Do(state, action::ChangeDepth{-1});
  EXPECT_EQ(PaneSpec(state, 0)->lens, lens);
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "f0;f1;f2")});
  EXPECT_FALSE(PaneSpec(state, 0)->lens);
  Do(state, action::Enlarge{lens});
  Do(state, action::Enlarge{});
  EXPECT_FALSE(PaneSpec(state, 0)->lens);
}

TEST(WheelTest, SaysOnceWhatItDoes) {
  AppState state = StateWith(TreeFromFolded(PathOf(15, 100)));
  Do(state, action::TellWheel{});
  EXPECT_NE(state.note.text.find("Ctrl+wheel"), std::string::npos);
  Do(state, action::ShowLens{true});
  state.note = {};
  Do(state, action::TellWheel{});
  EXPECT_EQ(state.note.text, "");
  EXPECT_TRUE(LensOn(state));
}

}  // namespace
}  // namespace ringscope::action_rings_test
