#include <fmt/format.h>
#include <gtest/gtest.h>

#include <protozero/pbf_writer.hpp>
#include <random>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "cct/import/importers.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::otlp_test {
namespace {

using protozero::pbf_writer;

// One profile, as a message and as JSON, of functions f0, f1, ... with a location each.
class SmallProfile {
 public:
  // `locations` innermost first, counted from 1.
  uint32_t AddStack(const std::vector<uint32_t>& locations) {
    stacks_.push_back(locations);
    return static_cast<uint32_t>(stacks_.size());
  }
  void AddSample(uint32_t stack, int64_t value) { samples_.emplace_back(stack, value); }

  [[nodiscard]] std::string Message(uint32_t functions) const {
    std::string bytes;
    pbf_writer out(bytes);
    {
      pbf_writer resource(out, 1);
      pbf_writer scope(resource, 2);
      pbf_writer profile(scope, 2);
      for (const auto& [stack, value] : samples_) {
        pbf_writer sample(profile, 2);
        sample.add_uint32(1, stack);
        sample.add_packed_int64(4, &value, &value + 1);
      }
      pbf_writer type(profile, 1);
      type.add_uint32(1, 1);
    }
    pbf_writer dictionary(out, 2);
    for (const uint32_t table : {1u, 2u, 3u, 7u}) dictionary.add_bytes(table, "", 0);
    dictionary.add_string(5, "");
    dictionary.add_string(5, "samples");
    for (uint32_t i = 0; i < functions; ++i) {
      dictionary.add_string(5, fmt::format("f{}", i));
      {
        pbf_writer location(dictionary, 2);
        pbf_writer(location, 3).add_uint32(1, i + 1);
      }
      pbf_writer(dictionary, 3).add_uint32(1, i + 2);
    }
    for (const auto& stack : stacks_)
      pbf_writer(dictionary, 7).add_packed_uint32(1, stack.begin(), stack.end());
    return bytes;
  }

  [[nodiscard]] std::string Json(uint32_t functions) const {
    std::string samples, stacks, names, locations, tables;
    for (const auto& [stack, value] : samples_) {
      samples +=
          fmt::format(R"({}{{"values":["{}"],"stackIndex":{}}})", samples.empty() ? "" : ",", value, stack);
    }
    for (const auto& stack : stacks_)
      stacks += fmt::format(R"(,{{"locationIndices":[{}]}})", fmt::join(stack, ","));
    for (uint32_t i = 0; i < functions; ++i) {
      names += fmt::format(R"(,"f{}")", i);
      locations += fmt::format(R"(,{{"lines":[{{"functionIndex":{}}}]}})", i + 1);
      tables += fmt::format(R"(,{{"nameStrindex":{}}})", i + 2);
    }
    return fmt::format(
        R"({{"resourceProfiles":[{{"scopeProfiles":[{{"profiles":[{{"samples":[{}],)"
        R"("sampleType":{{"typeStrindex":1}}}}]}}]}}],"dictionary":{{"stringTable":["","samples"{}],)"
        R"("locationTable":[{{}}{}],"functionTable":[{{}}{}],"stackTable":[{{}}{}]}}}})",
        samples, names, locations, tables, stacks);
  }

 private:
  std::vector<std::vector<uint32_t>> stacks_;
  std::vector<std::pair<uint32_t, int64_t>> samples_;
};

TEST(OtlpImporter, GivesTheTreeOfItsSamples) {
  std::mt19937 engine(4);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 40; ++round) {
    SmallProfile profile;
    std::vector<std::string> lines{""};
    for (int i = 0; i < 30; ++i) {
      std::vector<uint32_t> stack;
      std::string line;
      for (uint32_t depth = 1 + random() % 6; depth > 0; --depth) stack.push_back(1 + random() % 5);
      for (size_t k = stack.size(); k-- > 0;)
        line += fmt::format("{}f{}", line.empty() ? "" : ";", stack[k] - 1);
      profile.AddStack(stack);
      lines.push_back(line);
    }
    std::string folded;
    for (int i = 0; i < 100; ++i) {
      const uint32_t stack = 1 + random() % 30;
      const uint32_t value = random() % 7;
      profile.AddSample(stack, value);
      folded += fmt::format("{} {}\n", lines[stack], value);
    }
    const std::string expected = test::TextDump(*test::TreeFromFolded(folded));
    for (const std::string& bytes : {profile.Message(5), profile.Json(5)}) {
      const CctPtr tree = test::Imported(bytes);
      EXPECT_EQ(test::TextDump(*tree), expected);
      EXPECT_EQ(tree->report().record_count, 100u);
      EXPECT_TRUE(tree->report().skipped.empty());
      EXPECT_TRUE(tree->report().incomplete.empty());
    }
  }
}

TEST(OtlpImporter, RecognizesPrefixesThatTell) {
  // A dictionary tells once it has its tables, profiles once they say what their values are.
  for (const std::string file : {"plain.pb", "dictionary_first.pb"}) {
    const std::string bytes = test::DataFile("otlp/" + file);
    for (size_t size = 500; size <= bytes.size(); ++size)
      EXPECT_TRUE(kOtlpImporter.sniff(std::string_view(bytes).substr(0, size))) << size;
  }
  for (const std::string_view other :
       {std::string_view(""), std::string_view("\n"), std::string_view("\n\n\n\n\n\n\n\n\n\n\n\n"),
        std::string_view("main;f 1\n"), std::string_view("\n\nmain;f 1\n"),
        std::string_view("{\"nodes\":[]}"), std::string_view("\x12\0\x12\0\x12\0\x12\0", 8),
        std::string_view("\0\0\0\0\0\0\0\0\3", 9)}) {
    EXPECT_FALSE(kOtlpImporter.sniff(other)) << other;
    EXPECT_FALSE(kOtlpJsonImporter.sniff(other)) << other;
  }
  EXPECT_TRUE(kOtlpJsonImporter.sniff(test::DataFile("otlp/plain.json")));
}

TEST(OtlpImporter, PutsAttributesAroundTheRoot) {
  for (const std::string file : {"threads.pb", "threads.json"}) {
    const std::string bytes = test::DataFile("otlp/" + file);
    const auto dump = [&](std::vector<std::string> labels, ThreadRing threads = ThreadRing::kWhenSeveral) {
      return test::DumpWithNotes(bytes, {.threads = threads, .labels = std::move(labels)});
    };
    const std::string labels =
        "Labels of the samples, of which --labels NAME makes rings: 'region', 'thread.id', 'thread.name'.\n";
    EXPECT_EQ(dump({}, ThreadRing::kMerged), "# wall ms 1 32\nstart  32/20\n  work  12/12\n" + labels);
    EXPECT_EQ(dump({"region"}),
              "# wall ms 1 32\nregion: (none) {synthetic}  20/0\n  start  20/20\n"
              "region: eu {synthetic}  10/0\n  start  10/0\n    work  10/10\n"
              "region: us {synthetic}  2/0\n  start  2/0\n    work  2/2\n");
    EXPECT_EQ(dump({"service.name", "thread"}).substr(0, 81),
              "# wall ms 1 32\nservice.name: cart {synthetic}  16/0\n  (no thread) {thread}  10/0\n");
    EXPECT_EQ(dump({"process"}),
              "# wall ms 1 32\ncart (pid 9) {process}  16/0\n  start  16/10\n    work  6/6\n"
              "shop (pid 7) {process}  16/0\n  start  16/10\n    work  6/6\n");
    EXPECT_EQ(dump({"regoin"}),
              "# wall ms 1 32\nstart  32/20\n  work  12/12\nNo sample has a label 'regoin'.\n" + labels);
  }
}

TEST(OtlpImporter, HoldsItsLimits) {
  SmallProfile profile;
  profile.AddSample(profile.AddStack({4, 3, 2, 1}), 1);
  for (const std::string& bytes : {profile.Message(4), profile.Json(4)})
    test::ExpectLimits(bytes, {.stack_depth = 3, .contexts = 3, .name_bytes = 10});
}

TEST(OtlpImporter, ReadsAStackOfAMillionFrames) {
  SmallProfile profile;
  std::vector<uint32_t> stack;
  for (uint32_t i = 0; i < 1'000'000; ++i) stack.push_back(1 + i % 2);
  const uint32_t index = profile.AddStack(stack);
  for (int i = 0; i < 1000; ++i) profile.AddSample(index, 5);
  const CctPtr tree = test::Imported(profile.Message(2));
  EXPECT_EQ(tree->layer_count(), 1'000'001u);
  EXPECT_EQ(tree->Total(0), 5000u);
}

TEST(OtlpImporter, StopsWhenCancelled) {
  SmallProfile profile;
  const uint32_t stack = profile.AddStack({1});
  for (int i = 0; i < 100'000; ++i) profile.AddSample(stack, 5);
  for (const std::string& bytes : {profile.Message(1), profile.Json(1)}) {
    EXPECT_EQ(test::EndWhenCancelled(bytes), ErrorCode::kCancelled);
  }
}

}  // namespace
}  // namespace ringscope::otlp_test
