#include "app/window/bars_model.h"

#include <gtest/gtest.h>

#include "app/compare/compare.h"
#include "app/files/documents.h"
#include "app/view/navigation.h"
#include "app/views/rings/rings.h"
#include "app/widgets/widgets.h"
#include "app/window/status_model.h"
#include "tests/app/app_test_state.h"
#include "tests/app/compare/compare_case.h"
#include "tests/app/widgets/panel_harness.h"

namespace ringscope {
namespace {

std::vector<std::string_view> TitlesOf(const std::vector<KindChoice>& kinds) {
  std::vector<std::string_view> titles;
  for (const KindChoice& choice : kinds) titles.push_back(choice.kind->title);
  return titles;
}

void OpenNext(AppState& state, const std::string& path, bool offers = false) {
  Do(state, action::OpenFile{.path = path, .offers_comparison = offers});
  Do(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("main;f 1\n")});
}

TEST(ViewBarModel, KindsHaveOneOrderAndThoseWithNothingToShowSayWhy) {
  const AppState state = StateWith(TreeFromFolded("main;f 1\n"), "/p/a.folded");
  const ViewBarModel model = BuildViewBarModel(state);
  EXPECT_EQ(TitlesOf(model.main), (std::vector<std::string_view>{"Chart", "Summary", "Threads", "Versions"}));
  EXPECT_EQ(TitlesOf(model.more),
            (std::vector<std::string_view>{"Matrix", "Inputs", "Evolution", "Boxes", "Distribution"}));
  EXPECT_TRUE(model.main[0].is_shown);
  EXPECT_TRUE(model.main[1].can_be_shown);
  EXPECT_FALSE(model.main[2].can_be_shown);
  EXPECT_EQ(model.main[2].tooltip, "The profile does not say when its samples were taken");
  EXPECT_EQ(model.more[3].tooltip, "Which classes and functions do the work?");
}

TEST_F(CompareTest, AComparisonHasItsEvolutionByName) {
  EXPECT_EQ(TitlesOf(BuildViewBarModel(state).main).back(), "Versions");
  Run(Do(state, BuildCompareOffers(state)[0].action));
  const ViewBarModel model = BuildViewBarModel(state);
  EXPECT_EQ(TitlesOf(model.main).back(), "Evolution");
  EXPECT_TRUE(model.main.back().can_be_shown);
}

TEST(ViewBarModel, OffersTabsAndRecentFilesToCompareWith) {
  AppState state;
  EXPECT_EQ(BuildCompareOffers(state)[0].label, "Open a profile first...");
  state = StateWith(TreeFromFolded("main;f 1\n"), "/p/a.folded");
  OpenNext(state, "/p/b.folded");
  state.settings.recent_files = {"/p/old/c.folded", "/p/a.folded"};
  const std::vector<CompareOffer> offers = BuildCompareOffers(state);
  ASSERT_EQ(offers.size(), 4u) << "no file that is open";
  EXPECT_EQ(offers[0].label, "a.folded");
  EXPECT_EQ(offers[0].detail, "before, this one after");
  EXPECT_EQ(offers[1].label, "c.folded");
  EXPECT_EQ(offers[1].detail, "/p/old");
  EXPECT_EQ(offers[2].label, "A file...");
  EXPECT_EQ(offers[3].label, "With settings...");
}

TEST(ViewBarModel, AProfileThatIsDroppedBesideAnotherOffersToCompare) {
  AppState state = StateWith(TreeFromFolded("main;f 1\n"), "/p/a.folded");
  EXPECT_EQ(BuildStatusModel(state, "").offer, "");
  OpenNext(state, "/p/b.folded", true);
  const StatusModel status = BuildStatusModel(state, "");
  EXPECT_EQ(status.offer, "Compare with a.folded");
  Do(state, *status.take_offer);
  ASSERT_FALSE(state.jobs.empty());
  EXPECT_NE(state.jobs.back().compared, nullptr);
}

TEST(ViewBarModel, WideWindowsBeginWithBothForms) {
  const auto panes_of = [](int width, ShownForms forms) {
    AppState state;
    state.settings.window_width = width;
    state.settings.forms = forms;
    OpenNext(state, "/p/a.folded");
    EXPECT_EQ(state.settings.forms, forms);
    return state.panes;
  };
  EXPECT_EQ(panes_of(1440, ShownForms::kAutomatic).size(), 1u);
  const std::vector<PaneState> wide = panes_of(1920, ShownForms::kAutomatic);
  ASSERT_EQ(wide.size(), 2u);
  EXPECT_EQ(RingsOf(wide[0]).form, ChartForm::kRings);
  EXPECT_EQ(RingsOf(wide[1]).form, ChartForm::kIcicle);
  EXPECT_EQ(panes_of(1920, ShownForms::kRings).size(), 1u);
  EXPECT_EQ(RingsOf(panes_of(1440, ShownForms::kIcicle)[0]).form, ChartForm::kIcicle);
}

// A chart whose rows need data.
struct ChartWithRows : StillChart {
  bool has_data = false;
  void DrawRows(const AppState&, const PanelContext& ctx) override {
    if (has_data) TextColored(ctx.colors().text, "a row");
  }
};

TEST(ViewRowsTest, TheHeadingOfAChartsRowsStandsAboveRowsAlone) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Do(state, action::SetKind{FindViewKind("evolution")});
  PanelHarness panels(state);
  ChartWithRows chart;
  panels.Show(chart);
  EXPECT_FALSE(panels.has("side/view"));
  chart.has_data = true;
  panels.Settle();
  EXPECT_TRUE(panels.has("side/view"));
}

}  // namespace
}  // namespace ringscope
