#include "cct/import/bpftrace/bpftrace_text.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cct/import/import_text.h"

namespace ringscope::bpftrace_text_test {
namespace {

using Type = BpftraceLine::Type;

TEST(BpftraceText, TellsEntriesWithStacksFromOthers) {
  EXPECT_EQ(ReadBpftraceLine("@[").type, Type::kBegin);
  EXPECT_EQ(ReadBpftraceLine("@stacks[sh, 12, \r").type, Type::kBegin);
  EXPECT_EQ(ReadBpftraceLine("@stacks[sh, 12, \r").map, "stacks");
  EXPECT_EQ(ReadBpftraceLine("@[, sh]: 5").type, Type::kEmptyStack);
  EXPECT_EQ(ReadBpftraceLine("@[, sh]: 5").value, "5");
  EXPECT_EQ(ReadBpftraceLine("@count[foo]: 5").type, Type::kNoStack);
  EXPECT_EQ(ReadBpftraceLine("@count: 5").type, Type::kNoStack);
  for (const char* const line : {"", "@", "@foo", "@[foo", "@@[", "foo@[", " @[", "@a b["})
    EXPECT_EQ(ReadBpftraceLine(line).type, Type::kOther) << line;
}

TEST(BpftraceText, EndsWhereTheKeysDo) {
  EXPECT_EQ(ReadBpftraceEnd("]: 5\r")->value, "5");
  EXPECT_EQ(ReadBpftraceEnd(", sh, 1]: (2, [3])")->keys, ", sh, 1");
  EXPECT_EQ(ReadBpftraceEnd(", sh, 1]: (2, [3])")->value, "(2, [3])");
  EXPECT_EQ(ReadBpftraceEnd("]: ")->value, "");
  for (const char* const line : {"", "]", ", ", ", sh, ", "    f+1", "]:5"})
    EXPECT_FALSE(ReadBpftraceEnd(line)) << line;
}

TEST(BpftraceText, ReadsValues) {
  EXPECT_EQ(ReadBpftraceValue("12")->number.mantissa, 12u);
  EXPECT_TRUE(ReadBpftraceValue("-12")->number.negative);
  EXPECT_EQ(ReadBpftraceValue("count 3, average 2, total 6")->number.mantissa, 6u);
  EXPECT_EQ(ReadBpftraceValue("count 3, average 2, total 6")->count->mantissa, 3u);
  for (const char* const text : {"", "foo", "(1, 2)", "count 3", "count x, average 2, total 6"})
    EXPECT_FALSE(ReadBpftraceValue(text)) << text;
  EXPECT_EQ(LostBpftraceEvents("Lost 12 events"), 12u);
  EXPECT_EQ(LostBpftraceEvents("Lost some events"), 0u);
}

TEST(BpftraceText, TakesOffsetsOffNames) {
  std::string memory;
  const auto name = [&](std::string_view line) { return std::string(BpftraceFrame(line, memory).name); };
  EXPECT_EQ(name("    f+12"), "f");
  EXPECT_EQ(name("    f+0x1c\r"), "f");
  EXPECT_EQ(name("\t7f12 g+3 (/lib/x (deleted))"), "g");
  for (const char* const same : {"f+", "+1", "f+x", "f+0x", "f", "operator+"}) EXPECT_EQ(name(same), same);
  EXPECT_EQ(name("    7f1234567890"), "0x7f1234567890");
}

TEST(BpftraceText, KeysAreARingUnlessThreadsAreMerged) {
  const std::string text = "@[\n    f+1\n, sh]: 5\n@[\n    f+2\n, zsh]: 6\n";
  EXPECT_EQ((*test::Import(text))->context_count(), 5u);
  const CctPtr merged = test::Imported(text, {.threads = ThreadRing::kMerged});
  EXPECT_EQ(merged->context_count(), 2u);
  EXPECT_EQ(merged->Total(0), 11u);
}

TEST(BpftraceText, HasLimits) {
  const std::string deep = "@[\n    f+1\n    f+1\n    f+1\n]: 1\n";
  EXPECT_EQ(test::MessageOf(deep, {.max_stack_depth = 2}),
            "expected stacks of at most 2 frames, found a deeper one");
  EXPECT_EQ(test::MessageOf(deep, {.max_record_bytes = 6}),
            "expected lines of at most 6 bytes, found one of 7");
  std::string maps;
  for (int i = 0; i < 257; ++i) maps += "@m" + std::to_string(i) + "[\n    f+1\n]: 1\n";
  EXPECT_EQ(test::MessageOf(maps, {}), "expected at most 256 maps, found more");
  EXPECT_EQ(test::EndWhenCancelled(deep), ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::bpftrace_text_test
