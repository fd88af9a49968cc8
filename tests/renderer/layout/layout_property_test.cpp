// What has to hold for every layout, tried on many random trees, modes, metrics, roots and depths.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "renderer/layout/layout.h"
#include "renderer/layout/lens_map.h"
#include "tests/renderer/layout/brute_force.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::layout_property_test {
namespace {

std::string Describe(const ArcBatch& batch) {
  const ViewSpec& s = batch.spec;
  return "metric " + std::to_string(s.metric) + " mode " + std::to_string(static_cast<int>(s.mode)) +
         " root " + std::to_string(s.root.context) + " run " + std::to_string(s.root.run.begin) + "-" +
         std::to_string(s.root.run.end) + " depth " + std::to_string(s.depth_limit) + " width " +
         std::to_string(s.width_px) + "x" + std::to_string(s.height_px) +
         (s.form == ChartForm::kRings ? " rings" : " icicle") + (s.lens ? " lens" : "");
}

double LengthPx(const ArcBatch& batch, uint32_t layer) {
  if (batch.spec.form == ChartForm::kIcicle)
    return static_cast<double>(batch.spec.width_px) - 2 * static_cast<double>(kChartMarginPx) + 1;
  return 2 * std::numbers::pi * static_cast<double>(batch.ring_edge_px[layer + 1]);
}

// Where a place of the circle is drawn, in turns.
double DrawnTurns(const ArcBatch& batch, uint64_t units) {
  return TurnsLensOf(batch.spec).Map(static_cast<double>(units) / static_cast<double>(batch.circle_units));
}

double DrawnSweep(const ArcBatch& batch, uint64_t start, uint64_t sweep) {
  return DrawnTurns(batch, start + sweep) - DrawnTurns(batch, start);
}

void CheckShape(const ArcBatch& batch) {
  ASSERT_EQ(batch.layer_offset.size(), batch.layer_count() + 1u);
  ASSERT_EQ(batch.layer_offset.front(), 0u);
  ASSERT_EQ(batch.layer_offset.back(), batch.size());
  ASSERT_EQ(batch.spec.depth_limit, batch.layer_count());
  for (uint32_t layer = 0; layer < batch.layer_count(); ++layer)
    ASSERT_LT(batch.ring_edge_px[layer], batch.ring_edge_px[layer + 1]);
  for (uint32_t layer = 0; layer < batch.layer_count(); ++layer) {
    const uint32_t begin = batch.layer_offset[layer], end = batch.layer_offset[layer + 1];
    ASSERT_LE(begin, end);
    if (layer > 0) {
      ASSERT_LE(end - begin, std::max(1.0, std::floor(LengthPx(batch, layer)))) << layer;
    }
    for (uint32_t p = begin; p < end; ++p) {
      ASSERT_EQ(batch.layer[p], layer);
      const uint64_t piece_end = batch.start_units[p] + batch.sweep_units[p];
      ASSERT_LE(piece_end, batch.circle_units);
      if (p + 1 < end) {
        ASSERT_LE(piece_end, batch.start_units[p + 1]) << "pieces overlap";
      }
      if (layer == 0) continue;
      const uint32_t caller = batch.caller_piece[p];
      ASSERT_EQ(batch.layer[caller], layer - 1);
      ASSERT_GE(batch.start_units[p], batch.start_units[caller]);
      ASSERT_LE(piece_end, batch.start_units[caller] + batch.sweep_units[caller]);
      ASSERT_GT(batch.sweep_units[p], 0u);
      if (!batch.is_rest(p)) {
        const double sweep = DrawnSweep(batch, batch.start_units[p], batch.sweep_units[p]);
        ASSERT_GE(sweep * LengthPx(batch, layer), 1 - 1e-9);
      }
    }
  }
}

void CheckSums(const Cct& tree, const ArcBatch& batch) {
  const MetricIndex metric = batch.spec.metric;
  for (uint32_t layer = 1; layer < batch.layer_count(); ++layer) {
    uint64_t here = 0, callers = 0, self = 0;
    for (uint32_t p = batch.layer_offset[layer]; p < batch.layer_offset[layer + 1]; ++p)
      here += batch.inclusive[p];
    for (uint32_t p = batch.layer_offset[layer - 1]; p < batch.layer_offset[layer]; ++p) {
      if (batch.is_rest(p)) {
        if (p == 0) callers += batch.inclusive[p];  // an opened run has no self gap
      } else {
        callers += batch.inclusive[p];
        self += tree.Self(batch.context[p], metric);
      }
    }
    ASSERT_EQ(here + self, callers) << "layer " << layer;
  }
}

// Every context of the view is drawn, in exactly one rest segment, or below one. Arcs agree with the exact
// ones.
void CheckNothingLost(const Cct& tree, const ArcBatch& batch) {
  enum Place : uint8_t { kNowhere, kDrawn, kRest, kBelowRest };
  std::vector<uint8_t> place(tree.context_count(), kNowhere);
  std::vector<uint32_t> piece_of(tree.context_count(), 0);
  for (uint32_t p = 0; p < batch.size(); ++p) {
    if (!batch.is_rest(p)) {
      ASSERT_EQ(place[batch.context[p]], kNowhere);
      place[batch.context[p]] = kDrawn;
      piece_of[batch.context[p]] = p;
    } else if (p > 0) {
      ASSERT_FALSE(batch.rest_run(p).empty());
      uint64_t sum = 0;
      for (ContextId c = batch.rest_begin[p]; c < batch.rest_end[p]; ++c) {
        ASSERT_EQ(place[c], kNowhere);
        ASSERT_EQ(tree.ParentOf(c), batch.context[p]);
        place[c] = kRest;
        piece_of[c] = p;
        sum += tree.Inclusive(c, batch.spec.metric);
      }
      ASSERT_EQ(sum, batch.inclusive[p]);
    }
  }
  const LensMap lens = TurnsLensOf(batch.spec);
  for (const ExactArc& arc : ExactArcs(tree, batch)) {
    if (arc.layer == 0) continue;
    const double start = lens.Map(arc.start_turns), end = lens.Map(arc.start_turns + arc.sweep_turns);
    const ContextId parent = tree.ParentOf(arc.context);
    if (arc.layer > 1 && (place[parent] == kRest || place[parent] == kBelowRest)) {
      ASSERT_EQ(place[arc.context], kNowhere);
      place[arc.context] = kBelowRest;
      continue;
    }
    ASSERT_NE(place[arc.context], kNowhere) << "context " << arc.context << " is lost";
    const uint32_t p = piece_of[arc.context];
    ASSERT_EQ(batch.layer[p], arc.layer);
    if (place[arc.context] == kDrawn) {
      ASSERT_NEAR(static_cast<double>(batch.start_turns[p]), start, 1e-7);
      ASSERT_NEAR(static_cast<double>(batch.sweep_turns[p]), end - start, 1e-7);
      ASSERT_EQ(batch.inclusive[p], tree.Inclusive(arc.context, batch.spec.metric));
      if (batch.spec.mode != RingMode::kEqual) {
        ASSERT_EQ(batch.start_units[p], arc.start_value);
      }
    } else {
      ASSERT_GE(start, static_cast<double>(batch.start_turns[p]) - 1e-7);
      ASSERT_LE(end,
                static_cast<double>(batch.start_turns[p]) + static_cast<double>(batch.sweep_turns[p]) + 2e-7);
    }
  }
}

// In length and area mode, and in any mode through a lens, a context of at least a pixel below a drawn caller
// is drawn, unless its caller ran out of pixels, where the last piece is a rest that takes in everything
// behind.
void CheckNothingLargeIsHidden(const Cct& tree, const ArcBatch& batch) {
  const bool equal = batch.spec.mode == RingMode::kEqual;
  if (equal && !batch.spec.lens) return;
  for (uint32_t p = 1; p < batch.size(); ++p) {
    if (!batch.is_rest(p)) continue;
    const double length_px = LengthPx(batch, batch.layer[p]);
    const uint64_t end = batch.start_units[p] + batch.sweep_units[p];
    double largest = 0;
    uint64_t start = batch.start_units[p];
    for (ContextId c = batch.rest_begin[p]; c < batch.rest_end[p]; ++c) {
      const uint64_t left = batch.rest_end[p] - c;
      const uint64_t sweep = equal ? (end - start) / left : tree.Inclusive(c, batch.spec.metric);
      largest = std::max(largest, DrawnSweep(batch, start, sweep) * length_px);
      start += sweep;
    }
    const ContextRange siblings = tree.ChildrenOf(batch.context[p]);
    const bool folded = batch.rest_end[p] == siblings.end && largest >= 1;
    if (folded) {
      uint32_t of_layer = p + 1 - batch.layer_offset[batch.layer[p]];
      const uint32_t caller = batch.caller_piece[p];
      const double end_px =
          DrawnSweep(batch, 0, batch.start_units[caller] + batch.sweep_units[caller]) * length_px;
      ASSERT_GE(of_layer + 1, std::floor(end_px)) << "folded although there was room";
    } else {
      ASSERT_LT(largest, 1 + 1e-9);
    }
  }
}

void CheckAll(const Cct& tree, const ViewSpec& spec) {
  const ArcBatch batch = LayoutView(tree, spec);
  SCOPED_TRACE(Describe(batch));
  CheckShape(batch);
  CheckSums(tree, batch);
  CheckNothingLost(tree, batch);
  CheckNothingLargeIsHidden(tree, batch);
}

class LayoutPropertyTest : public testing::TestWithParam<int> {};

TEST_P(LayoutPropertyTest, HoldsOnRandomTreesInBothFormsAndThroughLenses) {
  const auto seed = static_cast<uint64_t>(GetParam());
  const CctPtr tree = RandomTree(seed, {.contexts = 200 + 700 * static_cast<uint32_t>(seed % 7),
                                        .metric_count = 3,
                                        .depth_bias = 0.3 + static_cast<double>(seed % 5)});
  std::mt19937_64 random(seed);
  for (int i = 0; i < 60; ++i) {
    ViewSpec spec;
    spec.metric = static_cast<MetricIndex>(random() % 3);
    spec.mode = static_cast<RingMode>(random() % 3);
    spec.ring_sizing = static_cast<RingSizing>(random() % 2);
    spec.root.context = i % 3 == 0 ? 0 : static_cast<ContextId>(random() % tree->context_count());
    if (i % 4 == 3) {
      const ContextRange children = tree->ChildrenOf(spec.root.context);
      if (!children.empty()) {
        const auto begin = static_cast<uint32_t>(random() % children.size());
        const auto size = static_cast<uint32_t>(1 + random() % (children.size() - begin));
        spec.root.run = {children.begin + begin, children.begin + begin + size};
        if (tree->Inclusive(spec.root.run, spec.metric) == 0) spec.mode = RingMode::kEqual;
      }
    }
    if (i % 2 == 1) spec.depth_limit = static_cast<uint32_t>(1 + random() % 12);
    spec.width_px = static_cast<float>(30 + random() % 600);
    spec.height_px = spec.width_px;
    if (random() % 2 == 0) {
      spec.form = ChartForm::kIcicle;
      spec.height_px = static_cast<float>(30 + random() % 600);
      spec.max_row_px = static_cast<float>(1 + random() % 40);
    }
    if (random() % 2 == 0) spec.lens = RandomLens(random);
    CheckAll(*tree, spec);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, LayoutPropertyTest, testing::Range(1, 31));

TEST(LayoutPropertyTest, SparseTreeWithAlternatingSizesStaysWithinThePixels) {
  // In metric 1, every other child is tiny: contexts and rest segments alternate, two for each pixel.
  std::vector<std::string> names;
  for (int i = 0; i < 4000; ++i) names.push_back("root;c" + std::to_string(i));
  std::vector<PathValue> paths;
  for (size_t i = 0; i < names.size(); ++i) {
    paths.push_back({names[i], {names.size() - i, i % 2 == 0 ? uint64_t{1000} : uint64_t{1}}});
  }
  const CctPtr tree = TreeFromPaths(paths, 2);
  for (const float size : {100.f, 300.f, 650.f, 1000.f, 1300.f}) {
    for (const ChartForm form : {ChartForm::kRings, ChartForm::kIcicle}) {
      ViewSpec spec{.metric = 1, .form = form, .root = {.context = 1}, .width_px = size, .height_px = size};
      CheckAll(*tree, spec);
      std::mt19937_64 random(static_cast<uint64_t>(size));
      for (int i = 0; i < 10; ++i) {
        spec.lens = RandomLens(random);
        CheckAll(*tree, spec);
      }
    }
  }
}

TEST(LayoutPropertyTest, ReusedBatchEqualsAFreshOne) {
  const CctPtr tree = RandomTree(5);
  ArcBatch reused;
  for (const RingMode mode : {RingMode::kEqual, RingMode::kArea, RingMode::kLength}) {
    const ViewSpec spec{.mode = mode};
    LayoutView(*tree, spec, reused);
    const ArcBatch fresh = LayoutView(*tree, spec);
    EXPECT_EQ(reused.context, fresh.context);
    EXPECT_EQ(reused.start_turns, fresh.start_turns);
    EXPECT_EQ(reused.inclusive, fresh.inclusive);
    EXPECT_EQ(reused.layer_offset, fresh.layer_offset);
    EXPECT_EQ(reused.rest_piece_count, fresh.rest_piece_count);
  }
}

}  // namespace
}  // namespace ringscope::chart_test::layout_property_test
