#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/settings.h"
#include "cct/source/source_version.h"

namespace ringscope {

// Where to look for the source files that a profile names.
struct SourceSearchPath {
  std::vector<PathMapping> mappings;     // tried in order before anything else
  std::vector<std::string> folders;      // searched for the file's path and ever shorter ends of it
  std::filesystem::path profile_folder;  // searched last
  friend bool operator==(const SourceSearchPath&, const SourceSearchPath&) = default;
};

// The places where `file` could lie, best first, without looking at the disk: mapped, as written if absolute,
// then below each folder with all of its path, and with ever fewer of its first parts ("a/b/c.cpp",
// "b/c.cpp", "c.cpp"). URLs lose their scheme ("file:///x" is "/x"). Each place once.
[[nodiscard]] std::vector<std::filesystem::path> SourcePlaces(std::string_view file,
                                                              const SourceSearchPath& search);

struct SourceFile {
  std::filesystem::path path;                // empty: missing, or in a repository
  std::string revision_path;                 // "project@v1:src/a.c", of a file in a repository
  std::vector<std::filesystem::path> tried;  // the places looked at
  std::string text;                          // of the file found
  std::vector<size_t> line_begin;            // offset of each line, and one past the last one's end
  FolderSearch searched;                     // below the folders, where no place had it
  std::string problem;                       // why a found file is not shown: too large, not readable

  [[nodiscard]] bool is_found() const { return !path.empty() || !revision_path.empty(); }
  void SetText(std::string its_text);
  [[nodiscard]] size_t line_count() const { return line_begin.empty() ? 0 : line_begin.size() - 1; }
  // Line `index`, from 0, without its end.
  [[nodiscard]] std::string_view line(size_t index) const;
};

// Looks at the places and reads the first file that exists; else searches the folders (SearchFolders()),
// where no file is named for the one that defines `function`. Never fails: the result tells what is missing.
[[nodiscard]] SourceFile FindSource(std::string_view file, const SourceSearchPath& search,
                                    std::string_view function = {}, JobControl* job = nullptr);

// The command line that opens an editor: `command` split at blanks, quotes respected, then {file} and {line}
// replaced in every word (without {file} the path is added at the end), so that no name can become a word or
// command of its own. Empty if `command` is.
[[nodiscard]] std::vector<std::string> EditorCommand(std::string_view command,
                                                     const std::filesystem::path& path, uint32_t line);

}  // namespace ringscope
