#pragma once

#include "app/core/effect.h"
#include "app/files/recording_actions.h"
#include "cct/base/job_control.h"

namespace ringscope {

// Records a program with `ringscope record` (the program that runs) on the calling (job) thread: posts
// action::RecordingBegan, action::PreviewLoaded for what there is now and then, and at last
// action::RecordingFinished. Cancelling interrupts the program, and what there is is the result.
void RunRecordProgram(JobId id, const action::RecordProgram& record, JobControl& job, const PostAction& post);

}  // namespace ringscope
