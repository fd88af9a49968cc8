#pragma once

#include <string>

#include "app/documents/start_files_state.h"

namespace ringscope {

// Asks the disk. Folders, pipes and devices are no files.
[[nodiscard]] FileFacts FactsOf(std::string path);

// "12.3 MiB" and "2026-11-20 14:03", in local time.
[[nodiscard]] std::string FileSizeText(const FileFacts& file);
[[nodiscard]] std::string FileDateText(const FileFacts& file);

}  // namespace ringscope
