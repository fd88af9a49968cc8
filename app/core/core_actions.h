#pragma once

#include <type_traits>

#include "app/core/app_state.h"
#include "app/core/effect.h"

namespace ringscope::action {

struct CancelJob {
  JobId job = kNoJob;
};
struct JobProgressed {
  JobId job = kNoJob;
  uint64_t done_units = 0;
  uint64_t total_units = 0;
};
// The answer of a Task.
struct TaskFinished {
  JobId job = kNoJob;
  std::any result;       // a shared_ptr<const Result>; nothing: it was cancelled, or failed
  bool is_whole = true;  // false: a first part
};
// It could not be started, or ended for want of memory, and delivers nothing.
struct JobFailed {
  JobId job = kNoJob;
  Error error;
};

void Do(AppState& state, const CancelJob& cancel, Effects& effects);
void Do(AppState& state, const JobProgressed& progress, Effects& effects);
void Do(AppState& state, const JobFailed& failed, Effects& effects);
void Do(AppState& state, const TaskFinished& finished, Effects& effects);

// A text box comes up and shall get the keyboard, or goes away and shall not.
void AwaitBox(AppState& state, TextBox box, bool open);
[[nodiscard]] JobState* FindJob(AppState& state, JobId id);
// Gives it an id.
JobState& AddJob(AppState& state, JobState job);
// Asks the job to end.
void EndJob(JobState& job, Effects& effects);
// Takes the job out of the list and returns it; nothing when it is not there (any more).
[[nodiscard]] std::optional<JobState> TakeJob(AppState& state, JobId id);
// Changes a setting and has it saved, unless it is like that already.
template <typename T>
void ChangeSetting(AppState& state, T Settings::*setting, const std::type_identity_t<T>& value,
                   Effects& effects) {
  if (state.settings.*setting == value) return;
  state.settings.*setting = value;
  effects.push_back(effect::SaveSettings{state.settings});
}
// About the active document, or about another one.
void SetNote(AppState& state, std::string text, NoteEnd end = NoteEnd::kMovedOn);
void SetNote(AppState& state, std::string text, DocumentId document, NoteEnd end = NoteEnd::kMovedOn);
// A note about what is over. After every action.
void DropOverNote(AppState& state);

}  // namespace ringscope::action
