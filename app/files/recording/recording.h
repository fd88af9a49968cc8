#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/base/result.h"

namespace ringscope::action {

struct ShowRecordDialog {
  bool open = true;
};
// Runs a command and records it with `ringscope record`. Its tree grows in a tab meanwhile; cancelling the
// job stops the command and keeps the recording so far.
struct RecordProgram {
  std::string command;  // as typed in a shell
  std::string measure;  // "cpu", "calls", ...
  std::filesystem::path folder =
      {};  // where the command runs and the result is written; empty: the present folder
};
// The recording will be this file.
struct RecordingBegan {
  JobId job = kNoJob;
  std::filesystem::path path;
};
struct RecordingFinished {
  JobId job = kNoJob;
  Result<LoadedTree> tree;
  std::string note;  // which recorder it was, and which would be better
};
// Asks where the file of a recording shall lie.
struct ShowMoveDialog {
  DocumentId document = 0;
};
// Moves the file of a document; into a folder under its own name. Never replaces a file.
struct MoveRecording {
  DocumentId document = 0;
  std::filesystem::path path;
};
struct RecordingMoved {
  JobId job = kNoJob;
  std::filesystem::path from;
  Result<std::filesystem::path> to;
};

void Do(AppState& state, const ShowRecordDialog& show, Effects& effects);
void Do(AppState& state, const RecordProgram& record, Effects& effects);
void Do(AppState& state, const RecordingBegan& began, Effects& effects);
void Do(AppState& state, const RecordingFinished& finished, Effects& effects);
void Do(AppState& state, const ShowMoveDialog& show, Effects& effects);
void Do(AppState& state, const MoveRecording& move, Effects& effects);
void Do(AppState& state, const RecordingMoved& moved, Effects& effects);

}  // namespace ringscope::action

namespace ringscope {

// Of a document that was recorded here.
struct RecordedFile {
  uint64_t note = 0;  // the serial of the note that says where the file is
};
// Of the window.
struct MoveQuestion {
  DocumentId document = 0;  // the record dialog asks where its file shall lie; 0: what to record
};

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
