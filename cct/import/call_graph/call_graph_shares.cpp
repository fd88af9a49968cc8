#include "cct/import/call_graph/call_graph_shares.h"

namespace ringscope {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr uint32_t kNone = UnfoldedContexts::kNone;

}  // namespace

bool CallGraphShares::Begin(UnfoldedContexts& contexts, size_t columns, size_t weight_column) {
  contexts_ = &contexts;
  columns_ = columns;
  source_.assign(columns, kNone);
  for (size_t column = 0; column < columns; ++column) {
    uint64_t sum = 0;
    for (size_t i = 0; i < contexts.size(); ++i) {
      uint64_t& weight = contexts.weights[i * columns + column];
      if (__builtin_add_overflow(sum, weight, &sum)) return false;
      weight = sum;
    }
    if (sum > 0) source_[column] = static_cast<uint32_t>(column);
  }
  // Calls go with the main cost, so that of a context the calls and what they cost fit together.
  if (source_[weight_column] != kNone) source_.back() = source_[weight_column];
  // Without weights of its own a column is divided as the main one, or evenly.
  for (uint32_t& source : source_) {
    if (source == kNone) source = source_[weight_column];
  }
  return true;
}

uint64_t CallGraphShares::UpTo(size_t index, size_t column, uint64_t value) const {
  const size_t count = contexts_->size();
  if (value == 0 || index + 1 == count) return value;
  const uint32_t source = source_[column];
  if (source == kNone) return static_cast<uint64_t>((Wide{value} * (index + 1) + count / 2) / count);
  const uint64_t total = contexts_->weights[(count - 1) * columns_ + source];
  const uint64_t up_to = contexts_->weights[index * columns_ + source];
  return static_cast<uint64_t>((Wide{value} * up_to + total / 2) / total);
}

}  // namespace ringscope
