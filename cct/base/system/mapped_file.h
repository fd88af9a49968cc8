#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include "cct/base/result.h"

namespace ringscope {

// What other programs made of a file since it was mapped. A file that took its place under its name is no
// change: what is mapped is still whole.
enum class FileChange : uint8_t {
  kNone,
  kGrown,
  kRewritten,  // as long as before
  kCut         // shorter, or it was while it was read: a part may have been read as zeros
};

// A whole regular file mapped read-only. Move-only; the bytes live as long as the object.
// The mapping is private to readers but backed by the file: if another program truncates the file while it is
// mapped, reading past the new end raises SIGBUS (cct/base/system/mapping_guard.h). Files written by ringscope are
// replaced by rename, never truncated.
class MappedFile {
 public:
  // What the reader will do, passed on to the kernel.
  enum class Access { kSequential, kRandom };

  MappedFile() = default;
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // Errors: kNotFound, kIo (a directory, no permission, not a regular file). An empty file maps to an empty
  // span.
  [[nodiscard]] static Result<MappedFile> Open(const std::filesystem::path& path, Access access);

  [[nodiscard]] std::span<const std::byte> bytes() const { return {data_, size_bytes_}; }
  // The same for another reader of it.
  void Advise(Access access) const;
  // Tells the kernel that [offset, offset+length) will not be needed again soon, so that reading a file
  // larger than memory keeps the resident size small.
  void DropPages(uint64_t offset_bytes, uint64_t length_bytes) const;
  // Says that readers from now on do not look for changes (KeepMapping). kIo where a part of the file is
  // already gone.
  [[nodiscard]] Result<void> Keep() const;

 private:
  const std::byte* data_ = nullptr;
  size_t size_bytes_ = 0;
  size_t mapped_bytes_ = 0;

  friend class FileWatch;
  // Of the file as it was mapped.
  struct Stamp {
    uint64_t device = 0, inode = 0;
    int64_t modified_s = 0, modified_ns = 0;
    bool operator==(const Stamp&) const = default;
  };
  Stamp stamp_;
};

// Looks what becomes of a mapped file while it is read. Once the mapping is gone, Change() no longer knows
// what was lost before the file became as long as it was.
class FileWatch {
 public:
  // `path` is that by which the file was opened.
  FileWatch(const MappedFile& file, std::filesystem::path path)
      : path_(std::move(path)), data_(file.data_), size_bytes_(file.size_bytes_), stamp_(file.stamp_) {}
  [[nodiscard]] FileChange Change() const;

 private:
  std::filesystem::path path_;
  const std::byte* data_;
  size_t size_bytes_;
  MappedFile::Stamp stamp_;
};

// The error of a file that was changed while it was read: kIo.
[[nodiscard]] tl::unexpected<Error> FailChanged(FileChange change);

}  // namespace ringscope
