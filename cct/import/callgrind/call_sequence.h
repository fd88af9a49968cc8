#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"

namespace ringscope {

// A stack of numbers that takes a byte for each seven bits of them, so that many small ones take little.
class NumberStack {
 public:
  void Push(uint64_t number) {
    // The byte of the highest bits comes first, as Pop() reaches it last; all others have a mark.
    int shift = 63;
    while (shift > 0 && number >> shift == 0) shift -= 7;
    bytes_.push_back(static_cast<uint8_t>(number >> shift));
    while ((shift -= 7) >= 0) bytes_.push_back(static_cast<uint8_t>((number >> shift & 0x7f) | 0x80));
  }
  void PushSigned(int64_t number) {
    Push(static_cast<uint64_t>(number) << 1 ^ static_cast<uint64_t>(number >> 63));
  }
  // Of a stack that is not empty, in the kind that was pushed.
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
  std::deque<uint8_t> bytes_;  // grows without a copy, and gives back what was taken off
};

// The calls of a program in the order in which they returned, as xdebug writes them: a block for each, with
// what it cost by itself and a line for each call that it made. So the blocks of these calls are the last
// ones before it that no other block has claimed, in the same order, and what nobody claims was called by
// nobody. That tells the tree, where it is true throughout: names and costs are compared at each call, and at
// the first that does not fit everything is given up.
//
// About ten bytes a block, and half of them again for each that is not claimed yet.
class CallSequence {
 public:
  // How a column's costs of calls add up from their parts.
  enum class Column : uint8_t {
    kRounded,      // each part is rounded by itself
    kNotBelowZero  // some versions write 0 for what is below zero, so the whole may be less than its parts
  };
  // A call, with what it cost by itself.
  struct Block {
    uint32_t function = 0;
    uint64_t call_count = 0;  // of those before it that no block between claims: those it made
  };
  struct Fault {
    std::string_view reason;  // a text that stays
    uint64_t offset_bytes = 0;
  };

  // A job that is cancelled gives it up.
  explicit CallSequence(const JobControl& job) : job_(job) {}

  // Until then nothing is kept. `max_bytes`: of memory; with more it is given up.
  void Start(std::vector<Column> columns, uint64_t max_bytes);
  // Gives up: what is told from then on is ignored.
  void Abandon(std::string_view reason, uint64_t offset_bytes);

  // Ends the block before. `name` is what calls of the function know it by.
  void BeginBlock(uint32_t function, uint32_t name, uint64_t offset_bytes);
  // As many costs as columns.
  void AddSelf(std::span<const int64_t> costs, uint64_t offset_bytes);
  void AddCall(uint32_t name, uint64_t count, std::span<const int64_t> costs, uint64_t offset_bytes);
  // Stands at the end, or in the last block but those of calls that were made when the program had ended.
  void AddSummary(uint64_t offset_bytes);
  void End(uint64_t offset_bytes);

  // Whether all of it is as it should be; to be asked after End().
  [[nodiscard]] bool is_whole() const { return state_ == State::kEnded; }
  // Why not; nullopt: it is, or it was never started.
  [[nodiscard]] std::optional<Fault> fault() const { return fault_; }

  // Of a whole one: takes off the last block, so that callers come before what they called, and the last of
  // their calls first. False where no block is left.
  [[nodiscard]] bool TakeLast(Block& block, std::span<int64_t> costs);

 private:
  enum class State : uint8_t { kIdle, kReading, kEnded };

  void EndBlock();
  // Takes a call off the block at hand and the one it stands for off those that are not claimed.
  void ClaimLast();
  void CheckMemory(uint64_t offset_bytes);

  const JobControl& job_;
  State state_ = State::kIdle;
  std::optional<Fault> fault_;
  std::vector<Column> columns_;
  uint64_t max_bytes_ = 0;
  NumberStack blocks_;     // of each: its costs, its calls, its function
  NumberStack unclaimed_;  // of each: what it cost with its calls, how many these were, its name
  NumberStack calls_;      // of the block at hand; of each: its costs, its name
  uint64_t unclaimed_count_ = 0;

  // Of the block at hand.
  bool in_block_ = false;
  uint64_t block_offset_bytes_ = 0;
  bool has_self_ = false;
  bool is_last_ = false;  // the summary stands in it
  uint32_t function_ = 0;
  uint32_t name_ = 0;
  uint64_t call_count_ = 0;
  std::vector<int64_t> total_;

  bool has_summary_ = false;
  bool is_over_ = false;  // the summary stood behind the last block
};

}  // namespace ringscope
