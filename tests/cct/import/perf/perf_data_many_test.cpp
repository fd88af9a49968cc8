// Recordings with many of something, laid out so that a careless reader would take hours.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cct/import/perf/perf_data_head.h"
#include "tests/cct/import/import_text.h"

namespace ringscope::perf_data_many_test {
namespace {

constexpr uint64_t kIp = 1, kTid = 2, kId = 64;
constexpr uint32_t kMap = 1, kFork = 7, kSample = 9, kAttribute = 64;

std::string Number(uint64_t value, size_t size = 8) {
  std::string bytes;
  for (size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
  return bytes;
}
std::string Record(uint32_t type, const std::string& body) {
  return Number(type, 4) + Number(2, 2) + Number(body.size() + 8, 2) + body;
}
std::string Attribute(uint64_t config, uint64_t sample_type) {
  return Number(1, 4) + Number(64, 4) + Number(config) + Number(0) + Number(sample_type) +
         std::string(32, '\0');
}
std::string SampleOf(uint64_t id) { return Record(kSample, Number(0x10) + Number(1) + Number(id)); }

// A file with an event for each list of numbers.
std::string File(uint64_t sample_type, const std::vector<std::string>& ids, const std::string& records) {
  constexpr uint64_t kHeader = 104, kEntry = 80;
  std::string attributes, numbers;
  for (size_t i = 0; i < ids.size(); ++i) {
    attributes += Attribute(i, sample_type) + Number(kHeader + kEntry * ids.size() + numbers.size()) +
                  Number(ids[i].size());
    numbers += ids[i];
  }
  return "PERFILE2" + Number(kHeader) + Number(kEntry) + Number(kHeader) + Number(attributes.size()) +
         Number(kHeader + attributes.size() + numbers.size()) + Number(records.size()) +
         std::string(48, '\0') + attributes + numbers + records;
}

// A hash table of as many places as a common one grows to has all of them in one.
constexpr uint64_t kIdCount = 700'000, kIdStep = 712'697;
std::string Ids(uint64_t from, uint64_t count) {
  std::string ids;
  for (uint64_t i = from; i < from + count; ++i) ids += Number((i + 1) * kIdStep);
  return ids;
}

void ExpectSamplesOfBothEvents(const std::string& file) {
  const CctPtr tree = test::Imported(file);
  EXPECT_EQ(tree->report().record_count, 3u);
  ASSERT_EQ(tree->metric_count(), 4u);
  EXPECT_EQ(tree->metrics()[0].name, "cpu-clock");
  EXPECT_EQ(tree->Total(1), 1u);
  EXPECT_EQ(tree->metrics()[2].name, "task-clock");
  EXPECT_EQ(tree->Total(3), 2u);
  ASSERT_EQ(tree->report().skipped.size(), 1u);
  EXPECT_EQ(tree->report().skipped[0].count, 1u);
}
// The last of the first event's numbers, two of the other's, and one that is nobody's.
std::string Samples() {
  return SampleOf(kIdCount * kIdStep) + SampleOf(5) + SampleOf(6) + SampleOf(kIdStep / 2);
}

TEST(PerfDataManyTest, NumbersOfEvents) {
  // Of a number that two events have the first one counts.
  const std::string others = Number(5) + Number(6) + Number(kIdCount * kIdStep);
  ExpectSamplesOfBothEvents(File(kIp | kTid | kId, {Ids(0, kIdCount), others}, Samples()));
}

TEST(PerfDataManyTest, NumbersOfEventsFromAPipe) {
  constexpr uint64_t kIdsARecord = 7000;
  std::string file = "PERFILE2" + Number(16);
  file += Record(kAttribute, Attribute(0, kIp | kTid | kId) + Ids(kIdCount - 1, 1));
  file +=
      Record(kAttribute, Attribute(1, kIp | kTid | kId) + Number(5) + Number(6) + Number(kIdCount * kIdStep));
  for (uint64_t from = 0; from < kIdCount; from += kIdsARecord)
    file += Record(kAttribute, Attribute(2, kIp | kTid | kId) + Ids(from, kIdsARecord));
  ExpectSamplesOfBothEvents(file + Samples());
}

TEST(PerfDataManyTest, NumbersOfEventsAreGivenUpWhenCancelled) {
  const std::string file = File(kIp | kTid | kId, {Ids(0, 100'000), Number(5)}, Samples());
  JobControl job;
  ImportReport report;
  EXPECT_TRUE(ReadPerfDataHead(file, report, job));
  job.cancel_requested = true;
  const Result<PerfDataHead> head = ReadPerfDataHead(file, report, job);
  ASSERT_FALSE(head);
  EXPECT_EQ(head.error().code, ErrorCode::kCancelled);
}

TEST(PerfDataManyTest, MappingsFromAboveAndForks) {
  constexpr uint64_t kTop = uint64_t{1} << 40, kStep = 0x2000, kMaps = 200'000, kForks = 50'000;
  const auto map = [](uint64_t pid, uint64_t begin, std::string_view path) {
    return Record(kMap, Number(pid, 4) + Number(pid, 4) + Number(begin) + Number(0x1000) + Number(0) +
                            std::string(path));
  };
  const auto fork = [](uint64_t pid) {
    return Record(kFork, Number(pid, 4) + Number(1, 4) + Number(pid, 4) + Number(1, 4) + Number(0));
  };
  const auto sample = [](uint64_t pid, uint64_t address) {
    return Record(kSample, Number(address) + Number(pid, 4) + Number(pid, 4));
  };
  std::string records;
  for (uint64_t i = 0; i < kMaps; ++i) records += map(1, kTop - i * kStep, std::string_view("/lib/a\0\0", 8));
  // One process again and again, and each time something of its own.
  for (uint64_t i = 0; i < kForks; ++i)
    records += fork(2) + map(2, kTop - i * kStep, std::string_view("/lib/b\0\0", 8));
  for (uint64_t i = 0; i < kForks; ++i) records += fork(3 + i);
  const uint64_t last_of_own = kTop - (kForks - 1) * kStep;
  records += sample(1, last_of_own) + sample(2, last_of_own) + sample(2, last_of_own + kStep) +
             sample(2 + kForks, kTop - (kMaps - 1) * kStep);
  const CctPtr tree = test::Imported(File(kIp | kTid, {{}}, records));
  EXPECT_EQ(tree->report().record_count, 4u);
  std::vector<std::string> modules;
  for (ContextId context = 0; context < tree->context_count(); ++context) {
    if (const Frame frame = tree->FrameAt(context); !frame.module.empty())
      modules.insert(modules.end(), tree->Self(context, 1), std::string(frame.module));
  }
  std::sort(modules.begin(), modules.end());
  EXPECT_EQ(modules, (std::vector<std::string>{"/lib/a", "/lib/a", "/lib/a", "/lib/b"}));
}

}  // namespace
}  // namespace ringscope::perf_data_many_test
