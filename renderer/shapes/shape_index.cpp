#include "renderer/shapes/shape_index.h"

#include <array>
#include <bit>
#include <cmath>

namespace ringscope {
namespace {

constexpr size_t kFanout = 16;
constexpr float kFarthest = 1e38f;

double Middle(double low, double high) { return low / 2 + high / 2; }

// A number that ascends with the place; an infinite edge puts the middle of its box anywhere. Places that a
// float does not tell apart have the same order: the tree is as right, and hardly worse.
uint32_t OrderOf(double place) {
  const auto far = static_cast<double>(kFarthest);
  const float value = place >= -far && place <= far ? static_cast<float>(place)
                      : place > 0                   ? kFarthest
                                                    : -kFarthest;
  const auto bits = std::bit_cast<uint32_t>(value);
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

// The order in the upper half, a number in the lower half.
uint64_t Keyed(double place, uint32_t number) { return uint64_t{OrderOf(place)} << 32 | number; }
uint32_t NumberOf(uint64_t key) { return static_cast<uint32_t>(key); }

// Sorts by the upper halves; keys with equal ones keep their order. O(n).
void SortByOrder(std::vector<uint64_t>& keys) {
  constexpr int kBits = 11, kPasses = 3;
  constexpr size_t kBuckets = size_t{1} << kBits;
  std::vector<uint64_t> other(keys.size());
  for (int pass = 0; pass < kPasses; ++pass) {
    const int shift = 32 + pass * kBits;
    const auto bucket = [&](uint64_t key) { return key >> shift & (kBuckets - 1); };
    std::array<uint32_t, kBuckets> end{};
    for (const uint64_t key : keys) ++end[bucket(key)];
    uint32_t sum = 0;
    for (uint32_t& one : end) one = std::exchange(sum, sum + one);
    for (const uint64_t key : keys) other[end[bucket(key)]++] = key;
    keys.swap(other);
  }
}

size_t CeilDivide(size_t a, size_t b) { return (a + b - 1) / b; }

// Products of a scale and a place up to here stay finite.
constexpr double kFarthestShape = 1e150;
// No character is wider than this, in font sizes.
constexpr float kMostAdvance = 2;

bool IsFar(double place) { return !(std::abs(place) <= kFarthestShape); }

PlaneBox BoxOf(const ShapeRect& rect) { return {rect.x, rect.y, rect.x + rect.width, rect.y + rect.height}; }

PlaneBox BoxOf(const ShapeLine& line) {
  if (IsFar(line.x) || IsFar(line.y) || IsFar(line.end_x) || IsFar(line.end_y)) return {};
  return {std::min(line.x, line.end_x), std::min(line.y, line.end_y), std::max(line.x, line.end_x),
          std::max(line.y, line.end_y)};
}

PlaneBox BoxOf(const ShapePoint& point) {
  if (IsFar(point.x) || IsFar(point.y)) return {};
  return {point.x, point.y, point.x, point.y};
}

PlaneBox BoxOf(const ShapeText& text) { return {text.x, text.y, text.x + text.width, text.y + text.height}; }

float ReachPx(const ShapeLine& line) { return ShapePx(line.width_px) / 2; }
float ReachPx(const ShapePoint& point) { return ShapePx(point.width_px) / 2; }
float ReachPx(const ShapeText& text) {
  if (HasBox(text) || !(text.size_px > 0)) return 0;
  const float size_px = std::min(text.size_px, kMostTextPx);
  const float reach = std::abs(text.shift_x_px) + std::abs(text.shift_y_px) +
                      size_px * (1 + kMostAdvance * static_cast<float>(text.text.size()));
  return std::isfinite(reach) ? reach : 0;
}

template <typename Shape>
BoxIndex IndexOf(const std::vector<Shape>& shapes) {
  std::vector<PlaneBox> boxes;
  boxes.reserve(shapes.size());
  for (const Shape& shape : shapes) boxes.push_back(BoxOf(shape));
  return BoxIndex(boxes);
}

template <typename Shape>
float LongestReachPx(const std::vector<Shape>& shapes) {
  float longest = 0;
  for (const Shape& shape : shapes) longest = std::max(longest, ReachPx(shape));
  return longest;
}

}  // namespace

BoxIndex::BoxIndex(std::span<const PlaneBox> boxes) : box_count_(boxes.size()) {
  std::vector<uint64_t> order;
  order.reserve(boxes.size());
  for (uint32_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].empty()) order.push_back(Keyed(Middle(boxes[i].left, boxes[i].right), i));
  }
  if (order.empty()) return;
  SortByOrder(order);
  // Slices from left to right, each with about as many nodes as there are slices, from top to bottom.
  const size_t nodes = CeilDivide(order.size(), kFanout);
  const auto slices = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(nodes))));
  const size_t slice = CeilDivide(nodes, slices) * kFanout;
  for (size_t begin = 0; begin < order.size(); begin += slice) {
    const size_t end = std::min(begin + slice, order.size());
    for (size_t i = begin; i < end; ++i) {
      const PlaneBox& box = boxes[NumberOf(order[i])];
      order[i] = Keyed(Middle(box.top, box.bottom), NumberOf(order[i]));
    }
    std::sort(order.begin() + static_cast<ptrdiff_t>(begin), order.begin() + static_cast<ptrdiff_t>(end));
  }
  boxes_.reserve(order.size());
  numbers_.reserve(order.size());
  for (const uint64_t key : order) {
    boxes_.push_back(boxes[NumberOf(key)]);
    numbers_.push_back(NumberOf(key));
  }
  const auto add_level = [this](size_t count, const auto& below) {
    std::vector<Node> level(CeilDivide(count, kFanout));
    for (size_t i = 0; i < count; ++i) {
      const Node one = below(i);
      Node& node = level[i / kFanout];
      node.box.Add(one.box);
      node.last = std::max(node.last, one.last);
    }
    levels_.push_back(std::move(level));
  };
  add_level(boxes_.size(), [this](size_t i) { return Node{boxes_[i], numbers_[i]}; });
  while (levels_.back().size() > 1)
    add_level(levels_.back().size(), [this](size_t i) { return levels_.back()[i]; });
}

template <typename Enters, typename Take>
void BoxIndex::Walk(const PlaneBox& area, Enters enters, Take take) const {
  if (levels_.empty() || !area.Touches(bounds())) return;
  const Node& root = levels_.back().front();
  if (enters(root, take)) Visit(levels_.size() - 1, 0, area.Holds(root.box), area, enters, take);
}

template <typename Enters, typename Take>
void BoxIndex::Visit(size_t level, size_t node, bool is_inside, const PlaneBox& area, Enters& enters,
                     Take& take) const {
  const size_t begin = node * kFanout;
  if (level == 0) {
    const size_t end = std::min(begin + kFanout, boxes_.size());
    for (size_t i = begin; i < end; ++i) {
      if (is_inside || area.Touches(boxes_[i])) take(numbers_[i]);
    }
    return;
  }
  const std::vector<Node>& below = levels_[level - 1];
  const size_t end = std::min(begin + kFanout, below.size());
  for (size_t i = begin; i < end; ++i) {
    if (!is_inside && !area.Touches(below[i].box)) continue;
    if (enters(below[i], take))
      Visit(level - 1, i, is_inside || area.Holds(below[i].box), area, enters, take);
  }
}

// Marks the boxes found as bits, which come out ascending without being sorted.
template <typename Enters>
void BoxIndex::FindWhere(const PlaneBox& area, Enters enters, std::vector<uint32_t>& found) const {
  found.clear();
  std::vector<uint64_t> words(CeilDivide(box_count_, 64));
  uint64_t* const bits = words.data();
  Walk(area, enters, [bits](uint32_t number) { bits[number / 64] |= uint64_t{1} << (number % 64); });
  for (size_t word = 0; word < words.size(); ++word) {
    for (uint64_t left = bits[word]; left != 0; left &= left - 1)
      found.push_back(static_cast<uint32_t>(word * 64 + static_cast<size_t>(std::countr_zero(left))));
  }
}

void BoxIndex::Find(const PlaneBox& area, std::vector<uint32_t>& found) const {
  FindWhere(
      area, [](const Node&, auto&) { return true; }, found);
}

void BoxIndex::FindMerged(const PlaneBox& area, const Merging& merging, std::vector<uint32_t>& found) const {
  const auto enters = [&merging](const Node& node, auto& take) {
    if (node.box.right - node.box.left > merging.width || node.box.bottom - node.box.top > merging.height ||
        !merging.hides(node.last))
      return true;
    take(node.last);
    return false;
  };
  FindWhere(area, enters, found);
}

void BoxIndex::FindLarge(const PlaneBox& area, double width, double height,
                         std::vector<uint32_t>& found) const {
  const auto enters = [=](const Node& node, auto&) {
    return node.box.right - node.box.left >= width && node.box.bottom - node.box.top >= height;
  };
  FindWhere(area, enters, found);
}

std::optional<uint32_t> BoxIndex::Last(const PlaneBox& area) const {
  std::optional<uint32_t> last;
  Walk(
      area, [&](const Node& node, auto&) { return !last || node.last > *last; },
      [&](uint32_t number) { last = last ? std::max(*last, number) : number; });
  return last;
}

bool HasBox(const ShapeText& text) { return text.width != 0 || text.height != 0; }

ShapeIndex::ShapeIndex(const ShapeBatch& batch)
    : rects(IndexOf(batch.rects)),
      lines(IndexOf(batch.lines)),
      points(IndexOf(batch.points)),
      texts(IndexOf(batch.texts)),
      line_reach_px(LongestReachPx(batch.lines)),
      point_reach_px(LongestReachPx(batch.points)),
      text_reach_px(LongestReachPx(batch.texts)),
      has_free_texts(!std::all_of(batch.texts.begin(), batch.texts.end(), HasBox)) {}

PlaneBox ShapeIndex::bounds() const {
  PlaneBox all;
  for (const BoxIndex* index : {&rects, &lines, &points, &texts}) all.Add(index->bounds());
  return all;
}

}  // namespace ringscope
