// What ringscope exports it reads again: the same tree, as far as the format holds it.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cct/export/export.h"
#include "tests/cct/export/export_trees.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::round_trip_test {
namespace {

CctPtr ThroughPprof(const Cct& tree, PprofBytes bytes = PprofBytes::kGzip) {
  std::string text;
  EXPECT_TRUE(ExportPprof(tree, test::AppendTo(text), nullptr, bytes));
  return test::Imported(text);
}

CctPtr ThroughSpeedscope(const Cct& tree, uint64_t max_sampled_bytes) {
  std::string text;
  EXPECT_TRUE(ExportSpeedscope(tree, "a name", test::AppendTo(text), nullptr, max_sampled_bytes));
  return test::Imported(text);
}

const std::vector<Metric> kMetrics = {{"samples", "count", 1},
                                      {"cpu", "ns", 1},
                                      {"heap", "bytes", 1},
                                      {"wall", "us", 1},
                                      {"misses", "count", 1000}};

// The dump tells names, modules, files, lines, columns and all values, but no kinds.
TEST(RoundTrip, PprofGivesTheSameTree) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    const CctPtr tree =
        test::DescribedTree(seed, {.contexts = 300, .metrics = kMetrics, .root_has_cost = seed % 2 == 0});
    const CctPtr again = ThroughPprof(*tree, seed % 3 == 0 ? PprofBytes::kPlain : PprofBytes::kGzip);
    EXPECT_TRUE(std::ranges::equal(again->metrics(), tree->metrics()));
    EXPECT_EQ(test::TsvDump(*again), test::TsvDump(*tree));
    EXPECT_TRUE(again->report().skipped.empty());
    EXPECT_TRUE(again->report().incomplete.empty());
  }
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const CctPtr tree = test::RandomTree(
        seed, {.contexts = 500, .metrics = 3, .depth_bias = 0.05 * static_cast<double>(seed)});
    EXPECT_EQ(test::TextDump(*ThroughPprof(*tree)), test::TextDump(*tree));
  }
}

TEST(RoundTrip, PprofKeepsInlinedAndKernelFrames) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  BuildNode node = kBuildRoot;
  for (const Frame& frame :
       {Frame{.name = "main", .module = "app"},
        Frame{.name = "f", .module = "app", .kind = FrameKind::kInlined},
        Frame{.name = "g", .module = "app", .kind = FrameKind::kInlined},
        Frame{.name = "sys", .module = "[kernel.kallsyms]", .kind = FrameKind::kKernel}}) {
    node = builder.Child(node, builder.InternFrame(frame));
    builder.AddSelf(node, 0, 1);
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(test::TextDump(*ThroughPprof(*tree)), test::TextDump(*tree));
}

TEST(RoundTrip, SpeedscopeGivesTheSameContextsWithCost) {
  const std::vector<Metric> metrics = {{"samples", "count", 1}, {"cpu", "ms", 1000}, {"misses", "count", 1}};
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    const CctPtr tree =
        test::DescribedTree(seed, {.contexts = 300, .metrics = metrics, .root_has_cost = seed % 2 == 0});
    for (const uint64_t max_sampled_bytes : {kMaxSampledBytes, uint64_t{0}}) {
      const CctPtr again = ThroughSpeedscope(*tree, max_sampled_bytes);
      ASSERT_EQ(again->metric_count(), tree->metric_count());
      for (MetricIndex metric = 0; metric < tree->metric_count(); ++metric) {
        EXPECT_EQ(again->metrics()[metric], tree->metrics()[metric]);
        EXPECT_EQ(test::TsvDump(*test::KeptBySpeedscope(*again, metric)),
                  test::TsvDump(*test::KeptBySpeedscope(*tree, metric)));
      }
      EXPECT_TRUE(again->report().skipped.empty());
      EXPECT_TRUE(again->report().incomplete.empty());
      EXPECT_TRUE(again->report().notes.empty());
    }
  }
}

TEST(RoundTrip, TheWorkedExample) {
  const CctPtr tree = test::WorkedExample();
  EXPECT_EQ(test::TextDump(*ThroughPprof(*tree)), test::TextDump(*tree));
  EXPECT_EQ(test::TextDump(*ThroughSpeedscope(*tree, kMaxSampledBytes)), test::TextDump(*tree));
  EXPECT_EQ(test::TextDump(*ThroughSpeedscope(*tree, 0)), test::TextDump(*tree));
}

TEST(RoundTrip, AMillionLayers) {
  const CctPtr tree = test::DeepChain(1'000'000);
  for (const CctPtr& again : {ThroughPprof(*tree), ThroughSpeedscope(*tree, kMaxSampledBytes)}) {
    EXPECT_EQ(again->layer_count(), tree->layer_count());
    EXPECT_EQ(again->Total(0), tree->Total(0));
  }
}

}  // namespace
}  // namespace ringscope::round_trip_test
