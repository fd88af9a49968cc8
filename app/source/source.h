#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/effect.h"
#include "app/core/settings.h"
#include "app/core/task.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"
#include "cct/source/source_changes.h"
#include "cct/source/source_version.h"
#include "cct/table/group_table.h"
#include "cct/table/type_sums.h"
#include "cct/tree/cct.h"
#include "renderer/layout/view.h"

namespace ringscope {

// The places to look for the source files that a profile names.
struct SourceSearchPath {
  std::vector<PathMapping> mappings;     // tried in order before anything else
  std::vector<std::string> folders;      // searched for the file's path and ever shorter ends of it
  std::filesystem::path profile_folder;  // searched last
  friend bool operator==(const SourceSearchPath&, const SourceSearchPath&) = default;
};

// The places where `file` could lie, best first and each once, without looking at the disk: mapped, as
// written if absolute, then below each folder the whole path and ever shorter ends of it ("a/b/c.cpp",
// "b/c.cpp", "c.cpp"). URLs lose their scheme ("file:///x" is "/x").
[[nodiscard]] std::vector<std::filesystem::path> SourcePlaces(std::string_view file,
                                                              const SourceSearchPath& search);

struct SourceFile {
  std::filesystem::path path;                // empty: missing, or in a repository
  std::string revision_path;                 // "project@v1:src/a.c", of a file in a repository
  std::vector<std::filesystem::path> tried;  // the places tried
  std::string text;                          // of the file found
  std::vector<size_t> line_begin;            // offset of each line, and one past the last one's end
  FolderSearch searched;                     // the search below the folders, if no place has the file
  std::string problem;                       // why a found file is not shown: too large, not readable

  [[nodiscard]] bool is_found() const { return !path.empty() || !revision_path.empty(); }
  void SetText(std::string its_text);
  [[nodiscard]] size_t line_count() const { return line_begin.empty() ? 0 : line_begin.size() - 1; }
  // Line `index`, from 0, without its end.
  [[nodiscard]] std::string_view line(size_t index) const;
};

// Looks at the places and reads the first file that exists; else searches the folders (SearchFolders()), with
// an empty `file` for the file that defines `function`. Never fails: the result tells what is missing.
[[nodiscard]] SourceFile FindSource(std::string_view file, const SourceSearchPath& search,
                                    std::string_view function = {}, JobControl* job = nullptr);

// The command line that opens an editor: `command` split at blanks, quotes respected, then {file} and {line}
// replaced in every word (without {file} the path is added at the end). A path never becomes several words,
// or a command. Empty if `command` is.
[[nodiscard]] std::vector<std::string> EditorCommand(std::string_view command,
                                                     const std::filesystem::path& path, uint32_t line);

struct SourceRequest {
  CctPtr tree;
  ViewRoot root;
  std::string file;      // as the profile names it
  std::string function;  // without `file`: searches for the file that defines this function
  SourceSearchPath search;
  uint64_t serial = 0;  // grows when the file shall be read again
  friend bool operator==(const SourceRequest&, const SourceRequest&) = default;
};

// The version before of a file of a comparison, with its lines aligned with those of the version after.
struct SourceBefore {
  SourceFile source;
  std::vector<LinePair> lines;
  LineCosts costs;  // of functions on the side before alone
};

// One source file with the costs of its lines below one view root of one tree. Immutable once made.
struct SourceView : SourceRequest {
  SourceFile source;
  LineCosts costs;
  std::vector<uint32_t> line_of;       // by FrameId, of the file's functions; 0: unknown
  std::optional<SourceBefore> before;  // of a comparison with the source of both sides
  // The receiver types of calls, by line from 1: of the functions defined on the line, and of calls on the
  // line if the tree tells call sites apart. Empty for trees without types.
  std::map<uint32_t, TypeSums> called_on;
};

// The source that a view asks for, and the answer.
struct SourceState {
  Task<SourceRequest, SourceView> task;
  uint64_t reload_serial = 0;  // grows when the user asks for a reload

  void VisitTasks(auto&& visit) { visit(task); }
};

// Finds and reads the source and adds up its lines, on the calling (job) thread. Null if cancelled. The
// result says what is missing or cannot be read.
[[nodiscard]] std::shared_ptr<const SourceView> RunSource(const SourceRequest& request, JobControl& job);

}  // namespace ringscope

namespace ringscope::action {

// Selects the context and shows its source.
struct OpenSource {
  ContextId context = kNoContext;
};
// Shows the source of a function without a context.
struct OpenSourceOf {
  FrameId function = 0;
};
// Reads the source again: the file or the path mappings changed.
struct ReloadSource {};
// Goes to the line of the next highest self cost; opens the source if it is not shown.
struct StepHotLine {
  int steps = 1;
};
// Opens a field for a folder of sources.
struct AskSourceFolder {};
// Adds a folder to the settings, and looks for sources again.
struct AddSourceFolder {
  std::string folder;
};
struct OpenInEditor {
  std::filesystem::path path;
  uint32_t line = 0;
};

void Do(AppState& state, ViewState& view, const OpenSource& open, Effects& effects);
void Do(AppState& state, ViewState& view, const OpenSourceOf& open, Effects& effects);
void Do(AppState& state, ViewState& view, const ReloadSource& reload, Effects& effects);
void Do(AppState& state, ViewState& view, const StepHotLine& step, Effects& effects);
void Do(AppState& state, const AskSourceFolder& ask, Effects& effects);
void Do(AppState& state, const AddSourceFolder& add, Effects& effects);
void Do(AppState& state, const OpenInEditor& open, Effects& effects);

// Asks for the source of the subject, if the source is shown. After every action.
void RefreshSource(AppState& state, Effects& effects);

}  // namespace ringscope::action
