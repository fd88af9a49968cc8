#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "cct/base/result.h"

namespace ringscope {

// Writes a file so that readers see the old contents or the complete new ones, never a part: bytes go to a
// temporary file in the same folder, Commit() syncs it and gives it the name `path`. Destruction without
// Commit() removes the temporary file. On file systems that support it the temporary file has no name before
// Commit(), so that a killed process leaves nothing behind. A replaced file keeps its permissions. Move-only.
class AtomicFile {
 public:
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  AtomicFile(const AtomicFile&) = delete;
  ~AtomicFile();

  // A symbolic link stays: its target is replaced or created. Errors: kIo with the path and the reason; also
  // if `path` is a directory, device, pipe or socket, or leads to an open file of a program, as /dev/stdout
  // does.
  [[nodiscard]] static Result<AtomicFile> Create(const std::filesystem::path& path);
  // Appends; an error (disk full) leaves the object usable only for destruction.
  [[nodiscard]] Result<void> Write(std::span<const std::byte> bytes);
  [[nodiscard]] Result<void> Write(std::string_view text) { return Write(std::as_bytes(std::span(text))); }
  [[nodiscard]] Result<void> Commit();
  // A path by which the file can be opened before Commit(), as long as the object lives.
  [[nodiscard]] std::filesystem::path path_before_commit() const;
  [[nodiscard]] uint64_t written_bytes() const { return written_bytes_; }

 private:
  AtomicFile() = default;
  [[nodiscard]] Result<void> GiveName();

  std::filesystem::path path_;
  std::string temporary_path_;  // empty = the file has no name
  int fd_ = -1;
  uint64_t written_bytes_ = 0;
};

// Creates or replaces a file with all its text. Errors: those of AtomicFile.
[[nodiscard]] Result<void> WriteFile(const std::filesystem::path& path, std::string_view text);

// The file that AtomicFile creates or replaces for `path`: the file itself, or the target of a link. Errors:
// those of AtomicFile::Create(), except those of the folder.
[[nodiscard]] Result<std::filesystem::path> ReplaceableFile(const std::filesystem::path& path);

}  // namespace ringscope
