#include "cct/base/system/mapping_guard.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cct/base/system/mapped_file.h"
#include "tests/temporary_folder.h"

namespace ringscope::mapping_guard_test {
namespace {

class MappingGuardTest : public testing::Test {
 protected:
  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "mapped";
  void SetUp() override { std::ofstream(path_, std::ios::binary) << std::string(1 << 20, 'x'); }

  enum class Reader { kKeeps, kAsks };

  // How a child ends that maps the file, shortens it and reads all of it: in a process of its own, as signals
  // and handlers are one a process. What the child says on stderr is put into `said`.
  template <typename Prepare>
  int StatusOfReader(size_t left_bytes, Prepare prepare, Reader reader = Reader::kKeeps) {
    int pipe_fds[2];
    if (pipe(pipe_fds) != 0) return -1;
    const pid_t child = fork();
    if (child == 0) {
      dup2(pipe_fds[1], STDERR_FILENO);
      close(pipe_fds[1]);
      prepare();
      const auto file = MappedFile::Open(path_, MappedFile::Access::kRandom);
      if (!file || (reader == Reader::kKeeps && !KeepMapped(*file))) _exit(10);
      const FileWatch watch(*file, path_);
      if (truncate(path_.c_str(), static_cast<off_t>(left_bytes)) != 0) _exit(10);
      const auto bytes = file->bytes();
      if (MappingWasCut(bytes.data()) || !LostMappings().empty()) _exit(11);
      const auto kept = std::count(bytes.begin(), bytes.end(), std::byte{'x'});
      const auto zeros = std::count(bytes.begin(), bytes.end(), std::byte{0});
      if (static_cast<size_t>(kept) != left_bytes || static_cast<size_t>(kept + zeros) != bytes.size())
        _exit(12);
      // Also where the file is long enough again.
      if (truncate(path_.c_str(), 1 << 20) != 0) _exit(10);
      if (!MappingWasCut(bytes.data()) || watch.Change() != FileChange::kCut || KeepMapped(*file)) _exit(13);
      const std::vector<LostMapping> lost = LostMappings();
      if (reader == Reader::kAsks) _exit(lost.empty() ? 0 : 14);
      _exit(lost.size() == 1 && lost[0].path == path_ && lost[0].bytes.data() == bytes.data() ? 0 : 15);
    }
    close(pipe_fds[1]);
    said.clear();
    char piece[256];
    for (ssize_t count; (count = read(pipe_fds[0], piece, sizeof piece)) > 0;)
      said.append(piece, static_cast<size_t>(count));
    close(pipe_fds[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }

  static void Tell() { InstallMappingGuard(nullptr); }
  static void EndProgram() {
    InstallMappingGuard([](const char* path) {
      if (write(STDERR_FILENO, path, std::strlen(path)) < 0) _exit(1);
      _exit(2);
    });
  }
  std::string said;
};

TEST_F(MappingGuardTest, ReadersGoOnWithZerosAndTheFileIsTold) {
  for (const size_t left : {size_t{0}, size_t{10'000}, size_t{8192}, size_t{1'000'000}}) {
    SetUp();
    const int status = StatusOfReader(left, Tell);
    ASSERT_TRUE(WIFEXITED(status)) << left;
    EXPECT_EQ(WEXITSTATUS(status), 0) << left;
  }
}

TEST_F(MappingGuardTest, ReadersThatAskAreNotTold) {
  for (void (*const prepare)() : {&Tell, &EndProgram}) {
    SetUp();
    const int status = StatusOfReader(10'000, prepare, Reader::kAsks);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 0);
    EXPECT_EQ(said, "");
  }
}

TEST_F(MappingGuardTest, AKeptMappingEndsTheProgramByTheHandler) {
  const int status = StatusOfReader(10'000, EndProgram);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  EXPECT_EQ(said, path_.string());
}

TEST_F(MappingGuardTest, WithoutItTheProgramEnds) {
  // A sanitizer's run time may have put a handler of its own there, which ends the program in its own way.
  const int status = StatusOfReader(10'000, [] { std::signal(SIGBUS, SIG_DFL); });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGBUS);
}

TEST_F(MappingGuardTest, OtherBusErrorsStillEndTheProgram) {
  const int status = StatusOfReader(10'000, [] {
    Tell();
    raise(SIGBUS);
    raise(SIGBUS);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGBUS);
}

TEST_F(MappingGuardTest, WhatIsUnmappedIsForgotten) {
  for (int i = 0; i < 3000; ++i) ASSERT_TRUE(MappedFile::Open(path_, MappedFile::Access::kRandom));
  const int status = StatusOfReader(10'000, Tell);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace ringscope::mapping_guard_test
