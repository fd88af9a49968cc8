#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "cct/base/result.h"
#include "cct/base/system/mapped_file.h"

namespace ringscope {

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
  // Right after `file` was opened by `path`.
  FileWatch(const MappedFile& file, std::filesystem::path path);
  [[nodiscard]] FileChange Change() const;

 private:
  struct Stamp {
    uint64_t device = 0, inode = 0, size_bytes = 0;
    int64_t modified_s = 0, modified_ns = 0;
  };
  [[nodiscard]] static Stamp StampOf(const std::filesystem::path& path);

  std::filesystem::path path_;
  const std::byte* data_;
  size_t size_bytes_;
  Stamp stamp_;
};

// Says that readers of the file from now on do not look for changes (KeepMapping). kIo where a part of it is
// already gone.
[[nodiscard]] Result<void> KeepMapped(const MappedFile& file);

// The error of a file that was changed while it was read: kIo.
[[nodiscard]] tl::unexpected<Error> FailChanged(FileChange change);

}  // namespace ringscope
