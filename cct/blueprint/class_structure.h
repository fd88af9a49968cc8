#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cct/blueprint/item_table.h"
#include "cct/names/library_code.h"
#include "cct/tree/cct.h"

namespace ringscope {

// A class, or a package that stands above the classes of qualified names.
struct StructureClass {
  std::string name;  // whole: "java.util.HashMap"
  ClassId id = kNoClass;
  bool is_package = false;
  uint32_t parent = kNoItem;    // the class above it, which stands before it
  uint32_t begin = 0, end = 0;  // of its methods
};

// Classes that one box stands for: those of a library, those outside the chosen packages, or cheaper methods.
struct LeftOutClasses {
  Library library = Library::kNone;  // kNone for the other two
  bool is_cheaper = false;           // methods that are not among the dearest
  uint32_t classes = 0, methods = 0;
  uint64_t self = 0;  // self cost of these methods
};

// Which classes are shown.
struct ShownClasses {
  // Only these packages or classes, with all inside them; empty: all.
  std::span<const std::string> packages;
  // If no package is chosen: also classes of libraries (library_code.h), which show if there are no others.
  bool with_libraries = false;
  // Only so many methods, with the largest self cost; std::nullopt: all.
  std::optional<uint32_t> dearest = {};
};

// The structural blueprint (A. Bergel, R. Robbes, W. Binder, "Visualizing Dynamic Metrics with Profiling
// Blueprints", section 2.3): classes that the run touched, superclass above, and in each the methods that
// ran, by increasing height.
struct ClassStructure {
  // A class comes before those below it (ArrangeTree() needs that). Siblings are ordered by the self cost of
  // their methods, dearest first, then by name.
  std::vector<StructureClass> classes;
  std::vector<uint32_t> methods;           // items, class by class
  std::vector<LeftOutClasses> left_out;    // the dearest first
  std::vector<uint32_t> left_out_of_item;  // per item an index of `left_out`, or kNoItem
  uint64_t total = 0;                      // cost of all items; LeftOutClasses::self is a part of it
  bool has_class_table = false;            // else classes come from qualified names, below packages
  uint32_t unknown_methods = 0;            // if there is a class table: methods whose class is not in it
  uint32_t circles = 0;                    // of superclasses, each cut at one place
};

// A class without superclass, such as Object, that is right above more classes is drawn beside them.
inline constexpr uint32_t kMostBelowRoot = 12;

// Whether a class of this full name is inside one of `packages`, or is one; true if there are no packages.
[[nodiscard]] bool IsWithin(std::string_view class_name, std::span<const std::string> packages);

// `items`: functions. `height`: one an item; NaN and infinity count as 0. The class above a class is the
// nearest superclass that is drawn. Threads have no class. Classes are ordered by `metric`. O(frames +
// classes of the table + items log items).
[[nodiscard]] ClassStructure BuildClassStructure(const Cct& tree, const ItemTable& items,
                                                 std::span<const double> height, const ShownClasses& shown,
                                                 MetricIndex metric);

}  // namespace ringscope
