#include "include/ringscope/cct_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cct/file/cct_file.h"
#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::cct_writer_test {
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

TEST_F(CctWriterTest, WhatIsKnownOfFunctionsIsKept) {
  const auto class_of = [&](const char* name, uint32_t kind) {
    ringscope_cct_class_info info{};
    info.name = name;
    info.package = "util";
    info.kind = kind;
    return ringscope_cct_class(writer_, &info);
  };
  const uint32_t list = class_of("List", RINGSCOPE_CCT_CLASS),
                 base = class_of("Base", RINGSCOPE_CCT_INTERFACE);
  EXPECT_EQ(class_of("List", RINGSCOPE_CCT_UNKNOWN_CLASS), list);
  ringscope_cct_superclass(writer_, list, list);
  ringscope_cct_superclass(writer_, list, base);
  ringscope_cct_superclass(writer_, base, RINGSCOPE_CCT_NONE);
  const uint32_t receivers =
      ringscope_cct_frame_value(writer_, "receivers", "count", 1, RINGSCOPE_CCT_DISTINCT);
  EXPECT_EQ(ringscope_cct_frame_value(writer_, "receivers", "count", 1, RINGSCOPE_CCT_DISTINCT), receivers);
  const uint32_t returns_self =
      ringscope_cct_frame_value(writer_, "returns self", "", 1, RINGSCOPE_CCT_LEAST);
  const uint32_t sort = Frame("sort"), other = Frame("other");
  ringscope_cct_frame_class(writer_, sort, list);
  ringscope_cct_frame_code(writer_, sort, 1);
  ringscope_cct_frame_code(writer_, sort, 0xdeadbeef);
  ringscope_cct_set_frame_value(writer_, sort, receivers, 7, 0);
  ringscope_cct_set_frame_value(writer_, sort, receivers, 1000, 1);
  ringscope_cct_set_frame_value(writer_, other, returns_self, 0, 0);
  ringscope_cct_add(writer_, ringscope_cct_child(writer_, RINGSCOPE_CCT_ROOT, sort), samples_, 2);
  ringscope_cct_add(writer_, ringscope_cct_child(writer_, RINGSCOPE_CCT_ROOT, other), samples_, 1);
  EXPECT_EQ(
      test::FrameDump(*Finish()),
      "name\tmodule\tfile\tline\tcolumn\tkind\tsource\tclass\tclass kind\tsuperclasses\tcode\treceivers\t"
      "returns self\n"
      "sort\t\t\t0\t0\tuser\tunknown\tutil.List\tclass\tutil.Base\t00000000deadbeef\t>=1000\t\n"
      "other\t\t\t0\t0\tuser\tunknown\t\t\t\t\t\t0\n");
}

TEST_F(CctWriterTest, PointsAreAddedUpByContextAndSize) {
  const uint32_t f = ringscope_cct_child(writer_, RINGSCOPE_CCT_ROOT, Frame("f"));
  const uint32_t g = ringscope_cct_child(writer_, f, Frame("g"));
  ringscope_cct_add(writer_, f, samples_, 1);
  ringscope_cct_point_units(writer_, "elements", "ns");
  ringscope_cct_point(writer_, f, 100, 1, 9, 9, 9, 81);
  ringscope_cct_point(writer_, f, 3, 2, 5, 2, 3, 13);
  ringscope_cct_point(writer_, g, 3, 1, 4, 4, 4, 16);
  ringscope_cct_point(writer_, f, 3, 1, 1, 1, 1, 1);
  ringscope_cct_point(writer_, g, 8, 1, ~uint64_t{0}, 1, 2, 0.5);
  ringscope_cct_point(writer_, g, 8, 1, 1, 1, 3, 0.25);
  ringscope_cct_point(writer_, g, 9, 1, ~uint64_t{0}, 1, 2, 0.5);
  const CctPtr tree = Finish();
  EXPECT_EQ(tree->point_fields()[0], (PointField{"input", "elements", false}));
  EXPECT_EQ(tree->point_fields()[5], (PointField{"inclusive_squares", "ns", true}));
  EXPECT_EQ(test::PointDump(*tree),
            "context\tinput\tcalls\tinclusive_min\tinclusive_max\tinclusive\tinclusive_squares\n"
            "1\t3\t3\t1\t3\t6\t14\n1\t100\t1\t9\t9\t9\t81\n2\t3\t1\t4\t4\t4\t16\n"
            "2\t8\t2\t1\t3\t9223372036854775807\t0.75\n2\t9\t1\t1\t2\t9223372036854775807\t0.5\n");
}

TEST_F(CctWriterTest, WithoutUnitsPointsCostWhatTheFirstMetricDoes) {
  const uint32_t f = ringscope_cct_child(writer_, RINGSCOPE_CCT_ROOT, Frame("f"));
  ringscope_cct_point(writer_, f, 1, 1, 2, 2, 2, 4);
  const CctPtr tree = Finish();
  EXPECT_EQ(tree->point_fields()[4], (PointField{"inclusive", "count", false}));
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

// Each of these calls alone.
TEST_F(CctWriterTest, WhatIsKnownOfFunctionsIsChecked) {
  using Call = std::function<void(ringscope_cct_writer*, uint32_t frame)>;
  const std::vector<std::pair<Call, const char*>> calls{
      {[](auto* w, uint32_t f) { ringscope_cct_frame_class(w, f, 0); }, "there is no class 0"},
      {[](auto* w, uint32_t) { ringscope_cct_superclass(w, 0, RINGSCOPE_CCT_NONE); }, "there is no class 0"},
      {[](auto* w, uint32_t) { ringscope_cct_class(w, nullptr); },
       "a class without fields, or of a kind that does not exist"},
      {[](auto* w, uint32_t f) { ringscope_cct_frame_code(w, f + 1, 5); }, "there is no frame 1"},
      {[](auto* w, uint32_t f) { ringscope_cct_frame_code(w, f, ~uint64_t{0}); },
       "2^64 - 1 is no hash of code"},
      {[](auto* w, uint32_t f) { ringscope_cct_set_frame_value(w, f, 0, 1, 0); },
       "there is no value of frames 0"},
      {[](auto* w, uint32_t) { ringscope_cct_frame_value(w, "v", "", 1, 4); },
       "there is no rule of values 4"},
      {[](auto* w, uint32_t) { ringscope_cct_frame_value(w, "v", "", 2, 0); },
       "the scale of value 'v' is 2, expected a power of ten"},
      {[](auto* w, uint32_t) { ringscope_cct_point(w, 9, 1, 1, 1, 1, 1, 1); }, "there is no context 9"},
      {[](auto* w, uint32_t) { ringscope_cct_point(w, 0, 1, 0, 0, 0, 0, 0); },
       "a point without calls, or of calls whose smallest cost is more than the largest, or whose squares "
       "are "
       "below 0"},
  };
  for (const auto& [call, message] : calls) {
    ringscope_cct_writer* const writer = ringscope_cct_begin("t");
    ringscope_cct_frame_info info{};
    info.name = "f";
    call(writer, ringscope_cct_frame(writer, &info));
    EXPECT_EQ(ringscope_cct_status(writer), RINGSCOPE_CCT_INVALID_ARGUMENT);
    EXPECT_STREQ(ringscope_cct_message(writer), message);
    ringscope_cct_free(writer);
  }
}

TEST_F(CctWriterTest, ThereAreOnlySoManyValues) {
  for (int v = 0; v < 257; ++v)
    ringscope_cct_frame_value(writer_, std::to_string(v).c_str(), "", 1, RINGSCOPE_CCT_SUM);
  ExpectFailed(RINGSCOPE_CCT_LIMIT);
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
}  // namespace ringscope::cct_writer_test
