#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "cct/import/json/json_reader.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/import/stream_source.h"
#include "tests/cct/test_trees.h"

namespace ringscope::trace_test {
namespace {

using test::Import;

std::string ErrorOf(std::string_view bytes, const ImportOptions& options = {}) {
  const auto tree = Import(bytes, options);
  return tree ? "fine" : DescribeError(tree.error());
}

std::string Whole(std::string_view name, uint64_t at, uint64_t length) {
  return fmt::format(R"({{"name":"{}","ph":"X","ts":{},"dur":{},"pid":1,"tid":1}})", name, at, length);
}

// Writes slices that lie in each other as events, and what they cost as folded stacks.
class RandomTrace {
 public:
  explicit RandomTrace(uint32_t seed) : random_(seed) {}

  // Slices below `path` from `begin` on; returns when the last one ends. No two events have the same time.
  uint64_t Fill(const std::string& path, uint64_t begin, int depth) {
    uint64_t at = begin;
    for (uint32_t count = random_() % 4; count > 0; --count) {
      at += 1 + random_() % 9;
      const std::string name = fmt::format("f{}", random_() % 3);
      const std::string inner_path = path.empty() ? name : path + ";" + name;
      const uint64_t first = at;
      covered_.push_back(0);
      uint64_t end = depth > 0 ? Fill(inner_path, at, depth - 1) : at;
      end += 1 + random_() % 9;
      const uint64_t inside = covered_.back();
      covered_.pop_back();
      if (!covered_.empty()) covered_.back() += end - first;
      // Times are in us, costs in ns.
      folded += fmt::format("{} {}\n", inner_path, (end - first - inside) * 1000);
      ++slice_count;
      if (random_() % 2 == 0) {
        events.push_back(Whole(name, first, end - first));
      } else {
        events.push_back(fmt::format(R"({{"name":"{}","ph":"B","ts":{},"pid":1,"tid":1}})", name, first));
        events.push_back(fmt::format(R"({{"name":"{}","ph":"E","ts":{},"pid":1,"tid":1}})", name, end));
      }
      at = end;
    }
    return at;
  }

  std::string Text() {
    std::shuffle(events.begin(), events.end(), random_);
    return fmt::format("[{}]", fmt::join(events, ",\n"));
  }

  std::vector<std::string> events;
  std::string folded;
  uint64_t slice_count = 0;

 private:
  std::mt19937 random_;
  std::vector<uint64_t> covered_;  // by open slices: what lies inside them
};

// Against costs that were added up while the slices were made, for events in any order.
TEST(TraceImporter, GivesTheTreeOfItsSlices) {
  uint64_t all_count = 0;
  for (uint32_t seed = 1; seed <= 80; ++seed) {
    RandomTrace trace(seed);
    (void)trace.Fill("", 5, 5);
    if (trace.slice_count == 0) continue;
    all_count += trace.slice_count;
    const CctPtr tree = test::Imported(trace.Text());
    EXPECT_EQ(tree->report().record_count, trace.slice_count);
    EXPECT_EQ(tree->Total(1), trace.slice_count);
    EXPECT_TRUE(tree->report().notes.empty());
    EXPECT_EQ(test::DumpOfMetric(*tree, 0, test::FramesAs::kNames),
              test::TextDump(*test::TreeFromFolded(trace.folded)));
  }
  EXPECT_GT(all_count, 500u);
}

// Broken events may lose slices, but time is never counted twice and nothing crashes.
TEST(TraceImporter, NeverCountsTimeTwice) {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::string> events;
    for (int i = 0; i < 40; ++i) {
      constexpr std::string_view kPhases = "BEX";
      events.push_back(fmt::format(R"({{"name":"f{}","ph":"{}","ts":{},"dur":{},"pid":1,"tid":1}})",
                                   random() % 3, kPhases[random() % 3], random() % 50, random() % 20));
    }
    const CctPtr tree = test::Imported(fmt::format("[{}]", fmt::join(events, ",")));
    EXPECT_LE(tree->Total(0), 70'000u);
    EXPECT_EQ(tree->Total(1), tree->report().record_count);
  }
}

// Slices that overlap cost the time in which there is one.
TEST(TraceImporter, LosesNoTimeOfSlicesThatOverlap) {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::string> events;
    std::array<bool, 100> is_busy{};
    for (int i = 0; i < 12; ++i) {
      const uint64_t at = random() % 60, length = random() % 30;
      std::fill_n(is_busy.begin() + at, length, true);
      events.push_back(Whole(fmt::format("f{}", random() % 5), at, length));
    }
    const CctPtr tree = test::Imported(fmt::format("[{}]", fmt::join(events, ",")));
    EXPECT_EQ(tree->Total(0),
              1000u * static_cast<uint64_t>(std::count(is_busy.begin(), is_busy.end(), true)));
    EXPECT_EQ(tree->Total(1), 12u);
  }
}

TEST(TraceImporter, PutsWhatOutlivesItsCallerBesideIt) {
  struct Case {
    std::string_view events, folded, note;
  };
  constexpr std::string_view kEnds =
      R"([{"name":"a","ph":"B","ts":0},{"name":"b","ph":"B","ts":20},{"name":"a","ph":"E","ts":30},)"
      R"({"name":"b","ph":"E","ts":70}])";
  const std::string tiny =
      R"([{"name":"a","ph":"X","ts":0,"dur":100.05},{"name":"b","ph":"X","ts":100,"dur":161}])";
  const std::string deep = fmt::format("[{},{},{},{},{}]", Whole("a", 0, 100), Whole("b", 10, 50),
                                       Whole("c", 20, 20), Whole("d", 30, 90), Whole("e", 110, 5));
  const Case cases[] = {
      {tiny, "b 160950\na 100000\na;b 50\n",
       "1 slice ending after an outer slice: 161 \xc2\xb5s are shown beside the outer slice."},
      {kEnds, "b 40000\na 20000\na;b 10000\n",
       "1 slice ending after an outer slice: 40.0 \xc2\xb5s are shown beside the outer slice."},
      {deep, "a 50000\nd 15000\na;b 30000\nd;e 5000\na;b;c 10000\na;b;c;d 10000\n",
       "1 slice ending after an outer slice: 20.0 \xc2\xb5s are shown beside the outer slice, 60.0 \xc2\xb5s "
       "count only for outer slices."},
  };
  for (const Case& c : cases) {
    const CctPtr tree = test::Imported(c.events);
    std::string folded;
    for (ContextId context = 1; context < tree->context_count(); ++context) {
      std::string path(tree->FrameAt(context).name);
      for (ContextId above = tree->ParentOf(context); above != 0; above = tree->ParentOf(above))
        path = fmt::format("{};{}", tree->FrameAt(above).name, path);
      folded += fmt::format("{} {}\n", path, tree->Self(context, 0));
    }
    EXPECT_EQ(folded, c.folded) << c.events;
    EXPECT_EQ(tree->report().notes, std::vector<std::string>{std::string(c.note)}) << c.events;
  }
}

TEST(TraceImporter, PutsThreadsWhereAskedTo) {
  const std::string one = fmt::format("[{}]", Whole("f", 1, 2));
  const std::string two =
      fmt::format(R"([{},{{"name":"f","ph":"X","ts":1,"dur":1,"pid":1,"tid":2}}])", Whole("f", 1, 2));
  const std::string processes =
      fmt::format(R"([{},{{"name":"f","ph":"X","ts":1,"dur":1,"pid":2,"tid":1}}])", Whole("f", 1, 2));
  EXPECT_EQ(test::LayersOf(one, ThreadRing::kWhenSeveral), 1u);
  EXPECT_EQ(test::LayersOf(one, ThreadRing::kAlways), 2u);
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kWhenSeveral), 2u);
  EXPECT_EQ(test::LayersOf(two, ThreadRing::kMerged), 1u);
  EXPECT_EQ(test::LayersOf(processes, ThreadRing::kWhenSeveral), 3u);
  EXPECT_EQ(test::LayersOf(processes, ThreadRing::kMerged), 1u);
}

TEST(TraceImporter, HoldsItsLimits) {
  const std::string nested = fmt::format("[{},{},{}]", Whole("a", 0, 9), Whole("b", 1, 5), Whole("c", 2, 2));
  EXPECT_EQ(ErrorOf(nested, {.max_stack_depth = 3}), "fine");
  EXPECT_EQ(ErrorOf(nested, {.max_stack_depth = 2}),
            "expected stacks of at most 2 slices, found a deeper one");
  EXPECT_NE(ErrorOf(nested, {.build = {.max_contexts = 2}}), "fine");
}

TEST(TraceImporter, StopsWhenCancelled) {
  const std::string text = fmt::format("[{}]", Whole("a", 0, 9));
  EXPECT_EQ(test::EndWhenCancelled(text), ErrorCode::kCancelled);
}

TEST(TraceImporter, ReadsDeepAndUnmatchedSlicesInLinearTime) {
  std::string text = "[";
  for (int i = 0; i < 200'000; ++i)
    text += fmt::format("{{\"name\":\"f\",\"ph\":\"B\",\"ts\":{},\"pid\":1,\"tid\":1}},\n", i);
  for (int i = 0; i < 200'000; ++i)
    text += fmt::format("{{\"name\":\"g\",\"ph\":\"E\",\"ts\":{},\"pid\":1,\"tid\":1}},\n", 200'000 + i);
  const CctPtr tree = test::Imported(text);
  EXPECT_EQ(tree->layer_count(), 200'001u);
}

TEST(JsonReader, GoesToElementsOfAnArrayThatIsLeftOpen) {
  const auto elements = [](std::string text, size_t piece_bytes) {
    const auto source = test::TextSource(std::move(text), piece_bytes);
    JobControl job;
    JsonReader json(*source, {}, job);
    EXPECT_EQ(json.Next(), JsonToken::kBeginArray);
    std::string seen;
    while (json.GoToElement()) {
      const JsonToken token = json.Next();
      if (token == JsonToken::kEndArray) return seen + "]";
      if (token == JsonToken::kError) return seen + "!";
      seen += json.text();
    }
    return seen;
  };
  for (const size_t piece_bytes : {size_t{0}, size_t{1}, size_t{3}}) {
    EXPECT_EQ(elements("[1, 2 ]", piece_bytes), "12]");
    EXPECT_EQ(elements("[1, 2 , ] ", piece_bytes), "12]");
    EXPECT_EQ(elements("[1, 2 , ", piece_bytes), "12");
    EXPECT_EQ(elements("[1, 2\n", piece_bytes), "12");
    EXPECT_EQ(elements("[", piece_bytes), "");
    EXPECT_EQ(elements("[]", piece_bytes), "]");
    EXPECT_EQ(elements("[1 2", piece_bytes), "1!");
    EXPECT_EQ(elements("[1,,2", piece_bytes), "1!");
  }
}

}  // namespace
}  // namespace ringscope::trace_test
