#include "cct/base/system/workers.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>

#include <thread>

namespace ringscope::thread_priority_test {
namespace {

int Policy() {
  int policy = -1;
  sched_param priority{};
  return pthread_getschedparam(pthread_self(), &policy, &priority) == 0 ? policy : -1;
}

TEST(ThreadPriorityTest, IdleTimeIsForThisThreadAndThoseItStarts) {
  int before = -1, after = -1, below = -1;
  std::thread([&] {
    before = Policy();
    UseIdleTimeOnly();
    after = Policy();
    std::thread([&] { below = Policy(); }).join();
  }).join();
  EXPECT_EQ(before, SCHED_OTHER);
  EXPECT_EQ(after, SCHED_IDLE);
  EXPECT_EQ(below, SCHED_IDLE);
  EXPECT_EQ(Policy(), SCHED_OTHER) << "the others go on as they were";
}

}  // namespace
}  // namespace ringscope::thread_priority_test
