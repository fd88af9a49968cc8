#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "app/files/files_state.h"
#include "cct/base/job_control.h"

namespace ringscope {

// The examples that lie beside a program, as the build folder or an installation has them.
[[nodiscard]] std::vector<ExampleFile> FindExamples(const std::filesystem::path& program);

// Asks the disk, which may take long where it is far away. Null where it was cancelled.
[[nodiscard]] std::shared_ptr<const StartFiles> RunStartFiles(const StartFilesRequest& request, JobControl& job);

}  // namespace ringscope
