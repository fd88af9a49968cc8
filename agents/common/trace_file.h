#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace ringscope {

// The file of a trace memory and its mapping: a large range of addresses is reserved at once, and the file is
// mapped into it as it grows, so mapped bytes never move. Its bytes are allocated on the disk before they are
// mapped: a full disk is an error of Grow(), and never a SIGBUS of a writer. The last 5 % of a file system,
// or 256 MiB if that is less, are left to the program.
//
// No descriptor stays open: programs close descriptors that they do not know, and count on the numbers of
// their own. Each Grow() opens the file again by its absolute path and checks that it is the same file; a
// program that changed its root or its user may not be able to open it, and then the file does not grow.
//
// Not thread-safe. Allocates nothing from the heap. Functions return errno, or 0 without an error.
class TraceFile {
 public:
  constexpr TraceFile() = default;
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  ~TraceFile() { Close(); }

  // Reserves addresses and creates the file, for its user alone, with `first_bytes` zeros. `%p` in the name
  // becomes the number of the process. An existing file stays: `.2`, `.3` ... are appended until the name is
  // new.
  [[nodiscard]] int Create(const char* pattern, uint64_t limit_bytes, uint64_t first_bytes);
  // Grows to `bytes` at least, and if there is room up to twice the size, but at most 64 MiB more. The new
  // bytes are 0.
  [[nodiscard]] int Grow(uint64_t bytes);
  // Allocates the bytes of a hole of the file, which then are 0. Only BeginCopy() leaves holes.
  [[nodiscard]] int FillHole(uint64_t offset, uint64_t bytes);

  // Goes on in another file, in the child of a fork: BeginCopy() creates it, as Create() would, with a hole
  // of size_bytes(), CopyRange() copies ranges, ZeroRange() makes ranges of zeros, and EndCopy() maps it in
  // place of the old one. After an error GiveUpCopy() maps anonymous memory of the same size and content
  // there, so that pointers stay valid and no write reaches the parent's file.
  [[nodiscard]] int BeginCopy(const char* pattern);
  [[nodiscard]] int ZeroRange(uint64_t offset, uint64_t bytes);
  [[nodiscard]] int CopyRange(uint64_t offset, uint64_t bytes);
  [[nodiscard]] int EndCopy();
  void GiveUpCopy();

  void Close();

  [[nodiscard]] std::byte* base() const { return base_; }
  [[nodiscard]] uint64_t size_bytes() const { return size_bytes_; }
  // Absolute. "" after GiveUpCopy().
  [[nodiscard]] const char* path() const { return path_; }

 private:
  [[nodiscard]] int Reserve(uint64_t limit_bytes);
  // Creates a new file; returns its descriptor, or -errno.
  int CreateNew(const char* pattern);
  // Opens the file again; returns its descriptor, or -errno.
  [[nodiscard]] int Reopen() const;

  std::byte* base_ = nullptr;
  uint64_t reserved_bytes_ = 0;
  uint64_t size_bytes_ = 0;  // of the file, and mapped
  dev_t device_ = 0;
  ino_t inode_ = 0;
  int copy_ = -1;
  char path_[4300] = {};
};

}  // namespace ringscope
