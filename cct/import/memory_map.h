#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace ringscope {

// What lay where in a process, from the text of /proc/PID/maps.
class MemoryMap {
 public:
  struct Region {
    uint64_t begin = 0, end = 0;  // addresses
    uint64_t file_offset = 0;
    std::string_view path;  // part of the text; also "[vdso]" and the like
  };

  // Lines that are none of the format's, or name no file, are passed over. `text` must outlive the map.
  explicit MemoryMap(std::string_view text);

  // The region that holds an address, or null. Logarithmic.
  [[nodiscard]] const Region* Find(uint64_t address) const;
  [[nodiscard]] size_t size() const { return regions_.size(); }

 private:
  std::vector<Region> regions_;  // by address
};

}  // namespace ringscope
