#include "app/views/matrix/version_matrix.h"

#include <gtest/gtest.h>

#include "tests/app/views/matrix/matrix_test_state.h"

namespace ringscope::matrix::version_matrix_test {
namespace {

VersionMatrix MatrixFrom(const std::vector<CompareInput>& runs, const TrackManifest* manifest = nullptr) {
  const Series series = BuildSeries(runs).value();
  return MatrixOf(series, series.metrics.front(), manifest);
}

TEST(VersionMatrix, RunsOfABenchmarkInAVersionAreACell) {
  const VersionMatrix matrix = MatrixFrom(TwoBenchmarks());
  ASSERT_EQ(matrix.versions.size(), 3u);
  EXPECT_EQ(matrix.versions[1].name, "bbbbbbb");
  ASSERT_EQ(matrix.benchmarks.size(), 2u);
  EXPECT_EQ(matrix.benchmarks[0].name, "parse");
  const Cell& cell = matrix.benchmarks[0].cells[1];
  EXPECT_EQ(cell.executions, (std::vector<size_t>{4, 5}));
  EXPECT_EQ(cell.value, 1'010);
  EXPECT_EQ(cell.least, 1'000);
  EXPECT_EQ(cell.most, 1'020);
  EXPECT_EQ(matrix.noise, NoiseOf::kRuns);
}

TEST(VersionMatrix, ChangesBeyondTheRangesOfRunsAreNoNoise) {
  const VersionMatrix matrix = MatrixFrom(TwoBenchmarks());
  const auto verdict = [&](size_t benchmark, size_t version) {
    return matrix.benchmarks[benchmark].cells[version].verdict;
  };
  EXPECT_EQ(verdict(0, 0), Verdict::kNothingBefore);
  EXPECT_EQ(verdict(0, 1), Verdict::kWithinNoise);
  EXPECT_EQ(verdict(0, 2), Verdict::kMore);
  EXPECT_NEAR(matrix.benchmarks[0].cells[2].change, 2'010.0 / 1'010 - 1, 1e-12);
  EXPECT_EQ(verdict(1, 1), Verdict::kLess);
  EXPECT_EQ(verdict(1, 2), Verdict::kWithinNoise);
}

TEST(VersionMatrix, FailuresStandInTheirOrder) {
  const TrackManifest manifest = ManifestWithFailures();
  const VersionMatrix matrix = MatrixFrom(TwoBenchmarks(), &manifest);
  ASSERT_EQ(matrix.versions.size(), 4u);
  EXPECT_EQ(matrix.versions[1].not_built, "make ended with 2");
  EXPECT_EQ(matrix.versions[1].about, "break it");
  EXPECT_EQ(matrix.benchmarks[0].cells[1].failure, "not built: make ended with 2");
  EXPECT_TRUE(matrix.benchmarks[0].cells[1].executions.empty());
  // What follows is compared with the last version that ran.
  EXPECT_EQ(matrix.benchmarks[1].cells[2].before, 0u);
  EXPECT_EQ(matrix.benchmarks[1].cells[2].verdict, Verdict::kLess);
  EXPECT_EQ(matrix.benchmarks[1].cells[3].failure, "did not run: it ended with 1");
}

TEST(VersionMatrix, SingleRunsOfOtherQuantitiesDifferWhereverTheyAreNotEqual) {
  const VersionMatrix matrix =
      MatrixFrom({RunOf("parse", "a", 1000), RunOf("parse", "b", 1001), RunOf("parse", "c", 1001)});
  EXPECT_EQ(matrix.noise, NoiseOf::kUnknown);
  EXPECT_EQ(matrix.benchmarks[0].cells[1].verdict, Verdict::kMore);
  EXPECT_EQ(matrix.benchmarks[0].cells[2].verdict, Verdict::kWithinNoise);
}

TEST(VersionMatrix, SingleRunsInSamplesDifferBeyondChance) {
  const auto run = [](const char* commit, uint64_t samples) {
    CctBuilder builder;
    builder.AddMetric({"samples", "count", 1});
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "main"})), 0, samples);
    CompareInput input{std::move(builder).Finish({}).value(), {commit}};
    SetAttribute("commit", commit, input.execution);
    return input;
  };
  const VersionMatrix matrix = MatrixFrom({run("a", 100), run("b", 128), run("c", 200)});
  EXPECT_EQ(matrix.noise, NoiseOf::kSamples);
  ASSERT_EQ(matrix.benchmarks.size(), 1u);
  EXPECT_EQ(matrix.benchmarks[0].cells[1].verdict, Verdict::kWithinNoise);
  EXPECT_EQ(matrix.benchmarks[0].cells[2].verdict, Verdict::kMore);
}

TEST(VersionMatrix, ExecutionsWithoutACommitAreVersionsByThemselves) {
  const VersionMatrix matrix = MatrixFrom({RunOf("", "", 5, "v1"), RunOf("", "", 6, "v2")});
  ASSERT_EQ(matrix.versions.size(), 2u);
  EXPECT_EQ(matrix.versions[1].name, "v2");
  EXPECT_EQ(matrix.benchmarks.size(), 1u);
}

}  // namespace
}  // namespace ringscope::matrix::version_matrix_test
