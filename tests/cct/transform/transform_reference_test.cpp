// Every transform against the slow and obvious one, on random profiles.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "cct/query/sets/function_index.h"
#include "cct/synth/synth.h"
#include "cct/transform/steps/steps.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/cct/transform/stack_reference.h"

namespace ringscope::transform_reference_test {
namespace {

constexpr uint64_t kProfiles = 400;

enum class Totals : uint8_t { kKept, kMayFall };

void ExpectSame(const CctPtr& old, const Result<CctPtr>& fast, const CctPtr& slow, Totals totals) {
  ASSERT_TRUE(fast.has_value()) << fast.error().message;
  ASSERT_EQ(test::FullDump(**fast), test::FullDump(*slow)) << "made from\n" << test::TextDump(*old);
  const auto verified = VerifyCct(**fast);
  ASSERT_TRUE(verified.has_value()) << verified.error().message;
  ASSERT_EQ((*fast)->metric_count(), old->metric_count());
  for (MetricIndex metric = 0; metric < old->metric_count(); ++metric) {
    if (totals == Totals::kKept) {
      ASSERT_EQ((*fast)->Total(metric), old->Total(metric));
    } else {
      ASSERT_LE((*fast)->Total(metric), old->Total(metric));
    }
  }
}

class TransformReference : public testing::Test {
 protected:
  // Calls check(tree, functions, seed) for many profiles; stops at the first failure.
  static void ForEachProfile(
      const std::function<void(const CctPtr&, const FunctionIndex&, uint64_t)>& check) {
    for (uint64_t seed = 0; seed < kProfiles; ++seed) {
      SCOPED_TRACE(seed);
      const CctPtr tree = test::RandomProfile(seed);
      check(tree, FunctionIndex(tree->frames()), seed);
      if (HasFatalFailure()) return;
    }
  }

  // Compares two ways to do a step that takes some contexts.
  static void CompareByMatches(Result<CctPtr> (*fast)(const CctPtr&, const ContextSet&, JobControl*),
                               CctPtr (*slow)(const Cct&, const ContextSet&), Totals totals) {
    ForEachProfile([&](const CctPtr& tree, const FunctionIndex&, uint64_t seed) {
      const ContextSet matches = test::RandomMatches(*tree, seed);
      ExpectSame(tree, fast(tree, matches, nullptr), slow(*tree, matches), totals);
    });
  }
};

TEST_F(TransformReference, FoldRecursion) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex& functions, uint64_t) {
    ExpectSame(tree, FoldRecursion(tree, functions, Recursion::kAny), test::FoldRecursionSlowly(*tree, false),
               Totals::kKept);
  });
}

TEST_F(TransformReference, FoldDirectRecursion) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex& functions, uint64_t) {
    ExpectSame(tree, FoldRecursion(tree, functions, Recursion::kDirect),
               test::FoldRecursionSlowly(*tree, true), Totals::kKept);
  });
}

TEST_F(TransformReference, FoldRecursionOfDeepTrees) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const CctPtr tree = test::RandomTree(
        seed,
        {.contexts = 300, .frames = 2 + static_cast<uint32_t>(seed) * 3, .metrics = 2, .depth_bias = 0.8});
    ExpectSame(tree, FoldRecursion(tree, FunctionIndex(tree->frames()), Recursion::kAny),
               test::FoldRecursionSlowly(*tree, false), Totals::kKept);
    if (HasFatalFailure()) return;
  }
}

// A context that is called again and again and has so many callees that a list of them is long to look
// through.
TEST_F(TransformReference, FoldRecursionOfBroadTrees) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  builder.AddMetric({"bytes", "bytes", 1});
  uint64_t state = 7;
  const auto below = [&](uint64_t limit) { return NextBits(state) % limit; };
  const auto named = [&](char letter, uint64_t number) {
    const std::string name = letter + std::to_string(number);
    return builder.InternFrame({.name = name});
  };
  std::vector<BuildNode> calls{builder.Child(kBuildRoot, named('a', 0))};
  for (size_t k = 0; k < 60; ++k) {
    for (uint64_t callee = 0; callee < 50; ++callee) {
      const BuildNode node = builder.Child(calls[k], named('f', below(200)));
      builder.AddSelf(node, 0, below(5));
      builder.AddSelf(node, 1, below(100));
      if (below(20) == 0)
        calls.push_back(builder.Child(builder.Child(node, named('g', below(3))), named('a', 0)));
    }
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  const CctPtr slow = test::FoldRecursionSlowly(*tree, false);
  ASSERT_GT(slow->ChildrenOf(1).size(), 150u);
  ExpectSame(tree, FoldRecursion(tree, FunctionIndex(tree->frames()), Recursion::kAny), slow, Totals::kKept);
}

TEST_F(TransformReference, Focus) { CompareByMatches(&FocusContexts, &test::FocusSlowly, Totals::kMayFall); }

TEST_F(TransformReference, Hide) { CompareByMatches(&HideContexts, &test::HideSlowly, Totals::kKept); }

TEST_F(TransformReference, Drop) { CompareByMatches(&DropContexts, &test::DropSlowly, Totals::kMayFall); }

TEST_F(TransformReference, Keep) { CompareByMatches(&KeepContexts, &test::KeepSlowly, Totals::kMayFall); }

TEST_F(TransformReference, Collapse) {
  CompareByMatches(&CollapseModules, &test::CollapseSlowly, Totals::kKept);
}

// The text all of these frames have in common.
std::string_view Common(const std::vector<std::string_view>& texts) {
  for (const std::string_view text : texts)
    if (text != texts.front()) return {};
  return texts.empty() ? std::string_view{} : texts.front();
}

TEST_F(TransformReference, Group) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex& functions, uint64_t) {
    const Frame unknown{.name = "(unknown)", .kind = FrameKind::kSynthetic};
    ExpectSame(tree, GroupContexts(tree, functions, GroupBy::kModule),
               test::GroupSlowly(*tree,
                                 [&](const Frame& frame) {
                                   return frame.module.empty()
                                              ? unknown
                                              : Frame{.name = frame.module, .module = frame.module};
                                 }),
               Totals::kKept);
    const auto common = [&](auto text_of, auto field, std::string_view group) {
      std::vector<std::string_view> texts;
      for (FrameId id = 0; id < tree->frames().size(); ++id) {
        const Frame frame = tree->frames()[id];
        if (!test::IsThread(frame) && text_of(frame) == group) texts.push_back(field(frame));
      }
      return Common(texts);
    };
    const auto module_of = [](const Frame& frame) { return frame.module; };
    const auto file_of = [](const Frame& frame) { return frame.file; };
    const auto class_of = [](const Frame& frame) { return ClassOfName(frame.name); };
    ExpectSame(tree, GroupContexts(tree, functions, GroupBy::kFile),
               test::GroupSlowly(*tree,
                                 [&](const Frame& frame) {
                                   if (frame.file.empty()) return unknown;
                                   return Frame{.name = frame.file,
                                                .module = common(file_of, module_of, frame.file),
                                                .file = frame.file};
                                 }),
               Totals::kKept);
    ExpectSame(tree, GroupContexts(tree, functions, GroupBy::kClass),
               test::GroupSlowly(*tree,
                                 [&](const Frame& frame) {
                                   const std::string_view group = class_of(frame);
                                   if (group.empty()) return unknown;
                                   return Frame{.name = group,
                                                .module = common(class_of, module_of, group),
                                                .file = common(class_of, file_of, group)};
                                 }),
               Totals::kKept);
  });
}

TEST_F(TransformReference, ThreadsFirst) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex&, uint64_t) {
    const Result<CctPtr> fast = PutThreadsFirst(tree, 1'000'000);
    // A tree that is in order is returned as it is, with contexts that only lead to others and have no stack
    // below.
    if (fast.has_value() && *fast == tree) {
      for (ContextId context = 1; context < tree->context_count(); ++context) {
        const ContextId caller = tree->ParentOf(context);
        ASSERT_TRUE(!test::IsThread(tree->FrameAt(context)) || caller == kRootContext ||
                    test::IsThread(tree->FrameAt(caller)));
      }
    } else {
      ExpectSame(tree, fast, test::ThreadsFirstSlowly(*tree), Totals::kKept);
      if (HasFatalFailure()) return;
      ASSERT_EQ(PutThreadsFirst(*fast, 1'000'000).value(), *fast);
    }
    const CctPtr inverted = InvertTree(tree).value();
    if (const CctPtr first = PutThreadsFirst(inverted, 1'000'000).value(); first != inverted)
      ExpectSame(inverted, first, test::ThreadsFirstSlowly(*inverted), Totals::kKept);
  });
}

TEST_F(TransformReference, Invert) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex&, uint64_t) {
    const Result<CctPtr> inverted = InvertTree(tree);
    ExpectSame(tree, inverted, test::InvertSlowly(*tree), Totals::kKept);
    if (HasFatalFailure()) return;
    // The first ring holds the self cost of frames, exactly.
    const ContextRange first_ring = (*inverted)->ChildrenOf(kRootContext);
    for (ContextId context = first_ring.begin; context < first_ring.end; ++context) {
      for (MetricIndex metric = 0; metric < tree->metric_count(); ++metric) {
        uint64_t self = 0;
        for (ContextId old = 1; old < tree->context_count(); ++old)
          if (tree->FrameAt(old) == (*inverted)->FrameAt(context)) self += tree->Self(old, metric);
        ASSERT_EQ((*inverted)->Inclusive(context, metric), self);
      }
    }
  });
}

TEST_F(TransformReference, Methods) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex& functions, uint64_t) {
    ExpectSame(tree, AggregateFunctions(tree, functions), test::MethodsSlowly(*tree), Totals::kKept);
  });
}

TEST_F(TransformReference, MergeThreads) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex&, uint64_t) {
    ExpectSame(tree, MergeThreads(tree), test::MergeThreadsSlowly(*tree), Totals::kKept);
  });
}

TEST_F(TransformReference, Prune) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex&, uint64_t seed) {
    for (const double percent : {0.0, 0.1, 3.0, 10.0, 55.5, 100.0}) {
      const MetricIndex metric = static_cast<MetricIndex>(seed % tree->metric_count());
      ExpectSame(tree, PruneContexts(tree, percent, metric), test::PruneSlowly(*tree, percent, metric),
                 Totals::kKept);
      if (HasFatalFailure()) return;
    }
  });
}

TEST_F(TransformReference, LimitDepth) {
  ForEachProfile([](const CctPtr& tree, const FunctionIndex&, uint64_t) {
    for (const uint32_t depth : {0u, 1u, 2u, 5u, 1000u, 0xffffffffu}) {
      ExpectSame(tree, LimitDepth(tree, depth), test::LimitDepthSlowly(*tree, depth), Totals::kKept);
      if (HasFatalFailure()) return;
    }
  });
}

}  // namespace
}  // namespace ringscope::transform_reference_test
