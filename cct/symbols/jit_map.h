#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ringscope {

// Names of code that a program made at run time, as it writes them for perf: "START SIZE NAME" a line, both
// numbers in hexadecimal. Other lines are passed over.
class JitMap {
 public:
  explicit JitMap(std::string text);

  // Of several functions at one place, as memory is used again, the one that was written last. Empty where no
  // function reaches. O(log functions).
  [[nodiscard]] std::string_view NameAt(uint64_t address) const;

 private:
  struct Function {
    uint64_t begin = 0, end = 0;
    uint64_t name_begin = 0;
    uint32_t name_bytes = 0;
  };
  std::string text_;
  std::vector<Function> functions_;  // by address, one at each
};

// The text of /tmp/perf-PID.map; empty where it is not there, is no regular file, or is neither the user's
// own nor root's: anybody may write to /tmp.
[[nodiscard]] std::string ReadJitMap(uint32_t pid);

}  // namespace ringscope
