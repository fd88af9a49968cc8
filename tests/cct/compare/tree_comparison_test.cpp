#include <gtest/gtest.h>

#include <map>
#include <string>

#include "cct/compare/answers/function_changes.h"
#include "cct/compare/tree_comparison.h"
#include "cct/tree/building/type_list.h"
#include "cct/tree/verify.h"
#include "tests/cct/point_lines.h"
#include "tests/cct/test_trees.h"

namespace ringscope::tree_comparison_test {
namespace {

using test::TreeFromFolded;

Result<TreeComparison> Compare(const CctPtr& before, const CctPtr& after,
                               const CompareOptions& options = {}) {
  const CompareInput sides[] = {{before, {"a"}}, {after, {"b"}}};
  return CompareTrees(std::span(sides).first(1), std::span(sides).last(1), options);
}

// "main;f: 3 4 common", a line a context.
std::map<std::string, std::string> LinesOf(const TreeComparison& comparison) {
  const Cct& tree = *comparison.tree;
  const ComparedMetric& metric = comparison.metrics[0];
  std::map<std::string, std::string> lines;
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    std::string path;
    for (const ContextId at : tree.PathTo(context))
      path += (path.empty() ? "" : ";") + std::string(tree.FrameAt(at).name);
    lines[path] = std::to_string(tree.Self(context, metric.side[0])) + " " +
                  std::to_string(tree.Self(context, metric.side[1])) + " " +
                  std::string(WordOf(kContextKindWords, comparison.kinds[context]));
  }
  return lines;
}
std::map<std::string, std::string> LinesOf(const std::string& before, const std::string& after,
                                           const CompareOptions& options = {}) {
  const auto comparison = Compare(TreeFromFolded(before), TreeFromFolded(after), options);
  if (!comparison) return {{"error", comparison.error().message}};
  const Result<void> verified = VerifyCct(*comparison->tree);
  if (!verified) return {{"error", verified.error().message}};
  return LinesOf(*comparison);
}
using Lines = std::map<std::string, std::string>;

TEST(CompareTrees, EqualPathsAreOneContext) {
  EXPECT_EQ(
      LinesOf("main;f 3\nmain;g 4\n", "main;f 5\nmain;h 6\nmain 1\n"),
      (Lines{
          {"main", "0 1 common"}, {"main;f", "3 5 common"}, {"main;g", "4 0 gone"}, {"main;h", "0 6 new"}}));
}

TEST(CompareTrees, AnInsertedWrapperIsPassedThrough) {
  EXPECT_EQ(LinesOf("main;f;g 3\nmain;f 2\n", "main;w;f;g 5\nmain;w 1\n"),
            (Lines{{"main", "0 0 common"},
                   {"main;w", "0 1 new wrapper"},
                   {"main;w;f", "2 0 common"},
                   {"main;w;f;g", "3 5 common"}}));
  EXPECT_EQ(LinesOf("main;w;f 3\n", "main;f 4\n"),
            (Lines{{"main", "0 0 common"}, {"main;w", "0 0 gone wrapper"}, {"main;w;f", "3 4 common"}}));
  CompareOptions exact;
  exact.matching = Matching::kExact;
  EXPECT_EQ(
      LinesOf("main;w;f 3\n", "main;f 4\n", exact),
      (Lines{
          {"main", "0 0 common"}, {"main;w", "0 0 gone"}, {"main;w;f", "3 0 gone"}, {"main;f", "0 4 new"}}));
}

TEST(CompareTrees, ThreeWrappersAreTheMost) {
  EXPECT_EQ(LinesOf("main;f 3\n", "main;a;b;c;f 4\n").at("main;a;b;c;f"), "3 4 common");
  EXPECT_EQ(LinesOf("main;f 3\n", "main;a;b;c;d;f 4\n").at("main;a;b;c;d;f"), "0 4 new");
}

TEST(CompareTrees, TheLargestCommonCostDecides) {
  const Lines lines = LinesOf("main;f 10\n", "main;a;f 3\nmain;b;f 8\n");
  EXPECT_EQ(lines.at("main;b;f"), "10 8 common");
  EXPECT_EQ(lines.at("main;a;f"), "0 3 new");
  const Lines by_name = LinesOf("main;f 10\n", "main;b;f 8\nmain;a;f 8\n");
  EXPECT_EQ(by_name.at("main;a;f"), "10 8 common");
  // What both have stays where it is.
  EXPECT_EQ(LinesOf("main;f 10\n", "main;f 1\nmain;a;f 8\n").at("main;f"), "10 1 common");
}

TEST(CompareTrees, WrappersOfBothSidesStandSideBySide) {
  EXPECT_EQ(LinesOf("main;w;f 3\nmain;g 4\n", "main;f 5\nmain;v;g 6\n"),
            (Lines{{"main", "0 0 common"},
                   {"main;w", "0 0 gone wrapper"},
                   {"main;w;f", "3 5 common"},
                   {"main;v", "0 0 new wrapper"},
                   {"main;v;g", "4 6 common"}}));
}

// main calls `callee`, marked and with two points, perhaps through a wrapper.
CctPtr TreeWithPoints(const char* callee, uint64_t cost, bool has_wrapper) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  BuildNode caller = builder.Child(kBuildRoot, builder.InternFrame({.name = "main"}));
  if (has_wrapper) caller = builder.Child(caller, builder.InternFrame({.name = "wrapper"}));
  const BuildNode node = builder.Child(caller, builder.InternFrame({.name = callee}));
  builder.AddSelf(node, 0, cost);
  builder.MarkContext(node, kCallersCutOff);
  builder.SetPoints({{"input", "", false}, {"cost", "", false}}, {node, node}, {{4, 8}, {cost, 2 * cost}});
  return std::move(builder).Finish({}).value();
}

TEST(CompareTrees, PointsStayWithTheirExecutionAndMarksStay) {
  const CctPtr before = TreeWithPoints("f", 10, false), after = TreeWithPoints("f", 11, true);
  const TreeComparison comparison = Compare(before, after).value();
  EXPECT_EQ(comparison.tree->point_fields().back().name, "execution");
  EXPECT_EQ(test::PointLines(*comparison.tree),
            (std::vector<std::string>{"f 4,10,0", "f 4,11,1", "f 8,20,0", "f 8,22,1"}));
  EXPECT_EQ(comparison.tree->FlagsOf(3), kCallersCutOff);
  EXPECT_EQ(comparison.tree->FlagsOf(2), kIsWrapper);
  EXPECT_TRUE(VerifyCct(*comparison.tree));
  EXPECT_TRUE(comparison.notes.empty());
  // A comparison that is compared again is one execution.
  EXPECT_EQ(test::PointLines(*Compare(comparison.tree, comparison.tree).value().tree),
            (std::vector<std::string>{"f 4,21,0", "f 4,21,1", "f 8,42,0", "f 8,42,1"}));
}

TEST(CompareTrees, PointsOfOneSideAreLeftOutAndItIsSaid) {
  const TreeComparison comparison =
      Compare(TreeWithPoints("f", 10, false), TreeFromFolded("main;f 3\n")).value();
  EXPECT_EQ(comparison.tree->point_count(), 0u);
  EXPECT_EQ(comparison.notes, (std::vector<std::string>{"The points of cost by input size were left out: not "
                                                        "all profiles have them, with the same fields."}));
}

CctPtr TreeWithTypes(std::string_view name, std::string_view type, uint64_t calls) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = name}));
  builder.AddSelf(node, 0, calls);
  builder.types().Add({node, kReceiverRole, builder.types().NameOf(type), calls});
  return std::move(builder).Finish({}).value();
}

TEST(CompareTrees, TypesAreThoseOfBothSides) {
  const TreeComparison comparison = Compare(TreeWithTypes("f", "B", 3), TreeWithTypes("f", "A", 2)).value();
  EXPECT_EQ(test::TypeDump(*comparison.tree),
            "context\trole\ttype\tcalls\n1\treceiver\tB\t3\n1\treceiver\tA\t2\n");
  EXPECT_TRUE(VerifyCct(*comparison.tree));
  ASSERT_EQ(comparison.notes.size(), 1u);
  EXPECT_EQ(comparison.notes[0],
            "The types of receivers, arguments and results are those of all profiles together; each profile "
            "shows its own.");
  // What only one side has keeps its types too.
  const TreeComparison apart = Compare(TreeWithTypes("g", "B", 3), TreeWithTypes("f", "A", 2)).value();
  EXPECT_EQ(apart.tree->FrameAt(1).name, "g");
  EXPECT_EQ(test::TypeDump(*apart.tree),
            "context\trole\ttype\tcalls\n1\treceiver\tB\t3\n2\treceiver\tA\t2\n");
}

// The differences of shares of "Performance evolution blueprint", Fig. 5 and section III.
TEST(CompareTrees, PublishedDifferences) {
  const auto share_differences = [](const std::string& before, const std::string& after) {
    const TreeComparison comparison = Compare(TreeFromFolded(before), TreeFromFolded(after)).value();
    std::map<std::string, double> differences;
    for (ContextId context = 1; context < comparison.tree->context_count(); ++context) {
      const ComparedValues values = ValuesOf(comparison, comparison.metrics[0], context, false);
      differences[std::string(comparison.tree->FrameAt(context).name)] =
          ShareDifference(comparison, comparison.metrics[0], values.before, values.after);
    }
    return differences;
  };
  const auto jdom =
      share_differences("build 9\nbuild;parse 495\nbuild;createParser 404\nbuild;createContentHandler 34\n",
                        "build;parse_proxy 1\nbuild;parse_proxy;parse 385\nbuild;parse_proxy;new_method "
                        "699\nbuild;createParser 784\n"
                        "build;createContentHandler 36\n");
  EXPECT_NEAR(jdom.at("build"), 0, 1e-4);
  EXPECT_NEAR(jdom.at("parse"), -0.3234, 1e-4);
  EXPECT_NEAR(jdom.at("createParser"), -0.0173, 1e-4);
  EXPECT_NEAR(jdom.at("createContentHandler"), -0.0172, 1e-4);
  EXPECT_NEAR(jdom.at("parse_proxy"), 0.0441, 1e-4);
  EXPECT_NEAR(jdom.at("new_method"), 0.3669, 1e-4);
  // H(E) = E2(E) - (E1(B) + E1(C)), H(F) = E2(F).
  const auto figure5 = share_differences("A 10\nA;B 30\nA;C 40\nA;D 20\n",
                                         "A 5\nA;E 15\nA;E;B 30\nA;E;C 20\nA;D 10\nA;F 20\n");
  EXPECT_NEAR(figure5.at("E"), 0.65 - 0.7, 1e-9);
  EXPECT_NEAR(figure5.at("F"), 0.2, 1e-9);
  EXPECT_NEAR(figure5.at("B"), 0, 1e-9);
  // The other way round E and F are gone: H(E) = E1(E) - (E2(B) + E2(C)), H(F) = E1(F), which is what they
  // cost less.
  const auto reversed = share_differences("A 5\nA;E 15\nA;E;B 30\nA;E;C 20\nA;D 10\nA;F 20\n",
                                          "A 10\nA;B 30\nA;C 40\nA;D 20\n");
  EXPECT_NEAR(reversed.at("E"), -(0.65 - 0.7), 1e-9);
  EXPECT_NEAR(reversed.at("F"), -0.2, 1e-9);
  // What moved below the new context is neither new nor gone.
  const Lines kinds = LinesOf("build 9\nbuild;parse 495\n",
                              "build;parse_proxy 1\nbuild;parse_proxy;parse 385\n"
                              "build;parse_proxy;new_method 699\n");
  EXPECT_EQ(kinds, (Lines{{"build", "9 0 common"},
                          {"build;parse_proxy", "0 1 new wrapper"},
                          {"build;parse_proxy;parse", "495 385 common"},
                          {"build;parse_proxy;new_method", "0 699 new"}}));
}

TEST(CompareTrees, AFileWithItselfDiffersNowhere) {
  for (const bool by_share : {false, true}) {
    CompareOptions options;
    options.by_share = by_share;
    const CctPtr tree = test::RandomTree(7, {.contexts = 3000, .metrics = 2});
    const TreeComparison comparison = Compare(tree, tree, options).value();
    for (const ComparedMetric& metric : comparison.metrics)
      EXPECT_EQ(comparison.tree->Total(metric.change), 0);
    for (const ContextKind kind : comparison.kinds) EXPECT_EQ(kind, ContextKind::kCommon);
  }
}

TEST(CompareTrees, SaysWhereNothingIsCommon) {
  const auto notes = [](const std::string& before, const std::string& after) {
    return Compare(TreeFromFolded(before), TreeFromFolded(after)).value().notes;
  };
  EXPECT_EQ(
      notes("a;f 1\na;g 5\nz 2\n", "b;w;x;y;z;g 1\nb;w;x;y;z;f 8\n"),
      std::vector<std::string>{
          "No context is on both sides: before begins at 'a', after at 'b'. Nearest: both call 'z'; the "
          "step 'focus fn:\"z\"' makes both begin there."});
  EXPECT_EQ(notes("a 1\n", "b 1\n"),
            std::vector<std::string>{"No context is on both sides: before begins at 'a', after at 'b'."});
  EXPECT_TRUE(notes("a;f 1\n", "a;g 1\n").empty());
  EXPECT_TRUE(notes("", "a;g 1\n").empty());
}

TEST(CompareTrees, KeysAreNamesAndModulesWhereBothHaveOne) {
  const auto tree = [](std::initializer_list<Frame> frames) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    for (const Frame& frame : frames)
      builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), 0, 5);
    return std::move(builder).Finish({}).value();
  };
  const auto contexts = [&](std::initializer_list<Frame> before, std::initializer_list<Frame> after) {
    return Compare(tree(before), tree(after)).value().tree->context_count() - 1;
  };
  EXPECT_EQ(contexts({{.name = "f"}}, {{.name = "f", .module = "lib"}}), 1);
  EXPECT_EQ(contexts({{.name = "f", .module = "app"}}, {{.name = "f", .module = "lib"}}), 2);
  // Two builds of one program.
  EXPECT_EQ(contexts({{.name = "f", .module = "/old/bin/app"}}, {{.name = "f", .module = "/new/bin/app"}}),
            1);
  EXPECT_EQ(contexts({{.name = "f", .module = "/a/x.so"}, {.name = "f", .module = "/b/x.so"}},
                     {{.name = "f", .module = "/a/x.so"}, {.name = "f", .module = "/b/x.so"}}),
            2);
  EXPECT_EQ(contexts({{.name = "f", .module = "/a/x.so"}, {.name = "f", .module = "/b/x.so"}},
                     {{.name = "f", .module = "/b/x.so"}}),
            2);
  EXPECT_EQ(contexts({{.name = "f", .file = "/old/f.c", .line = 3}},
                     {{.name = "f", .file = "/new/f.c", .line = 9}}),
            1);
  EXPECT_EQ(contexts({{.name = "f", .file = "a.c"}, {.name = "f", .file = "b.c"}},
                     {{.name = "f", .file = "a.c"}, {.name = "f", .file = "b.c"}}),
            2);
  EXPECT_EQ(contexts({{.name = "f"}}, {{.name = "f", .kind = FrameKind::kThread}}), 2);
  EXPECT_EQ(
      contexts({{.name = "f", .kind = FrameKind::kJit}}, {{.name = "f", .kind = FrameKind::kInterpreted}}),
      1);
  EXPECT_EQ(contexts({{.name = "f.part.0"}, {.name = "f"}}, {{.name = "f.isra.0"}}), 1);
  // The place is that after.
  const TreeComparison moved = Compare(tree({{.name = "f", .file = "f.c", .line = 3}}),
                                       tree({{.name = "f", .file = "f.c", .line = 9}}))
                                   .value();
  EXPECT_EQ(moved.tree->FrameAt(1).line, 9);
}

TEST(CompareTrees, RulesSayHowManyFramesTheyTouched) {
  CompareOptions options;
  options.rules = NameRules::Parse("_v\\d+ =>\nunused => x").value();
  const TreeComparison comparison =
      Compare(TreeFromFolded("f_v1;g_v1 3\n"), TreeFromFolded("f_v2;g_v1 4\n"), options).value();
  EXPECT_EQ(LinesOf(comparison), (Lines{{"f", "0 0 common"}, {"f;g", "3 4 common"}}));
  ASSERT_EQ(comparison.rules.size(), 2);
  EXPECT_EQ(comparison.rules[0].frames, 3);
  EXPECT_EQ(comparison.rules[1].frames, 0);
}

TEST(CompareTrees, SeveralRunsASide) {
  const CompareInput before[] = {{TreeFromFolded("m;f 3\n"), {"a1"}},
                                 {TreeFromFolded("m;f 4\nm;g 1\n"), {"a2"}}};
  const CompareInput after[] = {{TreeFromFolded("m;f 5\n"), {"b1"}},
                                {TreeFromFolded("m;h 6\n"), {"b2"}},
                                {TreeFromFolded("m 7\n"), {"b3"}}};
  const TreeComparison comparison = CompareTrees(before, after).value();
  ASSERT_TRUE(VerifyCct(*comparison.tree));
  const ComparedMetric& metric = comparison.metrics[0];
  EXPECT_EQ(metric.runs, 6);
  EXPECT_EQ(LinesOf(comparison),
            (Lines{{"m", "0 14 common"}, {"m;f", "21 10 common"}, {"m;g", "3 0 gone"}, {"m;h", "0 12 new"}}));
  std::vector<uint64_t> totals;
  for (const MetricIndex run : metric.run) totals.push_back(comparison.tree->Total(run));
  EXPECT_EQ(totals, (std::vector<uint64_t>{3, 5, 5, 6, 7}));
  std::vector<std::string> names;
  for (const Metric& column : comparison.tree->metrics()) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"samples@before", "samples@after", "samples@change",
                                             "samples@before1", "samples@before2", "samples@after1",
                                             "samples@after2", "samples@after3"}));
}

// Runs given as folded stacks.
TreeComparison CompareRuns(const std::vector<std::string>& before, const std::vector<std::string>& after) {
  std::vector<CompareInput> sides[kSideCount];
  for (const std::string& text : before) sides[0].push_back({TreeFromFolded(text), {"a"}});
  for (const std::string& text : after) sides[1].push_back({TreeFromFolded(text), {"b"}});
  return CompareTrees(sides[0], sides[1]).value();
}

TEST(CompareTrees, RunsOfASideAreMatchedAsTheSidesAre) {
  // Some runs of each side have callers that the others do not know.
  const TreeComparison comparison = CompareRuns({"_start;libc_main;main;f 3\n", "main;f 4\n"},
                                                {"main;f 5\n", "_start;libc_main;main;f 7\n"});
  ASSERT_TRUE(VerifyCct(*comparison.tree));
  EXPECT_EQ(LinesOf(comparison), (Lines{{"_start", "0 0 common"},
                                        {"_start;libc_main", "0 0 common"},
                                        {"_start;libc_main;main", "0 0 common"},
                                        {"_start;libc_main;main;f", "7 12 common"}}));
  const ContextId f = 4;
  for (size_t e = 0; e < 4; ++e)
    EXPECT_EQ(comparison.tree->Inclusive(f, comparison.metrics[0].run[e]),
              (std::vector<uint64_t>{3, 4, 5, 7})[e]);

  // Wrappers of one run within what one side alone has, and three ways to begin.
  EXPECT_EQ(LinesOf(CompareRuns({"m 1\n", "m 1\n"}, {"m;g;h 2\n", "m;g;w;h 3\n"})),
            (Lines{{"m", "2 0 common"}, {"m;g", "0 0 new"}, {"m;g;w", "0 0 new"}, {"m;g;w;h", "0 5 new"}}));
  EXPECT_EQ(LinesOf(CompareRuns({"s;l;m;f 1\n", "m;f 2\n"}, {"l;m;f 3\n", "m;f 4\n"})),
            (Lines{{"s", "0 0 gone wrapper"},
                   {"s;l", "0 0 common"},
                   {"s;l;m", "0 0 common"},
                   {"s;l;m;f", "3 7 common"}}));
  // A wrapper of both sides in some runs is one of neither.
  EXPECT_EQ(LinesOf(CompareRuns({"w;m 1\n", "m 2\n"}, {"m 3\n", "m 4\n"})),
            (Lines{{"w", "0 0 gone wrapper"}, {"w;m", "3 7 common"}}));
}

TEST(CompareTrees, WhatARunHasInBothPlacesStaysThere) {
  EXPECT_EQ(
      LinesOf(CompareRuns({"m;f 1\nm;w;f 5\n", "m;f 2\n"}, {"m;f 3\n", "m;w;f 4\n"})),
      (Lines{{"m", "0 0 common"}, {"m;f", "3 3 common"}, {"m;w", "0 0 common"}, {"m;w;f", "5 4 common"}}));
}

TEST(CompareTrees, MetricsAreBroughtToOneUnitAndScale) {
  const auto compare = [](Metric before, Metric after) {
    return Compare(TreeFromFolded("f 30\n", {before}), TreeFromFolded("f 2\n", {after}));
  };
  const TreeComparison scaled = compare({"cpu", "us", 10}, {"cpu", "us", 1}).value();
  EXPECT_EQ(LinesOf(scaled).at("f"), "30 20 common");
  EXPECT_EQ(scaled.metrics[0].metric, (Metric{"cpu", "us", 10}));
  const TreeComparison units = compare({"cpu", "ns", 1}, {"cpu", "us", 1}).value();
  EXPECT_EQ(LinesOf(units).at("f"), "30 2000 common");
  EXPECT_EQ(units.notes, (std::vector<std::string>{"'cpu' was brought to ns."}));
  EXPECT_EQ(compare({"cpu", "ns", 1}, {"cpu", "bytes", 1}).error().message,
            "expected one kind of unit of 'cpu', found ns in a and bytes in b");
  EXPECT_EQ(compare({"cpu", "ns", 1}, {"heap", "bytes", 1}).error().message,
            "expected a metric that all profiles have, found none: a has 'cpu', b has 'heap'");
}

TEST(CompareTrees, NumbersOfSamplesAreScaledByTheirPeriods) {
  const auto sampled = [](const std::string& lines, uint64_t period) {
    const CctPtr tree = TreeFromFolded(lines);
    ImportReport report;
    report.notes = {"Sampled every " + std::to_string(period) + " us."};
    return std::make_shared<const Cct>(tree->columns(), tree->frames(),
                                       std::vector<Metric>{{"samples", "count", 1}}, report, tree);
  };
  const TreeComparison comparison = Compare(sampled("f 1000\n", 1000), sampled("f 100\n", 10000)).value();
  EXPECT_EQ(LinesOf(comparison).at("f"), "1000 1000 common");
  ASSERT_EQ(comparison.notes.size(), 1);
  EXPECT_EQ(
      comparison.notes[0],
      "Numbers of samples were brought to one every 1000 us: a has one every 1000 us, b one every 10000 us.");
  EXPECT_DOUBLE_EQ(comparison.metrics[0].sample_value[1], 10);
}

// 997 Hz and 100 Hz have no common period that is long enough to count by.
TEST(CompareTrees, OddPeriodsAreScaledToTheShortest) {
  const auto sampled = [](const std::string& lines, const std::string& period) {
    const CctPtr tree = TreeFromFolded(lines);
    ImportReport report;
    report.notes = {"Sampled every " + period + "."};
    return std::make_shared<const Cct>(tree->columns(), tree->frames(),
                                       std::vector<Metric>{{"samples", "count", 1}}, report, tree);
  };
  const TreeComparison comparison =
      Compare(sampled("f 997\n", "1003.009 us"), sampled("f 100\n", "10 milliseconds")).value();
  EXPECT_EQ(comparison.metrics[0].metric.scale, 1000u);
  EXPECT_EQ(LinesOf(comparison).at("f"), "997000 997000 common");
  EXPECT_EQ(comparison.notes, (std::vector<std::string>{
                                  "Numbers of samples were brought to one every 1003.009 us: a has one every "
                                  "1003.009 us, b one every 10000 us."}));
}

TEST(CompareTrees, PeriodsAreThoseOfOneEvent) {
  const auto sampled = [](const std::string& lines, const std::string& note) {
    const CctPtr tree = TreeFromFolded(lines);
    ImportReport report;
    report.notes = {note};
    return std::make_shared<const Cct>(tree->columns(), tree->frames(),
                                       std::vector<Metric>{{"samples", "count", 1}}, report, tree);
  };
  const CctPtr cycles = sampled("f 1000\n", "Sampled every 100000 cycles.");
  const TreeComparison brought = Compare(cycles, sampled("f 100\n", "Sampled every 1000000 cycles.")).value();
  EXPECT_EQ(LinesOf(brought).at("f"), "1000 1000 common");
  EXPECT_EQ(brought.notes,
            std::vector<std::string>{"Numbers of samples were brought to one every 100000 cycles: a "
                                     "has one every 100000 cycles, b one every 1000000 cycles."});
  const TreeComparison of_time = Compare(cycles, sampled("f 100\n", "Sampled every 10 us.")).value();
  EXPECT_EQ(LinesOf(of_time).at("f"), "1000 100 common");
  EXPECT_EQ(of_time.notes, std::vector<std::string>{"Numbers of samples were not brought to one period: a "
                                                    "has one every 100000 cycles, b one every 10 us."});
  // What was merged of two such files says so of each.
  const TreeComparison of_none = Compare(sampled("f 1\n", "x.pb: Sampled every 1 us."), cycles).value();
  EXPECT_EQ(of_none.notes, std::vector<std::string>{"Numbers of samples were not brought to one period: a "
                                                    "has no known period, b one every 100000 cycles."});
}

TEST(CompareTrees, TheMetricAskedForComesFirst) {
  const std::vector<Metric> metrics{{"samples", "count", 1}, {"cpu", "ns", 1}};
  CompareOptions options;
  options.metric = "CPU";
  const CctPtr tree = TreeFromFolded("f 1,2\n", metrics);
  EXPECT_EQ(Compare(tree, tree, options).value().metrics[0].metric.name, "cpu");
  options.metric = "heap";
  EXPECT_EQ(Compare(tree, tree, options).error().message,
            "expected a metric that all profiles have, found 'heap': a has 'samples', 'cpu', b has "
            "'samples', 'cpu'; all have 'samples', 'cpu'");
}

TEST(CompareTrees, HostileSizes) {
  const std::string large = std::to_string((uint64_t{1} << 63) - 1);
  const CctPtr full = TreeFromFolded("f " + large + "\n"), other = TreeFromFolded("g " + large + "\n");
  EXPECT_EQ(Compare(full, full).value().tree->Total(2), 0);
  EXPECT_EQ(Compare(full, other).error().code, ErrorCode::kOverflow);
  CompareOptions by_share;
  by_share.by_share = true;
  EXPECT_EQ(Compare(full, other, by_share).value().tree->Total(2), 2 * kShareUnits);
  const CompareInput runs[] = {{full, {"1"}}, {full, {"2"}}};
  EXPECT_EQ(CompareTrees(runs, runs).error().code, ErrorCode::kOverflow);

  const CctPtr empty = TreeFromFolded("");
  EXPECT_EQ(Compare(empty, empty).value().tree->context_count(), 1);
  EXPECT_EQ(Compare(empty, full, by_share).value().kinds.back(), ContextKind::kNew);
  const CctPtr zero = TreeFromFolded("f;g 0\n");
  ASSERT_TRUE(VerifyCct(*Compare(zero, full, by_share).value().tree));

  CompareOptions few;
  few.limits.max_contexts = 3;
  const CctPtr wide = TreeFromFolded("a 1\nb 1\nc 1\nd 1\n");
  EXPECT_EQ(Compare(wide, wide, few).error().code, ErrorCode::kLimit);
  EXPECT_EQ(CompareTrees({}, {}).error().code, ErrorCode::kInvalidArgument);
  const std::vector<CompareInput> many(kMaxExecutions, {wide, {"x"}});
  EXPECT_EQ(CompareTrees(many, runs).error().code, ErrorCode::kLimit);
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(CompareTrees(std::span(many).first(1), std::span(many).first(1), {}, &job).error().code,
            ErrorCode::kCancelled);
}

TEST(CompareTrees, VeryDeepTrees) {
  const auto chain = [](const char* odd, uint32_t every) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    const FrameId frames[] = {builder.InternFrame({.name = "f"}), builder.InternFrame({.name = odd})};
    BuildNode node = kBuildRoot;
    for (uint32_t k = 1; k < 200'000; ++k) node = builder.Child(node, frames[k % every == 0 ? 1 : 0]);
    builder.AddSelf(node, 0, 9);
    return std::move(builder).Finish({}).value();
  };
  const TreeComparison comparison = Compare(chain("f", 2), chain("w", 100'000)).value();
  ASSERT_TRUE(VerifyCct(*comparison.tree));
  EXPECT_EQ(comparison.tree->Total(0), 9);
  EXPECT_EQ(comparison.tree->Total(1), 9);
}

}  // namespace
}  // namespace ringscope::tree_comparison_test
