#include "app/cli/recording/output_place.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace ringscope::job_place_test {
namespace {

std::map<std::string, std::string> variables;
std::string Variable(const char* name) { return variables[name]; }

TEST(JobPlace, IsWhereTheLauncherSays) {
  variables = {
      {"SLURM_PROCID", "12"}, {"SLURM_STEP_ID", "0"}, {"SLURM_JOB_ID", "42"}, {"SLURMD_NODENAME", "node7"}};
  const std::optional<JobPlace> place = JobPlace::Find(&Variable);
  ASSERT_TRUE(place.has_value());
  EXPECT_EQ(place->OutputBelow({}), "job-42.0/node7/rank-12.cct");
  EXPECT_EQ(place->OutputBelow("run.cct"), "run/node7/rank-12.cct");
  EXPECT_EQ(place->OutputBelow("a/b"), "a/b/node7/rank-12.cct");
  Execution execution;
  place->Describe(execution);
  const std::vector<ExecutionAttribute> said{{"rank", "12"}, {"host", "node7"}, {"job", "42"}, {"step", "0"}};
  EXPECT_EQ(execution.attributes, said);
}

TEST(JobPlace, KnowsOtherLaunchers) {
  variables = {{"OMPI_COMM_WORLD_RANK", "3"}, {"SLURMD_NODENAME", "a/../b"}};
  EXPECT_EQ(JobPlace::Find(&Variable)->OutputBelow({}), "job/a_.._b/rank-3.cct");
  variables = {{"PMI_RANK", "../x"}, {"SLURMD_NODENAME", ".."}};
  EXPECT_EQ(JobPlace::Find(&Variable)->OutputBelow({}), "job/_/rank-.._x.cct");
}

TEST(JobPlace, IsNoneOutsideOfSteps) {
  variables = {};
  EXPECT_FALSE(JobPlace::Find(&Variable).has_value());
  // The script of a batch is of no step.
  variables = {{"SLURM_PROCID", "0"}, {"SLURM_JOB_ID", "42"}};
  EXPECT_FALSE(JobPlace::Find(&Variable).has_value());
}

}  // namespace
}  // namespace ringscope::job_place_test
