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

// A polymetric view shows a box for each item, placed by an arrangement. Measures determine its width, height
// and tone, and in a plot its place. As text:
//   items class | width log calls | height incl | tone receivers
// Clauses are separated by '|', in any order, each at most once. A missing clause has a default that depends
// on the arrangement and the items, see PolymetricSpec.

// The things that boxes stand for. The box of a class holds a box a method, to which the measures apply.
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
// `value` on a scale: itself, log2(value + 1), or its root; for a negative value the negated one of -value.
[[nodiscard]] double ScaledValue(double value, MeasureScale scale);

enum class MeasureOf : uint8_t {
  kInclusive,  // of the named metric, or of the view's metric if there is no name
  kSelf,       // of the named metric, or of the view's metric if there is no name
  kCalls,      // self value of the metric that counts calls
  kContexts,   // number of contexts
  kReceivers,  // the frame value of that name
  kReturns,    // tone only: returns self, same return per receiver, neither, unknown
  kChange,     // in a comparison: inclusive value of the side after less that of the side before
  kValue,      // a frame value by name
};
inline constexpr auto kMeasureOfWords =
    WordsInOrder<MeasureOf, 8>("incl, self, calls, contexts, receivers, returns, change, value");

struct BoxMeasure {
  MeasureOf of = MeasureOf::kInclusive;
  std::string name;  // for incl and self: of a metric or derived metric; for value: of a frame value
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
  // Default: calls if there is a `from`, `up` or `down`, plot if there is an x or y, inheritance for classes,
  // tree for contexts, else grid.
  BoxArrangement arrangement = BoxArrangement::kInheritance;
  std::optional<BoxMeasure> x, y, width, height, tone;  // std::nullopt: the same for all boxes
  // Only these packages or classes, with all inside them; empty: all.
  std::vector<std::string> within;
  // For kInheritance, if all packages are shown.
  LibraryClasses libraries = LibraryClasses::kFolded;
  // For kCalls: the function in the middle; empty: the dearest function that calls any.
  std::string from;
  // For kCalls: layers of callers above it, and of callees below it; std::nullopt: all that it reaches.
  uint32_t up = 0;
  std::optional<uint32_t> down;
  // For kInheritance and kCalls: only so many methods or functions, the most expensive ones, and one box for
  // the others; std::nullopt: all.
  std::optional<uint32_t> dearest;
  friend bool operator==(const PolymetricSpec&, const PolymetricSpec&) = default;
};

inline constexpr size_t kMaxPolymetricBytes = size_t{1} << 20;

// Errors: kMalformed, with the column and what was expected there; kLimit.
[[nodiscard]] Result<PolymetricSpec> ParsePolymetric(std::string_view text);
// The text that ParsePolymetric() reads back as the same spec.
[[nodiscard]] std::string FormatPolymetric(const PolymetricSpec& spec);

// A view with a name.
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
