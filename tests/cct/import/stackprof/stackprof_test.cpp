#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::stackprof_test {
namespace {

constexpr std::string_view kFrames =
    R"("frames":{"11":{"name":"f1"},"12":{"name":"f2"},"93824992231424":{"name":"f3"},"14":{"name":"f4"}})";
constexpr uint64_t kIds[] = {11, 12, 93824992231424, 14};

// Against a tree that is built stack by stack, with times of samples that are summed one by one.
TEST(StackprofImporter, GivesTheTreeOfItsStacks) {
  std::mt19937 engine(6);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 60; ++round) {
    std::string raw;
    std::string deltas;
    std::string folded_samples;
    std::string folded_time;
    for (int stack = 0; stack < 60; ++stack) {
      std::string names;
      const uint32_t depth = 1 + random() % 6;
      raw += fmt::format("{}{}", raw.empty() ? "" : ",", depth);
      for (uint32_t i = 0; i < depth; ++i) {
        const uint32_t function = random() % 4;
        raw += fmt::format(",{}", kIds[function]);
        names += fmt::format("{}f{}", names.empty() ? "" : ";", function + 1);
      }
      const uint32_t count = random() % 4;
      uint64_t time = 0;
      for (uint32_t i = 0; i < count; ++i) {
        const uint32_t delta = random() % 2000;
        time += delta;
        deltas += fmt::format("{}{}", deltas.empty() ? "" : ",", delta);
      }
      raw += fmt::format(",{}", count);
      folded_samples += fmt::format("{} {}\n", names, count);
      folded_time += fmt::format("{} {}\n", names, time);
    }
    const CctPtr tree = test::Imported(
        fmt::format(R"({{"mode":"wall",{},"raw":[{}],"raw_timestamp_deltas":[{}]}})", kFrames, raw, deltas));
    EXPECT_EQ(test::DumpOfMetric(*tree, 0), test::TextDump(*test::TreeFromFolded(folded_time)));
    EXPECT_EQ(test::DumpOfMetric(*tree, 1), test::TextDump(*test::TreeFromFolded(folded_samples)));
    EXPECT_TRUE(tree->report().skipped.empty());
    EXPECT_TRUE(tree->report().incomplete.empty());
  }
}

TEST(StackprofImporter, HoldsItsLimits) {
  const std::string text = fmt::format(R"({{"mode":"cpu",{},"raw":[3,11,12,11,1]}})", kFrames);
  test::ExpectLimits(text, {.stack_depth = 2, .contexts = 3, .name_bytes = 4});
}

TEST(StackprofImporter, ReadsDeepStacks) {
  std::string raw = "200000";
  for (int i = 0; i < 200'000; ++i) raw += ",11";
  const CctPtr tree = test::Imported(fmt::format(R"({{"mode":"cpu",{},"raw":[{},1]}})", kFrames, raw));
  EXPECT_EQ(tree->layer_count(), 200'001u);
}

TEST(StackprofImporter, StopsWhenCancelled) {
  const std::string text = fmt::format(R"({{"mode":"cpu",{},"raw":[1,11,1]}})", kFrames);
  EXPECT_EQ(test::EndWhenCancelled(text), ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::stackprof_test
