#pragma once

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/tree/cct.h"

namespace ringscope {

// The same tree with the classes of its functions, and their superclasses, from the debug information of the
// modules. Reads modules whose name is the absolute path of an existing file, without a check that the file
// is the profiled one. Functions that have a class keep it. A note of the report counts the classes found.
// Costs ReadProgramClasses() for each module; shares all columns but those of the frames. Errors: kCancelled,
// kMalformed (a damaged file). The units of `job` are bytes of debug information.
[[nodiscard]] Result<CctPtr> WithNativeClasses(const CctPtr& tree, JobControl* job = nullptr);

}  // namespace ringscope
