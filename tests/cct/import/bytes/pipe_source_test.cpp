#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/temporary_folder.h"
#include "tests/test_paths.h"

namespace ringscope::pipe_source_test {
namespace {

// A file that is read as if it were a pipe: from its beginning to its end.
class OpenFile {
 public:
  explicit OpenFile(const std::filesystem::path& path) : fd_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~OpenFile() { close(fd_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_;
};

TEST(PipeSource, EveryFormatIsReadAsFromAFile) {
  size_t read = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(SourceDir() / "tests/cct/import/data")) {
    const std::string extension = entry.path().extension().string();
    if (!entry.is_regular_file() || extension == ".dump" || extension == ".error") continue;
    const OpenFile file(entry.path());
    JobControl job;
    const auto piped = ImportPipe(std::make_unique<PipeSource>(file.fd(), job), {}, job);
    EXPECT_EQ(test::DumpWithNotes(piped), test::DumpWithNotes(test::BytesOf(entry.path()), {}))
        << entry.path();
    read += piped ? 1 : 0;
  }
  EXPECT_GT(read, 100u);
}

TEST(PipeSource, KeepsWhatItIsToldTo) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "numbers";
  {
    std::ofstream out(path, std::ios::binary);
    for (uint32_t i = 0; i < 5'000'000; ++i) out.write(reinterpret_cast<const char*>(&i), sizeof i);
  }
  const auto bytes_of = [](PipeSource& pipe) {
    uint64_t bytes = 0;
    while (true) {
      const auto piece = pipe.Next();
      if (!piece) return std::pair(bytes, piece.error().code);
      if (piece->empty()) return std::pair(bytes, ErrorCode::kNotFound);
      bytes += piece->size();
    }
  };
  JobControl job;
  {
    const OpenFile file(path);
    PipeSource pipe(file.fd(), job);
    EXPECT_EQ(bytes_of(pipe), std::pair(uint64_t{20'000'000}, ErrorCode::kNotFound));
    pipe.Rewind();
    EXPECT_EQ(bytes_of(pipe), std::pair(uint64_t{20'000'000}, ErrorCode::kNotFound));
  }
  const OpenFile file(path);
  PipeSource pipe(file.fd(), job);
  pipe.KeepBeginOnly();
  ASSERT_TRUE(pipe.Next());
  pipe.Rewind();
  EXPECT_EQ(bytes_of(pipe), std::pair(uint64_t{20'000'000}, ErrorCode::kNotFound));
  EXPECT_EQ(pipe.consumed_bytes(), 20'000'000u);
  pipe.Rewind();
  EXPECT_EQ(bytes_of(pipe).second, ErrorCode::kUnsupported);
}

TEST(PipeSource, WhatHasToBeReadTwiceIsSaidToBeSaved) {
  const test::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "two_numbers.folded";
  {
    std::ofstream out(path);
    for (int i = 0; i < 400'000; ++i) out << "main;function;called 1 2\n";
    out << "main 1\n";  // now the first number is part of a name
  }
  const OpenFile file(path);
  JobControl job;
  const auto tree = ImportPipe(std::make_unique<PipeSource>(file.fd(), job), {}, job);
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().message,
            "expected a file, found the standard input: this input has to be read twice; save it to a file "
            "first");
  EXPECT_FALSE(tree.error().line);
}

}  // namespace
}  // namespace ringscope::pipe_source_test
