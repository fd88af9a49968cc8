#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ringscope {

// What lay where in a process: the lines of /proc/PID/maps, or their short form, "BEGIN-END: PATH", both with
// "$name" for what a line "name=text" before them says.
class MemoryMap {
 public:
  struct Region {
    uint64_t begin = 0, end = 0;  // addresses
    uint64_t file_offset = 0;
    uint64_t inode = 0;     // 0 = unknown
    std::string_view path;  // also "[vdso]" and the like; borrows from the map or its text
  };

  // Lines that are none of the format's, or name no file, are passed over. `text` must outlive the map.
  explicit MemoryMap(std::string_view text);
  MemoryMap(MemoryMap&&) noexcept = default;
  MemoryMap(const MemoryMap&) = delete;
  MemoryMap& operator=(MemoryMap&&) noexcept = default;
  MemoryMap& operator=(const MemoryMap&) = delete;
  ~MemoryMap() = default;

  // The region that holds an address, or null. Logarithmic.
  [[nodiscard]] const Region* Find(uint64_t address) const;
  [[nodiscard]] size_t size() const { return regions_.size(); }

 private:
  [[nodiscard]] std::string_view Replaced(std::string_view path);

  std::vector<Region> regions_;  // by address
  std::vector<std::pair<std::string_view, std::string_view>> replacements_;
  std::deque<std::string> replaced_paths_;
};

}  // namespace ringscope
