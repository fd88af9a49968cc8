#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/core/action.h"
#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "app/view/state/apply_task.h"

namespace ringscope {

struct ViewKind;

// Kept in the slots of the window: how often the user asked again for stopped answers.
struct StartedAgain {
  uint64_t times = 0;
};

// Kept in the slots of a view: the kind whose answer the user or a failure stopped; else null.
struct StoppedAnswer {
  const ViewKind* kind = nullptr;
};

// Whether the answer of the view's present kind was stopped.
[[nodiscard]] inline bool IsStopped(const ViewState& view) {
  const ViewKind* const kind = view.slots.Get<StoppedAnswer>().kind;
  return kind != nullptr && kind == &view.kind();
}

// An action: starts the jobs of stopped answers again.
struct StartAgain {};
inline void Do(AppState& state, const StartAgain&, action::Effects&) {
  ++state.slots.Get<StartedAgain>().times;
}

// `Asked` below is a question of the views of a kind, which a job answers: a value that can be compared, with
//   using Found = ...;                            the answer
//   static constexpr std::string_view kLabel;     "Fitting curves": the label of its job
//   static std::optional<Asked> Of(const AppState&, const ViewState&);
//                                                 the question of a view of the kind, if it has one
// A view keeps the task in its slots; views with equal questions share a job.
template <typename Asked>
struct KindTask {
  Task<Asked, Result<typename Asked::Found>> task;
  uint64_t started_again = 0;  // StartedAgain::times when the answer was asked for

  void VisitTasks(auto&& visit) { visit(task); }
  // The job was cancelled, or failed halfway.
  [[nodiscard]] bool is_stopped() const {
    const auto* const made = task.answer();
    return made == nullptr ? task.given_up() : !*made && made->error().code == ErrorCode::kCancelled;
  }
};

// An answer. Once its job has ended, either `found` or `problem` is set.
template <typename Asked>
struct KindAnswer {
  std::shared_ptr<const Asked> wanted;
  std::shared_ptr<const typename Asked::Found> found;
  std::string problem;
  bool is_stopped = false;  // `problem` says that the job was cancelled, or failed halfway
  friend bool operator==(const KindAnswer&, const KindAnswer&) = default;
};

// The answer to the question of a view; std::nullopt before RefreshAnswers() has asked it.
template <typename Asked>
[[nodiscard]] std::optional<KindAnswer<Asked>> AnswerOf(const AppState& state, const ViewState& view) {
  const auto& kept = view.slots.Get<KindTask<Asked>>();
  const std::optional<Asked> wanted = Asked::Of(state, view);
  if (!wanted || !kept.task.Wants(*wanted)) return std::nullopt;
  KindAnswer<Asked> answer{.wanted = kept.task.wanted, .is_stopped = kept.is_stopped()};
  if (const auto* const made = kept.task.answer(); made == nullptr) {
    if (answer.is_stopped) answer.problem = "it could not be worked out";
  } else if (*made) {
    answer.found = {kept.task.result, &**made};
  } else {
    answer.problem =
        answer.is_stopped ? std::string(Asked::kLabel) + " was cancelled." : DescribeError(made->error());
  }
  return answer;
}

// Why there is no answer to show; empty once there is one. `waiting`: the text before the job has ended;
// `failed`: stands before a problem that the user did not cause.
template <typename Asked>
[[nodiscard]] std::string WhyNothingFound(const std::optional<KindAnswer<Asked>>& answer,
                                          std::string_view waiting, std::string_view failed = {}) {
  if (answer && answer->found != nullptr) return {};
  if (!answer || answer->problem.empty()) return std::string(waiting);
  return std::string(answer->is_stopped ? "" : failed) + answer->problem;
}

// A kind's `refresh`: starts the jobs for the questions of views, and drops other answers. `kFind` makes a
// Result<Found> of an Asked and a JobControl on a job thread. A stopped answer stays stopped until
// StartAgain.
template <const ViewKind& (*kKind)(), typename Asked, auto kFind>
void RefreshAnswers(AppState& state, action::Effects& effects) {
  const uint64_t started_again = state.slots.Get<StartedAgain>().times;
  const auto wanted_of = [&](const ViewState& view) {
    const bool asks = &view.kind() == &kKind() && !state.quit_requested;
    return asks ? Asked::Of(state, view) : std::nullopt;
  };
  for (ViewState& view : state.views) {
    auto& kept = view.slots.Get<KindTask<Asked>>();
    const std::optional<Asked> wanted = wanted_of(view);
    const bool begins_again = kept.is_stopped() && kept.started_again != started_again;
    if (!wanted || !kept.task.Wants(*wanted) || begins_again) kept = {{}, started_again};
  }
  for (ViewState& view : state.views) {
    std::optional<Asked> wanted = wanted_of(view);
    if (!wanted) continue;
    auto& kept = view.slots.Get<KindTask<Asked>>();
    // The kind kTransform shows the job in the status bar, where the user can cancel it.
    action::Want(
        state, kept.task, std::move(*wanted),
        {.kind = JobKind::kTransform,
         .label = std::string(Asked::kLabel),
         .document = view.document,
         .soon = true},
        [](const Asked& asked, JobControl& job) {
          return std::make_shared<const Result<typename Asked::Found>>(kFind(asked, job));
        },
        effects);
    view.slots.Get<StoppedAnswer>().kind = kept.is_stopped() ? &kKind() : nullptr;
  }
}

}  // namespace ringscope
