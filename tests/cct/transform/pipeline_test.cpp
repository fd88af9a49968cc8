#include "cct/transform/pipeline.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cct/tree/building/builder.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/cct/transform/stack_reference.h"

namespace ringscope::pipeline_test {
namespace {

// The tree after a pipeline given as text.
Result<TransformOutcome> Apply(const CctPtr& tree, std::string_view text, const TransformScope& scope = {}) {
  const Result<Pipeline> pipeline = ParsePipeline(text);
  if (!pipeline) return tl::unexpected(pipeline.error());
  return ApplyPipeline(tree, *pipeline, scope);
}

std::string FoldedAfter(const CctPtr& tree, std::string_view text) {
  const Result<TransformOutcome> outcome = Apply(tree, text);
  if (!outcome) return outcome.error().message;
  EXPECT_TRUE(VerifyCct(*outcome->tree).has_value());
  return test::FoldedDump(*outcome->tree);
}

TEST(PipelineText, CanonicalTextIsStable) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", ""},
      {" \t ", ""},
      {"fold-recursion", "fold-recursion"},
      {"  fold-recursion   direct ", "fold-recursion direct"},
      {"invert|methods", "invert | methods"},
      {"merge-threads |invert", "merge-threads | invert"},
      {"group mod | group class|group file|group thread",
       "group mod | group class | group file | group thread"},
      {"prune 0.1%", "prune 0.1%"},
      {"prune 1e-7 %", "prune 1e-07%"},
      {"prune 100%", "prune 100%"},
      {"prune 0%", "prune 0%"},
      {"depth 0", "depth 0"},
      {"depth 4294967295", "depth 4294967295"},
      {"hide mod:libc", "hide mod:libc"},
      {"focus fn:parse | fold-recursion | hide mod:libc", "focus parse | fold-recursion | hide mod:libc"},
      {"drop \"a | b\" | keep /x|y/", "drop \"a | b\" | keep /x|y/"},
      {"collapse  (mod:libc or mod:libm)", "collapse mod:libc or mod:libm"},
      {"hide self>5% not leaf|depth 3", "hide self>5% not leaf | depth 3"},
  };
  for (const auto& [text, canonical] : cases) {
    SCOPED_TRACE(std::string(text));
    const Result<Pipeline> pipeline = ParsePipeline(text);
    ASSERT_TRUE(pipeline.has_value()) << DescribeError(pipeline.error());
    EXPECT_EQ(FormatPipeline(*pipeline), canonical);
    const Result<Pipeline> again = ParsePipeline(canonical);
    ASSERT_TRUE(again.has_value()) << DescribeError(again.error());
    EXPECT_EQ(*again, *pipeline);
    for (const TransformStep& step : pipeline->steps) {
      const Result<Pipeline> one = ParsePipeline(FormatStep(step));
      ASSERT_TRUE(one.has_value()) << DescribeError(one.error());
      EXPECT_EQ(one->steps, std::vector{step});
    }
  }
}

TEST(PipelineText, NamesAreHiddenWhateverTheyHold) {
  for (const std::string_view name :
       {"a|b", "operator|", "f(int, char)", "\"quoted\"", "a\\b", "/slash/", " ", "|"}) {
    SCOPED_TRACE(std::string(name));
    const std::string text = "hide " + ExactQueryText(QueryField::kName, name) + " | depth 2";
    const Result<Pipeline> pipeline = ParsePipeline(text);
    ASSERT_TRUE(pipeline.has_value()) << DescribeError(pipeline.error());
    ASSERT_EQ(pipeline->steps.size(), 2u);
    ASSERT_EQ(pipeline->steps[0].query.nodes.size(), 1u);
    EXPECT_EQ(pipeline->steps[0].query.nodes[0].text, name);
    EXPECT_EQ(ParsePipeline(FormatPipeline(*pipeline)).value(), *pipeline);
  }
}

TEST(PipelineText, ErrorsPointAtTheirColumn) {
  struct Case {
    std::string_view text;
    uint64_t column;
    std::string_view message;  // a part of it
  };
  const Case cases[] = {
      {"fold", 1,
       "expected a step (focus, hide, drop, keep, fold-recursion, collapse, group, invert, methods, "
       "merge-threads, merge-call-sites, prune, depth or time), found 'fold'"},
      {"  Invert", 3, "found 'Invert'"},
      {"depth 2 | fold-recoursin", 11, "found 'fold-recoursin'; did you mean 'fold-recursion'?"},
      {"|", 1, "expected a step"},
      {"invert |", 9, "found the end of the step"},
      {"invert || methods", 9, "expected a step"},
      {"| invert", 1, "expected a step"},
      {"invert now", 8, "expected '|' or nothing after 'invert', found 'now'"},
      {"methods | fold-recursion indirect", 26, "'direct' or nothing"},
      {"fold-recursion direct direct", 16, "'direct' or nothing"},
      {"hide", 5, "a query after 'hide'"},
      {"depth 3 | focus  | methods", 16, "a query after 'focus'"},
      {"group", 6, "mod, class, file or thread after 'group'"},
      {"group modules", 7, "found 'modules'"},
      {"group mod class", 11, "found 'class'"},
      {"prune", 6, "a share"},
      {"prune 5", 8, "'%'"},
      {"prune 5%%", 9, "found '%'"},
      {"prune -1%", 7, "a share"},
      {"prune 101%", 7, "a share"},
      {"prune nan%", 7, "a share"},
      {"prune 1e999%", 7, "a share"},
      {"depth", 6, "a number of layers"},
      {"depth -1", 7, "a number of layers"},
      {"depth 4294967296", 7, "a number of layers"},
      {"depth 3x", 7, "found '3x'"},
      {"depth 3 4", 9, "found '4'"},
      {"invert | hide (a", 17, "')'"},
      {"depth 2 | hide \"a | b", 22, "closing"},
      {"hide kind:odd | invert", 11, "kind"},
      {"hide /(/", 6, ""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.text));
    const Result<Pipeline> pipeline = ParsePipeline(c.text);
    ASSERT_FALSE(pipeline.has_value());
    EXPECT_EQ(pipeline.error().code, ErrorCode::kMalformed);
    EXPECT_EQ(pipeline.error().column, c.column) << pipeline.error().message;
    EXPECT_NE(pipeline.error().message.find(c.message), std::string::npos) << pipeline.error().message;
  }
}

TEST(PipelineText, ABarInARegularExpressionIsOfTheStep) {
  EXPECT_EQ(ParsePipeline(" hide /a|b/ ").value().steps.size(), 1u);
}

TEST(PipelineText, HasAtMostAHundredSteps) {
  std::string text = "invert";
  for (size_t k = 1; k < kMaxPipelineSteps; ++k) text += "|invert";
  EXPECT_EQ(ParsePipeline(text)->steps.size(), kMaxPipelineSteps);
  const Result<Pipeline> longer = ParsePipeline(text + "|invert");
  ASSERT_FALSE(longer.has_value());
  EXPECT_EQ(longer.error().column, text.size() + 2);
}

// The numbers of the worked example of Moret et al.
TEST(PipelineOnWorkedExample, RecursionElimination) {
  const TransformOutcome outcome = Apply(test::WorkedExample(), "fold-recursion").value();
  EXPECT_EQ(test::TextDump(*outcome.tree),
            "# bytecodes count 1 3238\n"
            "main  3238/1066\n"
            "  f  890/180\n"
            "    g  490/270\n"
            "      h  220/120\n"
            "        i  100/100\n"
            "    h  220/120\n"
            "      i  100/100\n"
            "  h  792/432\n"
            "    i  360/360\n"
            "  g  490/270\n"
            "    h  220/120\n"
            "      i  100/100\n");
  ASSERT_EQ(outcome.steps.size(), 1u);
  EXPECT_EQ(outcome.steps[0].contexts_before, 18u);
  EXPECT_EQ(outcome.steps[0].contexts_after, 12u);
  EXPECT_EQ(outcome.steps[0].removed, std::vector<uint64_t>{0});
}

TEST(PipelineOnWorkedExample, MethodAggregation) {
  EXPECT_EQ(FoldedAfter(test::WorkedExample(), "methods"), "main 1066\nh 792\ni 660\ng 540\nf 180\n");
  // On the subtree f: 890 in all.
  EXPECT_EQ(FoldedAfter(test::WorkedExample(), "focus fn:\"f\" | methods"), "g 270\nh 240\ni 200\nf 180\n");
}

TEST(PipelineOnWorkedExample, CallersFirst) {
  const CctPtr inverted = Apply(test::WorkedExample(), "invert").value().tree;
  // The first ring is the self cost of functions; below i are its callers with their parts of it.
  EXPECT_EQ(test::TextDump(*Apply(inverted, "depth 2").value().tree),
            "# bytecodes count 1 3238\n"
            "main  1066/1066\n"
            "h  792/0\n"
            "  main  432/432\n"
            "  g  240/240\n"
            "  f  120/120\n"
            "i  660/0\n"
            "  h  660/660\n"
            "g  540/0\n"
            "  f  180/180\n"
            "  g  180/180\n"
            "  main  180/180\n"
            "f  180/0\n"
            "  main  180/180\n");
}

TEST(PipelineOnWorkedExample, RemovedCostIsTold) {
  const TransformOutcome outcome =
      Apply(test::WorkedExample(), "keep fn:\"f\" | drop fn:\"h\" | focus fn:\"f\"").value();
  ASSERT_EQ(outcome.steps.size(), 3u);
  // Only f's 890 stay; of them 220 under f/h and twice 110 under f/g.
  EXPECT_EQ(outcome.steps[0].removed, std::vector<uint64_t>{3238 - 890});
  EXPECT_EQ(outcome.steps[1].removed, std::vector<uint64_t>{440});
  EXPECT_EQ(outcome.steps[2].removed, std::vector<uint64_t>{0});
  EXPECT_EQ(test::FoldedDump(*outcome.tree), "f 180\nf;g 180\nf;g;g 90\n");
}

TEST(Pipeline, IndirectRecursionFolds) {
  EXPECT_EQ(FoldedAfter(test::TreeFromFolded("a;b;a;c 5\n"), "fold-recursion"), "a;c 5\n");
  // Joining the outer a takes b and c off the stack, so the inner c is a callee of a.
  EXPECT_EQ(FoldedAfter(test::TreeFromFolded("a;b;c;a;c;d 5\na;b;c 1\n"), "fold-recursion"),
            "a;c;d 5\na;b;c 1\n");
  EXPECT_EQ(FoldedAfter(test::TreeFromFolded("a;b;a;a;c 5\n"), "fold-recursion direct"), "a;b;a;c 5\n");
}

TEST(Pipeline, HiddenCostMovesToTheCaller) {
  const CctPtr tree = test::TreeFromFolded("main;lib;f 3\nmain;lib 4\nmain;f 5\nlib 6\nlib;lib;g 7\n");
  EXPECT_EQ(FoldedAfter(tree, "hide fn:\"lib\""), " 6\nmain 4\nmain;f 8\ng 7\n");
}

TEST(Pipeline, PrunedCostStaysVisible) {
  const CctPtr tree = test::TreeFromFolded("main 10\nmain;a 80\nmain;b 4\nmain;b;c 1\nmain;d 5\n");
  EXPECT_EQ(FoldedAfter(tree, "prune 6%"), "main 10\nmain;a 80\nmain;(rest) 10\n");
  // Once more: what is left is large enough.
  EXPECT_EQ(FoldedAfter(tree, "prune 6% | prune 6%"), "main 10\nmain;a 80\nmain;(rest) 10\n");
}

TEST(Pipeline, QueriesSeeTheTreeAsTheStepsBeforeLeftIt) {
  const CctPtr tree = test::TreeFromFolded("a;b;c 1\na;c 2\nd;c 4\n");
  EXPECT_EQ(FoldedAfter(tree, "hide fn:\"a\" or fn:\"d\" | focus layer=1 fn:\"c\""), "c 6\n");
  EXPECT_EQ(FoldedAfter(tree, "hide fn:\"a\" | focus layer=1 fn:\"c\""), "c 2\n");
}

TEST(Pipeline, ErrorsBeginWithTheStep) {
  const CctPtr tree = test::WorkedExample();
  const auto unknown = Apply(tree, "fold-recursion | hide self(misses)>1");
  ASSERT_FALSE(unknown.has_value());
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(unknown.error().message.starts_with("hide self(misses)>1: ")) << unknown.error().message;
  EXPECT_EQ(Apply(tree, "invert", {.metric = 7}).error().code, ErrorCode::kNotFound);

  const auto large = Apply(tree, "invert", {.max_contexts = 5});
  ASSERT_FALSE(large.has_value());
  EXPECT_EQ(large.error().code, ErrorCode::kLimit);
  EXPECT_TRUE(large.error().message.starts_with("invert: ")) << large.error().message;
}

TEST(Pipeline, AnEmptyPipelineIsTheTreeItself) {
  const CctPtr tree = test::WorkedExample();
  EXPECT_EQ(Apply(tree, "").value().tree, tree);
  // So is one that changes nothing.
  EXPECT_EQ(Apply(tree, "hide nothing | drop nothing | depth 6 | prune 0% | merge-threads | group thread")
                .value()
                .tree,
            tree);
}

TEST(Pipeline, AnEmptyTreeStaysOne) {
  CctBuilder builder;
  const CctPtr tree = std::move(builder).Finish({}).value();
  for (const std::string_view step :
       {"focus x", "hide x", "drop x", "keep x", "fold-recursion", "fold-recursion direct", "collapse x",
        "group mod", "group class", "group file", "group thread", "invert", "methods", "merge-threads",
        "prune 1%", "depth 0", "depth 3"}) {
    SCOPED_TRACE(std::string(step));
    const auto outcome = Apply(tree, step);
    ASSERT_TRUE(outcome.has_value()) << outcome.error().message;
    EXPECT_EQ(outcome->tree->context_count(), 1u);
  }
}

TEST(Pipeline, StopsWhenCancelled) {
  JobControl job;
  job.cancel_requested = true;
  const auto outcome = ApplyPipeline(test::WorkedExample(), ParsePipeline("invert").value(), {}, &job);
  ASSERT_FALSE(outcome.has_value());
  EXPECT_EQ(outcome.error().code, ErrorCode::kCancelled);
}

// Totals are kept, or the outcome says what they lost, over chains of steps.
TEST(Pipeline, TotalsAddUpOverRandomPipelines) {
  const std::vector<std::string_view> steps = {"focus fn:a",       "hide mod:libc",  "drop fn:\"g\"",
                                               "keep run",         "fold-recursion", "fold-recursion direct",
                                               "collapse mod:app", "group mod",      "group class",
                                               "group file",       "group thread",   "invert",
                                               "methods",          "merge-threads",  "prune 2%",
                                               "depth 4",          "hide self>10%",  "keep under:a"};
  std::mt19937_64 random(11);
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const CctPtr tree = test::RandomProfile(seed);
    std::string text;
    for (uint64_t k = 0; k <= random() % 4; ++k) {
      if (!text.empty()) text += " | ";
      text += steps[random() % steps.size()];
    }
    SCOPED_TRACE(text);
    const auto outcome = Apply(tree, text, {.metric = static_cast<MetricIndex>(seed % tree->metric_count())});
    ASSERT_TRUE(outcome.has_value()) << outcome.error().message;
    const auto verified = VerifyCct(*outcome->tree);
    ASSERT_TRUE(verified.has_value()) << verified.error().message;
    EXPECT_EQ(outcome->tree->report(), tree->report());
    const Pipeline pipeline = ParsePipeline(text).value();
    for (MetricIndex metric = 0; metric < tree->metric_count(); ++metric) {
      EXPECT_EQ(outcome->tree->metrics()[metric], tree->metrics()[metric]);
      uint64_t total = outcome->tree->Total(metric);
      for (size_t k = 0; k < outcome->steps.size(); ++k) {
        total += outcome->steps[k].removed[metric];
        const TransformKind kind = pipeline.steps[k].kind;
        if (kind != TransformKind::kFocus && kind != TransformKind::kDrop && kind != TransformKind::kKeep) {
          EXPECT_EQ(outcome->steps[k].removed[metric], 0u);
        }
      }
      EXPECT_EQ(total, tree->Total(metric));
    }
  }
}

TEST(PipelineText, ToldWhereFunctionsHaveTheirOwnCost) {
  const std::pair<std::string_view, SelfPlace> cases[] = {
      {"", SelfPlace::kContexts},
      {"focus f | methods", SelfPlace::kContexts},
      {"invert", SelfPlace::kFirstRing},
      {"hide f | invert | drop g | fold-recursion | depth 2 | group mod", SelfPlace::kFirstRing},
      {"invert | invert", SelfPlace::kContexts},
      {"invert | focus f", SelfPlace::kNowhere},
      {"invert | methods", SelfPlace::kNowhere},
      {"invert | group thread | keep f", SelfPlace::kNowhere},
      {"invert | focus f | invert", SelfPlace::kContexts},
  };
  for (const auto& [text, place] : cases)
    EXPECT_EQ(SelfPlaceAfter(ParsePipeline(text).value()), place) << text;
}

}  // namespace
}  // namespace ringscope::pipeline_test
