#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "agents/common/trace_memory.h"
#include "tests/agents/common/read_back.h"
#include "tests/temporary_folder.h"

namespace ringscope::trace_fork_test {
namespace {

using test::ReadBack;
using test::ReadTrace;
using test::TemporaryFolder;
using test::TestDescription;
using test::TraceTo;

// What a child's exit code says.
int WaitFor(pid_t child) {
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// Calls `count` contexts below `node`, in a shape with short lists and a long one.
void CallMany(ThreadTree* tree, TraceNode* node, uint32_t count) {
  for (uint32_t call = 0; call < count; ++call) {
    TraceNode* const callee = tree->CalleeOf(node, call % 50);
    ++callee->values[0];
    ++tree->CalleeOf(callee, call % 3000)->values[0];
  }
}

TEST(TraceFork, TheChildCountsInAFileOfItsOwn) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t-%p"), TestDescription()));
  const std::string parent_path = memory.path();
  ThreadTree* const tree = memory.BeginThread("main", 1);
  memory.AddFunction({.id = 60}, "before");
  TraceFunctionCell* const cell = memory.NewFunctionCell(60);
  cell->known = 1;
  cell->values[0] = 4;
  TraceNode* const caller = tree->CalleeOf(tree->root(), 60);
  caller->values[0] = 1;
  CallMany(tree, caller, 6000);
  TraceNode* const node = tree->CalleeOf(caller, 7);

  const pid_t child = fork();
  if (child == 0) {
    // Nodes that the stack has stay what they are, and so do those that are found.
    node->values[0] += 10;
    bool is_right = memory.IsForked() && tree->CalleeOf(caller, 7) == node && tree->CallerOf(node) == caller;
    memory.AddFunction({.id = 61}, "after");
    tree->CalleeOf(caller, 61)->values[0] = 3;
    CallMany(tree, caller, 12000);
    ++cell->values[0];
    memory.Finish();
    _exit(is_right ? 0 : 1);
  }
  CallMany(tree, caller, 6000);
  EXPECT_EQ(WaitFor(child), 0);

  const ReadBack parent = ReadTrace(parent_path);
  EXPECT_EQ(parent.problems, std::vector<std::string>());
  EXPECT_EQ(parent.Sum(), 1u + 4 * 6000);
  EXPECT_EQ(parent.Value("main;before;after"), 0u);
  EXPECT_EQ(parent.cells.at(60).values[0], 4u);
  EXPECT_EQ(parent.header.state, TraceState::kRunning);

  const ReadBack read = ReadTrace(folder.path() / ("t-" + std::to_string(child)));
  ASSERT_TRUE(read.is_readable);
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_EQ(read.header.process_id, static_cast<uint32_t>(child));
  EXPECT_EQ(read.header.state, TraceState::kFinished);
  EXPECT_STREQ(read.header.tool, "test");
  EXPECT_EQ(read.Value("main;before"), 0u);
  EXPECT_EQ(read.Value("main;before;7"), 10u + 12000 / 50);
  EXPECT_EQ(read.Value("main;before;after"), 3u);
  EXPECT_EQ(read.Sum(), 10u + 3 + 2 * 12000);
  EXPECT_EQ(read.cells.at(60).values[0], 1u);
  EXPECT_EQ(read.cells.at(60).known, 1u);
  EXPECT_EQ(read.node_count, read.contexts.size());  // none is twice
}

// Sanitizers have locks of their own, which a process that is forked off while threads begin and end may wait
// for forever.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(RINGSCOPE_SANITIZED)
// The parent's threads go on while its children copy what they need.
TEST(TraceFork, WhileThreadsRun) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(folder.path() / "t-%p"), TestDescription()));
  ThreadTree* const tree = memory.BeginThread("main", 1);
  std::atomic<bool> is_over = false;
  std::vector<std::thread> threads;
  for (uint32_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (uint32_t round = 0; !is_over; ++round) {
        ThreadTree* const own = memory.BeginThread("worker", thread);
        CallMany(own, own->root(), 3000);
        memory.AddFunction({.id = 100 + round % 1000}, std::string(round % 300, 'n'));
        memory.EndThread(own);
      }
    });
  }
  std::vector<pid_t> children;
  for (int fork_count = 0; fork_count < 10; ++fork_count) {
    TraceNode* const node = tree->CalleeOf(tree->root(), static_cast<uint32_t>(fork_count));
    CallMany(tree, node, 500);
    const pid_t child = fork();
    if (child == 0) {
      CallMany(tree, node, 2000);
      // A thread of the child, and a child of the child.
      std::thread([&] {
        ThreadTree* const own = memory.BeginThread("worker", 9);
        CallMany(own, own->root(), 1000);
        memory.EndThread(own);
      }).join();
      const pid_t grandchild = fork();
      if (grandchild == 0) {
        CallMany(tree, node, 10);
        _exit(0);
      }
      int status = 0;
      waitpid(grandchild, &status, 0);
      CallMany(tree, node, 100);
      _exit(status == 0 ? 0 : 1);
    }
    children.push_back(child);
    CallMany(tree, node, 500);
  }
  for (const pid_t child : children) {
    EXPECT_EQ(WaitFor(child), 0);
    const ReadBack read = ReadTrace(folder.path() / ("t-" + std::to_string(child)));
    EXPECT_EQ(read.problems, std::vector<std::string>());
    EXPECT_EQ(read.Sum(), 2u * (2000 + 1000 + 100));
    EXPECT_EQ(read.node_count, read.contexts.size());
  }
  is_over = true;
  for (std::thread& thread : threads) {
    thread.join();
  }
  const ReadBack read = ReadTrace(memory.path());
  EXPECT_EQ(read.problems, std::vector<std::string>());
  uint64_t main_sum = 0;
  for (const auto& [context, values] : read.contexts) {
    main_sum += context.starts_with("main") ? values[0] : 0;
  }
  EXPECT_EQ(main_sum, 10u * 2 * 1000);
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
    EXPECT_TRUE(ReadTrace(entry.path()).is_readable);
  }
  EXPECT_EQ(files, 21u);
}
#endif

TEST(TraceFork, AChildWithoutAFileGoesOn) {
  const TemporaryFolder folder;
  const auto inner = folder.path() / "inner";
  std::filesystem::create_directory(inner);
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(TraceTo(inner / "t-%p"), TestDescription()));
  ThreadTree* const tree = memory.BeginThread("main", 1);
  TraceNode* const node = tree->CalleeOf(tree->root(), 1);
  CallMany(tree, node, 6000);
  std::filesystem::rename(inner, folder.path() / "moved");
  const pid_t child = fork();
  if (child == 0) {
    CallMany(tree, node, 60000);
    for (uint32_t depth = 0; depth < 5000; ++depth) {
      ++tree->CalleeOf(node, 100 + depth)->values[0];
    }
    _exit(memory.path()[0] == 0 && memory.header().lost_calls != 0 ? 0 : 1);
  }
  EXPECT_EQ(WaitFor(child), 0);
  EXPECT_EQ(ReadTrace(folder.path() / "moved" / ("t-" + std::to_string(getpid()))).Sum(), 2u * 6000);
}

TEST(TraceFork, WhatWasCountedOutlivesAKill) {
  const TemporaryFolder folder;
  for (int round = 0; round < 20; ++round) {
    const auto path = folder.path() / std::to_string(round);
    const pid_t child = fork();
    if (child == 0) {
      TraceMemory memory;
      if (!memory.Start(TraceTo(path), TestDescription())) {
        _exit(1);
      }
      for (;;) {
        ThreadTree* const tree = memory.BeginThread("t", 1);
        CallMany(tree, tree->root(), 3000);
        memory.AddFunction({.id = 1}, "one");
        memory.EndThread(tree);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(round * 7));
    kill(child, SIGKILL);
    EXPECT_EQ(WaitFor(child), 1000 + SIGKILL);
    if (std::filesystem::exists(path)) {
      const ReadBack read = ReadTrace(path);
      EXPECT_EQ(read.problems, std::vector<std::string>());
    }
  }
  // The last ones had the time to count.
  EXPECT_GT(ReadTrace(folder.path() / "19").Sum(), 0u);
}

}  // namespace
}  // namespace ringscope::trace_fork_test
