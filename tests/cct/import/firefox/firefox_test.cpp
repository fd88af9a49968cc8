#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cct/import/firefox/firefox_profile.h"
#include "cct/import/import_profile.h"
#include "cct/import/importers.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::firefox_test {
namespace {

using test::Import;

// A random tree of stacks with samples, and the same as folded text.
struct RandomProfile {
  std::vector<int> callers, frames;  // of stacks; callers before those they call, -1 = none
  std::vector<int> samples, weights;
  std::string folded_weights, folded_ns;

  explicit RandomProfile(std::mt19937& engine) {
    const auto random = [&] { return static_cast<uint32_t>(engine()); };
    std::vector<std::string> paths;
    for (int i = 0; i < 40; ++i) {
      callers.push_back(static_cast<int>(random() % static_cast<uint32_t>(i + 1)) - 1);
      frames.push_back(static_cast<int>(random() % 5));
      const std::string name = fmt::format("f{}", frames.back());
      paths.push_back(callers.back() < 0 ? name : paths[static_cast<size_t>(callers.back())] + ";" + name);
    }
    for (int i = 0; i < 80; ++i) {
      samples.push_back(static_cast<int>(random() % 40));
      weights.push_back(static_cast<int>(random() % 4));
      const std::string& path = paths[static_cast<size_t>(samples.back())];
      folded_weights += fmt::format("{} {}\n", path, weights.back());
      // A quarter of a ms after the sample before.
      folded_ns += fmt::format("{} {}\n", path, i == 0 ? 0 : 250'000);
    }
  }
  [[nodiscard]] std::string Stacks(bool offsets) const {
    std::string text;
    for (size_t i = 0; i < callers.size(); ++i) {
      const std::string caller = callers[i] < 0 ? "null" : fmt::to_string(callers[i]);
      const int offset = callers[i] < 0 ? 0 : static_cast<int>(i) - callers[i];
      text += fmt::format("{}{}", i == 0 ? "" : ",", offsets ? fmt::to_string(offset) : caller);
    }
    return fmt::format(R"("stackTable":{{"{}":[{}],"frame":[{}]}})", offsets ? "prefixOffset" : "prefix",
                       text, fmt::join(frames, ","));
  }
  [[nodiscard]] std::string Samples(bool deltas) const {
    std::string times;
    for (size_t i = 0; i < samples.size(); ++i) {
      times += fmt::format("{}{}", i == 0 ? "" : ",", deltas ? 0.25 : 1000 + 0.25 * static_cast<double>(i));
    }
    return fmt::format(R"("samples":{{"stack":[{}],"{}":[{}],"weight":[{}],"weightType":"samples"}})",
                       fmt::join(samples, ","), deltas ? "timeDeltas" : "time", times,
                       fmt::join(weights, ","));
  }
};

constexpr std::string_view kNames = R"("stringArray":["f0","f1","f2","f3","f4"])";
constexpr std::string_view kFunctions =
    R"("frameTable":{"func":[0,1,2,3,4]},"funcTable":{"name":[0,1,2,3,4]})";

TEST(FirefoxImporter, GivesTheTreeOfItsSamplesWhereverTheTablesAre) {
  std::mt19937 engine(8);
  for (int round = 0; round < 60; ++round) {
    const RandomProfile profile(engine);
    const std::string own = fmt::format("{{{},{},{},{}}}", profile.Samples(round % 2 == 0),
                                        profile.Stacks(round % 3 == 0), kNames, kFunctions);
    const std::string shared =
        fmt::format("{{{},{},{}}}", profile.Stacks(round % 3 == 0), kNames, kFunctions);
    const std::string thread = fmt::format("{{{}}}", profile.Samples(round % 2 == 0));
    for (const std::string& text : {
             fmt::format(R"({{"meta":{{"preprocessedProfileVersion":41}},"threads":[{}]}})", own),
             fmt::format(R"({{"shared":{},"threads":[{}]}})", shared, thread),
             fmt::format(R"({{"threads":[{}],"shared":{}}})", thread, shared),
         }) {
      const CctPtr tree = test::Imported(text);
      EXPECT_EQ(test::DumpOfMetric(*tree, 0), test::TextDump(*test::TreeFromFolded(profile.folded_weights)));
      EXPECT_EQ(test::DumpOfMetric(*tree, 1), test::TextDump(*test::TreeFromFolded(profile.folded_ns)));
      EXPECT_EQ(tree->report().record_count, 80u);
      EXPECT_TRUE(tree->report().skipped.empty());
      EXPECT_TRUE(tree->report().incomplete.empty());
    }
  }
}

TEST(FirefoxImporter, ReadsRawProfilesAsItReadsProcessedOnes) {
  std::mt19937 engine(9);
  for (int round = 0; round < 40; ++round) {
    const RandomProfile profile(engine);
    std::string stacks, samples;
    for (size_t i = 0; i < profile.callers.size(); ++i) {
      const std::string caller = profile.callers[i] < 0 ? "null" : fmt::to_string(profile.callers[i]);
      stacks += fmt::format("{}[{},{}]", i == 0 ? "" : ",", profile.frames[i], caller);
    }
    for (size_t i = 0; i < profile.samples.size(); ++i) {
      // Some cells may be missing at the end of a row.
      samples += fmt::format("{}[{},{}{}]", i == 0 ? "" : ",", 0.25 * static_cast<double>(i),
                             profile.samples[i], i % 3 == 0 ? ",null,1" : "");
    }
    const std::string stack_schema = R"("schema":{"frame":0,"prefix":1})";
    const std::string stack_data = fmt::format(R"("data":[{}])", stacks);
    const bool schema_first = round % 2 == 0;
    const CctPtr tree = test::Imported(fmt::format(
        R"({{"meta":{{"stackwalk":1}},"threads":[{{"samples":{{"schema":{{"stack":1,"time":0,"x":3}},"data":[{}]}},)"
        R"("stackTable":{{{},{}}},"frameTable":{{"schema":{{"location":1}},"data":[[0,0],[0,1],[0,2],[0,3],[9,4]]}},)"
        R"("stringTable":["f0","f1","f2","f3","f4"]}}]}})",
        samples, schema_first ? stack_schema : stack_data, schema_first ? stack_data : stack_schema));
    EXPECT_EQ(test::DumpOfMetric(*tree, 1), test::TextDump(*test::TreeFromFolded(profile.folded_ns)));
  }
}

std::string SmallProfile(std::string_view more = "") {
  return fmt::format(R"({{"threads":[{{"name":"a","samples":{{"stack":[2]}},)"
                     R"("stackTable":{{"prefix":[null,0,1],"frame":[0,1,2]}},{},{}}}{}]}})",
                     kNames, kFunctions, more);
}

TEST(FirefoxImporter, HoldsItsLimits) {
  test::ExpectLimits(SmallProfile(), {.stack_depth = 2, .contexts = 3, .name_bytes = 9});
  EXPECT_EQ(test::MessageOf(SmallProfile(), {.max_record_bytes = 4}),
            "expected strings of at most 4 bytes, found a longer one");
}

TEST(FirefoxImporter, PutsThreadsWhereAskedTo) {
  const std::string two = SmallProfile(
      R"(,{"name":"b","pid":"x","samples":{"stack":[0]},"stackTable":{"prefix":[null],"frame":[0]},)"
      R"("stringArray":["g"],"frameTable":{"func":[0]},"funcTable":{"name":[0]}},)"
      R"({"name":"idle","samples":{"stack":[null]}})");
  EXPECT_EQ(test::LayersOf(SmallProfile(), ThreadRing::kWhenSeveral), 3u);
  EXPECT_EQ(test::LayersOf(SmallProfile(), ThreadRing::kAlways), 4u);
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kWhenSeveral), 5u);
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kMerged), 3u);
}

TEST(FirefoxImporter, ReadsDeepStacksAndLoops) {
  std::string callers = "null";
  std::string frames = "0";
  for (int i = 1; i < 200'000; ++i) {
    callers += fmt::format(",{}", i - 1);
    frames += ",0";
  }
  const std::string_view text =
      R"({{"threads":[{{"samples":{{"stack":[{}]}},"stackTable":{{"prefix":[{}],"frame":[{}]}},{},{}}}]}})";
  const CctPtr tree =
      test::Imported(fmt::format(fmt::runtime(text), "199999,5", callers, frames, kNames, kFunctions));
  EXPECT_EQ(tree->layer_count(), 200'001u);

  // The first is called by the last.
  callers.replace(0, 4, "199999");
  std::string samples = "0";
  for (int i = 1; i < 2000; ++i) samples += fmt::format(",{}", i * 100);
  const auto loop = Import(fmt::format(fmt::runtime(text), samples, callers, frames, kNames, kFunctions));
  ASSERT_FALSE(loop);
  EXPECT_EQ(loop.error().code, ErrorCode::kMalformed);
}

TEST(FirefoxImporter, StopsWhenCancelled) {
  const std::string text = SmallProfile();
  EXPECT_EQ(test::EndWhenCancelled(text), ErrorCode::kCancelled);
}

TEST(FirefoxImporter, IsAskedForItsFilesOnly) {
  const auto sniff = kFirefoxImporter.sniff;
  EXPECT_TRUE(sniff(SmallProfile()));
  EXPECT_TRUE(sniff(R"( {"libs":[{"breakpadId":"0","debugName":"a"})"));
  EXPECT_TRUE(sniff(R"({"meta":{"stackwalk":1)"));
  EXPECT_TRUE(sniff(R"({"profileJSON":{"threads":[]}})"));
  EXPECT_TRUE(sniff(R"({"libs":"","threads":[{"samples":[{"frames":[{"location":"a"}]}]}]})"));
  for (const std::string_view other :
       {"", "{", "[]", R"({"traceEvents":[]})", R"(["stackTable","threads"])", R"({"frameTable":[]})",
        R"({"profiles":[{"type":"sampled"}],"shared":{"frames":[]}})"}) {
    EXPECT_FALSE(sniff(other)) << other;
  }
}

TEST(FirefoxLocation, IsTakenApartWhereItHasAPlace) {
  const auto parts = [](std::string_view text) {
    const Frame location = ParseFirefoxLocation(text);
    return fmt::format("{}|{}|{}|{}", location.name, location.file, location.line, location.column);
  };
  EXPECT_EQ(parts("f (a.js:12:3)"), "f|a.js|12|3");
  EXPECT_EQ(parts("f (a.js:12)"), "f|a.js|12|0");
  EXPECT_EQ(parts("f (https://a.example/a.js)"), "f|https://a.example/a.js|0|0");
  EXPECT_EQ(parts("f (https://a.example:80/a.js:1:2)[13]"), "f|https://a.example:80/a.js|1|2");
  EXPECT_EQ(parts("f (a.js -> b.js -> c.js:7:1)"), "f|c.js|7|1");
  EXPECT_EQ(parts("get a.b (self-hosted:9)"), "get a.b|self-hosted|9|0");
  EXPECT_EQ(parts("main"), "main||0|0");
  EXPECT_EQ(parts("operator() (int)"), "operator() (int)||0|0");
  EXPECT_EQ(parts("f (in libxul.so) here"), "f (in libxul.so) here||0|0");
  EXPECT_EQ(parts("f (a.js:99999999999)"), "f (a.js:99999999999)||0|0");
  EXPECT_EQ(parts("f ()"), "f ()||0|0");
  EXPECT_EQ(parts(""), "||0|0");
  // Places of native code: where a sample was taken is no part of the function.
  const auto in_module = [](std::string_view text) {
    const Frame location = ParseFirefoxLocation(text);
    return fmt::format("{}|{}|{}|{}", location.name, location.module, location.file, location.line);
  };
  EXPECT_EQ(in_module("f (in libxul.so) + 12"), "f|libxul.so||0");
  EXPECT_EQ(in_module("f(int) (in libxul.so) (+ 12)"), "f(int)|libxul.so||0");
  EXPECT_EQ(in_module("f (in libxul.so) (a.cpp:12)"), "f|libxul.so|a.cpp|0");
  EXPECT_EQ(in_module("f (in libxul.so)"), "f|libxul.so||0");
  EXPECT_EQ(ParseFirefoxAddress("0x7f00"), 0x7f00u);
  EXPECT_EQ(ParseFirefoxAddress("0xffffffffffffffff"), 0xffffffffffffffffu);
  for (const std::string_view other : {"0x", "x12", "0x12g", "12", "0x10000000000000000", ""})
    EXPECT_FALSE(ParseFirefoxAddress(other)) << other;
}

TEST(FirefoxColumn, KeepsAnyNumbers) {
  std::mt19937 engine(3);
  for (int round = 0; round < 200; ++round) {
    FirefoxColumn column;
    std::vector<double> expected;
    for (int i = 0; i < 30; ++i) {
      const auto kind = round % 2 == 0 ? 0 : engine() % 8;
      double value = static_cast<double>(engine() % 100) - 50;
      if (kind == 1) value += 0.5;
      if (kind == 2) value = 4e12;
      if (kind == 3) value = FirefoxColumn::kMissing;
      column.Add(value);
      expected.push_back(value);
    }
    for (size_t i = 0; i < expected.size(); ++i) {
      if (std::isnan(expected[i])) {
        EXPECT_TRUE(std::isnan(column.Number(i)));
        EXPECT_EQ(column.Index(i), FirefoxColumn::kNone);
      } else {
        EXPECT_EQ(column.Number(i), expected[i]);
        const bool index = expected[i] >= 0 && expected[i] == std::floor(expected[i]) && expected[i] < 4e9;
        EXPECT_EQ(column.Index(i), index ? static_cast<uint32_t>(expected[i]) : FirefoxColumn::kNone);
      }
    }
    EXPECT_TRUE(std::isnan(column.Number(expected.size())));
  }
}

TEST(FirefoxImporter, LeavesTheTimesOutWhereSamplesMeasureTooMuch) {
  const auto import_weights = [](int kinds) {
    std::string threads;
    for (int i = 0; i < kinds; ++i)
      threads += fmt::format(R"({}{{"samples":{{"stack":[0],"time":[{}],"weightType":"w{}"}}}})",
                             i == 0 ? "" : ",", i, i);
    return Import(
        fmt::format(R"({{"threads":[{}],"shared":{{"stackTable":{{"prefix":[null],"frame":[0]}},{},{}}}}})",
                    threads, kNames, kFunctions));
  };
  const auto most = import_weights(16);
  ASSERT_TRUE(most) << DescribeError(most.error());
  EXPECT_EQ((*most)->sample_count(), 16u);
  const auto more = import_weights(17);
  ASSERT_TRUE(more) << DescribeError(more.error());
  EXPECT_FALSE((*more)->has_times());
  EXPECT_EQ((*more)->metric_count(), 17u);
  EXPECT_EQ((*more)->report().notes,
            std::vector<std::string>{"The samples measure more than 16 metrics: their times are left out."});
}

}  // namespace
}  // namespace ringscope::firefox_test
