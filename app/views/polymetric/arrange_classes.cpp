#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "app/views/polymetric/arrangements.h"
#include "renderer/diagram/boxes.h"
#include "renderer/diagram/tidy_tree.h"

namespace ringscope::polymetric {
namespace {

constexpr double kPad = 7, kHeader = 17, kClassGap = 14;
// Names of classes are larger than those in boxes.
constexpr double kClassLabel = 1.15;
constexpr double kAspect = 1.6;

std::string_view ShortClassName(const StructureClass& its) {
  if (its.is_package) return its.name;
  std::string_view name = its.name;
  // Before template arguments.
  const size_t end = std::min(name.find('<'), name.size());
  const size_t at = name.substr(0, end).find_last_of(".:/");
  return at == std::string_view::npos || at + 1 >= end ? name : name.substr(at + 1);
}

// A class with its methods, at the origin.
struct ClassBlock {
  BoxSize size;
  BoxGrid grid;
};

// Classes that belong together, at the origin.
struct ClassGroup {
  uint32_t begin = 0, end = 0;     // of the list of classes, which is in preorder
  std::vector<PlanePoint> places;  // from begin on
  BoxSize size;
};

class Classes {
 public:
  explicit Classes(LayoutParts& parts) : parts_(parts), structure_(parts.found().structure) {
    std::map<std::string_view, uint32_t> count;  // by name
    for (const StructureClass& its : structure_.classes) ++count[ShortClassName(its)];
    for (const StructureClass& its : structure_.classes) {
      const std::string_view name = ShortClassName(its);
      // What others are called too has its full name.
      labels_.push_back(ShownLabel(count[name] > 1 ? std::string_view(its.name) : name));
    }
    for (uint32_t k = 0; k < structure_.classes.size(); ++k) blocks_.push_back(BlockOf(k));
  }

  void Arrange() {
    std::vector<ClassGroup> groups = Groups();
    // High ones first, so that rows waste little.
    std::stable_sort(groups.begin(), groups.end(),
                     [](const ClassGroup& a, const ClassGroup& b) { return a.size.height > b.size.height; });
    std::vector<BoxSize> sizes;
    for (const ClassGroup& group : groups) sizes.push_back(group.size);
    const size_t summaries = parts_.summaries().size();
    for (size_t k = 0; k < summaries; ++k) sizes.push_back(parts_.SummarySize(k));
    const Shelves shelves = Shelve(sizes, kBlockGap, kAspect);
    std::vector<uint32_t> box(structure_.classes.size(), kNoBox);
    for (size_t k = 0; k < groups.size(); ++k) {
      const ClassGroup& group = groups[k];
      for (uint32_t c = group.begin; c < group.end; ++c) {
        const PlanePoint at = group.places[c - group.begin];
        box[c] = Add(c, {shelves.place[k].x + at.x, shelves.place[k].y + at.y});
        const uint32_t parent = structure_.classes[c].parent;
        if (structure_.has_class_table && parent != kNoItem)
          parts_.Add(PlacedEdge{box[parent], box[c], EdgeRole::kTree, true, 0});
      }
    }
    for (size_t k = 0; k < summaries; ++k) parts_.AddSummary(k, shelves.place[groups.size() + k]);
  }

 private:
  [[nodiscard]] ClassBlock BlockOf(uint32_t number) const {
    const StructureClass& its = structure_.classes[number];
    std::vector<BoxSize> sizes;
    for (uint32_t k = its.begin; k < its.end; ++k) sizes.push_back(parts_.SizeOf(structure_.methods[k]));
    ClassBlock block{{}, ArrangeGrid(sizes, kGap)};
    const double inside = std::max(block.grid.size.width, kClassLabel * LabelWidth(labels_[number]));
    block.size = {inside + 2 * kPad, kHeader + block.grid.size.height + kPad};
    return block;
  }

  [[nodiscard]] std::vector<ClassGroup> Groups() {
    const auto& classes = structure_.classes;
    std::vector<ClassGroup> groups;
    for (uint32_t k = 0; k < classes.size(); ++k) {
      if (classes[k].parent == kNoItem) groups.push_back({k, k, {}, {}});
      if (!groups.empty()) groups.back().end = k + 1;
    }
    for (ClassGroup& group : groups) {
      if (structure_.has_class_table) {
        PlaceInheritance(group);
      } else {
        PlacePackage(group);
      }
    }
    return groups;
  }

  void PlaceInheritance(ClassGroup& group) const {
    BoxTree tree;
    for (uint32_t c = group.begin; c < group.end; ++c) {
      const uint32_t parent = structure_.classes[c].parent;
      tree.parent.push_back(parent == kNoItem ? kNoBox : parent - group.begin);
      tree.size.push_back(blocks_[c].size);
    }
    group.places = ArrangeTree(tree, {kClassGap, kBlockGap});
    for (size_t k = 0; k < group.places.size(); ++k) {
      group.size.width = std::max(group.size.width, group.places[k].x + tree.size[k].width);
      group.size.height = std::max(group.size.height, group.places[k].y + tree.size[k].height);
    }
  }

  // Classes inside the box of their package, behind its own functions.
  void PlacePackage(ClassGroup& group) {
    ClassBlock& whole = blocks_[group.begin];
    group.places.assign(group.end - group.begin, {});
    if (group.end - group.begin > 1) {
      std::vector<BoxSize> sizes;
      const bool has_own = whole.grid.size.height > 0;
      if (has_own) sizes.push_back(whole.grid.size);
      std::vector<uint32_t> order(group.end - group.begin - 1);
      std::iota(order.begin(), order.end(), group.begin + 1);
      std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return blocks_[a].size.height > blocks_[b].size.height;
      });
      for (const uint32_t c : order) sizes.push_back(blocks_[c].size);
      const Shelves shelves = Shelve(sizes, kClassGap / 2, kAspect);
      const size_t first = has_own ? 1 : 0;
      for (size_t k = 0; k < order.size(); ++k) {
        const PlanePoint at = shelves.place[first + k];
        group.places[order[k] - group.begin] = {kPad + at.x, kHeader + at.y};
      }
      whole.size = {std::max(whole.size.width, shelves.size.width + 2 * kPad),
                    kHeader + shelves.size.height + kPad};
    }
    group.size = whole.size;
  }

  // Without the class that it stands in.
  [[nodiscard]] std::string MethodName(const StructureClass& its, uint32_t item) const {
    std::string_view name = parts_.found().items.name[item];
    if (!its.is_package && name.size() > its.name.size() + 1 && name.starts_with(its.name) &&
        name[its.name.size()] == '.')
      return ShownLabel(name.substr(its.name.size() + 1));
    return parts_.NameOf(item, false);
  }

  uint32_t Add(uint32_t number, PlanePoint at) {
    const StructureClass& its = structure_.classes[number];
    const ClassBlock& block = blocks_[number];
    PlacedBox box;
    box.role = its.is_package ? BoxRole::kPackage : BoxRole::kClass;
    box.item = number;
    box.place = at;
    box.size = block.size;
    box.label = labels_[number];
    box.label_place = {at.x + kPad, at.y + 1};
    box.label_size = {block.size.width - 2 * kPad, kHeader - 2};
    box.label_align = TextAlign::kLeft;
    const uint32_t added = parts_.Add(std::move(box));
    for (uint32_t k = its.begin; k < its.end; ++k) {
      const uint32_t item = structure_.methods[k];
      const PlanePoint place = block.grid.place[k - its.begin];
      parts_.AddItem(item, {at.x + kPad + place.x, at.y + kHeader + place.y}, MethodName(its, item), {}, {},
                     added);
    }
    return added;
  }

  LayoutParts& parts_;
  const ClassStructure& structure_;
  std::vector<std::string> labels_;  // by class
  std::vector<ClassBlock> blocks_;   // by class
};

}  // namespace

void ArrangeClasses(LayoutParts& parts) { Classes(parts).Arrange(); }

}  // namespace ringscope::polymetric
