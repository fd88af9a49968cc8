#include <gtest/gtest.h>

#include "app/charts/diagram/diagram.h"
#include "app/files/documents.h"
#include "app/view/panes/panes.h"
#include "tests/app/app_test_state.h"

namespace ringscope::action_diagram_test {
namespace {

TEST(ApplyDiagram, PanesOfOneViewLookAtTheSamePlaceWhileLinked) {
  AppState state = StateWith(TreeFromFolded("main;f 1\n"));
  const ViewId view = ActiveView(state)->id;
  const auto shared = [&] { return ActiveView(state)->slots.Get<SharedCamera>(); };
  Do(state, diagram::MoveCamera{view, {3, 4}, 2});
  EXPECT_EQ(shared().serial, 0u) << "there is one pane";
  Do(state, action::ShowBeside{view, true});
  Do(state, diagram::MoveCamera{view, {3, 4}, 2});
  EXPECT_EQ(shared(), (SharedCamera{{3, 4}, 2, 1}));
  Do(state, action::SetLinked{false});
  Do(state, diagram::MoveCamera{view, {5, 6}, 1});
  EXPECT_EQ(shared().serial, 1u);
  Do(state, diagram::MoveCamera{view + 100, {5, 6}, 1});
}

FunctionId FunctionNamed(const ViewState& view, std::string_view name) {
  FrameId frame = 0;
  while (view.tree().frames().name(frame) != name) ++frame;
  return view.functions().FunctionOf(frame);
}

TEST(ApplyDiagram, ABoxThatIsPointedAtIsKnownToOtherPanes) {
  AppState state = StateWith(TreeFromFolded("main;f 1\nmain;g 2\n"), "/p/a.folded");
  const ViewId first = ActiveView(state)->id;
  const auto pointed = [&](ViewId view) { return FindView(state, view)->slots.Get<PointedBox>(); };
  Do(state, action::ShowBeside{first, true});
  Do(state, diagram::PointAtBox{1, 7, kNoFunction});
  EXPECT_EQ(pointed(first), (PointedBox{7, kNoFunction, 1})) << "the same view: the same box";
  Do(state, diagram::PointAtBox{0, std::nullopt, kNoFunction});
  EXPECT_EQ(pointed(first), (PointedBox{7, kNoFunction, 1})) << "the other pane was left";
  Do(state, diagram::PointAtBox{1, std::nullopt, kNoFunction});
  EXPECT_EQ(pointed(first), (PointedBox{std::nullopt, kNoFunction, 1}));
  // Another profile: the function of the same name.
  OpenMore(state, "/p/b.folded", TreeFromFolded("start;g 1\nstart;h 3\n"));
  ASSERT_EQ(state.views.size(), 2u);
  const ViewId second = state.views.back().id;
  state.panes[0].view = first;
  state.panes[1].view = second;
  Do(state, diagram::PointAtBox{0, 3, FunctionNamed(*FindView(state, first), "g")});
  EXPECT_EQ(pointed(second).function, FunctionNamed(*FindView(state, second), "g"));
  EXPECT_FALSE(pointed(second).key);
  Do(state, diagram::PointAtBox{0, 4, FunctionNamed(*FindView(state, first), "f")});
  EXPECT_EQ(pointed(second).function, kNoFunction) << "it has none of that name";
  Do(state, action::SetLinked{false});
  Do(state, diagram::PointAtBox{0, 3, FunctionNamed(*FindView(state, first), "g")});
  EXPECT_EQ(pointed(second).function, kNoFunction);
  Do(state, diagram::PointAtBox{9, 3, kNoFunction});
}

}  // namespace
}  // namespace ringscope::action_diagram_test
