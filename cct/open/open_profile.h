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

struct OpenOptions {
  // `threads` holds for a .cct too: one with a ring of threads is merged when asked.
  ImportOptions import;
  // Check every column of a .cct before returning it. Viewers open first and check in the background instead.
  bool verify = true;
};

// A profile that has been opened and not yet read, so that who opens it may look at how it begins. Move-only.
class ProfileFile {
 public:
  // "-" is the standard input, which may be a pipe: its first block is read here. Errors: those of MappedFile::Open,
  // kUnsupported with what to do where it is a folder that a profiler writes, kLimit, kCancelled.
  [[nodiscard]] static Result<ProfileFile> Open(const std::filesystem::path& path, const JobControl& job);

  // All of it, as it lies in the file, or the first block of the standard input; empty where it is.
  [[nodiscard]] std::string_view contents() const;

  // A .cct is mapped (but not from the standard input), anything else imported. Errors as OpenCctFile,
  // VerifyCct, ImportProfile and MergeThreads.
  [[nodiscard]] Result<CctPtr> Read(const OpenOptions& options, JobControl& job) &&;

 private:
  explicit ProfileFile(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
  MappedFile mapped_;
  std::vector<std::byte> piped_;  // the first block of the standard input
};

}  // namespace ringscope
