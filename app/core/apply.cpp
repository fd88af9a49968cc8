#include "app/core/apply.h"

#include <algorithm>
#include <utility>

#include "app/colors/apply_colors.h"
#include "app/commands/apply_commands.h"
#include "app/core/apply_core.h"
#include "app/documents/apply_documents.h"
#include "app/panes/apply_panes.h"
#include "app/saving/apply_saving.h"
#include "app/search/apply_search.h"
#include "app/settings/apply_settings.h"
#include "app/source/apply_source.h"
#include "app/steps/apply_steps.h"
#include "app/tables/apply_tables.h"
#include "app/view/apply_view.h"
#include "app/window/apply_window.h"

namespace ringscope {

void Apply(AppState& state, const Action& action, std::vector<Effect>& effects) {
  action.Visit([&](const auto& one) { apply::Do(state, one, effects); });
  apply::RefreshSource(state, effects);
  apply::RefreshTables(state, effects);
  apply::RevealInTree(state);
  apply::RefreshMatches(state, effects);
  apply::RefreshLegends(state, effects);
}

std::vector<Effect> ApplyAll(AppState& state, std::span<const Action> actions) {
  std::vector<Effect> effects;
  for (const Action& action : actions) Apply(state, action, effects);
  return effects;
}

namespace apply {

void Do(AppState& state, const action::CancelJob& cancel, Effects& effects) {
  JobState* job = FindJob(state, cancel.job);
  if (job == nullptr || job->cancelling) return;
  job->cancelling = true;
  effects.push_back(effect::CancelJob{cancel.job});
}

void Do(AppState& state, const action::JobProgressed& progress, Effects&) {
  JobState* job = FindJob(state, progress.job);
  if (job == nullptr) return;
  job->done_units = progress.done_units;
  job->total_units = progress.total_units;
}

JobState* FindJob(AppState& state, JobId id) {
  const auto job =
      std::find_if(state.jobs.begin(), state.jobs.end(), [&](const JobState& j) { return j.id == id; });
  return job == state.jobs.end() ? nullptr : &*job;
}

JobState& AddJob(AppState& state, JobKind kind, std::string label) {
  JobState& job = state.jobs.emplace_back();
  job.id = state.next_job++;
  job.kind = kind;
  job.label = std::move(label);
  return job;
}

void StopJob(AppState& state, JobId& id, Effects& effects) {
  const JobId stopped = std::exchange(id, kNoJob);
  if (stopped == kNoJob) return;
  if (JobState* job = FindJob(state, stopped)) {
    job->cancelling = true;
    effects.push_back(effect::CancelJob{stopped});
  }
}

std::optional<JobState> TakeJob(AppState& state, JobId id) {
  JobState* job = FindJob(state, id);
  if (job == nullptr) return std::nullopt;
  JobState taken = std::move(*job);
  state.jobs.erase(state.jobs.begin() + (job - state.jobs.data()));
  return taken;
}

void AwaitBox(AppState& state, TextBox box, bool open) {
  if (open) {
    state.awaited_box = box;
  } else if (state.awaited_box == box) {
    state.awaited_box = TextBox::kNone;
  }
}

void SetNote(AppState& state, std::string text) {
  const DocumentState* document = ActiveDocument(state);
  SetNote(state, std::move(text), document == nullptr ? 0 : document->id);
}

void SetNote(AppState& state, std::string text, DocumentId document) {
  state.note.text = std::move(text);
  state.note.document = document;
  ++state.note.serial;
}

}  // namespace apply
}  // namespace ringscope
