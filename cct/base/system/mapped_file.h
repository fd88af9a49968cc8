#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "cct/base/result.h"

namespace ringscope {

// Which file it is, and when it was last written.
struct FileStamp {
  uint64_t device = 0, inode = 0;
  int64_t modified_s = 0, modified_ns = 0;
  bool operator==(const FileStamp&) const = default;
};

// A whole regular file mapped read-only. Move-only; the bytes live as long as the object.
// The mapping is private to readers but backed by the file: if another program truncates the file while it is
// mapped, reading past the new end raises SIGBUS (cct/base/system/mapping_guard.h). Files written by
// ringscope are replaced by rename, never truncated.
class MappedFile {
 public:
  // What the reader will do, passed on to the kernel.
  enum class Access { kSequential, kRandom };

  // Errors: kNotFound, kIo (a directory, no permission, not a regular file). An empty file maps to an empty
  // span.
  [[nodiscard]] static Result<MappedFile> Open(const std::filesystem::path& path, Access access);

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return {data_.get(), data_ == nullptr ? 0 : data_.get_deleter().size_bytes};
  }
  [[nodiscard]] std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes().data()), bytes().size()};
  }
  // As it was when it was mapped.
  [[nodiscard]] const FileStamp& stamp() const { return stamp_; }
  // The same for another reader of it.
  void Advise(Access access) const;
  // Tells the kernel that [offset, offset+length) will not be needed again soon, so that reading a file
  // larger than memory keeps the resident size small.
  void DropPages(uint64_t offset_bytes, uint64_t length_bytes) const;

 private:
  struct Unmap {
    size_t size_bytes;
    void operator()(const std::byte* data) const;
  };
  std::unique_ptr<const std::byte, Unmap> data_;
  FileStamp stamp_;
};

// What other programs made of a file since it was mapped. A file that took its place under its name is no
// change: what is mapped is still whole.
enum class FileChange : uint8_t {
  kNone,
  kGrown,
  kRewritten,  // as long as before
  kCut         // shorter, or it was while it was read: a part may have been read as zeros
};

// Looks what becomes of a mapped file while it is read. Once the mapping is gone, Change() no longer knows
// what was lost before the file became as long as it was.
class FileWatch {
 public:
  // `path` is that by which `file` was opened. What happened to it between the two is seen.
  FileWatch(const MappedFile& file, std::filesystem::path path);
  [[nodiscard]] FileChange Change() const;

 private:
  std::filesystem::path path_;
  const std::byte* data_;
  size_t size_bytes_;
  FileStamp stamp_;
};

// Says that readers of the file from now on do not look for changes (KeepMapping). kIo where a part of it is
// already gone.
[[nodiscard]] Result<void> KeepMapped(const MappedFile& file);

// The error of a file that was changed while it was read: kIo.
[[nodiscard]] tl::unexpected<Error> FailChanged(FileChange change);

}  // namespace ringscope
