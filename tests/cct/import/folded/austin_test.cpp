#include "cct/import/folded/folded_form.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/cct/test_trees.h"

namespace ringscope::austin_test {
namespace {

using test::Import;

std::vector<std::string> SortedLines(const std::string& text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(AustinStack, BeginsWithAProcessAndAThread) {
  const auto stack = SplitAustinStack("P12;T0:Thread-1 (run);a.py:f:1;b.py:g:2");
  ASSERT_TRUE(stack);
  EXPECT_EQ(stack->process, "P12");
  EXPECT_EQ(stack->thread, "T0:Thread-1 (run)");
  EXPECT_EQ(stack->frames, "a.py:f:1;b.py:g:2");
  EXPECT_EQ(SplitAustinStack("P12;T34")->frames, "");
  EXPECT_TRUE(SplitAustinStack("P12;T0x7f3a"));
  for (const std::string_view text : {"", "P12", "P12;", "P;T1", "P1x;T1", "P1;T", "P1;Tx", "P1;T:1",
                                      "P1;T1:", "T1;P1", "P1;a.py:f:1", "main;P1;T1"}) {
    EXPECT_FALSE(SplitAustinStack(text)) << text;
  }
}

TEST(AustinFrame, HasAFunctionAndAFile) {
  struct Case {
    std::string_view text, name, file;
    FrameKind kind = FrameKind::kUser;
  };
  for (const Case& expected : {
           Case{"/srv/a.py:<module>:12", "<module>", "/srv/a.py"},
           Case{"C:\\a.py:f:1", "f", "C:\\a.py"},
           Case{"a.py:f", "f", "a.py"},
           Case{"L12", "L12", ""},
           Case{"f", "f", ""},
           Case{"", "", ""},
           Case{":", ":", ""},
           Case{"::", "::", ""},
           Case{":::", ":::", ""},
           Case{"a:", "a:", ""},
           Case{":a", ":a", ""},
           Case{"a::1", "a::1", ""},
           Case{"a::b", "a::b", ""},
           Case{"lib.so:a::b::c:7", "a::b::c", "lib.so"},
           Case{":GC:", "GC", "", FrameKind::kSynthetic},
           Case{"kernel:do_syscall_64:0", "do_syscall_64", "", FrameKind::kKernel},
           Case{"P12", "process 12", "", FrameKind::kProcess},
           Case{"T12", "thread 12", "", FrameKind::kThread},
           Case{"T0:main", "thread 0:main", "", FrameKind::kThread},
           Case{"Test.py:run", "run", "Test.py"},
           Case{"T1.py:run:3", "run", "T1.py"},
       }) {
    std::string memory;
    const Frame frame = AustinFrame(expected.text, memory);
    EXPECT_EQ(frame.name, expected.name) << expected.text;
    EXPECT_EQ(frame.file, expected.file) << expected.text;
    EXPECT_EQ(frame.kind, expected.kind) << expected.text;
    EXPECT_EQ(frame.line, 0u) << expected.text;
  }
}

TEST(AustinImporter, PutsThreadsWhereAskedTo) {
  const std::string one = "P1;T1;a.py:f:1 1\nP1;T1;a.py:g:1 1\n";
  const std::string threads = "P1;T1;a.py:f:1 1\nP1;T2;a.py:g:1 1\n";
  const std::string processes = "P1;T1;a.py:f:1 1\nP2;T1;a.py:g:1 1\n";
  for (const std::string& text : {one, threads, processes}) {
    EXPECT_EQ(test::LayersOf(text, ThreadRing::kMerged), 1u);
    EXPECT_EQ(test::LayersOf(text, ThreadRing::kAlways), 3u);
  }
  EXPECT_EQ(test::LayersOf(one, ThreadRing::kWhenSeveral), 1u);
  EXPECT_EQ(test::LayersOf(threads, ThreadRing::kWhenSeveral), 2u);
  EXPECT_EQ(test::LayersOf(processes, ThreadRing::kWhenSeveral), 3u);
}

// Against folded stacks of the functions, a file a value, and against other numbers of workers.
TEST(AustinImporter, GivesTheTreeOfItsStacks) {
  std::mt19937 engine(4);
  const auto random = [&] { return static_cast<uint32_t>(engine()); };
  for (int round = 0; round < 40; ++round) {
    std::string text = "# mode: full\n";
    std::string folded[4];
    const uint32_t thread_count = 1 + random() % 3;
    for (int line = 0; line < 150; ++line) {
      std::string functions;
      std::string frames;
      for (uint32_t depth = random() % 6; depth > 0; --depth) {
        const uint32_t function = random() % 4;
        frames += fmt::format(";f{}.py:f{}:{}", function, function, random() % 3);
        functions += fmt::format("{}f{}", functions.empty() ? "" : ";", function);
      }
      const uint32_t time = random() % 100;
      const bool idle = random() % 3 == 0;
      const int32_t memory = static_cast<int32_t>(random() % 200) - 100;
      text += fmt::format("P{};T0:{}{} {},{},{}\n", random() % thread_count, random() % thread_count, frames,
                          time, idle ? 1 : 0, memory);
      folded[0] += fmt::format("{} {}\n", functions, time);
      folded[1] += fmt::format("{} {}\n", functions, idle ? 0 : time);
      folded[2] += fmt::format("{} {}\n", functions, std::max(memory, 0));
      folded[3] += fmt::format("{} {}\n", functions, std::max(-memory, 0));
    }
    const CctPtr tree = test::Imported(text, {.threads = ThreadRing::kMerged});
    ASSERT_EQ(tree->metric_count(), 4u);
    for (MetricIndex metric = 0; metric < 4; ++metric) {
      const CctPtr expected = test::Imported(folded[metric]);
      ASSERT_EQ(tree->context_count(), expected->context_count());
      EXPECT_EQ(SortedLines(test::FoldedDump(*tree, metric)), SortedLines(test::FoldedDump(*expected)));
    }
    for (const ThreadRing ring : {ThreadRing::kWhenSeveral, ThreadRing::kAlways, ThreadRing::kMerged}) {
      const auto one = Import(text, {.threads = ring, .worker_count = 1});
      const auto three =
          Import(text, {.threads = ring, .block_bytes = 1 + random() % 300, .worker_count = 3});
      ASSERT_TRUE(one && three);
      EXPECT_EQ(test::TsvDump(**three), test::TsvDump(**one));
    }
  }
}

}  // namespace
}  // namespace ringscope::austin_test
