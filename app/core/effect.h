#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/core/ids.h"
#include "app/core/one_of.h"
#include "app/settings/settings.h"
#include "cct/base/job_control.h"

namespace ringscope {

class Action;
using PostAction = std::function<void(const Action&)>;
// Runs on a job thread, owns what it reads, and hands over what it makes as actions.
using JobWork = std::function<void(JobControl&, const PostAction&)>;

// Which jobs wait for others.
enum class JobLane : uint8_t {
  kAtOnce,   // none
  kByCores,  // as many at once as there are cores, the others in their order
  kInOrder,  // one after the other, and each to its end, also when the program ends
};

}  // namespace ringscope

namespace ringscope::effect {

// What a change of state asks of the world outside it. Apply() returns these and does none of them.

struct StartTask {
  JobId job = kNoJob;
  std::any request;  // a shared_ptr to what `work` works on, for whoever wants to know
  JobWork work;
  JobLane lane = JobLane::kAtOnce;
};
// The chart of a pane as a picture of the same size; only who has a graphics context can do it.
struct SavePicture {
  JobId job = kNoJob;
  std::filesystem::path path;
  size_t pane = 0;
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

// One a line, in the order of their declarations: parts of the program add theirs without touching others'.
// clang-format off
class Effect : public OneOf<
    effect::StartTask,
    effect::SavePicture,
    effect::RunEditor,
    effect::CancelJob,
    effect::SaveSettings,
    effect::CopyToClipboard> {
  // clang-format on
 public:
  using OneOf::OneOf;
};

}  // namespace ringscope

namespace ringscope::apply {

// What the functions that change the state (Do() of each action) append to.
using Effects = std::vector<Effect>;

}  // namespace ringscope::apply
