#include "app/view/kind/view_kind.h"

#include <gtest/gtest.h>

#include <string>

#include "app/search/search.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/views/rings/rings.h"
#include "tests/app/app_test_state.h"

namespace ringscope::view_kind_test {
namespace {

struct Zoom {
  int percent = 100;
  friend bool operator==(const Zoom&, const Zoom&) = default;
};
struct Pan {
  std::string where;
  friend bool operator==(const Pan&, const Pan&) = default;
};
constexpr ViewKind kOther{.name = "other", .title = "Other"};

TEST(KindValuesTest, HoldOneOfEachType) {
  KindValues values;
  EXPECT_EQ(values.Get<Zoom>().percent, 100);
  values.Set(Zoom{50});
  values.Set(Pan{"left"});
  values.Set(Zoom{25});
  EXPECT_EQ(values.Get<Zoom>().percent, 25);
  EXPECT_EQ(values.Get<Pan>().where, "left");
}

TEST(KindValuesTest, ACopyIsAnotherValue) {
  KindValues values;
  values.Set(Zoom{50});
  KindValues copy = values;
  EXPECT_EQ(copy, values);
  copy.Set(Zoom{60});
  EXPECT_EQ(values.Get<Zoom>().percent, 50);
  EXPECT_NE(copy, values);
}

TEST(KindValuesTest, WhatIsNotThereIsAsItIsMade) {
  KindValues none, made, other;
  made.Set(Zoom{});
  other.Set(Zoom{1});
  EXPECT_EQ(none, made);
  EXPECT_EQ(made, none);
  EXPECT_NE(none, other);
  EXPECT_NE(other, none);
}

TEST(ViewKindTest, NamesAreKeysOfTheTable) {
  for (const ViewKind* kind : ViewKinds()) EXPECT_EQ(FindViewKind(kind->name), kind);
  EXPECT_EQ(FindViewKind("no such kind"), nullptr);
  EXPECT_EQ(DefaultViewKind()->name, "rings");
}

TEST(ViewKindTest, ActionsOfAKindTravelLikeAllOthers) {
  const Action action = action::SetMode{RingMode::kArea};
  ASSERT_NE(action.As<action::SetMode>(), nullptr);
  EXPECT_EQ(action.As<action::SetMode>()->mode, RingMode::kArea);
  EXPECT_EQ(action.As<action::SetDepth>(), nullptr);
  EXPECT_EQ(action.As<action::GoBack>(), nullptr);
  EXPECT_EQ(Action(action::GoBack{}).As<action::SetMode>(), nullptr);
}

TEST(ViewKindTest, AViewGoesToAnotherKindAndBackLikeToAnotherPlace) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Do(state, action::SetMode{RingMode::kArea});
  const ViewPosition before = ActiveView(state)->history.current();
  Do(state, action::SetKind{&kOther});
  EXPECT_EQ(&ActiveView(state)->kind(), &kOther);
  EXPECT_EQ(ActiveView(state)->history.current().root, before.root);
  EXPECT_FALSE(PaneSpec(state, 0)) << "no rings are laid out";
  EXPECT_FALSE(FindCommand("chart.deeper")->action(state));
  Do(state, action::GoBack{});
  EXPECT_EQ(ActiveView(state)->history.current(), before);
  Do(state, action::GoForward{});
  Do(state, *FindCommand("chart.form.icicle")->action(state));
  EXPECT_EQ(PaneSpec(state, 0)->form, ChartForm::kIcicle);
  EXPECT_EQ(PaneSpec(state, 0)->mode, RingMode::kArea) << "as it was left";
}

TEST(ViewKindTest, LinkedViewsStayOfTheirKinds) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const ViewId rings = ActiveView(state)->id;
  Do(state, action::DuplicateView{});
  Do(state, action::SetKind{&kOther});
  Do(state, action::ShowBeside{rings});
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f")});
  const ViewState& follower = *FindView(state, rings);
  EXPECT_EQ(follower.history.current().root, ActiveView(state)->history.current().root);
  EXPECT_EQ(&follower.kind(), DefaultViewKind());
  EXPECT_EQ(&ActiveView(state)->kind(), &kOther);
}

// Without a kind's word for it a match is selected where one is.
TEST(ViewKindTest, AMatchIsGoneToInAKindThatDoesNotMove) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Do(state, action::SetKind{&kOther});
  const ContextId context = At(ActiveView(state)->tree(), "main;f;g");
  Do(state, action::GoToMatch{context});
  EXPECT_EQ(ActiveView(state)->selected, context);
}

}  // namespace
}  // namespace ringscope::view_kind_test
