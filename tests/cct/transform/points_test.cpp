// What each step of a pipeline does with costs by input size.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cct/transform/pipeline.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"

namespace ringscope::points_test {
namespace {

using Lines = std::vector<std::string>;

class TreeMaker {
 public:
  TreeMaker() { builder_.AddMetric({"cost", "count", 1}); }
  BuildNode Call(BuildNode caller, const Frame& frame, uint64_t self) {
    const BuildNode node = builder_.Child(caller, builder_.InternFrame(frame));
    builder_.AddSelf(node, 0, self);
    return node;
  }
  // Of one size.
  void AddCalls(BuildNode node, uint64_t size, uint64_t calls, uint64_t cost, uint64_t most) {
    nodes_.push_back(node);
    const uint64_t point[] = {size, calls, cost, most};
    for (size_t field = 0; field < values_.size(); ++field) values_[field].push_back(point[field]);
  }
  CctPtr Make() && {
    builder_.SetPoints({{"input", "count", false},
                        {"calls", "count", false},
                        {"inclusive", "count", false},
                        {"inclusive_max", "count", false}},
                       nodes_, values_);
    return std::move(builder_).Finish({}).value();
  }
  CctBuilder& builder() { return builder_; }

 private:
  CctBuilder builder_;
  std::vector<BuildNode> nodes_;
  std::vector<std::vector<uint64_t>> values_ = std::vector<std::vector<uint64_t>>(4);
};

// Two threads run main, which sorts (once through itself) and copies.
CctPtr SortingTree() {
  TreeMaker tree;
  for (const std::string_view thread : {"t1", "t2"}) {
    const BuildNode top = tree.Call(kBuildRoot, {.name = thread, .kind = FrameKind::kThread}, 0);
    const BuildNode main = tree.Call(top, {.name = "main", .module = "app"}, thread == "t1" ? 3 : 1);
    const BuildNode sort = tree.Call(main, {.name = "sort", .module = "app"}, 50);
    tree.AddCalls(main, 1, 1, 100, 100);
    tree.AddCalls(sort, 4, 2, 20, 12);
    tree.AddCalls(sort, 8, 1, 40, 40);
    if (thread == "t2") continue;
    const BuildNode inner = tree.Call(sort, {.name = "sort", .module = "app"}, 10);
    tree.AddCalls(inner, 2, 5, 5, 1);
    tree.AddCalls(inner, 4, 1, 7, 7);
    const BuildNode copy = tree.Call(inner, {.name = "copy", .module = "libc"}, 2);
    tree.AddCalls(copy, 64, 3, 2, 1);
  }
  return std::move(tree).Make();
}

// "main;sort 4: 2 20 12", that is, calls, cost, most.
Lines PointsOf(const Cct& tree) {
  EXPECT_TRUE(VerifyCct(tree).has_value());
  Lines lines;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    const std::string path = test::PathText(tree, context);
    const PointRange range = tree.PointsOf(context);
    for (uint64_t point = range.begin; point < range.end; ++point) {
      std::string line = path + " " + std::to_string(tree.PointValue(0, point)) + ":";
      for (size_t field = 1; field < 4; ++field) line += " " + std::to_string(tree.PointValue(field, point));
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

Lines After(const CctPtr& tree, std::string_view pipeline) {
  const auto outcome = ApplyPipeline(tree, ParsePipeline(pipeline).value(), {});
  EXPECT_TRUE(outcome.has_value()) << outcome.error().message;
  return PointsOf(*outcome->tree);
}

TEST(PointsOfTransforms, MergeThreadsUnitesThemBySize) {
  EXPECT_EQ(After(SortingTree(), "merge-threads"),
            (Lines{"main 1: 2 200 100", "main;sort 4: 4 40 12", "main;sort 8: 2 80 40",
                   "main;sort;sort 2: 5 5 1", "main;sort;sort 4: 1 7 7", "main;sort;sort;copy 64: 3 2 1"}));
}

TEST(PointsOfTransforms, FoldedRecursionHasThoseOfAllItsCalls) {
  const Lines folded{"main 1: 2 200 100", "main;sort 2: 5 5 1", "main;sort 4: 5 47 12",
                     "main;sort 8: 2 80 40", "main;sort;copy 64: 3 2 1"};
  EXPECT_EQ(After(SortingTree(), "merge-threads | fold-recursion"), folded);
  EXPECT_EQ(After(SortingTree(), "merge-threads | fold-recursion direct"), folded);
}

TEST(PointsOfTransforms, FocusKeepsThoseBelow) {
  EXPECT_EQ(After(SortingTree(), "focus fn:sort"),
            (Lines{"sort 4: 4 40 12", "sort 8: 2 80 40", "sort;sort 2: 5 5 1", "sort;sort 4: 1 7 7",
                   "sort;sort;copy 64: 3 2 1"}));
}

// Their sizes are not those of the caller's input.
TEST(PointsOfTransforms, HiddenFunctionsGiveTheirCallersNone) {
  EXPECT_EQ(After(SortingTree(), "merge-threads | hide fn:sort"),
            (Lines{"main 1: 2 200 100", "main;copy 64: 3 2 1"}));
}

TEST(PointsOfTransforms, DropLeavesThoseOfCallersAsTheyWere) {
  EXPECT_EQ(After(SortingTree(), "merge-threads | drop fn:sort"), (Lines{"main 1: 2 200 100"}));
}

TEST(PointsOfTransforms, KeepTakesThoseOfCallersWithTheirCost) {
  EXPECT_EQ(After(SortingTree(), "merge-threads | keep fn:copy"), (Lines{"main;sort;sort;copy 64: 3 2 1"}));
}

TEST(PointsOfTransforms, GroupsHaveNone) {
  for (const char* const key : {"mod", "file"})
    EXPECT_EQ(After(SortingTree(), std::string("group ") + key), Lines{}) << key;
  EXPECT_EQ(After(SortingTree(), "merge-threads | collapse mod:app"), (Lines{"app;copy 64: 3 2 1"}));
}

TEST(PointsOfTransforms, FunctionsAloneHaveThoseOfAllContexts) {
  EXPECT_EQ(After(SortingTree(), "methods"), (Lines{"sort 2: 5 5 1", "sort 4: 5 47 12", "sort 8: 2 80 40",
                                                    "main 1: 2 200 100", "copy 64: 3 2 1"}));
}

TEST(PointsOfTransforms, InvertedTreesHaveThemInTheFirstRing) {
  EXPECT_EQ(After(SortingTree(), "invert"), (Lines{"sort 2: 5 5 1", "sort 4: 5 47 12", "sort 8: 2 80 40",
                                                   "main 1: 2 200 100", "copy 64: 3 2 1"}));
}

TEST(PointsOfTransforms, WhatFoldsLosesThem) {
  EXPECT_EQ(After(SortingTree(), "merge-threads | prune 5%"),
            (Lines{"main 1: 2 200 100", "main;sort 4: 4 40 12", "main;sort 8: 2 80 40",
                   "main;sort;sort 2: 5 5 1", "main;sort;sort 4: 1 7 7"}));
  EXPECT_EQ(After(SortingTree(), "merge-threads | depth 1"), (Lines{"main 1: 2 200 100"}));
}

TEST(PointsOfTransforms, ThreadsFirstTakesThemAlong) {
  TreeMaker tree;
  const BuildNode main = tree.Call(kBuildRoot, {.name = "main"}, 0);
  tree.AddCalls(main, 1, 1, 9, 9);  // and no cost: otherwise nothing would stay of it
  const BuildNode thread = tree.Call(main, {.name = "t", .kind = FrameKind::kThread}, 0);
  tree.AddCalls(tree.Call(thread, {.name = "f"}, 9), 3, 1, 9, 9);
  EXPECT_EQ(After(std::move(tree).Make(), "group thread"), (Lines{"main 1: 1 9 9", "t;main;f 3: 1 9 9"}));
}

TEST(PointsOfTransforms, ARangeOfTimeHasNone) {
  TreeMaker tree;
  const BuildNode main = tree.Call(kBuildRoot, {.name = "main"}, 9);
  tree.AddCalls(main, 1, 1, 9, 9);
  SampleList samples;
  samples.valued = {0};
  samples.values.resize(1);
  for (const uint64_t time_ns : {0, 5}) {
    samples.Add(time_ns, main);
    samples.values[0].Add(4);
  }
  tree.builder().SetSamples({samples});
  EXPECT_EQ(After(std::move(tree).Make(), "time 0s..3ns"), Lines{});
}

// A context alone may have the same size twice, as importers leave it.
TEST(PointsOfTransforms, SumsStayBelowTheLimit) {
  TreeMaker tree;
  const BuildNode main = tree.Call(kBuildRoot, {.name = "main"}, 1);
  const BuildNode inner = tree.Call(main, {.name = "main"}, 1);
  tree.AddCalls(main, 1, 1, UINT64_MAX / 2, 9);
  tree.AddCalls(inner, 1, 1, UINT64_MAX / 2, 10);
  EXPECT_EQ(After(std::move(tree).Make(), "fold-recursion"), (Lines{"main 1: 2 9223372036854775807 10"}));
}

TEST(PointsOfTransforms, ThoseWithoutASizeAreLeftOut) {
  CctBuilder builder;
  builder.AddMetric({"cost", "count", 1});
  const BuildNode main = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  const BuildNode inner = builder.Child(main, builder.InternFrame({.name = "main"}));
  builder.SetPoints({{"calls", "count", false}}, {main, inner}, {{3, 4}});
  const CctPtr tree = std::move(builder).Finish({}).value();
  const auto outcome = ApplyPipeline(tree, ParsePipeline("fold-recursion").value(), {});
  ASSERT_TRUE(outcome.has_value());
  EXPECT_EQ(outcome->tree->point_count(), 0u);
}

}  // namespace
}  // namespace ringscope::points_test
