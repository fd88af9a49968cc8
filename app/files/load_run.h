#pragma once

#include <filesystem>
#include <memory>

#include "app/core/effect.h"
#include "app/view/state/app_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Opens a profile, or all profiles of a saved view, on the calling (job) thread: posts action::PreviewLoaded
// while it is read, at last action::LoadFinished or action::WindowLoaded. `naming`: of folded stacks;
// `lines`: as ImportOptions has it.
void RunLoad(JobId id, const std::filesystem::path& path, const MetricNaming& naming, bool lines,
             JobControl& job, const PostAction& post);

// Looks up the classes of native functions on the calling (job) thread: posts action::LoadFinished.
void RunLookUpClasses(JobId id, const CctPtr& tree, JobControl& job, const PostAction& post);

// Checks every column of a tree on the calling (job) thread.
[[nodiscard]] std::shared_ptr<const TreeCheck> RunCheck(const CheckRequest& request, JobControl& job);

}  // namespace ringscope
