#include "cct/import/value_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::value_tree_test {
namespace {

// An import that makes a value tree.
struct TestImport {
  std::string bytes = "x";
  ImportOptions options;
  JobControl job;
  ImportReport report;
  CctBuilder builder;
  OpenedSource opened = OpenMemorySource(std::as_bytes(std::span(bytes)), 100, 100).value();
  ImportRun run{*opened.source, options, builder, report, job};
};

DecimalCount Tenths(int64_t tenths) {
  DecimalCount count;
  count.mantissa = static_cast<uint64_t>(std::abs(tenths));
  count.decimals = 1;
  count.negative = tenths < 0;
  return count;
}

// Random trees whose nodes come in any order: inclusive values have to give the tree that self values give.
TEST(ValueTree, FindsSelfCostInInclusiveValues) {
  std::mt19937 engine(9);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 100; ++round) {
    const uint32_t size = 1 + random() % 60;
    // Of the tree: every parent is an earlier one. Of the file: `place` shuffles them.
    std::vector<uint32_t> parent(size), place(size), function(size);
    std::vector<int64_t> self(size), inclusive(size);
    for (uint32_t i = 0; i < size; ++i) {
      parent[i] = i == 0 || random() % 8 == 0 ? ValueTree::kNone : random() % i;
      self[i] = random() % 3 == 0 ? 0 : random() % 1000;
      function[i] = random() % 5;
      place[i] = i;
    }
    std::shuffle(place.begin(), place.end(), engine);
    inclusive = self;
    for (uint32_t i = size; i-- > 0;) {
      if (parent[i] != ValueTree::kNone) inclusive[parent[i]] += inclusive[i];
    }
    const auto build = [&](bool by_inclusive) {
      TestImport import;
      ValueTree tree(import.run);
      const uint32_t column = tree.Column(by_inclusive ? "time (inc)" : "time");
      for (uint32_t i = 0; i < size; ++i) tree.AddNode(ValueTree::kNone, 0);
      for (uint32_t i = 0; i < size; ++i) {
        tree.SetParent(place[i], parent[i] == ValueTree::kNone ? ValueTree::kNone : place[parent[i]]);
        tree.SetFrame(place[i], import.builder.InternFrame({.name = fmt::format("f{}", function[i])}));
        // A node without self cost may be left out, and what is below it counts for the next one above.
        if (!by_inclusive || self[i] != 0 || i % 2 == 0)
          tree.AddValue(place[i], column, Tenths(by_inclusive ? inclusive[i] : self[i]));
      }
      EXPECT_TRUE(tree.Finish(ValueTree::Scope::kSelf));
      EXPECT_TRUE(import.report.notes.empty());
      return std::move(import.builder).Finish(std::move(import.report)).value();
    };
    EXPECT_EQ(test::TsvDump(*build(true)), test::TsvDump(*build(false)));
  }
}

TEST(ValueTree, TakesTheValuesThatArePreferred) {
  for (const auto& [prefer, total] :
       {std::pair(ValueTree::Scope::kSelf, 30u), std::pair(ValueTree::Scope::kInclusive, 50u)}) {
    TestImport import;
    import.options.threads = ThreadRing::kMerged;
    ValueTree tree(import.run);
    const auto node = tree.AddNode(ValueTree::kNone, import.builder.InternFrame({.name = "a"}));
    tree.AddValue(node, tree.Column("CYCLES:Sum (I)"), Tenths(50));
    tree.AddValue(node, tree.Column("CYCLES:Sum (E)"), Tenths(30));
    ASSERT_TRUE(tree.Finish(prefer));
    const CctPtr cct = std::move(import.builder).Finish(std::move(import.report)).value();
    ASSERT_EQ(cct->metric_count(), 1u);
    EXPECT_EQ(cct->metrics()[0].name, "CYCLES:Sum");
    EXPECT_EQ(cct->metrics()[0].scale, 10u);
    EXPECT_EQ(cct->Total(0), total);
  }
}

TEST(ValueTree, RefusesSumsThatCannotBeStored) {
  TestImport import;
  ValueTree tree(import.run);
  const auto node = tree.AddNode(ValueTree::kNone, import.builder.InternFrame({.name = "a"}));
  DecimalCount large;
  large.mantissa = (uint64_t{1} << 63) - 1;
  const uint32_t column = tree.Column("time");
  tree.AddValue(node, column, large);
  tree.AddValue(node, column, large);
  const auto finished = tree.Finish(ValueTree::Scope::kSelf);
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().code, ErrorCode::kOverflow);
}

TEST(HpcFormats, AreAsDeepAsTheyAre) {
  constexpr int kDepth = 200000;
  std::string literal = "[";
  std::string xml = "<HPCToolkitExperiment><Metric i=\"0\" n=\"T (I)\"/><SecCallPathProfileData>";
  std::string split =
      R"({"columns":["path","time"],"column_metadata":[{"is_value":false},{"is_value":true}],"data":[)";
  split += fmt::format("[{},1]],\"nodes\":[{{\"label\":\"f\",\"column\":\"path\"}}", kDepth - 1);
  for (int i = 0; i < kDepth; ++i) {
    literal += R"({"frame":{"name":"f"},"metrics":{"time":1},"children":[)";
    xml += R"(<PF n="f"><M n="0" v="1"/>)";
    if (i > 0) split += fmt::format(R"(,{{"label":"f","column":"path","parent":{}}})", i - 1);
  }
  for (int i = 0; i < kDepth; ++i) {
    literal += "]}";
    xml += "</PF>";
  }
  literal += "]";
  xml += "</SecCallPathProfileData></HPCToolkitExperiment>";
  split += "]}";
  for (const std::string& text : {literal, xml, split}) {
    const CctPtr tree = test::Imported(text);
    EXPECT_EQ(tree->layer_count(), kDepth + 1u);
    EXPECT_EQ(test::CodeOf(text, {.build = {.max_contexts = 100}}), ErrorCode::kLimit);
  }
}

TEST(HpcFormats, PutRanksWhereAskedTo) {
  const std::string text = R"({"columns":["path","mpi.rank","time"],)"
                           R"("column_metadata":[{"is_value":false},{"is_value":true},{"is_value":true}],)"
                           R"("nodes":[{"label":"main","column":"path"}],"data":[[0,0,1],[0,1,2]]})";
  EXPECT_EQ(test::LayersOf(text, ThreadRing::kWhenSeveral), 2u);
  EXPECT_EQ(test::LayersOf(text, ThreadRing::kAlways), 2u);
  EXPECT_EQ(test::LayersOf(text, ThreadRing::kMerged), 1u);
}

}  // namespace
}  // namespace ringscope::value_tree_test
