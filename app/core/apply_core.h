#pragma once

#include <optional>
#include <string>

#include "app/core/action_of_kind.h"
#include "app/core/app_state.h"
#include "app/core/core_actions.h"
#include "app/core/effect.h"

namespace ringscope::apply {

void Do(AppState& state, const action::CancelJob& cancel, Effects& effects);
void Do(AppState& state, const action::JobProgressed& progress, Effects& effects);
void Do(AppState& state, const action::JobFailed& failed, Effects& effects);
void Do(AppState& state, const action::OfKind& action, Effects& effects);

// A text box comes up and shall get the keyboard, or goes away and shall not.
void AwaitBox(AppState& state, TextBox box, bool open);
[[nodiscard]] JobState* FindJob(AppState& state, JobId id);
// Gives it an id.
JobState& AddJob(AppState& state, JobState job);
// Asks the job to end.
void CancelJob(JobState& job, Effects& effects);
// Takes the job out of the list and returns it; nothing when it is not there (any more).
[[nodiscard]] std::optional<JobState> TakeJob(AppState& state, JobId id);
// About the active document, or about another one.
void SetNote(AppState& state, std::string text);
void SetNote(AppState& state, std::string text, DocumentId document);

}  // namespace ringscope::apply
