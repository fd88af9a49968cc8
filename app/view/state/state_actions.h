#pragma once

#include <type_traits>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"

namespace ringscope::action {

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
// Drops a note about what is over. A rule.
void DropOverNote(AppState& state);

}  // namespace ringscope::action
