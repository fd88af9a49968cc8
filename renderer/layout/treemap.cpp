#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "renderer/layout/arc_batch_writer.h"

namespace ringscope {
namespace {

// How far the longest box of a row is from a square, at least 1: the row has the area `sum` on a side of the
// room, its boxes have areas from `least` to `most`.
double Longest(double side_px, double sum, double least, double most) {
  const double of_side = side_px * side_px, of_row = sum * sum;
  return std::max(of_side * most / of_row, of_row / (of_side * least));
}

// Puts boxes into a room row by row, each row on the shorter side of the room that is left.
class Squarifier {
 public:
  Squarifier(ArcBatch& batch, const TreemapBox& room, double px_per_unit)
      : batch_(batch), frame_(IcicleFrameOf(batch.spec)), room_(room), px_per_unit_(px_per_unit) {}

  void Place(std::span<const uint32_t> pieces) {
    while (!pieces.empty()) {
      const double side_px = std::min(room_.width_px, room_.height_px);
      const double first = AreaOf(pieces[0]);
      double sum = first, least = first, most = first;
      size_t count = 1;
      for (; count < pieces.size(); ++count) {
        const double area = AreaOf(pieces[count]), low = std::min(least, area), high = std::max(most, area);
        if (Longest(side_px, sum + area, low, high) > Longest(side_px, sum, least, most)) break;
        sum += area, least = low, most = high;
      }
      PlaceRow(pieces.first(count), sum);
      pieces = pieces.subspan(count);
    }
  }

 private:
  double AreaOf(uint32_t piece) const {
    return static_cast<double>(batch_.sweep_units[piece]) * px_per_unit_;
  }

  void PlaceRow(std::span<const uint32_t> row, double sum) {
    const bool is_column = room_.width_px >= room_.height_px;
    const double side_px = is_column ? room_.height_px : room_.width_px;
    double& across_px = is_column ? room_.width_px : room_.height_px;
    const double thick_px = side_px > 0 ? std::min(sum / side_px, across_px) : 0;
    double before = 0;
    for (const uint32_t piece : row) {
      const double begin_px = sum > 0 ? before / sum * side_px : 0;
      before += AreaOf(piece);
      const double length_px = (sum > 0 ? before / sum * side_px : 0) - begin_px;
      Put(piece, is_column ? TreemapBox{room_.left_px, room_.top_px + begin_px, thick_px, length_px}
                           : TreemapBox{room_.left_px + begin_px, room_.top_px, length_px, thick_px});
    }
    (is_column ? room_.left_px : room_.top_px) += thick_px;
    across_px -= thick_px;
  }

  void Put(uint32_t piece, const TreemapBox& box) {
    batch_.start_turns[piece] = static_cast<float>(box.left_px / frame_.width_px);
    batch_.sweep_turns[piece] = static_cast<float>(box.width_px / frame_.width_px);
    batch_.box_top_px[piece] = static_cast<float>(box.top_px);
    batch_.box_bottom_px[piece] = static_cast<float>(box.top_px + box.height_px);
  }

  ArcBatch& batch_;
  const IcicleFrame frame_;
  TreemapBox room_;
  const double px_per_unit_;
};

}  // namespace

TreemapBox BoxOf(const ArcBatch& batch, uint32_t piece) {
  const double width_px = IcicleFrameOf(batch.spec).width_px;
  const auto top_px = static_cast<double>(batch.box_top_px[piece]);
  return {static_cast<double>(batch.start_turns[piece]) * width_px, top_px,
          static_cast<double>(batch.sweep_turns[piece]) * width_px,
          static_cast<double>(batch.box_bottom_px[piece]) - top_px};
}

// The root's box is the whole chart, whatever part of the circle the root has.
uint64_t UnitsOfBox(const ArcBatch& batch, uint32_t piece) {
  return piece == 0 ? batch.circle_units : std::max<uint64_t>(batch.sweep_units[piece], 1);
}

void PlaceBoxes(ArcBatch& batch, uint32_t first_piece) {
  batch.box_top_px.resize(batch.size());
  batch.box_bottom_px.resize(batch.size());
  if (first_piece == 0) {
    batch.start_turns[0] = 0;
    batch.sweep_turns[0] = 1;
    batch.box_bottom_px[0] = batch.radius_px();
    return;
  }
  std::vector<uint32_t> order(batch.size() - first_piece);
  std::iota(order.begin(), order.end(), first_piece);
  for (auto begin = order.begin(); begin != order.end();) {
    const uint32_t caller = batch.caller_piece[*begin];
    const auto end =
        std::find_if(begin, order.end(), [&](uint32_t piece) { return batch.caller_piece[piece] != caller; });
    // The largest first, rests last.
    std::stable_sort(begin, end, [&](uint32_t x, uint32_t y) {
      if (batch.is_rest(x) != batch.is_rest(y)) return batch.is_rest(y);
      return batch.sweep_units[x] > batch.sweep_units[y];
    });
    const TreemapBox room = RoomInBox(batch.spec, BoxOf(batch, caller));
    const double px_per_unit =
        room.width_px * room.height_px / static_cast<double>(UnitsOfBox(batch, caller));
    Squarifier(batch, room, px_per_unit).Place({begin, end});
    begin = end;
  }
}

}  // namespace ringscope
