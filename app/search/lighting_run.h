#pragma once

#include <memory>

#include "app/view/search_outcome.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Finds the contexts that light up. About 5 ns a context; where `before`, which may be null, has the same light in
// the same tree, they are counted alone. Null where it was cancelled; nothing lights up where the query cannot be
// answered.
[[nodiscard]] std::shared_ptr<const LitContexts> RunLighting(const LightRequest& request,
                                                             const LitContexts* before, JobControl& job);

}  // namespace ringscope
