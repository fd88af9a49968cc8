#pragma once

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "app/core/action.h"
#include "app/core/effect.h"
#include "app/core/job.h"
#include "app/core/settings.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"

namespace ringscope::action {

// Awaits a text box that comes up (`open`) and shall get the keyboard; stops awaiting a box that goes away.
void AwaitBox(AppState& state, TextBox box, bool open);
[[nodiscard]] JobState* FindJob(AppState& state, JobId id);
// Adds the job and gives it an id.
JobState& AddJob(AppState& state, JobState job);
// Cancels the job, once.
void EndJob(JobState& job, Effects& effects);
// Takes the job out of the list and returns it; std::nullopt if there is no such job.
[[nodiscard]] std::optional<JobState> TakeJob(AppState& state, JobId id);
// Sets a note about the active document, or about another document.
void SetNote(AppState& state, std::string text, NoteEnd end = NoteEnd::kMovedOn);
void SetNote(AppState& state, std::string text, DocumentId document, NoteEnd end = NoteEnd::kMovedOn);
// A rule: drops the note once its subject is over.
void DropEndedNote(AppState& state);

// All tasks of a state, whatever their types.
inline void ForEachTask(AppState& state, const VisitTask& visit) {
  for (DocumentState& document : state.documents) {
    visit(document.check);
    document.slots.ForEachTask(visit);
  }
  for (ViewState& view : state.views) {
    visit(view.pipeline.task);
    visit(view.timeline.density);
    visit(view.timeline.chosen);
    visit(view.angle.task);
    view.slots.ForEachTask(visit);
  }
  for (PaneState& pane : state.panes) pane.slots.ForEachTask(visit);
  state.slots.ForEachTask(visit);
}

// The start of `run` on a job thread: run(request, job), run(request, before, job) or run(request, before,
// job, post_part). `before` is the last result of the task, perhaps null, parts of which may still hold.
// `run` returns a shared_ptr<const Result>, null if cancelled.
template <typename Request, typename Result, typename Run>
[[nodiscard]] effect::StartTask MakeStartTask(const Task<Request, Result>& task, Run run) {
  auto work = [job = task.job, request = task.wanted, before = task.result, run = std::move(run)](
                  JobControl& control, const PostAction& post) {
    std::shared_ptr<const Result> made;
    if constexpr (std::is_invocable_v<Run, const Request&, JobControl&>) {
      made = run(*request, control);
    } else if constexpr (std::is_invocable_v<Run, const Request&, const Result*, JobControl&>) {
      made = run(*request, before.get(), control);
    } else {
      made = run(*request, before.get(), control, [&](std::shared_ptr<const Result> part) {
        post(TaskFinished{job, std::move(part), false});
      });
    }
    TaskFinished finished{job, {}, true};
    if (made != nullptr) finished.result = std::move(made);
    post(finished);
  };
  return {task.job, task.wanted, std::move(work), JobLane::kAtOnce};
}

// Asks for an answer, unless it is known or under way in this task or another. Drops an earlier request, also
// for std::nullopt; its job ends unless another task wants its answer (DropUnwantedJobs). `told`: the job as
// the window shows it.
template <typename Request, typename Result, typename Run>
void Want(AppState& state, Task<Request, Result>& task, std::type_identity_t<std::optional<Request>> request,
          JobState told, Run run, Effects& effects) {
  if (!request) return task.Drop();
  if (task.Wants(*request) || state.quit_requested) return;
  task.Drop();
  task.wanted = std::make_shared<const Request>(std::move(*request));
  ForEachTask(state, [&](AnyTask& any) {
    const auto* other = dynamic_cast<const Task<Request, Result>*>(&any);
    if (other == nullptr || task.running() || task.is_answered()) return;
    if (other->answered != nullptr && *other->answered == *task.wanted) {
      task.Answer(other->answered, other->result);
    } else if (other->Wants(*task.wanted)) {
      const JobState* job = FindJob(state, other->job);
      if (job != nullptr && !job->cancelling) task.job = other->job;
    }
  });
  if (task.running() || task.is_answered()) return;
  told.is_task = true;
  task.job = AddJob(state, std::move(told)).id;
  effects.push_back(MakeStartTask(task, std::move(run)));
}

// Adds a job that runs `run(id, *request, job, post)` on a thread. `told`: the job as the window shows it.
template <typename Request, typename Run>
JobId StartJob(AppState& state, JobState told, JobLane lane, std::shared_ptr<const Request> request, Run run,
               Effects& effects) {
  const JobId id = AddJob(state, std::move(told)).id;
  effects.push_back(effect::StartTask{
      id, request,
      [id, request, run](JobControl& job, const PostAction& post) { run(id, *request, job, post); }, lane});
  return id;
}

// Cancels jobs whose answer no task waits for. After every action.
void DropUnwantedJobs(AppState& state, Effects& effects);

// Changes a setting and saves the settings, unless the setting has that value already.
template <typename T>
void ChangeSetting(AppState& state, T Settings::*setting, const std::type_identity_t<T>& value,
                   Effects& effects) {
  if (state.settings.*setting == value) return;
  state.settings.*setting = value;
  effects.push_back(effect::SaveSettings{state.settings});
}

// The action that only changes a setting (ChangeSetting).
template <typename T, T Settings::*kSetting>
struct Change {
  explicit Change(T to) : value(std::move(to)) {}
  T value;
};
template <typename T, T Settings::*kSetting>
void Do(AppState& state, const Change<T, kSetting>& change, Effects& effects) {
  ChangeSetting(state, kSetting, change.value, effects);
}

}  // namespace ringscope::action
