#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/mapped_file.h"
#include "cct/import/importer.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A saved view of any version begins so. A saved view names profiles and is no profile.
inline constexpr std::string_view kSavedViewBegin = "ringscope view ";

struct OpenOptions {
  // `threads` holds for a .cct, too: the ring of threads in one is merged if asked for.
  ImportOptions import;
  // Verify every column of a .cct before returning it. Viewers open it first and verify in the background.
  bool verify = true;
};

// A profile that is open but not yet read, so that the caller may look at its first bytes. Move-only.
class ProfileFile {
 public:
  // "-" is the standard input, which may be a pipe: its first block is read here. Errors: those of
  // MappedFile::Open, kUnsupported with advice if `path` is a folder that a profiler writes, kLimit,
  // kCancelled.
  [[nodiscard]] static Result<ProfileFile> Open(const std::filesystem::path& path, const JobControl& job);

  // All bytes of the file, or the first block of the standard input.
  [[nodiscard]] std::string_view contents() const;

  // Maps a .cct file (refused from the standard input) and imports other profiles. Errors: those of
  // OpenCctFile, VerifyCct, ImportProfile and MergeThreads; kUnsupported for a saved view.
  [[nodiscard]] Result<CctPtr> Read(const OpenOptions& options, JobControl& job) &&;

 private:
  explicit ProfileFile(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  MappedFile mapped_;
  std::vector<std::byte> piped_;  // the first block of the standard input
};

// Opens and reads any profile. Errors: those of ProfileFile.
[[nodiscard]] Result<CctPtr> ReadProfile(const std::filesystem::path& path, const OpenOptions& options,
                                         JobControl& job);

}  // namespace ringscope
