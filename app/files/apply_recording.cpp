#include <fmt/format.h>

#include <memory>

#include "app/core/display_text.h"
#include "app/files/documents_actions.h"
#include "app/files/recording_actions.h"
#include "app/files/recording_model.h"
#include "app/files/recording_run.h"
#include "app/view/panes/panes.h"
#include "app/view/state/apply_task.h"

namespace ringscope::action {

void Do(AppState& state, const ShowRecordDialog& show, Effects&) {
  state.record_dialog_open = show.open;
  AwaitBox(state, TextBox::kRecord, show.open);
}

void Do(AppState& state, const RecordProgram& record, Effects& effects) {
  const std::vector<std::string> words = CommandWords(record.command);
  if (words.empty()) return;
  state.record_dialog_open = false;
  RememberCommand(state.settings, record.command);
  effects.push_back(effect::SaveSettings{state.settings});
  const JobId id =
      AddJob(state, {.kind = JobKind::kLoad,
                     .label = "Recording " + DisplayText(record.command, 80),
                     .path = RecordingPath(words, record.folder, [](const auto&) { return false; }),
                     .is_recording = true,
                     .failed = &LoadFailed})
          .id;
  const auto request = std::make_shared<const RecordProgram>(record);
  effects.push_back(effect::StartTask{id, request, [id, request](JobControl& job, const PostAction& post) {
                                        RunRecordProgram(id, *request, job, post);
                                      }});
}

void Do(AppState& state, const RecordingBegan& began, Effects&) {
  if (JobState* const job = FindJob(state, began.job)) job->path = began.path;
}

void Do(AppState& state, const RecordingFinished& finished, Effects& effects) {
  const JobState* const job = FindJob(state, finished.job);
  if (job == nullptr) return;
  if (finished.tree) {
    Do(state, LoadFinished{finished.job, finished.tree}, effects);
    if (!finished.note.empty()) SetNote(state, DisplayText(finished.note, 1000), state.note.document);
    return;
  }
  const std::string label = job->label;
  const auto taken = TakeJob(state, finished.job);
  for (const DocumentState& document : state.documents) {
    if (document.reading != finished.job) continue;
    Do(state, CloseDocument{DocumentId{document.id}}, effects);
    break;
  }
  if (taken->cancelling) {
    SetNote(state, label + " was stopped before there was anything");
    return;
  }
  state.errors.push_back({label + " failed", DisplayText(finished.tree.error().message, 4000)});
}

}  // namespace ringscope::action
