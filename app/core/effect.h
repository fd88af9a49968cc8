#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/core/settings.h"
#include "cct/base/job_control.h"

namespace ringscope {

using DocumentId = uint32_t;
using ViewId = uint32_t;
using JobId = uint32_t;
inline constexpr JobId kNoJob = 0;

// The parts of a picture's caption that the chart does not know.
struct PictureWords {
  std::string title;   // the file and the steps
  std::string search;  // may be empty
};

class Action;
using PostAction = std::function<void(const Action&)>;
// Work on a job thread. Owns its inputs, and hands over its results as actions.
using JobWork = std::function<void(JobControl&, const PostAction&)>;

// When a job starts, seen from other jobs of its lane.
enum class JobLane : uint8_t {
  kAtOnce,   // without waiting
  kByCores,  // in order, with at most one running job a core
  kInOrder,  // after the job before; every job runs to its end, also when the program ends
};

}  // namespace ringscope

namespace ringscope::effect {

// Effects are what a change of state asks of the world outside: Apply() returns them, the window runs them.

struct StartTask {
  JobId job = kNoJob;
  std::any request;  // a shared_ptr to the request that `work` works on, for callers that look at the effect
  JobWork work;
  JobLane lane = JobLane::kAtOnce;
};
// Saves the chart of a pane as a picture of the same size with a caption; needs a graphics context.
struct SavePicture {
  JobId job = kNoJob;
  std::filesystem::path path;
  size_t pane = 0;
  std::optional<PictureWords> words;  // std::nullopt: no caption
};
// Starts another program and does not wait for it.
struct RunEditor {
  std::vector<std::string> words;  // program and arguments
};
struct CancelJob {
  JobId job = kNoJob;
};
struct SaveSettings {
  Settings settings;
};
struct CopyToClipboard {
  std::string text;
};

}  // namespace ringscope::effect

namespace ringscope {

// Any effect.
class Effect {
 public:
  template <typename T>
  requires(!std::is_same_v<T, Effect>) Effect(T value)  // NOLINT: meant to convert
      : value_(std::in_place_type<T>, std::move(value)) {}

  // Null if the effect holds another type.
  template <typename T>
  [[nodiscard]] const T* As() const {
    return std::get_if<T>(&value_);
  }
  template <typename T>
  [[nodiscard]] bool Is() const {
    return std::holds_alternative<T>(value_);
  }
  // Calls `function` with the value in its own type.
  template <typename Function>
  void Visit(Function&& function) const {
    std::visit(function, value_);
  }

 private:
  std::variant<effect::StartTask, effect::SavePicture, effect::RunEditor, effect::CancelJob,
               effect::SaveSettings, effect::CopyToClipboard>
      value_;
};

}  // namespace ringscope

namespace ringscope::action {

// The list that Do() of each action appends its effects to.
using Effects = std::vector<Effect>;

}  // namespace ringscope::action
