#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tests/cct/import/import_text.h"

namespace ringscope::bpftrace_test {
namespace {

// An entry that tells the format, with a frame of its own.
constexpr std::string_view kEntry = "@first[\n    first+1\n]: 1\n";

// What is left out of an entry's line, or lines, that stand behind others.
std::string SkippedOf(const std::string& lines) {
  std::string skipped;
  const CctPtr tree = test::Imported(std::string(kEntry) + lines + "\n");
  for (const RecordProblem& problem : tree->report().skipped)
    skipped += fmt::format("{}{} {}", skipped.empty() ? "" : ", ", problem.count, problem.reason);
  return skipped;
}

// The metrics and contexts of an entry, with its keys as a ring.
std::string DumpOf(const std::string& entry) {
  const std::string dump = test::TextDump(*test::Imported(entry, {.threads = ThreadRing::kAlways}));
  return dump.substr(dump.find("\n#") + 1);
}

TEST(BpftraceText, TellsEntriesWithStacksFromOthers) {
  EXPECT_EQ(DumpOf("@[\n    f+1\n]: 5\n"), "# samples count 1 5\nf  5/5\n");
  EXPECT_EQ(DumpOf("@stacks[sh, 12, \r\n    f+1\n]: 5\n"),
            "# stacks count 1 5\nsh, 12 {thread}  5/0\n  f  5/5\n");
  EXPECT_EQ(DumpOf("@[, sh]: 5\n"), "# samples count 1 5\nsh {thread}  5/5\n");
  EXPECT_EQ(SkippedOf("@count[foo]: 5"), "1 a map entry without a stack");
  EXPECT_EQ(SkippedOf("@count: 5"), "1 a map entry without a stack");
  EXPECT_EQ(SkippedOf(""), "");
  for (const char* const line : {"@", "@foo", "@[foo", "@@[", "foo@[", " @[", "@a b["})
    EXPECT_EQ(SkippedOf(line), "1 a line that is no entry of a map") << line;
}

TEST(BpftraceText, EndsWhereTheKeysDo) {
  EXPECT_EQ(DumpOf("@[\n    f+1\n]: 5\r\n"), "# samples count 1 5\nf  5/5\n");
  EXPECT_EQ(DumpOf("@[\n    f+1\n, sh, 1]: 5\n"), "# samples count 1 5\nsh, 1 {thread}  5/0\n  f  5/5\n");
  EXPECT_EQ(SkippedOf("@[\n    f+1\n, sh, 1]: (2, [3])"), "1 a value that is no number");
  EXPECT_EQ(SkippedOf("@[\n    f+1\n]: "), "1 a histogram");
  // The innermost frame stands first; what ends no entry is a frame, or keys between two stacks.
  EXPECT_EQ(DumpOf("@[\n\n]\n, \n, sh, \n    f+1\n]:5\n]: 7\n"),
            "# samples count 1 7\nsh {thread}  7/0\n  ]:5  7/0\n    f  7/0\n      ]  7/7\n");
}

TEST(BpftraceText, ReadsValues) {
  EXPECT_EQ(DumpOf("@[\n    f+1\n]: 12\n"), "# samples count 1 12\nf  12/12\n");
  const CctPtr below_zero = test::Imported("@[\n    f+1\n]: -12\n");
  EXPECT_EQ(below_zero->metrics()[1].name, "samples (negative)");
  EXPECT_EQ(below_zero->Total(1), 12u);
  const CctPtr stats = test::Imported("@[\n    f+1\n]: count 3, average 2, total 6\n");
  EXPECT_EQ(stats->Total(0), 6u);
  EXPECT_EQ(stats->metrics()[1].name, "samples count");
  EXPECT_EQ(stats->Total(1), 3u);
  for (const std::string text : {"foo", "(1, 2)", "count 3", "count x, average 2, total 6"})
    EXPECT_EQ(SkippedOf("@[\n    f+1\n]: " + text), "1 a value that is no number") << text;
  EXPECT_EQ(SkippedOf("Lost 12 events"), "12 events lost by bpftrace");
  EXPECT_EQ(SkippedOf("Lost some events"), "1 a line that is no entry of a map");
}

TEST(BpftraceText, TakesOffsetsOffNames) {
  const auto name = [](const std::string& line) {
    return std::string(test::Imported("@[\n" + line + "\n]: 1\n")->FrameAt(1).name);
  };
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
}  // namespace ringscope::bpftrace_test
