#include "cct/import/import_preview.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "cct/dump.h"
#include "cct/import/import_profile.h"
#include "cct/verify.h"

namespace ringscope {
namespace {

constexpr ImportPreview::Pace kAtOnce{std::chrono::milliseconds(0), std::chrono::milliseconds(0), 0, 1 << 22};

struct Seen {
  std::vector<CctPtr> previews;
  CctPtr whole;
};

Seen ImportWatched(std::string_view text, uint32_t worker_count, ImportPreview::Pace pace = kAtOnce) {
  Seen seen;
  ImportPreview preview([&](CctPtr tree) { seen.previews.push_back(std::move(tree)); }, pace);
  ImportOptions options;
  options.worker_count = worker_count;
  options.block_bytes = 256;
  options.preview = &preview;
  JobControl job;
  auto tree = ImportProfileBytes(std::as_bytes(std::span(text)), options, job);
  EXPECT_TRUE(tree) << DescribeError(tree.error());
  if (tree) seen.whole = std::move(*tree);
  return seen;
}

// Self values by call path and metric name.
std::map<std::string, uint64_t> SelfByPath(const Cct& tree) {
  std::map<std::string, uint64_t> self;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    std::string path;
    for (const ContextId step : tree.PathTo(context)) {
      if (step != kRootContext) path += fmt::format(";{}", tree.FrameAt(step).name);
    }
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric) {
      self[path + " " + tree.metrics()[metric].name] = tree.Self(context, metric);
    }
  }
  return self;
}

void ExpectPartOf(const Cct& part, const Cct& whole) {
  ASSERT_TRUE(VerifyCct(part));
  const auto all = SelfByPath(whole);
  for (const auto& [path, value] : SelfByPath(part)) {
    const auto found = all.find(path);
    ASSERT_NE(found, all.end()) << path;
    EXPECT_LE(value, found->second) << path;
  }
}

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
  const Seen alone = ImportWatched(text, 1, {std::chrono::hours(1), std::chrono::hours(1), 0, 1 << 22});
  EXPECT_TRUE(alone.previews.empty());
  const Seen seen = ImportWatched(text, 3);
  for (const CctPtr& preview : seen.previews) ExpectPartOf(*preview, *seen.whole);
  EXPECT_EQ(SelfByPath(*seen.whole), SelfByPath(*alone.whole));
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
  Frame frame;
  frame.name = "f";
  for (CctBuilder* builder : {&whole, &tenths}) {
    builder->AddSelf(builder->Child(kBuildRoot, builder->InternFrame(frame)), 0, 1);
  }
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
                                  {std::chrono::milliseconds(0), std::chrono::milliseconds(0), 0, 40});
  ASSERT_FALSE(seen.previews.empty());
  for (const CctPtr& preview : seen.previews) EXPECT_LE(preview->context_count(), 40u);
  EXPECT_GT(seen.whole->context_count(), 40u);
}

}  // namespace
}  // namespace ringscope
