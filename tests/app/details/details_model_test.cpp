#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "app/core/job.h"
#include "app/details/details_model.h"
#include "app/search/search.h"
#include "app/tables/tables.h"
#include "app/tables/tree_table_model.h"
#include "app/view/navigation.h"
#include "app/view/steps/steps.h"
#include "cct/base/text/number_text.h"
#include "cct/merge/tree_aggregator.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/building/type_list.h"
#include "renderer/layout/layout.h"
#include "tests/app/app_test_state.h"

namespace ringscope::details_model_test {
namespace {

using DetailsModelTest = ExampleTest;

TEST_F(DetailsModelTest, ShowTheCentreWhenNothingIsPointedAt) {
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

TEST_F(DetailsModelTest, TellTheValueThatColoursAContext) {
  EXPECT_FALSE(BuildDetailsModel(state).colored.has_value());
  ViewState& view = state.views[0];
  view.color.mode = ColorMode::kMetric;
  view.color.derived = "cost a call";
  const auto has_column = [&] {
    const TreeTableModel table = BuildTreeTableModel(state, view, false);
    return std::any_of(table.derived.begin(), table.derived.end(),
                       [](const BoundDerivedMetric& one) { return one.name == "cost a call"; });
  };
  EXPECT_TRUE(has_column());
  const ContextId context = at("main;f");
  DoAll(state, action::Select{context});
  EXPECT_EQ(BuildDetailsModel(state).colored, "cost a call: 180 ns");
  view.pointed = Pointed{.context = context};
  EXPECT_EQ(BuildTooltipModel(state, 0).kind_lines, std::vector{*BuildDetailsModel(state).colored});
  view.color.mode = ColorMode::kFunction;
  EXPECT_FALSE(has_column());
  EXPECT_TRUE(BuildTooltipModel(state, 0).kind_lines.empty());
}

TEST_F(DetailsModelTest, OfAFleetSayHowItsMembersDiffer) {
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

TEST_F(DetailsModelTest, ShowWhatEachMemberCostsInTheChosenContext) {
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

TEST_F(DetailsModelTest, ShowTheFunctionThatIsChosen) {
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

TEST(TypeDetails, OfAFunctionAreThoseOfItsContextsBelowTheCentre) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  const FrameId main = builder.InternFrame({.name = "main"}), area = builder.InternFrame({.name = "area"}),
                draw = builder.InternFrame({.name = "draw"});
  const BuildNode caller = builder.Child(kBuildRoot, main), drawing = builder.Child(caller, draw);
  const BuildNode direct = builder.Child(caller, area), drawn = builder.Child(drawing, area);
  TypeList& types = builder.types();
  for (const BuildNode context : {direct, drawn}) {
    builder.AddSelf(context, 0, 10);
    types.Add({context, kReceiverRole, types.NameOf("Circle"), 10});
  }
  types.Add({drawn, kReceiverRole, types.NameOf("Square"), 20});
  types.Add({drawn, kFirstArgument, types.NameOf("int"), 5});
  AppState state = StateWith(WithFunctions(std::move(builder).Finish({}).value()));
  const Cct& tree = state.views[0].tree();
  const auto shown_after = [&](const Action& action) {
    const auto effects = Do(state, action);
    if (const auto* task = FindTask<LightRequest>(effects)) {
      for (const Action& delivered : Deliver(*task)) Do(state, delivered);
    }
    return BuildDetailsModel(state).types;
  };
  EXPECT_EQ(shown_after(action::ChooseFunction{tree.FrameOf(At(tree, "main;area"))}),
            (std::vector<std::string>{"called on Circle 50.0 %, Square 50.0 %", "", "argument 1: int"}));
  EXPECT_EQ(shown_after(action::ZoomTo{At(tree, "main;draw")}),
            (std::vector<std::string>{"called on Square 66.7 %, Circle 33.3 %", "", "argument 1: int"}));
}

TEST(FrameFactsDetails, AreLeftOutWhereNothingIsKnown) {
  EXPECT_FALSE(BuildDetailsModel(StateWith(TreeFromFolded(kWorkedExample))).facts);
}

TEST_F(DetailsModelTest, CallersThatComeFirstAreCalledSo) {
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

TEST_F(DetailsModelTest, ThePointedContextGoesBeforeTheSelectedOne) {
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

TEST_F(DetailsModelTest, ARowOfTheStackAloneIsComparedWithNoOther) {
  Do(state, action::Select{at("main")});
  EXPECT_EQ(BuildDetailsFrame(state, BuildDetailsModel(state), 0).largest, "");
  Do(state, action::Select{at("main;f")});
  EXPECT_EQ(BuildDetailsFrame(state, BuildDetailsModel(state), 0).largest, "3.238 \xC2\xB5s");
}

TEST_F(DetailsModelTest, OnlyWhatTheCentreHoldsHasAShareOfIt) {
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

TEST_F(DetailsModelTest, AChainTellsItsNames) {
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

}  // namespace
}  // namespace ringscope::details_model_test
