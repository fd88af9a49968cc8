#include <gtest/gtest.h>

#include "app/diagram/diagram_actions.h"
#include "app/diagram/diagram_state.h"
#include "tests/app/app_test_state.h"

namespace ringscope {
namespace {

TEST(ApplyDiagram, PanesOfOneViewLookAtTheSamePlaceWhileLinked) {
  AppState state = StateWith(TreeFromFolded("main;f 1\n"));
  const ViewId view = ActiveView(state)->id;
  const auto shared = [&] { return ActiveView(state)->kinds.Get<SharedCamera>(); };
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

}  // namespace
}  // namespace ringscope
