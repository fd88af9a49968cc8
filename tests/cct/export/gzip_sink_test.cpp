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
    ASSERT_TRUE(WriteGzip(test::AppendTo(packed), [&](const TextSink& compress) -> Result<void> {
      for (size_t at = 0; at < text.size(); at += piece_size)
        RINGSCOPE_TRY(compress(std::string_view(text).substr(at, piece_size)));
      return {};
    }));
    EXPECT_LT(packed.size(), text.size());
    EXPECT_EQ(test::Gunzip(packed), text);
  }
}

TEST(GzipSinkTest, NothingIsAMemberToo) {
  std::string packed;
  ASSERT_TRUE(WriteGzip(test::AppendTo(packed), [](const TextSink&) { return Result<void>(); }));
  EXPECT_EQ(test::Gunzip(packed), "");
  EXPECT_GT(packed.size(), 10u);
}

TEST(GzipSinkTest, ErrorsOfTheSinkComeBack) {
  const TextSink sink = [](std::string_view) -> Result<void> { return Fail(ErrorCode::kIo, "full"); };
  const Result<void> finished = WriteGzip(sink, [](const TextSink&) { return Result<void>(); });
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace ringscope::gzip_sink_test
