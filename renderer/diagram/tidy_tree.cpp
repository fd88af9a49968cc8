#include "renderer/diagram/tidy_tree.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace ringscope {
namespace {

// A box with its gaps, and the outline of everything below it. Each side, 0 left and 1 right, has its lowest
// box and a contour: the boxes that are seen from that side, from the top down. Rows, not columns: a contour
// reads all of a box at once, and this is one cache line.
struct Subtree {
  double bottom = 0, width = 0;
  // The next box of each contour, and how far its left edge lies right of this one's.
  double next_x[2] = {0, 0};
  double lowest_x[2] = {0, 0};  // the same of the lowest boxes
  uint32_t next[2] = {kNoBox, kNoBox};
  uint32_t lowest[2] = {kNoBox, kNoBox};
};

// The part of the contour of all siblings placed so far that lies in one of them.
struct ContourPart {
  uint32_t sibling = 0;  // its index in the order of placing
  uint32_t box = 0;      // its first box on the contour
  double x = 0;          // the box's edge, as the sibling stands so far
};

class Arranging {
 public:
  // With `columns`, the children of a box stand in columns if they are more than `aspect` times as wide as
  // high.
  Arranging(const BoxTree& tree, const BoxGaps& gaps, std::vector<PlanePoint>& places, double aspect = 0,
            std::vector<ColumnSeat>* columns = nullptr, std::span<const BoxStand> kept = {})
      : tree_(tree),
        gaps_(gaps),
        places_(places),
        root_(static_cast<uint32_t>(tree.size.size())),
        aspect_(aspect),
        columns_(columns),
        kept_(kept) {
    boxes_.resize(size_t{root_} + 1);  // the last one is above all roots
    GatherChildren();
    for (uint32_t k = 0; k < root_; ++k) {
      const BoxSize size = SoundSize(tree.size[k]);
      const uint32_t parent = ParentOf(k);
      double top = parent == root_ ? 0 : boxes_[parent].bottom;
      if (k < tree.top.size() && tree.top[k] > top) top = std::min(tree.top[k], kMostBoxSide);
      places[k].y = top;
      boxes_[k].bottom = top + size.height + gaps.below;
      boxes_[k].width = size.width + gaps.beside;
    }
    if (columns_ == nullptr) return;
    reach_.resize(boxes_.size());
    seat_.assign(boxes_.size(), kNoBox);
  }

  void Run() {
    // Children stand behind their parents, so that backwards all children are ready before their parent.
    for (uint32_t k = root_; k-- > 0;) Place(k);
    Place(root_);
    if (columns_ != nullptr) MoveColumns();
    double least = 0;
    for (uint32_t k = 0; k < root_; ++k) {
      const uint32_t parent = ParentOf(k);
      if (parent != root_) places_[k].x += places_[parent].x;
      least = k == 0 ? places_[k].x : std::min(least, places_[k].x);
    }
    for (PlanePoint& place : places_) place.x -= least;
    if (columns_ == nullptr) return;
    // Lines of columns lie right of the left edge of all: a gap left of boxes, which others keep off.
    for (ColumnSeat& seat : *columns_) seat.line_x = places_[seat.box].x + seat.line_x;
  }

 private:
  [[nodiscard]] uint32_t ParentOf(uint32_t box) const {
    return box < tree_.parent.size() && tree_.parent[box] < box ? tree_.parent[box] : root_;
  }

  void GatherChildren() {
    first_child_.assign(size_t{root_} + 2, 0);
    for (uint32_t k = 0; k < root_; ++k) ++first_child_[ParentOf(k)];
    uint32_t end = 0;
    for (uint32_t& first : first_child_) {
      end += first;
      first = end;
    }
    children_.resize(root_);
    for (uint32_t k = root_; k-- > 0;) children_[--first_child_[ParentOf(k)]] = k;
  }

  // Moves the subtrees of the children apart, and the box above their middle: places_ has x from its left
  // edge.
  void Place(uint32_t number) {
    const uint32_t* child = children_.data() + first_child_[number];
    uint32_t count = first_child_[number + 1] - first_child_[number];
    Subtree& box = boxes_[number];
    if (count == 0) {
      box.lowest[0] = box.lowest[1] = number;
      if (columns_ != nullptr) reach_[number] = {0, box.width};
      return;
    }
    PackRow(child, count);
    if (columns_ != nullptr && count > 1 && StandInColumns(child, count)) {
      child = standing_.data();
      count = static_cast<uint32_t>(standing_.size());
      PackRow(child, count);
    }
    const double begin = (boxes_[number].width - x_.back() - boxes_[child[count - 1]].width) / 2;
    for (uint32_t i = 0; i < count; ++i) {
      x_[i] += begin;
      if (child[i] < root_) places_[child[i]].x = x_[i];
    }
    for (const int side : {0, 1}) Join(boxes_[number], child, contours_[side], side);
    if (columns_ == nullptr) return;
    for (const auto& [member, column] : members_)
      places_[member].x = x_[column] + gaps_.beside - reach_[member].left;
    members_.clear();
    Reach reach{0, boxes_[number].width};
    for (uint32_t i = 0; i < count; ++i) {
      reach.left = std::min(reach.left, x_[i] + reach_[child[i]].left);
      reach.right = std::max(reach.right, x_[i] + reach_[child[i]].right);
    }
    reach_[number] = reach;
  }

  // Puts children into a row: x_ from the left edge of the first one.
  void PackRow(const uint32_t* child, uint32_t count) {
    x_.resize(count);
    x_[0] = 0;
    if (count == 1) {
      contours_[0].assign(1, {0, child[0], 0});
      contours_[1] = contours_[0];
    } else {
      Pack<false>(child, count, x_);
    }
    if (count < 3) return;
    // Packs from the other side, too: nothing overlaps in either packing, nor in their mean, as boxes are
    // kept apart by differences of their places; and the mean is the same from either side.
    Pack<true>(child, count, pushed_);
    const double width = x_.back() + boxes_[child[count - 1]].width;
    for (uint32_t i = 1; i + 1 < count; ++i)
      x_[i] = (x_[i] + width - pushed_[count - 1 - i] - boxes_[child[i]].width) / 2;
  }

  // Makes the contour of a box and everything below it from those of its children.
  void Join(Subtree& box, const uint32_t* child, const std::vector<ContourPart>& contour, int side) {
    uint32_t* next = &box.next[side];
    double *next_x = &box.next_x[side], from = 0;
    for (const ContourPart& part : contour) {
      const double x = x_[part.sibling] + part.x;
      *next = part.box;
      *next_x = x - from;
      Subtree& sibling = boxes_[child[part.sibling]];
      box.lowest[side] = sibling.lowest[side];
      box.lowest_x[side] = from = x_[part.sibling] + sibling.lowest_x[side];
      Subtree& lowest = boxes_[sibling.lowest[side]];
      next = &lowest.next[side];
      next_x = &lowest.next_x[side];
    }
  }

  // Pushes siblings to the left, or mirrored to the right, as far as they go: places from the first one on,
  // in the order in which they are placed. Spreads the siblings between two that touch. Unmirrored it also
  // makes the contours of all of them.
  template <bool kMirrored>
  void Pack(const uint32_t* child, uint32_t count, std::vector<double>& place) {
    constexpr int kFar = kMirrored ? 0 : 1, kNear = 1 - kFar;  // sides: of those placed, of the next one
    const auto sibling = [&](uint32_t i) { return child[kMirrored ? count - 1 - i : i]; };
    // How far the next box of a contour lies from this one.
    const auto step = [&](const Subtree& box, int side) {
      return kMirrored ? box.width - boxes_[box.next[side]].width - box.next_x[side] : box.next_x[side];
    };
    place.resize(count);
    spread_.assign(count, {});
    exposed_.assign(1, {0, sibling(0), 0});
    place[0] = 0;
    if (!kMirrored) contours_[0].assign(1, {0, sibling(0), 0});
    for (uint32_t i = 1; i < count; ++i) {
      uint32_t placed = exposed_.back().box, next = sibling(i);
      double placed_x = exposed_.back().x;
      double at = placed_x + boxes_[placed].width, next_x = at;
      while (placed != kNoBox && next != kNoBox) {
        const Subtree &of_placed = boxes_[placed], &of_next = boxes_[next];
        const double overlap = placed_x + of_placed.width - next_x;
        if (overlap > 0) {
          at += overlap;
          next_x += overlap;
          Spread(exposed_.back().sibling, i, overlap);
        }
        if (of_placed.bottom <= of_next.bottom) {
          if (of_placed.next[kFar] != kNoBox) {
            placed = of_placed.next[kFar];
            placed_x += step(of_placed, kFar);
          } else {
            exposed_.pop_back();
            placed = exposed_.empty() ? kNoBox : exposed_.back().box;
            placed_x = exposed_.empty() ? 0 : exposed_.back().x;
          }
        }
        if (of_placed.bottom >= of_next.bottom) {
          if (of_next.next[kNear] != kNoBox) next_x += step(of_next, kNear);
          next = of_next.next[kNear];
        }
      }
      place[i] = at;
      if (placed != kNoBox) {
        exposed_.back().box = placed;
        exposed_.back().x = placed_x;
      }
      if (!kMirrored && next != kNoBox) contours_[0].push_back({i, next, next_x - at});
      exposed_.push_back({i, sibling(i), at});
    }
    if (!kMirrored) {
      contours_[1].assign(exposed_.rbegin(), exposed_.rend());
      for (ContourPart& part : contours_[1]) part.x -= place[part.sibling];
    }
    double moved = 0, each = 0;
    for (uint32_t i = 0; i < count; ++i) {
      each += spread_[i].each;
      moved += each - spread_[i].back;
      place[i] += moved;
    }
  }

  // Divides the room by which a sibling was moved among those between it and the one that it touched.
  void Spread(uint32_t touched, uint32_t moved, double distance) {
    if (touched + 1 >= moved) return;
    const double each = distance / (moved - touched);
    spread_[touched + 1].each += each;
    spread_[moved].each -= each;
    spread_[moved].back += distance - each;
  }

  // The size of a box with everything below it.
  [[nodiscard]] BoxSize SizeOf(uint32_t box) const {
    return {reach_[box].right - reach_[box].left,
            boxes_[boxes_[box].lowest[0]].bottom - places_[box].y - gaps_.below};
  }
  [[nodiscard]] bool IsLeaf(uint32_t box) const { return first_child_[box] == first_child_[box + 1]; }

  [[nodiscard]] bool IsKept(const uint32_t* child, uint32_t count) const {
    return std::all_of(child, child + count,
                       [&](uint32_t box) { return box < kept_.size() && kept_[box] != BoxStand::kFree; });
  }

  // Stacks children in columns that are no higher than `most`, unless one child is; or, with a `most` of 0,
  // as they are kept. Calls add(number, whether it begins a column, how far below the column's top, the
  // column's size so far). Returns the size of all.
  template <typename Add>
  BoxSize Stack(const uint32_t* child, uint32_t count, double most, Add add) const {
    BoxSize all, column;
    for (uint32_t i = 0; i < count; ++i) {
      const BoxSize size = SizeOf(child[i]);
      double top = 0;
      if (i > 0) top = column.height + (IsLeaf(child[i - 1]) && IsLeaf(child[i]) ? 0.25 : 1) * gaps_.below;
      const bool begins =
          i == 0 || (most > 0 ? top + size.height > most : kept_[child[i]] == BoxStand::kBegins);
      if (begins) {
        all.width += column.width;
        column = {};
        top = 0;
      }
      column.width = std::max(column.width, size.width + gaps_.beside);
      column.height = top + size.height;
      all.height = std::max(all.height, column.height);
      add(i, begins, top, column);
    }
    all.width += column.width;
    return all;
  }

  // The height of columns with which children come closest to the proportions, and clearly closer than in the
  // row in which they stand; 0: none.
  [[nodiscard]] double HeightOfColumns(const uint32_t* child, uint32_t count) const {
    constexpr double kClearly = 0.2, kNothing = 1e-9;
    Reach reach;
    double highest = kNothing, area = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const BoxSize size = SizeOf(child[i]);
      reach.left = std::min(reach.left, x_[i] + reach_[child[i]].left);
      reach.right = std::max(reach.right, x_[i] + reach_[child[i]].right);
      highest = std::max(highest, size.height);
      area += (size.height + gaps_.below / 4) * (size.width + gaps_.beside);
    }
    double least = std::log((reach.right - reach.left) / highest / aspect_) - kClearly, best = 0;
    double most = std::max(highest, 0.7 * std::sqrt(area / aspect_));
    for (int tries = 0; least > 0 && tries < 8; ++tries) {
      const BoxSize all = Stack(child, count, most, [](uint32_t, bool, double, const BoxSize&) {});
      const double miss = std::log(all.width / std::max(all.height, kNothing) / aspect_);
      if (std::abs(miss) < least) {
        least = std::abs(miss);
        best = most;
      }
      if (miss < 0) break;
      most *= 1.3;
    }
    return best;
  }

  // Whether children that stand in a row shall stand in columns. If so, standing_ gets the columns and the
  // boxes that stand alone, in their order.
  bool StandInColumns(const uint32_t* child, uint32_t count) {
    double most = 0;
    if (IsKept(child, count)) {
      const auto is_below = [&](uint32_t box) { return kept_[box] == BoxStand::kBelow; };
      if (std::none_of(child + 1, child + count, is_below)) return false;
    } else {
      most = HeightOfColumns(child, count);
      if (most == 0) return false;
    }
    standing_.clear();
    BoxSize size;
    uint32_t begun = 0;
    const auto finish = [&](uint32_t end) {
      if (end - begun == 1) {  // alone
        seat_[child[begun]] = kNoBox;
        standing_.push_back(child[begun]);
        members_.pop_back();
        columns_->pop_back();
        return;
      }
      const auto number = static_cast<uint32_t>(boxes_.size());
      Subtree& column = boxes_.emplace_back();
      column.lowest[0] = column.lowest[1] = number;
      column.width = size.width;
      column.bottom = places_[child[begun]].y + size.height + gaps_.below;
      reach_.push_back({0, size.width});
      standing_.push_back(number);
    };
    Stack(child, count, most, [&](uint32_t i, bool begins, double top, const BoxSize& column) {
      if (begins && i > 0) finish(i);
      if (begins) begun = i;
      seat_[child[i]] = static_cast<uint32_t>(columns_->size());
      columns_->push_back(
          {child[i], begins ? kNoBox : child[i - 1], reach_[child[i]].left - gaps_.beside, top});
      members_.emplace_back(child[i], static_cast<uint32_t>(standing_.size()));
      size = column;
    });
    finish(count);
    return true;
  }

  // Moves boxes down to their seats, with everything below them.
  void MoveColumns() {
    std::vector<double> down(root_, 0);
    for (uint32_t k = 0; k < root_; ++k) {
      if (ParentOf(k) != root_) down[k] = down[ParentOf(k)];
      if (seat_[k] != kNoBox) down[k] += (*columns_)[seat_[k]].below_top;
      places_[k].y += down[k];
    }
  }

  struct Spreading {
    double each = 0;  // each sibling from this one on moves this much further than the one before
    double back = 0;  // all siblings from this one on move this much less
  };

  struct Reach {
    double left = 0, right = 0;  // of a box with all below it, from its left edge; with the gap
  };

  const BoxTree& tree_;
  const BoxGaps gaps_;
  std::vector<PlanePoint>& places_;
  const uint32_t root_;
  const double aspect_;
  std::vector<ColumnSeat>* const columns_;
  const std::span<const BoxStand> kept_;
  std::vector<Subtree> boxes_;                    // behind that of the root: columns
  std::vector<uint32_t> first_child_, children_;  // by parent; in the order of the list
  // Of the children of one box:
  std::vector<double> x_, pushed_;
  std::vector<Spreading> spread_;
  std::vector<ContourPart> exposed_, contours_[2];
  // With columns:
  std::vector<Reach> reach_;        // by box
  std::vector<uint32_t> seat_;      // by box: of columns_
  std::vector<uint32_t> standing_;  // of the children of one box: columns, and boxes alone
  std::vector<std::pair<uint32_t, uint32_t>> members_;  // and the places of their columns in standing_
};

}  // namespace

std::vector<PlanePoint> ArrangeTree(const BoxTree& tree, const BoxGaps& gaps) {
  std::vector<PlanePoint> places(tree.size.size());
  if (!places.empty()) Arranging(tree, gaps, places).Run();
  return places;
}

TreeColumns ArrangeTreeInColumns(const BoxTree& tree, const BoxGaps& gaps, double aspect,
                                 std::span<const BoxStand> kept) {
  TreeColumns columns;
  columns.place.resize(tree.size.size());
  if (!columns.place.empty()) Arranging(tree, gaps, columns.place, aspect, &columns.seats, kept).Run();
  return columns;
}

TreeColumns ArrangeTreeToRead(const BoxTree& tree, const BoxGaps& gaps, std::span<const BoxStand> kept,
                              double aspect) {
  if (std::find(kept.begin(), kept.end(), BoxStand::kBelow) != kept.end())
    return ArrangeTreeInColumns(tree, gaps, aspect, kept);
  // The names of a wider tree cannot be read while all of it is in sight.
  constexpr double kReadableWidth = 2'000;
  TreeColumns row{ArrangeTree(tree, gaps), {}};
  double width = 0, height = 0;
  for (size_t k = 0; k < row.place.size(); ++k) {
    const BoxSize size = SoundSize(tree.size[k]);
    width = std::max(width, row.place[k].x + size.width);
    height = std::max(height, row.place[k].y + size.height);
  }
  if (width <= kReadableWidth || width <= 2 * aspect * height) return row;
  return ArrangeTreeInColumns(tree, gaps, aspect, kept);
}

}  // namespace ringscope
