#pragma once

#include <ctime>
#include <filesystem>
#include <memory>
#include <string>

#include "app/files/files_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

inline constexpr size_t kMaxFolderEntries = 20000;

// Asks the disk, which may take long where it is far away. Hidden entries are left out unless asked for.
// Never throws; what cannot be looked at is left out. Null where it was cancelled.
[[nodiscard]] std::shared_ptr<const FolderListing> RunListFolder(const FolderRequest& request,
                                                                 JobControl& job);

}  // namespace ringscope
