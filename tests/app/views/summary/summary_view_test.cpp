#include <gtest/gtest.h>

#include <fmt/format.h>

#include "app/core/job.h"
#include "app/files/saving/saving.h"
#include "app/view/command.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "app/view/saved_view.h"
#include "app/views/summary/summary.h"
#include "tests/app/compare/compare_case.h"
#include "tests/app/views/summary/summary_test_state.h"

namespace ringscope::summary::summary_view_test {
namespace {

std::string TextOf(const Page& page) {
  std::string text = fmt::format("{}\n{}\n", page.title, page.about);
  for (const Section& section : page.sections) {
    text += fmt::format("{}: {}\n", section.title, section.about);
    for (const Line& line : section.lines) {
      text += fmt::format("  {}|{}|{}|{}|{}\n", line.value, line.share,
                          line.bar ? fmt::format("{:.2f}", *line.bar) : "", line.text, line.module);
    }
  }
  return text;
}
std::string PageOf(const AppState& state) { return TextOf(BuildPage(state, *ActiveView(state))); }

TEST(SummaryViewTest, ThePageSaysWhatToKnowFirst) {
  const AppState state = StateWithSummary();
  EXPECT_EQ(PageOf(state),
            "example.folded\n"
            "below main: 18 contexts in 6 layers, 5 functions\n"
            "Totals: and shares of the profile\n"
            "  3.24 \xC2\xB5s|100 %||time, broken down below|\n"
            "  18|100 %||calls|\n"
            "Functions by self: 5 functions\n"
            "  1.066 \xC2\xB5s|32.9 %|1.00|main|\n"
            "  0.792 \xC2\xB5s|24.5 %|0.74|h|\n"
            "  0.660 \xC2\xB5s|20.4 %|0.62|i|\n"
            "  0.540 \xC2\xB5s|16.7 %|0.51|g|\n"
            "  0.180 \xC2\xB5s|5.56 %|0.17|f|\n"
            "Deepest stack: 6 layers\n"
            "  |||main|\n  |||f|\n  |||g|\n  |||g|\n  |||h|\n  |||i|\n"
            "Recursion: 1 function\n"
            "  0.400 \xC2\xB5s|12.4 %||in recursive calls|\n"
            "  |||2 times on one stack: g|\n");
}

TEST(SummaryViewTest, FunctionsOfOneNameHaveTheirPlaces) {
  for (const std::string_view module : {"", "app"}) {
    CctBuilder builder;
    const MetricIndex metric = builder.AddMetric({"samples", "", 1});
    uint64_t cost = 9;
    for (const Frame& frame : {Frame{.name = "f", .file = "a.js", .line = 5, .column = 10},
                               Frame{.name = "f", .module = module, .file = "a.js", .line = 8},
                               Frame{.name = "g", .module = module, .file = "a.js", .line = 9}})
      builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), metric, cost--);
    AppState state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
    DoAndSumUp(state, action::SetKind{&Kind()});
    const std::string page = PageOf(state);
    const std::string before = module.empty() ? "" : "app, ";
    EXPECT_NE(page.find("|1.00|f|a.js:5:10\n"), std::string::npos) << page;
    EXPECT_NE(page.find("|f|" + before + "a.js:8\n"), std::string::npos) << page;
    EXPECT_NE(page.find("|g|" + std::string(module) + "\n"), std::string::npos) << page;
  }
}

// What is right is the metric of the view; what was measured stands beside it, in that of the other alone.
TEST(SummaryViewTest, TellsWhatWasMeasuredBesideTheTimeWithoutTheRecorder) {
  for (const bool is_corrected : {true, false}) {
    CctBuilder builder;
    const MetricIndex corrected = builder.AddMetric({"time without recorder", "ns", 1});
    const MetricIndex measured = builder.AddMetric({"time", "ns", 1});
    const auto add = [&](std::string_view name, uint64_t all, uint64_t own) {
      const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = name}));
      builder.AddSelf(node, measured, all);
      builder.AddSelf(node, corrected, own);
    };
    add("often", 900, 10);
    add("seldom", 100, 90);
    AppState state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
    if (!is_corrected) Do(state, action::SetMetric{measured});
    DoAndSumUp(state, action::SetKind{&Kind()});
    const std::string page = PageOf(state);
    if (is_corrected) {
      EXPECT_NE(page.find("  100 ns|100 %||time without recorder, broken down below|\n"
                          "  1.00 \xC2\xB5s|100 %||time|\n"),
                std::string::npos)
          << page;
      EXPECT_NE(page.find("|1.00|seldom|100 ns measured\n"), std::string::npos) << page;
      EXPECT_NE(page.find("|often|900 ns measured\n"), std::string::npos) << page;
    } else {
      EXPECT_NE(page.find("||time, broken down below|\n"), std::string::npos) << page;
      EXPECT_EQ(page.find("measured"), std::string::npos) << page;
    }
  }
}

TEST(SummaryViewTest, ThreadsAndGapsOfTheImportAreTold) {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 1});
  for (const char* name : {"render", "load"}) {
    const BuildNode thread =
        builder.Child(kBuildRoot, builder.InternFrame({name, {}, {}, 0, 0, FrameKind::kThread}));
    Frame frame;
    frame.name = "work";
    frame.module = name;
    builder.AddSelf(builder.Child(thread, builder.InternFrame(frame)), 0, name[0] == 'r' ? 30 : 10);
  }
  ImportReport report;
  report.format = "folded";
  report.record_count = 2;
  report.Skip("no number", 7, 3);
  auto tree = std::move(builder).Finish(report);
  ASSERT_TRUE(tree);
  AppState state = StateWith(WithFunctions(*tree));
  DoAndSumUp(state, action::SetKind{&Kind()});
  const std::string text = PageOf(state);
  EXPECT_NE(text.find("Threads: 2 threads\n  30 ns|75.0 %|1.00|render|\n  10 ns|25.0 %|0.33|load|\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  30 ns|75.0 %|1.00|work|render\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Import: \n  |||skipped 3: no number|\n"), std::string::npos) << text;
}

TEST(SummaryViewTest, OneIsMadeForAllViewsOfAPlace) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const auto effects = Do(state, action::SetKind{&Kind()});
  ASSERT_NE(FindTask<Wanted>(effects), nullptr);
  EXPECT_NE(PageOf(state).find("Summing up ..."), std::string::npos);
  EXPECT_EQ(FindTask<Wanted>(Do(state, action::DuplicateView{})), nullptr) << "one is under way";
  for (const Action& action : Deliver(*FindTask<Wanted>(effects))) Do(state, action);
  EXPECT_TRUE(state.jobs.empty());
  for (const ViewState& view : state.views) EXPECT_FALSE(BuildPage(state, view).sections.empty());
}

TEST(SummaryViewTest, AnotherMetricOrCentreIsSummedUpAgain) {
  AppState state = StateWithSummary();
  const std::weak_ptr<const FoundSummary> before = AnswerOf<Wanted>(state, *ActiveView(state))->found;
  EXPECT_NE(FindTask<Wanted>(DoAndSumUp(state, action::SetMetric{1})), nullptr);
  EXPECT_NE(PageOf(state).find("|calls, broken down below|"), std::string::npos);
  EXPECT_NE(FindTask<Wanted>(DoAndSumUp(state, action::ZoomTo{At(ActiveView(state)->tree(), "main;f")})),
            nullptr);
  EXPECT_NE(PageOf(state).find("below f: "), std::string::npos);
  EXPECT_TRUE(before.expired()) << "what nobody looks at is not kept";
}

TEST(SummaryViewTest, LeavingEndsTheJob) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const auto effects = Do(state, action::SetKind{&Kind()});
  const auto* start = FindTask<Wanted>(effects);
  ASSERT_NE(start, nullptr);
  const auto left = Do(state, action::SetKind{DefaultViewKind()});
  ASSERT_NE(FindEffect<effect::CancelJob>(left), nullptr);
  EXPECT_EQ(FindEffect<effect::CancelJob>(left)->job, start->job);
  for (const Action& action : Deliver(*start)) Do(state, action);
  EXPECT_TRUE(state.jobs.empty());
  EXPECT_EQ(ActiveView(state)->slots.Get<KindTask<Wanted>>().task.result, nullptr);
}

TEST(SummaryViewTest, AFailureIsTold) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const auto effects = Do(state, action::SetKind{&Kind()});
  ASSERT_NE(FindTask<Wanted>(effects), nullptr);
  Do(state, action::JobFailed{FindTask<Wanted>(effects)->job, {ErrorCode::kLimit, "no memory"}});
  EXPECT_EQ(BuildPage(state, *ActiveView(state)).about, "it could not be worked out");
  EXPECT_TRUE(state.jobs.empty());
}

TEST(SummaryViewTest, TheCommandLeadsThereAndBack) {
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const ViewPosition before = ActiveView(state)->history.current();
  Do(state, *FindCommand("chart.summary")->action(state));
  EXPECT_EQ(&ActiveView(state)->kind(), &Kind());
  Do(state, *FindCommand("chart.summary")->action(state));
  EXPECT_EQ(ActiveView(state)->history.current(), before);
  EXPECT_FALSE(FindCommand("chart.summary")->action(AppState{}));
}

TEST(SummaryViewTest, ASavedViewIsReadBack) {
  AppState state = StateWithSummary();
  const auto effects = Do(state, action::SaveAs{"/p/one.ringview"});
  const auto* save = FindRequest<SaveTextRequest>(effects);
  ASSERT_NE(save, nullptr);
  EXPECT_NE(save->text.find("kind = summary\n"), std::string::npos) << save->text;
  const auto read = ParseSavedWindow(save->text);
  ASSERT_TRUE(read) << DescribeError(read.error());
  ASSERT_EQ(read->views.size(), 1u);
  EXPECT_EQ(read->views[0].kind, &Kind());
  EXPECT_EQ(FormatSavedWindow(*read), save->text);
}

// "+150 ns main;f" of each line of a section.
std::vector<std::string> LinesOf(const Page& page, std::string_view title) {
  std::vector<std::string> lines;
  for (const Section& section : page.sections) {
    if (section.title != title) continue;
    for (const Line& line : section.lines) lines.push_back(line.value + " " + line.text);
  }
  return lines;
}

TEST_F(CompareTest, TheSummaryOfAComparisonTellsWhatChangedWithSigns) {
  CompareBoth();
  DoAndSumUp(state, action::SetKind{&Kind()});
  const Page page = BuildPage(state, view());
  EXPECT_EQ(LinesOf(page, "Costs more"), std::vector<std::string>{});
  EXPECT_EQ(LinesOf(page, "Costs less"), std::vector<std::string>{"\xE2\x88\x92"
                                                                  "100 ns f"});
  EXPECT_EQ(LinesOf(page, "New"), std::vector<std::string>{"+50 ns h"});
  EXPECT_EQ(LinesOf(page, "Gone"), std::vector<std::string>{"\xE2\x88\x92"
                                                            "100 ns g"});
  std::string titles;
  for (const Section& section : page.sections) titles += section.title + "|";
  EXPECT_TRUE(titles.starts_with("Before and after|Costs less|Gone|New|Costs more|"))
      << titles << "the largest change first";
  EXPECT_EQ(page.sections[0].lines[0].module, "405 \xE2\x86\x92 255");
  EXPECT_EQ(page.sections[0].lines[0].value,
            "\xE2\x88\x92"
            "150 ns");
  EXPECT_EQ(LinesOf(page, "Functions by self"), std::vector<std::string>{})
      << "sums of both sides answer nothing";
}

TEST(SummaryViewTest, ChangedFunctionsOfOneNameHaveTheirPlaces) {
  const auto side = [](uint64_t factor) {
    CctBuilder builder;
    const MetricIndex metric = builder.AddMetric({"samples", "", 1});
    uint64_t cost = 1000;
    for (const Frame& frame :
         {Frame{.name = "f", .file = "a.js", .line = 5}, Frame{.name = "f", .file = "b.js", .line = 8},
          Frame{.name = "g", .file = "a.js", .line = 9}})
      builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), metric, factor * cost--);
    return CompareInput{std::move(builder).Finish({}).value(), {"run"}};
  };
  const CompareInput before[] = {side(1)}, after[] = {side(3)};
  AppState state = StateWith(WithFunctions(CompareTrees(before, after).value().tree));
  DoAndSumUp(state, action::SetKind{&Kind()});
  const Page page = BuildPage(state, *ActiveView(state));
  EXPECT_EQ(LinesOf(page, "Costs more"), (std::vector<std::string>{"+2,000 f", "+1,998 f", "+1,996 g"}));
  std::vector<std::string> places;
  for (const Line& line : page.sections[1].lines) places.push_back(line.place);
  EXPECT_EQ(places, (std::vector<std::string>{"a.js:5", "b.js:8", ""}));
}

}  // namespace
}  // namespace ringscope::summary::summary_view_test
