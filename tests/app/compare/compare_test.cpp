#include <algorithm>

#include "app/compare/compare.h"
#include "app/files/documents.h"
#include "app/files/saving/saving.h"
#include "app/view/command.h"
#include "app/view/panes/panes.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/metric_sides.h"
#include "tests/app/compare/compare_case.h"

namespace ringscope::compare_test {
namespace {

TEST_F(CompareTest, TheDialogBeginsWithBothTabsInTheirOrder) {
  const std::vector<CompareRow> rows = BuildCompareRows(state);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "old.folded");
  EXPECT_EQ(rows[0].side, Side::kBefore);
  EXPECT_EQ(rows[1].side, Side::kAfter);
  EXPECT_EQ(CompareProblem(rows), "");
  EXPECT_EQ(CompareProblem({rows[0]}), "Open two profiles to compare them.");
  std::vector<CompareRow> none = rows;
  none[1].side.reset();
  EXPECT_EQ(CompareProblem(none), "Choose at least one profile after.");
  // The shown one is after, the tab before it is before.
  Open("/p/third.folded", "main 1\n");
  Do(state, action::ActivateView{state.views[1].id});
  const std::vector<CompareRow> three = BuildCompareRows(state);
  EXPECT_EQ(three[0].side, Side::kBefore);
  EXPECT_EQ(three[1].side, Side::kAfter);
  EXPECT_FALSE(three[2].side);
}

TEST_F(CompareTest, TheDialogTurnsSidesRoundWhereTheirNamesSaySo) {
  Open("/p/run_after.folded", "main 1\n");
  Open("/p/run_before.folded", "main 2\n");
  const std::vector<CompareRow> rows = BuildCompareRows(state);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[2].side, Side::kAfter) << rows[2].name;
  EXPECT_EQ(rows[3].side, Side::kBefore) << rows[3].name;
}

TEST_F(CompareTest, OfManyContextsTheOutermostLayersComeFirst) {
  std::string many;
  for (int k = 0; k < 100; ++k) many += "main;f;g" + std::to_string(k) + " 1\nmain;h 1\n";
  Open("/p/many.folded", many);
  Open("/p/more.folded", many + "main;f;g7 5\n");
  const uint64_t whole = 200;  // before
  const auto rows = BuildCompareRows(state);
  Do(state, action::CompareDocuments{{rows[2].document}, {rows[3].document}});
  const JobState compared = state.jobs.back();
  const auto posted_with = [&](uint64_t many_contexts) {
    std::vector<Action> posted;
    JobControl job;
    RunCompare(
        compared.id, *compared.compared, job, [&](Action one) { posted.push_back(std::move(one)); },
        many_contexts);
    return posted;
  };
  EXPECT_EQ(posted_with(1'000'000).size(), 1u) << "nobody has to wait";
  const std::vector<Action> posted = posted_with(120);
  ASSERT_EQ(posted.size(), 2u);
  const size_t tabs = state.views.size();
  Do(state, posted[0]);
  ASSERT_EQ(state.views.size(), tabs + 1);
  // A tenth of 120 for both: the root, main and four of its callees, but none of the hundred below them.
  EXPECT_EQ(view().tree().layer_count(), 3u);
  EXPECT_EQ(view().tree().Total(0), whole);
  EXPECT_TRUE(SidesOf(view().tree().metrics(), 0)) << "it is a comparison";
  Do(state, posted[1]);
  EXPECT_EQ(state.views.size(), tabs + 1);
  EXPECT_EQ(view().tree().layer_count(), 4u);
  EXPECT_EQ(view().tree().Total(0), whole);
}

TEST_F(CompareTest, JoiningWhileLayersAreShownKeepsTheTab) {
  const auto rows = BuildCompareRows(state);
  Do(state, action::CompareDocuments{{rows[0].document}, {rows[1].document}});
  const JobId first = state.jobs.back().id;
  Do(state, action::PreviewLoaded{first, TreeFromFolded("main 5\n")});
  const size_t tabs = state.views.size();
  action::Effects effects;
  action::CompareAgain(state, *FindDocument(state, view().document), effects);
  ASSERT_NE(state.jobs.back().id, first);
  Do(state, action::LoadFinished{first, tl::unexpected(Error{ErrorCode::kCancelled, "cancelled"})});
  EXPECT_EQ(state.views.size(), tabs);
  EXPECT_EQ(FindDocument(state, view().document)->reading, state.jobs.back().id);
}

TEST_F(CompareTest, KeysGiveAProfileToASide) {
  CompareRow row{1, "a", std::nullopt};
  MoveToSide(row, 1);
  EXPECT_EQ(row.side, Side::kBefore);
  MoveToSide(row, 1);
  MoveToSide(row, 1);
  EXPECT_EQ(row.side, Side::kAfter);
  MoveToSide(row, -2);
  EXPECT_FALSE(row.side);
}

TEST_F(CompareTest, AFileIsComparedOnceItIsOpen) {
  const ViewId before = view().id;
  Do(state, action::CompareWithFile{"/p/third.folded"});
  EXPECT_EQ(state.jobs.back().path, "/p/third.folded");
  Do(state, action::LoadFinished{state.jobs.back().id, TreeFromFolded("main 1\n")});
  ASSERT_FALSE(state.jobs.empty());
  ASSERT_NE(state.jobs.back().compared, nullptr);
  EXPECT_EQ(state.jobs.back().compared->before[0].execution.name,
            FindDocument(state, FindView(state, before)->document)->title);
  EXPECT_EQ(state.jobs.back().compared->after[0].execution.name, "third.folded");
}

TEST_F(CompareTest, NothingIsComparedWithAFileThatCannotBeOpened) {
  Do(state, action::CompareWithFile{"/p/third.folded"});
  Do(state, action::LoadFinished{state.jobs.back().id, Fail(ErrorCode::kIo, "it is gone")});
  EXPECT_TRUE(state.jobs.empty());
  OpenMore(state, "/p/third.folded", TreeFromFolded("main 1\n"));
  EXPECT_TRUE(state.jobs.empty()) << "it was asked for before, and failed";
}

TEST_F(CompareTest, TheFileToCompareWithIsChosenInTheOpenDialog) {
  Do(state, action::CompareWithFile{});
  EXPECT_TRUE(state.open_dialog_open);
  OpenMore(state, "/p/third.folded", TreeFromFolded("main 1\n"));
  ASSERT_FALSE(state.jobs.empty());
  EXPECT_NE(state.jobs.back().compared, nullptr);
}

TEST_F(CompareTest, AClosedOpenDialogComparesNothing) {
  Do(state, action::CompareWithFile{});
  Do(state, action::ShowOpenDialog{false});
  OpenMore(state, "/p/third.folded", TreeFromFolded("main 1\n"));
  EXPECT_TRUE(std::all_of(state.jobs.begin(), state.jobs.end(),
                          [](const JobState& job) { return job.compared == nullptr; }));
}

TEST_F(CompareTest, AComparisonIsATabOfItsOwn) {
  CompareBoth();
  ASSERT_EQ(state.views.size(), 3u);
  EXPECT_EQ(FindDocument(state, view().document)->title, "old.folded vs new.folded");
  EXPECT_EQ(view().color.mode, ColorMode::kDifference);
  EXPECT_EQ(view().tree().metrics()[view().metric].name, "time@after");
  EXPECT_EQ(view().tree().Total(view().metric), 255u);
  EXPECT_TRUE(state.settings.recent_files.empty() ||
              !state.settings.recent_files.front().ends_with("vs new.folded"));
  // It is none of those that can be compared, and has no file to be read from.
  EXPECT_EQ(BuildCompareRows(state).size(), 2u);
  EXPECT_FALSE(FindCommand("file.reload")->action(state));
  Do(state, action::SaveAs{"/p/a.ringview"});
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("Save it as .cct"), std::string::npos);
}

TEST_F(CompareTest, ProfilesThatCannotBeComparedSayWhy) {
  Do(state, action::OpenFile{"/p/other.folded"});
  CctBuilder builder;
  builder.AddMetric({"bytes", "bytes", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "main"})), 0, 1);
  Do(state, action::LoadFinished{state.jobs.back().id, WithFunctions(std::move(builder).Finish({}).value())});
  const auto rows = BuildCompareRows(state);
  Run(Do(state, action::CompareDocuments{{rows[0].document}, {rows[2].document}}));
  EXPECT_EQ(state.views.size(), 3u);
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("expected a metric that all profiles have"), std::string::npos)
      << state.errors[0].message;
  // A profile that was closed meanwhile is none.
  Do(state, action::CompareDocuments{{rows[0].document}, {DocumentId{99}}});
  EXPECT_TRUE(state.jobs.empty());
}

CctPtr TreeOfProgram(std::string_view program) {
  CctBuilder builder;
  const MetricIndex metric = builder.AddMetric({"samples", "", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main", .module = program}));
  builder.AddSelf(builder.Child(main, builder.InternFrame({.name = "work", .module = program})), metric, 7);
  return std::move(builder).Finish({}).value();
}

TEST(CompareProgramsTest, ProgramsOfTwoNamesAreOneButInExactComparisons) {
  for (const Matching matching : {Matching::kTolerant, Matching::kExact}) {
    AppState state = StateWith(WithFunctions(TreeOfProgram("/old/prog1")), "/p/old.cct");
    OpenMore(state, "/p/new.cct", WithFunctions(TreeOfProgram("build/x")));
    const auto rows = BuildCompareRows(state);
    ASSERT_EQ(rows.size(), 2u);
    const std::vector<Effect> effects =
        Do(state, action::CompareDocuments{
                      .before = {rows[0].document}, .after = {rows[1].document}, .matching = matching});
    const auto* task = FindEffect<effect::StartTask>(effects);
    ASSERT_NE(task, nullptr);
    for (const Action& one : Deliver(*task)) Do(state, one);
    const Cct& tree = ActiveView(state)->tree();
    const bool is_exact = matching == Matching::kExact;
    EXPECT_EQ(tree.context_count(), is_exact ? 5u : 3u);
    // What the summary's page shows.
    const auto& notes = tree.report().notes;
    EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                            [](const std::string& note) {
                              return note.starts_with(
                                  "The programs 'prog1' and 'x' count as one module: 2 frames changed.");
                            }),
              is_exact ? 0 : 1);
  }
}

}  // namespace
}  // namespace ringscope::compare_test
