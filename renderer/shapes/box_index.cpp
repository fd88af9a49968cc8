#include "renderer/shapes/shape_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace ringscope {
namespace {

constexpr size_t kFanout = 16;
constexpr float kFarthest = 1e38f;

double Middle(double low, double high) { return low / 2 + high / 2; }

// Ascends with the place; infinite edges have their middles somewhere. Places that a float does not tell
// apart are told apart by nothing here: the tree is as right, and hardly worse.
uint32_t OrderOf(double place) {
  const auto far = static_cast<double>(kFarthest);
  const float value = place >= -far && place <= far ? static_cast<float>(place)
                      : place > 0                   ? kFarthest
                                                    : -kFarthest;
  const auto bits = std::bit_cast<uint32_t>(value);
  return (bits & 0x80000000u) != 0 ? ~bits : bits | 0x80000000u;
}

// The order in the upper half, a number in the lower one.
uint64_t Keyed(double place, uint32_t number) { return uint64_t{OrderOf(place)} << 32 | number; }
uint32_t NumberOf(uint64_t key) { return static_cast<uint32_t>(key); }

// By the upper halves; the order of those that are equal there stays. O(n).
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
  std::vector<Node> lowest(nodes);
  for (size_t i = 0; i < boxes_.size(); ++i) {
    Node& node = lowest[i / kFanout];
    node.box.Add(boxes_[i]);
    node.last = std::max(node.last, numbers_[i]);
  }
  levels_.push_back(std::move(lowest));
  while (levels_.back().size() > 1) {
    const std::vector<Node>& below = levels_.back();
    std::vector<Node> level(CeilDivide(below.size(), kFanout));
    for (size_t i = 0; i < below.size(); ++i) {
      Node& node = level[i / kFanout];
      node.box.Add(below[i].box);
      node.last = std::max(node.last, below[i].last);
    }
    levels_.push_back(std::move(level));
  }
}

// Walks what touches an area. Wanted::Enters(node) says whether a node's boxes are wanted one by one, and
// Wanted::Take(number) takes one.
template <typename Wanted>
class BoxIndex::Search {
 public:
  Search(const BoxIndex& index, const PlaneBox& area, Wanted& wanted)
      : index_(index), area_(area), wanted_(wanted) {
    if (index.levels_.empty() || !area.Touches(index.bounds())) return;
    const Node& root = index.levels_.back().front();
    if (wanted.Enters(root)) Visit(index.levels_.size() - 1, 0, area.Holds(root.box));
  }

 private:
  // A node that touches the area, or lies in it. As deep as there are levels.
  void Visit(size_t level, size_t node, bool is_inside) {
    const size_t begin = node * kFanout;
    if (level == 0) {
      const size_t end = std::min(begin + kFanout, index_.boxes_.size());
      for (size_t i = begin; i < end; ++i) {
        if (is_inside || area_.Touches(index_.boxes_[i])) wanted_.Take(index_.numbers_[i]);
      }
      return;
    }
    const std::vector<Node>& below = index_.levels_[level - 1];
    const size_t end = std::min(begin + kFanout, below.size());
    for (size_t i = begin; i < end; ++i) {
      if (!is_inside && !area_.Touches(below[i].box)) continue;
      if (wanted_.Enters(below[i])) Visit(level - 1, i, is_inside || area_.Holds(below[i].box));
    }
  }

  const BoxIndex& index_;
  const PlaneBox& area_;
  Wanted& wanted_;
};

// The boxes found are bits, which come out ascending without being sorted.
template <typename Wanted>
void BoxIndex::FindWanted(const PlaneBox& area, Wanted wanted, std::vector<uint32_t>& found) const {
  found.clear();
  std::vector<uint64_t> bits(CeilDivide(box_count_, 64));
  wanted.bits = bits.data();
  Search<Wanted>(*this, area, wanted);
  for (size_t word = 0; word < bits.size(); ++word) {
    for (uint64_t left = bits[word]; left != 0; left &= left - 1)
      found.push_back(static_cast<uint32_t>(word * 64 + static_cast<size_t>(std::countr_zero(left))));
  }
}

namespace {

struct WantsAll {
  uint64_t* bits = nullptr;
  void Take(uint32_t number) { bits[number / 64] |= uint64_t{1} << (number % 64); }
  template <typename Node>
  [[nodiscard]] bool Enters(const Node&) const {
    return true;
  }
};

struct WantsMerged : WantsAll {
  const BoxIndex::Merging* merging = nullptr;
  template <typename Node>
  [[nodiscard]] bool Enters(const Node& node) {
    if (node.box.right - node.box.left > merging->width || node.box.bottom - node.box.top > merging->height ||
        !merging->hides(node.last))
      return true;
    Take(node.last);
    return false;
  }
};

struct WantsLarge : WantsAll {
  double width = 0, height = 0;
  template <typename Node>
  [[nodiscard]] bool Enters(const Node& node) const {
    return node.box.right - node.box.left >= width && node.box.bottom - node.box.top >= height;
  }
};

struct WantsLast {
  std::optional<uint32_t> last;
  void Take(uint32_t number) { last = last ? std::max(*last, number) : number; }
  template <typename Node>
  [[nodiscard]] bool Enters(const Node& node) const {
    return !last || node.last > *last;
  }
};

struct WantsEach {
  const std::function<void(uint32_t)>& each;
  void Take(uint32_t number) const { each(number); }
  template <typename Node>
  [[nodiscard]] bool Enters(const Node&) const {
    return true;
  }
};

}  // namespace

void BoxIndex::Find(const PlaneBox& area, std::vector<uint32_t>& found) const {
  FindWanted(area, WantsAll{}, found);
}

void BoxIndex::FindMerged(const PlaneBox& area, const Merging& merging, std::vector<uint32_t>& found) const {
  FindWanted(area, WantsMerged{{}, &merging}, found);
}

void BoxIndex::FindLarge(const PlaneBox& area, double width, double height,
                         std::vector<uint32_t>& found) const {
  FindWanted(area, WantsLarge{{}, width, height}, found);
}

std::optional<uint32_t> BoxIndex::Last(const PlaneBox& area) const {
  WantsLast wanted;
  Search<WantsLast>(*this, area, wanted);
  return wanted.last;
}

void BoxIndex::ForEach(const PlaneBox& area, const std::function<void(uint32_t)>& each) const {
  WantsEach wanted{each};
  Search<WantsEach>(*this, area, wanted);
}

}  // namespace ringscope
