#pragma once

#include <any>
#include <memory>
#include <utility>

#include "app/core/effect.h"

namespace ringscope {

// A task without the types of its request and its result.
struct AnyTask {
  JobId job = kNoJob;  // works the answer out; tasks with equal requests share a job

  [[nodiscard]] bool running() const { return job != kNoJob; }
  // Takes the result of a job: a shared_ptr<const Result>; empty if the job was cancelled or failed.
  virtual void Take(JobId from, const std::any& made, bool is_whole) = 0;

 protected:
  ~AnyTask() = default;
};

// An answer that a job works out: the wanted request, and the last result. Plain data; action::Want() asks
// for the answer. A request is a value with ==. A result is immutable once it is made.
template <typename Request, typename Result>
struct Task final : AnyTask {
  std::shared_ptr<const Request> wanted;    // null: no answer is wanted
  std::shared_ptr<const Result> result;     // the last one: perhaps of another request, or a first part
  std::shared_ptr<const Request> answered;  // the request of a whole `result`; null for a first part

  [[nodiscard]] bool is_answered() const { return wanted != nullptr && wanted == answered; }
  // The job was cancelled or failed. Want() tries the same request again only after another request.
  [[nodiscard]] bool given_up() const { return wanted != nullptr && !running() && !is_answered(); }
  [[nodiscard]] bool Wants(const Request& request) const { return wanted != nullptr && *wanted == request; }
  // Null before the answer to `wanted`.
  [[nodiscard]] const Result* answer() const { return is_answered() ? result.get() : nullptr; }

  // Takes the answer to `request`, which becomes the wanted one.
  void Answer(std::shared_ptr<const Request> request, std::shared_ptr<const Result> made) {
    wanted = answered = std::move(request);
    result = std::move(made);
    job = kNoJob;
  }
  // Drops the request; the last result stays.
  void Drop() {
    wanted = nullptr;
    job = kNoJob;
  }
  // Forgets a result or a request about another tree.
  template <typename Tree>
  void ForgetOthersThan(const Tree& tree) {
    if (result != nullptr && result->request.tree != tree) result = nullptr;
    if (result == nullptr) answered = nullptr;
    if (wanted != nullptr && wanted->tree != tree) Drop();
  }
  void Take(JobId from, const std::any& made, bool is_whole) override {
    if (!running() || from != job) return;
    if (is_whole) job = kNoJob;
    if (const auto* value = std::any_cast<std::shared_ptr<const Result>>(&made)) {
      result = *value;
      answered = is_whole ? wanted : nullptr;
    }
  }
};

}  // namespace ringscope
