#include "cct/export/dump.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/cct/export/export_trees.h"
#include "tests/cct/test_trees.h"

namespace ringscope::dump_test {
namespace {

TEST(Dump, WorkedExampleAsText) {
  EXPECT_EQ(test::TextDump(*test::WorkedExample()),
            "# bytecodes count 1 3238\n"
            "main  3238/1066\n"
            "  f  890/180\n"
            "    g  490/180\n"
            "      g  200/90\n"
            "        h  110/60\n"
            "          i  50/50\n"
            "      h  110/60\n"
            "        i  50/50\n"
            "    h  220/120\n"
            "      i  100/100\n"
            "  h  792/432\n"
            "    i  360/360\n"
            "  g  490/180\n"
            "    g  200/90\n"
            "      h  110/60\n"
            "        i  50/50\n"
            "    h  110/60\n"
            "      i  50/50\n");
}

CctPtr AwkwardTree() {
  CctBuilder builder;
  builder.AddMetric({"time", "ns", 10});
  builder.AddMetric({"calls", "count", 1});
  const BuildNode a = builder.Child(kBuildRoot, builder.InternFrame({.name = "a\tb\\c\nd;e",
                                                                     .module = "m",
                                                                     .file = "x.c",
                                                                     .line = 3,
                                                                     .column = 4,
                                                                     .kind = FrameKind::kJit}));
  const BuildNode b = builder.Child(a, builder.InternFrame({.name = ""}));
  builder.AddSelf(kBuildRoot, 1, 2);
  builder.AddSelf(a, 0, 15);
  builder.AddSelf(b, 0, 20);
  builder.MarkContext(a, kCallersCutOff);
  builder.MarkContext(b, kEstimated);
  return std::move(builder).Finish({}).value();
}

TEST(Dump, TextShowsEveryPartOfAFrame) {
  EXPECT_EQ(test::TextDump(*AwkwardTree()),
            "# time ns 10 35\n"
            "# calls count 1 2\n"
            "# root  35/0 2/2\n"
            "a\\x09b\\c\\x0ad;e [m] (x.c:3:4) {jit} {callers cut off}  35/15 0/0\n"
            "   {estimated}  20/20 0/0\n");
}

TEST(Dump, TsvIsInLevelOrderWithEscapes) {
  EXPECT_EQ(test::TsvDump(*AwkwardTree()),
            "1\t15,0\t35,0\ta\\tb\\\\c\\nd;e\tm\tx.c\t3\t4\t0\n"
            "2\t20,0\t20,0\t\t\t\t0\t0\t1\n");
  const std::string example = test::TsvDump(*test::WorkedExample());
  EXPECT_EQ(example.substr(0, example.find("\n3")),
            "1\t1066\t3238\tmain\t\t\t0\t0\t0\n2\t180\t890\tf\t\t\t0\t0\t1\n2\t432\t792\th\t\t\t0\t0\t1\n2\t1"
            "80\t490\tg\t\t\t0\t0\t1");
}

TEST(Dump, FoldedHasOneLineAContextWithSelfValue) {
  EXPECT_EQ(test::FoldedDump(*AwkwardTree()), "a\tb\\c d:e_[j] 1.5\na\tb\\c d:e_[j]; 2\n");
  EXPECT_EQ(test::FoldedDump(*AwkwardTree(), 1), " 2\n");
  const CctPtr tree = test::RandomTree(4);
  EXPECT_EQ(test::FoldedDump(*test::TreeFromFolded(test::FoldedDump(*test::WorkedExample()))),
            test::FoldedDump(*test::WorkedExample()));
}

TEST(Dump, ASinkThatFailsStopsTheDump) {
  const auto result = DumpText(*test::WorkedExample(), [](std::string_view) -> Result<void> {
    return Fail(ErrorCode::kIo, "disk full");
  });
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "disk full");
}

TEST(Dump, FoldedNamesHaveMarksOfCodeOnly) {
  const auto folded = [](FrameKind kind) {
    std::string text;
    AppendFoldedFrame(text, {.name = "f", .kind = kind});
    return text;
  };
  EXPECT_EQ(folded(FrameKind::kKernel), "f_[k]");
  EXPECT_EQ(folded(FrameKind::kJit), "f_[j]");
  EXPECT_EQ(folded(FrameKind::kInlined), "f_[i]");
  EXPECT_EQ(folded(FrameKind::kInterpreted), "f");
  EXPECT_EQ(folded(FrameKind::kUser), "f");
}

TEST(Dump, FoldedStacksEndWhereTheyAreCancelledOrTooLong) {
  const CctPtr tree = test::DescribedTree(1, {.contexts = 40'000});
  std::string text;
  JobControl job;
  const auto dump = [&](uint64_t max_bytes) {
    text.clear();
    return DumpFolded(*tree, 0, test::AppendTo(text), &job, max_bytes);
  };
  ASSERT_TRUE(dump(kMaxExportBytes));
  EXPECT_EQ(job.done_units + 1, job.total_units) << "all but the root";
  const size_t whole = text.size();
  ASSERT_TRUE(dump(whole));
  const Result<void> limited = dump(whole / 2);
  ASSERT_FALSE(limited);
  EXPECT_EQ(limited.error().code, ErrorCode::kLimit);
  EXPECT_LE(text.size(), whole / 2);
  job.cancel_requested = true;
  const Result<void> cancelled = dump(kMaxExportBytes);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace ringscope::dump_test
