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

// What the caption of a picture says beyond what the chart knows.
struct PictureWords {
  std::string title;   // the file and the steps
  std::string search;  // may be empty
};

class Action;
using PostAction = std::function<void(const Action&)>;
// Work on a job thread. Owns what it reads, and hands over its results as actions.
using JobWork = std::function<void(JobControl&, const PostAction&)>;

// Which other jobs a job waits for.
enum class JobLane : uint8_t {
  kAtOnce,   // none
  kByCores,  // as many at once as there are cores, the others in their order
  kInOrder,  // one after the other, and each to its end, also when the program ends
};

}  // namespace ringscope

namespace ringscope::effect {

// What a change of state asks of the world outside it. Apply() returns effects and carries out none.

struct StartTask {
  JobId job = kNoJob;
  std::any request;  // a shared_ptr to what `work` works on, for whoever asks
  JobWork work;
  JobLane lane = JobLane::kAtOnce;
};
// The chart of a pane as a picture of the same size, with a caption around it; needs a graphics context.
struct SavePicture {
  JobId job = kNoJob;
  std::filesystem::path path;
  size_t pane = 0;
  std::optional<PictureWords> words;  // nothing: the bare chart
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
  // Calls `function` with the value, by its own type.
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

// What the functions that change the state (Do() of each action) append to.
using Effects = std::vector<Effect>;

}  // namespace ringscope::action
