#include "agents/common/finish_as_cct.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "cct/file/cct_file.h"
#include "tests/agents/common/read_back.h"
#include "tests/temporary_folder.h"

namespace ringscope::finish_as_cct_test {
namespace {

using test::TemporaryFolder;
using test::TestDescription;

AgentSettings OutTo(const std::filesystem::path& path) {
  AgentSettings settings;
  settings.Take("out", path.string());
  return settings;
}

void CallOnce(TraceMemory& memory, uint64_t calls) {
  ThreadTree* const tree = this_thread_tree != nullptr ? this_thread_tree : memory.BeginThread("main", 1);
  memory.AddFunction({.id = 0}, "main", "program");
  tree->CalleeOf(tree->root(), 0)->values[0] += calls;
}

uint64_t CallsIn(const std::filesystem::path& path) {
  const Result<CctPtr> tree = OpenCctFile(path);
  if (!tree) {
    ADD_FAILURE() << tree.error().message;
    return 0;
  }
  for (uint32_t metric = 0; metric < (*tree)->metric_count(); ++metric) {
    if ((*tree)->metrics()[metric].name == "calls") {
      return (*tree)->Total(metric);
    }
  }
  return 0;
}

TEST(FinishAsCct, WritesTheFileAndRemovesTheTrace) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(OutTo(folder.path() / "a.cct"), TestDescription()));
  CallOnce(memory, 3);
  const std::string trace = memory.path();
  EXPECT_TRUE(std::filesystem::exists(trace));
  EXPECT_TRUE(FinishAsCct(memory));
  EXPECT_FALSE(std::filesystem::exists(trace));
  EXPECT_EQ(CallsIn(folder.path() / "a.cct"), 3u);
}

TEST(FinishAsCct, ChildrenWriteBeside) {
  const TemporaryFolder folder;
  TraceMemory memory;
  ASSERT_TRUE(memory.Start(OutTo(folder.path() / "a.cct"), TestDescription()));
  CallOnce(memory, 3);
  const pid_t child = fork();
  if (child == 0) {
    CallOnce(memory, 5);
    _exit(FinishAsCct(memory) ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(FinishAsCct(memory));
  EXPECT_EQ(CallsIn(folder.path() / "a.cct"), 3u);
  EXPECT_EQ(CallsIn(folder.path() / ("a-" + std::to_string(child) + ".cct")), 5u);
  size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    ++files;
  }
  EXPECT_EQ(files, 2u);
}

TEST(FinishAsCct, KeepsTheTraceWhereItCannotWrite) {
  const TemporaryFolder folder;
  TraceMemory memory;
  AgentSettings settings = OutTo(folder.path() / "no" / "a.cct");
  settings.Take("trace", (folder.path() / "t").string());
  ASSERT_TRUE(memory.Start(settings, TestDescription()));
  CallOnce(memory, 3);
  EXPECT_FALSE(FinishAsCct(memory));
  EXPECT_EQ(test::ReadTrace(memory.path()).Value("main;main"), 3u);
}

}  // namespace
}  // namespace ringscope::finish_as_cct_test
