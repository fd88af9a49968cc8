#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/import_profile.h"
#include "cct/import/pprof/pprof_text_lines.h"
#include "tests/cct/import/import_text.h"

namespace ringscope::pprof_text_test {
namespace {

using test::Import;

TEST(PprofTextLine, ReadsTheCountsOfAHeap) {
  const auto counts = ParseHeapCounts("     2:      256 [    -4:  512 ] @ 0x1");
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->in_use_count, 2);
  EXPECT_EQ(counts->in_use_bytes, 256);
  EXPECT_EQ(counts->allocated_count, -4);
  EXPECT_EQ(counts->allocated_bytes, 512);
  EXPECT_EQ(counts->rest, "@ 0x1");
  for (const std::string_view line : {"", "1", "1:", "1: 2", "1: 2 [", "1: 2 [3", "1: 2 [3:", "1: 2 [3: 4",
                                      "1: 2 [3: 4 @", "x: 2 [3: 4]", "1: 99999999999999999999 [3: 4]"})
    EXPECT_FALSE(ParseHeapCounts(line)) << line;
}

TEST(PprofTextLine, ReadsTheHeaderOfAHeap) {
  const auto header = ParseHeapHeader("heap profile:      3:  384 [ 10: 1536] @ heap_v2/524288");
  ASSERT_TRUE(header);
  EXPECT_EQ(header->source, "heap_v2");
  EXPECT_EQ(header->period_bytes, 524288);
  EXPECT_TRUE(header->counts);
  EXPECT_EQ(ParseHeapHeader("heap profile: 1: 2 [3: 4] @ growthz")->period_bytes, 0);
  EXPECT_FALSE(ParseHeapHeader("heap_v2/4096")->counts);
  for (const std::string_view line :
       {"heap profile: 1: 2 [3: 4]", "heap_v2/", "heap_v2/x", "heap_v2/1 2", "a heap"})
    EXPECT_FALSE(ParseHeapHeader(line)) << line;
}

TEST(PprofTextLine, ReadsStacks) {
  std::vector<uint64_t> stack;
  EXPECT_TRUE(ParseAddresses("@ 0x1 0xffffffffffffffff\t0xa", stack));
  EXPECT_EQ(stack, (std::vector<uint64_t>{1, 0xffffffffffffffff, 10}));
  EXPECT_TRUE(ParseAddresses("@", stack));
  EXPECT_TRUE(stack.empty());
  for (const std::string_view text : {"@ 1", "@ 0x", "@ 0x1g", "@ 0x10000000000000000", "@ @ 0x1"})
    EXPECT_FALSE(ParseAddresses(text, stack)) << text;
}

TEST(PprofTextLine, ReadsOtherFirstLines) {
  EXPECT_EQ(ParseCountHeader("goroutine profile: total 123456"), "goroutine");
  EXPECT_EQ(ParseCountHeader("sub/dir-ect_o.ry profile: total 999"), "sub/dir-ect_o.ry");
  EXPECT_FALSE(ParseCountHeader("a b profile: total 9"));
  EXPECT_FALSE(ParseCountHeader("goroutine profile: total x"));
  EXPECT_FALSE(ParseCountHeader(" profile: total 1"));
  EXPECT_EQ(ParseThreadLine("--- Thread 7eff063d9940 (name: main (x)/25376) stack: ---"), "main (x)/25376");
  EXPECT_FALSE(ParseThreadLine("--- Thread x (name: main/1) stack: ---"));
  EXPECT_FALSE(ParseThreadLine("--- Thread 7 (name: ) stack"));
}

TEST(PprofTextLine, TakesNamesApart) {
  const auto go = [](std::string_view text) {
    const Frame name = ParseGoName(text);
    return fmt::format("{}|{}", name.name, name.file);
  };
  EXPECT_EQ(go("main.f+0x1f\t\t/a b/m.go:12"), "main.f|/a b/m.go");
  EXPECT_EQ(go("main.(*T).g[...]+0x0   C:/a/m.go:1"), "main.(*T).g[...]|C:/a/m.go");
  EXPECT_EQ(go("main.f+0x1"), "main.f|");
  EXPECT_EQ(go("odd+0xz+0x2 f"), "odd+0xz|f");
  EXPECT_EQ(go("nothing of it"), "nothing of it|");
  const auto java = [](std::string_view text) {
    const Frame name = ParseJavaName(text);
    return fmt::format("{}|{}|{}", name.name, name.file, name.module);
  };
  EXPECT_EQ(java("a.B.c (B.java:12)"), "a.B.c|B.java|");
  EXPECT_EQ(java("a.B.c (B.java:-1)"), "a.B.c|B.java|");
  EXPECT_EQ(java("write (/lib/libc.so)"), "write||/lib/libc.so");
  EXPECT_EQ(java("f(int)"), "f(int)||");
  EXPECT_EQ(java("generated stub/JIT 12"), "STUB||");
}

TEST(PprofText, EstimatesWhatASampledHeapStandsFor) {
  // An object as large as the period is seen with a chance of 1 - 1/e.
  const HeapEstimate one = EstimateHeap(1, 1000, 1000);
  EXPECT_EQ(one.count, 1);
  EXPECT_EQ(one.bytes, std::floor(1000 / (1 - std::exp(-1.0))));
  // Small objects: about one of period / size.
  EXPECT_NEAR(EstimateHeap(3, 30, 100'000).count, 30'000, 30);
  // Large ones are all seen.
  EXPECT_EQ(EstimateHeap(2, 2'000'000, 1000).bytes, 2'000'000);
  EXPECT_EQ(EstimateHeap(5, 50, 1).count, 5);
  EXPECT_EQ(EstimateHeap(0, 50, 10).bytes, 0);
}

TEST(PprofText, GivesGoNamesInTheOrderOfTheirStacks) {
  JobControl job;
  AddressNames names;
  FindGoNames(
      "1 @ 0x10 0x20 0x20 0x30\n"
      "#\t0x1f\tf+0x1\tf.go:1\n"
      "#\t0x1f\tf+0x1\tf.go:1\n"
      "#\t0x2f\tinner+0x1\tg.go:1\n"
      "#\t0x2f\tg+0x1\tg.go:2\n"
      "#\t0x99\tlost+0x1\tg.go:2\n"
      "\n"
      "1 @ 0x30 0x40\n"
      "#\t0x2f\tother+0x1\tg.go:1\n"
      "#\t0x40\told+0x1\tg.go:1\n",
      job, names);
  ASSERT_EQ(names.size(), 3u);
  ASSERT_EQ(names[0x20].size(), 1u);
  EXPECT_EQ(names[0x20][0].name, "f");
  ASSERT_EQ(names[0x30].size(), 2u);
  EXPECT_EQ(names[0x30][0].name, "inner");
  EXPECT_EQ(names[0x30][1].name, "g");
  EXPECT_EQ(names[0x40][0].name, "old");
}

TEST(PprofText, MakesThreadsOfJemallocARing) {
  constexpr std::string_view kProfile =
      "heap_v2/1\n  t*: 3: 30 [0: 0]\n  t1: 1: 10 [0: 0]\n  t2: 2: 20 [0: 0]\n"
      "@ 0x1\n  t*: 3: 30 [0: 0]\n  t1: 1: 10 [0: 0]\n  t2: 2: 20 [0: 0]\n";
  const auto children_of_root = [&](ThreadRing ring) {
    const CctPtr tree = test::Imported(kProfile, {.threads = ring});
    EXPECT_EQ(tree->Total(0), 30u);
    return tree->ChildrenOf(kRootContext).size();
  };
  EXPECT_EQ(children_of_root(ThreadRing::kWhenSeveral), 2u);
  EXPECT_EQ(children_of_root(ThreadRing::kAlways), 2u);
  EXPECT_EQ(children_of_root(ThreadRing::kMerged), 1u);
}

TEST(PprofText, TellsWhereTheFirstLineCountsMoreThanTheSamples) {
  const auto notes = [](std::string_view profile) {
    const auto tree = Import(profile);
    EXPECT_TRUE(tree) << profile;
    std::string text;
    for (const std::string& note : (*tree)->report().notes) {
      if (note.find("cut off") != std::string::npos) text += note + "\n";
    }
    return text;
  };
  EXPECT_EQ(notes("goroutine profile: total 2\n2 @ 0x1\n"), "");
  EXPECT_EQ(notes("goroutine profile: total 3000\n2 @ 0x1\n"),
            "The first line counts 3,000 samples, the samples 2: the profile may be cut off.\n");
  EXPECT_EQ(notes("goroutine profile: total 4\n2 @ 0x1\n2 @"),
            "The last sample has no stack: the profile may be cut off.\n");
  EXPECT_EQ(notes("goroutine profile: total 4\n2 @\n2 @ 0x1\n"), "");
  EXPECT_EQ(notes("heap profile: 1: 8 [2: 16] @ heapprofile\n1: 8 [2: 16] @ 0x1\n"), "");
  EXPECT_EQ(notes("heap profile: 100: 800 [200: 1600] @ heapprofile\n1: 8 [2: 16] @ 0x1\n"),
            "The first line counts 100 objects in use, the samples 1: the profile may be cut off.\n"
            "The first line counts 200 allocated objects, the samples 2: the profile may be cut off.\n");
  EXPECT_EQ(notes("heap_v2/1\n  t*: 3: 30 [0: 0]\n@ 0x1\n  t*: 2: 20 [0: 0]\n"),
            "The first line counts 3 objects in use, the samples 2: the profile may be cut off.\n");
}

TEST(PprofText, FindsAHeapBehindOtherLines) {
  const std::string heap =
      "heap_v2/524288\n  t*: 1: 4096 [0: 0]\n  t0: 1: 4096 [0: 0]\n@ 0x1 0x2\n  t*: 1: 4096 [0: 0]\n  t0: 1: "
      "4096 [0: 0]\n";
  const CctPtr alone = test::Imported(heap);
  for (const size_t count : {size_t{2}, size_t{5000}}) {
    std::string text;
    for (size_t i = 0; i < count; ++i) text += "starting the server, please wait\n";
    const CctPtr tree = test::Imported(text + heap);
    EXPECT_EQ(tree->report().format, "pprof text");
    EXPECT_EQ(tree->report().skipped_count(), count);
    EXPECT_EQ(tree->Total(0), alone->Total(0));
  }
}

TEST(PprofText, HoldsItsLimits) {
  const std::string_view profile = "goroutine profile: total 1\n1 @ 0x1 0x2 0x3\n";
  EXPECT_TRUE(Import(profile, {.max_stack_depth = 3}));
  EXPECT_EQ(test::CodeOf(profile, {.max_stack_depth = 2}), ErrorCode::kLimit);
  EXPECT_EQ(test::CodeOf(profile, {.max_record_bytes = 8}), ErrorCode::kLimit);
  EXPECT_EQ(test::CodeOf(profile, {.build = {.max_contexts = 3}}), ErrorCode::kLimit);
}

TEST(PprofText, StopsWhenCancelled) {
  std::string profile = "goroutine profile: total 1\n";
  for (int i = 0; i < 10'000; ++i) profile += "1 @ 0x1\n";
  EXPECT_EQ(test::EndWhenCancelled(profile), ErrorCode::kCancelled);
}

// A name looks for its address a little way down the stack only, else such a file would take minutes.
TEST(PprofText, ReadsManyNamesOfOtherStacksInLinearTime) {
  std::string profile = "goroutine profile: total 1\n1 @";
  for (int i = 0; i < 200'000; ++i) profile += " 0x1";
  profile += "\n";
  for (int i = 0; i < 200'000; ++i) profile += "# 0x77 f+0x1 f.go:1\n";
  const CctPtr tree = test::Imported(profile);
  EXPECT_EQ(tree->layer_count(), 200'001u);
}

}  // namespace
}  // namespace ringscope::pprof_text_test
