#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>

namespace ringscope {

// While one exists, large blocks of memory for which a MemoryLimit has little room lie in a folder, in files
// without a name, which disappear with the program however that ends. The disk space of a block is reserved
// before the block is given out. The system caches the blocks in memory as far as it has room; if the program
// grows beyond its limit, their resident pages are released. One at a time; blocks may outlive it.
class SpillFolder {
 public:
  // `tell` is called with the size of each new block, by the thread that allocates it, before it is written
  // to.
  SpillFolder(std::filesystem::path folder, std::function<void(uint64_t bytes)> tell);
  ~SpillFolder();
  SpillFolder(const SpillFolder&) = delete;
  SpillFolder& operator=(const SpillFolder&) = delete;

  // For allocators. Null if memory has room for the block, the block is small, no SpillFolder exists, or its
  // disk is full. A block begins at a page.
  [[nodiscard]] static void* Allocate(size_t bytes);
  // Whether the block lies in the folder. Costs one load if none does.
  [[nodiscard]] static bool Holds(const void* block);
  // False if the block does not lie in the folder.
  static bool Free(void* block);
};

}  // namespace ringscope
