#include "app/cli/recording/recorded_tree.h"

#include <gtest/gtest.h>

#include <fstream>

#include "cct/tree/verify.h"
#include "tests/cct/test_trees.h"
#include "tests/temporary_folder.h"

namespace ringscope::recorded_tree_test {
namespace {

TEST(ProcessOfProfile, IsReadFromTheName) {
  EXPECT_EQ(ProcessOfProfile("callgrind.123", "callgrind."), "process 123");
  EXPECT_EQ(ProcessOfProfile("node.12.0.npm-cli.js", "node."), "npm-cli.js 12");
  EXPECT_EQ(ProcessOfProfile("node.12.3.x", "node."), "x 12, worker 3");
  EXPECT_EQ(ProcessOfProfile("hotspot-pid-77-id-1-2026.jfr", "hotspot"), "process 77");
  EXPECT_EQ(ProcessOfProfile("hotspot.jfr", "hotspot"), "");
  EXPECT_EQ(ProcessOfProfile("perf.data", "perf.data"), "");
  EXPECT_EQ(ProcessOfProfile("callgrind.12.1", "callgrind."), "process 12");
  EXPECT_EQ(ProcessOfProfile("other", "callgrind."), "");
}

class ReadRecordedTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) {
    std::ofstream file(folder_.path() / name, std::ios::binary);
    file << text;
  }
  test::TemporaryFolder folder_;
  JobControl job_;
};

TEST_F(ReadRecordedTest, OneProfileStaysAsItIs) {
  Write("p.1", "main;a 2\n");
  const auto read = ReadRecorded(RecordedProfiles(folder_.path(), "p."), job_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(test::FoldedDump(*read->tree), "main;a 2\n");
}

TEST_F(ReadRecordedTest, WhatDidNotBeginIsTakenAway) {
  Write("p.1", "v 1\n+ 2\n");
  Write("p.2", "\n# strings: 0\n");
  Write("q", "x");
  RemoveUnbegun(folder_.path(), "p.", "");
  EXPECT_EQ(RecordedProfiles(folder_.path(), "p.").size(), 2u);
  RemoveUnbegun(folder_.path(), "p.", "v ");
  ASSERT_EQ(RecordedProfiles(folder_.path(), "p.").size(), 1u);
  EXPECT_EQ(RecordedProfiles(folder_.path(), "p.")[0].path.filename(), "p.1");
  EXPECT_EQ(RecordedProfiles(folder_.path(), "q").size(), 1u);
}

TEST_F(ReadRecordedTest, ProcessesStandBesideEachOther) {
  Write("p.1", "main;a 2\n");
  Write("p.2.0.tool", "main;a 3\nmain;b 5\n");
  Write("p.3~", "half");
  Write("p.4", "");
  Write("q.1", "main 1\n");
  const auto read = ReadRecorded(RecordedProfiles(folder_.path(), "p."), job_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(VerifyCct(*read->tree));
  EXPECT_EQ(test::FoldedDump(*read->tree), "tool 2;main;b 5\ntool 2;main;a 3\nprocess 1;main;a 2\n");
}

TEST_F(ReadRecordedTest, WhatCannotBeReadIsTold) {
  Write("p.1", "main;a 2\n");
  Write("p.2", std::string("\0\1\2", 3));
  auto read = ReadRecorded(RecordedProfiles(folder_.path(), "p."), job_);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->unread.size(), 1U);
  EXPECT_TRUE(read->unread[0].starts_with("p.2: ")) << read->unread[0];
  std::filesystem::remove(folder_.path() / "p.1");
  read = ReadRecorded(RecordedProfiles(folder_.path(), "p."), job_);
  EXPECT_FALSE(read);
}

TEST_F(ReadRecordedTest, RescuesWhatLiesDeeper) {
  std::filesystem::create_directories(folder_.path() / "a" / "b");
  Write("a/b/1.jfr", "x");
  Write("a/c.txt", "x");
  const auto profiles = RescuedProfiles(folder_.path(), ".jfr");
  ASSERT_EQ(profiles.size(), 1U);
  EXPECT_EQ(profiles[0].path.filename(), "1.jfr");
  EXPECT_EQ(BytesOfFolder(folder_.path()), 2U);
}

}  // namespace
}  // namespace ringscope::recorded_tree_test
