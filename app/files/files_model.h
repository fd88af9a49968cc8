#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/files/files_on_disk.h"
#include "app/view/state/app_state.h"

namespace ringscope {

struct RecentFile {
  std::string path;
  std::string name;
  std::string folder;
  std::string facts;  // "12.3 MiB, 2026-11-20 14:03", or "no longer there"; empty before the answer
};

struct ExampleRow {
  std::string path;
  std::string name;
  std::string_view description;
};

// Commands that make a profile with a tool.
struct RecordingHint {
  std::string_view tool;
  std::string_view commands;  // one line or several
  std::string_view file;      // what to open afterwards
};

struct StartPageModel {
  std::vector<RecentFile> recent;
  std::vector<ExampleRow> examples;
  std::span<const RecordingHint> hints;
};

[[nodiscard]] StartPageModel BuildStartPageModel(const AppState& state);

enum class OpenPlace : uint8_t { kFolder, kRecent };

// The list of the open dialog.
struct OpenModel {
  std::shared_ptr<const FolderListing> listing;  // null before the disk has answered
  std::vector<uint32_t> rows;                    // indices of the entries whose names fit
  std::string message;                           // shown in place of rows
  bool is_problem = false;
  std::string missing;  // says that the typed path does not exist; empty: it exists
  bool can_go_up = false;
};

// Whether a file of that name may hold folded stacks, whose metric the user has to name.
[[nodiscard]] bool MayBeFolded(std::string_view name);

// Lists the names that contain `filter` and begin with `beginning`.
[[nodiscard]] OpenModel BuildOpenModel(const AppState& state, OpenPlace place, std::string_view filter,
                                       std::string_view beginning = {});

// A path that is being typed, seen from `base`: the folder so far, and the beginning of a name in that
// folder.
struct TypedPath {
  std::filesystem::path folder;
  std::string beginning;
};
[[nodiscard]] TypedPath SplitTypedPath(const std::filesystem::path& base, std::string_view typed);

// `typed`, completed to the beginning that all rows share; a single row that is a folder adds '/'. Empty if
// there is nothing to complete.
[[nodiscard]] std::string CompletedPath(const OpenModel& model, std::string_view typed);

// One form to save; choosing it changes the name's ending.
struct SaveChoice {
  std::string ending;       // ".png"
  std::string title;        // "Picture"
  std::string description;  // "PNG, as large as the chart"
};

// The choices of the save dialog.
struct SaveModel {
  std::vector<SaveChoice> choices;
  std::filesystem::path suggestion;  // folder and name of the profile, with the first choice's ending
};

[[nodiscard]] SaveModel BuildSaveModel(const AppState& state);

// Describes the file that would be saved, in a sentence or two: the size of a picture, the context of a
// stack, the losses of a format. `scale`: pixels a unit of the user interface.
[[nodiscard]] std::string SaveDetail(const AppState& state, std::string_view name, bool has_caption,
                                     float scale);

// Whether a file of this name is a picture, which may have a caption.
[[nodiscard]] bool IsPictureName(const std::filesystem::path& path);

// The choice whose ending `name` has, the longest such ending; choices.size() if `name` has no known ending.
[[nodiscard]] size_t ChoiceOf(const SaveModel& model, std::string_view name);

// `name` with the ending of a choice in place of its own.
[[nodiscard]] std::string WithEnding(const SaveModel& model, std::string_view name, size_t choice);

}  // namespace ringscope
