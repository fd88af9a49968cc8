#pragma once

#include <memory>

#include "app/view/difference/angle_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Makes the columns of an angle on a job thread. Null where it is cancelled.
[[nodiscard]] std::shared_ptr<const MadeAngle> RunMakeAngle(const AngleRequest& request, JobControl& job);

}  // namespace ringscope
