#include "cct/track/track_series.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cct/compare/series.h"
#include "cct/file/cct_file.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::track_series_test {
namespace {

constexpr const char* kOld = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
constexpr const char* kBroken = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
constexpr const char* kNew = "cccccccccccccccccccccccccccccccccccccccc";

class TrackSeries : public ::testing::Test {
 protected:
  TrackSeries() {
    manifest.settings.repository = "/r";
    manifest.settings.benchmarks = {{"parse", "p", {}}, {"sort", "s", {}}};
    manifest.settings.runs = 2;
    manifest.versions = {
        {kOld, 100, "first", "", {}}, {kBroken, 200, "second", "", {}}, {kNew, 300, "third", "", {}}};
    manifest.versions[1].not_built = "make ended with 2";
    for (const size_t v : {0u, 2u}) {
      for (const char* name : {"parse", "sort"}) manifest.versions[v].outcomes[name].runs = 2;
    }
  }
  void Write() {
    std::ofstream(folder.path() / kTrackManifestName) << FormatManifest(manifest);
    for (size_t v = 0; v < manifest.versions.size(); ++v) {
      const TrackedVersion& version = manifest.versions[v];
      for (const auto& [name, outcome] : version.outcomes) {
        std::filesystem::create_directories(TrackedProfilesOf(folder.path(), name));
        for (uint32_t run = 1; run <= outcome.runs; ++run) {
          const std::string cost = std::to_string(100 * (v + 1) + run);
          ASSERT_TRUE(WriteCctFile(*test::TreeFromFolded("main;" + name + " " + cost + "\n"),
                                   TrackedProfile(folder.path(), name, v, version.commit, run)));
        }
      }
    }
  }

  test::TemporaryFolder folder;
  TrackManifest manifest;
  JobControl job;
};

TEST_F(TrackSeries, HoldsAllProfilesVersionByVersion) {
  Write();
  EXPECT_TRUE(IsTrackFolder(folder.path()));
  const CctPtr tree = OpenTrackFolder(folder.path(), job).value();
  EXPECT_EQ(tree->report().format, kTrackFormat);
  const Series series = StoredSeries(tree).value();
  ASSERT_EQ(series.executions().size(), 8u);
  std::vector<std::string> said;
  for (size_t e = 0; e < 8; ++e) {
    std::string text = series.executions()[e].name + ":";
    for (const ExecutionAttribute& one : series.executions()[e].attributes)
      if (one.name == "benchmark" || one.name == "run") text += " " + one.value;
    said.push_back(text + " " + std::to_string(tree->Total(series.metrics[0].run[e])));
  }
  EXPECT_EQ(said, (std::vector<std::string>{
                      "0001-aaaaaaaaaaaa-001: parse 1 101", "0001-aaaaaaaaaaaa-002: parse 2 102",
                      "0001-aaaaaaaaaaaa-001: sort 1 101", "0001-aaaaaaaaaaaa-002: sort 2 102",
                      "0003-cccccccccccc-001: parse 1 301", "0003-cccccccccccc-002: parse 2 302",
                      "0003-cccccccccccc-001: sort 1 301", "0003-cccccccccccc-002: sort 2 302"}));
  EXPECT_EQ(series.executions()[4].time, 300);
}

TEST_F(TrackSeries, WhatWasTakenAwayIsLeftOut) {
  Write();
  std::filesystem::remove(TrackedProfile(folder.path(), "sort", 2, kNew, 1));
  const Series series = StoredSeries(OpenTrackFolder(folder.path(), job).value()).value();
  EXPECT_EQ(series.executions().size(), 6u);
}

TEST_F(TrackSeries, ADamagedProfileIsNamed) {
  Write();
  const auto path = TrackedProfile(folder.path(), "sort", 2, kNew, 2);
  std::ofstream(path, std::ios::trunc) << "nothing";
  const auto opened = OpenTrackFolder(folder.path(), job);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find(path.string()), std::string::npos) << opened.error().message;
}

TEST_F(TrackSeries, AFolderWithoutProfilesSaysSo) {
  EXPECT_FALSE(IsTrackFolder(folder.path()));
  EXPECT_FALSE(OpenTrackFolder(folder.path(), job));
  for (TrackedVersion& version : manifest.versions) version.outcomes.clear();
  Write();
  const auto opened = OpenTrackFolder(folder.path(), job);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::kNotFound);
  std::ofstream(folder.path() / kTrackManifestName) << "ringscope track 1\nnonsense\n";
  EXPECT_NE(OpenTrackFolder(folder.path(), job).error().message.find("manifest.txt"), std::string::npos);
}

}  // namespace
}  // namespace ringscope::track_series_test
