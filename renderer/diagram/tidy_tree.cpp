#include "renderer/diagram/tidy_tree.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ringscope {
namespace {

// A box while it is arranged, in the terms of the paper.
struct Walked {
  double width = 0, height = 0, top = 0;      // with the gaps
  double prelim = 0, mod = 0;                 // x is prelim and the sum of mod from the root on
  double shift = 0, change = 0;               // what is spread over siblings between
  uint32_t first_child = 0, child_count = 0;  // of Arranging::children_
  // What follows on the left and on the right contour of a leaf.
  uint32_t left_thread = kNoBox, right_thread = kNoBox;
  // The lowest boxes of the subtree's contours, and the sums of mod down to them.
  uint32_t left_extreme = kNoBox, right_extreme = kNoBox;
  double left_extreme_mods = 0, right_extreme_mods = 0;
  [[nodiscard]] double bottom() const { return top + height; }
};

// Down to which sibling lies lowest: of the siblings that are placed, only those that lie deeper than all
// right of them.
struct LowSibling {
  double low = 0;
  uint32_t index = 0;
};

class Arranging {
 public:
  Arranging(const BoxTree& tree, const BoxGaps& gaps, bool is_mirrored) {
    const size_t count = tree.size.size();
    boxes_.resize(count + 1);  // the last one is above all roots
    root_ = static_cast<uint32_t>(count);
    parent_.resize(count);
    for (size_t k = 0; k < count; ++k) {
      parent_[k] = k < tree.parent.size() && tree.parent[k] < k ? tree.parent[k] : root_;
      ++boxes_[parent_[k]].child_count;
    }
    uint32_t begin = 0;
    for (Walked& box : boxes_) {
      box.first_child = begin;
      begin += box.child_count;
    }
    children_.resize(count);
    std::vector<uint32_t> filled(count + 1, 0);
    for (uint32_t k = 0; k < count; ++k) {
      const Walked& parent = boxes_[parent_[k]];
      const uint32_t place = filled[parent_[k]]++;
      children_[parent.first_child + (is_mirrored ? parent.child_count - 1 - place : place)] = k;
    }
    for (size_t k = 0; k < count; ++k) {
      const BoxSize size = SoundSize(tree.size[k]);
      Walked& box = boxes_[k];
      box.width = size.width + gaps.beside;
      box.height = size.height + gaps.below;
      box.top = parent_[k] == root_ ? 0 : boxes_[parent_[k]].bottom();
      if (k < tree.top.size() && tree.top[k] > box.top) box.top = std::min(tree.top[k], kMostBoxSide);
    }
    boxes_[root_].height = 0;
  }

  // The x of each box, gap included.
  std::vector<double> Run() {
    // Children stand behind their parents, so that backwards all children are ready before their parent.
    for (auto k = static_cast<uint32_t>(children_.size()); k-- > 0;) Place(k);
    Place(root_);
    std::vector<double> x(children_.size());
    std::vector<double> mods(boxes_.size(), 0);
    SpreadChildren(boxes_[root_]);
    mods[root_] = boxes_[root_].mod;
    for (uint32_t k = 0; k < children_.size(); ++k) {
      mods[k] = mods[parent_[k]] + boxes_[k].mod;
      x[k] = boxes_[k].prelim + mods[k];
      SpreadChildren(boxes_[k]);
    }
    return x;
  }
  [[nodiscard]] double TopOf(size_t box) const { return boxes_[box].top; }

 private:
  [[nodiscard]] uint32_t Child(const Walked& box, uint32_t i) const { return children_[box.first_child + i]; }

  // Moves the subtrees of the children apart, and the box above their middle.
  void Place(uint32_t number) {
    Walked& box = boxes_[number];
    if (box.child_count == 0) {
      box.left_extreme = box.right_extreme = number;
      return;
    }
    lows_.clear();
    lows_.push_back({boxes_[boxes_[Child(box, 0)].left_extreme].bottom(), 0});
    for (uint32_t i = 1; i < box.child_count; ++i) {
      const double low = boxes_[boxes_[Child(box, i)].right_extreme].bottom();
      Separate(box, i);
      while (!lows_.empty() && low >= lows_.back().low) lows_.pop_back();
      lows_.push_back({low, i});
    }
    const Walked &first = boxes_[Child(box, 0)], &last = boxes_[Child(box, box.child_count - 1)];
    box.prelim = (first.prelim + first.mod + last.mod + last.prelim + last.width) / 2 - box.width / 2;
    box.left_extreme = first.left_extreme;
    box.left_extreme_mods = first.left_extreme_mods;
    box.right_extreme = last.right_extreme;
    box.right_extreme_mods = last.right_extreme_mods;
  }

  void Separate(Walked& box, uint32_t i) {
    uint32_t right = Child(box, i - 1), left = Child(box, i);
    double right_mods = boxes_[right].mod, left_mods = boxes_[left].mod;
    size_t low = lows_.size();  // of which the last is nearest
    while (right != kNoBox && left != kNoBox) {
      const Walked &of_right = boxes_[right], &of_left = boxes_[left];
      while (low > 1 && of_right.bottom() > lows_[low - 1].low) --low;
      const double overlap = right_mods + of_right.prelim + of_right.width - (left_mods + of_left.prelim);
      if (overlap > 0) {
        left_mods += overlap;
        MoveSubtree(box, i, lows_[low - 1].index, overlap);
      }
      const double right_bottom = of_right.bottom(), left_bottom = of_left.bottom();
      if (right_bottom <= left_bottom) {
        right = NextRight(of_right);
        if (right != kNoBox) right_mods += boxes_[right].mod;
      }
      if (right_bottom >= left_bottom) {
        left = NextLeft(of_left);
        if (left != kNoBox) left_mods += boxes_[left].mod;
      }
    }
    if (right == kNoBox && left != kNoBox) SetLeftThread(box, i, left, left_mods);
    if (right != kNoBox && left == kNoBox) SetRightThread(box, i, right, right_mods);
  }

  [[nodiscard]] uint32_t NextLeft(const Walked& box) const {
    return box.child_count == 0 ? box.left_thread : Child(box, 0);
  }
  [[nodiscard]] uint32_t NextRight(const Walked& box) const {
    return box.child_count == 0 ? box.right_thread : Child(box, box.child_count - 1);
  }

  void MoveSubtree(Walked& box, uint32_t i, uint32_t reached, double distance) {
    Walked& moved = boxes_[Child(box, i)];
    moved.mod += distance;
    moved.left_extreme_mods += distance;
    moved.right_extreme_mods += distance;
    // Siblings between the two that touch share the room.
    if (reached + 1 >= i) return;
    const double between = i - reached;
    boxes_[Child(box, reached + 1)].shift += distance / between;
    moved.shift -= distance / between;
    moved.change -= distance - distance / between;
  }

  void SetLeftThread(Walked& box, uint32_t i, uint32_t left, double left_mods) {
    Walked &first = boxes_[Child(box, 0)], &child = boxes_[Child(box, i)];
    Walked& lowest = boxes_[first.left_extreme];
    lowest.left_thread = left;
    const double difference = left_mods - boxes_[left].mod - first.left_extreme_mods;
    lowest.mod += difference;
    lowest.prelim -= difference;
    first.left_extreme = child.left_extreme;
    first.left_extreme_mods = child.left_extreme_mods;
  }

  void SetRightThread(Walked& box, uint32_t i, uint32_t right, double right_mods) {
    Walked &child = boxes_[Child(box, i)], &before = boxes_[Child(box, i - 1)];
    Walked& lowest = boxes_[child.right_extreme];
    lowest.right_thread = right;
    const double difference = right_mods - boxes_[right].mod - child.right_extreme_mods;
    lowest.mod += difference;
    lowest.prelim -= difference;
    child.right_extreme = before.right_extreme;
    child.right_extreme_mods = before.right_extreme_mods;
  }

  void SpreadChildren(const Walked& box) {
    double step = 0, mods = 0;
    for (uint32_t i = 0; i < box.child_count; ++i) {
      Walked& child = boxes_[Child(box, i)];
      step += child.shift;
      mods += step + child.change;
      child.mod += mods;
    }
  }

  std::vector<Walked> boxes_;
  std::vector<uint32_t> parent_, children_;
  std::vector<LowSibling> lows_;
  uint32_t root_ = 0;
};

}  // namespace

BoxSize SoundSize(BoxSize size) {
  const auto sound = [](double side) { return side > 0 ? std::min(side, kMostBoxSide) : 0; };
  return {sound(size.width), sound(size.height)};
}

std::vector<PlanePoint> ArrangeTree(const BoxTree& tree, const BoxGaps& gaps) {
  const size_t count = tree.size.size();
  std::vector<PlanePoint> places(count);
  if (count == 0) return places;
  // Both from the left and from the right: each is a picture in which nothing overlaps, so the mean of both
  // is one too, as what keeps boxes apart are sums of their places; and the mean is the same from either
  // side.
  Arranging from_left(tree, gaps, false), from_right(tree, gaps, true);
  const std::vector<double> left = from_left.Run(), right = from_right.Run();
  double least = 0;
  for (size_t k = 0; k < count; ++k) {
    const double width = SoundSize(tree.size[k]).width;
    places[k] = {(left[k] - (right[k] + width + gaps.beside)) / 2, from_left.TopOf(k)};
    least = k == 0 ? places[k].x : std::min(least, places[k].x);
  }
  for (PlanePoint& place : places) place.x -= least;
  return places;
}

}  // namespace ringscope
