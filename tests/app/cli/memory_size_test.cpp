#include "app/cli/memory_size.h"

#include <gtest/gtest.h>

namespace ringscope::memory_size_test {
namespace {

TEST(ParseMemorySize, ReadsBytesAndUnits) {
  constexpr uint64_t kMi = uint64_t{1} << 20;
  EXPECT_EQ(ParseMemorySize("100000"), 100'000u);
  EXPECT_EQ(ParseMemorySize("1"), 1u);
  EXPECT_EQ(ParseMemorySize("64B"), 64u);
  EXPECT_EQ(ParseMemorySize("3k"), 3072u);
  EXPECT_EQ(ParseMemorySize("512M"), 512 * kMi);
  EXPECT_EQ(ParseMemorySize("512mb"), 512'000'000u);
  EXPECT_EQ(ParseMemorySize("1kB"), 1000u);
  EXPECT_EQ(ParseMemorySize("1.5GB"), 1'500'000'000u);
  EXPECT_EQ(ParseMemorySize("2TB"), 2'000'000'000'000u);
  EXPECT_EQ(ParseMemorySize("1.5G"), 1536 * kMi);
  EXPECT_EQ(ParseMemorySize("2GiB"), 2048 * kMi);
  EXPECT_EQ(ParseMemorySize("0.5KiB"), 512u);
  EXPECT_EQ(ParseMemorySize("8T"), 8 * kMi * kMi);
}

TEST(ParseMemorySize, SaysWhatItExpectsWhereThereIsNone) {
  for (const char* text : {"",
                           "0",
                           "0M",
                           "0.0G",
                           "-1",
                           "-5M",
                           "+5",
                           "1e9",
                           "1e9x",
                           "M",
                           ".",
                           "1.2.3M",
                           "1.5",
                           "12Q",
                           "12Mx",
                           "12 M",
                           "2Gi",
                           "0x10",
                           "inf",
                           "nan",
                           "9223372036854775808",
                           "18446744073709551616",
                           "8388608T",
                           "99999999999999999999999999G"}) {
    const Result<uint64_t> size = ParseMemorySize(text);
    ASSERT_FALSE(size) << text << ' ' << *size;
    EXPECT_EQ(size.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(
        size.error().message,
        "expected a size above 0 and below 2^63 bytes, as in 512M, 1.5G, 2GiB or 100000 (bytes), found '" +
            std::string(text) + "'");
  }
}

}  // namespace
}  // namespace ringscope::memory_size_test
