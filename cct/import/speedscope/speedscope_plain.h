#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cct/import/count_text.h"
#include "cct/import/speedscope/speedscope_tree.h"

// Events and samples that are written as nearly all are, read from their text: several times as fast as token
// by token.
namespace ringscope {

// An event of an evented profile, as far as it has been read.
struct SpeedscopeEvent {
  enum class Type : uint8_t { kNone, kOpen, kClose } type = Type::kNone;
  std::optional<int64_t> frame;
  std::optional<DecimalCount> at;
};

// Reads an event that is an object of "type", "frame" and "at" in any order, each
// once, without blanks. False for any other text, which may still be an event; `event` is unchanged then.
[[nodiscard]] bool ParsePlainEvent(std::string_view object, SpeedscopeEvent& event);

// Reads samples that are lists of numbers of frames. A sample mostly begins as the one before it: the frames
// of the text they have in common are not read again.
class PlainSampleReader {
 public:
  // Makes a stack of the tree from the text between the brackets of a sample. False, with no stack, where the
  // text is no such list, or has a frame that is not in the file's list: it is to be read by others then, and
  // Forget() to be called.
  [[nodiscard]] bool Read(std::string_view numbers, SpeedscopeTree& tree);

  // Stacks have been made by others since the last Read().
  void Forget() { last_.clear(); }

 private:
  std::string last_;  // the text that was read last
};

}  // namespace ringscope
