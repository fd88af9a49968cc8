#pragma once

#include <cstddef>
#include <cstdint>

#include "agents/common/thread_tree.h"
#include "cct/trace/trace_layout.h"

namespace ringscope {

// The block before this one in its chain, 0 for the first: a word of TraceBlock that readers leave alone.
inline uint32_t& PreviousBlock(TraceBlock& block) { return block.unused[0]; }
// The next one, known only while a chain is walked forwards.
inline uint32_t& NextBlock(TraceBlock& block) { return block.unused[1]; }

// Calls visit(cell) for each cell in the order in which they were taken.
template <typename Visit>
void ForEachCellInOrder(std::byte* base, const TraceCells& cells, const Visit& visit) {
  const auto block_at = [base](uint32_t block) -> TraceBlock& {
    return *reinterpret_cast<TraceBlock*>(base + uint64_t{block} * kTraceBlockBytes);
  };
  uint32_t first = 0;
  for (uint32_t block = cells.last_block; block != 0; block = PreviousBlock(block_at(block))) {
    NextBlock(block_at(block)) = first;
    first = block;
  }
  for (uint32_t block = first; block != 0; block = NextBlock(block_at(block))) {
    const uint32_t begin = block * kTraceCellsPerBlock + 1;
    const uint32_t end = block == cells.last_block ? cells.next_cell : begin + kTraceCellsPerBlock - 1;
    for (uint32_t cell = begin; cell < end; ++cell) {
      visit(cell);
    }
  }
}

}  // namespace ringscope
