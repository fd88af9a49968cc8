#pragma once

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The same tree, of whose functions it is known which classes they are methods of, and what these inherit from, as far
// as the debug information of their modules tells. A module is looked at where it is the absolute path of a file that
// is there now: nobody checks that it is the one that was profiled. Functions that have a class keep it. Notes of the
// report say where classes were found. Costs what ReadProgramClasses() does for each module, and shares the columns
// but for the frames. Errors: kCancelled, kMalformed (a damaged file). job: units are bytes of debug information.
[[nodiscard]] Result<CctPtr> WithNativeClasses(const CctPtr& tree, JobControl* job = nullptr);

}  // namespace ringscope
