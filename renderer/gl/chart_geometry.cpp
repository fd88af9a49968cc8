#include "renderer/gl/chart_geometry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <span>

#include "shaders/chart_constants.h"

namespace ringscope {
namespace {

constexpr uint32_t kBucketCount = static_cast<uint32_t>(kStepCounts.size());
// A group is a kind and a bucket: kind * kBucketCount + bucket.
constexpr uint32_t kGroupCount = kPieceKindCount * kBucketCount;
using GroupCounts = std::array<uint32_t, kGroupCount>;
// A faded rest segment keeps this much of its hatch.
constexpr uint8_t kFadedHatch = 4;

// Puts the instances of each group one after another: make(item) gives the instance of an item, `item_of`
// gets the item of each instance.
template <typename Instance, typename Make>
void LayOut(std::span<const uint8_t> group_of_item, std::vector<ArcDraw>& draws,
            std::vector<Instance>& instances, std::vector<uint32_t>& item_of, Make make) {
  GroupCounts counts{};
  for (const uint8_t group : group_of_item) ++counts[group];
  GroupCounts next_slot{};
  draws.clear();
  uint32_t first = 0;
  for (uint32_t group = 0; group < kGroupCount; ++group) {
    next_slot[group] = first;
    const auto kind = static_cast<PieceKind>(group / kBucketCount);
    if (counts[group] != 0) draws.push_back({kind, group % kBucketCount, first, counts[group]});
    first += counts[group];
  }
  instances.resize(group_of_item.size());
  item_of.resize(group_of_item.size());
  for (uint32_t item = 0; item < group_of_item.size(); ++item) {
    const uint32_t slot = next_slot[group_of_item[item]]++;
    instances[slot] = make(item);
    item_of[slot] = item;
  }
}

// A treemap's first box must lie below all others, and kinds are drawn one after another.
PieceKind KindOf(const ArcBatch& batch, uint32_t piece) {
  if (batch.is_treemap() && piece == 0) return PieceKind::kPlain;
  const ArcFlags flags = batch.flags[piece];
  if ((flags & kArcRest) != 0) return PieceKind::kRest;
  return (flags & kArcContinues) != 0 ? PieceKind::kContinues : PieceKind::kPlain;
}

ArcInstance InstanceOf(const ArcShape& shape) {
  return {shape.start_turns, shape.sweep_turns, shape.inner_px, shape.outer_px};
}

// The boxes in another box, in rows that fill its room from the upper left on (PlaceBoxes). They cover a
// rectangle, perhaps without its lower right corner.
class CoveredRoom {
 public:
  explicit CoveredRoom(std::span<const ArcInstance> boxes) : boxes_(boxes) {
    for (const ArcInstance& box : boxes) {
      all_.begin_turns = std::min(all_.begin_turns, box.start_turns);
      all_.end_turns = std::max(all_.end_turns, EndOf(box));
      all_.inner_px = std::min(all_.inner_px, box.inner_px);
      all_.outer_px = std::max(all_.outer_px, box.outer_px);
    }
  }

  // The larger of the parts left of that corner and above it; std::nullopt if boxes lie otherwise.
  [[nodiscard]] std::optional<BoxHole> LargestPart() const {
    BoxHole left = all_, above = all_;
    left.end_turns = all_.begin_turns;
    above.inner_px = all_.outer_px;
    double area = 0;
    for (const ArcInstance& box : boxes_) {
      area += AreaOf({box.start_turns, EndOf(box), box.inner_px, box.outer_px});
      if (box.inner_px <= all_.inner_px + kNear) left.end_turns = std::max(left.end_turns, EndOf(box));
      if (EndOf(box) >= all_.end_turns - kNearTurns) above.inner_px = std::min(above.inner_px, box.inner_px);
    }
    const double corner = AreaOf({left.end_turns, all_.end_turns, all_.inner_px, above.inner_px});
    if (std::abs(AreaOf(all_) - corner - area) > kLeastError * AreaOf(all_)) return std::nullopt;
    return AreaOf(left) >= AreaOf(above) ? left : above;
  }

 private:
  // Coordinates are single precision; a pixel is about a thousandth of a turn.
  static constexpr float kNear = 0.01f, kNearTurns = 1e-5f;
  static constexpr double kLeastError = 1e-3;

  static float EndOf(const ArcInstance& box) { return box.start_turns + box.sweep_turns; }
  static double AreaOf(const BoxHole& part) {
    return static_cast<double>(part.end_turns - part.begin_turns) *
           static_cast<double>(part.outer_px - part.inner_px);
  }

  std::span<const ArcInstance> boxes_;
  BoxHole all_{1, 0, std::numeric_limits<float>::max(), std::numeric_limits<float>::lowest()};
};

// The part of each box that the boxes inside it hide; their translucent edges do not count.
std::vector<BoxHole> HolesOf(const ArcBatch& batch, std::span<const ArcInstance> boxes) {
  constexpr float kEdgePx = 1;
  const float edge_turns = kEdgePx / BendOf(batch.spec).length_px;
  std::vector<BoxHole> holes;
  for (const ArcInstance& box : boxes) {
    const float x = box.start_turns + 0.5f * box.sweep_turns, y = 0.5f * (box.inner_px + box.outer_px);
    holes.push_back({x, x, y, y});
  }
  for (uint32_t begin = 1, end = 1; begin < batch.size(); begin = end) {
    const uint32_t caller = batch.caller_piece[begin];
    while (end < batch.size() && batch.caller_piece[end] == caller) ++end;
    std::optional<BoxHole> hole = CoveredRoom(boxes.subspan(begin, end - begin)).LargestPart();
    if (!hole) continue;
    hole->begin_turns += edge_turns;
    hole->end_turns -= edge_turns;
    hole->inner_px += kEdgePx;
    hole->outer_px -= kEdgePx;
    if (hole->begin_turns < hole->end_turns && hole->inner_px < hole->outer_px) holes[caller] = *hole;
  }
  return holes;
}

// The length that a strip adds to the radius by which steps are counted. Bent by b turns over L px, a place
// at height h is on an arc of radius L / (2 pi b) + h and of b times its turns, which needs as many chords as
// the same turns at radius b L / (2 pi) + b^2 h.
float MostBentPx(const ChartMotion& motion) {
  constexpr int kSamples = 8;
  float most = 0;
  for (int i = 0; i <= kSamples; ++i) {
    const float share = static_cast<float>(i) / kSamples;
    const ChartBend bend = InterpolateBend(motion.from, motion.to, {share, share, share});
    most = std::max(most, bend.bend * bend.length_px);
  }
  return most / (2 * std::numbers::pi_v<float>);
}

}  // namespace

uint32_t StepBucket(float sweep_turns, float outer_px) {
  // A chord of angle c lies radius * c^2 / 8 from its arc.
  const float chord = std::sqrt(8.0f * kChordTolerancePx / std::max(outer_px, 1.0f));
  const float sweep = std::min(sweep_turns, 1.0f) * 2.0f * std::numbers::pi_v<float>;
  // No chord may span more than an eighth of a circle: distances to the ends are taken to straight lines.
  const float needed = std::max(sweep / chord, sweep_turns * 8.0f);
  uint32_t bucket = 0;
  while (bucket + 1 < kBucketCount && static_cast<float>(kStepCounts[bucket]) < needed) ++bucket;
  return bucket;
}

void BuildChartGeometry(const ArcBatch& batch, ChartGeometry& geometry) {
  const uint32_t count = batch.size();
  std::vector<uint8_t> group_of_piece(count);
  const bool straight = batch.spec.form != ChartForm::kRings;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t bucket =
        straight ? 0 : StepBucket(batch.sweep_turns[i], batch.ring_edge_px[size_t{batch.layer[i]} + 1]);
    group_of_piece[i] = static_cast<uint8_t>(static_cast<uint32_t>(KindOf(batch, i)) * kBucketCount + bucket);
  }
  LayOut(group_of_piece, geometry.draws, geometry.instances, geometry.piece,
         [&](uint32_t piece) { return InstanceOf(ShapeOf(batch, piece)); });
  geometry.holes.clear();
  if (!batch.is_treemap()) return;
  std::vector<ArcInstance> boxes;
  for (uint32_t piece = 0; piece < count; ++piece) boxes.push_back(InstanceOf(ShapeOf(batch, piece)));
  const std::vector<BoxHole> by_piece = HolesOf(batch, boxes);
  for (const uint32_t piece : geometry.piece) geometry.holes.push_back(by_piece[piece]);
}

void BuildMovingGeometry(const ChartMotion& motion, MovingGeometry& geometry) {
  const std::vector<MovingArc>& arcs = motion.arcs;
  const float curve_px = MostBentPx(motion);
  std::vector<uint8_t> group_of_arc(arcs.size());
  for (size_t i = 0; i < arcs.size(); ++i) {
    const MovingArc& arc = arcs[i];
    const float outer_px = std::max({arc.from.outer_px, arc.to.outer_px, 0.0f});
    const uint32_t bucket =
        StepBucket(std::max(arc.from.sweep_turns, arc.to.sweep_turns), outer_px + curve_px);
    // Arcs that disappear are drawn below those that stay.
    group_of_arc[i] = static_cast<uint8_t>(arc.of_old_batch ? bucket : kBucketCount + bucket);
  }
  LayOut(group_of_arc, geometry.draws, geometry.instances, geometry.arc, [&](uint32_t i) {
    const MovingArc& arc = arcs[i];
    return MovingArcInstance{InstanceOf(arc.from), InstanceOf(arc.to), arc.from.opacity, arc.to.opacity};
  });
}

ArcInk InkOf(Color fill, PieceStyle style) {
  const uint8_t strength = (style & kStyleFaded) != 0 ? kFadedHatch : uint8_t{RINGSCOPE_INK_LEVELS - 1};
  uint8_t look = (style & kStyleHatch) != 0 ? strength : uint8_t{0};
  if ((style & kStyleNew) != 0) look = RINGSCOPE_PATTERN_NEW;
  if ((style & kStyleGone) != 0) look = RINGSCOPE_PATTERN_GONE;
  if ((style & kStyleWrapper) != 0) look = RINGSCOPE_PATTERN_WRAPPER;
  if ((style & kStyleContinues) != 0) look = static_cast<uint8_t>(look + strength * RINGSCOPE_INK_LEVELS);
  return {fill.r, fill.g, fill.b, look};
}

}  // namespace ringscope
