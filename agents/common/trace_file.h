#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>

namespace ringscope {

// The file of a trace memory and where it is mapped: a large range of addresses is reserved at once, and the
// file is mapped into it as it grows, so nothing ever moves. Its bytes are allocated on the disk before they
// are mapped: a full disk is an error of Grow(), and never a SIGBUS of who writes. What takes less than 5 %
// or 256 MiB of a file system, whatever is less, is left to the program.
//
// No descriptor stays open: programs close what they do not know, and count on the numbers of their own. To
// grow it opens the file again by its absolute path, and sees whether it still is that file; a program that
// changed its root or its user may not get it again, and then it does not grow.
//
// Not thread-safe. Allocates nothing from the heap. Errors are those of errno, 0: none.
class TraceFile {
 public:
  constexpr TraceFile() = default;
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  ~TraceFile() { Close(); }

  // Reserves addresses and creates the file, for its user alone, of `first_bytes` zeros. `%p` in the name
  // becomes the number of the process. A file that exists stays: `.2`, `.3` ... are appended until there is
  // none.
  [[nodiscard]] int Create(const char* pattern, uint64_t limit_bytes, uint64_t first_bytes);
  // To `bytes` at least, if there is room for more to twice its size, at most 64 MiB more. The new bytes are
  // 0.
  [[nodiscard]] int Grow(uint64_t bytes);
  // The bytes of a hole of the file, which then are 0. Holes are only what BeginCopy() left.
  [[nodiscard]] int FillHole(uint64_t offset, uint64_t bytes);

  // Goes on in another file, in the child of a fork: BeginCopy() creates it, as Create() would, with a hole
  // of size_bytes(), CopyRange() takes ranges over, ZeroRange() makes new ones of them, and EndCopy() puts it
  // where the old one was mapped. After an error anonymous memory of the same size and content is mapped
  // there instead, so that pointers stay valid and nothing that is written reaches the parent's file.
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
  // A new file; its descriptor, or -errno.
  int CreateNew(const char* pattern);
  // The file again; its descriptor, or -errno.
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
