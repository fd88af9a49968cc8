#include "app/core/job.h"
#include "app/core/job_runner.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <atomic>
#include <fstream>
#include <string>
#include <thread>

#include "app/files/documents.h"
#include "app/tables/tables.h"
#include "cct/base/system/memory_limit.h"
#include "tests/app/app_test_state.h"
#include "tests/cct/base/system/counted_new.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::job_runner_test {
namespace {

std::string Ended(JobRunner& jobs) {
  std::string text;
  for (const Action& action : jobs.TakeActions()) {
    if (const auto* done = action.As<action::TaskFinished>()) text += std::to_string(done->job) + " ";
    if (const auto* failed = action.As<action::JobFailed>())
      text += std::to_string(failed->job) + " failed: " + failed->error.message + " ";
  }
  return text;
}

JobWork Nothing(JobId id) {
  return [id](JobControl&, const PostAction& post) { post(action::TaskFinished{id, {}}); };
}

TEST(JobRunnerTest, AtMostSoManyImportsRunAtOnce) {
  std::atomic<int> running{0}, most{0}, wakes{0};
  std::atomic<bool> go_on{false};
  JobRunner jobs([&] { ++wakes; }, 2);
  for (JobId id = 1; id <= 6; ++id) {
    jobs.Start({id,
                {},
                [&, id](JobControl&, const PostAction& post) {
                  const int now = ++running;
                  for (int before = most; before < now && !most.compare_exchange_weak(before, now);) {
                  }
                  while (!go_on) std::this_thread::yield();
                  --running;
                  post(action::TaskFinished{id, {}});
                },
                JobLane::kByCores});
  }
  // Others do not wait for them.
  jobs.Start({7, {}, Nothing(7), JobLane::kAtOnce});
  while (Ended(jobs) != "7 ") std::this_thread::yield();
  while (most < 2) std::this_thread::yield();
  EXPECT_TRUE(jobs.busy());
  go_on = true;
  jobs.WaitForAll();
  EXPECT_EQ(most.load(), 2);
  EXPECT_FALSE(jobs.busy());
  EXPECT_GE(wakes.load(), 7);
}

TEST(JobRunnerTest, AJobThatWaitsEndsAtOnceWhenItIsCancelled) {
  std::atomic<bool> go_on{false};
  JobRunner jobs([] {}, 1);
  jobs.Start({1,
              {},
              [&](JobControl&, const PostAction&) {
                while (!go_on) std::this_thread::yield();
              },
              JobLane::kByCores});
  jobs.Start({2,
              {},
              [](JobControl& job, const PostAction& post) {
                if (job.cancelled()) post(action::TaskFinished{2, {}});
              },
              JobLane::kByCores});
  EXPECT_EQ(Ended(jobs), "");
  jobs.Cancel(2);
  while (Ended(jobs) != "2 ") std::this_thread::yield();
  go_on = true;
}

TEST(JobRunnerTest, WhatIsDoneInOrderIsDoneToItsEnd) {
  std::string order;  // one job after the other writes to it
  {
    JobRunner jobs([] {});
    for (char c = 'a'; c <= 'h'; ++c) {
      jobs.Start({kNoJob,
                  {},
                  [&order, c](JobControl& job, const PostAction&) {
                    std::this_thread::yield();
                    order += job.cancelled() ? '-' : c;
                  },
                  JobLane::kInOrder});
    }
  }
  EXPECT_EQ(order, "abcdefgh");
}

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

TEST(JobRunnerTest, AnImportWithoutMemoryFailsAlone) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  const test::TemporaryFolder folder;
  std::ofstream(folder.path() / "small.folded") << "main;f 1\n";
  {
    std::ofstream large(folder.path() / "large.folded");
    for (int i = 0; i < 20'000; ++i) large << "main;" << std::string(100, 'f') << i << " 1\n";
  }
  AppState state;
  const auto open = [&](const char* name) {
    const auto effects = Do(state, action::OpenFile{folder.path() / name});
    return *FindEffect<effect::StartTask>(effects);
  };
  const effect::StartTask large = open("large.folded"), small = open("small.folded");
  const MemoryLimit limit(uint64_t{2} << 20);
  JobRunner jobs([] {});
  jobs.Start(large);
  const auto failed = ResultOf<action::JobFailed>(jobs);
  EXPECT_EQ(failed.job, large.job);
  EXPECT_EQ(failed.error.code, ErrorCode::kLimit);
  EXPECT_NE(failed.error.message.find("memory"), std::string::npos);
  jobs.Start(small);
  EXPECT_TRUE(ResultOf<action::LoadFinished>(jobs).tree);
}

TEST(JobRunnerTest, OtherJobsWithoutMemorySaySo) {
  if (!test::IsNewCounted()) GTEST_SKIP() << "operator new is not counted";
  AppState state = StateWith(WithFunctions(test::RandomTree(1, {.contexts = 200'000, .frames = 20'000})));
  const auto effects = Do(state, action::ShowTable{GroupBy::kFunction});
  const auto* table = FindTask<TableRequest>(effects);
  ASSERT_NE(table, nullptr);
  JobRunner jobs([] {});
  action::JobFailed failed;
  {
    const MemoryLimit limit(uint64_t{100} << 10);
    jobs.Start(*table);
    failed = ResultOf<action::JobFailed>(jobs);
  }
  EXPECT_EQ(failed.job, table->job);
  Do(state, failed);
  EXPECT_TRUE(state.jobs.empty());
  ASSERT_EQ(state.errors.size(), 1u);
  EXPECT_NE(state.errors[0].message.find("memory"), std::string::npos);
}

TEST(JobRunnerTest, AThreadThatCannotStartIsTold) {
  pthread_attr_t usual, huge;
  ASSERT_EQ(pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(pthread_attr_init(&huge), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&huge, size_t{1} << 62), 0);
  ASSERT_EQ(pthread_setattr_default_np(&huge), 0);
  JobRunner jobs([] {});
  jobs.Start({1, {}, Nothing(1), JobLane::kAtOnce});
  ASSERT_EQ(pthread_setattr_default_np(&usual), 0);
  EXPECT_NE(Ended(jobs).find("1 failed: "), std::string::npos);
  EXPECT_FALSE(jobs.busy());
  jobs.Start({2, {}, Nothing(2), JobLane::kAtOnce});
  jobs.WaitForAll();
  EXPECT_EQ(Ended(jobs), "2 ");
}

}  // namespace
}  // namespace ringscope::job_runner_test
