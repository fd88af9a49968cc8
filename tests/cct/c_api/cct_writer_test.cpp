#include "include/ringscope/cct_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "cct/file/cct_file.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope {
namespace {

class CctWriterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    writer_ = ringscope_cct_begin("the test");
    samples_ = ringscope_cct_metric(writer_, "samples", "count", 1);
  }
  void TearDown() override { ringscope_cct_free(writer_); }
  [[nodiscard]] uint32_t Frame(const char* name) const {
    ringscope_cct_frame_info info{};
    info.name = name;
    return ringscope_cct_frame(writer_, &info);
  }
  [[nodiscard]] std::string path() const { return (folder_ / "out.cct").string(); }
  CctPtr Finish() {
    EXPECT_EQ(ringscope_cct_finish(writer_, path().c_str()), RINGSCOPE_CCT_OK)
        << ringscope_cct_message(writer_);
    auto tree = OpenCctFile(path());
    EXPECT_TRUE(tree.has_value()) << tree.error().message;
    EXPECT_TRUE(VerifyCct(**tree).has_value());
    return *tree;
  }
  // The writer has failed like this, stays so, and writes nothing.
  void ExpectFailed(int status) {
    EXPECT_EQ(ringscope_cct_status(writer_), status);
    EXPECT_STRNE(ringscope_cct_message(writer_), "");
    EXPECT_EQ(ringscope_cct_finish(writer_, path().c_str()), status);
    EXPECT_FALSE(std::filesystem::exists(path()));
  }

  const test::TemporaryFolder temporary_;
  const std::filesystem::path& folder_ = temporary_.path();
  ringscope_cct_writer* writer_ = nullptr;
  uint32_t samples_ = 0;
};

TEST_F(CctWriterTest, ContextsByChildPathAndCursorAreTheSame) {
  const uint32_t main = Frame("main"), f = Frame("f");
  EXPECT_EQ(Frame("main"), main);
  const uint32_t by_child =
      ringscope_cct_child(writer_, ringscope_cct_child(writer_, RINGSCOPE_CCT_ROOT, main), f);
  const std::vector<uint32_t> stack{main, f};
  EXPECT_EQ(ringscope_cct_path(writer_, stack.data(), stack.size()), by_child);
  ringscope_cct_cursor* cursor = ringscope_cct_cursor_new(writer_, RINGSCOPE_CCT_ROOT);
  ringscope_cct_push(cursor, main);
  EXPECT_EQ(ringscope_cct_push(cursor, f), by_child);
  EXPECT_EQ(ringscope_cct_context(cursor), by_child);
  EXPECT_EQ(ringscope_cct_pop(cursor), 1);
  EXPECT_EQ(ringscope_cct_pop(cursor), 1);
  EXPECT_EQ(ringscope_cct_pop(cursor), 0);
  EXPECT_EQ(ringscope_cct_context(cursor), RINGSCOPE_CCT_ROOT);
  ringscope_cct_cursor_free(cursor);
  ringscope_cct_add(writer_, by_child, samples_, 5);
  ringscope_cct_add(writer_, by_child, samples_, 2);
  const CctPtr tree = Finish();
  EXPECT_EQ(test::FoldedDump(*tree), "main;f 7\n");
  EXPECT_EQ(tree->report().format, "the test");
}

TEST_F(CctWriterTest, EverythingOfAFrameAndAMetricIsKept) {
  const uint32_t held = ringscope_cct_metric(writer_, "held", "bytes", 1000);
  ringscope_cct_frame_info info{};
  info.name = "f(int)";
  info.module = "libf.so";
  info.file = "f.cpp";
  info.line = 12;
  info.column = 3;
  info.kind = RINGSCOPE_CCT_INLINED;
  const uint32_t context =
      ringscope_cct_child(writer_, RINGSCOPE_CCT_ROOT, ringscope_cct_frame(writer_, &info));
  ringscope_cct_add(writer_, context, held, 2500);
  ringscope_cct_mark_truncated(writer_, context);
  const CctPtr tree = Finish();
  const ringscope::Frame frame = tree->FrameAt(1);
  EXPECT_EQ(frame, (ringscope::Frame{"f(int)", "libf.so", "f.cpp", 12, 3, FrameKind::kInlined}));
  EXPECT_EQ(tree->metrics()[1], (Metric{"held", "bytes", 1000}));
  EXPECT_EQ(tree->Self(1, 1), 2500u);
  EXPECT_EQ(tree->FlagsOf(1), kCallersCutOff);
}

TEST_F(CctWriterTest, TheExecutionIsKept) {
  ringscope_cct_attribute(writer_, "commit", "old");
  ringscope_cct_execution(writer_, "nightly", 1767323040);
  ringscope_cct_attribute(writer_, "commit", "5f1c9e2");
  ringscope_cct_attribute(writer_, nullptr, nullptr);
  EXPECT_EQ(Finish()->report().executions,
            (std::vector<ringscope::Execution>{
                {"nightly", std::nullopt, 1767323040, {{"commit", "5f1c9e2"}, {"", ""}}}}));
}

TEST_F(CctWriterTest, ThreadsShareAWriter) {
  constexpr int kThreads = 4, kCalls = 2000;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      ringscope_cct_cursor* cursor = ringscope_cct_cursor_new(writer_, RINGSCOPE_CCT_ROOT);
      for (int call = 0; call < kCalls; ++call) {
        const std::string name = "f" + std::to_string((call + t) % 7);
        ringscope_cct_add(writer_, ringscope_cct_push(cursor, Frame(name.c_str())), samples_, 1);
        if (call % 3 == 2) {
          ringscope_cct_pop(cursor);
          ringscope_cct_pop(cursor);
          ringscope_cct_pop(cursor);
        }
      }
      ringscope_cct_cursor_free(cursor);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Finish()->Total(0), uint64_t{kThreads} * kCalls);
}

TEST_F(CctWriterTest, AnEmptyTreeIsAFileToo) { EXPECT_EQ(Finish()->context_count(), 1u); }

TEST_F(CctWriterTest, IdsThatDoNotExistAreErrors) {
  EXPECT_EQ(ringscope_cct_child(writer_, 7, Frame("f")), RINGSCOPE_CCT_NONE);
  // The first error stays, and what it returned is taken without harm.
  EXPECT_STREQ(ringscope_cct_message(writer_), "there is no context 7");
  EXPECT_EQ(ringscope_cct_child(writer_, RINGSCOPE_CCT_NONE, RINGSCOPE_CCT_NONE), RINGSCOPE_CCT_NONE);
  ringscope_cct_add(writer_, RINGSCOPE_CCT_NONE, RINGSCOPE_CCT_NONE, 1);
  EXPECT_EQ(ringscope_cct_cursor_new(writer_, RINGSCOPE_CCT_ROOT), nullptr);
  EXPECT_EQ(ringscope_cct_push(nullptr, 0), RINGSCOPE_CCT_NONE);
  EXPECT_STREQ(ringscope_cct_message(writer_), "there is no context 7");
  ExpectFailed(RINGSCOPE_CCT_INVALID_ARGUMENT);
}

TEST_F(CctWriterTest, AFrameThatDoesNotExistIsAnError) {
  const uint32_t frames[] = {Frame("f"), 9};
  EXPECT_EQ(ringscope_cct_path(writer_, frames, 2), RINGSCOPE_CCT_NONE);
  ExpectFailed(RINGSCOPE_CCT_INVALID_ARGUMENT);
}

TEST_F(CctWriterTest, AMetricThatDoesNotExistIsAnError) {
  ringscope_cct_add(writer_, RINGSCOPE_CCT_ROOT, 1, 1);
  ExpectFailed(RINGSCOPE_CCT_INVALID_ARGUMENT);
}

TEST_F(CctWriterTest, AScaleIsAPowerOfTen) {
  for (const uint64_t scale : {uint64_t{1}, uint64_t{10}, uint64_t{1000000000}}) {
    EXPECT_NE(ringscope_cct_metric(writer_, "x", "", scale), RINGSCOPE_CCT_NONE);
  }
  EXPECT_EQ(ringscope_cct_metric(writer_, "x", "", 20), RINGSCOPE_CCT_NONE);
  ExpectFailed(RINGSCOPE_CCT_INVALID_ARGUMENT);
}

TEST_F(CctWriterTest, AKindOutOfRangeIsAnError) {
  ringscope_cct_frame_info info{};
  info.kind = 8;
  EXPECT_EQ(ringscope_cct_frame(writer_, &info), RINGSCOPE_CCT_NONE);
  ExpectFailed(RINGSCOPE_CCT_INVALID_ARGUMENT);
}

TEST_F(CctWriterTest, SumsThatDoNotFitAreErrors) {
  ringscope_cct_add(writer_, RINGSCOPE_CCT_ROOT, samples_, uint64_t{1} << 62);
  ringscope_cct_add(writer_, RINGSCOPE_CCT_ROOT, samples_, uint64_t{1} << 62);
  ExpectFailed(RINGSCOPE_CCT_OVERFLOW);
}

TEST_F(CctWriterTest, AFileThatCannotBeWrittenIsAnError) {
  EXPECT_EQ(ringscope_cct_finish(writer_, (folder_ / "nowhere" / "out.cct").c_str()), RINGSCOPE_CCT_IO);
  EXPECT_NE(std::string(ringscope_cct_message(writer_)).find("nowhere"), std::string::npos);
}

TEST_F(CctWriterTest, NothingIsAddedAfterTheEnd) {
  Finish();
  EXPECT_EQ(ringscope_cct_child(writer_, RINGSCOPE_CCT_ROOT, 0), RINGSCOPE_CCT_NONE);
  EXPECT_EQ(ringscope_cct_status(writer_), RINGSCOPE_CCT_FINISHED);
}

TEST_F(CctWriterTest, NullTextsAreEmpty) {
  ringscope_cct_frame_info info{};
  ringscope_cct_add(writer_,
                    ringscope_cct_child(writer_, RINGSCOPE_CCT_ROOT, ringscope_cct_frame(writer_, &info)),
                    ringscope_cct_metric(writer_, nullptr, nullptr, 1), 3);
  EXPECT_EQ(Finish()->Total(1), 3u);
}

}  // namespace
}  // namespace ringscope
