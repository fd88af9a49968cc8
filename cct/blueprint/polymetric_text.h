#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/result.h"
#include "cct/base/text/enum_words.h"

namespace ringscope {

// What a polymetric view shows: a box an item, placed by an arrangement, and measures for its sides, its tone
// and, in a plot, its place. As text:
//   items class | width log calls | height incl | tone receivers
// Clauses stand between '|', in any order, each once at most. What is not said has the arrangement's or the
// item's own value, see PolymetricSpec.

// A box stands for one of these. Those of classes hold a box a method, which the measures are of.
enum class ItemKind : uint8_t { kFunction, kClass, kPackage, kModule, kFile, kThread, kContext };
inline constexpr auto kItemKindWords =
    WordsInOrder<ItemKind, 7>("function, class, package, module, file, thread, context");

enum class BoxArrangement : uint8_t {
  kInheritance,  // of classes: superclasses above, methods in grids
  kCalls,        // of functions: callers above callees
  kTree,         // of contexts: callers above callees
  kGrid,         // by increasing height
  kPlot,         // by x and y
};
inline constexpr auto kBoxArrangementWords =
    WordsInOrder<BoxArrangement, 5>("inheritance, calls, tree, grid, plot");

enum class MeasureScale : uint8_t { kLinear, kLog, kSqrt };
inline constexpr auto kMeasureScaleWords = WordsInOrder<MeasureScale, 3>("linear, log, sqrt");
// `value` >= 0 on a scale: itself, log2(value + 1), or its root. Of what is negative the negative of its
// size's.
[[nodiscard]] double ScaledValue(double value, MeasureScale scale);

enum class MeasureOf : uint8_t {
  kInclusive,  // of a metric, or of the view's where it has no name; likewise self
  kSelf,
  kCalls,      // self value of the metric that counts calls
  kContexts,   // how many contexts it has
  kReceivers,  // the frame value of that name
  kReturns,    // as tone: returns self, same return per receiver, neither, unknown
  kChange,     // of a comparison: what the side after costs less what the side before does; inclusive
  kValue,      // a frame value by name
};
inline constexpr auto kMeasureOfWords =
    WordsInOrder<MeasureOf, 8>("incl, self, calls, contexts, receivers, returns, change, value");

struct BoxMeasure {
  MeasureOf of = MeasureOf::kInclusive;
  std::string name;  // of a metric, a derived metric or a frame value; of incl, self, value
  MeasureScale scale = MeasureScale::kLinear;
  friend bool operator==(const BoxMeasure&, const BoxMeasure&) = default;
};

// Classes of libraries (cct/names/library_code.h).
enum class LibraryClasses : uint8_t {
  kFolded,  // one box a library
  kShown,   // as all others
};
inline constexpr auto kLibraryClassesWords = WordsInOrder<LibraryClasses, 2>("folded, shown");

struct PolymetricSpec {
  ItemKind items = ItemKind::kClass;
  // inheritance for classes, tree for contexts, calls where there is a `from`, plot where there is an x or y,
  // else grid
  BoxArrangement arrangement = BoxArrangement::kInheritance;
  std::optional<BoxMeasure> x, y, width, height, tone;  // none: the same for all
  // Packages, or classes, that alone are shown, with what is inside them; none: all.
  std::vector<std::string> within;
  // Where all packages are shown, of arrangement inheritance.
  LibraryClasses libraries = LibraryClasses::kFolded;
  // Of arrangement calls: all that this function reaches; none: the dearest function that calls any.
  std::string from;
  // Layers of callers above it, and of callees below it; none: all that it reaches.
  uint32_t up = 0;
  std::optional<uint32_t> down;
  // Of arrangements inheritance and calls: so many classes or functions that cost the most, and one box for
  // the others; none: all.
  std::optional<uint32_t> dearest;
  friend bool operator==(const PolymetricSpec&, const PolymetricSpec&) = default;
};

inline constexpr size_t kMaxPolymetricBytes = size_t{1} << 20;

// Errors: kMalformed, with the column and what was expected there; kLimit.
[[nodiscard]] Result<PolymetricSpec> ParsePolymetric(std::string_view text);
// Parsing it gives the same again.
[[nodiscard]] std::string FormatPolymetric(const PolymetricSpec& spec);

// Views that are worth a name.
struct PolymetricPreset {
  std::string_view name;   // "structure": of the command line and of commands
  std::string_view title;  // "Structure"
  std::string_view text;
  std::string_view about;  // one line
};
inline constexpr std::array<PolymetricPreset, 5> kPolymetricPresets{
    {{"structure", "Structure", "items class | width log calls | height incl | tone receivers",
      "Classes by inheritance, a box a method: width calls, height cost, tone receivers"},
     {"behavior", "Behavior", "items function | arrange calls | width log calls | height incl | tone returns",
      "What a function reaches, callers above callees; yellow: what could be cached"},
     {"modules", "Modules",
      "items module | arrange plot | x log incl | y change | width sqrt self | height sqrt self",
      "Modules by what they cost and by how that changed"},
     {"functions", "Functions", "items function | arrange plot | x log calls | y log self",
      "Functions by calls and self cost: what is called too often, what is slow"},
     {"threads", "Threads", "items thread | arrange grid | width log contexts | height self",
      "Threads by what they spent"}}};
[[nodiscard]] const PolymetricPreset* FindPolymetricPreset(std::string_view name);

}  // namespace ringscope
