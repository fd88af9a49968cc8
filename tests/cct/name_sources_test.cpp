#include "cct/name_sources.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cct/builder.h"
#include "cct/merge_trees.h"
#include "tests/cct/test_trees.h"

namespace ringscope {
namespace {

using Notes = std::vector<std::string>;
using Problems = std::vector<RecordProblem>;

CctPtr TreeWith(ImportReport report) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "a"})), 0, 1);
  return std::move(builder).Finish(std::move(report)).value();
}

ImportReport Report(Notes notes, Problems skipped, Problems incomplete = {}) {
  ImportReport report;
  report.notes = std::move(notes);
  report.skipped = std::move(skipped);
  report.incomplete = std::move(incomplete);
  return report;
}

CctPtr MergeNamed(const std::vector<SourceReport>& parts) {
  std::vector<CctPtr> trees;
  for (const SourceReport& part : parts) trees.push_back(TreeWith(part.report));
  return NameSources(MergeTrees(trees).value(), parts);
}

TEST(NameSources, SaysWhichFilesNotesAndProblemsAreOf) {
  const SourceReport a{"a", Report({"all", "one"}, {{"bad", 2, 30}})};
  const SourceReport b{"b", Report({"all", "two"}, {{"bad", 1, 10}, {"worse", 1, 5}}, {{"half", 4, 1}})};
  const SourceReport c{"c", Report({"all", "two"}, {{"bad", 1, 20}})};
  const CctPtr merged = MergeNamed({a, b, c});
  EXPECT_EQ(merged->report().notes, (Notes{"a: one", "all", "b and c: two"}));
  EXPECT_EQ(merged->report().skipped,
            (Problems{{"worse, in b", 1, 5}, {"bad, in a and 2 further files", 4, 30}}));
  EXPECT_EQ(merged->report().incomplete, (Problems{{"half, in b", 4, 1}}));
  EXPECT_EQ(merged->Total(0), 3u);
  EXPECT_EQ(merged->FrameAt(1).name, "a");
  EXPECT_EQ(MergeNamed({c, a, b})->report(), merged->report());
}

TEST(NameSources, LeavesWhatMergingItselfSays) {
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "a"}));
  builder.AddSelf(node, 0, 1);
  builder.SetPoints({{"input", "", false}}, {node}, {{4}});
  const std::vector<CctPtr> trees{std::move(builder).Finish({}).value(), TreeWith({})};
  const CctPtr merged = MergeTrees(trees).value();
  ASSERT_EQ(merged->report().notes.size(), 1u);
  const std::vector<SourceReport> parts{{"a", {}}, {"b", {}}};
  EXPECT_EQ(NameSources(merged, parts)->report().notes, merged->report().notes);
}

}  // namespace
}  // namespace ringscope
