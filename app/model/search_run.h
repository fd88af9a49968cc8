#pragma once

#include <functional>
#include <memory>

#include "app/model/effect.h"
#include "app/model/search_outcome.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Searches on the calling (job) thread. `deliver` is called once with the matching functions alone, as soon as they are
// known, so that segments light up without waiting, and once more with everything counted; or once with null when
// cancelled.
void RunSearch(const effect::StartSearch& search, JobControl& job,
               const std::function<void(std::shared_ptr<const SearchOutcome>)>& deliver);

}  // namespace ringscope
