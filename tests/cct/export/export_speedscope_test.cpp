#include <gtest/gtest.h>
#include <simdjson.h>

#include <string>
#include <vector>

#include "cct/export/export.h"
#include "tests/cct/export/export_trees.h"
#include "tests/cct/test_trees.h"

namespace ringscope::export_speedscope_test {
namespace {

namespace dom = simdjson::dom;

std::string Export(const Cct& tree, uint64_t max_sampled_bytes = kMaxSampledBytes) {
  std::string text;
  EXPECT_TRUE(ExportSpeedscope(tree, "a name", test::AppendTo(text), nullptr, max_sampled_bytes).has_value());
  return text;
}

uint64_t RawValue(const dom::element& value, uint64_t scale) {
  if (value.is_uint64()) return uint64_t(value) * scale;
  return static_cast<uint64_t>(std::llround(double(value) * static_cast<double>(scale)));
}

// The tree of one profile of the file.
CctPtr TreeOf(const dom::element& file, const dom::element& profile, const Metric& metric) {
  CctBuilder builder;
  builder.AddMetric(metric);
  std::vector<FrameId> frames;
  for (const dom::element frame : dom::array(file["shared"]["frames"])) {
    const auto number = [&](const char* key) {
      uint64_t value = 0;
      return frame[key].get(value) == simdjson::SUCCESS ? static_cast<uint32_t>(value) : 0u;
    };
    std::string_view of_file;
    if (frame["file"].get(of_file) != simdjson::SUCCESS) of_file = {};
    frames.push_back(builder.InternFrame(
        {std::string_view(frame["name"]), "", of_file, number("line"), number("col"), FrameKind::kUser}));
  }
  if (std::string_view(profile["type"]) == "sampled") {
    std::vector<BuildNode> nodes;
    for (const dom::element sample : dom::array(profile["samples"])) {
      BuildNode node = kBuildRoot;
      for (const dom::element frame : dom::array(sample))
        node = builder.Child(node, frames.at(uint64_t(frame)));
      nodes.push_back(node);
    }
    size_t k = 0;
    for (const dom::element weight : dom::array(profile["weights"]))
      builder.AddSelf(nodes.at(k++), 0, RawValue(weight, metric.scale));
    EXPECT_EQ(k, nodes.size());
  } else {
    EXPECT_EQ(std::string_view(profile["type"]), "evented");
    std::vector<BuildNode> open{kBuildRoot};
    std::vector<uint64_t> open_frames;
    uint64_t last = 0;
    const auto pass = [&](uint64_t at) {
      EXPECT_GE(at, last);
      builder.AddSelf(open.back(), 0, at - last);
      last = at;
    };
    for (const dom::element event : dom::array(profile["events"])) {
      const auto frame = uint64_t(event["frame"]);
      pass(RawValue(event["at"], metric.scale));
      if (std::string_view(event["type"]) == "O") {
        open.push_back(builder.Child(open.back(), frames.at(frame)));
        open_frames.push_back(frame);
      } else {
        EXPECT_EQ(open_frames.back(), frame);
        open.pop_back();
        open_frames.pop_back();
      }
    }
    EXPECT_TRUE(open_frames.empty());
    pass(RawValue(profile["endValue"], metric.scale));
  }
  return std::move(builder).Finish({}).value();
}

TEST(ExportSpeedscopeTest, ReadingItGivesTheSameStacksAndWeights) {
  dom::parser parser;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    const CctPtr tree = test::DescribedTree(seed, {.contexts = 300,
                                                   .metrics = {{"samples", "count", 1}, {"cpu", "ms", 1000}},
                                                   .root_has_cost = seed % 2 == 0});
    for (const uint64_t max_sampled_bytes : {kMaxSampledBytes, uint64_t{0}}) {
      const dom::element file = parser.parse(Export(*tree, max_sampled_bytes));
      MetricIndex metric = 0;
      for (const dom::element profile : dom::array(file["profiles"])) {
        EXPECT_EQ(std::string_view(profile["type"]), max_sampled_bytes == 0 ? "evented" : "sampled");
        EXPECT_EQ(std::string_view(profile["name"]), tree->metrics()[metric].name);
        EXPECT_EQ(test::TsvDump(*TreeOf(file, profile, tree->metrics()[metric])),
                  test::TsvDump(*test::KeptBySpeedscope(*tree, metric)));
        ++metric;
      }
      EXPECT_EQ(metric, tree->metric_count());
    }
  }
}

TEST(ExportSpeedscopeTest, EveryKeyThatTheFormatAsksFor) {
  const CctPtr tree = test::TreeFromFolded("a;b 2\na 1\nc 4\n", {{"wall", "us", 10}});
  EXPECT_EQ(
      Export(*tree),
      "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"ringscope\","
      "\"name\":\"a "
      "name\",\"activeProfileIndex\":0,\"shared\":{\"frames\":[{\"name\":\"c\"},{\"name\":\"a\"},"
      "{\"name\":\"b\"}]},\"profiles\":[{\"type\":\"sampled\",\"name\":\"wall\",\"unit\":\"microseconds\","
      "\"startValue\":0,\"endValue\":0.7,\"samples\":[[0],[1],[1,2]],\"weights\":[0.4,0.1,0.2]}]}\n");
  EXPECT_NE(Export(*tree, 0).find(
                "\"events\":[{\"type\":\"O\",\"frame\":0,\"at\":0},{\"type\":\"C\",\"frame\":0,\"at\":0.4},"
                "{\"type\":\"O\",\"frame\":1,\"at\":0.4},{\"type\":\"O\",\"frame\":2,\"at\":0.5},"
                "{\"type\":\"C\",\"frame\":2,\"at\":0.7},{\"type\":\"C\",\"frame\":1,\"at\":0.7}]"),
            std::string::npos);
}

TEST(ExportSpeedscopeTest, UnitsThatItDoesNotKnowAreNone) {
  dom::parser parser;
  const auto unit = [&](std::string_view name) {
    const CctPtr tree = test::TreeFromFolded("a 1\n", {{"m", std::string(name), 1}});
    return std::string(std::string_view(parser.parse(Export(*tree))["profiles"].at(0)["unit"]));
  };
  EXPECT_EQ(unit("ns"), "nanoseconds");
  EXPECT_EQ(unit("s"), "seconds");
  EXPECT_EQ(unit("bytes"), "bytes");
  EXPECT_EQ(unit("count"), "none");
  EXPECT_EQ(unit("cycles"), "none");
}

TEST(ExportSpeedscopeTest, AMillionLayersAreEvents) {
  const CctPtr tree = test::DeepChain(1'000'000);
  dom::parser parser;
  const std::string text = Export(*tree);
  const dom::element file = parser.parse(text);
  EXPECT_EQ(std::string_view(file["profiles"].at(0)["type"]), "evented");
  EXPECT_EQ(dom::array(file["profiles"].at(0)["events"]).size(), 2'000'000u);
}

TEST(ExportSpeedscopeTest, ErrorsOfTheSinkAndCancellation) {
  const CctPtr tree = test::DescribedTree(3, {.contexts = 20'000});
  const Result<void> failed = ExportSpeedscope(*tree, "", test::FailLater());
  ASSERT_FALSE(failed.has_value());
  EXPECT_EQ(failed.error().message, "the disk is full");
  JobControl job;
  job.cancel_requested = true;
  std::string text;
  const Result<void> cancelled = ExportSpeedscope(*tree, "", test::AppendTo(text), &job);
  ASSERT_FALSE(cancelled.has_value());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::export_speedscope_test
