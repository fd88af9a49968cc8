#pragma once

#include <any>
#include <cstdint>

#include "app/core/effect.h"
#include "app/core/ids.h"
#include "cct/base/result.h"

namespace ringscope {
struct AppState;
}

namespace ringscope::action {

struct CancelJob {
  JobId job = kNoJob;
};
struct JobProgressed {
  JobId job = kNoJob;
  uint64_t done_units = 0;
  uint64_t total_units = 0;
};
// The answer of a Task.
struct TaskFinished {
  JobId job = kNoJob;
  std::any result;       // a shared_ptr<const Result>; nothing: it was cancelled, or failed
  bool is_whole = true;  // false: a first part
};
// It could not be started, or ended for want of memory, and delivers nothing.
struct JobFailed {
  JobId job = kNoJob;
  Error error;
};

void Do(AppState& state, const CancelJob& cancel, Effects& effects);
void Do(AppState& state, const JobProgressed& progress, Effects& effects);
void Do(AppState& state, const JobFailed& failed, Effects& effects);
void Do(AppState& state, const TaskFinished& finished, Effects& effects);

}  // namespace ringscope::action
