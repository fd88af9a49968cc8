#include "cct/import/bytes/line_blocks.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/cct/import/stream_source.h"

namespace ringscope::line_blocks_test {
namespace {

std::vector<std::string> Blocks(ByteSource& source, size_t block_bytes, uint64_t max_record_bytes,
                                BlockEnd block_end) {
  LineBlockReader reader(source, block_bytes, max_record_bytes, block_end);
  std::vector<std::string> blocks;
  uint64_t offset = 0;
  while (true) {
    const Result<LineBlock> block = reader.Next();
    if (!block) {
      blocks.push_back("!" + DescribeError(block.error()));
      return blocks;
    }
    if (block->text.empty()) return blocks;
    EXPECT_EQ(block->offset_bytes, offset);
    offset += block->text.size();
    blocks.emplace_back(block->text);
  }
}

using Lines = std::vector<std::string>;

TEST(LineBlocks, EndBehindLines) {
  const std::string text = "aa\nbb\ncccccc\nd";
  for (const bool stream : {false, true}) {
    const auto source = test::TextSource(text, stream ? 3 : 0);
    EXPECT_EQ(Blocks(*source, 6, 100, BlockEnd::kLine), (Lines{"aa\nbb\n", "cccccc\n", "d"})) << stream;
  }
}

TEST(LineBlocks, EndBehindBlankLines) {
  const std::string text = "a\nb\n\nc\r\n\r\nd\n\n";
  for (const bool stream : {false, true}) {
    const auto source = test::TextSource(text, stream ? 1 : 0);
    EXPECT_EQ(Blocks(*source, 4, 100, BlockEnd::kBlankLine), (Lines{"a\nb\n\n", "c\r\n\r\n", "d\n\n"}))
        << stream;
  }
}

TEST(LineBlocks, RefuseARecordThatIsTooLong) {
  const std::string text = "aa\n" + std::string(50, 'b') + "\ncc\n";
  for (const bool stream : {false, true}) {
    const auto source = test::TextSource(text, stream ? 2 : 0);
    EXPECT_EQ(Blocks(*source, 4, 20, BlockEnd::kLine),
              (Lines{"aa\n", "!at byte 3: expected lines of at most 20 bytes, found a longer one"}))
        << stream;
  }
}

TEST(LineBlocks, TogetherAreTheInput) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (auto size = random() % 60; size > 0; --size) text += "a\n\r\nb"[random() % 5];
    const BlockEnd block_end = random() % 2 == 0 ? BlockEnd::kLine : BlockEnd::kBlankLine;
    const auto source = test::TextSource(text, random() % 8);
    std::string joined;
    const Lines blocks = Blocks(*source, 1 + random() % 12, 1000, block_end);
    for (size_t i = 0; i < blocks.size(); ++i) {
      joined += blocks[i];
      if (i + 1 == blocks.size()) continue;
      EXPECT_EQ(blocks[i].back(), '\n');
      if (block_end == BlockEnd::kBlankLine) {
        EXPECT_TRUE(blocks[i].ends_with("\n\n") || blocks[i].ends_with("\n\r\n")) << blocks[i];
      }
    }
    EXPECT_EQ(joined, text);
  }
}

TEST(LineBlocks, ReportTheFirstErrorWhateverTheTiming) {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += std::to_string(i) + "\n";
  for (int round = 0; round < 20; ++round) {
    const auto source = test::TextSource(text, 0);
    JobControl job;
    const auto read = ForEachLineBlock(*source, 16, 100, BlockEnd::kLine, 4, job,
                                       [&](uint32_t, const LineBlock& block) -> Result<void> {
                                         if (block.offset_bytes > 3000) {
                                           return FailAt(ErrorCode::kMalformed, block.offset_bytes, "bad");
                                         }
                                         return {};
                                       });
    ASSERT_FALSE(read);
    EXPECT_GT(*read.error().byte_offset, 3000u);
    EXPECT_LT(*read.error().byte_offset, 3017u);
  }
}

TEST(LineBlocks, StopWhenCancelled) {
  const auto source = test::TextSource(std::string(1000, '\n'), 0);
  JobControl job;
  uint64_t blocks = 0;
  const auto read = ForEachLineBlock(*source, 10, 100, BlockEnd::kLine, 1, job,
                                     [&](uint32_t, const LineBlock&) -> Result<void> {
                                       if (++blocks == 3) job.cancel_requested = true;
                                       return {};
                                     });
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(blocks, 3u);
}

}  // namespace
}  // namespace ringscope::line_blocks_test
