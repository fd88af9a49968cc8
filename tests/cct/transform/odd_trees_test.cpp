// Transforms of trees that are very deep, very wide or damaged, and of jobs that are cancelled.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "cct/query/sets/function_index.h"
#include "cct/transform/pipeline.h"
#include "cct/transform/steps/steps.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "tests/cct/chunked_trees.h"
#include "tests/cct/test_trees.h"
#include "tests/cct/transform/stack_reference.h"

namespace ringscope::odd_trees_test {
namespace {

constexpr std::string_view kAllSteps[] = {"focus fn:\"f1\"", "hide fn:\"f1\"", "drop fn:\"f1\" leaf",
                                          "keep fn:\"f1\"",  "fold-recursion", "fold-recursion direct",
                                          "collapse fn:f",   "group mod",      "group class",
                                          "group file",      "group thread",   "invert",
                                          "methods",         "merge-threads",  "prune 1%",
                                          "depth 4"};

Result<CctPtr> Apply(const CctPtr& tree, std::string_view text, JobControl* job = nullptr) {
  auto outcome = ApplyPipeline(tree, ParsePipeline(text).value(), {.max_contexts = 5'000'000}, job);
  if (!outcome) return tl::unexpected(outcome.error());
  return outcome->tree;
}

// A chain that runs through `names` again and again, with self cost 1 at the end, and (if it is to be broad
// everywhere) in every context.
CctPtr Chain(uint32_t layers, const std::vector<std::string>& names, bool cost_everywhere) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  std::vector<FrameId> frames;
  for (const std::string& name : names) frames.push_back(builder.InternFrame({.name = name, .module = "m"}));
  BuildNode node = kBuildRoot;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    node = builder.Child(node, frames[layer % frames.size()]);
    if (cost_everywhere || layer + 1 == layers) builder.AddSelf(node, 0, 1);
  }
  return std::move(builder).Finish({}).value();
}

TEST(OddTrees, AMillionLayers) {
  constexpr uint32_t kLayers = 1'000'000;
  const CctPtr tree = Chain(kLayers, {"f0", "f1", "f2"}, false);
  ASSERT_EQ(tree->layer_count(), kLayers + 1);
  for (const std::string_view step : kAllSteps) {
    SCOPED_TRACE(std::string(step));
    const auto changed = Apply(tree, step);
    ASSERT_TRUE(changed.has_value()) << changed.error().message;
    const auto verified = VerifyCct(**changed);
    ASSERT_TRUE(verified.has_value()) << verified.error().message;
    EXPECT_EQ((*changed)->Total(0), step.starts_with("drop") ? (*changed)->Total(0) : 1u);
  }
  EXPECT_EQ(test::FoldedDump(*Apply(tree, "fold-recursion").value()), "f0 1\n");
  EXPECT_EQ(Apply(tree, "invert").value()->layer_count(), kLayers + 1);
  EXPECT_EQ(test::FoldedDump(*Apply(tree, "collapse fn:f").value()), "m 1\n");
}

TEST(OddTrees, ADeepChainOfDirectRecursionWithCostEverywhere) {
  const CctPtr tree = Chain(300'000, {"f0"}, true);
  EXPECT_EQ(test::FoldedDump(*Apply(tree, "fold-recursion").value()), "f0 300000\n");
  EXPECT_EQ(test::FoldedDump(*Apply(tree, "fold-recursion direct").value()), "f0 300000\n");
  // Every prefix of the stack turned round is another one of the same frames: one chain.
  EXPECT_EQ(Apply(Chain(2000, {"f0"}, true), "invert").value()->context_count(), 2001u);
}

TEST(OddTrees, ATreeOfReversedStacksIsBounded) {
  // Each of the n contexts is a stack of its own with no beginning in common: about n^2 / 2 contexts.
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  BuildNode node = kBuildRoot;
  for (uint32_t layer = 0; layer < 20'000; ++layer) {
    const std::string name = "f" + std::to_string(layer);
    node = builder.Child(node, builder.InternFrame({.name = name}));
    builder.AddSelf(node, 0, 1);
  }
  const auto inverted = Apply(std::move(builder).Finish({}).value(), "invert");
  ASSERT_FALSE(inverted.has_value());
  EXPECT_EQ(inverted.error().code, ErrorCode::kLimit);
}

TEST(OddTrees, TurningRoundReportsHowFarItIs) {
  const CctPtr tree = Chain(2000, {"f0"}, true);
  JobControl job;
  // Every step of every stack is one unit.
  const auto inverted = InvertTree(tree, 10'000, &job);
  ASSERT_TRUE(inverted.has_value());
  EXPECT_EQ(job.total_units, 2000u * 2001 / 2);
  EXPECT_GT(job.done_units, job.total_units / 2);
  EXPECT_LE(job.done_units, job.total_units);
}

TEST(OddTrees, DeepThreadsPutFirstAreBounded) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  const FrameId thread = builder.InternFrame({.name = "t", .kind = FrameKind::kThread});
  const FrameId process = builder.InternFrame({.name = "p", .kind = FrameKind::kProcess});
  BuildNode node = kBuildRoot;
  for (uint32_t layer = 0; layer < 20'000; ++layer) {
    node = builder.Child(node, layer % 2 == 0 ? thread : process);
    builder.AddSelf(node, 0, 1);
  }
  const auto first = Apply(std::move(builder).Finish({}).value(), "group thread");
  ASSERT_FALSE(first.has_value());
  EXPECT_EQ(first.error().code, ErrorCode::kLimit);
}

TEST(OddTrees, AMillionCallees) {
  CctBuilder builder;
  (void)builder.AddMetric({"samples", "count", 1});
  const BuildNode top = builder.Child(kBuildRoot, builder.InternFrame({.name = "f0"}));
  for (uint32_t k = 1; k <= 300'000; ++k) {
    const std::string name = "f" + std::to_string(k % 100'000);
    const BuildNode child = builder.Child(top, builder.InternFrame({.name = name, .line = k}));
    builder.AddSelf(child, 0, k % 7);
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  for (const std::string_view step : kAllSteps) {
    SCOPED_TRACE(std::string(step));
    const auto changed = Apply(tree, step);
    ASSERT_TRUE(changed.has_value()) << changed.error().message;
    EXPECT_TRUE(VerifyCct(**changed).has_value());
  }
}

TEST(OddTrees, NonsenseColumnsEndInATreeOrAnError) {
  std::mt19937 random(5);
  int trees = 0;
  int errors = 0;
  for (int round = 0; round < 600; ++round) {
    const uint32_t n = 1 + static_cast<uint32_t>(random() % 40);
    const bool sound_structure = round % 2 == 0;
    std::vector<uint32_t> first_child(n + 1), frame(n), layer_begin{0, 1, n};
    std::vector<uint64_t> running(n + 1);
    std::vector<uint8_t> flags(n);
    const auto nonsense = [&] {
      return random() % 3 == 0 ? static_cast<uint32_t>(random()) : static_cast<uint32_t>(random() % (n + 3));
    };
    uint32_t end = 1;
    for (uint32_t i = 0; i <= n; ++i) {
      // Children ranges that tile, of any sizes.
      if (sound_structure) {
        first_child[i] = i == n ? n : end;
        end = i + 2 >= n ? n : std::min<uint32_t>(n, std::max<uint32_t>(i + 2, end + random() % 4));
      } else {
        first_child[i] = nonsense();
      }
    }
    if (n == 1 && sound_structure) first_child = {1, 1};
    for (auto& v : frame) v = random() % 2 == 0 ? static_cast<uint32_t>(random() % 3) : nonsense();
    for (auto& v : running) v = random() % 2 == 0 ? random() : (uint64_t{random()} << 32 | random());
    if (random() % 2 == 0) std::sort(running.begin(), running.end());
    for (auto& v : flags) v = static_cast<uint8_t>(random());

    std::vector<uint32_t> name{0, 1, 2}, line{0, 0, 0};
    std::vector<uint8_t> kind{0, 7, static_cast<uint8_t>(random())};
    std::vector<uint64_t> string_offset{0, 0, 2, 3};
    std::vector<uint8_t> string_bytes{'a', 'b', 'c'};
    if (random() % 4 == 0) name[random() % 3] = nonsense();
    if (random() % 4 == 0) string_offset[random() % 4] = nonsense();
    FrameColumns frame_columns;
    const auto whole = [](const auto& values) {
      using T = typename std::decay_t<decltype(values)>::value_type;
      return ChunkedColumn<T>(std::span<const T>(values));
    };
    frame_columns.name = frame_columns.module = frame_columns.file = whole(name);
    frame_columns.line = frame_columns.column = whole(line);
    frame_columns.kind = whole(kind);
    frame_columns.string_offset = whole(string_offset);
    frame_columns.string_bytes = whole(string_bytes);
    const bool has_frames = random() % 4 != 0;

    CctColumns columns;
    columns.first_child = whole(first_child);
    columns.frame = whole(frame);
    columns.layer_begin = whole(layer_begin);
    columns.running_inclusive.push_back(whole(running));
    if (random() % 2 == 0) columns.flags = whole(flags);
    const auto tree =
        std::make_shared<const Cct>(columns, has_frames ? FrameTable(frame_columns) : FrameTable(),
                                    std::vector<Metric>{{"m", "", 1}}, ImportReport{}, nullptr);
    for (const std::string_view step : kAllSteps) {
      SCOPED_TRACE(std::string(step));
      const auto changed = Apply(tree, step);
      if (changed) {
        ++trees;
        ASSERT_GE((*changed)->context_count(), 1u);
        ASSERT_FALSE(test::FullDump(**changed).empty());
      } else {
        ++errors;
        ASSERT_NE(changed.error().message, "");
      }
    }
  }
  // Both happen, or the test tests little.
  EXPECT_GT(trees, 1000);
  EXPECT_GT(errors, 1000);
}

TEST(OddTrees, ColumnsInChunks) {
  const CctPtr tree = test::RandomProfile(42);
  const CctPtr cut = test::TreeInChunks(tree);
  for (const std::string_view step : kAllSteps) {
    SCOPED_TRACE(std::string(step));
    EXPECT_EQ(test::FullDump(*Apply(cut, step).value()), test::FullDump(*Apply(tree, step).value()));
  }
}

TEST(OddTrees, EveryStepCanBeCancelledOnTheWay) {
  const CctPtr tree =
      test::RandomTree(3, {.contexts = 20'000, .frames = 40, .metrics = 2, .depth_bias = 0.7});
  for (const std::string_view step : kAllSteps) {
    SCOPED_TRACE(std::string(step));
    // Cancelled from another thread at some time: the whole tree or kCancelled, nothing else.
    const CctPtr whole = Apply(tree, step).value();
    for (int delay_us = 1; delay_us < 3000; delay_us *= 4) {
      JobControl job;
      std::thread canceller([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(delay_us));
        job.cancel_requested = true;
      });
      const auto changed = Apply(tree, step, &job);
      canceller.join();
      if (changed) {
        EXPECT_EQ((*changed)->context_count(), whole->context_count());
      } else {
        EXPECT_EQ(changed.error().code, ErrorCode::kCancelled);
      }
    }
  }
}

}  // namespace
}  // namespace ringscope::odd_trees_test
