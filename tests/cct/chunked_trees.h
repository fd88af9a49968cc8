#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cct/tree/cct.h"

namespace ringscope::test {

template <typename T>
[[nodiscard]] ChunkedColumn<T> InChunks(const ChunkedColumn<T>& column) {
  constexpr uint32_t kChunkLog2 = 2;
  std::vector<std::span<const T>> chunks;
  for (uint64_t at = 0; at < column.size(); at += 1u << kChunkLog2)
    chunks.push_back(column.Contiguous(at, std::min<uint64_t>(at + (1u << kChunkLog2), column.size())));
  return ChunkedColumn<T>(std::move(chunks), kChunkLog2);
}

// The same tree as a large file holds it.
[[nodiscard]] inline CctPtr TreeInChunks(const CctPtr& tree) {
  CctColumns columns = tree->columns();
  columns.first_child = InChunks(columns.first_child);
  columns.frame = InChunks(columns.frame);
  columns.layer_begin = InChunks(columns.layer_begin);
  columns.flags = InChunks(columns.flags);
  for (auto& running : columns.running_inclusive) running = InChunks(running);
  return std::make_shared<const Cct>(std::move(columns), tree->frames(),
                                     std::vector<Metric>(tree->metrics().begin(), tree->metrics().end()),
                                     tree->report(), tree);
}

}  // namespace ringscope::test
