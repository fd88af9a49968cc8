#include "app/core/job_runner.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "cct/base/memory_limit.h"
#include "cct/transform/pipeline.h"
#include "tests/cct/base/counted_new.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope {
namespace {

// The one action of that kind among what the jobs that were started gave.
template <typename Wanted>
Wanted ResultOf(JobRunner& jobs) {
  jobs.WaitForAll();
  for (const Action& one : jobs.TakeActions()) {
    if (const auto* const wanted = one.As<Wanted>()) return *wanted;
  }
  ADD_FAILURE() << "no result";
  return {};
}

class JobRunnerTest : public testing::Test {
 protected:
  JobRunnerTest() {
    std::ofstream(folder_.path() / "small.folded") << "main;f 1\n";
    std::ofstream large(folder_.path() / "large.folded");
    for (int i = 0; i < 20'000; ++i) large << "main;" << std::string(100, 'f') << i << " 1\n";
  }

  const test::TemporaryFolder folder_;
};

TEST_F(JobRunnerTest, AnImportWithoutMemoryFailsAlone) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const MemoryLimit limit(uint64_t{2} << 20);
  JobRunner jobs([] {});
  jobs.Start(effect::StartLoad{1, folder_.path() / "large.folded"});
  const auto large = ResultOf<action::LoadFinished>(jobs);
  EXPECT_EQ(large.job, 1u);
  ASSERT_FALSE(large.tree);
  EXPECT_EQ(large.tree.error().code, ErrorCode::kLimit);
  EXPECT_NE(large.tree.error().message.find("memory"), std::string::npos);
  jobs.Start(effect::StartLoad{2, folder_.path() / "small.folded"});
  const auto small = ResultOf<action::LoadFinished>(jobs);
  EXPECT_EQ(small.job, 2u);
  EXPECT_TRUE(small.tree);
}

TEST_F(JobRunnerTest, OtherJobsWithoutMemorySaySo) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const CctPtr tree = test::RandomTree(1, {.contexts = 200'000, .frames = 20'000});
  const LoadedTree loaded = WithFunctions(tree);
  JobRunner jobs([] {});
  const MemoryLimit limit(uint64_t{100} << 10);
  effect::StartTransform transform;
  transform.job = 1;
  transform.tree = tree;
  transform.pipeline = ParsePipeline("invert").value();
  jobs.Start(transform);
  EXPECT_FALSE(ResultOf<action::TransformFinished>(jobs).result);
  effect::StartTable table;
  table.job = 2;
  table.tree = loaded;
  table.request.tree = tree;
  table.request.root.context = kRootContext;
  jobs.Start(table);
  const auto listed = ResultOf<action::TableFinished>(jobs);
  ASSERT_NE(listed.outcome, nullptr);
  EXPECT_NE(listed.outcome->error.find("memory"), std::string::npos);
  EXPECT_EQ(listed.outcome->request, table.request);
}

}  // namespace
}  // namespace ringscope
