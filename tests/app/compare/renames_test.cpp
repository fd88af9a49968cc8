#include <gtest/gtest.h>

#include <fstream>

#include "app/compare/compare.h"
#include "app/compare/renames_model.h"
#include "app/files/documents.h"
#include "app/search/search.h"
#include "app/tables/tables.h"
#include "app/view/command.h"
#include "app/view/panes/panes.h"
#include "app/view/shell.h"
#include "cct/tree/metric_sides.h"
#include "tests/app/compare/compare_case.h"
#include "tests/app/widgets/panel_harness.h"
#include "tests/temporary_folder.h"

namespace ringscope::renames_test {
namespace {

// Two functions that look like one by another name.
class RenamesTest : public CompareTest {
 protected:
  RenamesTest() {
    state = StateWith(TreeFromFolded("main;old;a 100\nmain;old;b 100\nmain;old;c 100\nmain;x 700\n"),
                      "/p/old.folded", [&] {
                        Settings settings;
                        settings.compare_rules = rules.string();
                        return settings;
                      }());
    Open("/p/new.folded", "main;fresh;a 110\nmain;fresh;b 100\nmain;fresh;c 90\nmain;x 700\n");
    CompareBoth();
    DoAll(state, action::ShowDockTab{DockTab::kRenames});
  }
  // What a choice makes: the file, then the comparison once more.
  void Finish(std::vector<Effect> effects) {
    for (size_t i = 0; i < effects.size(); ++i) {
      const Effect effect = effects[i];
      const auto* start = effect.As<effect::StartTask>();
      if (start == nullptr) continue;
      for (const Action& one : Deliver(*start)) Apply(state, one, effects);
    }
  }
  std::string Rules() {
    std::string text, line;
    for (std::ifstream file(rules); std::getline(file, line);) text += line + "\n";
    return text;
  }
  const RenamedPair kPair{"old", "fresh"};
  test::TemporaryFolder folder;
  std::filesystem::path rules = folder.path() / "compare.rules";
};

TEST_F(RenamesTest, ARowSaysHowSureItIsAndWhatItRecovers) {
  const RenamesModel model = BuildRenamesModel(state);
  EXPECT_EQ(model.message, "");
  ASSERT_EQ(model.row_count, 1u);
  EXPECT_EQ(model.counts, "1 pair looks renamed; joined they recover 30.0 % of the cost");
  const RenameRow row = BuildRenameRow(state, 0);
  EXPECT_EQ(row.pair, kPair);
  EXPECT_EQ(row.sure, "100 %");
  EXPECT_EQ(row.recovers, "30.0 %");
  EXPECT_EQ(row.places, "1");
  EXPECT_EQ(row.module, "app");
  EXPECT_EQ(row.before, "300 ns");
  EXPECT_EQ(row.why_sure, "100 % of what they call is the same.");
  EXPECT_FALSE(model.can_accept) << "nothing is selected";
}

TEST_F(RenamesTest, ARowLightsTheContextsOfBoth) {
  DoAll(state, action::SelectRename{kPair});
  EXPECT_EQ(BuildRenamesModel(state).selected, 0u);
  ASSERT_NE(view().slots.Get<SearchState>().task.answer(), nullptr);
  EXPECT_EQ(view().slots.Get<SearchState>().task.answer()->hits->matches.Count(), 2u);
  Do(state, action::SelectRename{{"old", "another"}});
  EXPECT_EQ(BuildRenamesModel(state).selected, 0u) << "not offered";
}

TEST_F(RenamesTest, AJoinedPairIsOfThisComparisonAloneAndCanBeUndone) {
  EXPECT_EQ(BuildRenameBanner(state).offer,
            "old seems to be fresh now: joined, both sides have 30 % of the cost in common");
  const size_t tabs = state.views.size();
  Do(state, action::SelectRename{kPair});
  Do(state, action::SetSearchText{});
  const auto accept = FindCommand("compare.accept-rename")->action(state);
  ASSERT_TRUE(accept);
  Finish(Do(state, *accept));
  EXPECT_EQ(view().search, "") << "an acceptance searches for nothing";
  EXPECT_EQ(state.views.size(), tabs) << "in its tab";
  EXPECT_FALSE(std::filesystem::exists(rules));
  EXPECT_FALSE(FindContextByPath(view().tree(), "main;old").has_value());
  const RenameBanner joined = BuildRenameBanner(state);
  EXPECT_EQ(joined.offer, "");
  EXPECT_EQ(joined.applied, "1 rename applied: old is fresh");
  ASSERT_EQ(joined.joined.size(), 1u);
  Finish(Do(state, action::UndoRename{joined.joined[0]}));
  EXPECT_TRUE(FindContextByPath(view().tree(), "main;old").has_value());
  EXPECT_EQ(BuildRenameBanner(state).applied, "");
}

TEST_F(RenamesTest, ASmallWindowShowsTheOfferAndARowOfEachTable) {
  const auto has_whole_row = [](const PanelHarness& panels, const std::string& table) {
    const auto row = panels.marks().find(table + "/row/0");
    const PanelRect dock = panels.layout().dock;
    return row != panels.marks().end() && row->second.y + row->second.height <= dock.y + dock.height - 4;
  };
  for (const auto& [tab, table] :
       {std::pair{DockTab::kFunctions, "table"}, {DockTab::kTree, "tree"}, {DockTab::kRenames, "renames"}}) {
    DoAll(state, action::ShowDockTab{tab});
    PanelHarness panels(state, 640, 480);
    panels.Settle();
    EXPECT_TRUE(panels.has("banner/join"));
    EXPECT_TRUE(has_whole_row(panels, table)) << table;
  }
  DoAll(state, action::ShowDockTab{DockTab::kFunctions});
  PanelHarness panels(state, 640, 480);
  panels.Settle();
  EXPECT_TRUE(panels.has("table/by/Module"));
  EXPECT_FALSE(panels.has("table/filter"));
  DoAll(state, action::SetTableFilter{"fresh"});
  panels.Settle();
  EXPECT_TRUE(panels.has("table/filter")) << "it says why rows are missing";
  EXPECT_TRUE(has_whole_row(panels, "table"));
}

TEST_F(RenamesTest, AShortOfferBeginsWithWhatItRecoversAndIsWholeInItsTooltip) {
  EXPECT_EQ(BuildRenameBanner(state).short_offer, "30 %: old is fresh");
  PanelHarness panels(state, 640, 480);
  panels.Settle();
  const PanelRect text = panels.marks().find("banner/text")->second;
  panels.Frame({input::MouseMove{text.x + text.width / 2, text.y + text.height / 2}});
  panels.Settle();
  EXPECT_TRUE(panels.has("tooltip"));
}

TEST_F(RenamesTest, APairThatIsTwoFunctionsIsOfferedNoMore) {
  Finish(Do(state, action::ChooseRename{{kPair, false, false}}));
  EXPECT_FALSE(HasRenameBanner(state));
  EXPECT_FALSE(std::filesystem::exists(rules));
  EXPECT_EQ(BuildRenameRow(state, 0).choice, "refused");
}

TEST_F(RenamesTest, AcceptingForAllKeepsTheChoiceAndComparesAgain) {
  DoAll(state, action::SelectRename{kPair});
  const size_t tabs = state.views.size();
  std::vector<Effect> effects = Do(state, action::ChooseRename{{kPair, true, true}});
  EXPECT_EQ(BuildRenameRow(state, 0).choice, "accepted");
  EXPECT_FALSE(BuildRenamesModel(state).can_accept) << "once";
  Finish(std::move(effects));
  EXPECT_TRUE(Rules().ends_with("default\nrename: old => fresh\n")) << Rules();
  EXPECT_EQ(state.views.size(), tabs) << "in its tab";
  EXPECT_EQ(BuildRenamesModel(state).row_count, 0u);
  EXPECT_TRUE(BuildRenamesModel(state).message.starts_with("Nothing looks renamed"));
  EXPECT_EQ(FindContextByPath(view().tree(), "main;old").has_value(), false);
  const ContextId fresh = At("main;fresh");
  const auto sides = SidesOf(view().tree().metrics(), view().metric);
  EXPECT_EQ(view().tree().Inclusive(fresh, sides->before), 300u);
  EXPECT_EQ(view().tree().Inclusive(fresh, sides->after), 300u);
}

TEST_F(RenamesTest, WhatIsRefusedForAllIsOfferedNoMore) {
  DoAll(state, action::SelectRename{kPair});
  const CctPtr tree = view().shown.tree;
  Finish(Do(state, action::ChooseRename{{kPair, false, true}}));
  EXPECT_TRUE(Rules().ends_with("no-rename: old => fresh\n")) << Rules();
  EXPECT_EQ(BuildRenamesModel(state).row_count, 0u);
  EXPECT_EQ(view().shown.tree, tree) << "the comparison is what it was";
}

TEST_F(RenamesTest, AChoiceThatCannotBeKeptIsTaken) {
  std::filesystem::create_directory(rules);  // no file can be there
  DoAll(state, action::SelectRename{kPair});
  Finish(Do(state, action::ChooseRename{{kPair, true, true}}));
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_EQ(state.errors[0].title, "Could not keep the choice");
  EXPECT_EQ(BuildRenameRow(state, 0).choice, "");
}

TEST_F(RenamesTest, WithoutAFileNothingIsChosenForAll) {
  Do(state, action::SetRulesFile{""});
  DoAll(state, action::SelectRename{kPair});
  EXPECT_TRUE(Do(state, action::ChooseRename{{kPair, true, true}}).empty());
  EXPECT_EQ(state.note.text, "Name a file that keeps the rules first");
}

TEST_F(RenamesTest, AnotherFileOfRulesComparesAgain) {
  const std::filesystem::path other = folder.path() / "other.rules";
  std::ofstream(other) << "rename: old => fresh\n";
  Finish(Do(state, action::SetRulesFile{other.string(), true}));
  EXPECT_FALSE(FindContextByPath(view().tree(), "main;old").has_value());
  EXPECT_EQ(state.settings.compare_rules, other.string());
}

TEST_F(RenamesTest, AComparisonFromAFileIsMadeAgainInATabBesideIt) {
  const LoadedTree tree = view().shown;
  OpenMore(state, "/p/stored.cct", tree);
  DoAll(state, action::ShowDockTab{DockTab::kRenames});
  RunEffects(state, Do(state, action::ShowNote{""}));
  ASSERT_EQ(BuildRenamesModel(state).row_count, 1u) << BuildRenamesModel(state).message;
  const size_t tabs = state.views.size();
  Finish(Do(state, action::ChooseRename{{kPair, true, false}}));
  ASSERT_EQ(state.views.size(), tabs + 1);
  EXPECT_EQ(FindDocument(state, view().document)->title, "stored compared again");
  EXPECT_FALSE(FindContextByPath(view().tree(), "main;old").has_value());
}

TEST_F(RenamesTest, OtherProfilesHaveNone) {
  Do(state, action::ActivateView{state.views[0].id});
  EXPECT_TRUE(BuildRenamesModel(state).message.starts_with("This is no comparison"));
  EXPECT_FALSE(FindCommand("compare.renames")->action(state));
  EXPECT_FALSE(FindCommand("compare.accept-rename")->action(state));
}

}  // namespace
}  // namespace ringscope::renames_test
