#include "app/files/recording/recording.h"

#include <fmt/format.h>

#include <algorithm>

#include "cct/base/text/ascii.h"
#include "cct/base/text/shell_words.h"

namespace ringscope {
namespace {

constexpr std::string_view kPrefix = "ringscope: recording with ";

bool NeedsShell(std::string_view command) {
  char quote = 0;
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == '\'') {
      if (c == '\'') quote = 0;
      continue;
    }
    if (c == '\\') {
      ++i;
    } else if (c == '$' || c == '`') {
      return true;
    } else if (quote == '"') {
      if (c == '"') quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (std::string_view("|&;<>()*?[]~#\n").find(c) != std::string_view::npos) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<std::string> CommandWords(std::string_view command) {
  if (NeedsShell(command)) return {"sh", "-c", std::string(command)};
  std::vector<std::string> words = SplitShellWords(command);
  if (!words.empty() && IsAssignment(words[0])) words.insert(words.begin(), "env");
  return words;
}

std::filesystem::path RecordingPath(const std::vector<std::string>& command,
                                    const std::filesystem::path& folder,
                                    const std::function<bool(const std::filesystem::path&)>& is_taken) {
  std::string stem = command.empty() ? std::string() : std::filesystem::path(command[0]).filename().string();
  std::ranges::replace_if(stem, IsControl, '_');
  if (stem.empty()) stem = "recording";
  std::filesystem::path path = folder / (stem + ".cct");
  for (int number = 2; is_taken(path); ++number) path = folder / fmt::format("{}-{}.cct", stem, number);
  return path;
}

std::vector<std::string> RecordingWords(const std::filesystem::path& program,
                                        const std::filesystem::path& folder, std::string_view measure,
                                        const std::vector<std::string>& command,
                                        const std::filesystem::path& result,
                                        const std::filesystem::path& live) {
  std::vector<std::string> words{"sh",
                                 "-c",
                                 R"(cd -- "$0" && exec "$@" >/dev/null)",
                                 folder.string(),
                                 program.string(),
                                 "record",
                                 fmt::format("--{}", measure),
                                 "-o",
                                 result.string(),
                                 "--live",
                                 live.string(),
                                 "--"};
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

std::string RecorderNote(std::string_view messages) {
  const std::string_view line = messages.substr(0, messages.find('\n'));
  return line.starts_with(kPrefix) ? "Recorded with " + std::string(line.substr(kPrefix.size()))
                                   : std::string();
}

std::string RecordingProblem(std::string_view messages, int exit_code) {
  while (!messages.empty() && messages.back() == '\n') messages.remove_suffix(1);
  if (messages.empty()) return fmt::format("it ended with exit code {}", exit_code);
  if (const size_t at = messages.rfind("\nrecord: "); at != std::string_view::npos)
    messages = messages.substr(at + 1);
  return std::string(messages);
}

}  // namespace ringscope
