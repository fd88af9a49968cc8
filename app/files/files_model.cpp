#include "app/files/files_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "app/core/display_text.h"
#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

std::shared_ptr<const FolderListing> RecentFiles(const AppState& state) {
  auto listing = std::make_shared<FolderListing>();
  const StartFiles* files = state.slots.Get<FilesState>().start_files.result.get();
  for (const std::string& recent : state.settings.recent_files) {
    const std::filesystem::path path(recent);
    FolderEntry entry{
        path, DisplayText(path.filename().string()), DisplayText(path.parent_path().string()), false, {}, {}};
    if (files != nullptr) {
      const auto facts = std::ranges::find(files->recent, recent, &FileFacts::path);
      if (facts != files->recent.end()) {
        entry.size = facts->exists ? FileSizeText(*facts) : std::string();
        entry.changed = facts->exists ? FileDateText(*facts) : "no longer there";
      }
    }
    listing->entries.push_back(std::move(entry));
  }
  return listing;
}

}  // namespace

bool MayBeFolded(std::string_view name) {
  constexpr std::array<std::string_view, 4> kParts{".folded", ".collapsed", ".stacks", ".txt"};
  return std::ranges::any_of(kParts, [&](std::string_view part) { return ContainsFolded(name, part); });
}

TypedPath SplitTypedPath(const std::filesystem::path& base, std::string_view typed) {
  const size_t begin = typed.rfind('/') + 1;  // 0 without '/'
  std::filesystem::path folder = (base / typed.substr(0, begin)).lexically_normal();
  if (!folder.has_filename() && folder.has_relative_path()) folder = folder.parent_path();
  return {std::move(folder), std::string(typed.substr(begin))};
}

std::string CompletedPath(const OpenModel& model, std::string_view typed) {
  if (model.listing == nullptr || model.rows.empty()) return {};
  const auto entry = [&](uint32_t row) -> const FolderEntry& { return model.listing->entries[row]; };
  std::string common = entry(model.rows.front()).path.filename().string();
  for (const uint32_t row : model.rows) {
    const std::string name = entry(row).path.filename().string();
    const auto ends = std::mismatch(common.begin(), common.end(), name.begin(), name.end());
    common.erase(ends.first, common.end());
  }
  if (model.rows.size() == 1 && entry(model.rows.front()).is_folder) common += '/';
  std::string completed(typed.substr(0, typed.rfind('/') + 1));
  completed += common;
  return completed.size() > typed.size() ? completed : std::string();
}

OpenModel BuildOpenModel(const AppState& state, OpenPlace place, std::string_view filter,
                         std::string_view beginning) {
  OpenModel model;
  if (place == OpenPlace::kRecent) {
    model.listing = RecentFiles(state);
    if (model.listing->entries.empty()) model.message = "Profiles that you open will be listed here";
  } else if (state.slots.Get<FilesState>().open_folder.answer() != nullptr) {
    model.listing = state.slots.Get<FilesState>().open_folder.result;
    model.message = model.listing->error;
    model.is_problem = !model.message.empty();
    const std::filesystem::path& folder = model.listing->folder;
    model.can_go_up = folder.parent_path() != folder;
    if (!model.listing->missing.empty())
      model.missing = "There is no file or folder " + DisplayText(model.listing->missing.string());
    if (model.listing->entries.empty() && !model.is_problem) model.message = "Nothing here";
  } else {
    model.is_problem = state.slots.Get<FilesState>().open_folder.given_up();
    model.message = model.is_problem ? "This could not be read" : "Reading\xE2\x80\xA6";
  }
  if (model.listing == nullptr) return model;
  for (uint32_t i = 0; i < model.listing->entries.size(); ++i) {
    const FolderEntry& entry = model.listing->entries[i];
    if (ContainsFolded(entry.name, filter) && entry.path.filename().string().starts_with(beginning))
      model.rows.push_back(i);
  }
  if (model.rows.empty() && model.message.empty())
    model.message = beginning.empty() ? "No name contains that" : "No name begins with that";
  return model;
}

namespace {

constexpr std::array kHints{
    RecordingHint{"In a terminal: C, C++, Rust, Go, Java, Node.js, Python, scripts",
                  "ringscope record -o program.cct -- ./program", "program.cct"},
    RecordingHint{"On another machine, with Linux perf",
                  "perf record -F 999 --call-graph dwarf ./program\nperf script > program.perf",
                  "program.perf"},
    RecordingHint{"Java (async-profiler)", "asprof -d 30 -o collapsed -f java.folded PID", "java.folded"},
    RecordingHint{"Anything else", "any tool that writes folded stacks: one \"main;work;step 42\" a line",
                  "*.folded, .gz and .zst as well"},
};

std::string FactsText(const FileFacts& file) {
  if (!file.exists) return "no longer there";
  return fmt::format("{}, {}", FileSizeText(file), FileDateText(file));
}

}  // namespace

StartPageModel BuildStartPageModel(const AppState& state) {
  StartPageModel model;
  model.hints = kHints;
  for (const std::string& path : state.settings.recent_files) {
    const std::filesystem::path parts(path);
    model.recent.push_back(
        {path, DisplayText(parts.filename().string()), DisplayText(parts.parent_path().string()), {}});
  }
  const StartFiles* files = state.slots.Get<FilesState>().start_files.result.get();
  if (files == nullptr) return model;
  for (RecentFile& row : model.recent) {
    for (const FileFacts& file : files->recent) {
      if (file.path == row.path) row.facts = FactsText(file);
    }
  }
  for (const ExampleFile& example : files->examples) {
    const std::filesystem::path path(example.file.path);
    model.examples.push_back({path.string(), path.filename().string(), example.description});
  }
  return model;
}

}  // namespace ringscope
