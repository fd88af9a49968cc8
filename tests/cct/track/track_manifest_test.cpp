#include "cct/track/track_manifest.h"

#include <gtest/gtest.h>

namespace ringscope::track_manifest_test {
namespace {

const std::string kCommit(40, 'a');
const std::string kOther(64, 'b');

TrackManifest Example() {
  TrackManifest manifest;
  manifest.settings = {
      "/a\tb", "make\n./x \\n",      {{"parse", "./bench parse", {"bench/a", "b\\"}}, {"b", "c", {}}},
      3,       "perf", 60};
  manifest.versions = {{kCommit, 1767323040, "Subject with\ttab", "exit code 2: x\ny", {}},
                       {kOther, -1, "", "", {{"parse", {"0123", 2, "signal 11"}}}}};
  return manifest;
}

TEST(TrackManifest, WhatIsWrittenIsRead) {
  EXPECT_EQ(ParseManifest(FormatManifest(Example())).value(), Example());
  EXPECT_EQ(ParseManifest(FormatManifest({})).value(), TrackManifest{});
}

TEST(TrackManifest, CommentsAndBlankLinesSayNothing) {
  EXPECT_EQ(ParseManifest(FormatManifest(Example()) + "\n# by hand\n").value(), Example());
}

TEST(TrackManifest, WrongLinesAreNamed) {
  EXPECT_EQ(ParseManifest("").error().code, ErrorCode::kMalformed);
  EXPECT_EQ(ParseManifest("ringscope track 2\n").error().code, ErrorCode::kUnsupported);
  const std::string begin = "ringscope track 1\nbenchmark\tb\ttrue\nversion\t" + kCommit + "\t5\ts\n";
  ASSERT_TRUE(ParseManifest(begin));
  for (const std::string& line :
       {std::string("word"), std::string("runs\t0"), std::string("runs\t-1"), std::string("runs\t4294967296"),
        std::string("runs"), std::string("recorder\t../other"), std::string("benchmark\t../b\ttrue"),
        std::string("benchmark\tb\ttwice"), std::string("file\tc\tx"), std::string("version\t--all\t5\ts"),
        "version\t" + kCommit + "\t5\ttwice", "version\t" + kOther + "\tx\ts", "not-built\t" + kOther + "\tx",
        "runs-done\t" + kCommit + "\tc\t1", "runs-done\t" + kCommit + "\tb\tx",
        "not-run\t" + kOther + "\tb\tx"}) {
    const auto read = ParseManifest(begin + line + "\n");
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().line, 4u) << line;
  }
}

TEST(TrackManifest, NamesOfBenchmarks) {
  EXPECT_TRUE(IsBenchmarkName("parse-2.x_Y"));
  for (const char* const name : {"", ".", "..", ".a", "-a", "a/b", "a b", "a\tb", "a\xc3\xa4"})
    EXPECT_FALSE(IsBenchmarkName(name)) << name;
  EXPECT_FALSE(IsBenchmarkName(std::string(65, 'a')));
}

}  // namespace
}  // namespace ringscope::track_manifest_test
