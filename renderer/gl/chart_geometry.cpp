#include "renderer/gl/chart_geometry.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shaders/chart_constants.h"

namespace ringscope {
namespace {

constexpr uint32_t kBucketCount = static_cast<uint32_t>(kStepCounts.size());
// A group is a kind and a bucket: kind * kBucketCount + bucket.
constexpr uint32_t kGroupCount = kPieceKindCount * kBucketCount;
using GroupCounts = std::array<uint32_t, kGroupCount>;
// A faded rest segment keeps this much of its hatch.
constexpr uint8_t kFadedHatch = 4;

// Puts the instances of each group one after another: `item_of` are the items by instance, make(item) the
// instance of one.
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

// A treemap's first box lies below all others, which kinds are drawn one after another.
PieceKind KindOf(const ArcBatch& batch, uint32_t piece) {
  if (batch.is_treemap() && piece == 0) return PieceKind::kPlain;
  const ArcFlags flags = batch.flags[piece];
  if ((flags & kArcRest) != 0) return PieceKind::kRest;
  return (flags & kArcContinues) != 0 ? PieceKind::kContinues : PieceKind::kPlain;
}

ArcInstance InstanceOf(const ArcShape& shape) {
  return {shape.start_turns, shape.sweep_turns, shape.inner_px, shape.outer_px};
}

// What a strip's length adds to the radius by which steps are counted. Bent by b turns over L px, a place at
// height h is on an arc of radius L / (2 pi b) + h and of b times its turns, which needs as many chords as
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
    // What disappears is drawn below what stays.
    group_of_arc[i] = static_cast<uint8_t>(arc.of_old_batch ? bucket : kBucketCount + bucket);
  }
  LayOut(group_of_arc, geometry.draws, geometry.instances, geometry.arc, [&](uint32_t i) {
    const MovingArc& arc = arcs[i];
    return MovingArcInstance{InstanceOf(arc.from), InstanceOf(arc.to), arc.from.opacity, arc.to.opacity};
  });
}

ArcInk InkOf(Color fill, PieceStyle style) {
  uint8_t look = 0;
  if ((style & kStyleHatch) != 0) {
    look = (style & kStyleFaded) != 0 ? kFadedHatch : uint8_t{RINGSCOPE_INK_LEVELS - 1};
  }
  if ((style & kStyleNew) != 0) look = RINGSCOPE_PATTERN_NEW;
  if ((style & kStyleGone) != 0) look = RINGSCOPE_PATTERN_GONE;
  if ((style & kStyleWrapper) != 0) look = RINGSCOPE_PATTERN_WRAPPER;
  if ((style & kStyleContinues) != 0) {
    const uint8_t mark = (style & kStyleFaded) != 0 ? kFadedHatch : uint8_t{RINGSCOPE_INK_LEVELS - 1};
    look = static_cast<uint8_t>(look + mark * RINGSCOPE_INK_LEVELS);
  }
  return {fill.r, fill.g, fill.b, look};
}

}  // namespace ringscope
