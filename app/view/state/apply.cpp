#include "app/view/state/apply.h"

#include <algorithm>
#include <utility>

#include "app/core/display_text.h"
#include "app/core/job.h"
#include "app/view/colors/colors.h"
#include "app/view/state/apply_task.h"

namespace ringscope {
namespace {

void RunRules(AppState& state, std::vector<Effect>& effects) {
  for (const Rule rule : Rules()) rule(state, effects);
  action::DropUnwantedJobs(state, effects);
}

}  // namespace

void Apply(AppState& state, const Action& action, std::vector<Effect>& effects) {
  action.ApplyTo(state, effects);
  RunRules(state, effects);
}

void SetChartSize(AppState& state, size_t pane, float width_px, float height_px) {
  if (pane >= state.panes.size() || !(width_px >= 1) || !(height_px >= 1)) return;
  state.panes[pane].width_px = std::min(width_px, 32768.0f);
  state.panes[pane].height_px = std::min(height_px, 32768.0f);
}

bool TakeMeasured(AppState& state, std::span<const ChartMeasured> measured, std::vector<Effect>& effects) {
  bool is_news = false;
  for (size_t pane = 0; pane < std::min(measured.size(), state.panes.size()); ++pane) {
    action::WantLegendCosts(state, pane, measured[pane].legend, effects);
    if (state.panes[pane].measured == measured[pane].values) continue;
    state.panes[pane].measured = measured[pane].values;
    is_news = true;
  }
  if (is_news) {
    RunRules(state, effects);
  } else {
    action::DropUnwantedJobs(state, effects);
  }
  return is_news;
}

std::vector<Effect> ApplyAll(AppState& state, std::span<const Action> actions) {
  std::vector<Effect> effects;
  for (const Action& action : actions) Apply(state, action, effects);
  return effects;
}

namespace action {

void Do(AppState& state, const CancelJob& cancel, Effects& effects) {
  if (JobState* job = FindJob(state, cancel.job)) EndJob(*job, effects);
}

void Do(AppState& state, const JobFailed& failed, Effects& effects) {
  const JobState* job = FindJob(state, failed.job);
  if (job == nullptr) return;
  if (job->failed != nullptr) {
    job->failed(*job, failed.error).ApplyTo(state, effects);
  } else {
    state.errors.push_back({job->label + " failed", DisplayText(DescribeError(failed.error), 2000)});
    Do(state, TaskFinished{failed.job, {}}, effects);
  }
}

void Do(AppState& state, const TaskFinished& finished, Effects&) {
  JobState* job = FindJob(state, finished.job);
  if (job == nullptr) return;
  job->soon = false;
  if (finished.is_whole) (void)TakeJob(state, finished.job);
  ForEachTask(state, [&](AnyTask& task) { task.Take(finished.job, finished.result, finished.is_whole); });
}

void DropUnwantedJobs(AppState& state, Effects& effects) {
  for (JobState& job : state.jobs) {
    bool is_wanted = !job.is_task;
    if (!is_wanted) ForEachTask(state, [&](AnyTask& task) { is_wanted |= task.job == job.id; });
    if (!is_wanted) EndJob(job, effects);
  }
}

void Do(AppState& state, const JobProgressed& progress, Effects&) {
  JobState* job = FindJob(state, progress.job);
  if (job == nullptr) return;
  job->done_units = progress.done_units;
  job->total_units = progress.total_units;
}

JobState* FindJob(AppState& state, JobId id) {
  const auto job = std::ranges::find(state.jobs, id, &JobState::id);
  return job == state.jobs.end() ? nullptr : &*job;
}

JobState& AddJob(AppState& state, JobState job) {
  job.id = state.next_job++;
  return state.jobs.emplace_back(std::move(job));
}

void EndJob(JobState& job, Effects& effects) {
  if (std::exchange(job.cancelling, true)) return;
  effects.push_back(effect::CancelJob{job.id});
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

namespace {

// The active view if it shows the document, else the first view that does; null if none does.
const ViewState* ViewOfDocument(const AppState& state, DocumentId document) {
  const ViewState* active = ActiveView(state);
  if (active != nullptr && active->document == document) return active;
  const auto found = std::ranges::find(state.views, document, &ViewState::document);
  return found == state.views.end() ? nullptr : &*found;
}

bool IsAnswered(const StatusNote& note, const ViewState& view) {
  if (view.selected != kNoContext && view.selected != note.selected) return true;
  if (view.pointed && view.pointed != note.pointed) return true;
  return !note.searches && !view.search.empty();
}

bool HasEnded(const AppState& state, const StatusNote& note) {
  if (note.view == 0) return !state.views.empty();
  const ViewState* view = FindView(state, note.view);
  if (view == nullptr || (note.was_active && ActiveView(state) != view)) return true;
  const DocumentState* document = FindDocument(state, note.document);
  switch (note.end) {
    case NoteEnd::kRead:
      return document == nullptr || document->reading == kNoJob;
    case NoteEnd::kEditorSet:
      return !state.settings.editor_command.empty();
    case NoteEnd::kAnswered:
      if (IsAnswered(note, *view)) return true;
      break;
    case NoteEnd::kMovedOn:
      break;
  }
  return view->shown.tree != note.tree || view->history.current().root != note.root;
}

}  // namespace

void SetNote(AppState& state, std::string text, NoteEnd end) {
  const DocumentState* document = ActiveDocument(state);
  SetNote(state, std::move(text), document == nullptr ? 0 : document->id, end);
}

void SetNote(AppState& state, std::string text, DocumentId document, NoteEnd end) {
  StatusNote note{std::move(text), document, state.note.serial + 1, end};
  if (const ViewState* view = ViewOfDocument(state, document); view != nullptr) {
    note.view = view->id;
    note.was_active = ActiveView(state) == view;
    note.tree = view->shown.tree;
    note.root = view->history.current().root;
    note.pointed = view->pointed;
    note.selected = view->selected;
    note.searches = !view->search.empty();
  }
  state.note = std::move(note);
}

void DropEndedNote(AppState& state) {
  if (!state.note.text.empty() && HasEnded(state, state.note)) state.note = {.serial = state.note.serial};
}

}  // namespace action
}  // namespace ringscope
