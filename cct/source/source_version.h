#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"

namespace ringscope {

// A source file as one version has it.
struct VersionedFile {
  std::string path;                 // below the version's folder
  std::filesystem::path disk_path;  // empty: it lies in a repository
  std::string text;
};

// The source files of one version of a program: a folder, or a revision of a git repository, in which nothing
// is ever written. Move-only. One thread at a time.
class SourceVersion {
 public:
  // "FOLDER", or "REPOSITORY@REVISION" where no folder has this name: anything that git takes for a revision,
  // such as v1.2, HEAD~3 or 302634d. Errors: kNotFound (no such folder, repository or revision), kIo.
  [[nodiscard]] static Result<SourceVersion> Open(std::string_view place);

  SourceVersion(SourceVersion&&) noexcept;
  SourceVersion& operator=(SourceVersion&&) noexcept;
  ~SourceVersion();

  // The file that a profile calls `file`: the first of PathEnds() that there is; of a repository also the
  // only one of its name. Nothing where there is none, and of files that cannot be read or have more than
  // kMaxSourceBytes.
  [[nodiscard]] std::optional<VersionedFile> Find(std::string_view file) const;

 private:
  class Revision;
  SourceVersion(std::filesystem::path folder, std::unique_ptr<const Revision> revision);
  [[nodiscard]] std::optional<VersionedFile> Read(const std::filesystem::path& path) const;

  std::filesystem::path folder_;
  std::unique_ptr<const Revision> revision_;  // null: the files lie in the folder
};

// Source files are written by people: a longer one is none.
inline constexpr uint64_t kMaxSourceBytes = uint64_t{64} << 20;

// What a search below folders has looked at, and whether a limit ended it.
struct FolderSearch {
  uint64_t files = 0;  // by their names
  uint64_t bytes = 0;  // read
  bool is_cut = false;
};
inline constexpr uint64_t kMostSearchedFiles = 200'000, kMostSearchedBytes = uint64_t{256} << 20;

// The file below folders, however deep, that a profile calls `file`: of its name, with most of the path's
// last parts. Where `file` is empty, a source file that defines the function of this name, first of all one
// that is called like a part of the name ("Parser.java" of "Parser.parse"). Of several alike the first by
// path. Hidden folders are left out, links not followed. Nothing where there is none, or the job is
// cancelled.
[[nodiscard]] std::optional<std::filesystem::path> SearchFolders(
    std::span<const std::filesystem::path> folders, std::string_view file, std::string_view function,
    FolderSearch& searched, JobControl* job = nullptr);

// The lines of a text without their ends; they borrow from it. O(bytes).
[[nodiscard]] std::vector<std::string_view> LinesOf(std::string_view text);

// Where a file that a profile names could lie below a folder, best first: all of its path, then ever shorter
// ends of it ("a/b/c.cpp", "b/c.cpp", "c.cpp"). URLs lose their scheme ("file:///x" is "/x"); "." and ".."
// are left out, so that all of them are below the folder. A path of very many parts is none.
[[nodiscard]] std::vector<std::filesystem::path> PathEnds(std::string_view file);

}  // namespace ringscope
