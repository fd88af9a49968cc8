// A tree rewritten in parts, by several threads, is what it is when it is rewritten at once.
#include "cct/transform/engine/rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cct/query/sets/function_index.h"
#include "cct/synth/synth.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/cct/transform/stack_reference.h"

namespace ringscope::rewrite_test {
namespace {

Result<CctPtr> Fold(const CctPtr& tree, uint32_t thread_count, JobControl* job = nullptr) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  return MergeRecursion(tree, flat, FunctionIndex(tree->frames()), job, thread_count);
}

TEST(RewriteTest, ThreadsMakeNoDifferenceForProfiles) {
  // Several metrics, marks, threads, and frames that differ in one field.
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const CctPtr tree = test::RandomProfile(seed);
    const std::string expected = test::FullDump(*test::FoldRecursionSlowly(*tree, false));
    for (uint32_t threads = 1; threads < 6; ++threads) {
      const CctPtr folded = Fold(tree, threads).value();
      ASSERT_EQ(test::FullDump(*folded), expected) << threads;
      ASSERT_TRUE(VerifyCct(*folded).has_value());
    }
  }
}

TEST(RewriteTest, ThreadsMakeNoDifferenceForLargeTrees) {
  // Large enough for the writer to take subtrees from both ends.
  for (uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(seed);
    const CctPtr tree = test::RandomTree(seed, {.contexts = 8000,
                                                .frames = 12 + 100 * static_cast<uint32_t>(seed % 3),
                                                .metrics = 1 + static_cast<uint32_t>(seed % 2),
                                                .depth_bias = 0.1 * static_cast<double>(seed)});
    const std::string expected = test::FullDump(*test::FoldRecursionSlowly(*tree, false));
    for (uint32_t threads = 1; threads < 5; ++threads) {
      ASSERT_EQ(test::FullDump(*Fold(tree, threads).value()), expected) << threads;
    }
  }
}

// Any placements, of which those of the root are what transforms give it.
Result<CctPtr> Rewrite(const CctPtr& tree, uint64_t seed, uint32_t thread_count) {
  RINGSCOPE_ASSIGN(const FlatTree flat, FlattenTree(*tree));
  NewFrames frames(tree->frames());
  uint64_t state = seed;
  std::vector<Placement> placements;
  for (uint32_t context = 0; context < flat.n; ++context) {
    const uint64_t bits = NextBits(state);
    const Placement any = static_cast<Placement>(bits % (context == kRootContext ? 3 : 8));
    placements.push_back((bits >> 8) % 4 < seed % 4 ? Placement::kStays : any);
  }
  if (placements[kRootContext] == Placement::kRenamed) placements[kRootContext] = Placement::kEmptied;
  if (std::find(placements.begin(), placements.end(), Placement::kRenamed) != placements.end())
    frames.renamed.assign(frames.map.size(), frames.table.Intern({.name = "other"}));
  return RewriteTree(*tree, flat, std::move(placements), std::move(frames), nullptr, thread_count);
}

TEST(RewriteTest, ThreadsMakeNoDifferenceForPlacements) {
  for (uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    const CctPtr tree = seed % 3 == 0
                            ? test::RandomProfile(seed)
                            : test::RandomTree(seed, {.contexts = 400,
                                                      .frames = 12,
                                                      .metrics = 1 + static_cast<uint32_t>(seed % 2),
                                                      .depth_bias = 0.1 * static_cast<double>(seed % 8)});
    const CctPtr whole = Rewrite(tree, seed, 1).value();
    ASSERT_TRUE(VerifyCct(*whole).has_value());
    for (uint32_t threads = 2; threads < 6; ++threads)
      ASSERT_EQ(test::FullDump(*Rewrite(tree, seed, threads).value()), test::FullDump(*whole)) << threads;
  }
}

TEST(RewriteTest, PartsThatMeetInOneContextBecomeOne) {
  // Whichever way it is cut: below a there are b and c from several parts, some of them by recursion.
  const CctPtr tree =
      test::TreeFromFolded("a;x;a;b 5\na;x;a;c;d 4\na;y;a;b;e 3\na;y;a;c 2\na;z;z;a;b;e 1\na;b 1\n");
  for (uint32_t threads = 1; threads < 8; ++threads) {
    EXPECT_EQ(test::TextDump(*Fold(tree, threads).value()),
              test::TextDump(*test::TreeFromFolded("a;b 6\na;c;d 4\na;b;e 4\na;c 2\na;x 0\na;y 0\na;z 0\n")))
        << threads;
  }
}

TEST(RewriteTest, WithoutRecursionTheTreeItselfComesBack) {
  const CctPtr tree = test::TreeFromFolded("a;b 1\na;c 2\nd;b 3\nd;c 4\n");
  for (uint32_t threads = 1; threads < 4; ++threads) EXPECT_EQ(Fold(tree, threads).value(), tree);
}

TEST(RewriteTest, CancelledThreadsGiveNoTree) {
  const CctPtr tree = test::RandomTree(7, {.contexts = 5000, .frames = 20, .depth_bias = 0.3});
  JobControl job;
  job.cancel_requested = true;
  for (uint32_t threads = 1; threads < 4; ++threads) {
    const auto folded = Fold(tree, threads, &job);
    ASSERT_FALSE(folded.has_value());
    EXPECT_EQ(folded.error().code, ErrorCode::kCancelled);
  }
}

}  // namespace
}  // namespace ringscope::rewrite_test
