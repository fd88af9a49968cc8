#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cct/import/call_graph/call_graph.h"
#include "cct/import/callgrind/call_sequence.h"
#include "cct/import/frame_names.h"
#include "cct/import/read_lines.h"

namespace ringscope {

// The label that the parts of a file are.
inline constexpr std::string_view kPartLabel = "part";

enum class NumberFault : uint8_t { kNone, kNoNumber, kTooLarge };

// Decimal or, behind 0x, hexadecimal, with a minus or without.
[[nodiscard]] NumberFault ParseCost(std::string_view word, int64_t& value);

// Numbers that a file gives to names, and the names they stand for.
class CallgrindNumbers {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;
  void Set(uint64_t number, uint32_t name);
  [[nodiscard]] uint32_t Find(uint64_t number) const;

 private:
  std::vector<uint32_t> small_;  // writers count from 1; grows only as far as about as many were set
  std::unordered_map<uint64_t, uint32_t> large_;
  uint64_t count_ = 0;
};

// Reads a callgrind file into a call graph, a line at a time: "key: value" heads a part, "key=value" says
// where the costs that follow were spent and "calls=" what was called; all else are costs. Parts of one
// file are added up, unless they are asked for as rings. Of positions within functions the lines are kept,
// where the options ask for them: a line is a function of its own then, which the function that it is in has
// all of its own cost in.
class CallgrindFile : public LineReader {
 public:
  static constexpr size_t kMaxEvents = 64;

  struct Function {
    uint32_t thread;  // or part; as the file numbers them, 0 = not told
    uint32_t object;  // texts; 0 = unknown
    uint32_t file;
    uint32_t name;
    uint32_t line;       // 0: no line, but the function itself
    bool calls = false;  // the line as one that calls, not as one with costs
  };
  struct Event {
    std::string name;
    std::string unit;       // as a line "event:" tells it; empty where none does
    bool negative = false;  // some cost is below zero
  };

  explicit CallgrindFile(const ImportRun& run);

  [[nodiscard]] Result<void> ReadLine(std::string_view line);

 protected:
  // Ends the last part. Error: no events, no cost.
  [[nodiscard]] Result<void> EndInput();

  [[nodiscard]] Function function(uint32_t index) const {
    const FunctionKey& key = functions_[index];
    if (key[4] == 0) return {key[0], key[1], key[2], key[3], 0};
    const FunctionKey& around = functions_[key[0]];
    return {around[0], around[1], key[2], around[3], key[4], key[1] != 0};
  }
  // Whether parts are asked for, and there are several: they take the place of threads.
  [[nodiscard]] bool has_parts() const { return by_parts_ && part_count_ > 1; }
  // "part 2: Client Request: warm".
  [[nodiscard]] std::string PartName(uint32_t part) const;

  // Of a function: thread, object, file, name, 0. Of a line: the function it is in, whether it calls, file,
  // 0, line.
  using FunctionKey = TupleIndex<5>::Tuple;
  struct Place {
    uint32_t object = 0;
    uint32_t file = 0;
  };
  enum class Kind : uint8_t { kObject, kFile, kFunction };

  [[nodiscard]] Result<void> ReadKey(std::string_view line);
  [[nodiscard]] Result<void> ReadHeader(std::string_view key, std::string_view value);
  [[nodiscard]] Result<void> ReadEvents(std::string_view value);
  void ReadEventText(std::string_view value);
  void ReadTotals(std::string_view value, bool is_summary);
  void ReadCalls(std::string_view value);
  [[nodiscard]] Result<void> ReadCosts(std::string_view line);
  // Reads where the costs of a line were spent, and takes that off it. False: it does not say.
  [[nodiscard]] bool ReadPositions(std::string_view& line);
  void ReadLineNumber(std::string_view word);
  // The text of "(12) name", "(12)" or "name".
  [[nodiscard]] Result<uint32_t> ReadName(std::string_view value, Kind kind);
  [[nodiscard]] Result<uint32_t> Intern(std::string_view text);
  [[nodiscard]] Result<uint32_t> FunctionOf(Place place, uint32_t name);
  [[nodiscard]] bool HasLine() const { return line_ > 0 && line_ <= int64_t{0xffffffff}; }
  [[nodiscard]] Result<uint32_t> InternFunction(const FunctionKey& key);
  // The line of the function at hand that was read last, which has such costs, by itself or in what it calls.
  [[nodiscard]] Result<uint32_t> LineAtHand(bool calls, std::span<const int64_t> costs, bool& fits);
  [[nodiscard]] Result<void> CheckCosts() const;
  // The cost in a column, as its event writes it.
  [[nodiscard]] NumberFault ReadCost(std::string_view word, size_t column, int64_t& cost);
  void StartSequence();
  void EndPart();
  // As those of all lines; calls cannot be told one by one any more.
  Result<void> Skip(std::string_view reason);
  void Keep(std::string_view reason);

  FrameTexts texts_;             // functions, objects and files; text 0 is empty
  CallgrindNumbers numbers_[3];  // by Kind
  TupleIndex<5> functions_;
  uint32_t line_count_ = 0;     // of functions that are lines
  std::vector<bool> has_body_;  // by function: costs of it are told, and not only calls of it
  CallGraph graph_;
  // The same by single calls, where the file tells them. Its columns are the events; the names that calls
  // know functions by are texts.
  CallSequence sequence_{run_.job};
  std::vector<Event> events_;
  std::unordered_map<std::string, std::string_view> units_;  // of events, as lines "event:" tell them
  uint64_t call_count_ = 0;
  uint64_t wrapped_count_ = 0;  // costs below zero that were written without their sign

  // Of the part being read.
  std::vector<uint32_t> columns_;  // its events, as indices into events_
  size_t position_count_ = 1;
  size_t line_position_ = 0;  // which of the positions is the line; kNoLine where none is
  static constexpr size_t kNoLine = ~size_t{0};
  bool keeps_lines_ = false, keeps_call_sites_ = false;
  int64_t line_ = 0;  // that was read last, which the next may be told from
  uint32_t thread_ = 0;
  std::vector<int64_t> part_sums_;  // by column
  std::vector<int64_t> summary_;
  bool has_totals_ = false;
  bool has_costs_ = false;

  // Where the lines being read belong.
  Place function_place_;
  uint32_t line_file_ = 0;  // of the costs, which differs where code was inlined
  uint32_t function_ = kNoFunction;
  static constexpr uint32_t kNoFunction = 0xffffffffu;
  uint32_t callee_object_ = kNoFunction;
  uint32_t callee_file_ = kNoFunction;
  uint32_t callee_name_ = kNoFunction;
  uint64_t calls_ = 0;
  bool expects_inclusive_ = false;  // the next costs are those of calls

  std::string creator_;
  std::string command_;
  const bool by_parts_;
  uint32_t part_count_ = 0;
  std::unordered_map<uint32_t, std::string> part_triggers_;  // why a part was written
  uint32_t wrong_part_count_ = 0;
  uint32_t cut_part_count_ = 0;
  std::string wrong_totals_;  // of the first part whose totals are not what its costs add up to
  std::vector<std::string> derived_;
};

}  // namespace ringscope
