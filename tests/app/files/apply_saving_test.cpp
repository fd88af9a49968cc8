#include <gtest/gtest.h>

#include <fstream>

#include "app/core/job_runner.h"
#include "app/files/documents.h"
#include "app/files/files_model.h"
#include "app/files/files_on_disk.h"
#include "app/files/saving/saving.h"
#include "app/files/saving/tree_save.h"
#include "app/search/search.h"
#include "app/view/kind/view_kind.h"
#include "app/view/navigation.h"
#include "app/view/saved_view.h"
#include "app/view/stack_text.h"
#include "app/view/steps/steps.h"
#include "app/views/rings/rings.h"
#include "tests/app/app_test_state.h"
#include "tests/temporary_folder.h"

namespace ringscope::action_saving_test {
namespace {

TEST(ApplySavingTest, TheNamesEndingDecidesWhatIsSaved) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/example.folded");
  Do(state, action::ShowSaveDialog{true});
  EXPECT_TRUE(state.save_dialog_open);
  const auto picture = Do(state, action::SaveAs{"/p/a.png"});
  ASSERT_NE(FindEffect<effect::SavePicture>(picture), nullptr);
  EXPECT_FALSE(state.save_dialog_open);
  const auto tree = Do(state, action::SaveAs{"/p/a.folded"});
  ASSERT_NE(FindRequest<SaveTreeRequest>(tree), nullptr);
  EXPECT_EQ(FindRequest<SaveTreeRequest>(tree)->tree, ActiveView(state)->shown.tree);
  const auto stack = Do(state, action::SaveAs{"/p/a.txt"});
  ASSERT_NE(FindRequest<SaveTextRequest>(stack), nullptr);
  const auto page = Do(state, action::SaveAs{"/p/a.html"});
  ASSERT_NE(FindRequest<SavePageRequest>(page), nullptr);
  EXPECT_EQ(FindRequest<SavePageRequest>(page)->page.view.root.context,
            ActiveView(state)->history.current().root.context);
  const auto loud_picture = Do(state, action::SaveAs{"/p/A.PNG"});
  EXPECT_NE(FindEffect<effect::SavePicture>(loud_picture), nullptr);
  const auto loud_table = Do(state, action::SaveAs{"/p/A.CSV"});
  EXPECT_NE(FindRequest<SaveTreeRequest>(loud_table), nullptr);
  EXPECT_TRUE(Do(state, action::SaveAs{"/p/a.doc"}).empty());
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find(".pb.gz"), std::string::npos) << state.errors[0].message;
}

TEST(ApplySavingTest, WhatCouldNotBeSavedIsAskedForAgain) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/example.folded");
  Do(state, action::ShowSaveDialog{true});
  const auto effects = Do(state, action::SaveAs{"/nowhere/mine.png"});
  const JobId job = FindEffect<effect::SavePicture>(effects)->job;
  Do(state, action::SaveFinished{job, "/nowhere/mine.png", Fail(ErrorCode::kIo, "no such folder")});
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_TRUE(state.save_dialog_open);
}

TEST(ApplySavingTest, TheDialogAsksBeforeAFileIsReplaced) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "stack.txt";
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/example.folded");
  Do(state, action::ShowSaveDialog{true});
  const auto asked = Do(state, action::SaveAs{path, true, true});
  EXPECT_NE(FindTask<SaveTargetRequest>(asked), nullptr);
  EXPECT_TRUE(state.save_dialog_open) << "the disk has not answered yet";
  EXPECT_NE(FindTask<SaveTextRequest>(RunEffects(state, asked)), nullptr);
  EXPECT_FALSE(state.save_dialog_open);

  std::ofstream(path) << "from before";
  Do(state, action::ShowSaveDialog{true});
  DoAll(state, action::SaveAs{path, true, true});
  EXPECT_TRUE(state.save_dialog_open);
  ASSERT_NE(state.slots.Get<FilesState>().save_target.answer(), nullptr);
  EXPECT_TRUE(state.slots.Get<FilesState>().save_target.answer()->exists);
  const auto again = Do(state, action::SaveAs{path});
  EXPECT_NE(FindTask<SaveTextRequest>(again), nullptr);
  EXPECT_FALSE(state.save_dialog_open);
  EXPECT_EQ(state.slots.Get<FilesState>().save_target.answer(), nullptr) << "asked again next time";
}

TEST(ApplySavingTest, WhatTheFileDoesNotGiveBackIsTold) {
  const test::TemporaryFolder folder;
  const auto note_of = [&](const char* name) {
    AppState state = StateWith(TreeFromFolded("main;a b 3\n"), "/p/example.folded");
    const auto effects = Do(state, action::SaveAs{folder.path() / name});
    const auto* save = FindTask<SaveTreeRequest>(effects);
    if (save == nullptr) return std::string("nothing is saved");
    JobRunner jobs([] {});
    jobs.Start(*save);
    jobs.WaitForAll();
    for (Action& action : jobs.TakeActions()) {
      std::vector<Effect> ignored;
      Apply(state, std::move(action), ignored);
    }
    return state.note.text;
  };
  EXPECT_EQ(note_of("a.cct"), "Saved a.cct");
  EXPECT_EQ(note_of("a.pb"), "Saved a.pb");
  EXPECT_EQ(note_of("a.folded"),
            "Saved a.folded: folded stacks hold one metric: time is written, 1 other metric left out");
  EXPECT_EQ(note_of("a.speedscope.json"),
            "Saved a.speedscope.json: speedscope's files have no place for modules: 1 module left out");
}

TEST(ApplySavingTest, AnOpenProfileIsNotReplaced) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/example.folded");
  EXPECT_TRUE(Do(state, action::SaveAs{"/p/../p/example.folded"}).empty());
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("open"), std::string::npos);
}

TEST(ApplySavingTest, AViewIsSavedInWordsAndComesBack) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/dir/example.folded");
  Do(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f")});
  Do(state, action::SetMode{RingMode::kArea});
  Do(state, action::SetDepth{3});
  Do(state, action::SetMetric{1});
  Do(state, action::SetForm{ChartForm::kIcicle});
  const auto effects = Do(state, action::SaveAs{"/p/mine.ringview"});
  const auto* save = FindRequest<SaveTextRequest>(effects);
  ASSERT_NE(save, nullptr);
  const auto window = ParseSavedWindow(save->text);
  ASSERT_TRUE(window);
  ASSERT_EQ(window->views.size(), 1u);
  // Below the file's folder, so both can be moved together.
  EXPECT_EQ(window->views[0].profile, "dir/example.folded");
  EXPECT_EQ(window->views[0].root, "main;f");
  EXPECT_EQ(window->views[0].metric, "calls");

  AppState fresh;
  Do(fresh, action::OpenFile{"/p/mine.ringview"});
  LoadedWindow loaded;
  loaded.window = *window;
  loaded.window.views[0].profile = "/p/dir/example.folded";
  loaded.trees = {TreeFromFolded(kWorkedExample)};
  Do(fresh, action::WindowLoaded{fresh.jobs.back().id, std::move(loaded)});
  ASSERT_NE(ActiveView(fresh), nullptr);
  EXPECT_EQ(fresh.views.size(), 1u);
  EXPECT_EQ(ActiveView(fresh)->history.current(), ActiveView(state)->history.current());
  EXPECT_EQ(ActiveView(fresh)->metric, 1u);
  EXPECT_EQ(RingsOf(*ActivePane(fresh)).form, ChartForm::kIcicle);
  EXPECT_EQ(ActiveDocument(fresh)->title, "example.folded");
}

TEST(ApplySavingTest, ADetailIsSavedByItsPathAndComesBackAlsoInATransformedTree) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/example.folded");
  const ViewRoot part{At(ActiveView(state)->tree(), "main;f;g"), {}};
  Do(state, action::ShowDetail{{DetailPlace::kInside, part}});
  const auto effects = Do(state, action::SaveAs{"/p/mine.ringview"});
  const auto* save = FindRequest<SaveTextRequest>(effects);
  ASSERT_NE(save, nullptr);
  EXPECT_NE(save->text.find("detail = inside\ndetail_of = \"main;f;g\"\n"), std::string::npos) << save->text;
  const auto window = ParseSavedWindow(save->text);
  ASSERT_TRUE(window);
  EXPECT_EQ(FormatSavedWindow(*window), save->text);

  const auto open = [&](const std::string& pipeline, std::string_view lines) {
    AppState fresh;
    Do(fresh, action::OpenFile{"/p/mine.ringview"});
    LoadedWindow loaded{.window = *window};
    loaded.window.views[0].profile = "/p/example.folded";
    loaded.window.views[0].pipeline = pipeline;
    loaded.trees = {TreeFromFolded(lines)};
    const auto opened = Do(fresh, action::WindowLoaded{fresh.jobs.back().id, std::move(loaded)});
    if (const auto* start = FindTask<TransformRequest>(opened)) {
      const TransformedTree made{TreeFromFolded(lines), {{}}};
      Do(fresh, Finished(start->job, Result<TransformedTree>(made)));
    }
    return fresh;
  };
  EXPECT_EQ(ActiveView(open("", kWorkedExample))->history.current(), ActiveView(state)->history.current());
  const AppState transformed = open("fold-recursion", kWorkedExample);
  EXPECT_EQ(RingsOf(*ActiveView(transformed)).detail, DetailPlace::kInside);
  EXPECT_EQ(RingsOf(*ActiveView(transformed)).detail_root, part);
  EXPECT_EQ(RingsOf(*ActiveView(transformed)).detail_path, "");
  // Of a profile that lost it.
  const AppState lost = open("", "main;other 7\nmain;b 3\n");
  EXPECT_EQ(RingsOf(*ActiveView(lost)).detail, DetailPlace::kNone);
}

TEST(ApplySavingTest, ASavedPlaceInATransformedTreeIsGoneToWhenThatIsThere) {
  AppState state;
  Do(state, action::OpenFile{"/p/mine.ringview"});
  LoadedWindow loaded;
  SavedView view;
  view.profile = "/p/a";
  view.pipeline = "fold-recursion";
  view.root = "main;g";
  loaded.window.views = {view};
  loaded.trees = {TreeFromFolded(kWorkedExample)};
  const auto effects = Do(state, action::WindowLoaded{state.jobs.back().id, std::move(loaded)});
  const auto* start = FindTask<TransformRequest>(effects);
  ASSERT_NE(start, nullptr);
  const TransformedTree made{TreeFromFolded(kWorkedExample), {{}}};
  Do(state, Finished(start->job, Result<TransformedTree>(made)));
  const ViewState& shown = *ActiveView(state);
  EXPECT_EQ(shown.history.current().root.context, At(shown.tree(), "main;g"));
}

TEST(ApplySavingTest, TheProfileOfASavedViewIsCheckedAndItsOtherTabsFollow) {
  AppState state = StateWith(FileBackedTree(kWorkedExample), "/p/a.cct");
  Do(state, action::SetPipeline{ParsePipeline("fold-recursion").value()});
  Do(state, action::OpenFile{"/p/mine.ringview"});
  LoadedWindow loaded;
  loaded.window.views.resize(1);
  loaded.window.views[0].profile = "/p/a.cct";
  loaded.trees = {FileBackedTree(kWorkedExample)};
  const auto effects = Do(state, action::WindowLoaded{state.jobs.back().id, loaded});
  const auto* check = FindRequest<CheckRequest>(effects);
  ASSERT_NE(check, nullptr);
  EXPECT_EQ(check->tree, loaded.trees[0].tree);
  const auto* transform = FindRequest<TransformRequest>(effects);
  ASSERT_NE(transform, nullptr);
  EXPECT_EQ(transform->tree, loaded.trees[0].tree);
  Do(state, Finished(FindTask<CheckRequest>(effects)->job, TreeCheck{}));
  EXPECT_NE(state.documents[0].check.answer(), nullptr);
}

TEST(ApplySavingTest, AllChartsOfASavedViewComeBackInTheirOrder) {
  AppState state;
  Do(state, action::OpenFile{"/p/all.ringview"});
  LoadedWindow loaded;
  for (const char* const root : {"main;f", "main;g", "main;h"}) {
    SavedView& view = loaded.window.views.emplace_back();
    view.profile = "/p/one";
    view.root = root;
  }
  loaded.trees.assign(3, TreeFromFolded(kWorkedExample));
  Do(state, action::WindowLoaded{state.jobs.back().id, loaded});
  ASSERT_EQ(state.panes.size(), 3u);
  for (size_t pane = 0; pane < 3; ++pane) {
    const ViewState& view = *ViewOfPane(state, pane);
    EXPECT_EQ(view.history.current().root.context, At(view.tree(), loaded.window.views[pane].root)) << pane;
  }
  const auto effects = Do(state, action::SaveAs{"/p/again.ringview"});
  const auto* save = FindRequest<SaveTextRequest>(effects);
  ASSERT_NE(save, nullptr);
  const auto again = ParseSavedWindow(save->text);
  ASSERT_TRUE(again);
  ASSERT_EQ(again->views.size(), 3u);
  EXPECT_EQ(again->views[2].root, "main;h");
}

TEST(ApplySavingTest, TwoSavedChartsStandSideBySide) {
  AppState state;
  Do(state, action::OpenFile{"/p/both.ringview"});
  LoadedWindow loaded;
  loaded.window.views.resize(2);
  loaded.window.views[0].profile = "/p/before";
  loaded.window.views[1].profile = "/p/after";
  loaded.window.views[1].drawn.pane.Set(RingsPane{.form = ChartForm::kIcicle, .lens = {}});
  loaded.window.views[1].root = "main;f";
  loaded.window.linked = false;
  loaded.trees = {TreeFromFolded(kWorkedExample), TreeFromFolded("main 1\nmain;f 5\n")};
  Do(state, action::WindowLoaded{state.jobs.back().id, std::move(loaded)});
  ASSERT_EQ(state.panes.size(), 2u);
  EXPECT_EQ(state.documents.size(), 2u);
  EXPECT_EQ(state.active_pane, 0u);
  EXPECT_EQ(ActiveDocument(state)->title, "before");
  EXPECT_EQ(RingsOf(state.panes[0]).form, ChartForm::kRings);
  EXPECT_EQ(RingsOf(state.panes[1]).form, ChartForm::kIcicle);
  const ViewState& second = *FindView(state, state.panes[1].view);
  EXPECT_EQ(second.history.current().root.context, At(second.tree(), "main;f"));
  EXPECT_FALSE(state.linked);
}

TEST(ApplySavingTest, AViewOfWhatHasNoFileIsNotSavedInAnyPane) {
  AppState state;
  Do(state, action::OpenFile{"/p/both.ringview"});
  LoadedWindow loaded;
  loaded.window.views.resize(2);
  loaded.window.views[0].profile = "/p/before";
  loaded.window.views[1].profile = "/p/after";
  loaded.trees = {TreeFromFolded(kWorkedExample), TreeFromFolded("main 1\nmain;f 5\n")};
  Do(state, action::WindowLoaded{state.jobs.back().id, std::move(loaded)});
  ASSERT_EQ(state.documents.size(), 2u);
  state.documents[1].has_file = false;
  ASSERT_EQ(state.active_pane, 0u);
  EXPECT_TRUE(Do(state, action::SaveAs{"/p/mine.ringview"}).empty());
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find(state.documents[1].title + " has none yet"), std::string::npos)
      << state.errors[0].message;
}

TEST(ApplySavingTest, DerivedMetricsWhoseNamesOthersHaveAreTold) {
  AppState state;
  state.settings.derived_metrics = {ParseDerivedMetric("a = time / calls").value(),
                                    ParseDerivedMetric("b = time * 2").value()};
  Do(state, action::OpenFile{"/p/mine.ringview"});
  LoadedWindow loaded;
  loaded.window.views.resize(1);
  loaded.window.views[0].profile = "/p/before";
  loaded.window.derived_metrics = {"a = time / calls", "b = time * 3", "c = calls"};
  loaded.trees = {TreeFromFolded(kWorkedExample)};
  Do(state, action::WindowLoaded{state.jobs.back().id, std::move(loaded)});
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_EQ(state.errors[0].message, "b = time * 3: your own b = time * 2 stays");
  ASSERT_EQ(state.settings.derived_metrics.size(), 3u);
  EXPECT_EQ(state.settings.derived_metrics[2].name, "c");
}

TEST(ApplySavingTest, ResultsAreTold) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  Do(state, action::SaveAs{"/p/a.svg"});
  Do(state, action::SaveFinished{state.jobs.back().id, "/p/a.svg", {}});
  EXPECT_EQ(state.note.text, "Saved a.svg");
  Do(state, action::SaveFinished{77, "/p/b.svg", Fail(ErrorCode::kIo, "the disk is full")});
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("the disk is full"), std::string::npos);
}

TEST(SaveModelTest, ChoosingAKindChangesTheEnding) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a.perf.txt.gz");
  const SaveModel model = BuildSaveModel(state);
  EXPECT_EQ(model.suggestion, "/p/a.png");
  Do(state, action::SetKind{FindViewKind("summary")});
  EXPECT_EQ(BuildSaveModel(state).suggestion, "/p/a.ringview") << "a page of text has no picture";
  const size_t speedscope = ChoiceOf(model, "/x/b.speedscope.json");
  ASSERT_LT(speedscope, model.choices.size());
  EXPECT_EQ(model.choices[speedscope].ending, ".speedscope.json");
  EXPECT_EQ(WithEnding(model, "/x/b.png", speedscope), "/x/b.speedscope.json");
  EXPECT_EQ(WithEnding(model, "/x/b", speedscope), "/x/b.speedscope.json");
  EXPECT_EQ(ChoiceOf(model, "/x/b.doc"), model.choices.size());
  EXPECT_EQ(ChoiceOf(model, "/x/b.Speedscope.JSON"), speedscope);
}

TEST(StackTextTest, TheInnermostFrameComesFirst) {
  const LoadedTree tree = TreeFromFolded("main;f 3\nmain 1\n");
  EXPECT_EQ(StackText(*tree.tree, At(*tree.tree, "main;f")),
            "f [app] (app.cpp:7)\n"
            "main [app] (app.cpp:7)\n"
            "time: self 3 ns (75.0 %), inclusive 3 ns (75.0 %)\n"
            "calls: self 1 (50.0 %), inclusive 1 (50.0 %)\n");
}

TEST(SaveModelTest, TellsWhatASavedFileHolds) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a.folded");
  SetChartSize(state, 0, 800, 600);
  EXPECT_EQ(SaveDetail(state, "/p/a.png", true, 1),
            "800 x 708 pixels, with title, metric, total, view and legend");
  EXPECT_EQ(SaveDetail(state, "/p/a.svg", false, 1), "800 x 600 pixels, the chart alone");
  EXPECT_EQ(
      SaveDetail(state, "/p/a.folded", true, 1),
      "Not kept: modules, files, lines, marks, contexts without cost. Folded stacks hold one metric: time is "
      "written, 1 other metric left out");
  EXPECT_EQ(SaveDetail(state, "/p/a.cct", true, 1), "Keeps everything");
  Do(state, action::Select{At(ActiveView(state)->tree(), "main;f")});
  EXPECT_EQ(SaveDetail(state, "/p/a.txt", true, 1), "The stack of f");
}

TEST(ApplySavingTest, APictureSaysWhatItShowsUnlessToldNotTo) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample), "/p/a.folded");
  DoAll(state, action::SetPipelineText{"fold-recursion"});
  Do(state, action::SetSearchText{"fn:g"});
  const auto effects = Do(state, action::SaveAs{"/p/a.png"});
  const auto* save = FindEffect<effect::SavePicture>(effects);
  ASSERT_TRUE(save != nullptr && save->words);
  EXPECT_EQ(save->words->title, "a.folded | fold-recursion");
  EXPECT_EQ(save->words->search, "fn:g");
  const auto bare = Do(state, action::SaveAs{"/p/a.png", false});
  EXPECT_FALSE(FindEffect<effect::SavePicture>(bare)->words);
}

}  // namespace
}  // namespace ringscope::action_saving_test
