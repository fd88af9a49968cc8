#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace ringscope {

// A mapped file that becomes shorter under its readers raises SIGBUS, which ends a program. With the guard
// installed, zero pages replace the lost pages. A reader that passes through a mapping once, as importers do,
// reads zeros and asks at the end whether pages were lost (MappingWasCut). A mapping that stays open behind a
// tree is "kept" (KeepMapping), because its readers cannot ask.

// Called when a kept mapping is cut, or one that a library made and that is not registered. It must end the
// program; the signal handler passes it the file's path. With null, LostMappings() lists the cut kept
// mappings, and the loss of an unregistered one ends the program as without the guard.
using LossHandler = void (*)(const char* path);

// Installs the handler of SIGBUS. A SIGBUS of another cause ends the program as without the guard. Call it at
// the start of the program, and again to change the LossHandler.
void InstallMappingGuard(LossHandler at_loss);

// MappedFile registers its whole mapping, including the pages behind the end of the file. At most 1024
// mappings are guarded at a time. Thread-safe.
void RegisterMapping(const void* begin, size_t size_bytes, const std::filesystem::path& path);
// Marks the mapping as kept: its readers do not ask MappingWasCut(). Thread-safe.
void KeepMapping(const void* begin);
// Call it before munmap().
void UnregisterMapping(const void* begin);

// Releases the resident pages of all registered mappings, which count as memory of the program; the next read
// gets them from the page cache or the disk. Thread-safe.
void DropMappedPages();

// Whether the mapping that begins there has lost pages. Costs one load if no mapping ever has. Thread-safe.
[[nodiscard]] bool MappingWasCut(const void* begin);

struct LostMapping {
  std::filesystem::path path;
  std::span<const std::byte> bytes;  // its address range, to compare with, not to read
};
// The kept mappings that are cut and still open. Costs one load if no mapping ever lost pages. Thread-safe.
[[nodiscard]] std::vector<LostMapping> LostMappings();

}  // namespace ringscope
