#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/job_control.h"

namespace ringscope {

// A stack of numbers that takes a byte for each seven bits of a number, so small numbers take little.
class NumberStack {
 public:
  void Push(uint64_t number) {
    // The byte with the highest bits comes first, as Pop() reaches it last; all other bytes have 0x80 set.
    int shift = 63;
    while (shift > 0 && number >> shift == 0) shift -= 7;
    bytes_.push_back(static_cast<uint8_t>(number >> shift));
    while ((shift -= 7) >= 0) bytes_.push_back(static_cast<uint8_t>((number >> shift & 0x7f) | 0x80));
  }
  void PushSigned(int64_t number) {
    Push(static_cast<uint64_t>(number) << 1 ^ static_cast<uint64_t>(number >> 63));
  }
  // Requires a stack that is not empty. PopSigned() takes off what PushSigned() put there.
  [[nodiscard]] uint64_t Pop() {
    uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t byte = bytes_.back();
      bytes_.pop_back();
      number |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return number;
    }
  }
  [[nodiscard]] int64_t PopSigned() {
    const uint64_t number = Pop();
    return static_cast<int64_t>(number >> 1 ^ (~(number & 1) + 1));
  }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  [[nodiscard]] uint64_t size_bytes() const { return bytes_.size(); }

 private:
  std::deque<uint8_t> bytes_;  // grows without a copy, and frees memory as it shrinks
};

// The calls of a program in the order in which they returned, as xdebug writes them: a block for each call,
// with its self cost and a line for each call that it made. The blocks of these calls are therefore the last
// ones before it that no other block has claimed, in the same order; a block that is never claimed has no
// caller. This gives the exact tree if the whole file follows the order: the names and costs of each call
// line are compared with the claimed block, and the first mismatch abandons the sequence.
//
// Memory: about ten bytes a block, and half of that again for each block that is not claimed yet.
class CallSequence {
 public:
  // How far the inclusive cost of a call may differ from the sum of its parts.
  enum class Column : uint8_t {
    kRounded,      // each part is rounded by itself
    kNotBelowZero  // some versions write 0 for negative values, so the whole may be less than its parts
  };
  // A call; TakeLast() gives its self cost beside it.
  struct Block {
    uint32_t function = 0;
    uint64_t call_count = 0;  // calls that it made
  };
  struct Fault {
    std::string_view reason;  // a literal
    uint64_t offset_bytes = 0;
  };

  // A cancelled job abandons the sequence.
  explicit CallSequence(const JobControl& job) : job_(job) {}

  // Ignores all calls before this. Abandons the sequence if it takes more than `max_bytes` of memory.
  void Start(std::vector<Column> columns, uint64_t max_bytes) {
    if (state_ != State::kIdle || fault_) return;
    state_ = State::kReading;
    columns_ = std::move(columns);
    total_.assign(columns_.size(), 0);
    max_bytes_ = max_bytes;
  }
  // Frees everything, and ignores all further calls.
  void Abandon(std::string_view reason, uint64_t offset_bytes) {
    if (state_ != State::kReading) return;
    state_ = State::kIdle;
    fault_ = {reason, offset_bytes};
    blocks_ = {};
    unclaimed_ = {};
    calls_ = {};
  }

  // Ends the block before. `name` identifies the function in AddCall().
  void BeginBlock(uint32_t function, uint32_t name, uint64_t offset_bytes) {
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
  // `costs` has at least as many elements as there are columns, as in AddCall().
  void AddSelf(std::span<const int64_t> costs, uint64_t offset_bytes) {
    if (state_ != State::kReading) return;
    if (!in_block_ || has_self_ || is_over_)
      return Abandon("costs that are not the first of a block", offset_bytes);
    has_self_ = true;
    for (size_t c = 0; c < columns_.size(); ++c) {
      blocks_.PushSigned(costs[c]);
      total_[c] = costs[c];
    }
  }
  void AddCall(uint32_t name, uint64_t count, std::span<const int64_t> costs, uint64_t offset_bytes) {
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
  // The summary is at the end of the file, or in the last block before the calls that PHP made after the
  // program had ended.
  void AddSummary(uint64_t offset_bytes) {
    if (state_ != State::kReading) return;
    if (std::exchange(has_summary_, true)) return Abandon("a second summary", offset_bytes);
    if (in_block_ && !has_self_)
      is_last_ = true;
    else
      is_over_ = true;
  }
  void End(uint64_t offset_bytes) {
    EndBlock();
    if (state_ != State::kReading) return;
    if (!has_summary_) return Abandon("an end without a summary", offset_bytes);
    if (unclaimed_count_ == 0) return Abandon("an end without a block", offset_bytes);
    state_ = State::kEnded;
    unclaimed_ = {};
  }

  // Whether the whole file follows the order; valid after End().
  [[nodiscard]] bool is_whole() const { return state_ == State::kEnded; }
  // Why the sequence was abandoned; nullopt if it was not, or never started.
  [[nodiscard]] std::optional<Fault> fault() const { return fault_; }

  // Requires is_whole(). Takes off the last block: callers come before callees, and the last of their calls
  // first. False if no block is left.
  [[nodiscard]] bool TakeLast(Block& block, std::span<int64_t> costs) {
    if (state_ != State::kEnded || blocks_.empty()) return false;
    block.function = static_cast<uint32_t>(blocks_.Pop());
    block.call_count = blocks_.Pop();
    for (size_t c = columns_.size(); c-- > 0;) costs[c] = blocks_.PopSigned();
    return true;
  }

 private:
  enum class State : uint8_t { kIdle, kReading, kEnded };
  static constexpr std::string_view kOtherCost =
      "a call that cost something else than the one that returned before it";

  void EndBlock() {
    if (state_ != State::kReading || !in_block_) return;
    if (!has_self_) return Abandon("a block without its cost", block_offset_bytes_);
    for (uint64_t i = 1; i <= call_count_ && state_ == State::kReading; ++i) {
      if (i % (1 << 16) == 0 && job_.cancelled()) return Abandon("a cancelled import", block_offset_bytes_);
      ClaimLast();
    }
    if (state_ != State::kReading) return;
    blocks_.Push(call_count_);
    blocks_.Push(function_);
    // The program's own block must claim all blocks before it, or the file lacks a part.
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
  // Takes the last call off the current block, and its block off the unclaimed ones.
  void ClaimLast() {
    if (unclaimed_count_ == 0) return Abandon("a call without a block", block_offset_bytes_);
    --unclaimed_count_;
    if (calls_.Pop() != unclaimed_.Pop())
      return Abandon("a call of another function than the one that returned before it", block_offset_bytes_);
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
  void CheckMemory(uint64_t offset_bytes) {
    if (blocks_.size_bytes() + unclaimed_.size_bytes() + calls_.size_bytes() > max_bytes_)
      Abandon("more calls than fit into memory", offset_bytes);
  }

  const JobControl& job_;
  State state_ = State::kIdle;
  std::optional<Fault> fault_;
  std::vector<Column> columns_;
  uint64_t max_bytes_ = 0;
  NumberStack blocks_;     // of each block: its self costs, number of calls, function
  NumberStack unclaimed_;  // of each block: its inclusive costs, number of calls, name
  NumberStack calls_;      // of each call of the current block: its costs, its name
  uint64_t unclaimed_count_ = 0;

  // The current block.
  bool in_block_ = false;
  uint64_t block_offset_bytes_ = 0;
  bool has_self_ = false;
  bool is_last_ = false;  // the summary is in it
  uint32_t function_ = 0;
  uint32_t name_ = 0;
  uint64_t call_count_ = 0;
  std::vector<int64_t> total_;

  bool has_summary_ = false;
  bool is_over_ = false;  // the summary was behind the last block
};

}  // namespace ringscope
