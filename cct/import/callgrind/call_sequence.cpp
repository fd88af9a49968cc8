#include "cct/import/callgrind/call_sequence.h"

#include <utility>

namespace ringscope {
namespace {

constexpr std::string_view kOtherFunction = "a call of another function than the one that returned before it";
constexpr std::string_view kOtherCost =
    "a call that cost something else than the one that returned before it";

}  // namespace

void CallSequence::Start(std::vector<Column> columns, uint64_t max_bytes) {
  if (state_ != State::kIdle || fault_) return;
  state_ = State::kReading;
  columns_ = std::move(columns);
  total_.assign(columns_.size(), 0);
  max_bytes_ = max_bytes;
}

void CallSequence::Abandon(std::string_view reason, uint64_t offset_bytes) {
  if (state_ != State::kReading) return;
  state_ = State::kIdle;
  fault_ = {reason, offset_bytes};
  blocks_ = {};
  unclaimed_ = {};
  calls_ = {};
}

void CallSequence::BeginBlock(uint32_t function, uint32_t name, uint64_t offset_bytes) {
  EndBlock();
  if (state_ != State::kReading) return;
  if (is_over_) return Abandon("blocks behind the summary", offset_bytes);
  in_block_ = true;
  block_offset_bytes_ = offset_bytes;
  has_self_ = false;
  function_ = function;
  name_ = name;
  call_count_ = 0;
}

void CallSequence::AddSelf(std::span<const int64_t> costs, uint64_t offset_bytes) {
  if (state_ != State::kReading) return;
  if (!in_block_ || has_self_ || is_over_)
    return Abandon("costs that are not the first of a block", offset_bytes);
  has_self_ = true;
  for (size_t c = 0; c < columns_.size(); ++c) {
    blocks_.PushSigned(costs[c]);
    total_[c] = costs[c];
  }
}

void CallSequence::AddCall(uint32_t name, uint64_t count, std::span<const int64_t> costs,
                           uint64_t offset_bytes) {
  if (state_ != State::kReading) return;
  if (!has_self_ || is_over_) return Abandon("a call outside of a block", offset_bytes);
  if (count != 1) return Abandon("a line that counts other than one call", offset_bytes);
  for (size_t c = 0; c < columns_.size(); ++c) {
    calls_.PushSigned(costs[c]);
    if (__builtin_add_overflow(total_[c], costs[c], &total_[c])) return Abandon(kOtherCost, offset_bytes);
  }
  calls_.Push(name);
  ++call_count_;
  CheckMemory(offset_bytes);
}

void CallSequence::AddSummary(uint64_t offset_bytes) {
  if (state_ != State::kReading) return;
  if (std::exchange(has_summary_, true)) return Abandon("a second summary", offset_bytes);
  if (in_block_ && !has_self_)
    is_last_ = true;
  else
    is_over_ = true;
}

void CallSequence::EndBlock() {
  if (state_ != State::kReading || !in_block_) return;
  if (!has_self_) return Abandon("a block without its cost", block_offset_bytes_);
  for (uint64_t i = 1; i <= call_count_ && state_ == State::kReading; ++i) {
    if (i % (1 << 16) == 0 && job_.cancelled()) return Abandon("a cancelled import", block_offset_bytes_);
    ClaimLast();
  }
  if (state_ != State::kReading) return;
  blocks_.Push(call_count_);
  blocks_.Push(function_);
  // The file is whole if the program called all that was called until its end.
  if (std::exchange(is_last_, false) && unclaimed_count_ > 0)
    return Abandon("a block that is not called at all", block_offset_bytes_);
  for (const int64_t total : total_) unclaimed_.PushSigned(total);
  unclaimed_.Push(call_count_);
  unclaimed_.Push(name_);
  ++unclaimed_count_;
  in_block_ = false;
  has_self_ = false;
  CheckMemory(block_offset_bytes_);
}

void CallSequence::ClaimLast() {
  if (unclaimed_count_ == 0) return Abandon("a call that no block stands for", block_offset_bytes_);
  --unclaimed_count_;
  if (calls_.Pop() != unclaimed_.Pop()) return Abandon(kOtherFunction, block_offset_bytes_);
  const uint64_t parts = unclaimed_.Pop() + 1;
  for (size_t c = columns_.size(); c-- > 0;) {
    const int64_t told = calls_.PopSigned();
    const int64_t total = unclaimed_.PopSigned();
    const uint64_t apart = told < total ? static_cast<uint64_t>(total) - static_cast<uint64_t>(told)
                                        : static_cast<uint64_t>(told) - static_cast<uint64_t>(total);
    const bool fits =
        columns_[c] == Column::kRounded ? apart <= parts : apart == 0 || (told >= 0 && told < total);
    if (!fits) return Abandon(kOtherCost, block_offset_bytes_);
  }
}

void CallSequence::CheckMemory(uint64_t offset_bytes) {
  if (blocks_.size_bytes() + unclaimed_.size_bytes() + calls_.size_bytes() > max_bytes_)
    Abandon("more calls than fit into memory", offset_bytes);
}

void CallSequence::End(uint64_t offset_bytes) {
  EndBlock();
  if (state_ != State::kReading) return;
  if (!has_summary_) return Abandon("an end without a summary", offset_bytes);
  if (unclaimed_count_ == 0) return Abandon("an end without a block", offset_bytes);
  state_ = State::kEnded;
  unclaimed_ = {};
}

bool CallSequence::TakeLast(Block& block, std::span<int64_t> costs) {
  if (state_ != State::kEnded || blocks_.empty()) return false;
  block.function = static_cast<uint32_t>(blocks_.Pop());
  block.call_count = blocks_.Pop();
  for (size_t c = columns_.size(); c-- > 0;) costs[c] = blocks_.PopSigned();
  return true;
}

}  // namespace ringscope
