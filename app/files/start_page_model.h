#pragma once

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

[[nodiscard]] std::span<const RecordingHint> RecordingHints();
[[nodiscard]] StartPageModel BuildStartPageModel(const AppState& state);

}  // namespace ringscope
