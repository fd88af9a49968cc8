#include "cct/base/system/child_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace ringscope::child_process_test {
namespace {

Result<std::string> ReadAll(ChildProcess& child, const JobControl& job) {
  std::string text;
  std::array<std::byte, 1000> buffer;
  while (true) {
    RINGSCOPE_ASSIGN(const size_t size, child.Read(buffer, job));
    if (size == 0) return text;
    text.append(reinterpret_cast<const char*>(buffer.data()), size);
  }
}

TEST(ChildProcess, GivesItsOutputAndItsExitCode) {
  const JobControl job;
  auto child = ChildProcess::Start({"sh", "-c", "echo out; echo err >&2; exit 3"});
  ASSERT_TRUE(child) << DescribeError(child.error());
  EXPECT_EQ(ReadAll(*child, job).value(), "out\n");
  EXPECT_EQ(child->Wait(job).value(), 3);
  EXPECT_EQ(child->messages(), "err\n");
}

TEST(ChildProcess, TakesItsArgumentsAsTheyAre) {
  const JobControl job;
  auto child = ChildProcess::Start({"printf", "%s|", "a b", "$(id)", "'\"", "", ";ls", "*"});
  ASSERT_TRUE(child) << DescribeError(child.error());
  EXPECT_EQ(ReadAll(*child, job).value(), "a b|$(id)|'\"||;ls|*|");
  EXPECT_EQ(child->Wait(job).value(), 0);
}

TEST(ChildProcess, HasAnEmptyInput) {
  const JobControl job;
  auto child = ChildProcess::Start({"cat"});
  ASSERT_TRUE(child);
  EXPECT_EQ(ReadAll(*child, job).value(), "");
  EXPECT_EQ(child->Wait(job).value(), 0);
}

TEST(ChildProcess, IsNotStartedWhereThereIsNoSuchProgram) {
  const auto child = ChildProcess::Start({"ringscope no such program"});
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().code, ErrorCode::kNotFound);
}

TEST(ChildProcess, TellsTheSignalThatKilledIt) {
  const JobControl job;
  auto child = ChildProcess::Start({"sh", "-c", "kill -9 $$"});
  ASSERT_TRUE(child);
  EXPECT_EQ(ReadAll(*child, job).value(), "");
  EXPECT_EQ(child->Wait(job).value(), 128 + SIGKILL);
}

// More than the pipe of either stream holds, so that reading one of them alone would never end.
TEST(ChildProcess, KeepsTheFirstOfMoreMessagesThanAPipeHolds) {
  const JobControl job;
  auto child = ChildProcess::Start({"sh", "-c",
                                    "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo \"message $i of a "
                                    "program that says a great deal\" >&2; "
                                    "echo \"line $i of a program that prints a great deal as well\"; done"});
  ASSERT_TRUE(child);
  const std::string text = ReadAll(*child, job).value();
  EXPECT_GT(text.size(), 150000u);
  EXPECT_TRUE(text.ends_with("line 3000 of a program that prints a great deal as well\n"));
  EXPECT_EQ(child->Wait(job).value(), 0);
  EXPECT_EQ(child->messages().size(), 4096u);
  EXPECT_TRUE(child->messages().starts_with("message 1 of"));
}

TEST(ChildProcess, MayCloseItsOutputBeforeItEnds) {
  const JobControl job;
  auto child = ChildProcess::Start({"sh", "-c", "exec >&-; sleep 0.2; echo late >&2; exit 4"});
  ASSERT_TRUE(child);
  EXPECT_EQ(ReadAll(*child, job).value(), "");
  EXPECT_EQ(child->Wait(job).value(), 4);
  EXPECT_EQ(child->messages(), "late\n");
}

TEST(ChildProcess, IsNotWaitedForOnceTheJobIsCancelled) {
  JobControl job;
  auto child = ChildProcess::Start({"sleep", "1000"});
  ASSERT_TRUE(child);
  std::thread canceller([&job] { job.cancel_requested = true; });
  const auto text = ReadAll(*child, job);
  canceller.join();
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::kCancelled);
  const auto code = child->Wait(job);
  ASSERT_FALSE(code);
  EXPECT_EQ(code.error().code, ErrorCode::kCancelled);
}

// An editor that ignores SIGPIPE, and so do the programs it starts, writes on into a closed pipe.
TEST(StartProgram, GivesSignalsThatThisProgramIgnoresTheirEffect) {
  const auto old_handler = std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  const std::string script = "grep SigIgn /proc/self/status >&" + std::to_string(ends[1]);
  ASSERT_EQ(fcntl(ends[1], F_SETFD, 0), 0);
  const std::vector<std::string> words{"sh", "-c", script};
  const auto started = StartProgram(words);
  std::signal(SIGPIPE, old_handler);
  close(ends[1]);
  ASSERT_TRUE(started) << DescribeError(started.error());
  std::array<char, 100> line{};
  ASSERT_GT(read(ends[0], line.data(), line.size() - 1), 0);
  close(ends[0]);
  const std::string text(line.data());
  ASSERT_TRUE(text.starts_with("SigIgn:"));
  EXPECT_EQ(std::stoull(text.substr(7), nullptr, 16) >> (SIGPIPE - 1) & 1, 0u);
}

TEST(StartProgram, SaysWhatCannotBeStarted) {
  EXPECT_EQ(StartProgram({}).error().code, ErrorCode::kInvalidArgument);
  const std::vector<std::string> words{"ringscope no such program"};
  EXPECT_EQ(StartProgram(words).error().code, ErrorCode::kNotFound);
}

TEST(ChildProcess, IsKilledWithWhatItStarted) {
  const JobControl job;
  pid_t grandchild = 0;
  {
    auto child = ChildProcess::Start({"sh", "-c", "sleep 1000 & echo $!; wait"});
    ASSERT_TRUE(child);
    std::array<std::byte, 100> buffer{};
    ASSERT_GT(child->Read(buffer, job).value(), 0u);
    grandchild = std::atoi(reinterpret_cast<const char*>(buffer.data()));
    ASSERT_GT(grandchild, 1);
    ASSERT_EQ(kill(grandchild, 0), 0);
  }
  // It was sent the signal; who collects it afterwards takes a moment.
  while (kill(grandchild, 0) == 0) {
    std::string path = "/proc/" + std::to_string(grandchild) + "/stat";
    FILE* stat = fopen(path.c_str(), "r");
    if (stat == nullptr) break;
    char state = 0;
    const int fields = fscanf(stat, "%*d (%*[^)]) %c", &state);
    fclose(stat);
    if (fields != 1 || state == 'Z') break;
    usleep(1000);
  }
}

}  // namespace
}  // namespace ringscope::child_process_test
