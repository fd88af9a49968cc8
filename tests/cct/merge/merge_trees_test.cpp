#include "cct/merge/merge_trees.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <new>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/system/memory_limit.h"
#include "cct/file/cct_file.h"
#include "cct/tree/building/altered_tree.h"
#include "cct/tree/building/frame_interner.h"
#include "cct/tree/building/type_list.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/verify.h"
#include "tests/cct/chunked_trees.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::merge_trees_test {
namespace {

// Everything that two equal merges have in common.
std::string Describe(const Cct& tree) {
  std::string text = test::TextDump(tree) + test::TsvDump(tree);
  const ImportReport& report = tree.report();
  text +=
      report.format + " " + std::to_string(report.record_count) + " " + std::to_string(report.input_bytes);
  for (const auto* const problems : {&report.skipped, &report.incomplete}) {
    for (const RecordProblem& records : *problems) {
      text += "\n" + records.reason + " " + std::to_string(records.count) + " " +
              std::to_string(records.first_offset_bytes);
    }
    text += "\n";
  }
  for (const EstimatedCost& cost : report.estimated) {
    text += "\n" + cost.metric + " " + std::to_string(cost.estimated) + " of " + std::to_string(cost.total);
  }
  for (const std::string& note : report.notes) text += "\n" + note;
  for (ContextId i = 0; i < tree.context_count(); ++i) text += static_cast<char>('0' + tree.FlagsOf(i));
  text += "\n" + test::FrameDump(tree);
  const FrameFacts& facts = tree.frames().facts();
  for (ClassId id = 0; id < facts.class_count(); ++id) text += FullNameOf(facts[id]) + "\n";
  return text;
}

CctPtr Merge(const std::vector<CctPtr>& trees) {
  auto merged = MergeTrees(trees);
  EXPECT_TRUE(merged.has_value()) << merged.error().message;
  EXPECT_TRUE(VerifyCct(**merged).has_value());
  return *merged;
}

TEST(MergeTrees, AddsUpEqualPaths) {
  const CctPtr merged =
      Merge({test::TreeFromFolded("main;a 3\nmain;b 1\n"), test::TreeFromFolded("main;b 4\nc 2\n")});
  EXPECT_EQ(test::FoldedDump(*merged), "main;b 5\nmain;a 3\nc 2\n");
}

TEST(MergeTrees, OneTreeIsItself) {
  const CctPtr tree = test::WorkedExample();
  EXPECT_EQ(Describe(*Merge({tree})), Describe(*tree));
}

TEST(MergeTrees, DifferentMetricsStandSideBySide) {
  const CctPtr merged =
      Merge({test::TreeFromFolded("main;a 3,7\n", {{"time", "ns", 1}, {"bytes", "bytes", 1}}),
             test::TreeFromFolded("main;a 5\n", {{"calls", "count", 1}})});
  ASSERT_EQ(merged->metric_count(), 3u);
  EXPECT_EQ(merged->metrics()[0].name, "bytes");
  EXPECT_EQ(merged->metrics()[1].name, "calls");
  EXPECT_EQ(merged->metrics()[2].name, "time");
  EXPECT_EQ(merged->Total(0), 7u);
  EXPECT_EQ(merged->Total(1), 5u);
  EXPECT_EQ(merged->Total(2), 3u);
  EXPECT_EQ(merged->context_count(), 3u);
}

TEST(MergeTrees, TheSameNameInAUnitOfAnotherKindIsAnotherMetric) {
  const CctPtr merged = Merge({test::TreeFromFolded("a 3\n", {{"time", "ns", 1}}),
                               test::TreeFromFolded("a 5\n", {{"time", "cycles", 1}})});
  EXPECT_EQ(merged->metric_count(), 2u);
  EXPECT_TRUE(merged->report().notes.empty());
}

TEST(MergeTrees, UnitsOfOneKindAreBroughtToTheFinest) {
  struct Case {
    std::vector<Metric> metrics;  // of a tree each, of 3, 5 and 7
    Metric merged;
    uint64_t total;
  };
  for (const Case& one :
       {Case{{{"t", "ms", 1}, {"t", "s", 1}, {"t", "ms", 1}}, {"t", "ms", 1}, 5010},
        Case{{{"t", "ms", 10}, {"t", "s", 100000}, {"t", "min", 1}}, {"t", "ms", 100}, 42'000'035},
        Case{{{"t", "KiB", 1}, {"t", "kB", 1}, {"t", "MiB", 1}}, {"t", "bytes", 1}, 7'348'104}}) {
    const CctPtr a = test::TreeFromFolded("f 3\n", {one.metrics[0]});
    const CctPtr b = test::TreeFromFolded("f 5\n", {one.metrics[1]});
    const CctPtr c = test::TreeFromFolded("f 7\n", {one.metrics[2]});
    const CctPtr merged = Merge({a, b, c});
    ASSERT_EQ(merged->metric_count(), 1u);
    EXPECT_EQ(merged->metrics()[0], one.merged);
    EXPECT_EQ(merged->Total(0), one.total);
    EXPECT_EQ(merged->report().notes,
              std::vector<std::string>{"'t' was brought to the finest of its units."});
    EXPECT_EQ(Describe(*Merge({Merge({c, a}), b})), Describe(*merged));
    EXPECT_EQ(Describe(*Merge({c, Merge({b, a})})), Describe(*merged));
  }
}

TEST(MergeTrees, TakesTheFinerScale) {
  const CctPtr merged = Merge({test::TreeFromFolded("a 3\n", {{"time", "s", 1}}),
                               test::TreeFromFolded("a 5\n", {{"time", "s", 1000}})});
  ASSERT_EQ(merged->metric_count(), 1u);
  EXPECT_EQ(merged->metrics()[0].scale, 1000u);
  EXPECT_EQ(merged->Total(0), 3005u);
}

TEST(MergeTrees, MetricsOfOneNameInOneTreeStayApart) {
  const std::vector<Metric> twice{{"x", "count", 1}, {"x", "count", 1}};
  const CctPtr merged =
      Merge({test::TreeFromFolded("a 3,10\n", twice), test::TreeFromFolded("a 1,20\n", twice)});
  ASSERT_EQ(merged->metric_count(), 2u);
  EXPECT_EQ(merged->Total(0), 4u);
  EXPECT_EQ(merged->Total(1), 30u);
}

TEST(MergeTrees, OrderAndGroupingDoNotMatter) {
  std::mt19937_64 random_facts(1);
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    std::vector<CctPtr> trees;
    for (uint64_t k = 0; k < 5; ++k) {
      trees.push_back(test::RandomTree(
          seed * 10 + k, {.contexts = static_cast<uint32_t>(1 + (seed * 37 + k * 91) % 300),
                          .frames = 12,
                          .metrics = static_cast<uint32_t>(1 + (seed + (seed % 3 == 0 ? k : 0)) % 3),
                          .facts = random_facts() % 3 != 0}));
    }
    const std::string all = Describe(*Merge(trees));
    std::vector<CctPtr> turned(trees.rbegin(), trees.rend());
    EXPECT_EQ(Describe(*Merge(turned)), all);
    const CctPtr left = Merge({trees[3], trees[0]});
    const CctPtr right = Merge({trees[4], Merge({trees[2], trees[1]})});
    EXPECT_EQ(Describe(*Merge({right, left})), all);
  }
}

// One program, of which two runs know different things.
TEST(MergeTrees, JoinsWhatIsKnownOfFrames) {
  const auto run = [](uint64_t receivers, uint64_t returns_self, CodeHash f_code, CodeHash g_code) {
    CctBuilder builder;
    builder.AddMetric({"calls", "count", 1});
    FrameInterner& frames = builder.frames();
    const FrameId f = builder.InternFrame({.name = "f"}), g = builder.InternFrame({.name = "g"});
    builder.AddSelf(builder.Child(builder.Child(kBuildRoot, f), g), 0, 1);
    frames.SetCode(f, f_code);
    frames.SetCode(g, g_code);
    frames.SetClass(g, frames.InternClass({"C", "p", frames.InternClass({"B", "p"})}));
    const uint32_t receivers_value =
        frames.AddValue({std::string(kReceiversValue), "count", 1, FrameValueRule::kDistinct});
    const uint32_t self_value =
        frames.AddValue({std::string(kReturnsSelfValue), "", 1, FrameValueRule::kLeast});
    if (receivers > 0) frames.SetValue(f, receivers_value, {receivers});
    frames.SetValue(g, self_value, {returns_self});
    return std::move(builder).Finish({}).value();
  };
  const std::string head =
      "name\tmodule\tfile\tline\tcolumn\tkind\tsource\tclass\tclass "
      "kind\tsuperclasses\tcode\treceivers\treturns "
      "self\n";
  EXPECT_EQ(test::FrameDump(*Merge({run(7, 1, 5, 6), run(9, 0, 5, 8)})),
            head +
                "f\t\t\t0\t0\tuser\tunknown\t\t\t\t0000000000000005\t>=9\t\n"
                "g\t\t\t0\t0\tuser\tunknown\tp.C\tunknown\tp.B\tseveral\t\t0\n");
  EXPECT_EQ(test::FrameDump(*Merge({run(7, 1, 5, 0), run(0, 1, 0, 8)})),
            head +
                "f\t\t\t0\t0\tuser\tunknown\t\t\t\t0000000000000005\t7\t\n"
                "g\t\t\t0\t0\tuser\tunknown\tp.C\tunknown\tp.B\t0000000000000008\t\t1\n");
}

TEST(TreeMerger, GivesWhatOneMergeGives) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "tree.cct";
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(static_cast<uint32_t>(seed));
    std::vector<CctPtr> trees;
    for (uint64_t k = 0; k < 1 + seed % 7; ++k) {
      CctPtr tree = test::RandomTree(seed * 10 + k, {.contexts = static_cast<uint32_t>(1 + random() % 200),
                                                     .frames = 12,
                                                     .metrics = static_cast<uint32_t>(1 + random() % 2)});
      if (random() % 3 == 0) {
        ASSERT_TRUE(WriteCctFile(*tree, path).has_value());
        tree = OpenCctFile(path).value();
      }
      trees.push_back(std::move(tree));
    }
    TreeMerger merger;
    for (const CctPtr& tree : trees) ASSERT_TRUE(merger.Add(tree).has_value());
    EXPECT_EQ(Describe(**std::move(merger).Finish()), Describe(*Merge(trees)));
  }
}

// Trees that no profile gives, but a file may hold.
CctPtr TreeOfColumns(std::vector<uint32_t> first_child, std::vector<uint32_t> frame,
                     std::vector<uint64_t> running) {
  struct Columns {
    std::vector<uint32_t> first_child, frame, layer_begin{0, 1}, zeros{0, 0, 0}, name{0, 1, 2};
    std::vector<uint8_t> kind{0, 0, 0}, text{'a', 'b'};
    std::vector<uint64_t> running, string_offset{0, 0, 1, 2};
  };
  auto owner = std::make_shared<Columns>();
  owner->first_child = std::move(first_child);
  owner->frame = std::move(frame);
  owner->running = std::move(running);
  const auto whole = [](const auto& values) { return ChunkedColumn(std::span(values)); };
  CctColumns columns;
  columns.first_child = whole(std::as_const(owner->first_child));
  columns.frame = whole(std::as_const(owner->frame));
  columns.layer_begin = whole(std::as_const(owner->layer_begin));
  columns.running_inclusive = {whole(std::as_const(owner->running))};
  FrameColumns frames;
  frames.name = whole(std::as_const(owner->name));
  frames.module = frames.file = frames.line = frames.column = whole(std::as_const(owner->zeros));
  frames.kind = whole(std::as_const(owner->kind));
  frames.string_offset = whole(std::as_const(owner->string_offset));
  frames.string_bytes = whole(std::as_const(owner->text));
  return std::make_shared<const Cct>(std::move(columns), FrameTable(std::move(frames)),
                                     std::vector<Metric>{{"samples", "count", 1}}, ImportReport(), owner);
}

TEST(MergeTrees, KeepsToItsMemory) {
  const std::vector<CctPtr> trees{test::RandomTree(1, {.contexts = 100'000}),
                                  test::RandomTree(2, {.contexts = 100'000})};
  {
    const MemoryLimit limit(uint64_t{1} << 20);
    EXPECT_THROW(static_cast<void>(MergeTrees(trees)), std::bad_alloc);
  }
  // The columns have room for all contexts of all trees, but only what is used of them counts.
  const std::vector<CctPtr> same(16, trees.front());
  const uint64_t bound_bytes = 16 * uint64_t{trees.front()->context_count()} * 16;
  const MemoryLimit limit(bound_bytes * 3 / 4);
  EXPECT_TRUE(MergeTrees(same).has_value());
}

TEST(MergeTrees, PutsSiblingsOfAFileInOrder) {
  // Two siblings of one frame, and the smaller one in front.
  const CctPtr twice = TreeOfColumns({1, 4, 4, 4, 4}, {0, 1, 2, 1}, {0, 6, 7, 10, 12});
  EXPECT_EQ(test::FoldedDump(*Merge({twice})), "a 3\nb 3\n");
  EXPECT_EQ(test::FoldedDump(*Merge({twice, test::TreeFromFolded("b 1\n")})), "b 4\na 3\n");
}

TEST(MergeTrees, RefusesColumnsThatAreNoTree) {
  const CctPtr good = TreeOfColumns({1, 3, 3, 3}, {0, 1, 2}, {0, 5, 8, 10});
  EXPECT_EQ(test::FoldedDump(*Merge({good})), "a 3\nb 2\n");
  for (const CctPtr& bad : {
           TreeOfColumns({1, 2, 2, 2}, {0, 1, 2}, {0, 5, 8, 10}),  // a child of none
           TreeOfColumns({1, 3, 3, 3}, {0, 1, 7}, {0, 5, 8, 10}),  // a frame outside
           TreeOfColumns({1, 3, 3, 3}, {0, 1, 2}, {0, 5, 8, 12}),  // more than the caller
           TreeOfColumns({1, 3, 3, 3}, {0, 1, 2}, {0, 5, 5 + (uint64_t{1} << 63), 10}),  // wraps around
       }) {
    const auto merged = MergeTrees({{bad, good}});
    ASSERT_FALSE(merged.has_value());
    EXPECT_EQ(merged.error().code, ErrorCode::kMalformed);
  }
}

TEST(MergeTrees, ColumnsMayBeInPieces) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomTreeOptions options{.contexts = 300, .frames = 20, .metrics = 2};
    const CctPtr a = test::RandomTree(seed, options);
    options.frames = 200;
    const CctPtr b = test::RandomTree(seed + 100, options);
    EXPECT_EQ(Describe(*Merge({test::TreeInChunks(a), test::TreeInChunks(b)})), Describe(*Merge({a, b})));
  }
}

// The slow obvious way: a map from paths to sums.
TEST(MergeTrees, AgreesWithSumsByPath) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    std::map<std::string, uint64_t> sums;
    std::vector<CctPtr> trees;
    for (uint64_t k = 0; k < 3; ++k) {
      trees.push_back(test::RandomTree(seed * 7 + k, {.contexts = 200, .frames = 8}));
      const Cct& tree = *trees.back();
      for (ContextId i = 1; i < tree.context_count(); ++i) {
        sums[test::PathText(tree, i)] += tree.Self(i, 0);
      }
    }
    const CctPtr merged = Merge(trees);
    EXPECT_EQ(merged->context_count(), sums.size() + 1);
    for (ContextId i = 1; i < merged->context_count(); ++i) {
      const std::string path = test::PathText(*merged, i);
      EXPECT_EQ(merged->Self(i, 0), sums.at(path)) << path;
    }
  }
}

TEST(MergeTrees, MarksAndReportsAreKept) {
  const auto tree = [](std::string_view note, std::string_view format, uint64_t offset) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "a"}));
    builder.AddSelf(node, 0, 1);
    if (offset == 7) builder.MarkContext(node, kCallersCutOff);
    ImportReport report;
    report.format = format;
    report.record_count = 2;
    report.input_bytes = 10;
    report.Skip("no count", offset);
    report.notes.push_back(std::string(note));
    if (offset >= 8) report.estimated.push_back({"samples", offset, 10});
    return std::move(builder).Finish(std::move(report)).value();
  };
  const CctPtr merged = Merge({tree("n2", "folded", 9), tree("n1", "folded", 7), tree("n2", "folded", 8)});
  EXPECT_EQ(merged->FlagsOf(1), kCallersCutOff);
  EXPECT_EQ(merged->report().format, "folded");
  EXPECT_EQ(merged->report().record_count, 6u);
  EXPECT_EQ(merged->report().input_bytes, 30u);
  ASSERT_EQ(merged->report().skipped.size(), 1u);
  EXPECT_EQ(merged->report().skipped[0].count, 3u);
  EXPECT_EQ(merged->report().skipped[0].first_offset_bytes, 7u);
  EXPECT_EQ(merged->report().notes, (std::vector<std::string>{"n1", "n2"}));
  EXPECT_EQ(merged->report().estimated, (std::vector<EstimatedCost>{{"samples", 17, 21}}));
  EXPECT_EQ(Merge({merged, tree("n3", "perf script", 1)})->report().format, "several formats");
}

// A tree of one context with cost in "Ir", of which a part may be an estimate, and in a metric of its own.
CctPtr EstimatedTree(std::string_view name, uint64_t cost, uint64_t estimated, uint64_t scale) {
  ImportReport report;
  if (estimated > 0) report.estimated.push_back({"Ir", estimated, cost});
  return WithReport(test::TreeFromFolded("a 1," + std::to_string(cost) + "\n",
                                         {{std::string(name), "count", 1}, {"Ir", "count", scale}}),
                    std::move(report));
}

TEST(MergeTrees, WhatIsNoEstimateIsAPartOfTheWholeToo) {
  const CctPtr half = EstimatedTree("one", 10, 5, 1);
  const CctPtr exact = EstimatedTree("two", 30, 0, 1);
  const CctPtr finer = EstimatedTree("two", 600, 100, 10);
  EXPECT_EQ(Merge({half, exact})->report().estimated, (std::vector<EstimatedCost>{{"Ir", 5, 40}}));
  EXPECT_EQ(Merge({exact, exact})->report().estimated, (std::vector<EstimatedCost>{}));
  // At the finer scale, and the same for any grouping.
  const std::vector<EstimatedCost> all{{"Ir", 150, 1000}};
  EXPECT_EQ(Merge({half, exact, finer})->report().estimated, all);
  EXPECT_EQ(Merge({Merge({finer, exact}), half})->report().estimated, all);
  EXPECT_EQ(Merge({finer, Merge({exact, half})})->report().estimated, all);
  EXPECT_EQ(Merge({half, test::TreeFromFolded("a 3\n")})->report().estimated,
            (std::vector<EstimatedCost>{{"Ir", 5, 10}}));
}

TEST(MergeTrees, ExecutionsStayAsFarAsAllAgree) {
  const auto tree = [](std::vector<Execution> executions, MetricRole role) {
    ImportReport report;
    report.executions = std::move(executions);
    return WithReport(test::TreeFromFolded("f 5\n", {{"time", "ns", 1, role}}), std::move(report));
  };
  const auto run = [&](std::string name, std::string commit) {
    return tree({{std::move(name), std::nullopt, 7, {{"commit", std::move(commit)}, {"cpu", "x"}}}},
                MetricRole::kPlain);
  };
  // Runs of one commit are of that commit.
  const CctPtr runs = Merge({run("1", "5f"), run("2", "5f")});
  EXPECT_EQ(runs->report().executions,
            (std::vector<Execution>{{"", std::nullopt, 7, {{"commit", "5f"}, {"cpu", "x"}}}}));
  EXPECT_EQ(Merge({runs, run("1", "6a")})->report().executions,
            (std::vector<Execution>{{"", std::nullopt, 7, {{"cpu", "x"}}}}));
  const CctPtr unknown = tree({}, MetricRole::kPlain);
  EXPECT_TRUE(Merge({runs, unknown})->report().executions.empty());
  EXPECT_TRUE(Merge({runs, unknown})->report().notes.empty());
  // Parts of one comparison are one; those of two are none.
  const std::vector<Execution> both{{"a", Side::kBefore, {}, {}}, {"b", Side::kAfter, {}, {}}};
  const CctPtr part = tree(both, MetricRole::kAfter);
  const CctPtr parts = Merge({part, part});
  EXPECT_EQ(parts->report().executions, both);
  EXPECT_EQ(parts->metrics()[0].role, MetricRole::kAfter);
  EXPECT_EQ(Merge({part, tree(both, MetricRole::kBefore)})->metrics()[0].role, MetricRole::kPlain);
  const CctPtr other = tree({both[1], both[0]}, MetricRole::kAfter);
  for (const CctPtr& merged :
       {Merge({part, other}), Merge({Merge({part, runs}), other}), Merge({other, part})}) {
    EXPECT_TRUE(merged->report().executions.empty());
    EXPECT_EQ(merged->metrics()[0].role, MetricRole::kPlain);
    EXPECT_EQ(merged->report().notes,
              (std::vector<std::string>{
                  "The executions were left out: those of different comparisons are not merged."}));
  }
}

TEST(MergeTrees, ErrorsAreSaid) {
  EXPECT_EQ(MergeTrees({}).error().code, ErrorCode::kInvalidArgument);
  const CctPtr large = test::TreeFromFolded("a " + std::to_string((uint64_t{1} << 62)) + "\n");
  const std::vector<CctPtr> two{large, large};
  EXPECT_EQ(MergeTrees(two).error().code, ErrorCode::kOverflow);
  const std::vector<CctPtr> scaled{large, test::TreeFromFolded("a 1\n", {{"samples", "count", 1000}})};
  EXPECT_EQ(MergeTrees(scaled).error().code, ErrorCode::kOverflow);
  const std::vector<CctPtr> small{test::TreeFromFolded("a 1\n"), test::TreeFromFolded("b 1\n")};
  EXPECT_EQ(MergeTrees(small, {}, {.max_contexts = 2}).error().code, ErrorCode::kLimit);
  JobControl job;
  job.cancel_requested = true;
  EXPECT_EQ(MergeTrees(two, {}, {}, &job).error().code, ErrorCode::kCancelled);
}

TEST(MergeTrees, TypesOfOneContextAddUp) {
  const auto tree = [](uint64_t cost, std::string_view type, uint64_t calls) {
    CctBuilder builder;
    builder.AddMetric({"calls", "count", 1});
    const BuildNode f = builder.Child(kBuildRoot, builder.InternFrame({.name = "f"}));
    const BuildNode own = builder.Child(f, builder.InternFrame({.name = type}));
    builder.AddSelf(f, 0, cost);
    builder.AddSelf(own, 0, 1);
    TypeList& types = builder.types();
    types.Add({f, kReceiverRole, types.NameOf(type), calls});
    types.Add({f, kReceiverRole, kOtherTypes, 1});
    types.Add({own, kResultRole, types.NameOf("int"), 2});
    return std::move(builder).Finish({}).value();
  };
  const CctPtr a = tree(5, "B", 3), b = tree(7, "A", 3), c = tree(1, "B", 2),
               none = test::TreeFromFolded("f 3\n");
  const CctPtr merged = MergeTrees(std::vector<CctPtr>{a, b, c, none}).value();
  ASSERT_TRUE(VerifyCct(*merged));
  EXPECT_EQ(test::TypeDump(*merged),
            "context\trole\ttype\tcalls\n1\treceiver\tB\t5\n1\treceiver\tA\t3\n1\treceiver\t(others)\t3\n"
            "2\tresult\tint\t4\n3\tresult\tint\t2\n");
  const CctPtr grouped =
      MergeTrees(std::vector<CctPtr>{none, MergeTrees(std::vector<CctPtr>{c, b}).value(), a}).value();
  EXPECT_EQ(test::TypeDump(*grouped), test::TypeDump(*merged));
}

}  // namespace
}  // namespace ringscope::merge_trees_test
