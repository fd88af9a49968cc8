#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "tests/cct/import/import_text.h"

namespace ringscope::test::speedscope_samples_test {
namespace {

using Sample = std::vector<std::string>;  // numbers as written

std::string FileOf(const std::vector<Sample>& samples, std::string_view comma) {
  std::string text = R"({"shared":{"frames":[)";
  for (int i = 0; i < 12; ++i) text += fmt::format(R"({}{{"name":"f{}"}})", i == 0 ? "" : ",", i);
  text += R"(]},"profiles":[{"type":"sampled","name":"p","unit":"none","samples":[)";
  for (size_t i = 0; i < samples.size(); ++i)
    text += fmt::format("{}[{}]", i == 0 ? "" : ",", fmt::join(samples[i], comma));
  text += R"(],"weights":[)";
  for (size_t i = 0; i < samples.size(); ++i) text += fmt::format("{}{}", i == 0 ? "" : ",", i + 1);
  return text + "]}]}" + std::string(100, ' ');
}

// The tree, or the error without its place, and what the report has of single frames.
std::string Describe(const std::string& file, const ImportOptions& options) {
  const auto tree = Import(file, options);
  if (!tree) return tree.error().message;
  std::string text = TextDump(**tree);
  for (const RecordProblem& problem : (*tree)->report().incomplete)
    text += fmt::format("{} {}\n", problem.count, problem.reason);
  return text;
}

std::vector<Sample> RandomSamples(std::mt19937& random, bool has_unusual) {
  static constexpr std::string_view kUnusual[] = {"12", "-1", "1.0", "123456789012345678901", "3e0"};
  std::vector<Sample> samples(1 + random() % 1500);
  Sample sample;
  for (Sample& to : samples) {
    sample.resize(random() % (sample.size() + 1));
    for (size_t k = random() % 6; k > 0; --k) {
      sample.push_back(std::to_string(random() % 12));
      if (has_unusual && random() % 16 == 0) sample.back() = kUnusual[random() % std::size(kUnusual)];
    }
    to = sample;
  }
  return samples;
}

// A line break is nothing that plain numbers have, so that all samples are read by the reader of all JSON.
TEST(SpeedscopeSamples, AreReadByTheirTextAsByTheReaderOfAllJson) {
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    const std::vector<Sample> samples = RandomSamples(random, i % 2 == 1);
    ImportOptions options;
    if (i % 6 == 5) options.max_stack_depth = 8;
    const std::string expected = Describe(FileOf(samples, ",\n"), options);
    EXPECT_EQ(Describe(FileOf(samples, ","), options), expected);
    EXPECT_EQ(Describe(FileOf(samples, ", "), options), expected);
  }
}

TEST(SpeedscopeSamples, MalformedListsAreLeftToTheReaderOfAllJson) {
  for (const std::string_view list : {"1,,2", "1,", ",1", "1 2", "01", "1,2,", " ,", ","}) {
    const auto file = [&](std::string_view last) {
      // Behind one that has the same text before.
      return FileOf({{"1", "2"}, {std::string(list) + std::string(last)}}, ",");
    };
    EXPECT_EQ(Describe(file(""), {}), Describe(file("\n"), {})) << list;
    EXPECT_NE(Describe(file(""), {}).find("expected"), std::string::npos) << list;
  }
}

}  // namespace
}  // namespace ringscope::test::speedscope_samples_test
