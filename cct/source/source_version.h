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
  std::filesystem::path disk_path;  // empty: the file is in a repository
  std::string text;
};

// The source files of one version of a program: a folder, or a revision of a git repository. Only reads.
// Move-only. One thread at a time.
class SourceVersion {
 public:
  // `place`: "FOLDER", or, if there is no folder of this name, "REPOSITORY@REVISION". A revision is anything
  // that git accepts as one: v1.2, HEAD~3, 302634d. Errors: kNotFound (no such folder, repository or
  // revision), kIo.
  [[nodiscard]] static Result<SourceVersion> Open(std::string_view place);

  SourceVersion(SourceVersion&&) noexcept;
  SourceVersion& operator=(SourceVersion&&) noexcept;
  ~SourceVersion();

  // The file that a profile calls `file`: the first of PathEnds() that exists; in a repository also the only
  // file of this name. std::nullopt if there is none; files that cannot be read, or have more than
  // kMaxSourceBytes, do not count.
  [[nodiscard]] std::optional<VersionedFile> Find(std::string_view file) const;

 private:
  class Revision;
  SourceVersion(std::filesystem::path folder, std::unique_ptr<const Revision> revision);
  [[nodiscard]] std::optional<VersionedFile> Read(const std::filesystem::path& path) const;

  std::filesystem::path folder_;
  std::unique_ptr<const Revision> revision_;  // null: the files are in the folder
};

// People write source files, so a longer file is no source.
inline constexpr uint64_t kMaxSourceBytes = uint64_t{64} << 20;

// The extent of a search below folders.
struct FolderSearch {
  uint64_t files = 0;   // names looked at
  uint64_t bytes = 0;   // bytes read
  bool is_cut = false;  // a limit ended the search
};
inline constexpr uint64_t kMostSearchedFiles = 200'000, kMostSearchedBytes = uint64_t{256} << 20;

// Searches folders, at any depth, for the file that a profile calls `file`: a file of this name that shares
// the most last parts of the path. If `file` is empty, it searches a source file that defines the function of
// this name, first one whose name is a part of that of the function ("Parser.java" for "Parser.parse"). Of
// equals it takes the first by path. Skips hidden folders, and does not follow links. std::nullopt if there
// is none, or the job is cancelled.
[[nodiscard]] std::optional<std::filesystem::path> SearchFolders(
    std::span<const std::filesystem::path> folders, std::string_view file, std::string_view function,
    FolderSearch& searched, JobControl* job = nullptr);

// The lines of a text without line ends; they borrow from it. O(bytes).
[[nodiscard]] std::vector<std::string_view> LinesOf(std::string_view text);

// The paths at which a file that a profile names could be below a folder, best first: its whole path, then
// ever shorter ends of it ("a/b/c.cpp", "b/c.cpp", "c.cpp"). URLs lose their scheme ("file:///x" is "/x").
// Parts "." and ".." are dropped, so that all paths are below the folder. Empty for a path of too many parts.
[[nodiscard]] std::vector<std::filesystem::path> PathEnds(std::string_view file);

}  // namespace ringscope
