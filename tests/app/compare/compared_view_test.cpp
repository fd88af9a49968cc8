// What a view of a comparison draws, and what it says of it.
#include "app/compare/compare.h"
#include "app/details/details_model.h"
#include "app/files/saving/saving.h"
#include "app/view/colors/colors.h"
#include "app/view/command.h"
#include "app/view/difference/angle.h"
#include "app/view/difference/difference_model.h"
#include "app/view/navigation.h"
#include "app/view/panes/panes.h"
#include "cct/base/text/number_text.h"
#include "cct/merge/tree_aggregator.h"
#include "cct/tree/metric_sides.h"
#include "tests/app/compare/compare_case.h"

namespace ringscope::compared_view_test {
namespace {

TEST_F(CompareTest, OneKeyFlipsTheSides) {
  const Command* flip = FindCommand("compare.flip");
  ASSERT_NE(flip, nullptr);
  EXPECT_FALSE(flip->action(state));
  EXPECT_EQ(flip->why_not(state), "This is no comparison");
  CompareBoth();
  const auto shown = [&] { return view().tree().metrics()[view().metric].name; };
  DoAll(state, action::SetAngle{ComparedAngle::kAfter});
  Do(state, *flip->action(state));
  EXPECT_EQ(shown(), "time@before");
  Do(state, *flip->action(state));
  EXPECT_EQ(shown(), "time@after");
  Do(state, *FindCommand("compare.change")->action(state));
  EXPECT_EQ(shown(), "time@change");
  EXPECT_EQ(view().tree().Total(view().metric), 250u);
}

TEST_F(CompareTest, APageSaysWhatItDrawsInsteadOfTheAngle) {
  CompareBoth();
  DoAll(state, action::DrawShares{false});
  const auto losses = [&] {
    const std::vector<Effect> effects = Do(state, action::SaveAs{"/p/a.html"});
    const auto* page = FindRequest<SavePageRequest>(effects);
    return page == nullptr ? std::vector<std::string>{"no page"} : page->losses;
  };
  DoAll(state, action::SetAngle{ComparedAngle::kAfter});
  EXPECT_EQ(losses(), std::vector<std::string>{});
  DoAll(state, action::SetAngle{ComparedAngle::kCommon});
  EXPECT_EQ(losses(), std::vector<std::string>{"a page has no angle 'common': it draws '" +
                                               ColumnTitle(view().tree().metrics()[view().metric]) + "'"});
  DoAll(state, action::SetAngle{ComparedAngle::kBefore});
  DoAll(state, action::DrawShares{true});
  EXPECT_EQ(losses(), std::vector<std::string>{"a page has no shares: it draws 'time, before'"});
}

TEST_F(CompareTest, OneSwitchChoosesWhatIsDrawn) {
  CompareBoth();
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kLarger) << "it costs less now: much may be gone";
  DoAll(state, action::SetAngle{ComparedAngle::kAfter});
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kAfter);
  EXPECT_FALSE(AngleToMake(view())) << "the sides are there";
  const auto effects = Do(state, action::SetAngle{ComparedAngle::kCommon});
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kCommon);
  EXPECT_TRUE(AngleToMake(view())) << "as long as it is made";
  RunEffects(state, effects);
  DrawnAngle drawn = DrawnAngleOf(view());
  EXPECT_EQ(drawn.tree->metrics()[drawn.metric].name, "time@common");
  EXPECT_EQ(drawn.tree->Total(drawn.metric), 205u);
  EXPECT_EQ(drawn.tree->Total(drawn.whole.at(0)), 455u);
  // The view's metric says what else is told; everything but the chart is about the same tree as before.
  EXPECT_EQ(view().tree().metrics()[view().metric].name, "time@after");
  const AngleModel model = BuildAngleModel(state);
  EXPECT_EQ(model.total,
            "time: 405 ns before, 255 ns after: \xE2\x88\x92"
            "150 ns, \xE2\x88\x92"
            "37.0 %");
  EXPECT_EQ(model.tooltip, "before: old.folded\nafter: new.folded");
  // Another metric, or a side, ends it.
  Do(state, action::SetMetric{view().metric});
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kAfter);
  Do(state, *FindCommand("compare.flip")->action(state));
  EXPECT_EQ(AngleOf(view()), ComparedAngle::kBefore);
  drawn = DrawnAngleOf(view());
  EXPECT_EQ(drawn.tree->metrics()[drawn.whole.at(0)].name, "time@after")
      << "so that the smaller one leaves a gap";
  Do(state, *FindCommand("compare.shares")->action(state));
  EXPECT_TRUE(DrawnAngleOf(view()).whole.empty());
  Do(state, action::CloseView{view().id});
  EXPECT_FALSE(BuildAngleModel(state).visible);
}

TEST_F(CompareTest, OfAFleetTheSlowestMembersCanBeDrawn) {
  EXPECT_EQ(FindCommand("members.max")->why_not(state), "This is no aggregate of members");
  EXPECT_FALSE(FindCommand("members.max")->action(state));
  TreeAggregator aggregator({.over = "rank", .absent_is_zero = false});
  ASSERT_TRUE(aggregator.Add(TreeFromFolded("main;f 10\nmain;g 4\n").tree, {.name = "0"}).has_value());
  ASSERT_TRUE(aggregator.Add(TreeFromFolded("main;f 6\nmain;h 5\n").tree, {.name = "1"}).has_value());
  state = StateWith(WithFunctions(*std::move(aggregator).Finish()));
  EXPECT_FALSE(AngleOf(view()));
  EXPECT_FALSE(ComparesSides(view()));
  RunEffects(state, Do(state, *FindCommand("members.max")->action(state)));
  DrawnAngle drawn = DrawnAngleOf(view());
  EXPECT_EQ(drawn.tree->metrics()[drawn.metric].name, "time@max");
  EXPECT_EQ(drawn.tree->Total(drawn.metric), 19u);
  EXPECT_FALSE(BuildAngleModel(state).visible);
  RunEffects(state, Do(state, *FindCommand("members.mean")->action(state)));
  drawn = DrawnAngleOf(view());
  EXPECT_EQ(drawn.tree->Total(drawn.metric), 17'000u);
  Do(state, *FindCommand("members.sum")->action(state));
  EXPECT_EQ(DrawnAngleOf(view()).tree, view().shown.tree);
}

TEST_F(CompareTest, SeveralRunsHaveABarEach) {
  CompareBoth();
  EXPECT_TRUE(BuildRunsModel(state).bars.empty()) << "two runs need no picture";
  EXPECT_EQ(BuildAngleModel(state).runs, "");
  Open("/p/third.folded", "main;f 400\nmain;i 5\n");
  const auto rows = BuildCompareRows(state);
  ASSERT_EQ(rows.size(), 3u);
  Run(Do(state, action::CompareDocuments{{rows[0].document}, {rows[1].document, rows[2].document}}));
  EXPECT_EQ(BuildAngleModel(state).runs, "A mean run; charts and tables have the sum of 2 runs a side");
  Do(state, action::Select{At("main;f")});
  const RunsModel model = BuildRunsModel(state);
  ASSERT_EQ(model.bars.size(), 3u);
  EXPECT_EQ(model.text, "Each run of f, with what it calls");
  EXPECT_EQ(model.bars[1].side, Side::kAfter);
  EXPECT_FLOAT_EQ(model.bars[1].height, 0.5f);
  EXPECT_EQ(model.bars[2].text, "after, third.folded: 400 ns");
}

TEST_F(CompareTest, APathOfBlameLeadsToWhereItHappens) {
  CompareBoth();
  Do(state, *FindCommand("compare.blame")->action(state));
  ASSERT_NE(view().blame.contexts, nullptr);
  EXPECT_EQ(view().selected, view().blame.contexts->back());
  EXPECT_EQ(view().selected, At("main;f"));
  EXPECT_EQ(state.note.text, "40.0 % of the change happens in f");
  Do(state, action::Unselect{});
  EXPECT_EQ(view().blame.contexts, nullptr);
  Do(state, action::ZoomTo{At("main;i")});
  Do(state, action::WalkBlame{});
  EXPECT_EQ(state.note.text, "Nothing changed here");
}

TEST_F(CompareTest, ColorsTellWhichWayAContextDiffers) {
  CompareBoth();
  const DifferenceOfContext of = DifferencesOf(view().shown.tree);
  ASSERT_NE(of, nullptr);
  const auto kind = [&](std::string_view path) { return of(At(path), view().metric).kind; };
  EXPECT_EQ(kind("main;f"), DifferenceKind::kLess);
  EXPECT_NEAR(of(At("main;f"), view().metric).part, -1.0 / 3, 1e-9);
  EXPECT_EQ(kind("main;g"), DifferenceKind::kGone);
  EXPECT_EQ(kind("main;h"), DifferenceKind::kNew);
  EXPECT_EQ(kind("main;i"), DifferenceKind::kWithinNoise);
  EXPECT_EQ(DifferencesOf(TreeFromFolded("a 1\n").tree), nullptr);
  // Another profile does not inherit these colours.
  Do(state, action::SetColor{{.mode = ColorMode::kDifference}});
  Open("/p/third.folded", "main 1\n");
  EXPECT_EQ(view().color.mode, ColorMode::kFunction);
  Do(state, action::SetColor{{.mode = ColorMode::kDifference}});
  EXPECT_EQ(view().color.mode, ColorMode::kFunction);
}

TEST_F(CompareTest, TheTooltipSaysBothSides) {
  CompareBoth();
  const auto text = [&](std::string_view path) {
    Do(state, action::PointAt{Pointed{At(path), {}, kNoContext}, 0});
    const DifferenceWords words = BuildTooltipModel(state, 0).difference;
    return words.sides.empty() ? std::string() : words.sides + ": " + words.change;
  };
  EXPECT_EQ(text("main;f"),
            "300 ns before, 200 ns after: \xE2\x88\x92"
            "100 ns, \xE2\x88\x92"
            "33.3 %");
  EXPECT_EQ(text("main;g"),
            "100 ns before, 0 ns after: \xE2\x88\x92"
            "100 ns, gone");
  EXPECT_EQ(text("main;h"), "0 ns before, 50 ns after: +50 ns, new");
  EXPECT_EQ(text("main;i"), "5 ns before, 5 ns after: the same");
}

TEST_F(CompareTest, TheMarkedMetricIsTheDrawnOne) {
  CompareBoth();
  for (const auto& [angle, label] :
       {std::pair(ComparedAngle::kBefore, "time, before"), std::pair(ComparedAngle::kAfter, "time, after"),
        std::pair(ComparedAngle::kChange, "time, change"),
        std::pair(ComparedAngle::kLarger, "time, larger")}) {
    DoAll(state, action::SetAngle{angle});
    std::string marked, all;
    for (const DetailsMetric& row : BuildDetailsModel(state).metrics) {
      if (row.active) marked += row.label + " " + row.inclusive;
      // A sum without signs is no answer to what changed.
      if (row.label == "time, difference") {
        EXPECT_EQ(row.inclusive,
                  "\xE2\x88\x92"
                  "150 ns");
      }
      all += row.label + " ";
    }
    const DrawnAngle drawn = DrawnAngleOf(view());
    const Metric& metric = drawn.tree->metrics()[drawn.metric];
    EXPECT_EQ(marked, std::string(label) + " " +
                          ValueText(drawn.tree->Total(drawn.metric), metric.unit, metric.scale));
    EXPECT_EQ(all.find("larger") != std::string::npos, angle == ComparedAngle::kLarger) << all;
  }
}

TEST_F(CompareTest, OtherMetricsTellTheirDifferenceAlone) {
  CompareBoth();
  const auto other = [&] {
    std::vector<DetailsMetric> rows = BuildDetailsModel(state).metrics;
    std::erase_if(rows, [](const DetailsMetric& row) { return !row.label.starts_with("calls"); });
    return rows;
  };
  ASSERT_EQ(other().size(), 1u);
  EXPECT_EQ(other()[0].label, "calls, difference");
  // Whoever chooses it looks at the same side as before.
  DoAll(state, action::SetMetric{other()[0].chosen});
  EXPECT_EQ(view().tree().metrics()[view().metric].name, "calls@after");
  EXPECT_EQ(other().size(), 3u);
}

}  // namespace
}  // namespace ringscope::compared_view_test
