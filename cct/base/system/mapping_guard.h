#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace ringscope {

// A mapped file that becomes shorter under its readers raises SIGBUS, which ends a program. With the guard
// installed, zero pages take the place of what is gone. A reader that goes through a mapping once, as
// importers do, reads zeros and asks at its end whether any of them were such (MappingWasCut). A mapping that
// stays open behind a tree is kept (KeepMapping): its readers cannot ask.

// What is done where a kept mapping is cut, or one that a library made and nobody registered: a function that
// ends the program, called by a signal handler with the file's path. Null: LostMappings() tells, and what
// nobody registered ends the program as before.
using LossHandler = void (*)(const char* path);

// Handles SIGBUS from now on; what else raises it ends the program as before. At the start of a program, and
// again to change what happens.
void InstallMappingGuard(LossHandler at_loss);

// By MappedFile: its whole mapping, pages included that lie behind the end of the file. Beyond 1024 mappings
// at a time the rest is not guarded. Thread-safe.
void RegisterMapping(const void* begin, size_t size_bytes, const std::filesystem::path& path);
// Says that it stays open for readers that do not ask MappingWasCut(). Thread-safe.
void KeepMapping(const void* begin);
// Before it is unmapped.
void UnregisterMapping(const void* begin);

// Lets the pages of all of them go, which count as memory of the program; who reads them again gets them from
// the system or the disk. Thread-safe.
void DropMappedPages();

// Whether pages of the mapping that begins there were lost. Costs one load where none were lost of any.
// Thread-safe.
[[nodiscard]] bool MappingWasCut(const void* begin);

struct LostMapping {
  std::filesystem::path path;
  std::span<const std::byte> bytes;  // where it lies; only to be compared
};
// The kept mappings that are cut and still open. Costs one load where nothing was ever lost. Thread-safe.
[[nodiscard]] std::vector<LostMapping> LostMappings();

}  // namespace ringscope
