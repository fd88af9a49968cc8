// Compressed chains: every layout against the definition of a chain, applied to all contexts of small trees.
#include "renderer/layout/chains.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

#include "renderer/layout/layout.h"
#include "renderer/layout/lens_map.h"
#include "renderer/layout/picking.h"
#include "tests/renderer/layout/brute_force.h"
#include "tests/renderer/layout/chain_trees.h"
#include "tests/renderer/layout/test_trees.h"

namespace ringscope::chart_test::chains_test {
namespace {

ViewSpec RandomSpec(const Cct& tree, std::mt19937_64& random) {
  ViewSpec spec{.metric = static_cast<MetricIndex>(random() % 2),
                .mode = static_cast<RingMode>(random() % 3),
                .form = random() % 2 == 0 ? ChartForm::kRings : ChartForm::kIcicle,
                .width_px = static_cast<float>(60 + random() % 600),
                .height_px = static_cast<float>(60 + random() % 600),
                .compress_chains = true};
  if (random() % 2 == 0) spec.root.context = static_cast<ContextId>(random() % tree.context_count());
  if (random() % 4 == 0) spec.root.run = tree.ChildrenOf(spec.root.context);
  if (random() % 3 == 0) spec.depth_limit = static_cast<uint32_t>(1 + random() % 12);
  if (random() % 3 == 0) spec.lens = RandomLens(random);
  for (uint64_t i = random() % 4; i > 0; --i)
    spec.opened_chains.push_back(static_cast<ContextId>(random() % tree.context_count()));
  return spec;
}

ContextRange ContextsOf(const ArcBatch& batch, uint32_t piece) {
  if (batch.is_rest(piece)) return batch.rest_run(piece);
  return {batch.context[piece], batch.context[piece] + 1};
}

// The piece of each context that has one, by looking at every piece.
std::map<ContextId, uint32_t> PieceOfEach(const ArcBatch& batch) {
  std::map<ContextId, uint32_t> piece_of;
  for (uint32_t piece = batch.spec.root.is_run() ? 1 : 0; piece < batch.size(); ++piece) {
    for (ContextId c = ContextsOf(batch, piece).begin; c < ContextsOf(batch, piece).end; ++c)
      EXPECT_TRUE(piece_of.emplace(c, piece).second) << c;
    for (const ContextId c : batch.chain(piece)) {
      if (c != batch.context[piece]) {
        EXPECT_TRUE(piece_of.emplace(c, piece).second) << c;
      }
    }
  }
  piece_of[batch.spec.root.context] = 0;
  return piece_of;
}

// Every context with an arc is where the definition of a chain has it, or below a rest segment or the rim.
void CheckPlaces(const Cct& tree, const ArcBatch& batch, const std::vector<ChainPlace>& places) {
  const auto piece_of = PieceOfEach(batch);
  const LensMap lens = TurnsLensOf(batch.spec);
  std::map<ContextId, std::vector<ContextId>> members;  // by head
  std::set<ContextId> shown;                            // neither in nor below a rest segment
  std::set<ContextId> with_arc;
  for (const ChainPlace& place : places) {
    const ContextId c = place.context;
    members[place.head].push_back(c);
    with_arc.insert(c);
    const bool below_shown = place.layer == 0 || shown.contains(place.parent);
    const auto found = piece_of.find(c);
    ASSERT_EQ(found != piece_of.end(), below_shown && place.layer < batch.layer_count()) << c;
    if (found == piece_of.end()) continue;
    const uint32_t piece = found->second;
    ASSERT_EQ(batch.layer[piece], place.layer) << c;
    const double start = lens.Map(place.start_turns), end = lens.Map(place.start_turns + place.sweep_turns);
    const auto drawn_start = static_cast<double>(batch.start_turns[piece]);
    const double drawn_end = drawn_start + static_cast<double>(batch.sweep_turns[piece]);
    if (batch.is_rest(piece) && place.layer > 0) {
      ASSERT_GE(start, drawn_start - 1e-6);
      ASSERT_LE(end, drawn_end + 1e-6);
      continue;
    }
    shown.insert(c);
    if (place.layer == 0) continue;
    ASSERT_NEAR(start, drawn_start, 1e-6) << c;
    ASSERT_NEAR(end, drawn_end, 1e-6) << c;
    ASSERT_EQ(batch.context[piece], place.head) << c;
    ASSERT_EQ(batch.inclusive[piece], tree.Inclusive(c, batch.spec.metric));
  }
  for (uint32_t piece = 1; piece < batch.size(); ++piece) {
    const auto chain = batch.chain(piece);
    if (batch.is_rest(piece)) {
      ASSERT_TRUE(chain.empty());
      continue;
    }
    const auto& expected = members.at(batch.context[piece]);
    ASSERT_EQ(std::vector<ContextId>(chain.begin(), chain.end()),
              expected.size() > 1 ? expected : std::vector<ContextId>());
    ASSERT_EQ(batch.last_context(piece), expected.back());
  }
  const PieceFinder finder(tree, batch);
  for (ContextId c = 0; c < tree.context_count(); ++c) {
    const auto found = piece_of.find(c);
    const auto expected = found != piece_of.end() ? std::optional(found->second) : std::nullopt;
    // A context of no value is found where the rest segment that counts it is.
    ASSERT_EQ(FindPiece(tree, batch, c), expected) << c;
    ASSERT_EQ(finder.Find(c), expected) << c;
  }
}

void CheckSums(const Cct& tree, const ArcBatch& batch) {
  for (uint32_t layer = 1; layer < batch.layer_count(); ++layer) {
    uint64_t here = 0, callers = 0, self = 0;
    for (uint32_t p = batch.layer_offset[layer]; p < batch.layer_offset[layer + 1]; ++p) {
      here += batch.inclusive[p];
      const uint32_t caller = batch.caller_piece[p];
      ASSERT_EQ(batch.layer[caller], layer - 1);
      ASSERT_EQ(tree.ParentOf(ContextsOf(batch, p).begin), batch.last_context(caller));
    }
    for (uint32_t p = batch.layer_offset[layer - 1]; p < batch.layer_offset[layer]; ++p) {
      if (batch.is_rest(p) && p > 0) continue;
      callers += batch.inclusive[p];
      if (!batch.is_rest(p)) self += tree.Self(batch.last_context(p), batch.spec.metric);
    }
    ASSERT_EQ(here + self, callers) << layer;
  }
}

// A pick is what the piece there shows: of a chain the context whose share of the layer holds the place.
void CheckPicks(const Cct& tree, const ArcBatch& batch, std::mt19937_64& random) {
  for (int i = 0; i < 300; ++i) {
    const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    const ChartPlace place{unit(), unit() * static_cast<double>(batch.radius_px())};
    const auto pick = PickContext(tree, batch, place);
    std::optional<uint32_t> expected;
    for (uint32_t p = 0; p < batch.size(); ++p) {
      const auto inner = static_cast<double>(batch.ring_edge_px[batch.layer[p]]);
      const auto outer = static_cast<double>(batch.ring_edge_px[batch.layer[p] + 1]);
      const auto start = static_cast<double>(batch.start_turns[p]);
      const double end = start + static_cast<double>(batch.sweep_turns[p]);
      if (place.radius_px < inner || place.radius_px >= outer) continue;
      for (const double turns : {place.turns - 1, place.turns, place.turns + 1}) {
        if (p == 0 || (turns > start + 1e-6 && turns < end - 1e-6)) expected = p;
      }
    }
    if (!expected) continue;  // a gap, or too near to an edge to say
    ASSERT_TRUE(pick);
    ASSERT_EQ(pick->piece, *expected);
    ASSERT_EQ(FindPiece(tree, batch, pick->context), pick->piece);
    const auto chain = batch.chain(pick->piece);
    if (chain.empty()) continue;
    const double inner = static_cast<double>(batch.ring_edge_px[batch.layer[pick->piece]]);
    const double thickness = static_cast<double>(batch.ring_edge_px[batch.layer[pick->piece] + 1]) - inner;
    const double each = thickness / static_cast<double>(chain.size());
    const size_t index = each < 4 ? 0 : static_cast<size_t>((place.radius_px - inner) / each);
    ASSERT_EQ(pick->context, chain[std::min(index, chain.size() - 1)]);
  }
}

class ChainsTest : public testing::TestWithParam<int> {};

TEST_P(ChainsTest, EveryLayoutIsWhatTheDefinitionSays) {
  const auto seed = static_cast<uint64_t>(GetParam());
  const CctPtr tree = TreeWithChains(seed, 100 + 150 * static_cast<uint32_t>(seed % 9));
  std::mt19937_64 random(seed);
  size_t chains = 0;
  for (int i = 0; i < 40; ++i) {
    const ViewSpec spec = RandomSpec(*tree, random);
    const ArcBatch batch = LayoutView(*tree, spec);
    SCOPED_TRACE("view " + std::to_string(i));
    CheckPlaces(*tree, batch, ChainPlaces(*tree, batch.spec));
    CheckSums(*tree, batch);
    CheckPicks(*tree, batch, random);
    if (HasFatalFailure()) return;
    if (batch.has_chains()) {
      ASSERT_EQ(batch.chain_offset.size(), batch.size() + 1u);
      ++chains;
    } else {
      ASSERT_TRUE(batch.chain_offset.empty());
    }
  }
  EXPECT_GT(chains, 0u);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ChainsTest, testing::Range(1, 31));

void ExpectEqual(const ArcBatch& batch, const ArcBatch& other) {
  EXPECT_EQ(batch.start_turns, other.start_turns);
  EXPECT_EQ(batch.sweep_turns, other.sweep_turns);
  EXPECT_EQ(batch.layer, other.layer);
  EXPECT_EQ(batch.context, other.context);
  EXPECT_EQ(batch.rest_begin, other.rest_begin);
  EXPECT_EQ(batch.rest_end, other.rest_end);
  EXPECT_EQ(batch.flags, other.flags);
  EXPECT_EQ(batch.inclusive, other.inclusive);
  EXPECT_EQ(batch.start_units, other.start_units);
  EXPECT_EQ(batch.sweep_units, other.sweep_units);
  EXPECT_EQ(batch.caller_piece, other.caller_piece);
  EXPECT_EQ(batch.chain_context, other.chain_context);
  EXPECT_EQ(batch.chain_offset, other.chain_offset);
  EXPECT_EQ(batch.layer_offset, other.layer_offset);
  EXPECT_EQ(batch.ring_edge_px, other.ring_edge_px);
  EXPECT_EQ(batch.spec.depth_limit, other.spec.depth_limit);
}

TEST(ChainsTest, ATreeWithoutChainsIsLaidOutAsWithoutCompression) {
  const CctPtr tree = WorkedExample();
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    ViewSpec spec = RandomSpec(*tree, random);
    const ArcBatch compressed = LayoutView(*tree, spec);
    ASSERT_FALSE(compressed.has_chains());
    spec.compress_chains = false;
    ExpectEqual(compressed, LayoutView(*tree, spec));
  }
}

TEST(ChainsTest, WithEveryChainOpenedThePiecesAreThoseWithoutCompression) {
  const CctPtr tree = TreeWithChains(7, 900);
  ViewSpec spec{.compress_chains = true};
  for (ContextId c = 0; c < tree->context_count(); ++c) spec.opened_chains.push_back(c);
  const ArcBatch opened = LayoutView(*tree, spec);
  spec.compress_chains = false;
  ExpectEqual(opened, LayoutView(*tree, spec));
}

TEST(ChainsTest, AReusedBatchEqualsAFreshOne) {
  const CctPtr tree = TreeWithChains(2, 900);
  ArcBatch reused;
  for (const bool compress : {true, false, true}) {
    const ViewSpec spec{.compress_chains = compress};
    LayoutView(*tree, spec, reused);
    ExpectEqual(reused, LayoutView(*tree, spec));
  }
}

TEST(ChainsTest, ALongChainContinuesInTheNextRing) {
  const CctPtr tree = OneChain(2'500);  // contexts 1 to 2,500 below the root
  const ArcBatch batch = LayoutView(*tree, {.compress_chains = true});
  ASSERT_EQ(batch.size(), 4u);
  EXPECT_EQ(batch.chain(1).size(), kMostContextsOfChain);
  EXPECT_EQ(batch.chain(2).size(), kMostContextsOfChain);
  EXPECT_EQ(batch.chain(3).size(), 500u);
  EXPECT_EQ(batch.context[2], 1'001u);
  EXPECT_EQ(batch.last_context(3), 2'500u);
  EXPECT_EQ(FindPiece(*tree, batch, 2'000), 2u);
  EXPECT_EQ(FindPiece(*tree, batch, 2'001), 3u);

  // Opened, one piece of it is drawn ring by ring, the others stay.
  const ArcBatch opened =
      LayoutView(*tree, {.depth_limit = 1'000, .compress_chains = true, .opened_chains = {2'300}});
  EXPECT_EQ(opened.chain(2).size(), kMostContextsOfChain);
  EXPECT_TRUE(opened.chain(3).empty());
  EXPECT_EQ(opened.context[4], 2'002u);
}

TEST(ChainsTest, AllChainsOfALayoutTogetherAreBounded) {
  std::vector<std::string> paths;
  for (int i = 0; i < 300; ++i) {
    std::string path = "main";
    for (int depth = 0; depth < 900; ++depth) path += ";f" + std::to_string(i);
    paths.push_back(std::move(path));
  }
  std::vector<PathValue> values;
  for (const std::string& path : paths) values.push_back({path, {1}});
  const CctPtr tree = TreeFromPaths(values);
  const ArcBatch batch =
      LayoutView(*tree, {.form = ChartForm::kIcicle, .root = {.context = 1}, .compress_chains = true});
  EXPECT_LE(batch.chain_context.size(), kMostContextsOfChains);
  EXPECT_GT(batch.chain_context.size(), kMostContextsOfChains - 900);
  EXPECT_GT(batch.layer_count(), 2u);  // the others, ring by ring
}

TEST(ChainsTest, DeepChainsLeaveTheirRingsToTheRest) {
  // 200 contexts without self cost, below them a context with two callees.
  std::string path = "main;left";
  for (int depth = 0; depth < 200; ++depth) path += ";c" + std::to_string(depth);
  const std::string first = path + ";x;a", second = path + ";x;b";
  const CctPtr tree = TreeFromPaths({{"main;right", {50}}, {first, {30}}, {second, {20}}});
  const ContextId main = At(*tree, "main");
  ViewSpec spec{.root = {.context = main}, .width_px = 500, .height_px = 500, .compress_chains = true};
  const ArcBatch batch = LayoutView(*tree, spec);
  EXPECT_EQ(batch.layer_count(), 3u);  // main; left to x, right; a, b
  EXPECT_EQ(batch.size(), 5u);
  EXPECT_EQ(batch.chain(1).size(), 202u);
  // The depth limit counts rings.
  spec.depth_limit = 2;
  const ArcBatch limited = LayoutView(*tree, spec);
  EXPECT_EQ(limited.layer_count(), 2u);
  EXPECT_NE(limited.flags[1] & kArcContinues, 0);
  EXPECT_EQ(limited.flags[2] & kArcContinues, 0);
}

TEST(ChainsTest, TheViewRootIsInNone) {
  const CctPtr tree = OneChain(10);
  const ArcBatch inside = LayoutView(*tree, {.root = {.context = 4}, .compress_chains = true});
  ASSERT_EQ(inside.size(), 2u);
  EXPECT_EQ(inside.chain(1).size(), 6u);
  EXPECT_EQ(inside.context[1], 5u);
  const ArcBatch run = LayoutView(*tree, {.root = {4, {5, 6}}, .compress_chains = true});
  ASSERT_EQ(run.size(), 2u);
  EXPECT_EQ(run.chain(1).size(), 6u);
  // An opened chain stays open where the view root moves into it.
  const ArcBatch opened =
      LayoutView(*tree, {.root = {.context = 4}, .compress_chains = true, .opened_chains = {10}});
  EXPECT_EQ(opened.size(), 7u);
}

}  // namespace
}  // namespace ringscope::chart_test::chains_test
