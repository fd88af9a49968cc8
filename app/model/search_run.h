#pragma once

#include <functional>
#include <memory>

#include "app/model/effect.h"
#include "app/model/search_outcome.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Searches on the calling (job) thread. `deliver` is called once with the matching functions alone, as soon
// as they are known, so that segments light up without waiting for counts, and once more with everything
// counted; the last call has null when the search was cancelled.
void RunSearch(const effect::StartSearch& search, JobControl& job,
               const std::function<void(std::shared_ptr<const SearchOutcome>)>& deliver);

// The contexts at and below a view root, as searches take them.
[[nodiscard]] ContextRange SearchRoots(const ViewRoot& root);

}  // namespace ringscope
