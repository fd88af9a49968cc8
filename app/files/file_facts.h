#pragma once

#include <cstdint>
#include <string>

#include "app/files/files_state.h"

namespace ringscope {

// In place of the size of a folder.
inline constexpr uint64_t kFolderBytes = UINT64_MAX;

// Asks the disk. Folders, but for those of `track`, pipes and devices are no files.
[[nodiscard]] FileFacts FactsOf(std::string path);

// "12.3 MiB", or "folder", and "2026-11-20 14:03", in local time.
[[nodiscard]] std::string FileSizeText(const FileFacts& file);
[[nodiscard]] std::string FileDateText(const FileFacts& file);

}  // namespace ringscope
