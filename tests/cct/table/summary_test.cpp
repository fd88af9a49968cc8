#include "cct/table/summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "cct/tree/building/builder.h"
#include "tests/cct/test_trees.h"

namespace ringscope::summary_test {
namespace {

ProfileSummary SummaryOf(const Cct& tree, const SummaryRequest& request = {}, uint32_t workers = 1) {
  return Summarize(tree, FunctionIndex(tree.frames()), request, nullptr, workers).value();
}

// "name self/inclusive/contexts", a row each, then "count count" and what the others cost.
std::string Text(const TopGroups& top) {
  std::string text;
  for (const SummaryRow& row : top.rows) {
    text += row.name + ' ' + std::to_string(row.self) + '/' + std::to_string(row.inclusive) + '/' +
            std::to_string(row.contexts) + '\n';
  }
  return text + "of " + std::to_string(top.count) + ", others " + std::to_string(top.other_self);
}

// "main;f;g", of any context; "" of none.
std::string Path(const Cct& tree, ContextId context) {
  std::string path;
  if (context == kNoContext) return path;
  for (const ContextId at : tree.PathTo(context))
    path += (path.empty() ? "" : ";") + std::string(tree.FrameAt(at).name);
  return path;
}

std::string Text(const Cct& tree, const RecursionSummary& recursion) {
  return std::to_string(recursion.functions) + " functions, " + std::to_string(recursion.contexts) +
         " contexts, " + std::to_string(recursion.inclusive) + ", " + std::to_string(recursion.most_times) +
         " times at " + Path(tree, recursion.deepest);
}

std::string Text(const Cct& tree, const ProfileSummary& summary) {
  std::string text =
      std::to_string(summary.contexts) + " contexts in " + std::to_string(summary.layers) + " layers\n";
  for (const uint64_t total : summary.totals) text += "total " + std::to_string(total) + '\n';
  for (const TopGroups* top : {&summary.functions, &summary.packages, &summary.modules, &summary.threads})
    text += Text(*top) + '\n';
  return text + "deepest " + Path(tree, summary.deepest) + '\n' + Text(tree, summary.recursion) + '\n';
}

bool IsThread(const Frame& frame) {
  return frame.kind == FrameKind::kThread || frame.kind == FrameKind::kProcess;
}

// What a context belongs to, by name and by where else that is needed; a function by all that makes one.
using Key = std::tuple<std::string, std::string, std::string, uint32_t, uint32_t>;
Key KeyOf(const Cct& tree, ContextId context, GroupBy by) {
  const Frame frame = tree.FrameAt(context);
  const auto named = [](std::string_view name) {
    return Key(name.empty() ? "(unknown)" : std::string(name), {}, {}, 0, 0);
  };
  if (by == GroupBy::kPackage) return named(IsThread(frame) ? std::string_view{} : PackageOfName(frame.name));
  if (by == GroupBy::kModule) return named(frame.module);
  if (by == GroupBy::kFunction) {
    return {std::string(frame.name), std::string(frame.module), std::string(frame.file), frame.line,
            frame.column};
  }
  for (ContextId at = context; at != kRootContext; at = tree.ParentOf(at)) {
    if (IsThread(tree.FrameAt(at))) return named(tree.FrameAt(at).name);
  }
  return {};
}

// The same summary, context by context, each looking at all its callers.
class Reference {
 public:
  Reference(const Cct& tree, const SummaryRequest& request) : tree_(tree), request_(request) {}

  ProfileSummary Summary() {
    ProfileSummary summary;
    for (ContextId context = 1; context < tree_.context_count(); ++context) {
      if (tree_.IsWithin(context, request_.root)) below_.push_back(context);
    }
    summary.contexts = below_.size();
    for (MetricIndex m = 0; m < tree_.metric_count(); ++m)
      summary.totals.push_back(tree_.Inclusive(request_.root, m));
    if (!below_.empty()) {
      summary.layers = tree_.LayerOf(below_.back()) - tree_.LayerOf(below_.front()) + 1;
      summary.deepest = below_.back();
      for (const ContextId context : below_) {
        const auto depth = [&](ContextId at) {
          return std::tuple(tree_.LayerOf(at), tree_.Inclusive(at, request_.metric), ~at);
        };
        if (depth(context) > depth(summary.deepest)) summary.deepest = context;
      }
    }
    summary.functions = Top(GroupBy::kFunction, request_.function_rows);
    summary.packages = Top(GroupBy::kPackage, request_.other_rows);
    summary.modules = Top(GroupBy::kModule, request_.other_rows);
    summary.threads = Top(GroupBy::kThread, request_.other_rows);
    summary.recursion = Recursion();
    return summary;
  }

 private:
  // The callers of a context below the root, innermost first.
  std::vector<ContextId> Callers(ContextId context) const {
    std::vector<ContextId> callers;
    while (context != request_.root) {
      context = tree_.ParentOf(context);
      if (context != kRootContext) callers.push_back(context);
    }
    return callers;
  }

  TopGroups Top(GroupBy by, size_t row_count) const {
    std::map<Key, SummaryRow> rows;
    for (const ContextId context : below_) {
      const Key key = KeyOf(tree_, context, by);
      if (by == GroupBy::kThread && std::get<0>(key).empty()) continue;
      SummaryRow& row = rows[key];
      row.name = by == GroupBy::kFunction && std::get<0>(key).empty() ? "[unknown]" : std::get<0>(key);
      if (row.contexts == 0) row.frame = FirstFrame(key, by);
      ++row.contexts;
      row.self += tree_.Self(context, request_.metric);
      const auto callers = Callers(context);
      if (std::none_of(callers.begin(), callers.end(),
                       [&](ContextId caller) { return KeyOf(tree_, caller, by) == key; }))
        row.inclusive += tree_.Inclusive(context, request_.metric);
    }
    TopGroups top;
    // Where no frame of the whole tree has one there are none.
    bool known = by == GroupBy::kFunction || by == GroupBy::kThread;
    for (ContextId context = 1; context < tree_.context_count(); ++context)
      known = known || std::get<0>(KeyOf(tree_, context, by)) != "(unknown)";
    if (!known) return top;
    top.count = rows.size();
    for (const auto& [key, row] : rows) top.rows.push_back(row);
    std::stable_sort(top.rows.begin(), top.rows.end(), [](const SummaryRow& a, const SummaryRow& b) {
      return std::tuple(~a.self, a.name, a.frame) < std::tuple(~b.self, b.name, b.frame);
    });
    while (!top.rows.empty() && (top.rows.size() > row_count || top.rows.back().self == 0)) {
      top.other_self += top.rows.back().self;
      top.rows.pop_back();
    }
    return top;
  }

  // Which of equal names comes first.
  FrameId FirstFrame(const Key& key, GroupBy by) const {
    FrameId first = tree_.frames().size();
    for (ContextId context = 1; context < tree_.context_count(); ++context) {
      if (KeyOf(tree_, context, by) == key) first = std::min(first, tree_.FrameOf(context));
    }
    return first;
  }

  RecursionSummary Recursion() const {
    RecursionSummary recursion;
    std::map<Key, int> functions;
    for (const ContextId context : below_) {
      const uint64_t times = Times(context);
      if (times < 2) continue;
      ++recursion.contexts;
      functions[KeyOf(tree_, context, GroupBy::kFunction)] = 1;
      const auto callers = Callers(context);
      if (std::none_of(callers.begin(), callers.end(), [&](ContextId at) { return Times(at) > 1; }))
        recursion.inclusive += tree_.Inclusive(context, request_.metric);
      if (times > recursion.most_times) {
        recursion.most_times = times;
        recursion.deepest = context;
      }
    }
    recursion.functions = functions.size();
    return recursion;
  }
  // How often the function of a context is on its path.
  uint64_t Times(ContextId context) const {
    const Frame frame = tree_.FrameAt(context);
    if (IsThread(frame) || frame.name.empty() || frame.name == "[unknown]") return 1;
    const Key key = KeyOf(tree_, context, GroupBy::kFunction);
    uint64_t times = 1;
    for (const ContextId caller : Callers(context)) {
      times += !IsThread(tree_.FrameAt(caller)) && KeyOf(tree_, caller, GroupBy::kFunction) == key ? 1 : 0;
    }
    return times;
  }

  const Cct& tree_;
  const SummaryRequest request_;
  std::vector<ContextId> below_;
};

TEST(Summary, NamesOfPythonHaveNoPackages) {
  const auto packages = [](const char* module) {
    CctBuilder builder;
    builder.AddMetric({"time", "ns", 1});
    const BuildNode caller =
        builder.Child(kBuildRoot, builder.InternFrame({.name = "Reader.value", .module = "app"}));
    builder.AddSelf(builder.Child(caller, builder.InternFrame({.name = "str.count", .module = module})), 0,
                    5);
    return SummaryOf(*std::move(builder).Finish({}).value()).packages.count;
  };
  EXPECT_EQ(packages("builtins"), 0u);
  EXPECT_GT(packages("other"), 1u);
}

// Threads in processes, names in packages, some without a name, modules, lines, and frames of several kinds.
CctPtr MixedTree(uint64_t seed, uint32_t contexts) {
  std::mt19937_64 random(seed);
  const auto below = [&](uint64_t limit) { return random() % limit; };
  CctBuilder builder;
  builder.AddMetric({"a", "count", 1});
  builder.AddMetric({"b", "ns", 1});
  std::vector<BuildNode> nodes;
  for (const char* const process : {"p", "q"}) {
    const BuildNode at =
        builder.Child(kBuildRoot, builder.InternFrame({.name = process, .kind = FrameKind::kProcess}));
    nodes.push_back(at);
    for (const char* const thread : {"t1", "t2", "com.x.P.f"}) {
      nodes.push_back(builder.Child(at, builder.InternFrame({.name = thread, .kind = FrameKind::kThread})));
    }
  }
  std::vector<FrameId> frames;
  for (const char* const name :
       {"", "[unknown]", "com.x.P.f", "com.x.P.g", "com.y.Q.h", "main", "std::sort"}) {
    for (const FrameKind kind : {FrameKind::kUser, FrameKind::kInlined}) {
      frames.push_back(builder.InternFrame({.name = name, .module = "/bin/a", .kind = kind}));
      frames.push_back(builder.InternFrame({.name = name, .line = 3, .kind = kind}));
    }
  }
  while (nodes.size() < contexts) {
    const BuildNode parent = below(2) == 0 ? nodes.back() : nodes[below(nodes.size())];
    const uint64_t before = builder.node_count();
    const BuildNode node = builder.Child(parent, frames[below(frames.size())]);
    if (builder.node_count() > before) nodes.push_back(node);
    for (MetricIndex m = 0; m < 2; ++m) {
      if (below(3) == 0) builder.AddSelf(node, m, below(50));
    }
  }
  return std::move(builder).Finish({}).value();
}

TEST(SummaryTest, OfTheWorkedExample) {
  const CctPtr tree = test::WorkedExample();
  EXPECT_EQ(Text(*tree, SummaryOf(*tree)),
            "18 contexts in 6 layers\n"
            "total 3238\n"
            "main 1066/3238/1\nh 792/1452/6\ni 660/660/6\ng 540/980/4\nf 180/890/1\nof 5, others 0\n"
            "of 0, others 0\n"
            "of 0, others 0\n"
            "of 0, others 0\n"
            "deepest main;f;g;g;h;i\n"
            "1 functions, 2 contexts, 400, 2 times at main;g;g\n");
  // Below f.
  SummaryRequest request;
  request.root = tree->ChildrenOf(tree->ChildrenOf(kRootContext).begin).begin;
  request.function_rows = 2;
  EXPECT_EQ(Text(*tree, SummaryOf(*tree, request)),
            "9 contexts in 5 layers\n"
            "total 890\n"
            "g 270/490/2\nh 240/440/3\nof 4, others 380\n"
            "of 0, others 0\n"
            "of 0, others 0\n"
            "of 0, others 0\n"
            "deepest main;f;g;g;h;i\n"
            "1 functions, 1 contexts, 200, 2 times at main;f;g;g\n");
}

TEST(SummaryTest, OfGeneratedTreesIsWhatEveryContextTells) {
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const CctPtr tree = MixedTree(seed, 60 + 60 * static_cast<uint32_t>(seed));
    for (ContextId root :
         {kRootContext, ContextId{1}, ContextId{2}, ContextId{7}, tree->context_count() / 2}) {
      SummaryRequest request;
      request.root = root;
      request.metric = seed % 2;
      request.function_rows = seed;
      request.other_rows = seed % 3;
      const std::string expected = Text(*tree, Reference(*tree, request).Summary());
      EXPECT_EQ(Text(*tree, SummaryOf(*tree, request)), expected) << seed << " below " << root;
      EXPECT_EQ(Text(*tree, SummaryOf(*tree, request, 3)), expected) << seed << " below " << root;
    }
  }
}

TEST(SummaryTest, SeveralWorkersFindTheSame) {
  test::RandomTreeOptions options;
  options.contexts = 60'000;
  options.frames = 40;
  const CctPtr tree = test::RandomTree(3, options);
  EXPECT_EQ(Text(*tree, SummaryOf(*tree, {}, 4)), Text(*tree, SummaryOf(*tree, {}, 1)));
}

TEST(SummaryTest, CountsProcessesAmongThreads) {
  const CctPtr tree = MixedTree(1, 100);
  const ProfileSummary summary = SummaryOf(*tree);
  EXPECT_EQ(summary.threads.count, 5u);  // t1, t2 and the third one of both processes are one by name
  EXPECT_EQ(summary.threads.process_count, 2u);
  EXPECT_EQ(summary.functions.process_count, 2u);
}

TEST(SummaryTest, WhatHasNoNameDoesNotRecur) {
  const CctPtr tree = test::TreeFromFolded("a;[unknown];[unknown];b;b 3\n");
  EXPECT_EQ(Text(*tree, SummaryOf(*tree).recursion),
            "1 functions, 1 contexts, 3, 2 times at a;[unknown];[unknown];b;b");
}

TEST(SummaryTest, AThreadWithTheNameOfItsProcessDoesNotRecur) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const BuildNode process =
      builder.Child(kBuildRoot, builder.InternFrame({.name = "java", .kind = FrameKind::kProcess}));
  const BuildNode thread =
      builder.Child(process, builder.InternFrame({.name = "java", .kind = FrameKind::kThread}));
  builder.AddSelf(builder.Child(thread, builder.InternFrame({.name = "main"})), 0, 3);
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(SummaryOf(*tree).recursion.contexts, 0u);
}

TEST(SummaryTest, CostBelowSeveralRecursiveCallsCountsOnce) {
  const CctPtr tree = test::TreeFromFolded("a;b;a;b;a 5\na;b;a 1\n");
  EXPECT_EQ(Text(*tree, SummaryOf(*tree).recursion), "2 functions, 3 contexts, 6, 3 times at a;b;a;b;a");
}

TEST(SummaryTest, OfAProfileWithNothingInIt) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const CctPtr tree = std::move(builder).Finish({}).value();
  EXPECT_EQ(Text(*tree, SummaryOf(*tree)),
            "0 contexts in 0 layers\ntotal 0\nof 0, others 0\nof 0, others 0\nof 0, others 0\n"
            "of 0, others 0\ndeepest \n0 functions, 0 contexts, 0, 0 times at \n");
}

TEST(SummaryTest, CostOutsideOfFunctionsIsTold) {
  const CctPtr tree = test::TreeFromFolded("m;a 10\nm;b 90\n 50\n");
  const ProfileSummary whole = SummaryOf(*tree);
  EXPECT_EQ(whole.functions.outside, 50u);
  EXPECT_EQ(whole.functions.other_self, 0u);
  SummaryRequest request;
  request.root = tree->ChildrenOf(kRootContext).begin;
  EXPECT_EQ(SummaryOf(*tree, request).functions.outside, 0u);
}

TEST(SummaryTest, WithCallersFirstSelfIsThatOfTheFirstRing) {
  const CctPtr tree =
      test::TreeFromFolded("g;f;main 4,1\nf;main 2,7\nh;f 0,3\n", {{"x", "count", 1}, {"y", "count", 1}});
  SummaryRequest request;
  request.metric = 1;
  request.self_in_first_ring = true;
  EXPECT_EQ(Text(SummaryOf(*tree, request).functions), "f 7/11/3\nh 3/3/1\ng 1/1/1\nof 4, others 0");
}

TEST(SummaryTest, CanBeCancelled) {
  test::RandomTreeOptions options;
  options.contexts = 40'000;
  const CctPtr tree = test::RandomTree(1, options);
  JobControl job;
  job.cancel_requested = true;
  const auto summary = Summarize(*tree, FunctionIndex(tree->frames()), {}, &job, 1);
  ASSERT_FALSE(summary.has_value());
  EXPECT_EQ(summary.error().code, ErrorCode::kCancelled);
  JobControl whole;
  ASSERT_TRUE(Summarize(*tree, FunctionIndex(tree->frames()), {}, &whole, 2).has_value());
  EXPECT_LE(whole.done_units, kSummaryPasses * tree->context_count());
}

TEST(SummaryTest, RowsTellWhetherAnotherFunctionHasTheirName) {
  CctBuilder builder;
  const MetricIndex metric = builder.AddMetric({"a", "", 1});
  uint64_t cost = 9;
  for (const Frame& frame : {Frame{.name = "f", .file = "a.c", .line = 1}, Frame{.name = "g"},
                             Frame{.name = "f", .file = "a.c", .line = 2}})
    builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame(frame)), metric, cost--);
  const CctPtr tree = std::move(builder).Finish({}).value();
  // The second "f" has no row.
  const ProfileSummary summary = SummaryOf(*tree, {.metric = metric, .function_rows = 2});
  ASSERT_EQ(summary.functions.rows.size(), 2u);
  EXPECT_TRUE(summary.functions.rows[0].shares_name);
  EXPECT_FALSE(summary.functions.rows[1].shares_name);
}

TEST(SummaryTest, RowsTellAnotherMetricBeside) {
  CctBuilder builder;
  const MetricIndex first = builder.AddMetric({"a", "", 1}), second = builder.AddMetric({"b", "", 1});
  for (const auto& [name, a, b] : {std::tuple("f", 5, 30), std::tuple("g", 7, 20)}) {
    const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = name}));
    builder.AddSelf(node, first, static_cast<uint64_t>(a));
    builder.AddSelf(node, second, static_cast<uint64_t>(b));
  }
  const CctPtr tree = std::move(builder).Finish({}).value();
  const ProfileSummary summary = SummaryOf(*tree, {.metric = first, .beside = second});
  ASSERT_EQ(summary.functions.rows.size(), 2u);
  EXPECT_EQ(summary.functions.rows[0].name, "g");
  EXPECT_EQ(summary.functions.rows[0].beside, 20u);
  EXPECT_EQ(summary.functions.rows[1].beside, 30u);
  EXPECT_EQ(SummaryOf(*tree, {.metric = first}).functions.rows[0].beside, 0u);
}

}  // namespace
}  // namespace ringscope::summary_test
