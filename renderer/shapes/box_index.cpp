#include "renderer/shapes/shape_index.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ringscope {
namespace {

constexpr size_t kFanout = 16;
// Infinite edges count as these, so that every box has a middle.
constexpr double kFarthest = 1e300;

double Middle(double low, double high) {
  return std::clamp(low, -kFarthest, kFarthest) / 2 + std::clamp(high, -kFarthest, kFarthest) / 2;
}

size_t CeilDivide(size_t a, size_t b) { return (a + b - 1) / b; }

// The boxes around each kFanout of `boxes`.
std::vector<PlaneBox> Gather(std::span<const PlaneBox> boxes) {
  std::vector<PlaneBox> nodes(CeilDivide(boxes.size(), kFanout));
  for (size_t i = 0; i < boxes.size(); ++i) nodes[i / kFanout].Add(boxes[i]);
  return nodes;
}

}  // namespace

BoxIndex::BoxIndex(std::span<const PlaneBox> boxes) : box_count_(boxes.size()) {
  std::vector<std::pair<double, uint32_t>> order;
  for (uint32_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].empty()) order.emplace_back(Middle(boxes[i].left, boxes[i].right), i);
  }
  if (order.empty()) return;
  std::sort(order.begin(), order.end());
  // Slices from left to right, each with about as many nodes as there are slices, from top to bottom.
  const size_t nodes = CeilDivide(order.size(), kFanout);
  const auto slices = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(nodes))));
  const size_t slice = CeilDivide(nodes, slices) * kFanout;
  for (size_t begin = 0; begin < order.size(); begin += slice) {
    const size_t end = std::min(begin + slice, order.size());
    for (size_t i = begin; i < end; ++i) {
      const PlaneBox& box = boxes[order[i].second];
      order[i].first = Middle(box.top, box.bottom);
    }
    std::sort(order.begin() + static_cast<ptrdiff_t>(begin), order.begin() + static_cast<ptrdiff_t>(end));
  }
  for (const auto& [place, number] : order) {
    boxes_.push_back(boxes[number]);
    numbers_.push_back(number);
  }
  levels_.push_back(Gather(boxes_));
  while (levels_.back().size() > 1) levels_.push_back(Gather(levels_.back()));
}

// One search: the boxes found are bits, which come out ascending without being sorted.
class BoxIndex::Search {
 public:
  Search(const BoxIndex& index, const PlaneBox& area)
      : index_(index), area_(area), bits_(CeilDivide(index.box_count_, 64)) {
    if (!index.levels_.empty() && area.Touches(index.bounds())) Visit(index.levels_.size() - 1, 0);
  }

  void TakeFound(std::vector<uint32_t>& found) const {
    for (size_t word = 0; word < bits_.size(); ++word) {
      for (uint64_t bits = bits_[word]; bits != 0; bits &= bits - 1)
        found.push_back(static_cast<uint32_t>(word * 64 + static_cast<size_t>(std::countr_zero(bits))));
    }
  }

 private:
  // A node that touches the area.
  void Visit(size_t level, size_t node) {
    size_t begin = node * kFanout, end = begin + kFanout;
    if (area_.Holds(index_.levels_[level][node])) {
      for (size_t i = 0; i < level; ++i) begin *= kFanout, end *= kFanout;
      end = std::min(end, index_.numbers_.size());
      for (size_t i = begin; i < end; ++i) Take(i);
      return;
    }
    const std::vector<PlaneBox>& below = level == 0 ? index_.boxes_ : index_.levels_[level - 1];
    end = std::min(end, below.size());
    for (size_t i = begin; i < end; ++i) {
      if (!area_.Touches(below[i])) continue;
      if (level == 0) {
        Take(i);
      } else {
        Visit(level - 1, i);
      }
    }
  }

  void Take(size_t i) { bits_[index_.numbers_[i] / 64] |= uint64_t{1} << (index_.numbers_[i] % 64); }

  const BoxIndex& index_;
  const PlaneBox& area_;
  std::vector<uint64_t> bits_;
};

void BoxIndex::Find(const PlaneBox& area, std::vector<uint32_t>& found) const {
  found.clear();
  Search(*this, area).TakeFound(found);
}

}  // namespace ringscope
