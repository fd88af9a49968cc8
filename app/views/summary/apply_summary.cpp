#include <algorithm>
#include <utility>

#include "app/core/action.h"
#include "app/core/core_actions.h"
#include "app/views/summary/summary_kind.h"
#include "app/views/summary/summary_state.h"

namespace ringscope::summary {
namespace {

const Summary* Find(const std::vector<Summary>& all, const Wanted& wanted) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Summary& s) { return s.wanted == wanted; });
  return found == all.end() ? nullptr : &*found;
}

// On a job thread.
SummaryMade Make(const Wanted& wanted, JobId id, JobControl& job) {
  job.total_units = kSummaryPasses * wanted.tree->context_count();
  SummaryRequest request;
  request.root = wanted.root;
  request.metric = wanted.metric;
  request.self_in_first_ring = wanted.self_place == SelfPlace::kFirstRing;
  auto found = Summarize(*wanted.tree, *wanted.functions, request, &job);
  if (!found) return {id, nullptr, DescribeError(found.error())};
  return {id, std::make_shared<const ProfileSummary>(std::move(*found)), {}};
}

void Start(AppState& state, Summary& summary, DocumentId document, apply::Effects& effects) {
  const JobId id = apply::AddJob(state, {.label = "Summing up", .document = document, .soon = true}).id;
  const auto wanted = std::make_shared<const Wanted>(summary.wanted);
  const auto work = [wanted, id](JobControl& job, const PostAction& post) { post(Make(*wanted, id, job)); };
  effects.push_back(effect::StartTask{id, wanted, work, JobLane::kAtOnce});
  summary.job = id;
}

}  // namespace

Wanted WantedOf(const ViewState& view) {
  return {view.shown.tree, view.shown.functions, view.history.current().root.context, view.metric,
          SelfPlaceAfter(view.pipeline.applied)};
}

const Summary* SummaryOf(const AppState& state, const ViewState& view) {
  return Find(state.kinds.Get<Summaries>().all, WantedOf(view));
}

void Refresh(AppState& state, apply::Effects& effects) {
  const std::vector<Summary> before = state.kinds.Get<Summaries>().all;
  std::vector<Summary> now;
  for (const ViewState& view : state.views) {
    if (&view.kind() != &Kind() || state.quit_requested) continue;
    Wanted wanted = WantedOf(view);
    if (Find(now, wanted) != nullptr) continue;
    if (const Summary* known = Find(before, wanted)) {
      now.push_back(*known);
    } else {
      now.push_back({std::move(wanted), kNoJob, nullptr, {}});
      Start(state, now.back(), view.document, effects);
    }
    // A job that failed leaves without an answer.
    Summary& summary = now.back();
    if (summary.job != kNoJob && apply::FindJob(state, summary.job) == nullptr) {
      summary.job = kNoJob;
      summary.problem = "it could not be worked out";
    }
  }
  if (now == before) return;
  for (const Summary& summary : before) {
    JobState* job = apply::FindJob(state, summary.job);
    if (job != nullptr && Find(now, summary.wanted) == nullptr) apply::CancelJob(*job, effects);
  }
  state.kinds.Set(Summaries{std::move(now)});
}

void Do(AppState& state, const SummaryMade& made, apply::Effects&) {
  (void)apply::TakeJob(state, made.job);
  Summaries summaries = state.kinds.Get<Summaries>();
  for (Summary& summary : summaries.all) {
    if (summary.job == made.job) summary = {summary.wanted, kNoJob, made.found, made.problem};
  }
  state.kinds.Set(std::move(summaries));
}

}  // namespace ringscope::summary
