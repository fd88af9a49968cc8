#include "cct/base/system/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/temporary_folder.h"

namespace ringscope::atomic_file_test {
namespace {

class AtomicFileTest : public testing::Test {
 protected:
  const test::TemporaryFolder temporary_;
  const std::filesystem::path& folder_ = temporary_.path();
  const std::filesystem::path path_ = folder_ / "out";
  void SetUp() override { std::ofstream(path_) << "old"; }
  [[nodiscard]] std::string Contents() const {
    std::ifstream in(path_);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] auto FileCount() const {
    return std::distance(std::filesystem::directory_iterator(folder_), {});
  }
  [[nodiscard]] mode_t Mode() const {
    struct stat info {};
    EXPECT_EQ(stat(path_.c_str(), &info), 0);
    return info.st_mode & 07777;
  }
  [[nodiscard]] bool Replace(std::string_view contents) const {
    auto file = AtomicFile::Create(path_);
    return file && file->Write(contents) && file->Commit();
  }
};

// Runs `work` in a process of its own; whether it returned true.
template <typename Work>
bool SucceedsInChild(Work work) {
  const pid_t child = fork();
  if (child == 0) _exit(work() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// From now on the filter of system calls decides in this process.
template <size_t kCount>
bool Install(sock_filter (&program)[kCount]) {
  const sock_fprog filter{kCount, program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// From now on this process finds no file system that has files without names.
bool RefuseUnnamedFiles() {
  constexpr unsigned kUnnamed = O_TMPFILE & ~O_DIRECTORY;
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 2 * sizeof(uint64_t)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, kUnnamed, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  return Install(program) && open("/tmp", O_TMPFILE | O_WRONLY, 0600) < 0 && errno == EOPNOTSUPP;
}

// From now on this process ends when it sets its umask.
bool EndAtUmask() {
  sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_umask, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  return Install(program);
}

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
  EXPECT_TRUE(SucceedsInChild([&] {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto file = AtomicFile::Create(path_);
    return file && !file->Write(std::string(100000, 'x'));
  }));
  EXPECT_EQ(Contents(), "old");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(AtomicFileTest, AKilledProcessLeavesTheOldFileAlone) {
  const int unnamed = open(folder_.c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (unnamed < 0) GTEST_SKIP() << "the file system has no files without names";
  close(unnamed);
  EXPECT_FALSE(SucceedsInChild([&] {
    auto file = AtomicFile::Create(path_);
    if (file && file->Write("new contents")) raise(SIGKILL);
    return true;
  }));
  EXPECT_EQ(Contents(), "old");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(AtomicFileTest, AFileSystemWithoutUnnamedFilesWillDo) {
  EXPECT_TRUE(SucceedsInChild([&] {
    if (!RefuseUnnamedFiles()) return false;
    { const auto dropped = AtomicFile::Create(path_); }
    auto file = AtomicFile::Create(path_);
    return FileCount() == 2 && file->Write("new contents") && file->Commit();
  }));
  EXPECT_EQ(Contents(), "new contents");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(AtomicFileTest, ANewFileHonoursTheUmaskAndAReplacedOneKeepsItsMode) {
  const mode_t old_mask = umask(027);
  for (const bool with_unnamed : {true, false}) {
    for (const mode_t mode : {0600, 0666, 0755}) {
      ASSERT_EQ(chmod(path_.c_str(), mode), 0);
      EXPECT_TRUE(SucceedsInChild([&] { return (with_unnamed || RefuseUnnamedFiles()) && Replace("new"); }));
      EXPECT_EQ(Mode(), mode);
    }
    std::filesystem::remove(path_);
    EXPECT_TRUE(SucceedsInChild([&] { return (with_unnamed || RefuseUnnamedFiles()) && Replace("new"); }));
    EXPECT_EQ(Mode(), 0640u);
  }
  umask(old_mask);
}

// The umask is one for all threads: whoever sets it for a moment opens the files of others to everybody.
TEST_F(AtomicFileTest, TheUmaskStaysAsItIs) {
  EXPECT_TRUE(SucceedsInChild([&] { return EndAtUmask() && Replace("new contents"); }));
  EXPECT_EQ(Contents(), "new contents");
  EXPECT_FALSE(SucceedsInChild([] { return EndAtUmask() && umask(077) != 0; }));
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

TEST_F(AtomicFileTest, ALinkToNothingStaysAndItsTargetIsMade) {
  std::filesystem::create_directory(folder_ / "inner");
  std::filesystem::create_symlink("inner/second", folder_ / "first");
  std::filesystem::create_symlink(folder_ / "made", folder_ / "inner" / "second");
  AtomicFile file = AtomicFile::Create(folder_ / "first").value();
  ASSERT_TRUE(file.Write("contents"));
  ASSERT_TRUE(file.Commit());
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "first"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "inner" / "second"));
  EXPECT_EQ(std::filesystem::file_size(folder_ / "made"), 8u);
}

TEST_F(AtomicFileTest, LinksInACircleAreRefused) {
  std::filesystem::create_symlink("b", folder_ / "a");
  std::filesystem::create_symlink("a", folder_ / "b");
  const auto file = AtomicFile::Create(folder_ / "a");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("cannot follow the link"), std::string::npos);
  EXPECT_EQ(FileCount(), 3);
}

// What a shell opened for the program's output is no file to put another one in the place of.
TEST_F(AtomicFileTest, AnOpenFileIsNotReplacedByWayOfItsDescriptor) {
  EXPECT_TRUE(SucceedsInChild([&] {
    const int fd = open(path_.c_str(), O_WRONLY);
    if (fd < 0 || dup2(fd, STDOUT_FILENO) < 0) return false;
    std::filesystem::create_symlink("/dev/stdout", folder_ / "link");
    for (const std::filesystem::path& name :
         {std::filesystem::path("/dev/stdout"), folder_ / "link", std::filesystem::path("/proc/self/fd/1")}) {
      const auto file = AtomicFile::Create(name);
      if (file || file.error().message.find("a file that a program has open") == std::string::npos)
        return false;
    }
    return true;
  }));
  EXPECT_EQ(Contents(), "old");
}

TEST_F(AtomicFileTest, AFolderThatIsMissingIsNamed) {
  const auto file = AtomicFile::Create(folder_ / "missing" / "out");
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().message.find("missing/out"), std::string::npos);
}

}  // namespace
}  // namespace ringscope::atomic_file_test
