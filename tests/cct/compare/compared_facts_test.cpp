#include "cct/compare/open_trees.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cct/compare/series.h"
#include "cct/compare/tree_comparison.h"
#include "cct/file/cct_file.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::compared_facts_test {
namespace {

// What one execution knows of a function.
struct Known {
  std::string name;
  CodeHash code = kUnknownCode;
  std::optional<FrameAmount> receivers = std::nullopt;
  std::string of_class = {};    // "" none
  std::string superclass = {};  // of the class; "" none
};

CompareInput RunOf(const std::vector<Known>& functions) {
  CctBuilder builder;
  builder.AddMetric({"calls", "count", 1});
  FrameInterner& frames = builder.frames();
  const uint32_t receivers =
      frames.AddValue({std::string(kReceiversValue), "count", 1, FrameValueRule::kDistinct});
  for (const Known& known : functions) {
    const FrameId frame = builder.InternFrame({.name = known.name, .file = "code.c"});
    builder.AddSelf(builder.Child(kBuildRoot, frame), 0, 1);
    frames.SetCode(frame, known.code);
    if (known.receivers) frames.SetValue(frame, receivers, *known.receivers);
    if (known.of_class.empty()) continue;
    const ClassId its = frames.InternClass({known.of_class, "p"});
    if (!known.superclass.empty()) frames.SetSuperclass(its, frames.InternClass({known.superclass, "p"}));
    frames.SetClass(frame, its);
  }
  return {std::move(builder).Finish({}).value(), {}};
}

// "f same code 5 receivers 3/>=4 C<B": of those frames that a tree has, by name.
std::string FactsOf(const Cct& tree) {
  std::map<std::string, std::string> lines;
  const FrameFacts& facts = tree.frames().facts();
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    const FrameId frame = tree.FrameOf(context);
    std::string& line = lines[std::string(tree.frames().name(frame))];
    line = WordOf(kSourceChangeWords, tree.frames().source_change(frame));
    const CodeHash code = facts.CodeOf(frame);
    if (code != kUnknownCode) line += code == kSeveralCodes ? " several" : " code " + std::to_string(code);
    for (uint32_t v = 0; v < facts.values().size(); ++v) {
      if (const auto amount = facts.ValueOf(frame, v))
        line +=
            " " + facts.values()[v].name + (amount->at_least ? ">=" : "=") + std::to_string(amount->amount);
    }
    for (ClassId at = facts.ClassOf(frame); at != kNoClass; at = facts.SuperclassOf(at))
      line += " " + FullNameOf(facts[at]);
  }
  std::string text;
  for (const auto& [name, line] : lines) text += name + ": " + line + "\n";
  return text;
}

CctPtr Compare(const std::vector<CompareInput>& before, const std::vector<CompareInput>& after) {
  const auto comparison = CompareTrees(before, after);
  EXPECT_TRUE(comparison) << comparison.error().message;
  EXPECT_TRUE(VerifyCct(*comparison->tree));
  return comparison->tree;
}

TEST(ComparedFacts, CodeOfBothSidesTellsWhatChanged) {
  const CctPtr tree = Compare({RunOf({{"changed", 1}, {"same", 2}, {"before", 3}, {"gone", 4}, {"none"}})},
                              {RunOf({{"changed", 9}, {"same", 2}, {"before"}, {"new", 4}, {"none"}})});
  EXPECT_EQ(FactsOf(*tree),
            "before: unknown\nchanged: changed several\ngone: unknown\nnew: unknown\nnone: unknown\n"
            "same: same code 2\n");
}

TEST(ComparedFacts, RunsOfASideThatDifferTellNothing) {
  const CctPtr tree =
      Compare({RunOf({{"f", 1}, {"g", 1}}), RunOf({{"f", 2}, {"g"}})}, {RunOf({{"f", 1}, {"g", 1}})});
  EXPECT_EQ(FactsOf(*tree), "f: unknown\ng: same code 1\n");
}

TEST(ComparedFacts, EachSideHasItsValues) {
  const CctPtr tree = Compare(
      {RunOf({{"f", 0, FrameAmount{3}}, {"g", 0, FrameAmount{1}}}), RunOf({{"f", 0, FrameAmount{2}}})},
      {RunOf({{"f", 0, FrameAmount{8, true}}, {"g"}})});
  EXPECT_EQ(FactsOf(*tree),
            "f: unknown receivers@after>=8 receivers@before>=3\ng: unknown receivers@before=1\n");
  const FrameFacts& facts = tree->frames().facts();
  EXPECT_EQ(facts.values()[*facts.FindValue(kReceiversValue)].name, "receivers@after");
}

// Before, A was a B; after, B is an A, and A is nothing: what both together say would be a circle.
TEST(ComparedFacts, ClassesAreThoseOfTheLastThatKnowsThem) {
  const CctPtr tree = Compare({RunOf({{"f", 0, {}, "A", "B"}, {"g", 0, {}, "Old", "Older"}})},
                              {RunOf({{"f", 0, {}, "B", "A"}, {"g"}})});
  EXPECT_EQ(FactsOf(*tree), "f: unknown p.B p.A\ng: unknown p.Old p.Older\n");
}

TEST(ComparedFacts, FunctionsThatRulesMakeOneAreJoined) {
  const CctPtr tree =
      Compare({RunOf({{"f.part.0", 0, FrameAmount{3}}, {"f", 0, FrameAmount{2}}})}, {RunOf({{"f"}})});
  EXPECT_EQ(FactsOf(*tree), "f: unknown receivers@before>=3\n");
}

TEST(ComparedFacts, OfASeriesAreJoined) {
  const std::vector<CompareInput> runs{RunOf({{"f", 1, FrameAmount{3}, "A", "B"}, {"g", 5}}),
                                       RunOf({{"f", 2, FrameAmount{2}, "A"}, {"g", 5}}),
                                       RunOf({{"f"}, {"g"}})};
  const auto series = BuildSeries(runs);
  ASSERT_TRUE(series) << series.error().message;
  EXPECT_TRUE(VerifyCct(*series->tree));
  EXPECT_EQ(FactsOf(*series->tree), "f: unknown several receivers>=3 p.A\ng: unknown code 5\n");
  const auto one = ExecutionOf(*series, 0);
  ASSERT_TRUE(one);
  EXPECT_EQ(FactsOf(*one->tree), "f: unknown several p.A\ng: unknown code 5\n");
}

TEST(ComparedFacts, AreKeptInFiles) {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "comparison.cct";
  const CctPtr tree =
      Compare({RunOf({{"f", 1, FrameAmount{3}, "A", "B"}, {"g", 2}})}, {RunOf({{"f", 1}, {"g", 3}})});
  ASSERT_TRUE(WriteCctFile(*tree, path));
  EXPECT_EQ(FactsOf(**OpenCctFile(path)), FactsOf(*tree));
  EXPECT_EQ(FactsOf(*tree), "f: same code 1 receivers@before=3 p.A p.B\ng: changed several\n");
}

}  // namespace
}  // namespace ringscope::compared_facts_test
