#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace ringscope {

// A mapped file that becomes shorter under its readers raises SIGBUS, which ends a program. With the guard
// installed, zero pages take the place of what is gone: readers go on with zeros, which they have to expect
// of a damaged file anyway, and the program learns which files it has to let go of.

// Handles SIGBUS for registered mappings from now on; what else raises it ends the program as before. Once,
// at the start of a program.
void InstallMappingGuard();

// By MappedFile: its whole mapping, pages included that lie behind the end of the file. Beyond 1024 mappings
// at a time the rest is not guarded. Thread-safe.
void RegisterMapping(const void* begin, size_t size_bytes, const std::filesystem::path& path);
// Before it is unmapped.
void UnregisterMapping(const void* begin);

// Files of which pages were lost since the call before, each mapping once. Costs one load where there are
// none. Thread-safe.
[[nodiscard]] std::vector<std::filesystem::path> TakeLostFiles();

}  // namespace ringscope
