// Extreme and malformed trees.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "renderer/layout/layout.h"
#include "renderer/layout/picking.h"
#include "renderer/layout/transition.h"
#include "tests/renderer/layout/brute_force.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::layout_limits_test {
namespace {

TEST(LayoutLimitsTest, ChainOfAMillionLayers) {
  const CctPtr tree = ChainTree(1'000'000);
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    for (const RingSizing sizing : {RingSizing::kPlain, RingSizing::kReadable}) {
      const ArcBatch batch = LayoutView(*tree, {.mode = mode, .ring_sizing = sizing});
      EXPECT_EQ(batch.size(), batch.layer_count());
      EXPECT_LE(batch.layer_count(), 876u);
      EXPECT_GE(batch.layer_count(), 400u);
      for (uint32_t layer = 0; layer < batch.layer_count(); ++layer) {
        EXPECT_GE(batch.ring_edge_px[layer + 1] - batch.ring_edge_px[layer], 0.499f);
      }
    }
  }
  const ArcBatch deep = LayoutView(*tree, {.root = {.context = 999'990}});
  EXPECT_EQ(deep.layer_count(), 11u);
}

TEST(LayoutLimitsTest, TheOutermostRingIsNeverEmpty) {
  // A broad top of few layers, and below a sliver of it a chain far longer than anyone can see.
  std::vector<std::string> names{"a"};
  for (int i = 0; i < 400; ++i) names.push_back(names.back() + ";deep");
  const CctPtr tree = TreeFromPaths({{"a;b;c;d;e", {100'000}}, {names.back(), {200}}});
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    uint32_t before = 0;
    for (const uint32_t limit : {1u, 5u, 20u, 60u, 100u, 200u, 300u, 401u, 5000u, kAllLayers}) {
      const ArcBatch batch = LayoutView(*tree, {.mode = mode, .root = {.context = 1}, .depth_limit = limit});
      const uint32_t layers = batch.layer_count();
      EXPECT_LE(layers, limit);
      EXPECT_LT(batch.layer_offset[layers - 1], batch.layer_offset[layers]) << limit;
      EXPECT_NEAR(batch.radius_px(), 450 - kChartMarginPx, 1e-3f);
      if (limit <= 5) {
        EXPECT_EQ(layers, limit);
      }
      if (limit != kAllLayers) {
        EXPECT_GE(layers + layers / 16 + 1, before);  // more is never much less
      }
      before = layers;
    }
  }
}

TEST(LayoutLimitsTest, MillionEqualChildrenAreReachedByOpeningRestSegments) {
  const CctPtr tree = FlatTree(1'000'000);
  for (const RingMode mode : {RingMode::kEqual, RingMode::kLength, RingMode::kArea}) {
    for (const ContextId wanted : {ContextId{2}, ContextId{500'000}, ContextId{1'000'001}}) {
      ViewSpec spec{.mode = mode, .root = {.context = 1}};
      int clicks = 0;
      for (;; ++clicks) {
        ASSERT_LE(clicks, 5);
        const ArcBatch batch = LayoutView(*tree, spec);
        const auto piece = FindPiece(*tree, batch, wanted);
        ASSERT_TRUE(piece.has_value());
        if (!batch.is_rest(*piece)) {
          EXPECT_EQ(batch.context[*piece], wanted);
          break;
        }
        spec.root.run = batch.rest_run(*piece);
      }
      EXPECT_GE(clicks, 2);
    }
  }
}

TEST(LayoutLimitsTest, EveryOpenedRunGetsCloser) {
  const CctPtr tree = RandomTree(77, {.contexts = 30000, .depth_bias = 0.05});
  std::mt19937_64 random(3);
  for (int i = 0; i < 300; ++i) {
    const auto wanted = static_cast<ContextId>(1 + random() % (tree->context_count() - 1));
    const auto metric = static_cast<MetricIndex>(random() % 2);
    if (tree->Inclusive(wanted, metric) == 0) continue;
    ViewSpec spec{
        .metric = metric, .root = {.context = tree->ParentOf(wanted)}, .width_px = 80, .height_px = 80};
    for (int clicks = 0;; ++clicks) {
      ASSERT_LE(clicks, 12);
      const ArcBatch batch = LayoutView(*tree, spec);
      const auto piece = FindPiece(*tree, batch, wanted);
      ASSERT_TRUE(piece.has_value());
      if (!batch.is_rest(*piece)) break;
      if (spec.root.is_run()) {
        ASSERT_LT(batch.rest_run(*piece).size(), spec.root.run.size());
      }
      spec.root.run = batch.rest_run(*piece);
    }
  }
}

TEST(LayoutLimitsTest, HugeSiblingBehindTinyOnesIsFound) {
  std::vector<std::string> names;
  for (int i = 0; i < 100'000; ++i) names.push_back("root;c" + std::to_string(i));
  std::vector<PathValue> paths;
  for (size_t i = 0; i < names.size(); ++i) {
    // Sorted by metric 0; in metric 1 all are tiny but for one in the middle.
    paths.push_back({names[i], {names.size() - i, i == 54321 ? uint64_t{1} << 40 : uint64_t{1}}});
  }
  const CctPtr tree = TreeFromPaths(paths, 2);
  const ArcBatch batch = LayoutView(*tree, {.metric = 1, .root = {.context = 1}});
  const auto piece = FindPiece(*tree, batch, At(*tree, "root;c54321"));
  ASSERT_TRUE(piece.has_value());
  EXPECT_FALSE(batch.is_rest(*piece));
  ASSERT_EQ(batch.size(), 4u);  // root, rest, the huge one, rest
  EXPECT_EQ(batch.rest_run(1).size(), 54321u);
  EXPECT_EQ(batch.inclusive[1], 54321u);
  EXPECT_EQ(batch.rest_run(3).size(), 100'000u - 54322u);
}

TEST(LayoutLimitsTest, OneUnitOfTwoToTheSixtySecondIsReached) {
  const uint64_t huge = uint64_t{1} << 62;
  const CctPtr tree = TreeFromPaths({{"a;big", {huge}}, {"a;tiny;one", {1}}, {"a;tiny;two", {2}}});
  const ArcBatch whole = LayoutView(*tree, {});
  const auto rest = FindPiece(*tree, whole, At(*tree, "a;tiny"));
  ASSERT_TRUE(rest.has_value());
  ASSERT_TRUE(whole.is_rest(*rest));
  EXPECT_EQ(whole.inclusive[*rest], 3u);
  ViewSpec opened;
  opened.root = {whole.context[*rest], whole.rest_run(*rest)};
  const ArcBatch batch = LayoutView(*tree, opened);
  EXPECT_EQ(batch.total, 3u);
  const auto one = FindPiece(*tree, batch, At(*tree, "a;tiny;one"));
  ASSERT_TRUE(one.has_value());
  EXPECT_NEAR(static_cast<double>(batch.start_turns[*one]), 2.0 / 3, 1e-7);
  EXPECT_NEAR(static_cast<double>(batch.sweep_turns[*one]), 1.0 / 3, 1e-7);
}

TEST(LayoutLimitsTest, ValuesOfZeroHaveNoArc) {
  const CctPtr tree = TreeFromPaths({{"a;b", {5}}, {"a;z1", {0}}, {"a;z2", {0}}});
  const ArcBatch length = LayoutView(*tree, {.root = {.context = 1}});
  EXPECT_EQ(length.size(), 2u);
  EXPECT_FALSE(FindPiece(*tree, length, At(*tree, "a;z1")).has_value());
  const ArcBatch equal = LayoutView(*tree, {.mode = RingMode::kEqual, .root = {.context = 1}});
  EXPECT_EQ(equal.size(), 4u);

  const CctPtr nothing = TreeFromPaths({{"a;b", {0}}});
  const ArcBatch empty = LayoutView(*nothing, {});
  EXPECT_EQ(empty.size(), 1u);
  EXPECT_EQ(empty.total, 0u);
  EXPECT_EQ(empty.sweep_turns[0], 1.0f);
}

TEST(LayoutLimitsTest, StrangeViewsAreClamped) {
  const CctPtr tree = WorkedExample();
  EXPECT_EQ(LayoutView(*tree, {.metric = 99, .root = {.context = 12345678}, .depth_limit = 0}).size(), 1u);
  EXPECT_EQ(LayoutView(*tree, {.width_px = -5, .height_px = 0}).layer_count(), 2u);
  EXPECT_GE(LayoutView(*tree, {.width_px = std::nanf("")}).size(), 1u);
  ViewSpec outside;
  outside.root = {1, {15, 17}};  // no children of context 1
  EXPECT_FALSE(LayoutView(*tree, outside).spec.root.is_run());
}

// A tree whose columns are random bytes, as a hostile file may have them.
struct MalformedTree {
  std::vector<uint32_t> first_child, frame, layer_begin;
  std::vector<uint64_t> running;
  std::vector<uint8_t> flags;

  explicit MalformedTree(uint64_t seed) {
    std::mt19937_64 random(seed);
    const uint32_t n = 1 + static_cast<uint32_t>(random() % 3000);
    const uint64_t spread = uint64_t{1} << (random() % 64);
    for (uint32_t i = 0; i <= n; ++i) {
      first_child.push_back(static_cast<uint32_t>(random() % 3 == 0 ? random() : random() % (n + 3)));
      running.push_back(random() % 4 == 0 ? random() : random() % spread);
      // Now and then long chains with nonsense in between.
      if (seed % 5 == 0 && random() % 16 != 0) {
        first_child.back() = i + 1;
        running.back() = uint64_t{i} * 1000;
      }
    }
    for (uint32_t i = 0; i < n; ++i) {
      frame.push_back(static_cast<uint32_t>(random()));
      flags.push_back(static_cast<uint8_t>(random()));
    }
    for (int i = 0; i < 5; ++i) layer_begin.push_back(static_cast<uint32_t>(random() % (n + 100)));
  }
  CctPtr Tree() const {
    CctColumns columns;
    columns.first_child = ChunkedColumn<uint32_t>(std::span(first_child));
    columns.frame = ChunkedColumn<uint32_t>(std::span(frame));
    columns.layer_begin = ChunkedColumn<uint32_t>(std::span(layer_begin));
    columns.running_inclusive.push_back(ChunkedColumn<uint64_t>(std::span(running)));
    columns.flags = ChunkedColumn<uint8_t>(std::span(flags));
    return std::make_shared<const Cct>(std::move(columns), FrameTable{},
                                       std::vector<Metric>{{"m", "count", 1}}, ImportReport{}, nullptr);
  }
};

// Pieces stay on their callers' arcs, side by side and no more than pixels, and whatever is looked for is of
// the tree.
void CheckBounds(const Cct& tree, const ArcBatch& batch, std::mt19937_64& random) {
  for (uint32_t p = 0; p < batch.size(); ++p) {
    const uint64_t end = batch.start_units[p] + batch.sweep_units[p];
    ASSERT_GE(end, batch.start_units[p]);
    ASSERT_LE(end, batch.circle_units);
    const uint32_t caller = batch.caller_piece[p];
    ASSERT_GE(batch.start_units[p], batch.start_units[caller]);
    ASSERT_LE(end, batch.start_units[caller] + batch.sweep_units[caller]);
    if (p + 1 < batch.size() && batch.layer[p] == batch.layer[p + 1]) {
      ASSERT_LE(end, batch.start_units[p + 1]);
    }
  }
  for (uint32_t layer = 1; layer < batch.layer_count(); ++layer) {
    ASSERT_LE(static_cast<float>(batch.layer_offset[layer + 1] - batch.layer_offset[layer]),
              batch.spec.form == ChartForm::kIcicle ? batch.spec.width_px
                                                    : 6.2832f * batch.ring_edge_px[layer + 1]);
  }
  for (int k = 0; k < 50; ++k) {
    const ChartPlace point{static_cast<double>(random() >> 11) * 0x1p-53,
                           static_cast<double>(random() % 500)};
    if (const auto pick = PickContext(tree, batch, point)) {
      ASSERT_LT(pick->context, tree.context_count());
    }
    (void)FindPiece(tree, batch, static_cast<ContextId>(random() % (tree.context_count() + 5)));
  }
}

TEST(LayoutLimitsTest, MalformedColumnsStayWithinBounds) {
  std::mt19937_64 random(9);
  size_t chains = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const MalformedTree malformed(seed);
    const CctPtr tree = malformed.Tree();
    for (int i = 0; i < 9; ++i) {
      ViewSpec spec;
      spec.mode = static_cast<RingMode>(i % 3);
      spec.root.context = static_cast<ContextId>(random() % tree->context_count());
      if (i > 5) spec.root.run = tree->ChildrenOf(spec.root.context);
      if (seed % 2 == 1) spec.form = ChartForm::kIcicle;
      if (seed % 3 == 0) spec.lens = RandomLens(random);
      const ArcBatch batch = LayoutView(*tree, spec);
      spec.compress_chains = true;
      if (seed % 4 == 0) spec.opened_chains = {static_cast<ContextId>(random()), spec.root.context + 1};
      const ArcBatch compressed = LayoutView(*tree, spec);
      CheckBounds(*tree, batch, random);
      CheckBounds(*tree, compressed, random);
      if (HasFatalFailure()) return;
      EXPECT_GE(BuildTransition(*tree, batch, compressed).arcs.size(), compressed.size());
      EXPECT_GE(BuildTransition(*tree, compressed, batch).arcs.size(), batch.size());
      chains += compressed.has_chains() ? 1 : 0;
    }
  }
  EXPECT_GT(chains, 0u);
}

}  // namespace
}  // namespace ringscope::chart_test::layout_limits_test
