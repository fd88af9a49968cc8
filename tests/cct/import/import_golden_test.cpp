// Every file below tests/cct/import/data is imported as it is, without its name. What comes out is compared
// with FILE.dump (the report and the tree as text) or FILE.error (code and message). CCT_UPDATE_GOLDENS=1
// rewrites them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "cct/base/text/enum_words.h"
#include "cct/export/dump.h"
#include "cct/file/cct_file.h"
#include "cct/import/import_profile.h"
#include "cct/tree/verify.h"
#include "tests/cct/import/import_text.h"
#include "tests/temporary_folder.h"
#include "tests/test_paths.h"

namespace ringscope::import_golden_test {
namespace {

namespace fs = std::filesystem;

const fs::path kData = SourceDir() / "tests/cct/import/data";

std::vector<std::string> InputFiles() {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(kData)) {
    const std::string extension = entry.path().extension().string();
    if (!entry.is_regular_file() || extension == ".dump" || extension == ".error") continue;
    names.push_back(entry.path().lexically_relative(kData).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

constexpr EnumWords<ErrorCode, 9> kCodeWords{{{"not found", ErrorCode::kNotFound},
                                              {"io", ErrorCode::kIo},
                                              {"unrecognized", ErrorCode::kUnrecognized},
                                              {"malformed", ErrorCode::kMalformed},
                                              {"unsupported", ErrorCode::kUnsupported},
                                              {"limit", ErrorCode::kLimit},
                                              {"overflow", ErrorCode::kOverflow},
                                              {"invalid argument", ErrorCode::kInvalidArgument},
                                              {"cancelled", ErrorCode::kCancelled}}};

std::string ErrorText(const Error& error) {
  std::string text = fmt::format("code: {}\nmessage: {}\n", WordOf(kCodeWords, error.code), error.message);
  if (error.byte_offset) text += fmt::format("byte: {}\n", *error.byte_offset);
  if (error.line) text += fmt::format("line: {}:{}\n", *error.line, error.column.value_or(0));
  return text;
}

// Of many samples how many they are and what a half of the time has, of few ones all.
std::string SamplesText(const Cct& tree) {
  if (!tree.has_times()) return {};
  const uint64_t half_ns = tree.time_span_ns() / 2;
  std::string text = fmt::format("samples: {} in {} ns", tree.sample_count(), tree.time_span_ns());
  for (const SampleSeries& series : tree.sample_series())
    text += fmt::format(", {} of {} before the middle", series.Between(0, half_ns).size(), series.size());
  text += '\n';
  constexpr uint64_t kFew = 40;
  if (tree.sample_count() > kFew) return text;
  EXPECT_TRUE(DumpSamples(tree, [&text](std::string_view part) -> Result<void> {
    text += part;
    return {};
  }));
  return text;
}

std::string TreeText(const Cct& tree) {
  const ImportReport& report = tree.report();
  std::string text = fmt::format("format: {}\nrecords: {}\nbytes: {}\n", report.format, report.record_count,
                                 report.input_bytes);
  if (report.truncated_stack_count > 0)
    text += fmt::format("cut off stacks: {}\n", report.truncated_stack_count);
  const auto add = [&](std::string_view what, const std::vector<RecordProblem>& problems) {
    for (const RecordProblem& records : problems) {
      text += fmt::format("{}: {} x {}, first at byte {}\n", what, records.count, records.reason,
                          records.first_offset_bytes);
    }
  };
  add("skipped", report.skipped);
  add("incomplete", report.incomplete);
  for (const EstimatedCost& cost : report.estimated)
    text += fmt::format("estimated: {} of {} {}\n", cost.estimated, cost.total, cost.metric);
  for (const std::string& note : report.notes) text += fmt::format("note: {}\n", note);
  return text + test::TextDump(tree) + test::PointDump(tree) + SamplesText(tree);
}

// The outcome as text, and the tree if there is one.
struct Outcome {
  std::string text;
  CctPtr tree;
};

Outcome ImportBytes(const std::string& bytes, const ImportOptions& options) {
  const Result<CctPtr> tree = test::Import(bytes, options);
  if (!tree) return {ErrorText(tree.error()), nullptr};
  return {TreeText(**tree), *tree};
}

class ImportGolden : public testing::TestWithParam<std::string> {};

TEST_P(ImportGolden, GivesTheRecordedTreeOrError) {
  const fs::path input = kData / GetParam();
  JobControl job;
  const Result<CctPtr> tree = ImportProfile(input, {}, job);
  const fs::path golden = input.string() + (tree ? ".dump" : ".error");
  const std::string actual = tree ? TreeText(**tree) : ErrorText(tree.error());
  if (std::getenv("CCT_UPDATE_GOLDENS") != nullptr) {
    fs::remove(input.string() + (tree ? ".error" : ".dump"));
    std::ofstream(golden, std::ios::binary) << actual;
    return;
  }
  ASSERT_TRUE(fs::exists(golden)) << golden << " is missing; the import gave:\n" << actual;
  EXPECT_EQ(actual, test::BytesOf(golden)) << golden;
}

TEST_P(ImportGolden, GivesTheSameForOneAndForThreeWorkers) {
  const std::string bytes = test::BytesOf(kData / GetParam());
  const std::string one = ImportBytes(bytes, {.worker_count = 1}).text;
  // Blocks of a line or two, so that the workers' trees really have to be merged.
  EXPECT_EQ(ImportBytes(bytes, {.block_bytes = 32, .worker_count = 3}).text, one);
}

TEST_P(ImportGolden, SurvivesWritingAndReadingBack) {
  const std::string bytes = test::BytesOf(kData / GetParam());
  for (const ThreadRing ring : {ThreadRing::kWhenSeveral, ThreadRing::kAlways, ThreadRing::kMerged}) {
    const Outcome imported = ImportBytes(bytes, {.threads = ring});
    if (!imported.tree) continue;
    const Result<void> verified = VerifyCct(*imported.tree);
    EXPECT_TRUE(verified) << DescribeError(verified.error());

    const test::TemporaryFolder folder;
    const fs::path first = folder.path() / "first.cct";
    const fs::path second = folder.path() / "second.cct";
    ASSERT_TRUE(WriteCctFile(*imported.tree, first));
    const Result<CctPtr> reopened = OpenCctFile(first);
    ASSERT_TRUE(reopened) << DescribeError(reopened.error());
    EXPECT_EQ(TreeText(**reopened), imported.text);
    ASSERT_TRUE(WriteCctFile(**reopened, second));
    EXPECT_EQ(test::BytesOf(first), test::BytesOf(second));
  }
}

std::string TestName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, ImportGolden, testing::ValuesIn(InputFiles()), TestName);

// A golden without its input would never be looked at again.
TEST(ImportGoldens, EachBelongsToAnInput) {
  for (const auto& entry : fs::recursive_directory_iterator(kData)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".dump" && extension != ".error") continue;
    EXPECT_TRUE(fs::exists(entry.path().parent_path() / entry.path().stem())) << entry.path();
  }
}

}  // namespace
}  // namespace ringscope::import_golden_test
