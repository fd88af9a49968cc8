#include "cct/export/export_buffer.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <string>

#include "tests/cct/export/export_trees.h"
#include "tests/cct/export/gunzip.h"

namespace ringscope::gzip_sink_test {
namespace {

TEST(GzipSinkTest, WhatGoesInComesOut) {
  std::string text;
  for (uint64_t k = 0; k < 300'000; ++k) text += std::to_string(k * 7919 % 100'003);
  for (const size_t piece_size : {size_t{1000}, size_t{70'001}, text.size()}) {
    std::string packed;
    const TextSink sink = test::AppendTo(packed);
    GzipSink gzip(sink);
    for (size_t at = 0; at < text.size(); at += piece_size)
      ASSERT_TRUE(gzip.Write(std::string_view(text).substr(at, piece_size)).has_value());
    ASSERT_TRUE(gzip.Finish().has_value());
    EXPECT_LT(packed.size(), text.size());
    EXPECT_EQ(test::Gunzip(packed), text);
  }
}

TEST(GzipSinkTest, NothingIsAMemberToo) {
  std::string packed;
  const TextSink sink = test::AppendTo(packed);
  GzipSink gzip(sink);
  ASSERT_TRUE(gzip.Finish().has_value());
  EXPECT_EQ(test::Gunzip(packed), "");
  EXPECT_GT(packed.size(), 10u);
}

TEST(GzipSinkTest, ErrorsOfTheSinkComeBack) {
  const TextSink sink = [](std::string_view) -> Result<void> { return Fail(ErrorCode::kIo, "full"); };
  GzipSink gzip(sink);
  const Result<void> finished = gzip.Finish();
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace ringscope::gzip_sink_test
