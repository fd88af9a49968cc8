#include "cct/import/import_preview.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/cct/import/watched_import.h"

namespace ringscope::import_preview_test {
namespace {

std::string RandomFolded(uint32_t seed, size_t lines) {
  std::mt19937 random(seed);
  std::string text;
  for (size_t i = 0; i < lines; ++i) {
    text += "main";
    for (auto depth = random() % 6; depth > 0; --depth) text += fmt::format(";f{}", random() % 4);
    text += fmt::format(" {}\n", 1 + random() % 50);
  }
  return text;
}

std::string PerfSample(std::string_view event, std::string_view thread, uint32_t function) {
  return fmt::format("{} 7/7 1.000: 10 {}:\n\t  1000 f{} (/bin/a)\n\t  2000 main (/bin/a)\n\n", thread, event,
                     function);
}

TEST(ImportPreviewTest, EachIsAGrowingPartOfTheWholeTree) {
  const Seen seen = ImportWatched(RandomFolded(1, 500), 1);
  ASSERT_GT(seen.previews.size(), 3u);
  uint64_t last = 0;
  for (const CctPtr& preview : seen.previews) {
    ExpectPartOf(*preview, *seen.whole);
    EXPECT_GT(preview->Inclusive(kRootContext, 0), last);
    last = preview->Inclusive(kRootContext, 0);
    EXPECT_FALSE(preview->report().notes.empty());
  }
  EXPECT_LE(last, seen.whole->Inclusive(kRootContext, 0));
}

TEST(ImportPreviewTest, TheyHoldThePartsOfAllWorkersAndDoNotChangeTheResult) {
  const std::string text = RandomFolded(2, 3000);
  const Seen alone = ImportWatched(text, 1, {std::chrono::hours(1), std::chrono::hours(1), 0, 0, 1.0, 1 << 22});
  EXPECT_TRUE(alone.previews.empty());
  const Seen seen = ImportWatched(text, 3);
  for (const CctPtr& preview : seen.previews) ExpectPartOf(*preview, *seen.whole);
  EXPECT_EQ(SelfByPath(*seen.whole), SelfByPath(*alone.whole));
}

TEST(ImportPreviewTest, ThereIsNoneWhereTheWholeTreeIsNear) {
  ImportPreview::Pace pace = kAtOnce;
  pace.most_read = 0.5;
  std::vector<CctPtr> made;
  ImportPreview preview([&](CctPtr tree) { made.push_back(std::move(tree)); }, pace);
  JobControl job;
  job.total_units = 100;
  preview.Begin(2, job);
  job.done_units = 51;
  EXPECT_FALSE(preview.Wanted(0));
  job.done_units = 50;
  EXPECT_TRUE(preview.Wanted(0));
  CctBuilder builder;
  builder.AddMetric({"samples", "count", 1});
  builder.AddSelf(builder.Child(kBuildRoot, builder.InternFrame({.name = "f"})), 0, 1);
  preview.Add(0, {builder});
  job.done_units = 90;
  EXPECT_FALSE(preview.Wanted(0));
  EXPECT_TRUE(preview.Wanted(1)) << "the other worker has begun one";
  preview.Add(1, {builder});
  EXPECT_EQ(made.size(), 1u);
  EXPECT_FALSE(preview.Wanted(0));
}

TEST(ImportPreviewTest, PerfScriptsNameTheirMetricsAndLeaveOutARingOfOneThread) {
  std::string text;
  for (uint32_t i = 0; i < 100; ++i) text += PerfSample("cycles", "app", i % 5);
  const Seen one = ImportWatched(text, 1);
  ASSERT_FALSE(one.previews.empty());
  for (const CctPtr& preview : one.previews) ExpectPartOf(*preview, *one.whole);
  EXPECT_EQ(one.previews[0]->metrics()[0].name, "cycles");

  for (uint32_t i = 0; i < 100; ++i) text += PerfSample("faults", "other", i % 5);
  const Seen several = ImportWatched(text, 1);
  ExpectPartOf(*several.previews.back(), *several.whole);
}

TEST(ImportPreviewTest, PartsOfDifferentScaleAreNotAddedUp) {
  int published = 0;
  ImportPreview preview([&](const CctPtr&) { ++published; }, kAtOnce);
  JobControl job;
  CctBuilder whole, tenths;
  static_cast<void>(whole.AddMetric({"samples", "count", 1}));
  static_cast<void>(tenths.AddMetric({"samples", "count", 10}));
  for (CctBuilder* builder : {&whole, &tenths})
    builder->AddSelf(builder->Child(kBuildRoot, builder->InternFrame({.name = "f"})), 0, 1);
  preview.Begin(2, job);
  EXPECT_TRUE(preview.Wanted(0));
  preview.Add(0, {whole, {}, kBuildRoot});
  EXPECT_FALSE(preview.Wanted(0));
  EXPECT_TRUE(preview.Wanted(1));
  preview.Add(1, {tenths, {}, kBuildRoot});
  EXPECT_EQ(published, 0);
  preview.Add(0, {whole, {}, kBuildRoot});
  preview.Add(1, {whole, {}, kBuildRoot});
  EXPECT_EQ(published, 1);
}

TEST(ImportPreviewTest, TheyEndWhenTheTreeIsTooLarge) {
  const Seen seen = ImportWatched(RandomFolded(3, 2000), 1,
                                  {std::chrono::milliseconds(0), std::chrono::milliseconds(0), 0, 0, 1.0, 40});
  ASSERT_FALSE(seen.previews.empty());
  for (const CctPtr& preview : seen.previews) EXPECT_LE(preview->context_count(), 40u);
  EXPECT_GT(seen.whole->context_count(), 40u);
}

TEST(ImportPreviewTest, MetricsOfOneNameStayApart) {
  std::vector<CctPtr> previews;
  ImportPreview preview([&](CctPtr tree) { previews.push_back(std::move(tree)); }, kAtOnce);
  JobControl job;
  CctBuilder builder;
  static_cast<void>(builder.AddMetric({"time", "ms", 1}));
  static_cast<void>(builder.AddMetric({"time", "us", 1}));
  const BuildNode node = builder.Child(kBuildRoot, builder.InternFrame({.name = "f"}));
  builder.AddSelf(node, 0, 2);
  builder.AddSelf(node, 1, 3);
  RecordPreview records(&preview, job);
  ASSERT_TRUE(records.Wanted());
  records.Add({builder});
  ASSERT_EQ(previews.size(), 1u);
  ASSERT_EQ(previews[0]->metric_count(), 2u);
  EXPECT_EQ(previews[0]->Inclusive(kRootContext, 0), 2u);
  EXPECT_EQ(previews[0]->Inclusive(kRootContext, 1), 3u);
}

TEST(ImportPreviewTest, TheFirstWaitsUntilTheBuildingHasLastedForAWhile) {
  ImportPreview preview([](const CctPtr&) {}, {std::chrono::milliseconds(0), std::chrono::hours(1), 0, 1});
  JobControl job;
  preview.Begin(1, job);
  EXPECT_FALSE(preview.Wanted(0));
}

TEST(ImportPreviewTest, NobodyIsAskedWhereNobodyLooks) {
  JobControl job;
  RecordPreview records(nullptr, job);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(records.Wanted());
}

}  // namespace
}  // namespace ringscope::import_preview_test
