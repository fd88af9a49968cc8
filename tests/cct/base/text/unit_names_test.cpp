#include "cct/base/text/unit_names.h"

#include <gtest/gtest.h>

#include <string>

#include "cct/base/text/number_text.h"

namespace ringscope::unit_names_test {
namespace {

TEST(UnitNames, KnowUnitsHoweverTheyAreWritten) {
  const auto expect = [](std::string_view name, Dimension dimension, double factor,
                         std::string_view written) {
    EXPECT_EQ(UnitOfMetric(written).name, name) << written;
    EXPECT_EQ(UnitOfMetric(written).dimension, dimension) << written;
    EXPECT_EQ(UnitOfMetric(written).factor, factor) << written;
    EXPECT_EQ(CanonicalUnit(std::string(written)), name) << written;
  };
  const auto all = [&](std::string_view name, Dimension dimension, double factor,
                       std::initializer_list<std::string_view> written) {
    for (const std::string_view one : written) expect(name, dimension, factor, one);
  };
  all("ns", Dimension::kTime, 1, {"ns", "NS", "nsec", "nsecs", "nanosecond", "Nanoseconds"});
  all("us", Dimension::kTime, 1e3, {"us", "usec", "\xc2\xb5s", "\xce\xbcs", "microseconds", "MicroSecond"});
  all("ms", Dimension::kTime, 1e6, {"ms", "msec", "Milliseconds"});
  all("s", Dimension::kTime, 1e9, {"s", "sec", "secs", "Seconds"});
  all("min", Dimension::kTime, 60e9, {"min", "mins", "minutes"});
  all("h", Dimension::kTime, 3600e9, {"h", "hr", "hrs", "hour", "Hours"});
  all("day", Dimension::kTime, 86400e9, {"day", "Days"});
  all("week", Dimension::kTime, 7 * 86400e9, {"week", "weeks"});
  all("bytes", Dimension::kBytes, 1, {"bytes", "Byte", "B", "b"});
  all("KiB", Dimension::kBytes, 1024, {"kb", "KiB", "kilobyte", "Kilobytes", "kibibytes"});
  all("MiB", Dimension::kBytes, 1024.0 * 1024, {"mb", "MiB", "megabytes"});
  all("kB", Dimension::kBytes, 1000, {"kB", "KB"});
  all("MB", Dimension::kBytes, 1e6, {"MB"});
  all("PB", Dimension::kBytes, 1e15, {"PB"});
  all("PiB", Dimension::kBytes, 1024.0 * 1024 * 1024 * 1024 * 1024, {"pb", "PiB", "petabytes"});
}

TEST(UnitNames, LeaveOthersAsTheyAre) {
  for (const std::string unit : {"", "count", "cycles", "Objects", "as", "hs", "k", "M", "seconds per second",
                                 "nanoseconds/100", "\xc2\xb5", "ss"})
    EXPECT_EQ(CanonicalUnit(unit), unit);
  EXPECT_EQ(UnitOfMetric("").dimension, Dimension::kCount);
  EXPECT_EQ(UnitOfMetric("count").dimension, Dimension::kCount);
  EXPECT_EQ(UnitOfMetric("cycles").dimension, Dimension::kOther);
}

TEST(UnitNames, AreShownInReadableSteps) {
  EXPECT_EQ(ValueText(725'583, "\xce\xbcs", 1), "726 ms");
  EXPECT_EQ(ValueText(2, "Hours", 1), "7,200 s");
  EXPECT_EQ(ValueText(1, "day", 1), "86,400 s");
  EXPECT_EQ(ValueText(1, "PiB", 1), "1,024 TiB");
  EXPECT_EQ(ValueText(1536, "kilobytes", 1), "1.50 MiB");
  EXPECT_EQ(QuantityText(1536, "kb"), "1.50 MiB");
  EXPECT_EQ(ReadableUnitOf(3'000'000, "Nanoseconds", 1).name, "ms");
}

}  // namespace
}  // namespace ringscope::unit_names_test
