#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <thread>

#include "cct/import/import_profile.h"
#include "tests/temporary_folder.h"
#include "tests/test_paths.h"

namespace ringscope::perf_data_test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSample = "a 1 1.0: 7 cycles:\n\t12 f (x)\n\t13 main (x)\n\n";

// A folder with a perf.data and a script that stands in for perf, found first on PATH.
class PerfData : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "bin");
    Write(folder_ / "perf.data", "PERFILE2 and what perf writes");
    Write(folder_ / "sample", std::string(kSample));
    path_ = std::getenv("PATH");
    setenv("PATH", fmt::format("{}:{}", (folder_ / "bin").string(), path_).c_str(), 1);
  }
  void TearDown() override { setenv("PATH", path_.c_str(), 1); }

  static void Write(const fs::path& file, const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
  }
  // `commands` of a shell; $sample is a file with a sample.
  void MakePerf(const std::string& commands) {
    const fs::path perf = folder_ / "bin" / "perf";
    Write(perf, fmt::format("#!/bin/sh\nsample='{}'\n{}\n", (folder_ / "sample").string(), commands));
    fs::permissions(perf, fs::perms::owner_all);
  }
  Result<CctPtr> Import(const fs::path& file, const ImportOptions& options = {}) {
    return ImportProfile(file, options, job_);
  }
  Error FailureOf(const fs::path& file, const ImportOptions& options = {}) {
    const auto tree = Import(file, options);
    return tree ? Error{ErrorCode::kMalformed, "it was read", {}, {}, {}} : tree.error();
  }

  const test::TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
  std::string path_;
  JobControl job_;
};

TEST_F(PerfData, IsWhatPerfScriptPrints) {
  MakePerf("cat \"$sample\" \"$sample\"");
  const auto tree = Import(folder_ / "perf.data");
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  EXPECT_EQ((*tree)->report().format, "perf.data");
  EXPECT_EQ((*tree)->report().record_count, 2u);
  EXPECT_EQ((*tree)->report().input_bytes, 2 * kSample.size());
  EXPECT_EQ((*tree)->metrics()[0].name, "cycles");
  EXPECT_EQ((*tree)->Total(0), 14u);
  EXPECT_EQ(job_.total_units, 0u);  // unknown
  ASSERT_EQ((*tree)->report().notes.size(), 1u);
}

TEST_F(PerfData, IsHandedToPerfByItsNameWhateverThatIs) {
  const fs::path odd = folder_ / "-a $(touch \"$0.run\") '; \"exit\" 1\n";
  fs::copy(folder_ / "perf.data", odd);
  MakePerf("for a in \"$@\"; do printf '%s\\0' \"$a\" >> \"$sample.arguments\"; done; cat \"$sample\"");
  const fs::path here = fs::current_path();
  fs::current_path(folder_);
  const auto tree = Import(odd.filename());
  fs::current_path(here);
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  std::ifstream stream(folder_ / "sample.arguments", std::ios::binary);
  const std::string arguments(std::istreambuf_iterator<char>(stream), {});
  using namespace std::string_literals;
  EXPECT_EQ(arguments, "script\0--header\0-i\0"s + fs::canonical(odd).string() + "\0"s);
}

// One line longer than what is kept for going back, so that perf has to run twice.
TEST_F(PerfData, IsReadFromTheStartAgainWherePerfPrintsMoreThanIsKept) {
  MakePerf(
      "echo run >> \"$sample.runs\"; printf '# '; head -c 2000000 /dev/zero | tr '\\0' x; echo; cat "
      "\"$sample\"");
  const auto tree = Import(folder_ / "perf.data");
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  EXPECT_EQ((*tree)->report().record_count, 1u);
  EXPECT_EQ(fs::file_size(folder_ / "sample.runs"), 2 * std::string_view("run\n").size());
}

TEST_F(PerfData, KeepsTheWarningsOfPerf) {
  MakePerf("echo '  Warning: no kernel symbols.' >&2; echo >&2; cat \"$sample\"; echo second >&2");
  const auto tree = Import(folder_ / "perf.data");
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  ASSERT_EQ((*tree)->report().notes.size(), 2u);
  EXPECT_EQ((*tree)->report().notes[1], "perf says: Warning: no kernel symbols; second");
}

TEST_F(PerfData, IsAnErrorWherePerfFails) {
  MakePerf("cat \"$sample\"; printf 'incompatible file format\\033[1m (rerun with -v)\\n' >&2; exit 255");
  const Error error = FailureOf(folder_ / "perf.data");
  EXPECT_EQ(error.code, ErrorCode::kIo);
  EXPECT_EQ(error.message,
            "`perf script` failed with exit code 255: incompatible file format [1m (rerun with -v)");
  MakePerf("exit 1");
  EXPECT_EQ(FailureOf(folder_ / "perf.data").message, "`perf script` failed with exit code 1");
}

// A recording with 8 samples; what lies in the folder stands for one that only perf can read.
const fs::path kPacked = SourceDir() / "tests/cct/import/data/perf_data/plain.gz";

std::string Unpacked() {
  std::string bytes(1 << 16, '\0');
  gzFile file = gzopen(kPacked.c_str(), "rb");
  bytes.resize(static_cast<size_t>(gzread(file, bytes.data(), static_cast<unsigned>(bytes.size()))));
  gzclose(file);
  return bytes;
}

TEST_F(PerfData, IsReadHereWherePerfFails) {
  Write(folder_ / "recorded", Unpacked());
  MakePerf("cat \"$sample\"; echo 'file not owned by current user' >&2; exit 255");
  const auto tree = Import(folder_ / "recorded");
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  EXPECT_EQ((*tree)->report().record_count, 8u);
  EXPECT_EQ(
      (*tree)->report().notes.back(),
      "perf could not read it: `perf script` failed with exit code 255: file not owned by current user.");
}

TEST_F(PerfData, IsReadHereWherePerfIsNotInstalled) {
  Write(folder_ / "recorded", Unpacked());
  setenv("PATH", (folder_ / "nothing here").c_str(), 1);
  const auto tree = Import(folder_ / "recorded");
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  EXPECT_EQ((*tree)->report().format, "perf.data");
  EXPECT_EQ((*tree)->report().record_count, 8u);
  EXPECT_EQ(job_.total_units, Unpacked().size());
  EXPECT_EQ((*tree)->report().notes.front(),
            "Read without perf, which names more code, such as that of kernel modules.");
}

TEST_F(PerfData, TellsHowManyEventsWereLostWherePerfDoesNot) {
  Write(folder_ / "recorded", Unpacked());
  MakePerf("cat \"$sample\"; echo 'Processed 20 events and lost 1 chunks!' >&2");
  const auto tree = Import(folder_ / "recorded");
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  EXPECT_EQ((*tree)->report().record_count, 1u);
  ASSERT_EQ((*tree)->report().skipped.size(), 1u);
  EXPECT_EQ((*tree)->report().skipped[0].reason, "events lost by perf");
  EXPECT_EQ((*tree)->report().skipped[0].count, 3u);
}

// As perf prints samples whose stacks it cannot unwind.
TEST_F(PerfData, IsReadHereWherePerfHasFramesOfFewSamples) {
  Write(folder_ / "recorded", Unpacked());
  MakePerf("cat \"$sample\"; for i in 1 2 3 4 5 6 7; do printf 'a 1 1.%d: 7 cycles: \n\n' $i; done");
  const auto tree = Import(folder_ / "recorded");
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  EXPECT_EQ((*tree)->report().format, "perf.data");
  EXPECT_EQ((*tree)->metrics()[0].name, "cpu-clock");
  EXPECT_EQ((*tree)->Self(kRootContext, 1), 0u);
  EXPECT_EQ((*tree)->report().notes.front(),
            "perf gives no frames for 7 of 8 samples. Read without perf, 0 have no frames.");
  // Of few samples: perf's stacks of the others are worth more.
  MakePerf("cat \"$sample\" \"$sample\"; printf 'a 1 1.5: 7 cycles: \n\n'");
  const auto by_perf = Import(folder_ / "recorded");
  ASSERT_TRUE(by_perf) << DescribeError(by_perf.error());
  EXPECT_EQ((*by_perf)->metrics()[0].name, "cycles");
  EXPECT_EQ((*by_perf)->Self(kRootContext, 1), 1u);
  EXPECT_EQ((*by_perf)->report().notes.back(),
            "`--without-perf` shows which code ran in samples without frames.");
}

TEST_F(PerfData, IsReadHereWhereThatIsAskedFor) {
  Write(folder_ / "recorded", Unpacked());
  MakePerf("cat \"$sample\"");
  EXPECT_EQ((*Import(folder_ / "recorded"))->report().record_count, 1u);
  EXPECT_EQ((*Import(folder_ / "recorded", {.without_perf = true}))->report().record_count, 8u);
}

TEST_F(PerfData, IsReadHereWhereItIsNoFileThatPerfCouldOpen) {
  MakePerf("cat \"$sample\"");
  const std::string bytes = Unpacked();
  const auto piped = ImportProfileBytes(std::as_bytes(std::span(bytes)), {}, job_);
  ASSERT_TRUE(piped) << DescribeError(piped.error());
  EXPECT_EQ((*piped)->report().record_count, 8u);
  EXPECT_EQ((*Import(kPacked))->report().record_count, 8u);
}

TEST_F(PerfData, HasLimitsHereToo) {
  const std::string bytes = Unpacked();
  const auto deep = ImportProfileBytes(std::as_bytes(std::span(bytes)), {.max_stack_depth = 3}, job_);
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().code, ErrorCode::kLimit);
  EXPECT_EQ(deep.error().message, "expected stacks of at most 3 frames, found one of 4");
}

// Every beginning of a recording, and every one with a byte that is another, is read or refused.
TEST_F(PerfData, MayBeDamagedAnywhere) {
  const std::string whole = Unpacked();
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (at % 2 == 0 ? 0xff : 0x10));
    static_cast<void>(ImportProfileBytes(std::as_bytes(std::span(damaged)), {}, job_));
    if (at % 16 == 0)
      static_cast<void>(ImportProfileBytes(std::as_bytes(std::span(whole).first(at)), {}, job_));
  }
}

TEST_F(PerfData, WithoutSamplesIsAnEmptyTree) {
  MakePerf("echo '# nothing'");
  const auto tree = ImportProfile(folder_ / "perf.data", {}, job_);
  ASSERT_TRUE(tree) << tree.error().message;
  EXPECT_EQ((*tree)->context_count(), 1u);
  EXPECT_EQ((*tree)->report().notes.front(), "The profile holds no samples.");
}

TEST_F(PerfData, NamesThePlaceInWhatPerfPrints) {
  MakePerf("cat \"$sample\"; echo 'a 1 1.0: 99999999999999999999 cycles:'");
  const Error error = FailureOf(folder_ / "perf.data");
  EXPECT_EQ(error.code, ErrorCode::kOverflow);
  EXPECT_EQ(error.message,
            fmt::format("at byte {} of what `perf script` prints: expected a period below 2^63, found "
                        "a larger one",
                        kSample.size()));
  EXPECT_FALSE(error.byte_offset);
}

TEST_F(PerfData, MayBeTooMuch) {
  MakePerf("while :; do cat \"$sample\"; done");
  EXPECT_EQ(FailureOf(folder_ / "perf.data", {.max_inflated_bytes = 10000}).code, ErrorCode::kLimit);
}

TEST_F(PerfData, IsGivenUpWhenCancelled) {
  for (const std::string commands :
       {"sleep 1000", "while :; do cat \"$sample\"; done", "exec >&-; sleep 1000"}) {
    MakePerf(commands);
    job_.cancel_requested = false;
    std::thread canceller([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
      job_.cancel_requested = true;
    });
    const Error error = FailureOf(folder_ / "perf.data");
    canceller.join();
    EXPECT_EQ(error.code, ErrorCode::kCancelled) << commands;
  }
}

}  // namespace
}  // namespace ringscope::perf_data_test
