#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cct/base/result.h"

namespace ringscope {

// A source file as one version has it.
struct VersionedFile {
  std::string path;                 // below the version's folder
  std::filesystem::path disk_path;  // empty: it lies in a repository
  std::string text;
};

// The source files of one version of a program: a folder, or a revision of a git repository, in which nothing is
// ever written. Move-only. One thread at a time.
class SourceVersion {
 public:
  // "FOLDER", or "REPOSITORY@REVISION" where no folder has this name: anything that git takes for a revision, such
  // as v1.2, HEAD~3 or 302634d. Errors: kNotFound (no such folder, repository or revision), kIo.
  [[nodiscard]] static Result<SourceVersion> Open(std::string_view place);

  SourceVersion(SourceVersion&&) noexcept;
  SourceVersion& operator=(SourceVersion&&) noexcept;
  ~SourceVersion();

  // The file that a profile calls `file`: the first of PathEnds() that there is; of a repository also the only one
  // of its name. Nothing where there is none, and of files that cannot be read or have more than kMaxSourceBytes.
  [[nodiscard]] std::optional<VersionedFile> Find(std::string_view file) const;

 private:
  class Files;
  class Folder;
  class Revision;
  explicit SourceVersion(std::unique_ptr<const Files> files);
  std::unique_ptr<const Files> files_;
};

}  // namespace ringscope
