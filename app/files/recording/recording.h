#pragma once

#include <filesystem>
#include <string>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"
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

}  // namespace ringscope
