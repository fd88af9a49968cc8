#pragma once

// Java programs that tests run with and without the recorder.

#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/agents/common/read_back.h"
#include "tests/temporary_folder.h"

namespace ringscope::java_agent_test {

struct JavaRun {
  int exit_code = -1;  // 128 and the signal where one ended it
  std::string output;  // both streams
};

inline JavaRun RunCommand(const std::string& command) {
  JavaRun run;
  std::FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return run;
  char buffer[4096];
  for (size_t got = 0; (got = fread(buffer, 1, sizeof buffer, pipe)) != 0;) run.output.append(buffer, got);
  const int status = pclose(pipe);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

inline std::string Quoted(const std::filesystem::path& path) { return "'" + path.string() + "'"; }

class JavaAgentTest : public ::testing::Test {
 protected:
  // `options` of the virtual machine, of the agent, and what it runs.
  JavaRun Record(const std::string& vm_options, const std::string& agent_options, const std::string& what) {
    trace_ = folder_.path() / ("trace" + std::to_string(++runs_));
    return RunCommand(std::string(RINGSCOPE_JAVA) + " " + vm_options + " " +
                      Quoted("-javaagent:" RINGSCOPE_JAVA_AGENT "=trace=" + trace_.string() + agent_options) +
                      " -cp " RINGSCOPE_JAVA_PROGRAMS " " + what);
  }
  JavaRun Plain(const std::string& vm_options, const std::string& what) {
    return RunCommand(std::string(RINGSCOPE_JAVA) + " " + vm_options + " -cp " RINGSCOPE_JAVA_PROGRAMS " " +
                      what);
  }
  [[nodiscard]] test::ReadBack Read() const {
    test::ReadBack read = test::ReadTrace(trace_);
    EXPECT_TRUE(read.is_readable);
    EXPECT_EQ(read.problems, std::vector<std::string>());
    return read;
  }

  test::TemporaryFolder folder_;
  std::filesystem::path trace_;
  int runs_ = 0;
};

}  // namespace ringscope::java_agent_test
