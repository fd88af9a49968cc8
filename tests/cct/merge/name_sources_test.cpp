#include "cct/merge/name_sources.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "cct/merge/merge_trees.h"
#include "cct/tree/building/altered_tree.h"
#include "cct/tree/building/builder.h"
#include "cct/tree/import_report.h"
#include "tests/cct/test_trees.h"

namespace ringscope::name_sources_test {
namespace {

using Notes = std::vector<std::string>;
using Problems = std::vector<RecordProblem>;

CctPtr TreeWith(ImportReport report) { return WithReport(test::TreeFromFolded("a 1\n"), std::move(report)); }

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
  EXPECT_EQ(merged->report().notes,
            (Notes{"\"a\" and 2 further files: all", "\"a\": one", "\"b\" and \"c\": two"}));
  EXPECT_EQ(merged->report().skipped,
            (Problems{{"worse, in \"b\"", 1, 5}, {"bad, in \"a\" and 2 further files", 4, 30}}));
  EXPECT_EQ(merged->report().incomplete, (Problems{{"half, in \"b\"", 4, 1}}));
  EXPECT_EQ(merged->Total(0), 3u);
  EXPECT_EQ(merged->FrameAt(1).name, "a");
  EXPECT_EQ(MergeNamed({c, a, b})->report(), merged->report());
}

TEST(NameSources, KeepTheSamplingPeriodThatAllHave) {
  const SourceReport a{"a", Report({SamplingPeriodNote(1'000'000)}, {})};
  const SourceReport b{"b", Report({SamplingPeriodNote(1'000'000), "other"}, {})};
  const SourceReport c{"c", Report({SamplingPeriodNote(2'000'000)}, {})};
  const SourceReport d{"d", Report({}, {})};
  const CctPtr merged = MergeNamed({a, b});
  EXPECT_EQ(merged->report().notes, (Notes{"\"b\": other", "Sampled every 1000 us."}));
  EXPECT_EQ(SamplingPeriodOf(merged->report()), (SamplingPeriod{1'000'000, "ns"}));
  EXPECT_EQ(SamplingPeriodOf(MergeNamed({{"ab.cct", merged->report()}, a})->report()).count, 1'000'000u);
  // What only some have is not that of the whole.
  EXPECT_EQ(SamplingPeriodOf(MergeNamed({a, b, c})->report()).count, 0u);
  EXPECT_EQ(SamplingPeriodOf(MergeNamed({a, d})->report()).count, 0u);
}

TEST(NameSources, SaysWhoseANumberIs) {
  const SourceReport a{"a", Report({"1 sample out of order.", "all"}, {})};
  const SourceReport b{"b", Report({"1 sample out of order.", "all"}, {})};
  EXPECT_EQ(MergeNamed({a, b})->report().notes,
            (Notes{"\"a\" and \"b\": 1 sample out of order.", "\"a\" and \"b\": all"}));
}

TEST(NameSources, KeepsTheNamesThatMergedFilesTell) {
  const SourceReport merged{
      "x.cct", Report({"a.f and 2 further files: 7", "a.f: one", "my file.f: two", "all", "Command: make"},
                      {{"bad, in b.f and c.f", 2, 30}, {"other, in fact", 1, 3}})};
  const SourceReport single{"b.f", Report({"7", "a.f: one", "all"}, {{"bad", 1, 10}})};
  const CctPtr both = MergeNamed({merged, single});
  EXPECT_EQ(both->report().notes, (Notes{"a.f and 3 further files: 7", "a.f: one", "b.f and x.cct: all",
                                         "b.f: a.f: one", "x.cct: Command: make", "x.cct: my file.f: two"}));
  EXPECT_EQ(both->report().skipped,
            (Problems{{"other, in fact, in x.cct", 1, 3}, {"bad, in b.f and 2 further files", 3, 10}}));
}

TEST(NameSources, KeepsNamesWithoutADotOrWithBlanksOnce) {
  const SourceReport first{"perf", Report({"one", "two 2"}, {{"bad", 2, 30}})};
  const SourceReport second{"salt and pepper: 1, in all", Report({"two 2"}, {{"bad", 1, 10}})};
  const SourceReport third{"b.f", Report({"two 2"}, {{"bad", 1, 5}})};
  const SourceReport inner{"x.cct", MergeNamed({first, second})->report()};
  EXPECT_EQ(MergeNamed({inner, third})->report(), MergeNamed({first, second, third})->report());
  const CctPtr both = MergeNamed({inner, {"c.f", Report({"three"}, {})}});
  EXPECT_EQ(both->report().notes,
            (Notes{"\"perf\" and \"salt and pepper: 1, in all\": two 2", "\"perf\": one", "c.f: three"}));
  EXPECT_EQ(both->report().skipped,
            (Problems{{"bad, in \"perf\" and \"salt and pepper: 1, in all\"", 3, 30}}));
}

// Of what some files have, of what all have, and of what merging says of itself.
TEST(NameSources, IsTheSameForAnyGrouping) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<SourceReport> parts;
    const size_t count = 3 + random() % 5;
    for (size_t i = 0; i < count; ++i) {
      SourceReport& part = parts.emplace_back(
          SourceReport{static_cast<char>('a' + i) + std::string(i % 2 == 0 ? ".f" : " f"), {}});
      part.report.notes.emplace_back("all have it");
      for (const char* const note : {"1 early: moved.", "Of 2: two.", "3", "some have it"})
        if (random() % 2 == 0) part.report.notes.emplace_back(note);
      part.report.notes.push_back(part.source + " alone");
      for (const char* const reason : {"bad", "worse, as it is"})
        if (random() % 2 == 0) part.report.Skip(reason, random() % 100, 1 + random() % 5);
      part.report.SortProblems();
    }
    const ImportReport expected = MergeNamed(parts)->report();
    int group_count = 0;
    while (parts.size() > 2) {
      std::shuffle(parts.begin(), parts.end(), random);
      const size_t size = 2 + random() % (parts.size() - 2);
      const std::vector<SourceReport> group(parts.begin(), parts.begin() + static_cast<ptrdiff_t>(size));
      parts.erase(parts.begin(), parts.begin() + static_cast<ptrdiff_t>(size));
      parts.push_back({std::to_string(++group_count) + ".cct", MergeNamed(group)->report()});
    }
    EXPECT_EQ(MergeNamed(parts)->report(), expected);
  }
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
  // And so when what was merged is merged once more.
  const CctPtr again = MergeTrees(std::vector<CctPtr>{merged, TreeWith({})}).value();
  const std::vector<SourceReport> groups{{"ab.cct", merged->report()}, {"c", {}}};
  EXPECT_EQ(NameSources(again, groups)->report().notes, merged->report().notes);
}

}  // namespace
}  // namespace ringscope::name_sources_test
