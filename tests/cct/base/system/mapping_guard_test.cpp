#include "cct/base/system/mapping_guard.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "cct/base/system/mapped_file.h"
#include "tests/temporary_folder.h"

namespace ringscope {
namespace {

class MappingGuardTest : public testing::Test {
 protected:
  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "mapped";
  void SetUp() override { std::ofstream(path_, std::ios::binary) << std::string(1 << 20, 'x'); }

  // How a child ends that maps the file, shortens it and reads all of it: in a process of its own, as signals
  // and handlers are one a process.
  template <typename Prepare>
  int StatusOfReader(size_t left_bytes, Prepare prepare) const {
    const pid_t child = fork();
    if (child == 0) {
      prepare();
      const auto file = MappedFile::Open(path_, MappedFile::Access::kRandom);
      if (!file || truncate(path_.c_str(), static_cast<off_t>(left_bytes)) != 0) _exit(2);
      const auto bytes = file->bytes();
      const auto kept = std::count(bytes.begin(), bytes.end(), std::byte{'x'});
      const auto zeros = std::count(bytes.begin(), bytes.end(), std::byte{0});
      if (static_cast<size_t>(kept) != left_bytes || static_cast<size_t>(kept + zeros) != bytes.size())
        _exit(3);
      if (TakeLostFiles() != std::vector{path_}) _exit(4);
      _exit(TakeLostFiles().empty() ? 0 : 5);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
  }
};

TEST_F(MappingGuardTest, ReadersGoOnWithZerosAndTheFileIsTold) {
  for (const size_t left : {size_t{0}, size_t{10'000}, size_t{8192}, size_t{1'000'000}}) {
    SetUp();
    const int status = StatusOfReader(left, InstallMappingGuard);
    ASSERT_TRUE(WIFEXITED(status)) << left;
    EXPECT_EQ(WEXITSTATUS(status), 0) << left;
  }
}

TEST_F(MappingGuardTest, WithoutItTheProgramEnds) {
  // A sanitizer's run time may have put a handler of its own there, which ends the program in its own way.
  const int status = StatusOfReader(10'000, [] { std::signal(SIGBUS, SIG_DFL); });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGBUS);
}

TEST_F(MappingGuardTest, OtherBusErrorsStillEndTheProgram) {
  const int status = StatusOfReader(10'000, [] {
    InstallMappingGuard();
    raise(SIGBUS);
    raise(SIGBUS);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGBUS);
}

TEST_F(MappingGuardTest, WhatIsUnmappedIsForgotten) {
  for (int i = 0; i < 3000; ++i) ASSERT_TRUE(MappedFile::Open(path_, MappedFile::Access::kRandom));
  const int status = StatusOfReader(10'000, InstallMappingGuard);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace ringscope
