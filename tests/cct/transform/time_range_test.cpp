#include "cct/transform/time_range.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "cct/transform/pipeline.h"

namespace ringscope::time_range_test {
namespace {

TEST(TimeRange, CanonicalTextIsStable) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"time 2s..3.5s", "time 2s..3.5s"},
      {"  time 2s .. 3.5s ", "time 2s..3.5s"},
      {"time 2s..", "time 2s.."},
      {"time ..3.5s", "time ..3.5s"},
      {"time 0s..", "time 0s.."},
      {"time 0ns..5ns", "time ..5ns"},
      {"time 250ms..0.5s", "time 250ms..500ms"},
      {"time 1500us..2ms", "time 1.5ms..2ms"},
      {"time 1.5\xc2\xb5s..2us", "time 1.5us..2us"},
      {"time 0.5min..1min", "time 30s..60s"},
      {"time .5s..1.s", "time 500ms..1s"},
      {"time 1.000000001s..", "time 1.000000001s.."},
      {"time 2s..3s|invert", "time 2s..3s | invert"},
  };
  for (const auto& [text, canonical] : cases) {
    SCOPED_TRACE(std::string(text));
    const Result<Pipeline> pipeline = ParsePipeline(text);
    ASSERT_TRUE(pipeline) << DescribeError(pipeline.error());
    EXPECT_EQ(FormatPipeline(*pipeline), canonical);
    EXPECT_EQ(ParsePipeline(canonical).value(), *pipeline);
  }
}

TEST(TimeRange, EveryTimeIsReadAsItIsWritten) {
  std::mt19937_64 random(5);
  std::vector<uint64_t> times{1, 999, 1'000, 123'456'789'123'456'789, TimeRange::kOpenEnd - 1};
  for (int shift = 0; shift < 64; ++shift)
    times.push_back(std::min<uint64_t>(random() >> shift, TimeRange::kOpenEnd - 2));
  for (const uint64_t time_ns : times) {
    for (const TimeRange& range : {TimeRange{time_ns}, TimeRange{0, time_ns + (time_ns == 0 ? 1 : 0)},
                                   TimeRange{time_ns / 2, time_ns + (time_ns == 0 ? 1 : 0)}}) {
      const std::string text = FormatTimeRange(range);
      SCOPED_TRACE(text);
      PlacedText rest{text};
      const Result<TimeRange> read = TakeTimeRange(rest);
      ASSERT_TRUE(read) << DescribeError(read.error());
      EXPECT_EQ(*read, range);
      EXPECT_TRUE(rest.empty());
    }
  }
}

TEST(TimeRange, ErrorsNameThePlaceAndWhatWasExpected) {
  struct Case {
    std::string_view text;
    size_t column;
    std::string_view message;
  };
  const Case cases[] = {
      {"time", 5, "expected a range of time such as 2s..3.5s, 2s.. or ..3.5s, found the end of the step"},
      {"time ..", 6, "expected a range of time such as 2s..3.5s, 2s.. or ..3.5s, found '..'"},
      {"time soon", 6, "expected a range of time such as 2s..3.5s, 2s.. or ..3.5s, found 'soon'"},
      {"time 2s", 8, "expected '..' behind the time, found the end of the step"},
      {"time 2..3s", 7, "expected a unit of time (ns, us, ms, s or min) behind the number, found '..3s'"},
      {"time 2h..", 7, "expected a unit of time (ns, us, ms, s or min) behind the number, found 'h..'"},
      {"time 2sec..", 6, "expected a time such as 2s, 3.5ms or 1min, found '2sec..'"},
      {"time 3s..2s", 10, "expected a time after the begin of the range, found '2s'"},
      {"time 3s..3s", 10, "expected a time after the begin of the range, found '3s'"},
      {"time 1s..x", 10, "expected a time such as 2s, 3.5ms or 1min, found 'x'"},
      {"time 0.5ns..", 6, "expected a time of whole nanoseconds, found '0.5ns..'"},
      {"time 18446744073.709551615s..", 6,
       "expected a time of less than 584 years, found '18446744073.709551615s..'"},
      {"time ..18446744073709551615ns", 8,
       "expected a time of less than 584 years, found '18446744073709551615ns'"},
      {"time 99999999999min..", 6, "expected a time of less than 584 years, found '99999999999min..'"},
      {"time 99999999999999999999s..", 6, "expected a time of fewer digits, found '99999999999999999999s..'"},
      {"time 1s..2s foo", 13, "expected '|' or nothing after 'time', found 'foo'"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(std::string(one.text));
    const Result<Pipeline> pipeline = ParsePipeline(one.text);
    ASSERT_FALSE(pipeline);
    EXPECT_EQ(pipeline.error().message, one.message);
    EXPECT_EQ(pipeline.error().column, one.column);
  }
}

}  // namespace
}  // namespace ringscope::time_range_test
