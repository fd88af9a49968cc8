#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/enum_words.h"
#include "cct/tree/chunked_column.h"

namespace ringscope {

class FrameFacts;

// Index of a frame in a tree's frame table.
using FrameId = uint32_t;

// The kind of a frame. Stored in files: never renumber, only append.
enum class FrameKind : uint8_t {
  kUser = 0,
  kKernel = 1,
  kInlined = 2,
  kJit = 3,
  kInterpreted = 4,
  kSynthetic = 5,  // no code: "(idle)", "(garbage collector)", "[unknown]"-like stand-ins
  kThread = 6,     // a first-ring stand-in for a thread
  kProcess = 7,    // a first-ring stand-in for a process
};
inline constexpr uint8_t kFrameKindCount = 8;
inline constexpr auto kFrameKindWords = WordsInOrder<FrameKind, kFrameKindCount>(
    "user, kernel, inlined, jit, interpreted, synthetic, thread, process");
[[nodiscard]] constexpr std::string_view FrameKindName(FrameKind kind) {
  return WordOf(kFrameKindWords, kind);
}

// Whether the frame stands for a thread or a process: its name is not that of code.
[[nodiscard]] constexpr bool IsThread(FrameKind kind) {
  return kind == FrameKind::kThread || kind == FrameKind::kProcess;
}

// Whether a function's source differs between the sides of a comparison. Stored in files: never renumber,
// only append.
enum class SourceChange : uint8_t { kUnknown = 0, kSame = 1, kChanged = 2 };
inline constexpr uint8_t kSourceChangeCount = 3;
inline constexpr auto kSourceChangeWords =
    WordsInOrder<SourceChange, kSourceChangeCount>("unknown, same, changed");

// A function or method. Two frames with equal fields are one frame. Names are the bytes of the input (any
// encoding, NUL allowed); replace only for display. `line` and `column` are 1-based, 0 = unknown, and belong
// to the function's definition (they tell anonymous functions of one file apart), not to a call site.
// `call_line` is the line of the caller from which this frame is called, in trees that tell call sites apart,
// else 0; frames that differ only in it are the same function. The views borrow from the table that returned
// the frame, or from the caller's strings if it is a key.
struct Frame {
  std::string_view name;
  std::string_view module;
  std::string_view file;
  uint32_t line = 0;
  uint32_t column = 0;
  FrameKind kind = FrameKind::kUser;
  SourceChange source_change = SourceChange::kUnknown;
  uint32_t call_line = 0;

  friend bool operator==(const Frame&, const Frame&) = default;
};

// Whether the frame stands for a line of its caller while a tree is built (CctBuilder::CallLine).
[[nodiscard]] inline bool IsCallLine(const Frame& frame) {
  return frame.call_line != 0 && frame.name.empty() && frame.kind == FrameKind::kSynthetic;
}

// The columns of a frame table. Strings are stored once: string s is bytes [string_offset[s],
// string_offset[s+1]).
struct FrameColumns {
  ChunkedColumn<uint32_t> name, module, file, line, column;  // f entries each; the first three index strings
  ChunkedColumn<uint8_t> kind;                               // f entries
  ChunkedColumn<uint8_t> source_change;                      // f entries, or empty if all are unknown
  ChunkedColumn<uint32_t> call_line;                         // f entries, or empty if all are 0
  ChunkedColumn<uint64_t> string_offset;                     // strings + 1 entries
  ChunkedColumn<uint8_t> string_bytes;                       // always one chunk
  std::shared_ptr<const FrameFacts> facts;                   // null if there are no facts about frames
};

// Read access to the frames of a tree, safe on any column contents: an index or offset outside gives an empty
// string.
class FrameTable {
 public:
  FrameTable() = default;
  explicit FrameTable(FrameColumns columns) : columns_(std::move(columns)) {}

  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(columns_.name.size()); }
  // O(1). An id outside the table gives a frame with empty strings.
  [[nodiscard]] Frame operator[](FrameId id) const;
  [[nodiscard]] std::string_view name(FrameId id) const;
  [[nodiscard]] SourceChange source_change(FrameId id) const;
  [[nodiscard]] bool tells_call_sites() const { return !columns_.call_line.empty(); }
  // Facts about frames: values, classes, code. Empty in most profiles.
  [[nodiscard]] const FrameFacts& facts() const;
  [[nodiscard]] const FrameColumns& columns() const { return columns_; }

 private:
  [[nodiscard]] std::string_view String(uint64_t index) const;
  FrameColumns columns_;
};

// The facts of a profile about functions besides their cost: values, a class, and a hash of the code. They
// are not part of a frame's identity. When trees are merged, the facts of a frame are joined; the rule stands
// below at each kind of fact. The result does not depend on the order or the grouping of the trees.

// The rule that joins the values of one frame in several executions.
enum class FrameValueRule : uint8_t {
  kSum = 0,       // the sum; beyond 2^64 - 1 that number, as "at least"
  kLeast = 1,     // the smallest; for 0 and 1: whether 1 holds in all executions
  kMost = 2,      // the largest
  kDistinct = 3,  // counts of distinct objects: together at least the largest count
};
inline constexpr uint8_t kFrameValueRuleCount = 4;
inline constexpr auto kFrameValueRuleWords =
    WordsInOrder<FrameValueRule, kFrameValueRuleCount>("sum, least, most, distinct");

// A quantity of which frames have values. Two with equal fields are one; a tree sorts them by their fields.
struct FrameValueInfo {
  std::string name;
  std::string unit = {};  // as Metric::unit
  uint64_t scale = 1;     // a power of ten; shown is amount / scale
  FrameValueRule rule = FrameValueRule::kSum;
  friend bool operator==(const FrameValueInfo&, const FrameValueInfo&) = default;
  friend auto operator<=>(const FrameValueInfo&, const FrameValueInfo&) = default;
};

// Values with a special meaning. In a comparison their names end with "@before" and "@after", like metrics.
inline constexpr std::string_view kReceiversValue =
    "receivers";  // different objects it was called on; kDistinct
inline constexpr std::string_view kReturnsSelfValue =
    "returns self";  // 1: each call returned its object; kLeast
// 1: all calls on one object returned the same; kLeast
inline constexpr std::string_view kSameReturnValue = "same return per receiver";

// More values than any profiler records.
inline constexpr uint32_t kMaxFrameValues = 256;

// How a frame's value is known. Stored in files: never renumber, only append.
enum class Certainty : uint8_t {
  kUnknown = 0,
  kExact = 1,
  kAtLeast = 2,  // counting stopped there
};
inline constexpr uint8_t kCertaintyCount = 3;

struct FrameAmount {
  uint64_t amount = 0;
  bool at_least = false;
  friend bool operator==(const FrameAmount&, const FrameAmount&) = default;
};
// Joins two amounts by a rule.
[[nodiscard]] FrameAmount JoinAmounts(FrameAmount a, FrameAmount b, FrameValueRule rule);

// A hash of a function's code; equal code has equal hashes. Joining an unknown and a known hash gives the
// known one, and two different known ones give kSeveralCodes. In a comparison a frame has a hash only if both
// sides know it.
using CodeHash = uint64_t;
inline constexpr CodeHash kUnknownCode = 0;
inline constexpr CodeHash kSeveralCodes = ~uint64_t{0};
[[nodiscard]] constexpr CodeHash JoinCodes(CodeHash a, CodeHash b) {
  if (a == kUnknownCode || a == b) return b;
  return b == kUnknownCode ? a : kSeveralCodes;
}
// Whether the source of a function differs between the sides of a comparison, judged by its code.
[[nodiscard]] constexpr SourceChange ChangeOfCode(CodeHash before, CodeHash after) {
  const auto is_one = [](CodeHash code) { return code != kUnknownCode && code != kSeveralCodes; };
  if (!is_one(before) || !is_one(after)) return SourceChange::kUnknown;
  return before == after ? SourceChange::kSame : SourceChange::kChanged;
}

// Index of a class in a tree's table of classes.
using ClassId = uint32_t;
inline constexpr ClassId kNoClass = 0xffffffffu;

// Stored in files: never renumber, only append.
enum class ClassKind : uint8_t { kUnknown = 0, kClass = 1, kInterface = 2 };
inline constexpr uint8_t kClassKindCount = 3;
inline constexpr auto kClassKindWords = WordsInOrder<ClassKind, kClassKindCount>("unknown, class, interface");

// A class. Two with equal name and package are one. Joining keeps the first by name and package of different
// superclasses and of different classes of one frame, and the larger of different kinds. A comparison keeps
// the facts of the last execution instead. If superclasses form a circle, which a merged tree never keeps,
// the first class of the circle, by name and package, loses its superclass.
struct FrameClass {
  std::string_view name;  // without the package: "CSpec", "Outer$Inner"
  std::string_view
      package;  // or namespace or module: "JLex", "java.util"; with its separator unless a dot: "std::"
  ClassId superclass = kNoClass;
  ClassKind kind = ClassKind::kUnknown;
  friend bool operator==(const FrameClass&, const FrameClass&) = default;
};

// Columns of v values, f frames, c classes.
struct FrameFactColumns {
  std::vector<FrameValueInfo> values;             // v
  std::vector<ChunkedColumn<uint64_t>> amount;    // by value: f
  std::vector<ChunkedColumn<uint8_t>> certainty;  // by value: f; a Certainty
  ChunkedColumn<uint32_t> frame_class;            // f, kNoClass = unknown; or empty if all are unknown
  ChunkedColumn<uint64_t> code;                   // f; or empty if all are unknown
  ChunkedColumn<uint32_t> class_name, class_package, superclass;  // c each; the first two index strings
  ChunkedColumn<uint8_t> class_kind;                              // c
  ChunkedColumn<uint64_t> string_offset;                          // the frames' strings
  ChunkedColumn<uint8_t> string_bytes;
};

// Read access to the facts about a tree's frames (FrameTable::facts()), safe on any column contents: facts of
// an id outside the columns are unknown. The columns' memory belongs to the tree.
class FrameFacts {
 public:
  FrameFacts() = default;
  // Amounts and certainties of a value have one size, and so have the columns by class; programmer error
  // otherwise.
  explicit FrameFacts(FrameFactColumns columns);

  // Whether there are no facts.
  [[nodiscard]] bool empty() const {
    return columns_.values.empty() && columns_.frame_class.empty() && columns_.code.empty() &&
           class_count() == 0;
  }

  [[nodiscard]] const std::vector<FrameValueInfo>& values() const { return columns_.values; }
  // The value with this name; without one, that of the side after ("@after"), else of the side before.
  // O(values).
  [[nodiscard]] std::optional<uint32_t> FindValue(std::string_view name) const;
  // `value` < values().size(). O(1).
  [[nodiscard]] std::optional<FrameAmount> ValueOf(FrameId frame, uint32_t value) const;

  [[nodiscard]] CodeHash CodeOf(FrameId frame) const;

  [[nodiscard]] uint32_t class_count() const { return static_cast<uint32_t>(columns_.class_name.size()); }
  // kNoClass, or an id below class_count(). O(1).
  [[nodiscard]] ClassId ClassOf(FrameId frame) const;
  // An id outside the table gives a class without name. O(1).
  [[nodiscard]] FrameClass operator[](ClassId id) const;
  // In a damaged file superclasses may form a circle. O(1).
  [[nodiscard]] ClassId SuperclassOf(ClassId id) const;
  // The superclass of each class, as a forest: each circle, which only damaged files have, is cut at one
  // class. O(classes).
  [[nodiscard]] std::vector<ClassId> Superclasses() const;
  // All superclasses of a class, nearest first, at most kMaxSuperclasses.
  [[nodiscard]] std::vector<ClassId> SuperclassesOf(ClassId id) const;

  [[nodiscard]] const FrameFactColumns& columns() const { return columns_; }

 private:
  FrameFactColumns columns_;
};
inline constexpr size_t kMaxSuperclasses = 100;

// The circles in a table of superclasses; a class is in at most one. O(classes).
[[nodiscard]] std::vector<std::vector<ClassId>> FindCircles(std::span<const ClassId> superclass);

// "JLex.CSpec", "std::vector<int>": package and name, with a dot between unless the package ends with a
// separator.
[[nodiscard]] std::string FullNameOf(const FrameClass& of);

// String `index` of columns with any contents: string s is bytes [offset[s], offset[s+1]), which are one
// chunk. Empty if the index or the bytes lie outside the columns.
[[nodiscard]] inline std::string_view StringAt(const ChunkedColumn<uint64_t>& offset,
                                               const ChunkedColumn<uint8_t>& all_bytes, uint64_t index) {
  if (index + 1 >= offset.size()) return {};
  const uint64_t begin = offset[index];
  const uint64_t end = offset[index + 1];
  if (begin >= end || end > all_bytes.size()) return {};
  const auto bytes = all_bytes.Contiguous(begin, end);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace ringscope
