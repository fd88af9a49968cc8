#include "cct/base/atomic_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace ringscope {
namespace {

class AtomicFileTest : public testing::Test {
 protected:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("ringscope_atomic_" + std::to_string(getpid()));
  std::filesystem::path path_ = folder_ / "out";
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(path_) << "old";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string Contents() const {
    std::ifstream in(path_);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] auto FileCount() const {
    return std::distance(std::filesystem::directory_iterator(folder_), {});
  }
};

TEST_F(AtomicFileTest, CommitReplacesAndDestructionDiscards) {
  {
    AtomicFile file = AtomicFile::Create(path_).value();
    ASSERT_TRUE(file.Write("new contents"));
    EXPECT_EQ(Contents(), "old");
  }
  EXPECT_EQ(Contents(), "old");
  EXPECT_EQ(FileCount(), 1);
  AtomicFile file = AtomicFile::Create(path_).value();
  ASSERT_TRUE(file.Write("new contents"));
  EXPECT_EQ(file.written_bytes(), 12u);
  ASSERT_TRUE(file.Commit());
  EXPECT_EQ(Contents(), "new contents");
  EXPECT_EQ(FileCount(), 1);
}

// A limit on the file size stands in for a full disk: the kernel refuses the write in the same way.
TEST_F(AtomicFileTest, AFullDiskLeavesTheOldFile) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    bool failed = false;
    {
      auto file = AtomicFile::Create(path_);
      failed = file && !file->Write(std::string(100000, 'x'));
    }
    _exit(failed ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(Contents(), "old");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(AtomicFileTest, OnlyRegularFilesAreReplaced) {
  const auto folder = AtomicFile::Create(folder_);
  ASSERT_FALSE(folder);
  EXPECT_NE(folder.error().message.find("expected a file to write, found a directory"), std::string::npos);
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  const auto pipe = AtomicFile::Create(folder_ / "pipe");
  ASSERT_FALSE(pipe);
  EXPECT_NE(pipe.error().message.find("found a device, pipe or socket"), std::string::npos);
}

TEST_F(AtomicFileTest, ALinkStaysAndItsTargetIsReplaced) {
  const auto link = folder_ / "link";
  std::filesystem::create_symlink("out", link);
  AtomicFile file = AtomicFile::Create(link).value();
  ASSERT_TRUE(file.Write("new contents"));
  ASSERT_TRUE(file.Commit());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(Contents(), "new contents");
}

TEST_F(AtomicFileTest, AFolderThatIsMissingIsNamed) {
  const auto file = AtomicFile::Create(folder_ / "missing" / "out");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("missing/out"), std::string::npos);
}

}  // namespace
}  // namespace ringscope
