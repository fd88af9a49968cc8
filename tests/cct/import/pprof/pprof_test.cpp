#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <protozero/pbf_writer.hpp>
#include <random>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "cct/import/importers.h"
#include "cct/import/pprof/pprof_samples.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::pprof_test {
namespace {

using protozero::pbf_writer;

using test::Import;

std::string ErrorOf(std::string_view bytes, const ImportOptions& options = {}) {
  const auto tree = Import(bytes, options);
  return tree ? "fine" : DescribeError(tree.error());
}

// A profile of one metric with functions f1, f2, ... and a location for each.
class SmallProfile {
 public:
  explicit SmallProfile(uint64_t functions) {
    strings_ = {"", "samples", "count"};
    pbf_writer out(bytes_);
    {
      pbf_writer type(out, 1);
      type.add_int64(1, 1);
      type.add_int64(2, 2);
    }
    for (uint64_t id = 1; id <= functions; ++id) {
      strings_.push_back(fmt::format("f{}", id));
      {
        pbf_writer function(out, 5);
        function.add_uint64(1, id);
        function.add_int64(2, static_cast<int64_t>(strings_.size()) - 1);
      }
      AddLocation(id, {id});
    }
  }
  // `functions` innermost first.
  void AddLocation(uint64_t id, const std::vector<uint64_t>& functions) {
    pbf_writer out(bytes_);
    pbf_writer location(out, 4);
    location.add_uint64(1, id);
    for (const uint64_t function : functions) pbf_writer(location, 4).add_uint64(1, function);
  }
  // `locations` innermost first.
  void AddSample(const std::vector<uint64_t>& locations, int64_t value) {
    pbf_writer out(bytes_);
    pbf_writer sample(out, 2);
    sample.add_packed_uint64(1, locations.begin(), locations.end());
    sample.add_packed_int64(2, &value, &value + 1);
  }
  [[nodiscard]] std::string Bytes() const {
    std::string bytes = bytes_;
    pbf_writer out(bytes);
    for (const std::string& text : strings_) out.add_string(6, text);
    return bytes;
  }

 private:
  std::string bytes_;
  std::vector<std::string> strings_;
};

TEST(PprofImporter, RecognizesEveryPrefixOfAProfileThatTells) {
  const std::string bytes = test::DataFile("pprof/plain.pb");
  const auto sniff = kPprofImporter.sniff;
  // The first field says what the values are.
  for (size_t size = 8; size <= bytes.size(); ++size)
    EXPECT_TRUE(sniff(std::string_view(bytes).substr(0, size))) << size;
  for (const std::string_view other :
       {std::string_view(""), std::string_view("\n"), std::string_view("\n\n\n\n\n\n\n\n\n\n\n\n"),
        std::string_view("main;f 1\n"), std::string_view("{\"nodes\":[]}"), std::string_view("2 f (x)\n"),
        std::string_view("\0\0\0\0\0\0\0\0\3", 9)}) {
    EXPECT_FALSE(sniff(other)) << other;
  }
}

TEST(PprofImporter, PutsLabelsAroundTheRoot) {
  const std::string bytes = test::DataFile("pprof/threads.pb");
  const auto dump = [&](std::vector<std::string> labels, ThreadRing threads = ThreadRing::kWhenSeveral) {
    return test::DumpWithNotes(bytes, {.threads = threads, .labels = std::move(labels)});
  };
  EXPECT_EQ(dump({}, ThreadRing::kMerged),
            "# samples count 1 16\nstart  16/10\n  work  6/6\n"
            "Labels of the samples, of which --labels NAME makes rings: 'thread_name', 'thread_id', 'region', "
            "'bytes'.\n");
  EXPECT_EQ(dump({"region"}),
            "# samples count 1 16\nregion: (none) {synthetic}  10/0\n  start  10/10\n"
            "region: eu {synthetic}  5/0\n  start  5/0\n    work  5/5\n"
            "region: us {synthetic}  1/0\n  start  1/0\n    work  1/1\n");
  EXPECT_EQ(dump({"bytes"}),
            "# samples count 1 16\nbytes: 48 {synthetic}  10/0\n  start  10/10\n"
            "bytes: (none) {synthetic}  6/0\n  start  6/0\n    work  6/6\n");
  EXPECT_EQ(dump({"region", "thread"}),
            "# samples count 1 16\nregion: (none) {synthetic}  10/0\n  (no thread) {thread}  10/0\n"
            "    start  10/10\nregion: eu {synthetic}  5/0\n  worker (tid 102) {thread}  3/0\n"
            "    start  3/0\n      work  3/3\n  worker (tid 101) {thread}  2/0\n    start  2/0\n"
            "      work  2/2\nregion: us {synthetic}  1/0\n  main (tid 100) {thread}  1/0\n"
            "    start  1/0\n      work  1/1\n");
  EXPECT_EQ(dump({"regoin"}),
            "# samples count 1 16\nstart  16/10\n  work  6/6\nNo sample has a label 'regoin'.\n"
            "Labels of the samples, of which --labels NAME makes rings: 'thread_name', 'thread_id', 'region', "
            "'bytes'.\n");
}

TEST(PprofImporter, PutsSamplesAtTheirLines) {
  const auto dump = [](const std::string& file, bool lines) {
    return test::DumpWithNotes(test::DataFile("pprof/" + file), {.lines = lines});
  };
  EXPECT_EQ(dump("inlined.pb", true),
            "# samples count 1 7\nmain [app] (a.cc:1)  7/0\n  outer [app] (a.cc:2)  7/0\n"
            "    outer [app] (a.cc:70)  4/4\n    middle [app] (a.cc:3) {inlined}  3/0\n"
            "      inner [app] (a.cc:4) {inlined}  3/0\n        inner [app] (a.cc:9) {inlined}  3/3\n");
  // Some lines are where the function begins.
  EXPECT_EQ(dump("anonymous.pb", true),
            "# samples count 1 7\n(anonymous) (a.js:9)  6/2\n  (anonymous) (a.js:11)  4/4\n"
            "(anonymous) (a.js:3:14)  1/1\n");
  // There are none in the file.
  EXPECT_EQ(dump("threads.pb", true), dump("threads.pb", false));
}

TEST(PprofImporter, PutsThreadsWhereAskedTo) {
  EXPECT_EQ(test::LayersOf(test::DataFile("pprof/threads.pb"), ThreadRing::kWhenSeveral), 3u);
  EXPECT_EQ(test::LayersOf(test::DataFile("pprof/threads.pb"), ThreadRing::kMerged), 2u);
  EXPECT_EQ(test::LayersOf(test::DataFile("pprof/one_thread.pb"), ThreadRing::kWhenSeveral), 2u);
  EXPECT_EQ(test::LayersOf(test::DataFile("pprof/one_thread.pb"), ThreadRing::kAlways), 3u);
  // It knows no threads.
  EXPECT_EQ(test::LayersOf(test::DataFile("pprof/plain.pb"), ThreadRing::kAlways), 3u);
}

TEST(PprofImporter, HoldsItsLimits) {
  SmallProfile profile(4);
  profile.AddSample({4, 3, 2, 1}, 1);
  EXPECT_EQ(ErrorOf(profile.Bytes(), {.max_stack_depth = 3}),
            "at byte 62: expected stacks of at most 3 frames, found a deeper one");
  EXPECT_EQ(ErrorOf(profile.Bytes(), {.max_record_bytes = 4}),
            "at byte 62: expected samples of at most 4 bytes, found one of 9");
  EXPECT_EQ(ErrorOf(profile.Bytes(), {.build = {.max_contexts = 3}}), "the tree has more than 3 contexts");
  EXPECT_EQ(ErrorOf(profile.Bytes(), {.build = {.max_string_bytes = 12}}),
            "the names take more than 12 bytes");
  profile.AddLocation(9, std::vector<uint64_t>(1025, 1));
  EXPECT_EQ(ErrorOf(profile.Bytes()), "at byte 73: expected at most 1024 lines of a location, found more");
}

TEST(PprofImporter, BoundsWhatInlinedLinesStandFor) {
  const std::string too_long =
      "the stacks of this small file are longer than those of any program: its code locations have too many "
      "inlined functions";
  // 1,000 functions at one place, and a place in a byte.
  const auto with_samples = [](size_t samples, size_t places) {
    SmallProfile profile(1);
    profile.AddLocation(9, std::vector<uint64_t>(1000, 1));
    for (size_t i = 0; i < samples; ++i) {
      std::vector<uint64_t> stack(places, 9);
      stack.back() = 1 + i % 2 * 8;
      profile.AddSample(stack, 1);
    }
    return profile.Bytes();
  };
  EXPECT_EQ(ErrorOf(with_samples(1, 6000)), too_long);
  EXPECT_EQ(ErrorOf(with_samples(600, 10)), too_long);
  EXPECT_TRUE(Import(with_samples(30, 100)));
}

TEST(PprofImporter, StopsWhenCancelled) {
  for (const std::string file : {"plain.pb", "packed.pb.gz"}) {
    const std::string bytes = test::DataFile("pprof/" + file);
    EXPECT_EQ(test::EndWhenCancelled(bytes), ErrorCode::kCancelled);
  }
}

TEST(PprofImporter, ReadsAStackOfAMillionFrames) {
  SmallProfile profile(2);
  std::vector<uint64_t> stack;
  for (int i = 0; i < 1'000'000; ++i) stack.push_back(1 + static_cast<uint64_t>(i % 2));
  profile.AddSample(stack, 5);
  profile.AddSample({stack.begin() + 1, stack.end()}, 6);
  const CctPtr tree = test::Imported(profile.Bytes());
  EXPECT_EQ(tree->layer_count(), 1'000'001u);
  EXPECT_EQ(tree->Total(0), 11u);
}

// Against a tree that is built sample by sample, for samples in any order and batches of any size.
TEST(PprofImporter, GivesTheTreeOfItsSamples) {
  std::mt19937 engine(11);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 60; ++round) {
    SmallProfile profile(6);
    profile.AddLocation(7, {3, 2, 1});
    profile.AddLocation(8, {2, 1});
    std::string folded;
    for (int sample = 0; sample < 150; ++sample) {
      std::vector<uint64_t> stack;
      std::string line;
      for (uint32_t depth = 1 + random() % 7; depth > 0; --depth) stack.push_back(1 + random() % 8);
      for (size_t i = stack.size(); i-- > 0;) {
        if (!line.empty()) line += ';';
        line += stack[i] == 7 ? "f1;f2;f3" : stack[i] == 8 ? "f1;f2" : fmt::format("f{}", stack[i]);
      }
      const auto value = static_cast<int64_t>(random() % 5);
      profile.AddSample(stack, value);
      folded += fmt::format("{} {}\n", line, value);
    }
    // Inlined functions are frames of another kind, which folded text does not tell: names only.
    const CctPtr expected = test::TreeFromFolded(folded);
    const CctPtr tree = test::Imported(
        profile.Bytes(),
        {.block_bytes = 1 + random() % 300, .worker_count = static_cast<uint32_t>(1 + round % 2)});
    EXPECT_EQ(test::DumpOfMetric(*tree, 0, test::FramesAs::kNames), test::TextDump(*expected));
    EXPECT_EQ(tree->report().record_count, 150u);
  }
}

}  // namespace
}  // namespace ringscope::pprof_test
