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

// A value on each line of a file, and the name of the metric for its negative values.
struct FoldedColumn {
  Metric metric;
  std::string negative_name;
};

// The form of the lines of a file of folded stacks; decided once for the whole file.
struct FoldedForm {
  enum class Counts : uint8_t {
    kOne,             // "stack 1"
    kTwo,             // "stack 1 2": a cost before and a cost after
    kBracketed,       // "stack [1 2 3]"
    kTimeIdleMemory,  // "stack 1,0,2": Austin's full mode
  };
  Counts counts = Counts::kOne;
  std::vector<FoldedColumn> columns;  // at least one
  // The stacks have Austin's form: "P<process>;T<thread>;file:function:line".
  bool austin = false;
  std::vector<std::string> notes;  // for the report, about the file

  // The form of lines that end in one count.
  [[nodiscard]] static FoldedForm Plain();
};

// Whether a file with this beginning has folded stacks: most of its lines end in a count, and few look like
// lines of other text. A `start` below kSniffBytes is the whole file.
[[nodiscard]] bool LooksLikeFolded(std::string_view start);

// The form of a file that begins with the whole lines `start`. kTwo only if every line has two counts; the
// lines behind `start` may still show that this is wrong.
[[nodiscard]] FoldedForm FoldedFormOf(std::string_view start);

// Gives the metric the user's name and unit; the user's name precedes the names of several metrics.
[[nodiscard]] FoldedForm Named(FoldedForm form, const MetricNaming& naming);

// A line of folded stacks, read.
struct FoldedLine {
  enum class Type : uint8_t { kStack, kIgnored, kNoCount };  // kIgnored: blank or comment
  Type type = Type::kIgnored;
  std::string_view stack;  // without counts
  DecimalCount last;
  std::optional<DecimalCount> second_last;  // read only if want_two
};

// `line` is without its '\n'. With `want_two`, also looks for a second count.
[[nodiscard]] FoldedLine ReadFoldedLine(std::string_view line, bool want_two);

// Whether the line is empty or a comment. "# key: 12" is a comment; "#private;f 12" may be a stack.
[[nodiscard]] bool IsFoldedComment(std::string_view line);

// The most numbers that a line may have.
inline constexpr uint32_t kMaxFoldedValues = 16;

// The numbers of a line with several numbers.
struct FoldedValues {
  std::array<DecimalCount, kMaxFoldedValues> values;
  uint32_t count = 0;
  std::string_view stack;  // without the numbers
};

// Reads "stack [1 2 3]": numbers in brackets behind a blank, with commas or blanks between them. nullopt if
// the line ends in anything else, or in more than kMaxFoldedValues numbers.
[[nodiscard]] std::optional<FoldedValues> ReadBracketedValues(std::string_view line);

// Reads "stack 1,2,3"; nullopt as above.
[[nodiscard]] std::optional<FoldedValues> ReadCommaValues(std::string_view line);

// The frame that a piece of a folded stack names: an annotation at its end ("_[k]") gives its kind.
[[nodiscard]] Frame FoldedFrame(std::string_view text);

// A stack of Austin without its process and thread.
struct AustinStack {
  std::string_view process;  // "P12"
  std::string_view thread;   // "T34", or "T0:34" with the number of the interpreter
  std::string_view frames;   // empty if the thread ran no Python code
};

// nullopt if `stack` does not begin with a process and a thread.
[[nodiscard]] std::optional<AustinStack> SplitAustinStack(std::string_view stack);

// Whether a file with this beginning is Austin's: its first line says so, or all its lines begin with a
// process and a thread.
[[nodiscard]] bool LooksLikeAustin(std::string_view start);

// The form of a file of Austin that begins with the whole lines `start`, from the comments at its start, else
// from the first stack.
[[nodiscard]] FoldedForm AustinFormOf(std::string_view start);

// The frame that a piece of a stack names: "P12", "T34" or "file:function:line". The line is the running line
// of the function, so the frame leaves it out. `memory` owns a name that is put together.
[[nodiscard]] Frame AustinFrame(std::string_view text, std::string& memory);

}  // namespace ringscope
