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

// What a frame is. Stored in files: never renumber, only append.
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

// Frames of threads and processes are no code: what their names look like tells nothing.
[[nodiscard]] constexpr bool IsThread(FrameKind kind) {
  return kind == FrameKind::kThread || kind == FrameKind::kProcess;
}

// Whether a function's source differs between the sides of a comparison. Stored in files: never renumber,
// only append.
enum class SourceChange : uint8_t { kUnknown = 0, kSame = 1, kChanged = 2 };
inline constexpr uint8_t kSourceChangeCount = 3;
inline constexpr auto kSourceChangeWords =
    WordsInOrder<SourceChange, kSourceChangeCount>("unknown, same, changed");

// A function or method. Identity is all of it: two frames with equal fields are one. Names are bytes as the
// input had them (any encoding, NUL allowed); replace only for display. `line` and `column` are 1-based, 0 =
// unknown, and belong to the function's definition (they tell anonymous functions of one file apart), not to
// a call site. `call_line` is that: the line of the caller from which this one is called, in trees that tell
// call sites apart, else 0; functions are the same whatever it is. The views borrow from the table that
// returned the frame, or from the caller where it is a key.
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

// Whether it stands for a line of its caller while a tree is built (CctBuilder::CallLine).
[[nodiscard]] inline bool IsCallLine(const Frame& frame) {
  return frame.call_line != 0 && frame.name.empty() && frame.kind == FrameKind::kSynthetic;
}

// The columns of a frame table. Strings are stored once: string s is bytes [string_offset[s],
// string_offset[s+1]).
struct FrameColumns {
  ChunkedColumn<uint32_t> name, module, file, line, column;  // f entries each; the first three index strings
  ChunkedColumn<uint8_t> kind;                               // f entries
  ChunkedColumn<uint8_t> source_change;                      // f entries, or empty where all are unknown
  ChunkedColumn<uint32_t> call_line;                         // f entries, or empty where all are 0
  ChunkedColumn<uint64_t> string_offset;                     // strings + 1 entries
  ChunkedColumn<uint8_t> string_bytes;                       // always one chunk
  std::shared_ptr<const FrameFacts> facts;                   // null where nothing more is known of frames
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
  // What else is known of frames: values, classes, code. Empty in most profiles.
  [[nodiscard]] const FrameFacts& facts() const;
  [[nodiscard]] const FrameColumns& columns() const { return columns_; }

 private:
  [[nodiscard]] std::string_view String(uint64_t index) const;
  FrameColumns columns_;
};

// What a profile knows about functions beside what they cost: values, a class, and a hash of the code. None
// of it is part of what makes two frames one. Where trees become one, the facts of a frame are joined; each
// kind of fact says below how. The result does not depend on the order or the grouping of the trees.

// How the values of one frame in several executions become one.
enum class FrameValueRule : uint8_t {
  kSum = 0,    // they add up, to 2^64 - 1 at most, which is then "at least"
  kLeast = 1,  // the smallest one counts: of 0 and 1, whether it holds in all executions
  kMost = 2,   // the largest one counts
  kDistinct =
      3,  // numbers of different things: together there are at least as many as the largest number says
};
inline constexpr uint8_t kFrameValueRuleCount = 4;
inline constexpr auto kFrameValueRuleWords =
    WordsInOrder<FrameValueRule, kFrameValueRuleCount>("sum, least, most, distinct");

// A quantity that frames have a value of. Two are one where all fields are equal; a tree has them in the
// order of the fields.
struct FrameValueInfo {
  std::string name;
  std::string unit = {};  // as Metric::unit
  uint64_t scale = 1;     // a power of ten; what is shown is the amount divided by it
  FrameValueRule rule = FrameValueRule::kSum;
  friend bool operator==(const FrameValueInfo&, const FrameValueInfo&) = default;
  friend auto operator<=>(const FrameValueInfo&, const FrameValueInfo&) = default;
};

// Values with a meaning of their own. In a comparison their names end with "@before" and "@after", as those
// of metrics do.
inline constexpr std::string_view kReceiversValue =
    "receivers";  // different objects it was called on; kDistinct
inline constexpr std::string_view kReturnsSelfValue =
    "returns self";  // 1: each call returned its object; kLeast
// 1: all calls on one object returned the same; kLeast
inline constexpr std::string_view kSameReturnValue = "same return per receiver";

// More values than any profiler has.
inline constexpr uint32_t kMaxFrameValues = 256;

// What is known of a frame's value. Stored in files: never renumber, only append.
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
// `a` and `b` as one, by a rule.
[[nodiscard]] FrameAmount JoinAmounts(FrameAmount a, FrameAmount b, FrameValueRule rule);

// A hash of a function's code; equal code has equal hashes, whatever computes them. Joined: what is known, or
// kSeveralCodes where two known ones differ. In a comparison a frame has one only where both sides know it.
using CodeHash = uint64_t;
inline constexpr CodeHash kUnknownCode = 0;
inline constexpr CodeHash kSeveralCodes = ~uint64_t{0};
[[nodiscard]] constexpr CodeHash JoinCodes(CodeHash a, CodeHash b) {
  if (a == kUnknownCode || a == b) return b;
  return b == kUnknownCode ? a : kSeveralCodes;
}
// Whether the source of a function differs between the sides of a comparison, as far as its code tells.
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

// A class. Two are one where name and package are equal. Joined: of different superclasses, and of different
// classes of one frame, the first by name and package; of different kinds the larger one. A comparison takes
// what the last execution knows of a class or a frame instead. Where superclasses lead in a circle, which a
// tree that is made of others never keeps, the first class of the circle, by name and package, loses its own.
struct FrameClass {
  std::string_view name;  // without the package: "CSpec", "Outer$Inner"
  std::string_view
      package;  // or namespace, or module: "JLex", "java.util"; with its separator if no dot: "std::"
  ClassId superclass = kNoClass;
  ClassKind kind = ClassKind::kUnknown;
  friend bool operator==(const FrameClass&, const FrameClass&) = default;
};

// Columns of v values, f frames, c classes.
struct FrameFactColumns {
  std::vector<FrameValueInfo> values;             // v
  std::vector<ChunkedColumn<uint64_t>> amount;    // by value: f
  std::vector<ChunkedColumn<uint8_t>> certainty;  // by value: f; a Certainty
  ChunkedColumn<uint32_t> frame_class;            // f, kNoClass without one; or empty where none has one
  ChunkedColumn<uint64_t> code;                   // f; or empty where all are unknown
  ChunkedColumn<uint32_t> class_name, class_package, superclass;  // c each; the first two index strings
  ChunkedColumn<uint8_t> class_kind;                              // c
  ChunkedColumn<uint64_t> string_offset;                          // those of the frames
  ChunkedColumn<uint8_t> string_bytes;
};

// Read access to what a tree knows of its frames (FrameTable::facts()), safe on any column contents: what
// lies outside is unknown. The columns' memory is the tree's.
class FrameFacts {
 public:
  FrameFacts() = default;
  // Columns by frame are equally long or empty, those of classes too; programmer error otherwise.
  explicit FrameFacts(FrameFactColumns columns);

  // Whether nothing is known of any frame.
  [[nodiscard]] bool empty() const {
    return columns_.values.empty() && columns_.frame_class.empty() && columns_.code.empty() &&
           class_count() == 0;
  }

  [[nodiscard]] const std::vector<FrameValueInfo>& values() const { return columns_.values; }
  // The value with this name; of a comparison without one of exactly this name that of the side after, else
  // of the side before. O(values).
  [[nodiscard]] std::optional<uint32_t> FindValue(std::string_view name) const;
  // `value` < values().size(). O(1).
  [[nodiscard]] std::optional<FrameAmount> ValueOf(FrameId frame, uint32_t value) const;

  [[nodiscard]] CodeHash CodeOf(FrameId frame) const;

  [[nodiscard]] uint32_t class_count() const { return static_cast<uint32_t>(columns_.class_name.size()); }
  // kNoClass, or below class_count(). O(1).
  [[nodiscard]] ClassId ClassOf(FrameId frame) const;
  // Of an id outside the table: without name. O(1).
  [[nodiscard]] FrameClass operator[](ClassId id) const;
  // In a damaged file superclasses may lead in a circle. O(1).
  [[nodiscard]] ClassId SuperclassOf(ClassId id) const;
  // The superclass of each class; where they lead in a circle, which is so in damaged files alone, one of it
  // has none. So what it gives is a forest. O(classes).
  [[nodiscard]] std::vector<ClassId> Superclasses() const;
  // The superclass of a class, its superclass, and so on: nearest first, kMaxSuperclasses at most.
  [[nodiscard]] std::vector<ClassId> SuperclassesOf(ClassId id) const;

  [[nodiscard]] const FrameFactColumns& columns() const { return columns_; }

 private:
  FrameFactColumns columns_;
};
inline constexpr size_t kMaxSuperclasses = 100;

// The circles of a table of superclasses; each class is in one at most. O(classes).
[[nodiscard]] std::vector<std::vector<ClassId>> FindCircles(std::span<const ClassId> superclass);

// "JLex.CSpec", "std::vector<int>": package and name, with a dot between where the package has no separator.
[[nodiscard]] std::string FullNameOf(const FrameClass& of);

// String `index` of columns of any contents: string s is bytes [offset[s], offset[s+1]), which are one chunk.
// What lies outside is empty.
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
