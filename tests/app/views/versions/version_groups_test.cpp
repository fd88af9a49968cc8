#include "app/views/versions/versions_model.h"

#include <gtest/gtest.h>

namespace ringscope::versions::version_groups_test {
namespace {

Execution Told(const std::string& name, const std::string& commit, const std::string& run = {}) {
  Execution execution;
  execution.name = name;
  if (!commit.empty()) SetAttribute("commit", commit, execution);
  if (!run.empty()) SetAttribute("run", run, execution);
  return execution;
}

TEST(VersionGroups, RunsOfOneCommitAreOneVersion) {
  const std::vector<Execution> executions{Told("a-1", "1111222233334444", "1"), Told("b-1", "5555666677778888", "1"),
                                          Told("a-2", "1111222233334444", "2"), Told("local", "")};
  const std::vector<Version> versions = VersionsOf(executions);
  ASSERT_EQ(versions.size(), 3u);
  EXPECT_EQ(versions[0], (Version{"1111222", "commit=1111222233334444", {0, 2}}));
  EXPECT_EQ(versions[1], (Version{"b-1", "commit=5555666677778888, run=1", {1}}));
  EXPECT_EQ(versions[2], (Version{"local", "", {3}}));
  EXPECT_EQ(VersionOf(versions, 2), 0u);
  EXPECT_EQ(VersionOf(versions, 3), 2u);
  EXPECT_EQ(DrawnOrder(versions), (std::vector<size_t>{0, 2, 1, 3}));
}

TEST(VersionGroups, WithoutCommitsEachIsAVersion) {
  EXPECT_EQ(VersionsOf(std::vector{Told("a", ""), Told("a", "")}).size(), 2u);
}

}  // namespace
}  // namespace ringscope::versions::version_groups_test
