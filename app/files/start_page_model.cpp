#include "app/files/files_model.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "app/core/display_text.h"

namespace ringscope {
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
