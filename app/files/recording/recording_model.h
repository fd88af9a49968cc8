#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/state/app_state.h"

namespace ringscope {

// What can be measured: the word for the command line, and two texts for people.
struct MeasureChoice {
  std::string_view word, label, what;
};
inline constexpr std::array<MeasureChoice, 5> kMeasureChoices{
    {{"cpu", "Time", "where the time goes, by samples"},
     {"calls", "Calls", "every call in every context"},
     {"heap", "Memory", "who allocates memory"},
     {"locks", "Locks", "who waits for locks"},
     {"io", "Files", "who reads and writes"}}};

// The words of a command as typed. A command with more than words (a pipe, a variable) goes to a shell.
[[nodiscard]] std::vector<std::string> CommandWords(std::string_view command);

// A file in `folder` for the recording of a command, "prog.cct" or "prog-2.cct", whose name is not taken.
[[nodiscard]] std::filesystem::path RecordingPath(
    const std::vector<std::string>& command, const std::filesystem::path& folder,
    const std::function<bool(const std::filesystem::path&)>& is_taken);

// The words that start `ringscope record` in a folder, with the output of the command off.
[[nodiscard]] std::vector<std::string> RecordingWords(const std::filesystem::path& program,
                                                      const std::filesystem::path& folder,
                                                      std::string_view measure,
                                                      const std::vector<std::string>& command,
                                                      const std::filesystem::path& result,
                                                      const std::filesystem::path& live);

// The recorder that the first line of `record` names: "Recorded with ...". Empty if the line names none.
[[nodiscard]] std::string RecorderNote(std::string_view messages);

// Why a recording has no result: the last line of `record` in the messages, or else all messages.
[[nodiscard]] std::string RecordingProblem(std::string_view messages, int exit_code);

// Puts `command` first among the recorded commands, and drops older mentions and what exceeds the limit.
void RememberCommand(Settings& settings, const std::string& command);

}  // namespace ringscope
