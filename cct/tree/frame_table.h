#pragma once

#include <cstdint>
#include <memory>
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
inline constexpr EnumWords<FrameKind, kFrameKindCount> kFrameKindWords{
    {{"user", FrameKind::kUser},
     {"kernel", FrameKind::kKernel},
     {"inlined", FrameKind::kInlined},
     {"jit", FrameKind::kJit},
     {"interpreted", FrameKind::kInterpreted},
     {"synthetic", FrameKind::kSynthetic},
     {"thread", FrameKind::kThread},
     {"process", FrameKind::kProcess}}};
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
inline constexpr EnumWords<SourceChange, kSourceChangeCount> kSourceChangeWords{
    {{"unknown", SourceChange::kUnknown},
     {"same", SourceChange::kSame},
     {"changed", SourceChange::kChanged}}};

// A function or method. Identity is all of it: two frames with equal fields are one. Names are bytes as the
// input had them (any encoding, NUL allowed); replace only for display. `line` and `column` are 1-based, 0 =
// unknown, and belong to the function's definition (they tell anonymous functions of one file apart), not to
// a call site. The views borrow from the table that returned the frame, or from the caller where it is a key.
struct Frame {
  std::string_view name;
  std::string_view module;
  std::string_view file;
  uint32_t line = 0;
  uint32_t column = 0;
  FrameKind kind = FrameKind::kUser;
  SourceChange source_change = SourceChange::kUnknown;

  friend bool operator==(const Frame&, const Frame&) = default;
};

// The columns of a frame table. Strings are stored once: string s is bytes [string_offset[s],
// string_offset[s+1]).
struct FrameColumns {
  ChunkedColumn<uint32_t> name, module, file, line, column;  // f entries each; the first three index strings
  ChunkedColumn<uint8_t> kind;                               // f entries
  ChunkedColumn<uint8_t> source_change;                      // f entries, or empty where all are unknown
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
  // What else is known of frames: values, classes, code (frame_facts.h). Empty in most profiles.
  [[nodiscard]] const FrameFacts& facts() const;
  [[nodiscard]] const FrameColumns& columns() const { return columns_; }

 private:
  [[nodiscard]] std::string_view String(uint64_t index) const;
  FrameColumns columns_;
};

}  // namespace ringscope
