#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/core/display_text.h"
#include "app/core/job.h"
#include "app/details/details_model.h"
#include "app/details/tooltip_model.h"
#include "app/files/documents.h"
#include "app/files/files_on_disk.h"
#include "app/files/start_page_model.h"
#include "app/search/search.h"
#include "app/tables/matches_model.h"
#include "app/tables/neighbours_model.h"
#include "app/tables/tables.h"
#include "app/tables/tree_table_model.h"
#include "app/view/breadcrumb_model.h"
#include "app/view/navigation.h"
#include "app/view/shell.h"
#include "app/view/steps/steps.h"
#include "app/window/status_model.h"
#include "cct/base/text/number_text.h"
#include "cct/merge/tree_aggregator.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/building/type_list.h"
#include "renderer/layout/layout.h"
#include "tests/app/app_test_state.h"

namespace ringscope::panel_models_test {
namespace {

class PanelModelsTest : public ::testing::Test {
 protected:
  AppState state = StateWith(TreeFromFolded(kWorkedExample));
  const Cct& tree() { return state.views[0].tree(); }
  ContextId at(std::string_view path) { return At(tree(), path); }
};

TEST_F(PanelModelsTest, DetailsShowTheCentreWhenNothingIsPointedAt) {
  const DetailsModel model = BuildDetailsModel(state);
  EXPECT_EQ(model.subject, DetailsModel::Subject::kViewRoot);
  EXPECT_EQ(model.name, "main");
  EXPECT_EQ(model.module, "app");
  EXPECT_EQ(model.place, "app.cpp:7");
  EXPECT_EQ(model.children, "3 callees");
  ASSERT_EQ(model.metrics.size(), 2u);
  EXPECT_EQ(model.metrics[0].inclusive_of_total, "100 %");
  EXPECT_EQ(model.metrics[0].self_of_total, "32.9 %");
  EXPECT_EQ(model.metrics[1].inclusive, "18");
}

TEST_F(PanelModelsTest, DetailsOfAFleetSayHowItsMembersDiffer) {
  TreeAggregator aggregator({.over = "rank"});
  for (const char* const name : {"0", "1"}) {
    Execution member{.name = name};
    SetAttribute(kMemberFileAttribute, std::string("/runs/") + name + ".cct", member);
    const char* const cost = *name == '0' ? "main;f 10000\n" : "main;f 30000\n";
    ASSERT_TRUE(aggregator.Add(TreeFromFolded(cost).tree, member).has_value());
  }
  LoadedTree fleet = TreeFromFolded(kWorkedExample);
  EXPECT_FALSE(BuildDetailsModel(state).has_members);
  fleet.tree = *std::move(aggregator).Finish();
  state = StateWith(fleet);
  // It opens with what is asked first.
  EXPECT_EQ(state.views[0].color.derived, "imbalance");
  DoAll(state, action::Select{at("main;f")});
  const DetailsModel model = BuildDetailsModel(state);
  EXPECT_EQ(model.members, (std::vector<std::string>{"each rank: mean 20.0 µs, 10.0 µs to 30.0 µs",
                                                     "by itself: mean 20.0 µs, 10.0 µs to 30.0 µs",
                                                     "in 2 of 2; most: rank 1, +50.0 %"}));
  EXPECT_EQ(model.most_member_file, "/runs/1.cct");
  ASSERT_TRUE(model.ranking);
  EXPECT_EQ(model.ranking->heading, "RANKS IN  f");
  EXPECT_TRUE(model.ranking->remark.starts_with("2 of 2 profiles cannot be read: 0: "))
      << model.ranking->remark;
  EXPECT_TRUE(model.ranking->bars.empty());
}

TEST_F(PanelModelsTest, DetailsShowWhatEachMemberCostsInTheChosenContext) {
  const test::TemporaryFolder folder;
  // Of their profiles, or kept in the aggregate.
  for (const bool keeps_values : {false, true}) {
    TreeAggregator aggregator({.over = "rank", .keeps_values = keeps_values});
    for (uint32_t rank = 0; rank < 8; ++rank) {
      Execution member{.name = std::to_string(rank)};
      const std::string file = folder.path() / (member.name + ".cct");
      SetAttribute(kMemberFileAttribute, file, member);
      const LoadedTree tree = TreeFromFolded(fmt::format("main;f {}\n", rank == 3 ? 15000 : 1000));
      if (keeps_values)
        std::filesystem::remove(file);
      else
        ASSERT_TRUE(WriteCctFile(*tree.tree, file).has_value());
      ASSERT_TRUE(aggregator.Add(tree.tree, member).has_value());
    }
    state = StateWith(WithFunctions(*std::move(aggregator).Finish()));
    // Opening a fleet reads none of its members.
    EXPECT_EQ(BuildDetailsModel(state).ranking->remark, "Click a context to see each rank there.");
    EXPECT_TRUE(state.jobs.empty());
    DoAll(state, action::Select{at("main;f")});
    Do(state, action::PointAt{Pointed{at("main"), {}, kNoContext}, {}});
    const DetailsMembers shown = BuildDetailsModel(state).ranking.value();
    EXPECT_EQ(shown.heading, "RANKS IN  f");
    EXPECT_EQ(shown.remark, "");
    EXPECT_EQ(shown.least + ", " + shown.mean + ", " + shown.most, "1.00 µs, mean 2.75 µs, 15.00 µs");
    ASSERT_EQ(shown.worst.size(), 5u);
    EXPECT_EQ(shown.worst[0].name + " " + shown.worst[0].cost + " " + shown.worst[0].beyond_mean,
              "rank 3 15.00 µs +445.5 %");
    EXPECT_EQ(shown.worst[0].file, folder.path() / "3.cct");
    EXPECT_EQ(shown.worst[1].name, "rank 0");
    EXPECT_EQ(shown.bars.front().height, 1);
    EXPECT_TRUE(shown.bars.front().tip.starts_with("7 of 8: 1.00 µs to ")) << shown.bars.front().tip;
    EXPECT_EQ(shown.bars.back().height, 1.0f / 7);
  }
}

TEST_F(PanelModelsTest, DetailsShowTheFunctionThatIsChosen) {
  DoAll(state, action::ChooseFunction{tree().FrameOf(at("main;g"))});
  DetailsModel model = BuildDetailsModel(state);
  EXPECT_EQ(model.subject, DetailsModel::Subject::kFunction);
  EXPECT_EQ(model.name, "g");
  EXPECT_EQ(model.children, "4 contexts");
  ASSERT_EQ(model.metrics.size(), 2u);
  // g occurs in f/g, f/g/g, g and g/g; the inner ones are counted once with the outer ones.
  EXPECT_EQ(model.metrics[0].inclusive, "980 ns");
  EXPECT_EQ(model.metrics[0].self, "540 ns");
  const auto sum = [&](std::initializer_list<const char*> paths,
                       uint64_t (Cct::*value)(ContextId, MetricIndex) const) {
    uint64_t added = 0;
    for (const char* path : paths) added += (tree().*value)(at(path), 1);
    return ValueText(added, tree().metrics()[1].unit, tree().metrics()[1].scale);
  };
  EXPECT_EQ(model.metrics[1].self, sum({"main;f;g", "main;f;g;g", "main;g", "main;g;g"}, &Cct::Self));
  EXPECT_EQ(model.metrics[1].inclusive, sum({"main;f;g", "main;g"}, &Cct::Inclusive));
  EXPECT_TRUE(model.stack.empty());
  // Rows are pointed at where there are some.
  DoAll(state, action::ShowTable{GroupBy::kFunction});
  DoAll(state, action::HoverFunction{tree().FrameOf(at("main;h;i"))});
  EXPECT_EQ(BuildDetailsModel(state).name, "i");
  Do(state, action::PointAt{Pointed{at("main;f"), {}, kNoContext}, {}});
  EXPECT_EQ(BuildDetailsModel(state).subject, DetailsModel::Subject::kPointed);
}

TEST(FrameFactsDetails, AreThoseOfTheFunctionThatIsShown) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  FrameInterner& frames = builder.frames();
  const FrameId main = builder.InternFrame({.name = "main"}), sort = builder.InternFrame({.name = "sort"});
  builder.AddSelf(builder.Child(builder.Child(kBuildRoot, main), sort), 0, 1);
  frames.SetClass(sort, frames.InternClass({"CSpec", "JLex", frames.InternClass({"Object", "java.lang"})}));
  frames.SetValue(sort,
                  frames.AddValue({std::string(kReceiversValue), "count", 1, FrameValueRule::kDistinct}),
                  {1000, true});
  frames.SetValue(sort, frames.AddValue({std::string(kReturnsSelfValue), "", 1, FrameValueRule::kLeast}),
                  {1});
  AppState known = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  const Cct& tree = known.views[0].tree();
  for (const bool by_function : {false, true}) {
    if (by_function)
      DoAll(known, action::ChooseFunction{tree.FrameOf(At(tree, "main;sort"))});
    else
      Do(known, action::PointAt{Pointed{At(tree, "main;sort"), {}, kNoContext}, {}});
    const DetailsModel model = BuildDetailsModel(known);
    ASSERT_TRUE(model.facts);
    EXPECT_EQ(model.facts->of_class, "class JLex.CSpec, superclass java.lang.Object");
    EXPECT_EQ(model.facts->values, "receivers: at least 1,000  \xC2\xB7  returns self: yes");
    Do(known, action::PointAt{});
  }
  Do(known, action::PointAt{Pointed{At(tree, "main"), {}, kNoContext}, {}});
  const DetailsModel other = BuildDetailsModel(known);
  ASSERT_TRUE(other.facts);
  EXPECT_EQ(other.facts->of_class + other.facts->values, "");
}

TEST(TypeDetails, AreThoseOfTheContextThatIsShown) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  const FrameId main = builder.InternFrame({.name = "main"}), area = builder.InternFrame({.name = "area"});
  const BuildNode caller = builder.Child(kBuildRoot, main), called = builder.Child(caller, area);
  builder.AddSelf(called, 0, 100);
  TypeList& types = builder.types();
  types.Add({called, kReceiverRole, types.NameOf("Circle"), 98});
  types.Add({called, kReceiverRole, types.NameOf("Square"), 2});
  types.Add({called, kResultRole, types.NameOf("float"), 100});
  types.Add({called, kFirstArgument, types.NameOf("int"), 50});
  types.Add({called, kFirstArgument, kOtherTypes, 50});
  types.Add({called, kFirstArgument + 1, types.NameOf("str"), 1});
  AppState known = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  const Cct& tree = known.views[0].tree();
  Do(known, action::PointAt{Pointed{At(tree, "main;area"), {}, kNoContext}, {}});
  EXPECT_EQ(BuildDetailsModel(known).types,
            (std::vector<std::string>{"called on Circle 98.0 %, Square 2.00 %", "returns float",
                                      "argument 1: int 50.0 %, others 50.0 %  \xC2\xB7  argument 2: str"}));
  Do(known, action::PointAt{Pointed{At(tree, "main"), {}, kNoContext}, {}});
  EXPECT_EQ(BuildDetailsModel(known).types, (std::vector<std::string>{"", "", ""}));
  EXPECT_TRUE(BuildDetailsModel(StateWith(TreeFromFolded(kWorkedExample))).types.empty());
}

TEST(FrameFactsDetails, AreLeftOutWhereNothingIsKnown) {
  EXPECT_FALSE(BuildDetailsModel(StateWith(TreeFromFolded(kWorkedExample))).facts);
}

TEST_F(PanelModelsTest, CallersThatComeFirstAreCalledSo) {
  EXPECT_EQ(BuildDetailsModel(state).self_title, "Self");
  EXPECT_FALSE(BuildTreeTableModel(state, *ActiveView(state)).callers_first);
  DoAll(state, action::SetPipeline{ParsePipeline("invert").value()});
  Do(state, action::Select{at("h")});
  const DetailsModel model = BuildDetailsModel(state);
  EXPECT_EQ(model.children, "3 callers");
  EXPECT_EQ(model.self_title, "Outermost");
  EXPECT_TRUE(BuildTreeTableModel(state, *ActiveView(state)).callers_first);
  Do(state, action::Select{at("main")});
  EXPECT_EQ(BuildDetailsModel(state).children, "no callers");
  Do(state, action::Select{kRootContext});
  EXPECT_EQ(BuildDetailsModel(state).children, "5 functions");
}

TEST_F(PanelModelsTest, ThePointedContextGoesBeforeTheSelectedOne) {
  Do(state, action::ZoomTo{at("main;f")});
  Do(state, action::Select{at("main;h")});
  EXPECT_EQ(BuildDetailsModel(state).name, "h");
  Do(state, action::PointAt{Pointed{at("main;f;g;g;h"), {}, kNoContext}});
  const DetailsModel model = BuildDetailsModel(state);
  EXPECT_EQ(model.subject, DetailsModel::Subject::kPointed);
  std::string stack;
  for (size_t row = 0; row < model.stack.size(); ++row) {
    const DetailsFrame frame = BuildDetailsFrame(state, model, row);
    stack += frame.name + " " + frame.inclusive + " " + frame.inclusive_of_total + " " +
             frame.inclusive_of_view + " self " + frame.self + " " + frame.self_of_total +
             (frame.is_view_root ? " centre" : "") + (frame.is_subject ? " here" : "") + "\n";
  }
  EXPECT_EQ(stack,
            "main 3.238 \xC2\xB5s 100 %  self 1.066 \xC2\xB5s 32.9 %\n"
            "f 0.890 \xC2\xB5s 27.5 % 100 % self 0.180 \xC2\xB5s 5.56 % centre\n"
            "g 0.490 \xC2\xB5s 15.1 % 55.1 % self 0.180 \xC2\xB5s 5.56 %\n"
            "g 0.200 \xC2\xB5s 6.18 % 22.5 % self 0.090 \xC2\xB5s 2.78 %\n"
            "h 0.110 \xC2\xB5s 3.40 % 12.4 % self 0.060 \xC2\xB5s 1.85 % here\n");
  EXPECT_EQ(StackText(state, model),
            "h (app)\t0.110 \xC2\xB5s\t0.060 \xC2\xB5s\ng (app)\t0.200 \xC2\xB5s\t0.090 \xC2\xB5s\n"
            "g (app)\t0.490 \xC2\xB5s\t0.180 \xC2\xB5s\nf (app)\t0.890 \xC2\xB5s\t0.180 \xC2\xB5s\n"
            "main (app)\t3.238 \xC2\xB5s\t1.066 \xC2\xB5s\n");
}

TEST_F(PanelModelsTest, ARowOfTheStackAloneIsComparedWithNoOther) {
  Do(state, action::Select{at("main")});
  EXPECT_EQ(BuildDetailsFrame(state, BuildDetailsModel(state), 0).largest, "");
  Do(state, action::Select{at("main;f")});
  EXPECT_EQ(BuildDetailsFrame(state, BuildDetailsModel(state), 0).largest, "3.238 \xC2\xB5s");
}

TEST_F(PanelModelsTest, OnlyWhatTheCentreHoldsHasAShareOfIt) {
  Do(state, action::ZoomTo{at("main;f")});
  Do(state, action::Select{at("main;h")});
  DetailsModel model = BuildDetailsModel(state);
  EXPECT_EQ(model.metrics[0].inclusive_of_view + model.metrics[0].self_of_view, "");
  EXPECT_EQ(model.metrics[0].inclusive_of_total, "24.5 %");
  EXPECT_EQ(BuildDetailsFrame(state, model, 0).self_of_view, "");
  EXPECT_EQ(BuildDetailsFrame(state, model, 1).self_of_view, "");
  Do(state, action::Select{at("main;f;g")});
  model = BuildDetailsModel(state);
  EXPECT_EQ(model.metrics[0].inclusive_of_view, "55.1 %");
  EXPECT_EQ(BuildDetailsFrame(state, model, 1).inclusive_of_view, "100 %");
  // An opened run of callees is the centre; their caller is not.
  const ContextId f = at("main;f");
  Do(state, action::OpenRest{{f, tree().ChildrenOf(f)}});
  Do(state, action::Select{at("main;f;g;g")});
  model = BuildDetailsModel(state);
  ASSERT_EQ(model.stack.size(), 4u);
  EXPECT_EQ(BuildDetailsFrame(state, model, 1).inclusive_of_view, "");
  EXPECT_EQ(BuildDetailsFrame(state, model, 2).inclusive_of_view, "69.0 %");
  EXPECT_EQ(BuildDetailsFrame(state, model, 3).inclusive_of_view, "28.2 %");
}

TEST_F(PanelModelsTest, AChainTellsItsNames) {
  std::string line;
  for (int i = 0; i < 40; ++i) line += "f" + std::to_string(i) + (i < 39 ? ";" : " 7\n");
  state = StateWith(TreeFromFolded("main;" + line + "main 3\n"));
  Pointed pointed{.context = at("main;f0;f1")};
  pointed.chain_head = at("main;f0");
  pointed.chain_contexts = 2;
  Do(state, action::PointAt{pointed});
  TooltipModel tooltip = BuildTooltipModel(state, 0);
  EXPECT_EQ(tooltip.name, "f0 x2");
  EXPECT_EQ(tooltip.chain, (std::vector<std::string>{"f0", "f1"}));
  EXPECT_EQ(tooltip.share, "70.0 %");
  EXPECT_EQ(tooltip.hint, "click: open the chain");
  pointed.chain_contexts = 12;
  Do(state, action::PointAt{pointed});
  EXPECT_EQ(BuildTooltipModel(state, 0).chain.size(), 12u);
  EXPECT_EQ(BuildTooltipModel(state, 0).chain.back(), "f11");
  pointed.chain_contexts = 40;
  Do(state, action::PointAt{pointed});
  tooltip = BuildTooltipModel(state, 0);
  EXPECT_EQ(tooltip.name, "f0 x40");
  ASSERT_EQ(tooltip.chain.size(), 12u);
  EXPECT_EQ(tooltip.chain[7], "f7");
  EXPECT_EQ(tooltip.chain[8], "... 29 more ...");
  EXPECT_EQ(tooltip.chain[9], "f37");
}

TEST_F(PanelModelsTest, ARestSegmentTellsItsCountAndShare) {
  const ContextId f = at("main;f");
  const ContextRange run = tree().ChildrenOf(f);
  Do(state, action::PointAt{Pointed{run.begin, run, f}});
  const DetailsModel model = BuildDetailsModel(state);
  EXPECT_TRUE(model.is_rest);
  EXPECT_EQ(model.rest_count, "2 smaller contexts of 2 functions");
  EXPECT_EQ(model.rest_share, "21.9 %");
  EXPECT_EQ(model.exact_name, "g");
  EXPECT_EQ(model.name, "f");
  EXPECT_EQ(model.metrics[0].inclusive, "710 ns");
  EXPECT_EQ(model.metrics[0].self, "300 ns");
  const TooltipModel tooltip = BuildTooltipModel(state, 0);
  EXPECT_TRUE(tooltip.visible);
  EXPECT_EQ(tooltip.name, "2 smaller contexts of 2 functions");
  EXPECT_EQ(tooltip.share, "21.9 %");
  EXPECT_EQ(tooltip.hint, "here: g");
  // Callees of several callers, some of one function.
  const ContextRange both{run.begin, tree().ChildrenOf(at("main;g")).end};
  Do(state, action::PointAt{Pointed{both.begin, both, at("main")}});
  EXPECT_EQ(BuildTooltipModel(state, 0).name, "5 smaller contexts of 3 functions");
}

TEST_F(PanelModelsTest, TheTooltipOfAGapTellsTheSelfCost) {
  const ContextId main = at("main");
  Do(state, action::PointAt{Pointed{.context = main, .rest = {}, .is_self_gap = true}});
  const TooltipModel tooltip = BuildTooltipModel(state, 0);
  EXPECT_EQ(tooltip.name, "main");
  EXPECT_EQ(tooltip.value,
            ValueText(tree().Self(main, 0), tree().metrics()[0].unit, tree().metrics()[0].scale));
  EXPECT_EQ(tooltip.hint, "this gap is its self cost");
}

TEST_F(PanelModelsTest, TheTooltipTellsTheShareOfTotalAndOfTheCentre) {
  EXPECT_FALSE(BuildTooltipModel(state, 0).visible);
  Do(state, action::ZoomTo{at("main;f")});
  Do(state, action::PointAt{Pointed{at("main;f;h"), {}, kNoContext}});
  EXPECT_EQ(BuildTooltipModel(state, 0).share, "6.79 % of total, 24.7 % of the centre");
  Do(state, action::PointAt{Pointed{at("main;f"), {}, kNoContext}});
  EXPECT_EQ(BuildTooltipModel(state, 0).hint, "click: back to the centre before");
}

TEST_F(PanelModelsTest, MetricsListTotalsAndTheCentre) {
  Do(state, action::ZoomTo{at("main;h")});
  Do(state, action::SetMetric{1});
  const DetailsModel model = BuildDetailsModel(state);
  ASSERT_EQ(model.metrics.size(), 2u);
  EXPECT_EQ(model.metrics[0].name, "time");
  EXPECT_EQ(model.metrics[0].totals, "time: 3.24 \xC2\xB5s in total, 792 ns (24.5 %) in the centre");
  EXPECT_EQ(model.metrics[1].metric, 1u);
  EXPECT_TRUE(model.metrics[1].active);
}

std::string CrumbText(const BreadcrumbModel& model) {
  std::string text;
  for (size_t i = 0; i < model.crumbs.size(); ++i) {
    if (i == 1 && model.hidden_count > 0) text += "(+" + std::to_string(model.hidden_count) + ")/";
    text += model.crumbs[i].name + (model.crumbs[i].current ? "*" : "/");
  }
  return text;
}

TEST_F(PanelModelsTest, BreadcrumbsFollowTheCentre) {
  EXPECT_EQ(CrumbText(BuildBreadcrumbModel(state)), "main*");
  EXPECT_TRUE(BuildBreadcrumbModel(state).at_whole_tree);
  const ContextId g = at("main;f;g");
  Do(state, action::ZoomTo{g});
  EXPECT_EQ(CrumbText(BuildBreadcrumbModel(state)), "main/f/g*");
  Do(state, action::OpenRest{{g, tree().ChildrenOf(g)}});
  EXPECT_EQ(CrumbText(BuildBreadcrumbModel(state)), "main/f/g/2 smaller contexts*");
  EXPECT_TRUE(BuildBreadcrumbModel(state).can_go_back);
}

TEST(PanelModelsDeepTest, LongPathsCountWhatTheyHide) {
  std::string line;
  for (int i = 0; i < 100; ++i) line += (i == 0 ? "n" : ";n") + std::to_string(i);
  AppState state = StateWith(TreeFromFolded(line + " 5\n"));
  EXPECT_EQ(CrumbText(BuildBreadcrumbModel(state)), "n0*");  // a lone stack opens at its top
  Do(state, action::ZoomTo{100});
  const BreadcrumbModel model = BuildBreadcrumbModel(state);
  EXPECT_EQ(model.crumbs.size(), kMaxCrumbs);
  EXPECT_EQ(model.hidden_count, 100 - kMaxCrumbs);
  EXPECT_EQ(model.crumbs[0].name, "n0");
  EXPECT_EQ(model.crumbs.back().name, "n99");
}

TEST(PanelModelsEmptyTest, NothingOpenGivesEmptyModels) {
  const AppState state;
  EXPECT_EQ(BuildDetailsModel(state).subject, DetailsModel::Subject::kNone);
  EXPECT_TRUE(BuildBreadcrumbModel(state).crumbs.empty());
  EXPECT_TRUE(BuildDetailsModel(state).metrics.empty());
  EXPECT_FALSE(BuildTooltipModel(state, 0).visible);
  EXPECT_EQ(BuildStatusModel(state, {}).summary, "");
  EXPECT_FALSE(BuildStartPageModel(state).hints.empty());
}

TEST_F(PanelModelsTest, OneOfAThingIsNamedInTheSingular) {
  EXPECT_EQ(CountedText(0, "segment"), "0 segments");
  EXPECT_EQ(CountedText(1, "segment"), "1 segment");
  EXPECT_EQ(CountedText(1234, "segment"), "1,234 segments");
  const AppState one = StateWith(TreeFromFolded("main 1\n"));
  EXPECT_EQ(BuildStatusModel(one, "1 segment").summary, "1 context, 1 layer, 1 function");
  EXPECT_EQ(BuildStatusModel(one, "1 segment").drawn, "1 segment");
}

TEST_F(PanelModelsTest, BreadcrumbsOfEqualNamesTellWhereTheyAre) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  for (const Frame& frame : {Frame{.name = "run", .module = "app"}, Frame{.name = "run", .file = "pool.cpp"},
                             Frame{.name = "f", .module = "app"}, Frame{.name = "f", .module = "app"}}) {
    node = builder.Child(node, builder.InternFrame(frame));
  }
  builder.AddSelf(node, 0, 1);
  AppState one = StateWith(WithFunctions(*std::move(builder).Finish({})));
  Do(one, action::ZoomTo{ActiveView(one)->tree().context_count() - 1});
  std::string places;
  for (const Crumb& crumb : BuildBreadcrumbModel(one).crumbs) places += crumb.name + ":" + crumb.place + "/";
  // A call of a function by itself is told by nothing: it is the same one.
  EXPECT_EQ(places, "main:/run:app/run:pool.cpp/f:/f:/");
}

TEST_F(PanelModelsTest, FunctionsWithoutANameCountThoughTheRootHasNoneEither) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  const BuildNode caller = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  builder.AddSelf(builder.Child(caller, builder.InternFrame({.name = ""})), 0, 1);
  const AppState nameless = StateWith(WithFunctions(*std::move(builder).Finish({})));
  EXPECT_EQ(BuildStatusModel(nameless, {}).summary, "2 contexts, 2 layers, 2 functions");
}

TEST_F(PanelModelsTest, StatusTellsWhatIsOpenAndWhatRuns) {
  EXPECT_EQ(BuildStatusModel(state, {}).summary, "18 contexts, 6 layers, 5 functions");
  Do(state, action::OpenFile{"/p/huge.folded"});
  Do(state, action::JobProgressed{state.jobs.back().id, 1 << 20, 4 << 20});
  const StatusModel model = BuildStatusModel(state, {});
  ASSERT_EQ(model.jobs.size(), 1u);
  EXPECT_EQ(model.jobs[0].label, "Opening huge.folded");
  EXPECT_EQ(model.jobs[0].amount, "1.00 MiB of 4.00 MiB");
  EXPECT_FLOAT_EQ(model.jobs[0].fraction, 0.25f);
}

TEST_F(PanelModelsTest, ATreeThatIsAnEstimateSaysSo) {
  CctBuilder builder;
  builder.AddMetric({"Ir", "instructions", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  const BuildNode work = builder.Child(main, builder.InternFrame({.name = "work"}));
  builder.AddSelf(main, 0, 3);
  builder.AddSelf(work, 0, 1);
  builder.MarkContext(work, kEstimated);
  ImportReport report;
  report.Skip("no count", 17, 2);
  report.estimated.push_back({"Ir", 1, 4});
  AppState estimate = StateWith(WithFunctions(std::move(builder).Finish(std::move(report)).value()));
  EXPECT_EQ(BuildStatusModel(estimate, {}).report_badge, "estimate: 25.0 %, 2 records skipped");
  EXPECT_EQ(BuildStatusModel(estimate, {}).report_tone, BadgeTone::kWarning);
  EXPECT_EQ(BuildReportModel(estimate).estimated,
            (std::vector<std::string>{
                "25.0 % of Ir in the whole profile is an estimate, divided among contexts that "
                "the input does not tell apart"}));
  // Lists of costs say so in their headings.
  DoAll(estimate, action::SetSearchText{"main"});
  Do(estimate, action::ShowDockTab{DockTab::kMatches});
  const auto heading = [](const std::vector<TableColumnModel>& columns) {
    const auto found = std::find_if(columns.begin(), columns.end(),
                                    [](const TableColumnModel& one) { return one.id == "inclusive"; });
    return found == columns.end() ? std::string() : found->title;
  };
  EXPECT_EQ(heading(BuildMatchesModel(estimate).columns), "Inclusive ~");
  EXPECT_EQ(heading(BuildNeighboursModel(estimate).columns), "Inclusive ~");
  EXPECT_EQ(heading(BuildNeighboursModel(state).columns), "Inclusive");
  // Only of the contexts whose cost was divided, as the pointer and the details show them.
  for (const ContextId context : {ContextId{1}, ContextId{2}}) {
    ActiveView(estimate)->pointed = Pointed{.context = context};
    EXPECT_EQ(BuildTooltipModel(estimate, 0).estimated, context == 2);
    EXPECT_EQ(BuildDetailsModel(estimate).estimated, context == 2);
  }
  EXPECT_TRUE(BuildReportModel(state).estimated.empty());
}

TEST_F(PanelModelsTest, ANoteIsNoWarning) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "main"})), 0, 1);
  ImportReport report;
  report.notes.push_back("Times are of wall clocks");
  const AppState noted = StateWith(WithFunctions(std::move(builder).Finish(std::move(report)).value()));
  EXPECT_EQ(BuildStatusModel(noted, {}).report_badge, "1 note");
  EXPECT_EQ(BuildStatusModel(noted, {}).report_tone, BadgeTone::kQuiet);
}

TEST_F(PanelModelsTest, WhatWasKeptInPartIsNotCalledSkipped) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "[unknown]"})), 0, 1);
  ImportReport report;
  report.Keep("a stack that is not in the file", 17);
  const AppState kept = StateWith(WithFunctions(std::move(builder).Finish(std::move(report)).value()));
  EXPECT_EQ(BuildStatusModel(kept, {}).report_badge, "1 record incomplete");
  EXPECT_EQ(BuildStatusModel(kept, {}).report_tone, BadgeTone::kWarning);
  EXPECT_TRUE(BuildReportModel(kept).skipped.empty());
  ASSERT_EQ(BuildReportModel(kept).incomplete.size(), 1u);
  EXPECT_EQ(BuildReportModel(kept).incomplete[0].reason, "a stack that is not in the file");
}

TEST(StartPageModelTest, RecentFilesHaveNameAndFolder) {
  AppState state;
  state.settings.recent_files = {"/data/run 1/java.folded"};
  const StartPageModel model = BuildStartPageModel(state);
  ASSERT_EQ(model.recent.size(), 1u);
  EXPECT_EQ(model.recent[0].name, "java.folded");
  EXPECT_EQ(model.recent[0].folder, "/data/run 1");
  EXPECT_EQ(model.recent[0].facts, "");
}

TEST(StartPageModelTest, TheDiskTellsSizeAndDate) {
  const test::TemporaryFolder folder;
  const std::string there = (folder.path() / "a.folded").string(),
                    gone = (folder.path() / "b.folded").string();
  std::ofstream(there) << std::string(1500, 'a');
  AppState state;
  state.settings.recent_files = {there, gone};
  DoAll(state, action::OfferStartFiles{});
  const StartPageModel model = BuildStartPageModel(state);
  ASSERT_EQ(model.recent.size(), 2u);
  EXPECT_TRUE(model.recent[0].facts.starts_with("1.46 KiB, 20")) << model.recent[0].facts;
  EXPECT_EQ(model.recent[1].facts, "no longer there");
}

TEST(StartPageModelTest, ExamplesLieBesideTheProgram) {
  const test::TemporaryFolder folder;
  const auto put = [&](const std::filesystem::path& file) {
    std::filesystem::create_directories((folder.path() / file).parent_path());
    std::ofstream(folder.path() / file) << "a 1\n";
  };
  EXPECT_TRUE(FindExamples(folder.path() / "bin/ringscope").empty());
  put("share/ringscope/examples/worked_example.folded");
  const auto installed = FindExamples(folder.path() / "bin/ringscope");
  ASSERT_EQ(installed.size(), 1u);
  EXPECT_EQ(installed[0].file.path,
            (folder.path() / "share/ringscope/examples/worked_example.folded").string());
  put("examples/javac.folded.gz");
  EXPECT_EQ(FindExamples(folder.path() / "build/release/ringscope").size(), 1u);
}

}  // namespace
}  // namespace ringscope::panel_models_test
