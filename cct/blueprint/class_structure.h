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

// What is one box in place of its classes.
struct LeftOutClasses {
  Library library = Library::kNone;  // none: what does not lie in the chosen packages, or is cheaper
  bool is_cheaper = false;           // methods that cost less than the dearest ones, which alone are shown
  uint32_t classes = 0, methods = 0;
  uint64_t self = 0;  // what these methods cost
};

// Which classes are shown.
struct ShownClasses {
  // With what is inside them, and no others; none: all.
  std::span<const std::string> packages;
  // Where no package is chosen: classes of libraries (library_code.h) too. A program that has no others shows
  // them in any case.
  bool with_libraries = false;
  std::optional<uint32_t> dearest = {};  // so many methods that cost the most themselves; none: all
};

// The structural blueprint (A. Bergel, R. Robbes, W. Binder, "Visualizing Dynamic Metrics with Profiling
// Blueprints", section 2.3): classes that the run touched, superclass above, and in each the methods that
// ran, by increasing height.
struct ClassStructure {
  // Callers of ArrangeTree() may rely on: a class stands before those below it. Siblings by what their
  // methods cost themselves, dearest first, then by name.
  std::vector<StructureClass> classes;
  std::vector<uint32_t> methods;           // items, class by class
  std::vector<LeftOutClasses> left_out;    // the dearest first
  std::vector<uint32_t> left_out_of_item;  // per item the place in `left_out`, kNoItem
  uint64_t total = 0;                      // of which `self` of what is left out is a part
  bool has_class_table = false;            // else classes are those of names, below packages
  uint32_t unknown_methods = 0;            // of a profile with a table: methods whose class stands in none
  uint32_t circles = 0;                    // of superclasses, each cut at one place
};

// A class without superclass that is above more classes than these is drawn beside them instead, as Object.
inline constexpr uint32_t kMostBelowRoot = 12;

// Whether a class of this whole name lies in one of `packages`, or is one; without any all do.
[[nodiscard]] bool IsWithin(std::string_view class_name, std::span<const std::string> packages);

// `items`: of functions. `height`: one a item, what is no number counts as 0. The class above a class is the
// nearest superclass that is drawn. Threads are of no class. `metric`: what classes are ordered by.
// O(frames + classes of the table + items log items).
[[nodiscard]] ClassStructure BuildClassStructure(const Cct& tree, const ItemTable& items,
                                                 std::span<const double> height, const ShownClasses& shown,
                                                 MetricIndex metric);

}  // namespace ringscope
