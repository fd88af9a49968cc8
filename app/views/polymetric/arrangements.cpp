#include "app/views/polymetric/arrangements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "renderer/diagram/boxes.h"
#include "renderer/diagram/call_layers.h"
#include "renderer/diagram/tidy_tree.h"
#include "renderer/plot/value_axis.h"

namespace ringscope::polymetric {
namespace {

constexpr double kPad = 7, kHeader = 17, kClassGap = 14;
// How much larger the names of classes are than those of items.
constexpr double kClassLabel = 1.15;
constexpr double kAspect = 1.6;

std::string_view ShortClassName(const StructureClass& its) {
  if (its.is_package) return its.name;
  std::string_view name = its.name;
  // Template arguments have separators of their own.
  const size_t end = std::min(name.find('<'), name.size());
  const size_t at = name.substr(0, end).find_last_of(".:/");
  return at == std::string_view::npos || at + 1 >= end ? name : name.substr(at + 1);
}

// A class with its methods, at the origin.
struct ClassBlock {
  BoxSize size;
  BoxGrid grid;
};

// A class with all subclasses, or a package with its classes, at the origin.
struct ClassGroup {
  uint32_t begin = 0, end = 0;     // of the list of classes, which is in preorder
  std::vector<PlanePoint> places;  // of classes `begin` to `end`
  BoxSize size;
};

class Classes {
 public:
  explicit Classes(LayoutParts& parts) : parts_(parts), structure_(parts.found().structure) {
    std::map<std::string_view, uint32_t> count;  // by name
    for (const StructureClass& its : structure_.classes) ++count[ShortClassName(its)];
    for (const StructureClass& its : structure_.classes) {
      const std::string_view name = ShortClassName(its);
      // A short name that several classes have is replaced by the full name.
      labels_.push_back(ShownLabel(count[name] > 1 ? std::string_view(its.name) : name));
    }
    for (uint32_t k = 0; k < structure_.classes.size(); ++k) blocks_.push_back(BlockOf(k));
  }

  void Arrange() {
    std::vector<ClassGroup> groups = Groups();
    // High groups first, so that rows waste little.
    std::ranges::stable_sort(
        groups, [](const ClassGroup& a, const ClassGroup& b) { return a.size.height > b.size.height; });
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

  // Places classes inside the box of their package, after its own functions.
  void PlacePackage(ClassGroup& group) {
    ClassBlock& whole = blocks_[group.begin];
    group.places.assign(group.end - group.begin, {});
    if (group.end - group.begin > 1) {
      std::vector<BoxSize> sizes;
      const bool has_own = whole.grid.size.height > 0;
      if (has_own) sizes.push_back(whole.grid.size);
      std::vector<uint32_t> order(group.end - group.begin - 1);
      std::iota(order.begin(), order.end(), group.begin + 1);
      std::ranges::stable_sort(
          order, [&](uint32_t a, uint32_t b) { return blocks_[a].size.height > blocks_[b].size.height; });
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

  // The name of a method without its class.
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

constexpr double kPlotWidth = 1200, kPlotHeight = 760, kMargin = 6;

// The height of numbers beside axes, large enough to be drawn in small pictures. They lie 30 apart or more.
constexpr double kTickHeight = 28;

// The values of one axis, on its scale.
struct PlotAxis {
  const MeasuredItems& measured;
  MeasureScale scale = MeasureScale::kLinear;
  double least = 0, most = 0;
  double side = 0, margin = 0;  // the length, and the empty parts at both ends

  [[nodiscard]] double ValueOf(uint32_t item) const { return ScaledValue(measured.values[item], scale); }
  void Take(uint32_t item) {
    least = std::min(least, ValueOf(item));
    most = std::max(most, ValueOf(item));
  }
  [[nodiscard]] double PartOf(double value) const {
    return most > least ? (value - least) / (most - least) : 0.5;
  }
  [[nodiscard]] double PlaceOf(double value) const { return margin + PartOf(value) * (side - 2 * margin); }
  [[nodiscard]] std::string Title() const {
    return measured.title +
           (scale == MeasureScale::kLinear ? "" : ", " + std::string(WordOf(kMeasureScaleWords, scale)));
  }
};

class PolymetricPlot {
 public:
  explicit PolymetricPlot(LayoutParts& parts)
      : parts_(parts),
        across_{parts.found().x, parts.found().spec.x.value_or(BoxMeasure{}).scale},
        up_{parts.found().y, parts.found().spec.y.value_or(BoxMeasure{}).scale} {}

  void Arrange() {
    for (uint32_t k = 0; k < parts_.found().items.size(); ++k) {
      if (!std::isfinite(across_.measured.values[k]) || !std::isfinite(up_.measured.values[k])) continue;
      order_.push_back(k);
      across_.Take(k);
      up_.Take(k);
      // Boxes stand in the frame, not on its edge.
      const BoxSize size = parts_.SizeOf(k);
      across_.margin = std::max(across_.margin, size.width / 2 + kMargin);
      up_.margin = std::max(up_.margin, size.height / 2 + kMargin);
    }
    across_.side = kPlotWidth;
    up_.side = kPlotHeight;
    AddFrame();
    AddTicks(across_, true);
    AddTicks(up_, false);
    AddTitles();
    // Small boxes lie over large ones.
    std::ranges::stable_sort(order_, [&](uint32_t a, uint32_t b) {
      return parts_.SizeOf(a).width * parts_.SizeOf(a).height >
             parts_.SizeOf(b).width * parts_.SizeOf(b).height;
    });
    AddItems();
    parts_.AddSummariesBelow();
  }

 private:
  void AddFrame() { parts_.Add(PlacedBox{.role = BoxRole::kFrame, .size = {kPlotWidth, kPlotHeight}}); }

  // Adds the numbers of an axis, as far as there is room between them.
  void AddTicks(const PlotAxis& of, bool is_x) {
    if (!(of.most > of.least)) return;
    AxisRange range{0, 0, of.scale == MeasureScale::kLog ? AxisScale::kSymmetricLog : AxisScale::kLinear,
                    static_cast<double>(of.measured.scale)};
    for (const double value : of.measured.values) {
      if (!std::isfinite(value)) continue;
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
    const ValueAxis axis =
        AxisWithin(range, is_x ? 10 : 12,
                   {.name = of.measured.title, .unit = of.measured.unit, .scale = of.measured.scale});
    double last = -1e9;
    for (const AxisTick& one : axis.ticks) {
      const double part = of.PartOf(ScaledValue(one.value, of.scale));
      const double at = of.PlaceOf(ScaledValue(one.value, of.scale));
      // Leaves out numbers outside the axis, and those too near to the last one.
      if (part < 0 || part > 1 || at - last < (is_x ? 90 : 30)) continue;
      last = at;
      if (is_x)
        AddText({at, kPlotHeight + 2}, {0, 5}, one.text, {at - 45, kPlotHeight + 17 - kTickHeight / 2}, 90,
                TextAlign::kCenter);
      else
        AddText({-7, kPlotHeight - at}, {5, 0}, one.text, {-102, kPlotHeight - at - kTickHeight / 2}, 92,
                TextAlign::kRight);
    }
  }

  void AddTitles() {
    AddText({kPlotWidth, kPlotHeight + 28}, {}, across_.Title(), {kPlotWidth - 300, kPlotHeight + 42}, 300,
            TextAlign::kRight);
    AddText({0, -22}, {}, up_.Title(), {0, -kTickHeight}, 300, TextAlign::kLeft);
  }

  void AddText(PlanePoint at, BoxSize size, std::string text, PlanePoint text_at, double text_width,
               TextAlign align) {
    PlacedBox box{.role = BoxRole::kTick, .place = at, .size = size, .label = std::move(text)};
    box.label_place = text_at;
    box.label_size = {text_width, kTickHeight};
    box.label_align = align;
    parts_.Add(std::move(box));
  }

  [[nodiscard]] PlanePoint PlaceOf(uint32_t item) const {
    const BoxSize size = parts_.SizeOf(item);
    return {across_.PlaceOf(across_.ValueOf(item)) - size.width / 2,
            kPlotHeight - up_.PlaceOf(up_.ValueOf(item)) - size.height / 2};
  }

  // Larger for items far out on both axes.
  [[nodiscard]] double WorthOf(uint32_t item) const {
    return across_.PartOf(across_.ValueOf(item)) * std::abs(up_.PartOf(up_.ValueOf(item)) - up_.PartOf(0));
  }

  void AddItems() {
    for (const uint32_t k : order_) parts_.AddItem(k, PlaceOf(k), parts_.NameOf(k, true), {}, WorthOf(k));
  }

  LayoutParts& parts_;
  PlotAxis across_, up_;
  std::vector<uint32_t> order_;  // items that have a place
};

}  // namespace

void ArrangeClasses(LayoutParts& parts) { Classes(parts).Arrange(); }

void ArrangeContexts(LayoutParts& parts) {
  constexpr BoxGaps kGaps{6, 18};
  const ItemTable& items = parts.found().items;
  BoxTree tree;
  for (uint32_t k = 0; k < items.size(); ++k) tree.size.push_back(parts.SizeOf(k));
  tree.parent = items.parent;
  const TreeColumns columns = ArrangeTreeToRead(tree, kGaps);
  std::vector<std::optional<PlanePoint>> edges_by(items.size());
  for (const ColumnSeat& seat : columns.seats)
    edges_by[seat.box] = PlanePoint{seat.line_x, columns.place[seat.box].y - seat.below_top};
  for (uint32_t k = 0; k < items.size(); ++k)
    parts.AddItem(k, columns.place[k], parts.NameOf(k, true), edges_by[k]);
  for (uint32_t k = 0; k < items.size(); ++k) {
    if (tree.parent[k] != kNoBox) parts.Add(PlacedEdge{tree.parent[k], k});
  }
  parts.AddSummariesBelow();
}

namespace {

// A picture whose width is more than so many times its height is unreadable.
constexpr double kMostAspect = 3;
// If more calls than this lie beside the tree, those that cost less than this part of the dearest call are
// drawn only while the pointer is on one of their functions.
constexpr size_t kMostQuietCalls = 100;
constexpr double kLeastShareOfQuiet = 0.005;

bool IsTooWide(const CallLayers& layers, std::span<const BoxSize> area) {
  double width = 0, height = 0;
  for (size_t k = 0; k < area.size(); ++k) {
    width = std::max(width, layers.place[k].x + area[k].width);
    height = std::max(height, layers.place[k].y + area[k].height);
  }
  return width > kMostAspect * height;
}

}  // namespace

void ArrangeFunctions(LayoutParts& parts) {
  constexpr BoxGaps kGaps{16, 46};
  const CallNeighbourhood& around = parts.found().around;
  const bool is_labelled = around.functions.size() <= kMostLabelled;
  std::vector<std::string> label;
  std::vector<BoxSize> area;
  for (const uint32_t item : around.functions) {
    label.push_back(parts.NameOf(item, true));
    area.push_back(is_labelled ? parts.AreaOf(item, label.back()) : parts.SizeOf(item));
  }
  std::vector<BoxEdge> edges;
  double most = 0;
  for (const CallNeighbourhood::Call& call : around.calls) {
    edges.push_back({call.from, call.to, static_cast<double>(call.cost)});
    most = std::max(most, static_cast<double>(call.cost));
  }
  CallLayers layers = ArrangeCalls(area, edges, kGaps);
  if (IsTooWide(layers, area)) layers = ArrangeCallColumns(area, edges, kGaps);
  for (uint32_t k = 0; k < around.functions.size(); ++k) {
    std::optional<PlanePoint> edges_by;
    if (layers.below_top[k] > 0)
      edges_by = PlanePoint{layers.place[k].x - kGaps.beside / 2, layers.place[k].y - layers.below_top[k]};
    if (is_labelled) {
      parts.AddLabelled({around.functions[k], layers.place[k], area[k], std::move(label[k]), true, edges_by});
    } else {
      parts.AddItem(around.functions[k], layers.place[k], std::move(label[k]), edges_by);
    }
  }
  const auto is_quiet = [&](size_t e) {
    return layers.role[e] != EdgeRole::kTree && layers.role[e] != EdgeRole::kLoop;
  };
  size_t quiet = 0;
  for (size_t e = 0; e < edges.size(); ++e) quiet += is_quiet(e) ? 1 : 0;
  // Quiet edges lie below the others.
  for (const bool of_quiet : {true, false}) {
    for (size_t e = 0; e < edges.size(); ++e) {
      if (is_quiet(e) != of_quiet) continue;
      const double share = most > 0 ? edges[e].cost / most : 0;
      const bool is_gathered = of_quiet && quiet > kMostQuietCalls && share < kLeastShareOfQuiet;
      parts.Add(PlacedEdge{edges[e].from, edges[e].to, layers.role[e], false, share, is_gathered});
    }
  }
  parts.AddSummariesBelow();
}

void ArrangeRows(LayoutParts& parts) {
  constexpr double kBesideLabels = 12;
  const uint32_t count = parts.found().items.size();
  const bool is_labelled = count <= kMostLabelled;
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(
      order, [&](uint32_t a, uint32_t b) { return parts.SizeOf(a).height < parts.SizeOf(b).height; });
  std::vector<BoxSize> area;
  std::vector<std::string> label;
  for (const uint32_t item : order) {
    label.push_back(parts.NameOf(item, true));
    area.push_back(is_labelled ? parts.AreaOf(item, label.back()) : parts.SizeOf(item));
  }
  const BoxGrid grid = ArrangeGrid(area, is_labelled ? kBesideLabels : kGap);
  for (uint32_t k = 0; k < count; ++k) {
    if (is_labelled) {
      parts.AddLabelled({order[k], grid.place[k], area[k], std::move(label[k]), false});
    } else {
      parts.AddItem(order[k], grid.place[k], std::move(label[k]));
    }
  }
  parts.AddSummariesBelow();
}

void ArrangePlot(LayoutParts& parts) { PolymetricPlot(parts).Arrange(); }

}  // namespace ringscope::polymetric
