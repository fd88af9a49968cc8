#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/core/effect.h"
#include "app/files/files_state.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A tree in another format, by the name's ending.
struct SaveTreeRequest {
  std::filesystem::path path;
  CctPtr tree;
  MetricIndex metric = 0;
  std::string title;
};
struct SaveTextRequest {
  std::filesystem::path path;
  std::string text;
};

// Asks the disk, which may take long where it is far away. Never null.
[[nodiscard]] std::shared_ptr<const SaveTarget> RunSaveTarget(const SaveTargetRequest& request, JobControl& job);

// Write on the calling (job) thread, and post action::SaveFinished.
void RunSave(JobId id, const SaveTreeRequest& request, JobControl& job, const PostAction& post);
void RunSave(JobId id, const SaveTextRequest& request, JobControl& job, const PostAction& post);

}  // namespace ringscope
