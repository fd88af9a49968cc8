#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/core/action.h"
#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply_task.h"

namespace ringscope {

struct ViewKind;

// A value of the window: how often the user asked again for stopped answers.
struct StartedAgain {
  uint64_t times = 0;
  friend bool operator==(const StartedAgain&, const StartedAgain&) = default;
};

// A value of a view: the kind whose answer the user or a failure stopped; null: none.
struct StoppedAnswer {
  const ViewKind* kind = nullptr;
  friend bool operator==(const StoppedAnswer&, const StoppedAnswer&) = default;
};

// Whether the view's answer was stopped before it was there.
[[nodiscard]] inline bool IsStopped(const ViewState& view) {
  const ViewKind* const kind = view.kinds.Get<StoppedAnswer>().kind;
  return kind != nullptr && kind == &view.kind();
}

// An action: stopped answers are worked out after all.
struct StartAgain {};
inline void Do(AppState& state, const StartAgain&, action::Effects&) {
  state.kinds.Set(StartedAgain{state.kinds.Get<StartedAgain>().times + 1});
}

// A question of the views of a kind, which a job answers: a value that can be compared, with
//   using Found = ...;                            the answer
//   static constexpr std::string_view kLabel;     "Fitting curves": how its job is shown
//   static std::optional<Asked> Of(const AppState&, const ViewState&);
//                                                 what a view of the kind asks; nothing: it does not ask
// Below, `Asked` is such a type.

// An answer. `found` or `problem` is set when its job has ended.
template <typename Asked>
struct KindAnswer {
  Asked wanted;
  JobId job = kNoJob;
  std::shared_ptr<const typename Asked::Found> found;
  std::string problem;
  bool is_stopped = false;     // `problem` says that the job was cancelled, or failed halfway
  uint64_t started_again = 0;  // StartedAgain::times when the answer was asked for
  friend bool operator==(const KindAnswer&, const KindAnswer&) = default;
};

// A value of the window: one answer for each thing that is wanted, which views share.
template <typename Asked>
struct KindAnswers {
  std::vector<KindAnswer<Asked>> all;
  friend bool operator==(const KindAnswers&, const KindAnswers&) = default;

  // Null before the answer was asked for.
  [[nodiscard]] const KindAnswer<Asked>* Find(const Asked& wanted) const {
    const auto found = std::ranges::find_if(all, [&](const auto& one) { return one.wanted == wanted; });
    return found == all.end() ? nullptr : &*found;
  }
};

// The answer to what a view asks; null before it has asked.
template <typename Asked>
[[nodiscard]] const KindAnswer<Asked>* AnswerOf(const AppState& state, const ViewState& view) {
  const std::optional<Asked> wanted = Asked::Of(state, view);
  return wanted ? state.kinds.Get<KindAnswers<Asked>>().Find(*wanted) : nullptr;
}

// Why there is nothing to show of an answer; empty once there is something. `failed` stands before a problem
// that is not the user's doing.
template <typename Asked>
[[nodiscard]] std::string WhyNothingFound(const KindAnswer<Asked>* answer, std::string_view waiting,
                                          std::string_view failed = {}) {
  if (answer != nullptr && answer->found != nullptr) return {};
  if (answer == nullptr || answer->problem.empty()) return std::string(waiting);
  return std::string(answer->is_stopped ? "" : failed) + answer->problem;
}

// What a job delivers, as an action.
template <typename Asked>
struct KindAnswered {
  JobId job = kNoJob;
  std::shared_ptr<const typename Asked::Found> found;  // null: see `problem`
  std::string problem;
  bool is_stopped = false;
};

template <typename Asked>
void Do(AppState& state, const KindAnswered<Asked>& made, action::Effects&) {
  (void)action::TakeJob(state, made.job);
  auto answers = state.kinds.Get<KindAnswers<Asked>>();
  for (auto& answer : answers.all) {
    if (answer.job == made.job)
      answer = {answer.wanted, kNoJob, made.found, made.problem, made.is_stopped, answer.started_again};
  }
  state.kinds.Set(std::move(answers));
}

// A kind's `refresh`. `kFind` makes a Result<Found> of an Asked and a JobControl on a job thread. Starts what
// views want and ends what no view wants any more. A stopped answer stays so until it is asked for again
// (StartAgain).
template <const ViewKind& (*kKind)(), typename Asked, auto kFind>
void RefreshAnswers(AppState& state, action::Effects& effects) {
  const auto wanted_of = [&](const ViewState& view) {
    return &view.kind() == &kKind() ? Asked::Of(state, view) : std::nullopt;
  };
  using Answers = KindAnswers<Asked>;
  const Answers before = state.kinds.Get<Answers>();
  const uint64_t started_again = state.kinds.Get<StartedAgain>().times;
  Answers now;
  for (const ViewState& view : state.views) {
    std::optional<Asked> wanted;
    if (!state.quit_requested) wanted = wanted_of(view);
    if (!wanted || now.Find(*wanted) != nullptr) continue;
    const auto* known = before.Find(*wanted);
    if (known != nullptr && (!known->is_stopped || known->started_again == started_again)) {
      now.all.push_back(*known);
    } else {
      // Whoever waits for the answer sees the job in the status bar, and can cancel it there.
      const JobId id = action::AddJob(state, {.kind = JobKind::kTransform,
                                              .label = std::string(Asked::kLabel),
                                              .document = view.document,
                                              .soon = true})
                           .id;
      const auto shared = std::make_shared<const Asked>(*wanted);
      const auto run = [shared, id](JobControl& job, const PostAction& post) {
        Result<typename Asked::Found> found = kFind(*shared, job);
        KindAnswered<Asked> made{id, nullptr, {}};
        if (found) {
          made.found = std::make_shared<const typename Asked::Found>(std::move(*found));
        } else {
          made.is_stopped = found.error().code == ErrorCode::kCancelled;
          made.problem =
              made.is_stopped ? std::string(Asked::kLabel) + " was cancelled." : DescribeError(found.error());
        }
        post(made);
      };
      effects.push_back(effect::StartTask{id, shared, run, JobLane::kAtOnce});
      now.all.push_back({std::move(*wanted), id, nullptr, {}, false, started_again});
    }
    // A job that failed leaves without an answer.
    auto& answer = now.all.back();
    if (answer.job != kNoJob && action::FindJob(state, answer.job) == nullptr) {
      answer.job = kNoJob;
      answer.problem = "it could not be worked out";
      answer.is_stopped = true;
    }
  }
  for (ViewState& view : state.views) {
    const std::optional<Asked> wanted = wanted_of(view);
    if (!wanted) continue;
    const auto* answer = now.Find(*wanted);
    const StoppedAnswer stopped{answer != nullptr && answer->is_stopped ? &view.kind() : nullptr};
    if (stopped != view.kinds.Get<StoppedAnswer>()) view.kinds.Set(stopped);
  }
  if (now == before) return;
  for (const auto& answer : before.all) {
    JobState* job = action::FindJob(state, answer.job);
    if (job != nullptr && now.Find(answer.wanted) == nullptr) action::EndJob(*job, effects);
  }
  state.kinds.Set(std::move(now));
}

}  // namespace ringscope
