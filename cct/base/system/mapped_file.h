#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "cct/base/result.h"

namespace ringscope {

// The identity of a file and the time of its last change.
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
  // The expected order of reads, passed on to the kernel.
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
  // The stamp from when the file was mapped.
  [[nodiscard]] const FileStamp& stamp() const { return stamp_; }
  // Tells the kernel another expected order of reads.
  void Advise(Access access) const;
  // Tells the kernel that [offset, offset+length) is not needed soon, so that reading a file larger than
  // memory keeps the resident size small.
  void DropPages(uint64_t offset_bytes, uint64_t length_bytes) const;

 private:
  struct Unmap {
    size_t size_bytes;
    void operator()(const std::byte* data) const;
  };
  std::unique_ptr<const std::byte, Unmap> data_;
  FileStamp stamp_;
};

// The change that other programs made to a file since it was mapped. A new file under the same name is no
// change: the mapped one is still whole.
enum class FileChange : uint8_t {
  kNone,
  kGrown,
  kRewritten,  // of the same length
  kCut         // shorter, at least for a while: a part may have been read as zeros
};

// Detects changes to a mapped file while it is read. Ask Change() before the file is unmapped: afterwards a
// cut that was followed by growth to the same length looks like kRewritten.
class FileWatch {
 public:
  // `path` is the one that `file` was opened by. Changes since Open() are seen, not only those since this
  // call.
  FileWatch(const MappedFile& file, std::filesystem::path path);
  [[nodiscard]] FileChange Change() const;

 private:
  std::filesystem::path path_;
  const std::byte* data_;
  size_t size_bytes_;
  FileStamp stamp_;
};

// Marks the file as one whose readers do not look for changes (KeepMapping). kIo if a part of it is already
// lost.
[[nodiscard]] Result<void> KeepMapped(const MappedFile& file);

// The error of a file that was changed while it was read: kIo.
[[nodiscard]] tl::unexpected<Error> FailChanged(FileChange change);

}  // namespace ringscope
