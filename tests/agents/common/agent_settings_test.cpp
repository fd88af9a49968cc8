#include "agents/common/agent_settings.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <utility>
#include <vector>

namespace ringscope::agent_settings_test {
namespace {

TEST(AgentSettings, AreReadFromTheEnvironmentAndThenFromOptions) {
  setenv("RINGSCOPE_TRACE", "a-%p", 1);
  setenv("RINGSCOPE_OUT", "b.cct", 1);
  setenv("RINGSCOPE_LIMIT", "3M", 1);
  AgentSettings settings;
  EXPECT_FALSE(settings.IsAsked());
  settings.ReadEnvironment();
  EXPECT_TRUE(settings.IsAsked());
  EXPECT_STREQ(settings.trace, "a-%p");
  EXPECT_STREQ(settings.out, "b.cct");
  EXPECT_EQ(settings.limit_bytes, uint64_t{3} << 20);
  EXPECT_EQ(settings.Take("out", "c.cct"), AgentSettings::Taken::kYes);
  EXPECT_STREQ(settings.out, "c.cct");
  for (const char* name : {"RINGSCOPE_TRACE", "RINGSCOPE_OUT", "RINGSCOPE_LIMIT"}) {
    unsetenv(name);
  }
}

TEST(AgentSettings, RefuseWhatTheyCannotUse) {
  AgentSettings settings;
  EXPECT_EQ(settings.Take("trace", ""), AgentSettings::Taken::kInvalid);
  EXPECT_EQ(settings.Take("trace", std::string(5000, 'x')), AgentSettings::Taken::kInvalid);
  EXPECT_EQ(settings.Take("other", "x"), AgentSettings::Taken::kUnknown);
  for (const char* size : {"", "M", "0", "-1", "1T", "1MB", "5 M"}) {
    EXPECT_EQ(settings.Take("limit", size), AgentSettings::Taken::kInvalid) << size;
  }
  EXPECT_EQ(settings.limit_bytes, AgentSettings::kMostBytes);
  EXPECT_EQ(settings.Take("limit", "99999999G"), AgentSettings::Taken::kYes);
  EXPECT_EQ(settings.limit_bytes, AgentSettings::kMostBytes);
  EXPECT_FALSE(settings.IsAsked());
}

TEST(AgentSettings, AllPatternsCount) {
  AgentSettings settings;
  setenv("RINGSCOPE_LEAVE_OUT", "a;b*", 1);
  settings.ReadEnvironment();
  unsetenv("RINGSCOPE_LEAVE_OUT");
  EXPECT_EQ(settings.Take("leave-out", "c"), AgentSettings::Taken::kYes);
  EXPECT_STREQ(settings.leave_out, "a;b*;c");
  EXPECT_EQ(settings.Take("leave-out", ""), AgentSettings::Taken::kInvalid);
  EXPECT_EQ(settings.Take("leave-out", std::string(4090, 'x')), AgentSettings::Taken::kInvalid);
  EXPECT_STREQ(settings.leave_out, "a;b*;c");
  EXPECT_FALSE(settings.IsAsked());
}

TEST(AgentSettings, PlaceTheTraceBesideTheResult) {
  AgentSettings settings;
  ASSERT_EQ(settings.Take("out", "/a/b.cct"), AgentSettings::Taken::kYes);
  char buffer[4200];
  EXPECT_STREQ(settings.TracePattern(buffer), "/a/b.cct.trace");
  ASSERT_EQ(settings.Take("trace", "/c"), AgentSettings::Taken::kYes);
  EXPECT_STREQ(settings.TracePattern(buffer), "/c");
}

TEST(AgentSettings, OptionsAreCutAtCommas) {
  std::vector<std::pair<std::string, std::string>> read;
  ForEachOption("out=a=b.cct,,time,include=",
                [&](std::string_view key, std::string_view value) { read.emplace_back(key, value); });
  const std::vector<std::pair<std::string, std::string>> expected{
      {"out", "a=b.cct"}, {"time", ""}, {"include", ""}};
  EXPECT_EQ(read, expected);
}

}  // namespace
}  // namespace ringscope::agent_settings_test
