#include "cct/base/system/mapped_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "cct/base/system/mapping_guard.h"
#include "tests/temporary_folder.h"

namespace ringscope::mapped_file_test {
namespace {

class MappedFileTest : public testing::Test {
 protected:
  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "mapped";
  void WriteBytes(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }
};

TEST_F(MappedFileTest, ShowsTheBytes) {
  for (const size_t size : {size_t{0}, size_t{1}, size_t{4095}, size_t{4096}, size_t{4097}}) {
    WriteBytes(std::string(size, 'x'));
    const auto file = MappedFile::Open(path_, MappedFile::Access::kSequential);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_EQ(file->bytes().size(), size);
    for (size_t i = 0; i < size; ++i) ASSERT_EQ(file->bytes()[i], std::byte{'x'});
  }
}

TEST_F(MappedFileTest, PagesOfAllFilesAreLetGoAndReadAgain) {
  const auto pages_of_files = [] {
    std::ifstream statm("/proc/self/statm");
    int64_t whole = 0, resident = 0, of_files = 0;
    statm >> whole >> resident >> of_files;
    return of_files;
  };
  constexpr size_t kBytes = size_t{32} << 20;
  WriteBytes(std::string(kBytes, 'x'));
  const auto file = MappedFile::Open(path_, MappedFile::Access::kSequential);
  const auto count = [&] { return std::count(file->bytes().begin(), file->bytes().end(), std::byte{'x'}); };
  ASSERT_EQ(count(), kBytes);
  const int64_t before = pages_of_files();
  DropMappedPages();
  EXPECT_LT(pages_of_files() * sysconf(_SC_PAGESIZE),
            before * sysconf(_SC_PAGESIZE) - static_cast<int64_t>(kBytes / 2));
  EXPECT_EQ(count(), kBytes);
}

TEST_F(MappedFileTest, RefusesWhatIsNoFile) {
  EXPECT_EQ(MappedFile::Open(path_, MappedFile::Access::kRandom).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(MappedFile::Open("/", MappedFile::Access::kRandom).error().message,
            "expected a file, found a directory");
  EXPECT_EQ(MappedFile::Open("/dev/null", MappedFile::Access::kRandom).error().code, ErrorCode::kIo);
}

TEST_F(MappedFileTest, SaysWhatOthersMadeOfTheFile) {
  const auto change_after = [&](auto change) {
    std::ofstream(path_, std::ios::binary) << "0123456789";
    const MappedFile file = MappedFile::Open(path_, MappedFile::Access::kRandom).value();
    const FileWatch watch(file, path_);
    change();
    EXPECT_EQ(FileWatch(file, path_).Change(), watch.Change());  // nothing is missed in between
    return watch.Change();
  };
  const auto set_time = [&] {
    std::filesystem::last_write_time(path_,
                                     std::filesystem::file_time_type::clock::now() + std::chrono::hours(1));
  };
  EXPECT_EQ(change_after([] {}), FileChange::kNone);
  EXPECT_EQ(change_after([&] { std::filesystem::resize_file(path_, 9); }), FileChange::kCut);
  EXPECT_EQ(change_after([&] { std::filesystem::resize_file(path_, 11); }), FileChange::kGrown);
  EXPECT_EQ(change_after(set_time), FileChange::kRewritten);
  // Another file under the name is none of its business.
  EXPECT_EQ(change_after([&] {
              std::ofstream(path_.string() + ".new") << "0";
              std::filesystem::rename(path_.string() + ".new", path_);
            }),
            FileChange::kNone);
}

TEST_F(MappedFileTest, MovesItsMapping) {
  WriteBytes("hello");
  MappedFile first = MappedFile::Open(path_, MappedFile::Access::kRandom).value();
  const MappedFile second = std::move(first);
  EXPECT_EQ(second.bytes().size(), 5u);
  second.DropPages(0, 5);
  EXPECT_EQ(second.bytes()[0], std::byte{'h'});
}

}  // namespace
}  // namespace ringscope::mapped_file_test
