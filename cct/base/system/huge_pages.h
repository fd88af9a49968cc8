#pragma once

#include <cstddef>

namespace ringscope {

inline constexpr size_t kHugePageBytes = size_t{2} << 20;

// Asks for huge pages in memory that nothing was written to yet: what is written into it is then bound by
// memory, not by one page fault for every 4 KiB. Advice: without huge pages all is as it would be.
void AskForHugePages(void* block, size_t bytes);

}  // namespace ringscope
