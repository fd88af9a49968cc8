#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::speedscope_test {
namespace {

struct Sample {
  std::vector<uint32_t> frames;
  uint32_t weight;
};

std::string TreeOf(const std::vector<Sample>& samples, bool weights_first) {
  std::vector<std::string> stacks;
  std::vector<uint32_t> weights;
  for (const Sample& sample : samples) {
    stacks.push_back(fmt::format("[{}]", fmt::join(sample.frames, ",")));
    weights.push_back(sample.weight);
  }
  std::string stack_text = fmt::format(R"("samples":[{}])", fmt::join(stacks, ","));
  std::string weight_text = fmt::format(R"("weights":[{}])", fmt::join(weights, ","));
  if (weights_first) std::swap(stack_text, weight_text);
  const std::string text = fmt::format(
      R"({{"$schema":"https://www.speedscope.app/file-format-schema.json",)"
      R"("profiles":[{{"type":"sampled","name":"p","unit":"none",{},{}}}],)"
      R"("shared":{{"frames":[{{"name":"f0"}},{{"name":"f1"}},{{"name":"f2"}},{{"name":"f3"}}]}}}})",
      stack_text, weight_text);
  const CctPtr tree = test::Imported(text);
  EXPECT_EQ(tree->report().record_count, samples.size());
  return test::TextDump(*tree);
}

// Against the tree of folded stacks. Sorted stacks share most of the one before, shuffled ones little; both are
// more than wait together.
TEST(SpeedscopeImporter, GivesTheTreeOfItsSamplesInAnyOrder) {
  std::mt19937 engine(8);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (const size_t count : {1u, 40u, 1500u}) {
    std::vector<Sample> samples(count);
    std::string folded;
    for (Sample& sample : samples) {
      for (uint32_t depth = random() % 14; depth > 0; --depth) {
        sample.frames.push_back(random() % 4);
        folded += fmt::format("f{};", sample.frames.back());
      }
      sample.weight = 1 + random() % 100;
      folded += fmt::format(" {}\n", sample.weight);
    }
    const std::string expected = test::TextDump(*test::TreeFromFolded(folded, {{"weight", "count", 1}}));
    EXPECT_EQ(TreeOf(samples, false), expected);
    EXPECT_EQ(TreeOf(samples, true), expected);
    std::sort(samples.begin(), samples.end(),
              [](const Sample& a, const Sample& b) { return a.frames < b.frames; });
    EXPECT_EQ(TreeOf(samples, false), expected);
    EXPECT_EQ(TreeOf(samples, true), expected);
  }
}

}  // namespace
}  // namespace ringscope::speedscope_test
