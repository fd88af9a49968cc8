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

// Whether a file that begins with the whole of `start`, or is no longer, has folded stacks: most of its lines
// end in a count, and few look like those of other text.
[[nodiscard]] bool LooksLikeFolded(std::string_view start);

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

// A stack of Austin without its process and thread.
struct AustinStack {
  std::string_view process;  // "P12"
  std::string_view thread;   // "T34", or "T0:34" with the number of the interpreter
  std::string_view frames;   // empty where the thread ran no Python code
};

// nullopt where `stack` does not begin with a process and a thread.
[[nodiscard]] std::optional<AustinStack> SplitAustinStack(std::string_view stack);

// Whether a file that begins so is Austin's: its first line says so, or all its lines begin with a process
// and a thread.
[[nodiscard]] bool LooksLikeAustin(std::string_view start);

// How the lines of a file of Austin that begins with the whole lines `start` are read: what the comments at
// its start say, else what the first stack looks like.
[[nodiscard]] FoldedForm AustinFormOf(std::string_view start);

// The frame a piece of a stack names: "P12", "T34" or "file:function:line". The line says where the function
// was, so it is no part of the frame. `memory` holds a name that is put together.
[[nodiscard]] Frame AustinFrame(std::string_view text, std::string& memory);

}  // namespace ringscope
