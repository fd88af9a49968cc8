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
