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
  std::string command;                // as typed in a shell
  std::string measure;                // "cpu", "calls", ...
  std::filesystem::path folder = {};  // of the command and its result; empty: the present folder
};
// The recording will be this file.
struct RecordingBegan {
  JobId job = kNoJob;
  std::filesystem::path path;
};
struct RecordingFinished {
  JobId job = kNoJob;
  Result<LoadedTree> tree;
  std::string note;  // RecorderNote(): names the recorder, and a better one
};
// Asks for a new place for the file of a recording.
struct ShowMoveDialog {
  DocumentId document = 0;
};
// Moves the file of a document to a path, or into a folder under the file's own name. Never replaces a file.
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

// Belongs to a document that this window recorded.
struct RecordedFile {
  uint64_t note = 0;  // the serial of the note that says where the file is
};
// Belongs to the window.
struct MoveQuestion {
  DocumentId document = 0;  // the record dialog asks for a new place for its file; 0: for a command to record
};

// A way to measure: the word for the command line, and two texts for people.
struct MeasureChoice {
  std::string_view word, label, what;
};
inline constexpr std::array<MeasureChoice, 5> kMeasureChoices{
    {{"cpu", "Time", "where the time goes, by samples"},
     {"calls", "Calls", "every call in every context"},
     {"heap", "Memory", "who allocates memory"},
     {"locks", "Locks", "who waits for locks"},
     {"io", "Files", "who reads and writes"}}};

// The words of a typed command. A command with shell syntax (a pipe, a variable) becomes `sh -c COMMAND`.
[[nodiscard]] std::vector<std::string> CommandWords(std::string_view command);

// The first path in `folder` for the recording of a command that is not taken: "prog.cct", "prog-2.cct".
[[nodiscard]] std::filesystem::path RecordingPath(
    const std::vector<std::string>& command, const std::filesystem::path& folder,
    const std::function<bool(const std::filesystem::path&)>& is_taken);

// The words that start `ringscope record` in a folder, without the output of the command.
[[nodiscard]] std::vector<std::string> RecordingWords(const std::filesystem::path& program,
                                                      const std::filesystem::path& folder,
                                                      std::string_view measure,
                                                      const std::vector<std::string>& command,
                                                      const std::filesystem::path& result,
                                                      const std::filesystem::path& live);

// "Recorded with ..." for the recorder that the first line of `record` names; empty if it names none.
[[nodiscard]] std::string RecorderNote(std::string_view messages);

// Why a recording has no result: the last line of `record` in the messages, or else all messages.
[[nodiscard]] std::string RecordingProblem(std::string_view messages, int exit_code);

}  // namespace ringscope
