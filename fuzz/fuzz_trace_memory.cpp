#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "cct/trace/trace_layout.h"
#include "fuzz/targets.h"

namespace ringscope::fuzz {

// Files of this format are mostly zeros; an input is one without them: the header, then for each block two
// bytes that say how many bytes follow of it.
void FuzzTraceMemory(Input bytes) {
  constexpr size_t kMostBlocks = 8;
  Input rest = bytes;
  std::vector<std::byte> file;
  const auto take = [&](size_t count) {
    count = std::min(count, rest.size());
    file.resize(file.size() + kTraceBlockBytes);
    if (count > 0) std::memcpy(file.data() + file.size() - kTraceBlockBytes, rest.data(), count);
    rest = rest.subspan(count);
  };
  take(sizeof(TraceHeader));
  while (rest.size() >= 2 && file.size() < kMostBlocks * kTraceBlockBytes) {
    const size_t count = std::min<size_t>(
        std::to_integer<size_t>(rest[0]) + std::to_integer<size_t>(rest[1]) * 256, kTraceBlockBytes);
    rest = rest.subspan(2);
    take(count);
  }
  FuzzImporter("ringscope trace", file);
}

}  // namespace ringscope::fuzz
