#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>

namespace ringscope {

// As long as one lives, large blocks of memory for which a MemoryLimit has little room lie in a folder: in
// files without a name, which are gone with the program however that ends. The disk has room for all of a
// block before it is given out. The system keeps in memory what it has room for; what the program has mapped
// of the blocks is let go where the program is larger than its limit. One at a time; blocks may outlive it.
class SpillFolder {
 public:
  // `tell` is called before anything is written to a file, with its size, by the thread that needs it.
  SpillFolder(std::filesystem::path folder, std::function<void(uint64_t bytes)> tell);
  ~SpillFolder();
  SpillFolder(const SpillFolder&) = delete;
  SpillFolder& operator=(const SpillFolder&) = delete;

  // For allocators. Null where memory has room for the block, it is a small one, there is no SpillFolder, or
  // that has no room on its disk. A block begins at a page.
  [[nodiscard]] static void* Allocate(size_t bytes);
  // Whether it is such a block. Without any a look at one variable.
  [[nodiscard]] static bool Holds(const void* block);
  // False where the block is none.
  static bool Free(void* block);
};

}  // namespace ringscope
