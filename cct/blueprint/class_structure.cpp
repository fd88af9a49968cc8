#include "cct/blueprint/class_structure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "cct/names/qualified_name.h"

namespace ringscope {
namespace {

// Classes in the order of their discovery.
struct GatheredClasses {
  std::vector<StructureClass> classes;
  std::vector<std::vector<uint32_t>> methods;  // by class
  std::vector<std::string_view> package;       // by class, from qualified names; borrows from the frames
  std::unordered_map<std::string_view, uint32_t> by_name;  // borrows from the frames
  std::vector<uint32_t> by_id;

  uint32_t Add(StructureClass made) {
    classes.push_back(std::move(made));
    methods.emplace_back();
    package.emplace_back();
    return static_cast<uint32_t>(classes.size() - 1);
  }
  // The class of this name; `function` is the qualified name of one of its functions.
  uint32_t OfName(std::string_view name, std::string_view function) {
    const auto [found, is_new] = by_name.try_emplace(name, static_cast<uint32_t>(classes.size()));
    if (is_new) {
      Add({.name = std::string(name.empty() ? kNoClassName : name)});
      package.back() = PackageOfName(function);
    }
    return found->second;
  }
  uint32_t OfId(const FrameFacts& facts, ClassId id) {
    if (by_id[id] == kNoItem) by_id[id] = Add({.name = FullNameOf(facts[id]), .id = id});
    return by_id[id];
  }
};

// Per class of the table, the nearest drawn class: itself or a superclass; kNoItem if there is none.
std::vector<uint32_t> NearestDrawn(std::span<const ClassId> superclass, std::span<const uint32_t> drawn) {
  constexpr uint32_t kNotYet = kNoItem - 1;
  std::vector<uint32_t> nearest(superclass.size(), kNotYet);
  std::vector<ClassId> path;
  for (ClassId start = 0; start < superclass.size(); ++start) {
    ClassId at = start;
    while (at < superclass.size() && nearest[at] == kNotYet && drawn[at] == kNoItem) {
      path.push_back(at);
      at = superclass[at];
    }
    const uint32_t found = at >= superclass.size()  ? kNoItem
                           : nearest[at] != kNotYet ? nearest[at]
                                                    : drawn[at];
    if (at < superclass.size() && nearest[at] == kNotYet) nearest[at] = found;
    for (const ClassId one : path) nearest[one] = found;
    path.clear();
  }
  return nearest;
}

void LinkByTable(const FrameFacts& facts, GatheredClasses& gathered) {
  const std::vector<ClassId> superclass = facts.Superclasses();
  const std::vector<uint32_t> nearest = NearestDrawn(superclass, gathered.by_id);
  for (StructureClass& one : gathered.classes) {
    if (one.id == kNoClass) continue;
    const ClassId above = superclass[one.id];
    if (above < nearest.size()) one.parent = nearest[above];
  }
}

// Moves the classes right below a root that is above very many, such as Object, to the top: the root tells
// nothing about them, and the tree would be one endless row.
void DropUniversalRoots(GatheredClasses& gathered) {
  std::vector<uint32_t> below(gathered.classes.size(), 0);
  for (const StructureClass& one : gathered.classes) {
    if (one.parent != kNoItem) ++below[one.parent];
  }
  std::vector<bool> is_universal(gathered.classes.size(), false);
  for (uint32_t k = 0; k < gathered.classes.size(); ++k)
    is_universal[k] = gathered.classes[k].parent == kNoItem && below[k] > kMostBelowRoot;
  for (StructureClass& one : gathered.classes) {
    if (one.parent != kNoItem && is_universal[one.parent]) one.parent = kNoItem;
  }
}

// Puts packages above their classes.
void LinkByName(GatheredClasses& gathered) {
  std::unordered_map<std::string_view, uint32_t> packages;
  const auto count = static_cast<uint32_t>(gathered.classes.size());
  std::vector<uint32_t> parent(count, kNoItem);
  std::vector<std::string_view> made;
  for (uint32_t k = 0; k < count; ++k) {
    const std::string_view package = gathered.package[k];
    if (package.empty() || package.size() >= gathered.classes[k].name.size()) continue;
    // A package with own functions already is a class.
    if (const auto own = gathered.by_name.find(package); own != gathered.by_name.end()) {
      parent[k] = own->second;
      continue;
    }
    const auto [found, is_new] = packages.try_emplace(package, count + static_cast<uint32_t>(made.size()));
    if (is_new) made.push_back(package);
    parent[k] = found->second;
  }
  for (const std::string_view package : made)
    gathered.Add({.name = std::string(package), .is_package = true});
  for (uint32_t k = 0; k < count; ++k) gathered.classes[k].parent = parent[k];
}

// Writes classes depth-first, each followed by those below it. Parents form a forest.
void Order(GatheredClasses& gathered, std::span<const uint64_t> self, std::span<const double> height,
           const ItemTable& items, ClassStructure& into) {
  const auto count = static_cast<uint32_t>(gathered.classes.size());
  std::vector<uint64_t> cost(count);
  for (uint32_t k = 0; k < count; ++k) {
    for (const uint32_t method : gathered.methods[k]) cost[k] += self[method];
  }
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    if (cost[a] != cost[b]) return cost[a] > cost[b];
    return std::tie(gathered.classes[a].name, a) < std::tie(gathered.classes[b].name, b);
  });
  // Children of each, first to last, as lists through `next`.
  std::vector<uint32_t> first(size_t{count} + 1, kNoItem), next(count, kNoItem);
  for (auto k = order.rbegin(); k != order.rend(); ++k) {
    const uint32_t parent = gathered.classes[*k].parent;
    uint32_t& head = first[parent == kNoItem ? count : parent];
    next[*k] = std::exchange(head, *k);
  }
  std::vector<uint32_t> place(count, kNoItem), open{first[count]};
  const auto height_of = [&](uint32_t item) {
    return item < height.size() && std::isfinite(height[item]) ? height[item] : 0.0;
  };
  while (!open.empty()) {
    const uint32_t at = open.back();
    if (at == kNoItem) {
      open.pop_back();
      continue;
    }
    open.back() = next[at];
    StructureClass its = std::move(gathered.classes[at]);
    place[at] = static_cast<uint32_t>(into.classes.size());
    if (its.parent != kNoItem) its.parent = place[its.parent];
    std::vector<uint32_t>& methods = gathered.methods[at];
    std::ranges::sort(methods, [&](uint32_t a, uint32_t b) {
      const double left = height_of(a), right = height_of(b);
      if (left != right) return left < right;
      return std::tie(items.name[a], a) < std::tie(items.name[b], b);
    });
    its.begin = static_cast<uint32_t>(into.methods.size());
    into.methods.insert(into.methods.end(), methods.begin(), methods.end());
    its.end = static_cast<uint32_t>(into.methods.size());
    into.classes.push_back(std::move(its));
    open.push_back(first[at]);
  }
}

// Collects the items that are left out.
class LeftOutCollector {
 public:
  LeftOutCollector(const ItemTable& items, MetricIndex metric, ClassStructure& into)
      : items_(items), metric_(metric), into_(into) {
    into_.left_out_of_item.assign(items.size(), kNoItem);
    into_.total = items.total[metric];
  }

  void Add(uint32_t item, Library library, std::string_view class_name, bool is_cheaper = false) {
    const size_t k = is_cheaper ? kLibraryCount : static_cast<size_t>(library);
    kept_[k].is_cheaper = is_cheaper;
    if (names_[k].emplace(class_name).second) ++kept_[k].classes;
    kept_[k].library = library;
    ++kept_[k].methods;
    kept_[k].self += items_.self[metric_][item];
    into_.left_out_of_item[item] = static_cast<uint32_t>(k);
  }

  void Finish() {
    std::vector<uint32_t> order;
    for (uint32_t k = 0; k < kept_.size(); ++k) {
      if (kept_[k].methods != 0) order.push_back(k);
    }
    std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) { return kept_[a].self > kept_[b].self; });
    std::array<uint32_t, kLibraryCount + 1> place{};
    for (const uint32_t k : order) {
      place[k] = static_cast<uint32_t>(into_.left_out.size());
      into_.left_out.push_back(kept_[k]);
    }
    for (uint32_t& one : into_.left_out_of_item) {
      if (one != kNoItem) one = place[one];
    }
  }

 private:
  const ItemTable& items_;
  const MetricIndex metric_;
  ClassStructure& into_;
  std::array<LeftOutClasses, kLibraryCount + 1> kept_;  // by library; cheaper ones last
  std::array<std::unordered_set<std::string>, kLibraryCount + 1> names_;
};

// Per item the library whose box holds it; all Library::kNone if libraries are not folded.
std::vector<Library> FoldedLibraries(const FrameTable& frames, const ItemTable& items,
                                     const std::vector<bool>& is_code, const ShownClasses& shown) {
  std::vector<Library> library(items.size(), Library::kNone);
  if (shown.with_libraries || !shown.packages.empty()) return library;
  SeenLanguages seen;
  for (uint32_t item = 0; item < items.size(); ++item) {
    if (!is_code[item]) continue;
    const Frame its = frames[items.first_frame[item]];
    NoteLanguages({its.name, its.module, its.file}, seen);
  }
  bool has_own = false;
  for (uint32_t item = 0; item < items.size(); ++item) {
    if (!is_code[item]) continue;
    const Frame its = frames[items.first_frame[item]];
    library[item] =
        its.kind == FrameKind::kKernel ? Library::kKernel : LibraryOf({its.name, its.module, its.file}, seen);
    has_own |= library[item] == Library::kNone;
  }
  if (!has_own) std::ranges::fill(library, Library::kNone);
  return library;
}

// Removes the items from `is_shown` that are not among the dearest, and returns them; never a single one.
std::vector<uint32_t> TakeCheaper(const ItemTable& items, std::span<const uint64_t> self,
                                  std::optional<uint32_t> dearest, std::vector<bool>& is_shown) {
  std::vector<uint32_t> cheaper;
  if (!dearest) return cheaper;
  for (uint32_t item = 0; item < is_shown.size(); ++item) {
    if (is_shown[item]) cheaper.push_back(item);
  }
  if (cheaper.size() <= size_t{*dearest} + 1) return {};
  std::ranges::sort(cheaper, [&](uint32_t a, uint32_t b) {
    if (self[a] != self[b]) return self[a] > self[b];
    return std::tie(items.name[a], a) < std::tie(items.name[b], b);
  });
  cheaper.erase(cheaper.begin(), cheaper.begin() + *dearest);
  for (const uint32_t item : cheaper) is_shown[item] = false;
  return cheaper;
}

}  // namespace

bool IsWithin(std::string_view class_name, std::span<const std::string> packages) {
  if (packages.empty()) return true;
  constexpr std::string_view kSeparators = ".:/$";
  return std::ranges::any_of(packages, [&](const std::string& package) {
    if (!class_name.starts_with(package)) return false;
    if (class_name.size() == package.size() || package.empty()) return true;
    return kSeparators.find(package.back()) != std::string_view::npos ||
           kSeparators.find(class_name[package.size()]) != std::string_view::npos;
  });
}

ClassStructure BuildClassStructure(const Cct& tree, const ItemTable& items, std::span<const double> height,
                                   const ShownClasses& shown, MetricIndex metric) {
  const FrameTable& frames = tree.frames();
  const FrameFacts& facts = frames.facts();
  ClassStructure structure;
  structure.has_class_table = facts.class_count() != 0;
  // The class of a function is that of the first of its frames with a known class.
  std::vector<ClassOfFrame> class_of(items.size());
  std::vector<bool> is_code(items.size(), false);
  for (FrameId frame = 0; frame < items.item_of_frame.size(); ++frame) {
    const uint32_t item = items.item_of_frame[frame];
    if (item == kNoItem || IsThread(frames[frame].kind)) continue;
    const ClassOfFrame its = FindClassOf(frames, frame);
    if (!is_code[item] || class_of[item].id == kNoClass) class_of[item] = its;
    is_code[item] = true;
  }
  GatheredClasses gathered;
  gathered.by_id.assign(facts.class_count(), kNoItem);
  const std::vector<Library> library = FoldedLibraries(frames, items, is_code, shown);
  LeftOutCollector left_out(items, metric, structure);
  const auto name_of = [&](uint32_t item) {
    const ClassOfFrame its = class_of[item];
    return its.id < facts.class_count() ? FullNameOf(facts[its.id]) : std::string(its.name);
  };
  std::vector<bool> is_shown(items.size(), false);
  for (uint32_t item = 0; item < items.size(); ++item) {
    if (!is_code[item]) continue;
    const std::string name = name_of(item);
    is_shown[item] = library[item] == Library::kNone && IsWithin(name, shown.packages);
    if (!is_shown[item]) left_out.Add(item, library[item], name);
  }
  for (const uint32_t item : TakeCheaper(items, items.self[metric], shown.dearest, is_shown))
    left_out.Add(item, Library::kNone, name_of(item), true);
  for (uint32_t item = 0; item < items.size(); ++item) {
    if (!is_shown[item]) continue;
    const ClassOfFrame its = class_of[item];
    const bool is_of_table = its.id < facts.class_count();
    if (structure.has_class_table && !is_of_table) ++structure.unknown_methods;
    const uint32_t at = is_of_table ? gathered.OfId(facts, its.id)
                                    : gathered.OfName(its.name, tree.frames().name(items.first_frame[item]));
    gathered.methods[at].push_back(item);
  }
  left_out.Finish();
  if (structure.has_class_table) {
    std::vector<ClassId> superclass;
    for (ClassId id = 0; id < facts.class_count(); ++id) superclass.push_back(facts.SuperclassOf(id));
    structure.circles = static_cast<uint32_t>(FindCircles(superclass).size());
    LinkByTable(facts, gathered);
    DropUniversalRoots(gathered);
  } else {
    LinkByName(gathered);
  }
  Order(gathered, items.self[metric], height, items, structure);
  return structure;
}

}  // namespace ringscope
