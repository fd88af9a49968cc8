#include "app/views/polymetric/polymetric_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/core/display_text.h"
#include "app/views/polymetric/polymetric_state.h"
#include "cct/base/number_text.h"
#include "cct/names/qualified_name.h"
#include "cct/names/shown_name.h"
#include "renderer/diagram/box_grid.h"
#include "renderer/diagram/tidy_tree.h"
#include "renderer/plot/value_axis.h"

namespace ringscope::polymetric {
namespace {

constexpr double kGap = 3, kPad = 7, kHeader = 17, kClassGap = 14, kBlockGap = 30;
constexpr double kLabelHeight = 15, kCharacter = 6.4, kMostLabel = 150;
// Names of classes are larger than those in boxes.
constexpr double kClassLabel = 1.15;
constexpr double kPlotWidth = 1200, kPlotHeight = 760;
// More labels beside boxes are only noise, and push the boxes apart.
constexpr size_t kMostLabelled = 1'500;
constexpr size_t kMostLabelBytes = 200;
constexpr uint32_t kMostPlotLabels = 40;

double LabelWidth(std::string_view text) {
  return std::min(kMostLabel, 8 + kCharacter * static_cast<double>(text.size()));
}

std::string Shown(std::string_view text) { return DisplayText(ShownName(text), kMostLabelBytes); }

// Blocks beside each other in rows of about the width that makes the whole as wide as a screen is. Upper left
// corners.
struct Shelves {
  std::vector<PlanePoint> place;
  BoxSize size;
};
Shelves Shelve(std::span<const BoxSize> blocks, double gap, double aspect) {
  double area = 0, widest = 0;
  for (const BoxSize& block : blocks) {
    area += (block.width + gap) * (block.height + gap);
    widest = std::max(widest, block.width);
  }
  const double row_width = std::max(widest, std::sqrt(area * aspect));
  Shelves shelves;
  double x = 0, y = 0, row_height = 0;
  for (const BoxSize& block : blocks) {
    if (x > 0 && x + block.width > row_width) {
      y += row_height + gap;
      x = row_height = 0;
    }
    shelves.place.push_back({x, y});
    shelves.size.width = std::max(shelves.size.width, x + block.width);
    x += block.width + gap;
    row_height = std::max(row_height, block.height);
    shelves.size.height = std::max(shelves.size.height, y + block.height);
  }
  return shelves;
}

class Maker {
 public:
  explicit Maker(const PolymetricFound& found) : found_(found) {
    const PolymetricSpec& spec = found.spec;
    width_ = Sides(found.width, spec.width);
    height_ = Sides(found.height, spec.height);
    layout_.box_of_item.assign(found.items.size(), kNoBox);
  }

  PolymetricLayout Make() {
    switch (found_.spec.arrangement) {
      case BoxArrangement::kInheritance:
        PlaceClasses();
        break;
      case BoxArrangement::kCalls:
        PlaceCalls();
        break;
      case BoxArrangement::kTree:
        PlaceTree();
        break;
      case BoxArrangement::kGrid:
        PlaceGrid();
        break;
      case BoxArrangement::kPlot:
        PlacePlot();
        break;
    }
    return std::move(layout_);
  }

 private:
  static std::vector<double> Sides(const MeasuredItems& measured, const std::optional<BoxMeasure>& measure) {
    if (!measure || measured.values.empty()) return {};
    std::vector<double> sides = PositionsOf(measured, measure->scale);
    for (double& side : sides)
      side = std::isfinite(side) ? kLeastSide + std::abs(side) * (kMostSide - kLeastSide) : kLeastSide;
    return sides;
  }
  [[nodiscard]] BoxSize SizeOf(uint32_t item) const {
    constexpr double kUnmeasured = 14;
    return {item < width_.size() ? width_[item] : kUnmeasured,
            item < height_.size() ? height_[item] : kUnmeasured};
  }
  [[nodiscard]] std::string NameOf(uint32_t item, bool with_class) const {
    const ItemTable& items = found_.items;
    if (items.kind == ItemKind::kContext || items.kind == ItemKind::kFunction)
      return Shown(ShortMethodName(items.name[item], with_class));
    std::string_view name = items.name[item];
    // Of a path the end tells which it is.
    const bool is_path = items.kind == ItemKind::kModule || items.kind == ItemKind::kFile;
    if (const size_t slash = name.find_last_of('/');
        is_path && slash != std::string_view::npos && slash + 1 < name.size())
      name.remove_prefix(slash + 1);
    return Shown(name);
  }

  uint32_t Add(PlacedBox box) {
    const auto number = static_cast<uint32_t>(layout_.boxes.size());
    if (box.role == BoxRole::kItem) layout_.box_of_item[box.item] = number;
    layout_.boxes.push_back(std::move(box));
    return number;
  }
  // A label inside.
  static void LabelInside(PlacedBox& box) {
    box.label_place = {box.place.x + 2, box.place.y};
    box.label_size = {std::max(box.size.width - 4, 1.0), box.size.height};
  }

  // A class with its methods, at the origin.
  struct ClassBlock {
    BoxSize size;
    BoxGrid grid;
    double grid_top = 0;
  };
  [[nodiscard]] ClassBlock BlockOf(const StructureClass& its) const {
    std::vector<BoxSize> sizes;
    for (uint32_t k = its.begin; k < its.end; ++k) sizes.push_back(SizeOf(found_.structure.methods[k]));
    ClassBlock block{{}, ArrangeGrid(sizes, kGap), kHeader};
    const double inside =
        std::max(block.grid.size.width, kClassLabel * LabelWidth(Shown(ShortClassName(its))));
    block.size = {inside + 2 * kPad, kHeader + block.grid.size.height + kPad};
    return block;
  }
  [[nodiscard]] static std::string_view ShortClassName(const StructureClass& its) {
    if (its.is_package) return its.name;
    std::string_view name = its.name;
    // Before template arguments.
    const size_t end = std::min(name.find('<'), name.size());
    const size_t at = name.substr(0, end).find_last_of(".:/");
    return at == std::string_view::npos || at + 1 >= end ? name : name.substr(at + 1);
  }
  uint32_t AddClass(uint32_t number, const ClassBlock& block, PlanePoint at) {
    const StructureClass& its = found_.structure.classes[number];
    PlacedBox box{its.is_package ? BoxRole::kPackage : BoxRole::kClass,
                  number,
                  at,
                  block.size,
                  Shown(ShortClassName(its)),
                  {},
                  {},
                  TextAlign::kLeft};
    box.label_place = {at.x + kPad, at.y + 1};
    box.label_size = {block.size.width - 2 * kPad, kHeader - 2};
    const uint32_t added = Add(std::move(box));
    for (uint32_t k = its.begin; k < its.end; ++k) {
      const uint32_t item = found_.structure.methods[k];
      const PlanePoint place = block.grid.place[k - its.begin];
      PlacedBox method{BoxRole::kItem,
                       item,
                       {at.x + kPad + place.x, at.y + block.grid_top + place.y},
                       SizeOf(item),
                       NameOf(item, false),
                       {},
                       {},
                       TextAlign::kCenter};
      LabelInside(method);
      Add(std::move(method));
    }
    return added;
  }

  void PlaceClasses() {
    const auto& classes = found_.structure.classes;
    std::vector<ClassBlock> block;
    for (const StructureClass& its : classes) block.push_back(BlockOf(its));
    // Trees of classes: [begin, end) of the list, which is in preorder.
    std::vector<uint32_t> root;
    for (uint32_t k = 0; k < classes.size(); ++k) {
      if (classes[k].parent == kNoItem) root.push_back(k);
    }
    const auto end_of = [&](size_t r) {
      return r + 1 < root.size() ? root[r + 1] : static_cast<uint32_t>(classes.size());
    };
    std::vector<std::vector<PlanePoint>> places(root.size());
    std::vector<BoxSize> sizes(root.size());
    for (size_t r = 0; r < root.size(); ++r) {
      if (found_.structure.has_class_table) {
        PlaceInheritance(root[r], end_of(r), block, places[r], sizes[r]);
      } else {
        PlacePackage(root[r], end_of(r), block, places[r], sizes[r]);
      }
    }
    // High ones first, so that rows waste little.
    std::vector<uint32_t> order(root.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return sizes[a].height > sizes[b].height; });
    std::vector<BoxSize> ordered;
    for (const uint32_t r : order) ordered.push_back(sizes[r]);
    AddSummarySize(ordered);
    const Shelves shelves = Shelve(ordered, kBlockGap, 1.6);
    std::vector<uint32_t> number(classes.size(), kNoBox);
    for (size_t k = 0; k < order.size(); ++k) {
      const uint32_t r = order[k];
      for (uint32_t c = root[r]; c < end_of(r); ++c) {
        const PlanePoint at = places[r][c - root[r]];
        number[c] = AddClass(c, block[c], {shelves.place[k].x + at.x, shelves.place[k].y + at.y});
        if (found_.structure.has_class_table && classes[c].parent != kNoItem)
          layout_.edges.push_back({number[classes[c].parent], number[c], EdgeRole::kTree, true, 0});
      }
    }
    if (ordered.size() > order.size()) AddSummary(shelves.place.back(), ordered.back());
  }

  static void PlaceInheritance(uint32_t begin, uint32_t end, std::span<const ClassBlock> block,
                               std::span<const StructureClass> classes, std::vector<PlanePoint>& places,
                               BoxSize& size) {
    BoxTree tree;
    for (uint32_t c = begin; c < end; ++c) {
      tree.parent.push_back(classes[c].parent == kNoItem ? kNoBox : classes[c].parent - begin);
      tree.size.push_back(block[c].size);
    }
    places = ArrangeTree(tree, {kClassGap, kBlockGap});
    for (uint32_t c = begin; c < end; ++c) {
      size.width = std::max(size.width, places[c - begin].x + block[c].size.width);
      size.height = std::max(size.height, places[c - begin].y + block[c].size.height);
    }
  }
  void PlaceInheritance(uint32_t begin, uint32_t end, std::span<const ClassBlock> block,
                        std::vector<PlanePoint>& places, BoxSize& size) const {
    PlaceInheritance(begin, end, block, found_.structure.classes, places, size);
  }

  // Classes inside the box of their package, behind its own functions.
  void PlacePackage(uint32_t begin, uint32_t end, std::vector<ClassBlock>& block,
                    std::vector<PlanePoint>& places, BoxSize& size) const {
    ClassBlock& whole = block[begin];
    places.assign(end - begin, {});
    if (end - begin > 1) {
      std::vector<BoxSize> sizes;
      const bool has_own = whole.grid.size.height > 0;
      if (has_own) sizes.push_back(whole.grid.size);
      std::vector<uint32_t> order(end - begin - 1);
      std::iota(order.begin(), order.end(), begin + 1);
      std::stable_sort(order.begin(), order.end(),
                       [&](uint32_t a, uint32_t b) { return block[a].size.height > block[b].size.height; });
      for (const uint32_t c : order) sizes.push_back(block[c].size);
      const Shelves shelves = Shelve(sizes, kClassGap / 2, 1.6);
      const size_t first = has_own ? 1 : 0;
      for (size_t k = 0; k < order.size(); ++k) {
        const PlanePoint at = shelves.place[first + k];
        places[order[k] - begin] = {kPad + at.x, kHeader + at.y};
      }
      whole.size = {std::max(whole.size.width, shelves.size.width + 2 * kPad),
                    kHeader + shelves.size.height + kPad};
    }
    size = whole.size;
  }

  [[nodiscard]] std::string SummaryText() const {
    const ClassStructure& structure = found_.structure;
    if (structure.left_out_methods != 0)
      return CountedText(structure.left_out_methods, "method") + " of " +
             CountedText(structure.left_out_classes, "class", "classes") + " elsewhere";
    if (found_.around.left_out != 0) return CountedText(found_.around.left_out, "function") + " more";
    if (found_.items.left_out != 0) return CountedText(found_.items.left_out, "smaller context");
    return {};
  }
  void AddSummarySize(std::vector<BoxSize>& sizes) const {
    if (const std::string text = SummaryText(); !text.empty())
      sizes.push_back({8 + kCharacter * 1.1 * static_cast<double>(text.size()), 30});
  }
  void AddSummary(PlanePoint at, BoxSize size) {
    PlacedBox box{BoxRole::kSummary, kNoItem, at, size, SummaryText(), {}, {}, TextAlign::kCenter};
    LabelInside(box);
    Add(std::move(box));
  }
  void AddSummaryBelow() {
    std::vector<BoxSize> sizes;
    AddSummarySize(sizes);
    if (sizes.empty()) return;
    PlaneBox bounds;
    for (const PlacedBox& box : layout_.boxes)
      bounds.Add({box.place.x, box.place.y, box.place.x + box.size.width, box.place.y + box.size.height});
    AddSummary(bounds.empty() ? PlanePoint{} : PlanePoint{bounds.left, bounds.bottom + kBlockGap},
               sizes.front());
  }

  void PlaceCalls() {
    const CallNeighbourhood& around = found_.around;
    const bool is_labelled = around.functions.size() <= kMostLabelled;
    std::vector<std::string> label;
    std::vector<BoxSize> area;
    for (const uint32_t item : around.functions) {
      label.push_back(NameOf(item, true));
      BoxSize size = SizeOf(item);
      // Beside the box on both sides, so that it stays in the middle of its area.
      if (is_labelled) size = {std::max(size.width, LabelWidth(label.back())), size.height + kLabelHeight};
      area.push_back(size);
    }
    std::vector<BoxEdge> edges;
    double most = 0;
    for (const CallNeighbourhood::Call& call : around.calls) {
      edges.push_back({call.from, call.to, static_cast<double>(call.cost)});
      most = std::max(most, static_cast<double>(call.cost));
    }
    const CallLayers layers = ArrangeCalls(area, edges, {16, 46});
    for (uint32_t k = 0; k < around.functions.size(); ++k) {
      const BoxSize size = SizeOf(around.functions[k]);
      const PlanePoint at = layers.place[k];
      PlacedBox box{BoxRole::kItem,
                    around.functions[k],
                    {at.x + (area[k].width - size.width) / 2, at.y},
                    size,
                    std::move(label[k]),
                    {},
                    {},
                    TextAlign::kCenter};
      if (is_labelled) {
        box.place.y += kLabelHeight;
        box.label_place = at;
        box.label_size = {area[k].width, kLabelHeight};
      } else {
        LabelInside(box);
      }
      Add(std::move(box));
    }
    for (size_t e = 0; e < edges.size(); ++e)
      layout_.edges.push_back(
          {edges[e].from, edges[e].to, layers.role[e], false, most > 0 ? edges[e].cost / most : 0});
    AddSummaryBelow();
  }

  void PlaceTree() {
    const ItemTable& items = found_.items;
    BoxTree tree;
    for (uint32_t k = 0; k < items.size(); ++k) tree.size.push_back(SizeOf(k));
    tree.parent = items.parent;
    const std::vector<PlanePoint> places = ArrangeTree(tree, {6, 18});
    for (uint32_t k = 0; k < items.size(); ++k) {
      PlacedBox box{BoxRole::kItem, k, places[k], tree.size[k], NameOf(k, true), {}, {}, TextAlign::kCenter};
      LabelInside(box);
      Add(std::move(box));
    }
    for (uint32_t k = 0; k < items.size(); ++k) {
      if (tree.parent[k] != kNoBox) layout_.edges.push_back({tree.parent[k], k, EdgeRole::kTree, true, 0});
    }
    AddSummaryBelow();
  }

  void PlaceGrid() {
    const uint32_t count = found_.items.size();
    const bool is_labelled = count <= kMostLabelled;
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return SizeOf(a).height < SizeOf(b).height; });
    std::vector<BoxSize> area;
    std::vector<std::string> label;
    for (const uint32_t item : order) {
      label.push_back(NameOf(item, true));
      BoxSize size = SizeOf(item);
      if (is_labelled) size = {std::max(size.width, LabelWidth(label.back())), size.height + kLabelHeight};
      area.push_back(size);
    }
    const BoxGrid grid = ArrangeGrid(area, is_labelled ? 12 : kGap);
    for (uint32_t k = 0; k < count; ++k) {
      const BoxSize size = SizeOf(order[k]);
      const PlanePoint at = grid.place[k];
      PlacedBox box{BoxRole::kItem,
                    order[k],
                    {at.x + (area[k].width - size.width) / 2, at.y},
                    size,
                    std::move(label[k]),
                    {},
                    {},
                    TextAlign::kCenter};
      if (is_labelled) {
        box.label_place = {at.x, at.y + size.height};
        box.label_size = {area[k].width, kLabelHeight};
      } else {
        LabelInside(box);
      }
      Add(std::move(box));
    }
    AddSummaryBelow();
  }

  // Where an axis has numbers, as far as there is room between them.
  void AddTicks(const MeasuredItems& measured, MeasureScale scale, double least, double most, bool is_x) {
    const double span = most - least;
    if (!(span > 0)) return;
    AxisRange range{0, 0, scale == MeasureScale::kLog ? AxisScale::kSymmetricLog : AxisScale::kLinear,
                    static_cast<double>(measured.scale)};
    for (const double value : measured.values) {
      if (!std::isfinite(value)) continue;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
    const ValueAxis axis = AxisWithin(
        range, is_x ? 10 : 12, {.name = measured.title, .unit = measured.unit, .scale = measured.scale});
    double last = -1e9;
    for (const AxisTick& one : axis.ticks) {
      const double part = (ScaledValue(one.value, scale) - least) / span;
      const double at = part * (is_x ? kPlotWidth : kPlotHeight);
      // Too near to be read, or outside.
      if (part < 0 || part > 1 || at - last < (is_x ? 90 : 30)) continue;
      last = at;
      PlacedBox tick{BoxRole::kTick, kNoItem, {}, {0, 0},
                     one.text,       {},      {}, is_x ? TextAlign::kCenter : TextAlign::kRight};
      if (is_x) {
        tick.place = {at, kPlotHeight + 2};
        tick.size = {0, 5};
        tick.label_place = {at - 45, kPlotHeight + 9};
        tick.label_size = {90, 16};
      } else {
        tick.place = {-7, kPlotHeight - at};
        tick.size = {5, 0};
        tick.label_place = {-102, kPlotHeight - at - 8};
        tick.label_size = {92, 16};
      }
      Add(std::move(tick));
    }
  }

  void PlacePlot() {
    const auto x = found_.spec.x.value_or(BoxMeasure{}), y = found_.spec.y.value_or(BoxMeasure{});
    struct Range {
      double least = 0, most = 0;
      void Take(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
      }
      [[nodiscard]] double PartOf(double value) const {
        return most > least ? (value - least) / (most - least) : 0.5;
      }
    } across, up;
    const uint32_t count = found_.items.size();
    std::vector<uint32_t> order;
    for (uint32_t k = 0; k < count; ++k) {
      if (!std::isfinite(found_.x.values[k]) || !std::isfinite(found_.y.values[k])) continue;
      order.push_back(k);
      across.Take(ScaledValue(found_.x.values[k], x.scale));
      up.Take(ScaledValue(found_.y.values[k], y.scale));
    }
    PlacedBox frame{BoxRole::kFrame, kNoItem, {0, 0}, {kPlotWidth, kPlotHeight}, {}, {}, {},
                    TextAlign::kLeft};
    Add(frame);
    AddTicks(found_.x, x.scale, across.least, across.most, true);
    AddTicks(found_.y, y.scale, up.least, up.most, false);
    const auto title = [](const MeasuredItems& measured, MeasureScale scale) {
      return measured.title +
             (scale == MeasureScale::kLinear ? "" : ", " + std::string(WordOf(kMeasureScaleWords, scale)));
    };
    PlacedBox name_x{BoxRole::kTick,
                     kNoItem,
                     {kPlotWidth, kPlotHeight + 28},
                     {0, 0},
                     title(found_.x, x.scale),
                     {kPlotWidth - 300, kPlotHeight + 28},
                     {300, 18},
                     TextAlign::kRight};
    PlacedBox name_y{BoxRole::kTick,           kNoItem,  {0, -22},  {0, 0},
                     title(found_.y, y.scale), {0, -24}, {300, 18}, TextAlign::kLeft};
    Add(std::move(name_x));
    Add(std::move(name_y));
    // Small ones over large ones. Those that are far out on both axes have names.
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return SizeOf(a).width * SizeOf(a).height > SizeOf(b).width * SizeOf(b).height;
    });
    const auto worth = [&](uint32_t k) {
      return across.PartOf(ScaledValue(found_.x.values[k], x.scale)) *
             std::abs(up.PartOf(ScaledValue(found_.y.values[k], y.scale)) - up.PartOf(0));
    };
    std::vector<uint32_t> named = order;
    const size_t most = std::min<size_t>(named.size(), kMostPlotLabels);
    std::partial_sort(
        named.begin(), named.begin() + static_cast<ptrdiff_t>(most), named.end(),
        [&](uint32_t a, uint32_t b) { return worth(a) != worth(b) ? worth(a) > worth(b) : a < b; });
    std::vector<bool> is_named(count, false);
    std::vector<PlaneBox> taken;
    const auto box_of = [&](uint32_t k) {
      const BoxSize size = SizeOf(k);
      return PlanePoint{
          across.PartOf(ScaledValue(found_.x.values[k], x.scale)) * kPlotWidth - size.width / 2,
          (1 - up.PartOf(ScaledValue(found_.y.values[k], y.scale))) * kPlotHeight - size.height / 2};
    };
    // Names that would lie over each other are left to the pointer.
    for (size_t k = 0; k < most; ++k) {
      const PlanePoint at = box_of(named[k]);
      const BoxSize size = SizeOf(named[k]);
      const double middle = at.y + size.height / 2;
      const PlaneBox area{at.x + size.width, middle - 8,
                          at.x + size.width + LabelWidth(NameOf(named[k], true)), middle + 8};
      if (std::any_of(taken.begin(), taken.end(), [&](const PlaneBox& other) { return other.Touches(area); }))
        continue;
      taken.push_back(area);
      is_named[named[k]] = true;
    }
    for (const uint32_t k : order) {
      PlacedBox box{BoxRole::kItem, k, box_of(k), SizeOf(k), NameOf(k, true), {}, {}, TextAlign::kLeft};
      if (is_named[k]) {
        box.label_place = {box.place.x + box.size.width + 4, box.place.y + box.size.height / 2 - 8};
        box.label_size = {LabelWidth(box.label), 16};
      }
      Add(std::move(box));
    }
    AddSummaryBelow();
  }

  const PolymetricFound& found_;
  std::vector<double> width_, height_;
  PolymetricLayout layout_;
};

}  // namespace

std::string ShortMethodName(std::string_view name, bool with_class) {
  const std::string_view of = ClassOfName(name);
  if (of.empty()) return std::string(name);
  size_t begin = static_cast<size_t>(of.data() - name.data()) + of.size();
  while (begin < name.size() &&
         (name[begin] == '.' || name[begin] == ':' || name[begin] == '/' || name[begin] == ';'))
    ++begin;
  std::string method(name.substr(begin));
  if (method.empty()) return std::string(name);
  if (!with_class) return method;
  const size_t at = of.find_last_of(".:/");
  const std::string_view own = at == std::string_view::npos || at + 1 >= of.size() ? of : of.substr(at + 1);
  return std::string(own) + "." + method;
}

std::vector<double> PositionsOf(const MeasuredItems& measured, MeasureScale scale) {
  std::vector<double> positions;
  positions.reserve(measured.values.size());
  double most = 0;
  for (const double value : measured.values) {
    positions.push_back(ScaledValue(value, scale));
    if (std::isfinite(positions.back())) most = std::max(most, std::abs(positions.back()));
  }
  for (double& position : positions) {
    if (std::isfinite(position)) position = most > 0 ? position / most : 0;
  }
  return positions;
}

PolymetricLayout LayOut(const PolymetricFound& found) { return Maker(found).Make(); }

}  // namespace ringscope::polymetric
