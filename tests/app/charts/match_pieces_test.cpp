#include "app/charts/chart_content.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/search/search.h"
#include "cct/query/sets/select.h"
#include "renderer/color/paint.h"
#include "renderer/layout/layout.h"
#include "tests/app/app_test_state.h"
#include "tests/cct/test_trees.h"

namespace ringscope::match_pieces_test {
namespace {

std::shared_ptr<const SearchOutcome> Search(const CctPtr& tree, const std::string& text,
                                            bool first_only = false) {
  SearchRequest search;
  search.tree = tree;
  search.functions = WithFunctions(tree).functions;
  search.text = text;
  JobControl job;
  std::shared_ptr<const SearchOutcome> first;
  auto whole = RunSearch(search, nullptr, job, [&](auto part) { first = std::move(part); });
  return first_only && first != nullptr ? first : whole;
}

bool MatchBelow(const Cct& tree, const ContextSet& matches, ContextRange run) {
  for (; !run.empty(); run = tree.ChildrenOfRun(run)) {
    for (ContextId context = run.begin; context < run.end; ++context) {
      if (matches.contains(context)) return true;
    }
  }
  return false;
}

// What each piece stands for, by looking at every context it hides.
std::vector<uint8_t> SlowPieceMatches(const Cct& tree, const ArcBatch& batch, const ContextSet& matches) {
  std::vector<uint8_t> expected;
  for (uint32_t piece = 0; piece < batch.size(); ++piece) {
    bool has_pieces = false;
    for (uint32_t other = 1; other < batch.size(); ++other) has_pieces |= batch.caller_piece[other] == piece;
    const bool is_rest = batch.is_rest(piece);
    const ContextRange hidden = has_pieces ? ContextRange{}
                                : is_rest  ? batch.rest_run(piece)
                                           : tree.ChildrenOf(batch.last_context(piece));
    PieceMatch match = PieceMatch::kNone;
    if (MatchBelow(tree, matches, hidden)) match = PieceMatch::kContains;
    if (!is_rest && matches.contains(batch.context[piece])) match = PieceMatch::kMatch;
    for (const ContextId context : batch.chain(piece)) {
      if (matches.contains(context)) match = PieceMatch::kMatch;
    }
    expected.push_back(static_cast<uint8_t>(match));
  }
  return expected;
}

TEST(PieceMatchesTest, SayOfEveryPieceWhatItShowsAndHides) {
  size_t containing = 0, chains = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {2000, 50, 1, static_cast<double>(seed % 5) / 5});
    for (const char* text : {"f1", "layer=4", "incl<0.1%", "leaf", "f2 under:f3"}) {
      const auto outcome = Search(tree, text);
      ASSERT_NE(outcome, nullptr);
      for (const uint32_t depth : {2u, 4u, kAllLayers}) {
        ViewSpec spec;
        spec.depth_limit = depth;
        spec.compress_chains = seed % 2 == 0;
        spec.width_px = spec.height_px = 300;
        spec.root.context = tree->NaturalViewRoot();
        ArcBatch batch;
        LayoutView(*tree, spec, batch);
        const auto found = PieceMatches(*tree, batch, *outcome);
        EXPECT_EQ(found, SlowPieceMatches(*tree, batch, outcome->hits->matches)) << text << " at " << depth;
        chains += batch.has_chains() ? 1 : 0;
        containing += static_cast<size_t>(std::count(found.begin(), found.end(), uint8_t{2}));
      }
    }
  }
  EXPECT_GT(containing, 100u);
  EXPECT_GT(chains, 0u);
}

TEST(PieceMatchesTest, AChainMatchesForAnyOfItsContexts) {
  const LoadedTree tree = TreeFromFolded("main;read;parse;token 3\nmain;draw 2\n");
  ViewSpec spec;
  spec.root.context = tree.tree->NaturalViewRoot();
  spec.compress_chains = true;
  ArcBatch batch;
  LayoutView(*tree.tree, spec, batch);
  ASSERT_EQ(batch.chain(1).size(), 3u);
  for (const bool first_only : {true, false}) {
    for (const char* text : {"read", "parse", "token"}) {
      const auto found = PieceMatches(*tree.tree, batch, *Search(tree.tree, text, first_only));
      EXPECT_EQ(found, (std::vector<uint8_t>{0, 1, 0})) << text;
    }
  }
}

// The cost of the matches below a run, looking at every context; what lies inside a match counts with it.
uint64_t CostOfMatches(const Cct& tree, const ContextSet& matches, ContextRange run) {
  uint64_t cost = 0;
  for (ContextId context = run.begin; context < run.end; ++context) {
    cost += matches.contains(context) ? tree.Inclusive(context, 0)
                                      : CostOfMatches(tree, matches, tree.ChildrenOf(context));
  }
  return cost;
}

TEST(PieceLightsTest, TellTheShareOfWhatIsHidden) {
  size_t partly = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const CctPtr tree = test::RandomTree(seed, {2000, 50, 1, static_cast<double>(seed % 5) / 5});
    const auto outcome = Search(tree, "f1");
    ASSERT_NE(outcome, nullptr);
    const ContextSet& matches = outcome->hits->matches;
    LitContexts lit;
    lit.request.tree = tree;
    lit.hits = outcome->hits;
    lit.totals = outcome->totals;
    for (const uint32_t depth : {2u, 4u, kAllLayers}) {
      ViewSpec spec;
      spec.depth_limit = depth;
      spec.width_px = spec.height_px = 300;
      ArcBatch batch;
      LayoutView(*tree, spec, batch);
      const std::vector<float> lights = PieceLights(*lit.request.tree, batch, lit);
      const std::vector<uint8_t> kinds = SlowPieceMatches(*tree, batch, matches);
      ASSERT_EQ(lights.size(), batch.size());
      for (uint32_t piece = 0; piece < batch.size(); ++piece) {
        const auto kind = static_cast<PieceMatch>(kinds[piece]);
        if (kind != PieceMatch::kContains) {
          EXPECT_EQ(lights[piece], kind == PieceMatch::kMatch ? 1 : 0);
          continue;
        }
        const ContextRange run =
            batch.is_rest(piece) ? batch.rest_run(piece) : tree->ChildrenOf(batch.context[piece]);
        const double share = static_cast<double>(CostOfMatches(*tree, matches, run)) /
                             static_cast<double>(std::max<uint64_t>(batch.inclusive[piece], 1));
        EXPECT_NEAR(lights[piece], share, 2e-4);
        EXPECT_GT(lights[piece], 0);
        EXPECT_LT(lights[piece], 1);
        ++partly;
      }
    }
  }
  EXPECT_GT(partly, 100u);
}

TEST(PieceLightsTest, OfMoreThanAFrameCanAddUpNoShareIsTold) {
  const CctPtr tree = test::RandomTree(3, {2000, 50, 1, 0.4});
  const auto outcome = Search(tree, "f1");
  LitContexts lit;
  lit.request.tree = tree;
  lit.hits = outcome->hits;
  lit.totals.contexts = kMostLitForShares + 1;
  ArcBatch batch;
  LayoutView(*tree, {.depth_limit = 4, .width_px = 300, .height_px = 300}, batch);
  const std::vector<float> lights = PieceLights(*lit.request.tree, batch, lit);
  const std::vector<uint8_t> kinds = SlowPieceMatches(*tree, batch, outcome->hits->matches);
  EXPECT_GT(std::count(lights.begin(), lights.end(), 0.25f), 0);
  for (uint32_t piece = 0; piece < batch.size(); ++piece)
    EXPECT_EQ(lights[piece], kinds[piece] == 1 ? 1.0f : kinds[piece] == 2 ? 0.25f : 0.0f);
}

TEST(PieceMatchesTest, UntilContextsAreKnownTheFramesDecide) {
  const LoadedTree tree = TreeFromFolded(kWorkedExample);
  const auto first = Search(tree.tree, "g", true);
  ASSERT_TRUE(first->frames);
  ASSERT_EQ(first->hits, nullptr);
  ViewSpec spec;
  spec.root.context = tree.tree->NaturalViewRoot();
  ArcBatch batch;
  LayoutView(*tree.tree, spec, batch);
  const auto found = PieceMatches(*tree.tree, batch, *first);
  EXPECT_EQ(found, PieceMatches(*tree.tree, batch, *Search(tree.tree, "g")));
}

}  // namespace
}  // namespace ringscope::match_pieces_test
