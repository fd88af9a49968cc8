#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cct/import/compact_lists.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"
#include "cct/tree/samples.h"

namespace ringscope {

// A column of numbers, some of which may be missing. Numbers are doubles, as in JavaScript, but take four
// bytes each while all are small integers.
class FirefoxColumn {
 public:
  static constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

  void Add(double value);
  void Clear() { *this = {}; }

  [[nodiscard]] size_t size() const { return wide_.empty() ? narrow_.size() : wide_.size(); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  // kMissing (NaN) for a missing number and beyond the end.
  [[nodiscard]] double Number(size_t row) const {
    if (row >= size()) return kMissing;
    if (!wide_.empty()) return wide_[row];
    return narrow_[row] == kNarrowMissing ? kMissing : narrow_[row];
  }
  // The number as an index, or kNone if it is missing, negative or no whole number below 2^32 - 1.
  static constexpr uint32_t kNone = 0xffffffffu;
  void AddIndex(uint32_t index) { Add(index == kNone ? kMissing : index); }
  [[nodiscard]] uint32_t Index(size_t row) const {
    const double value = Number(row);
    if (!(value >= 0) || value >= kNone || value != std::floor(value)) return kNone;
    return static_cast<uint32_t>(value);
  }

 private:
  static constexpr int32_t kNarrowMissing = std::numeric_limits<int32_t>::min();
  std::vector<int32_t> narrow_;
  std::vector<double> wide_;
};

// The columns that are read, of all kinds of tables. A column that was renamed in the format's history has
// its later name here.
enum class FirefoxField : uint8_t {
  kPrefix,        // stacks
  kPrefixOffset,  // (the row minus the caller's row; 0 = none)
  kFrame,
  kFunc,  // frames
  kLocation,
  kInlineDepth,
  kLine,
  kCategory,
  kSubcategory,
  kImplementation,
  kNativeSymbol,
  kLib,
  kName,  // functions
  kResource,
  kFileName,
  kSource,
  kLineNumber,
  kColumnNumber,
  kLibIndex,  // native symbols
  kStack,     // samples and allocations
  kTime,
  kTimeDeltas,
  kWeight,
  kThreadCpuDelta,
  kNone,
};

// A table as it lies in a file: columns by name, or rows with a schema that says which column is which.
class FirefoxTable {
 public:
  // Empty if the table lacks the column.
  [[nodiscard]] const FirefoxColumn& operator[](FirefoxField field) const;
  // FirefoxColumn::Index() of a column. Row kNone gives kNone, so that references can be followed in a chain.
  [[nodiscard]] uint32_t Index(FirefoxField field, uint32_t row) const { return (*this)[field].Index(row); }
  // Adds the column if it is missing. Valid until the next column is added.
  [[nodiscard]] FirefoxColumn& Column(FirefoxField field);
  bool is_present = false;

  // The field of that name; kNone if it is not read.
  [[nodiscard]] static FirefoxField FieldOf(std::string_view name);

 private:
  // A table has few columns, and a file may have many tables.
  std::vector<std::pair<FirefoxField, FirefoxColumn>> columns_;
};

// A module, with its addresses in memory. Frames of Gecko's raw profiles have such addresses; those of other
// profiles have addresses relative to the module.
struct FirefoxLib {
  std::string path;
  uint64_t start = 0, end = 0, offset = 0;
};

// The tables that samples refer to. Each thread has its own, or, in newer versions, all threads of a file
// share them; versions between share some.
struct FirefoxTables {
  FirefoxTable stacks, frames, functions, resources, native_symbols, sources;
  std::optional<TextList> texts;
  std::optional<std::vector<FirefoxLib>> libs;
  std::vector<uint32_t> libs_by_start;  // those of `libs` that have addresses
};

// The costs of stacks, summed over the samples or over a list of allocations of a thread.
class FirefoxCosts {
 public:
  // The values of samples are weight, weight below zero, ns since the sample before, and CPU time; those of
  // allocations are bytes, bytes below zero, and number.
  static constexpr size_t kValueCount = 4;
  static constexpr size_t kWeight = 0, kWeightBelowZero = 1;
  static constexpr size_t kTime = 2, kCpu = 3;
  static constexpr size_t kAllocations = 2;
  struct Row {
    uint32_t stack;
    std::array<uint64_t, kValueCount> values;
    uint64_t records;
  };

  void CountRecord(uint32_t stack) { ++RowOf(stack).records; }

  // Saturates; the builder refuses such a sum as too large.
  void Add(uint32_t stack, size_t value, uint64_t amount);
  // Adds a weight of any sign and any decimals.
  void AddWeight(uint32_t stack, double weight);

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  [[nodiscard]] bool has(size_t value) const { return has_[value]; }
  // Weights are in units of 10^-decimals.
  [[nodiscard]] uint32_t decimals() const { return decimals_; }
  void DropIndex() { index_ = {}; }

 private:
  [[nodiscard]] Row& RowOf(uint32_t stack);

  std::vector<Row> rows_;
  std::unordered_map<uint32_t, uint32_t> index_;
  uint32_t last_ = 0;
  std::array<bool, kValueCount> has_{};
  uint32_t decimals_ = 0;
};

inline constexpr size_t kTimedValueCount = 3;

struct FirefoxThread {
  std::string name, process_name, process_type, pid, tid;
  FirefoxTables tables;
  FirefoxCosts samples, js_allocations, native_allocations;
  // The samples once more, each with its time in ns since its process started; `context` is the stack, and
  // the values are weight, kTime and kCpu of FirefoxCosts.
  SampleList timed;
  std::string weight_type;
  uint64_t record_count = 0;
  uint64_t offset_bytes = 0;
  uint32_t process = 0;

  [[nodiscard]] bool used() const { return record_count > 0; }
};

struct FirefoxCategory {
  std::string name;
  std::vector<std::string> subcategories;
};

// A process of a raw profile, or a whole processed profile.
struct FirefoxProcess {
  FirefoxTables shared;
  std::vector<FirefoxCategory> categories;
  std::string product;
  std::string cpu_unit;
  bool time_is_bytes = false;
  bool not_symbolicated = false;
  double start_time_ms = 0;       // of the program, since 1970
  double recording_begin_ms = 0;  // since start_time_ms
};

struct FirefoxProfile {
  std::deque<FirefoxProcess> processes;
  std::deque<FirefoxThread> threads;  // those with samples or allocations
  bool has_threads = false;           // some document has a list of threads, even an empty one
  uint64_t stackless_count = 0;
  uint64_t backward_count = 0;
  // All samples have times, and whole weights of at least 0; else FirefoxThread::timed is empty.
  bool all_have_times = true;
};

// Makes the frames of a Firefox profile from rows of the table of frames, by the tables of a thread or those
// that it shares.
class FirefoxFrames {
 public:
  FirefoxFrames(CctBuilder& builder, ImportReport& report) : builder_(builder), report_(report) {}

  // Begins another thread; both arguments must outlive its frames. Cost: O(frames) for its own tables, O(1)
  // for shared ones that were seen before.
  void Begin(const FirefoxProcess& process, const FirefoxThread& thread);
  // The frame of a row, or "[unknown]", which the report counts. Expected O(1).
  [[nodiscard]] FrameId FrameOf(uint32_t row);
  // The line at which the frame of a row stopped or called; 0 if unknown.
  [[nodiscard]] uint32_t LineOf(uint32_t row) const;

 private:
  // The ways in which a JavaScript function was run, as a set. Its frames show one: kJitTier first.
  static constexpr uint8_t kInterpretedTier = 1, kJitTier = 2;
  struct Memo {
    uint32_t thread = 0;
    FrameId frame = 0;
  };

  [[nodiscard]] std::vector<uint8_t> FindTiers() const;
  [[nodiscard]] uint8_t TierOf(uint32_t row) const;
  // The column that tells the functions of frames: functions in processed profiles, texts in raw ones.
  [[nodiscard]] const FirefoxColumn& FunctionColumn() const;
  [[nodiscard]] FrameId MakeFrame(uint32_t row);
  [[nodiscard]] FrameId Unknown(std::string_view reason);
  [[nodiscard]] const FirefoxLib* LibOf(uint32_t row, uint32_t function) const;
  [[nodiscard]] std::string_view FileOf(uint32_t function) const;
  [[nodiscard]] const FirefoxLib* LibAt(uint64_t address) const;
  [[nodiscard]] FrameKind KindOf(uint32_t row, std::string_view module) const;
  [[nodiscard]] std::string_view CategoryOf(uint32_t row, std::string_view* subcategory) const;

  CctBuilder& builder_;
  ImportReport& report_;
  const FirefoxProcess* process_ = nullptr;
  const FirefoxTable* frames_ = nullptr;
  const FirefoxTable* functions_ = nullptr;
  const FirefoxTable* resources_ = nullptr;
  const FirefoxTable* native_symbols_ = nullptr;
  const FirefoxTable* sources_ = nullptr;
  const TextList* texts_ = nullptr;
  const std::vector<FirefoxLib>* libs_ = nullptr;
  const std::vector<uint32_t>* libs_by_start_ = nullptr;
  uint64_t offset_bytes_ = 0;
  uint32_t thread_ = 0;
  std::vector<Memo> memo_;  // by row; of the thread that it names
  std::vector<uint8_t> own_tiers_;
  std::unordered_map<const FirefoxTable*, std::vector<uint8_t>> shared_tiers_;
  const std::vector<uint8_t>* tiers_ = nullptr;  // by function
  std::string name_;
};

// Parses a location of Gecko's raw profiles, or the name of a function without a symbol. The views borrow
// from the location. Any text that has none of these forms is a name:
//   "name (url:line:column)"   line and column may be missing, "[7]" may follow; of urls that loaded each
//                              other, "a -> b", the last counts
//   "name (in module)"         "(+ 12)" or "(file:line)" may follow
[[nodiscard]] Frame ParseFirefoxLocation(std::string_view location);

// "0x7f12" as a number.
[[nodiscard]] std::optional<uint64_t> ParseFirefoxAddress(std::string_view name);

}  // namespace ringscope
