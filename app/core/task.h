#pragma once

#include <any>
#include <memory>
#include <utility>

#include "app/core/effect.h"

namespace ringscope {

// A task of whatever type.
struct AnyTask {
  JobId job = kNoJob;  // works the answer out; tasks that want the same share a job

  [[nodiscard]] bool running() const { return job != kNoJob; }
  // Takes what a job delivers: a shared_ptr<const Result>; empty if the job was cancelled or failed.
  virtual void Take(JobId from, const std::any& made, bool is_whole) = 0;

 protected:
  ~AnyTask() = default;
};

// An answer that a job works out: the request that is wanted, and the last result. Plain data; action::Want()
// asks for it. A request is a value with ==. A result is immutable once it is made.
template <typename Request, typename Result>
struct Task final : AnyTask {
  std::shared_ptr<const Request> wanted;    // null: nothing
  std::shared_ptr<const Result> result;     // the last one: perhaps of another request, or a first part
  std::shared_ptr<const Request> answered;  // what `result` answers in full; null: it is a first part

  [[nodiscard]] bool is_answered() const { return wanted != nullptr && wanted == answered; }
  // The job was cancelled or failed. The same request is tried again only after another one.
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
  // Wants nothing any more; the last result stays.
  void Drop() {
    wanted = nullptr;
    job = kNoJob;
  }
  // Forgets the answers and requests about other trees.
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
