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

// The label whose values are the parts of a file.
inline constexpr std::string_view kPartLabel = "part";

enum class NumberFault : uint8_t { kNone, kNoNumber, kTooLarge };

// Reads a decimal number, or a hexadecimal one behind "0x", with an optional minus.
[[nodiscard]] NumberFault ParseCost(std::string_view word, int64_t& value);

// Maps the numbers that a file gives to names to these names.
class CallgrindNumbers {
 public:
  static constexpr uint32_t kNone = 0xffffffffu;
  void Set(uint64_t number, uint32_t name);
  [[nodiscard]] uint32_t Find(uint64_t number) const;

 private:
  std::vector<uint32_t> small_;  // writers count from 1; its size is bounded by a multiple of count_
  std::unordered_map<uint64_t, uint32_t> large_;
  uint64_t count_ = 0;
};

// Reads a callgrind file into a call graph, a line at a time: "key: value" is a header of a part, "key=value"
// sets the function of the costs that follow or the callee of "calls=", and all other lines are costs. The
// parts of a file are added up, unless the options ask for them as rings. If the options ask for lines, a
// source line becomes a function of the graph below its own function, and takes that function's self cost.
class CallgrindFile : public LineReader {
 public:
  static constexpr size_t kMaxEvents = 64;

  struct Function {
    uint32_t thread;  // or part; the file's number, 0 = unknown
    uint32_t object;  // a text, as are file and name; 0 = unknown
    uint32_t file;
    uint32_t name;
    uint32_t line;       // 0: the function itself
    bool calls = false;  // true for a line with calls, false for a line with self cost
  };
  struct Event {
    std::string name;
    std::string unit;       // from a line "event:"; empty if there is none
    bool negative = false;  // a cost is below zero
  };

  explicit CallgrindFile(const ImportRun& run);

  [[nodiscard]] Result<void> ReadLine(std::string_view line);

 protected:
  // Ends the last part. Error: kMalformed, the file has no line "events:".
  [[nodiscard]] Result<void> EndInput();

  [[nodiscard]] Function function(uint32_t index) const {
    const FunctionKey& key = functions_[index];
    if (key[4] == 0) return {key[0], key[1], key[2], key[3], 0};
    const FunctionKey& around = functions_[key[0]];
    return {around[0], around[1], key[2], around[3], key[4], key[1] != 0};
  }
  // Whether the options ask for parts and there are several. Parts take the place of threads.
  [[nodiscard]] bool has_parts() const { return by_parts_ && part_count_ > 1; }
  // The name of a part: "part 2: Client Request: warm".
  [[nodiscard]] std::string PartName(uint32_t part) const;

  // Of a function: thread, object, file, name, 0. Of a line: its function, 1 if it has calls, file, 0, line.
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
  // Reads the positions at the start of a line of costs, and takes them off. False if one is missing.
  [[nodiscard]] bool ReadPositions(std::string_view& line);
  void ReadLineNumber(std::string_view word);
  // The text of "(12) name", "(12)" or "name".
  [[nodiscard]] Result<uint32_t> ReadName(std::string_view value, Kind kind);
  [[nodiscard]] Result<uint32_t> Intern(std::string_view text);
  [[nodiscard]] Result<uint32_t> FunctionOf(Place place, uint32_t name);
  [[nodiscard]] bool HasLine() const { return line_ > 0 && line_ <= int64_t{0xffffffff}; }
  [[nodiscard]] Result<uint32_t> InternFunction(const FunctionKey& key);
  // The function of the graph for line_ of function_. Adds `costs` to its arc; on overflow clears `fits`.
  [[nodiscard]] Result<uint32_t> AddToLine(bool calls, std::span<const int64_t> costs, bool& fits);
  [[nodiscard]] Result<void> CheckCosts() const;
  // Reads a cost of a column, in the form in which the writer writes the column's event.
  [[nodiscard]] NumberFault ReadCost(std::string_view word, size_t column, int64_t& cost);
  void StartSequence();
  void EndPart();
  // Like those of LineReader, but they also abandon the sequence of single calls.
  Result<void> Skip(std::string_view reason);
  void Keep(std::string_view reason);

  FrameTexts texts_;             // functions, objects and files; text 0 is empty
  CallgrindNumbers numbers_[3];  // by Kind
  TupleIndex<5> functions_;
  uint32_t line_count_ = 0;     // functions of the graph that are lines
  std::vector<bool> has_body_;  // by function: the file has costs of it, not only calls of it
  CallGraph graph_;
  // The single calls, if the file has them. The columns are the events; the names in AddCall() are texts.
  CallSequence sequence_{run_.job};
  std::vector<Event> events_;
  std::unordered_map<std::string, std::string_view> units_;  // by event name, from lines "event:"
  uint64_t call_count_ = 0;
  uint64_t wrapped_count_ = 0;  // costs below zero that were written without their sign

  // The current part.
  std::vector<uint32_t> columns_;  // its events, as indices into events_
  size_t position_count_ = 1;
  size_t line_position_ = 0;  // index of the position that is the line, or kNoLine
  static constexpr size_t kNoLine = ~size_t{0};
  bool keeps_lines_ = false, keeps_call_sites_ = false;
  int64_t line_ = 0;  // the last line number, to which the next one may be relative
  uint32_t thread_ = 0;
  std::vector<int64_t> part_sums_;  // by column
  std::vector<int64_t> summary_;
  bool has_totals_ = false;
  bool has_costs_ = false;

  // The function and callee of the lines that follow.
  Place function_place_;
  uint32_t line_file_ = 0;  // the file of the costs, which differs from the function's in inlined code
  uint32_t function_ = kNoFunction;
  static constexpr uint32_t kNoFunction = 0xffffffffu;
  uint32_t callee_object_ = kNoFunction;
  uint32_t callee_file_ = kNoFunction;
  uint32_t callee_name_ = kNoFunction;
  uint64_t calls_ = 0;
  bool expects_inclusive_ = false;  // the next costs are those of a "calls=" line

  std::string creator_;
  std::string command_;
  const bool by_parts_;
  uint32_t part_count_ = 0;
  std::unordered_map<uint32_t, std::string> part_triggers_;  // by part: why it was written
  uint32_t wrong_part_count_ = 0;
  uint32_t cut_part_count_ = 0;
  std::string wrong_totals_;  // of the first part whose totals differ from the sum of its costs
  std::vector<std::string> derived_;
};

}  // namespace ringscope
