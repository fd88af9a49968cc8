#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/count_text.h"
#include "cct/tree/frame_table.h"
#include "cct/tree/metric.h"

namespace ringscope {

// A value that the lines of a file carry, and the name of the metric that holds its negative ones.
struct FoldedColumn {
  Metric metric;
  std::string negative_name;
};

// How the lines of a whole file of folded stacks are read; decided once, for all of them.
struct FoldedForm {
  enum class Counts : uint8_t {
    kOne,             // "stack 1"
    kTwo,             // "stack 1 2": before and after
    kBracketed,       // "stack [1 2 3]"
    kTimeIdleMemory,  // "stack 1,0,2": Austin's full mode
  };
  Counts counts = Counts::kOne;
  std::vector<FoldedColumn> columns;  // at least one
  // Lines of Austin: "P<process>;T<thread>;file:function:line".
  bool austin = false;
  std::vector<std::string> notes;  // what the file says of itself

  // Lines that end in one count.
  [[nodiscard]] static FoldedForm Plain();
};

// What the lines of the start of a file are.
struct FoldedTally {
  uint64_t stacks = 0;            // end in a count
  uint64_t two_counts = 0;        // of these, in two
  uint64_t bracketed = 0;         // end in numbers in brackets
  uint32_t bracketed_values = 0;  // as many numbers as in the first of these
  uint64_t rejected = 0;          // end in neither
  uint64_t separated = 0;         // stacks of several frames, with one count or values in brackets
  // Stacks of a single frame, with one count or values in brackets, that look like lines of another text.
  uint64_t unlikely = 0;
  uint64_t worthless = 0;  // stacks of a single frame whose counts are 0
  uint64_t nameless = 0;   // stacks of a single frame that is a number
};

// Looks at the whole lines of `text`; `complete` says that its last line is whole too.
[[nodiscard]] FoldedTally TallyFoldedLines(std::string_view text, bool complete);

// Of a file that begins with the whole lines `start`. Two counts only where every line has two; the lines
// behind `start` may still prove it wrong.
[[nodiscard]] FoldedForm FoldedFormOf(std::string_view start);

// Calls the metric what someone says who knows; of several each has that in front of its own name.
[[nodiscard]] FoldedForm Named(FoldedForm form, const MetricNaming& naming);

// What a line of folded stacks is.
struct FoldedLine {
  enum class Type : uint8_t { kStack, kIgnored, kNoCount };  // kIgnored: blank or comment
  Type type = Type::kIgnored;
  std::string_view stack;  // without counts
  DecimalCount last;
  std::optional<DecimalCount> second_last;  // read only where asked for
};

// `line` without its '\n'. `want_two` looks for a second count.
[[nodiscard]] FoldedLine ReadFoldedLine(std::string_view line, bool want_two);

// Whether the line is empty, or a comment whatever it ends in ("# key: 12"); "#private;f 12" may be a stack.
[[nodiscard]] bool IsFoldedComment(std::string_view line);

// The most numbers that a line may carry.
inline constexpr uint32_t kMaxFoldedValues = 16;

// The numbers of a line that carries several.
struct FoldedValues {
  std::array<DecimalCount, kMaxFoldedValues> values;
  uint32_t count = 0;
  std::string_view stack;  // without them
};

// Reads "stack [1 2 3]": numbers in brackets, set off by a blank, commas or blanks between them. nullopt
// where the line ends in anything else, or in more than kMaxFoldedValues numbers.
[[nodiscard]] std::optional<FoldedValues> ReadBracketedValues(std::string_view line);

// Reads "stack 1,2,3".
[[nodiscard]] std::optional<FoldedValues> ReadCommaValues(std::string_view line);

// The frame a piece of a folded stack names: a trailing annotation ("_[k]") becomes its kind.
[[nodiscard]] Frame FoldedFrame(std::string_view text);

}  // namespace ringscope
