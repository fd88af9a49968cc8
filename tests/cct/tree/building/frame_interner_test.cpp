#include "cct/tree/building/frame_interner.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ringscope::frame_interner_test {
namespace {

TEST(FrameInternerTest, EqualFramesAndTextsAreOne) {
  FrameInterner frames;
  const FrameId a = frames.Intern({.name = "a", .module = "m", .line = 3});
  const FrameId other_line = frames.Intern({.name = "a", .module = "m", .line = 4});
  const FrameId other_kind = frames.Intern({.name = "m", .module = "a", .kind = FrameKind::kJit});
  EXPECT_EQ(frames.Intern({.name = "a", .module = "m", .line = 3}), a);
  EXPECT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[other_line], (Frame{.name = "a", .module = "m", .line = 4}));
  EXPECT_EQ(frames[other_kind], (Frame{.name = "m", .module = "a", .kind = FrameKind::kJit}));
  const OwnedFrames table = std::move(frames).Take();
  EXPECT_EQ(std::string(table.string_bytes.begin(), table.string_bytes.end()), "am");
  EXPECT_EQ(table.name.size(), 3u);
}

TEST(FrameInternerTest, ManyTextsKeepTheirNumbers) {
  FrameInterner frames;
  for (uint32_t k = 0; k < 20'000; ++k) ASSERT_EQ(frames.Intern({.name = std::to_string(k)}), k);
  for (uint32_t k = 0; k < 20'000; ++k) ASSERT_EQ(frames.Intern({.name = std::to_string(k)}), k);
}

TEST(FrameInternerTest, TextsBeyondTheLimitAreEmpty) {
  FrameInterner frames(5);
  (void)frames.Intern({.name = "abc"});
  EXPECT_TRUE(frames.status().has_value());
  EXPECT_EQ(frames[frames.Intern({.name = "defg", .line = 1})], (Frame{.line = 1}));
  ASSERT_FALSE(frames.status().has_value());
  EXPECT_EQ(frames.status().error().code, ErrorCode::kLimit);
  EXPECT_EQ(frames.status().error().message, "the names take more than 5 bytes");
}

// A file may hold one frame twice, and numbers of strings that it does not have.
TEST(FrameInternerTest, TablesOfAnyContents) {
  const std::vector<uint32_t> name{1, 1, 7}, empty{0, 0, 0}, line{2, 2, 2};
  const std::vector<uint8_t> kind{0, 0, 0}, bytes{'x'};
  const std::vector<uint64_t> offset{0, 0, 1};
  FrameColumns columns;
  columns.name = ChunkedColumn<uint32_t>(std::span(name));
  columns.module = columns.file = columns.column = ChunkedColumn<uint32_t>(std::span(empty));
  columns.line = ChunkedColumn<uint32_t>(std::span(line));
  columns.kind = ChunkedColumn<uint8_t>(std::span(kind));
  columns.string_offset = ChunkedColumn<uint64_t>(std::span(offset));
  columns.string_bytes = ChunkedColumn<uint8_t>(std::span(bytes));
  FrameInterner frames;
  EXPECT_EQ(frames.InternAll(FrameTable(columns)), (std::vector<FrameId>{0, 0, 1}));
  EXPECT_EQ(frames[0], (Frame{.name = "x", .line = 2}));
  EXPECT_EQ(frames[1], (Frame{.line = 2}));
}

}  // namespace
}  // namespace ringscope::frame_interner_test
