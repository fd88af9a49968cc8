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
  std::string facts;  // "12.3 MiB, 2026-11-20 14:03", or that it is gone; empty before the answer
};

struct ExampleRow {
  std::string path;
  std::string name;
  std::string_view description;
};

// How to make a profile with a tool.
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

// What the open dialog lists.
struct OpenModel {
  std::shared_ptr<const FolderListing> listing;  // null before the disk has answered
  std::vector<uint32_t> rows;                    // entries whose names fit
  std::string message;                           // in place of rows
  bool is_problem = false;
  std::string missing;  // says that the typed path does not exist; empty: it exists
  bool can_go_up = false;
};

// Whether a file of that name may hold folded stacks, whose metric the user has to name.
[[nodiscard]] bool MayBeFolded(std::string_view name);

// `beginning`: names begin with it.
[[nodiscard]] OpenModel BuildOpenModel(const AppState& state, OpenPlace place, std::string_view filter,
                                       std::string_view beginning = {});

// A path that is being typed: the folder it names so far, seen from `base`, and the beginning of a name in
// it.
struct TypedPath {
  std::filesystem::path folder;
  std::string beginning;
};
[[nodiscard]] TypedPath SplitTypedPath(const std::filesystem::path& base, std::string_view typed);

// `typed` with what all rows begin with, and '/' behind the only one if that is a folder. Empty if that is no
// more than was typed.
[[nodiscard]] std::string CompletedPath(const OpenModel& model, std::string_view typed);

}  // namespace ringscope
