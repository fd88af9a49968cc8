#include <errno.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <vector>

#include "agents/common/trace_memory.h"
#include "tests/agents/common/read_back.h"
#include "tests/temporary_folder.h"

namespace ringscope::trace_limits_test {
namespace {

using test::ReadBack;
using test::ReadTrace;
using test::TemporaryFolder;
using test::TestDescription;
using test::TraceTo;

// Runs it in a process of its own, as limits cannot be lifted again; what it said on stderr.
std::string RunApart(const TemporaryFolder& folder, const std::function<int()>& run) {
  const auto said = folder.path() / "stderr";
  const pid_t child = fork();
  if (child == 0) {
    const int file = open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDERR_FILENO);
    _exit(run());
  }
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  std::ifstream stream(said);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// `count` calls, of which most reach a new context; 0 if all is as it should be.
int CallMany(TraceMemory& memory, uint32_t count) {
  ThreadTree* const tree = memory.BeginThread("main", 1);
  if (tree == nullptr) {
    return 2;
  }
  errno = EDOM;
  for (uint32_t call = 0; call < count / 2; ++call) {
    TraceNode* const outer = tree->CalleeOf(tree->root(), call / 1000);
    ++outer->values[0];
    ++tree->CalleeOf(outer, call % 1000)->values[0];
  }
  // What is there goes on.
  ++tree->CalleeOf(tree->root(), 0)->values[0];
  // A program may look at what its own last call left.
  return errno == EDOM ? 0 : 3;
}

void Limit(decltype(RLIMIT_AS) resource, uint64_t bytes) {
  const rlimit limit{.rlim_cur = bytes, .rlim_max = bytes};
  setrlimit(resource, &limit);
}

// All calls are either counted or known to be lost.
void ExpectAllCalls(const std::filesystem::path& path, uint64_t count) {
  const ReadBack read = ReadTrace(path);
  ASSERT_TRUE(read.is_readable);
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_GT(read.header.lost_calls, 0u);
  EXPECT_EQ(read.Sum() + read.header.lost_calls, count + 1);
  EXPECT_EQ(read.Value("main;0"), 1001u);
}

TEST(TraceLimits, AFileThatMayNotGrowIsSaidOnce) {
  const TemporaryFolder folder;
  const std::string said = RunApart(folder, [&] {
    Limit(RLIMIT_FSIZE, (uint64_t{5} << 20) + 12345);
    TraceMemory memory;
    return memory.Start(TraceTo(folder.path() / "t"), TestDescription()) ? CallMany(memory, 600000) : 1;
  });
  EXPECT_EQ(said, "ringscope: the trace memory " + (folder.path() / "t").string() +
                      " cannot grow: File too large; the program goes on, and calls in new contexts are not "
                      "recorded\n");
  ExpectAllCalls(folder.path() / "t", 600000);
  EXPECT_GT(ReadTrace(folder.path() / "t").file_bytes, uint64_t{49} << 16) << "all that may be had is used";
}

TEST(TraceLimits, AFileThatMayNotBeIsSaid) {
  const TemporaryFolder folder;
  const std::string said = RunApart(folder, [&] {
    Limit(RLIMIT_FSIZE, 1000);
    TraceMemory memory;
    return memory.Start(TraceTo(folder.path() / "t"), TestDescription()) ? 1 : 0;
  });
  EXPECT_EQ(said, "ringscope: cannot create " + (folder.path() / "t").string() +
                      ": File too large; the program is not recorded\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "t"));
}

TEST(TraceLimits, TheLimitThatWasAskedForHolds) {
  const TemporaryFolder folder;
  const std::string said = RunApart(folder, [&] {
    AgentSettings settings = TraceTo(folder.path() / "t");
    settings.Take("limit", "3M");
    TraceMemory memory;
    return memory.Start(settings, TestDescription()) ? CallMany(memory, 600000) : 1;
  });
  EXPECT_NE(said.find("cannot grow: it has reached its limit;"), std::string::npos) << said;
  ExpectAllCalls(folder.path() / "t", 600000);
  EXPECT_EQ(ReadTrace(folder.path() / "t").file_bytes, uint64_t{3} << 20);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(RINGSCOPE_SANITIZED)
TEST(TraceLimits, FewAddressesAreEnough) {
  const TemporaryFolder folder;
  RunApart(folder, [&] {
    uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    Limit(RLIMIT_AS, pages * 4096 + (uint64_t{100} << 20));
    TraceMemory memory;
    return memory.Start(TraceTo(folder.path() / "t"), TestDescription()) ? CallMany(memory, 2000000) : 1;
  });
  ExpectAllCalls(folder.path() / "t", 2000000);
  EXPECT_GE(ReadTrace(folder.path() / "t").file_bytes, uint64_t{25} << 20) << "a quarter";
}
#endif

TEST(TraceLimits, AFolderThatIsNotThere) {
  const TemporaryFolder folder;
  const std::string said = RunApart(folder, [&] {
    TraceMemory memory;
    return memory.Start(TraceTo(folder.path() / "no" / "t"), TestDescription()) ? 1 : 0;
  });
  EXPECT_NE(said.find(": No such file or directory; the program is not recorded\n"), std::string::npos)
      << said;
}

// Daemons close all descriptors that they do not know.
TEST(TraceLimits, DescriptorsAreTheProgramsOwn) {
  const TemporaryFolder folder;
  RunApart(folder, [&] {
    const int before = dup(0);
    close(before);
    TraceMemory memory;
    if (!memory.Start(TraceTo(folder.path() / "t"), TestDescription())) {
      return 1;
    }
    const int after = dup(0);
    if (before != after) {
      return 2;
    }
    close_range(3, 10000, 0);
    return CallMany(memory, 200000);
  });
  EXPECT_EQ(ReadTrace(folder.path() / "t").Sum(), 200001u);
}

// A full table of descriptors passes: what is met afterwards is recorded again.
TEST(TraceLimits, AFullTableOfDescriptorsDoesNotEndTheRecording) {
  const TemporaryFolder folder;
  const std::string said = RunApart(folder, [&] {
    TraceMemory memory;
    if (!memory.Start(TraceTo(folder.path() / "t"), TestDescription())) return 1;
    ThreadTree* const tree = memory.BeginThread("main", 1);
    if (tree == nullptr) return 2;
    rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    const rlimit none{.rlim_cur = 3, .rlim_max = limit.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    // More contexts than there is room for, each once.
    for (uint32_t function = 0; function < 30'000; ++function)
      ++tree->CalleeOf(tree->root(), function)->values[0];
    // Functions that are met now have names nevertheless, and so have threads.
    // They take more than the block that was begun.
    for (uint32_t function = 30'000; function < 31'500; ++function) {
      if (!memory.AddFunction({.id = function}, "late")) return 3;
    }
    const uint64_t lost = memory.header().lost_calls;
    if (lost == 0) return 4;
    setrlimit(RLIMIT_NOFILE, &limit);
    for (uint32_t function = 40'000; function < 60'000; ++function)
      ++tree->CalleeOf(tree->root(), function)->values[0];
    // It is tried again now and then, not for each call.
    return memory.header().lost_calls - lost <= 1024 ? 0 : 5;
  });
  EXPECT_EQ(said,
            "ringscope: the trace memory " + (folder.path() / "t").string() +
                " cannot grow: Too many open files; the program goes on, and calls in new contexts are not "
                "recorded until it can\n");
  const ReadBack read = ReadTrace(folder.path() / "t");
  ASSERT_TRUE(read.is_readable);
  EXPECT_EQ(read.problems, std::vector<std::string>());
  EXPECT_EQ(read.Sum() + read.header.lost_calls, 50'000u);
  EXPECT_GT(read.Sum(), 18'900u + 10'000u);
  EXPECT_EQ(read.Value("main;59999"), 1u);
}

// Another file of that name is not taken for the trace.
TEST(TraceLimits, AFileThatWasReplacedStaysUntouched) {
  const TemporaryFolder folder;
  const std::string said = RunApart(folder, [&] {
    TraceMemory memory;
    if (!memory.Start(TraceTo(folder.path() / "t"), TestDescription())) {
      return 1;
    }
    std::filesystem::rename(folder.path() / "t", folder.path() / "old");
    std::ofstream(folder.path() / "t") << "other";
    return CallMany(memory, 200000);
  });
  EXPECT_EQ(std::filesystem::file_size(folder.path() / "t"), 5u);
  EXPECT_NE(said.find("cannot grow: Stale file handle;"), std::string::npos) << said;
  ExpectAllCalls(folder.path() / "old", 200000);
}

}  // namespace
}  // namespace ringscope::trace_limits_test
