// perf itself says what is right: the same recording read by `perf script` and without it has the same paths
// of the recorded program's functions, in the same threads, with the same costs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "cct/base/system/child_process.h"
#include "cct/import/import_profile.h"
#include "tests/temporary_folder.h"

namespace ringscope {
namespace {

namespace fs = std::filesystem;

const std::string kSubject = fs::canonical(PERF_SUBJECT).string();

bool Succeeds(const std::vector<std::string>& arguments) {
  JobControl job;
  auto program = ChildProcess::Start(arguments);
  if (!program) return false;
  std::vector<std::byte> output(1 << 16);
  while (true) {
    const auto size = program->Read(output, job);
    if (!size) return false;
    if (*size == 0) break;
  }
  const auto code = program->Wait(job);
  return code && *code == 0;
}

// What a context is compared by: the subject's functions by name, runs of other code by the file that it lies
// in, as perf has no names of functions that are inlined there, and takes callers for the function behind
// the call.
std::string PathOf(const Cct& tree, ContextId context) {
  std::vector<std::string> parts;
  for (const ContextId each : tree.PathTo(context)) {
    const Frame frame = tree.FrameAt(each);
    std::string part(frame.name);
    if (frame.kind == FrameKind::kKernel)
      part = "[kernel]";
    else if (frame.kind != FrameKind::kThread && frame.module != kSubject &&
             frame.kind != FrameKind::kSynthetic)
      part = frame.module;
    const bool is_function = frame.module == kSubject;
    if (each != kRootContext && (is_function || parts.empty() || parts.back() != part)) parts.push_back(part);
  }
  std::string path;
  for (const std::string& part : parts) path += part + ";";
  return path;
}

// All self costs by path.
std::map<std::string, std::vector<uint64_t>> CostsOf(const Cct& tree) {
  std::map<std::string, std::vector<uint64_t>> costs;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    std::vector<uint64_t> self;
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric)
      self.push_back(tree.Self(context, metric));
    if (self == std::vector<uint64_t>(self.size(), 0)) continue;
    std::vector<uint64_t>& sum = costs[PathOf(tree, context)];
    sum.resize(self.size());
    for (size_t i = 0; i < self.size(); ++i) sum[i] += self[i];
  }
  return costs;
}

struct Way {
  std::string name;
  std::vector<std::string> options;
  std::vector<std::string> rate = {"-F", "1999"};
};
void PrintTo(const Way& way, std::ostream* out) { *out << way.name; }

class PerfDataOracle : public testing::TestWithParam<Way> {};

TEST_P(PerfDataOracle, HasThePathsThatPerfPrints) {
  const test::TemporaryFolder folder;
  const std::string data = (folder.path() / "perf.data").string();
  std::vector<std::string> command = {"perf", "record", "-q", "-N", "-o", data};
  command.insert(command.end(), GetParam().rate.begin(), GetParam().rate.end());
  command.insert(command.end(), GetParam().options.begin(), GetParam().options.end());
  command.insert(command.end(), {"--", kSubject});
  if (!Succeeds(command)) GTEST_SKIP() << "perf is not installed here, or must not record";

  JobControl job;
  ImportOptions options;
  options.threads = ThreadRing::kAlways;
  options.look_up_symbols = true;
  const auto by_perf = ImportProfile(data, options, job);
  ASSERT_TRUE(by_perf) << DescribeError(by_perf.error());
  options.without_perf = true;
  const auto read = ImportProfile(data, options, job);
  ASSERT_TRUE(read) << DescribeError(read.error());

  ASSERT_GT((*by_perf)->report().record_count, 20u);
  EXPECT_EQ((*read)->report().record_count, (*by_perf)->report().record_count);
  EXPECT_EQ((*read)->sample_count(), (*by_perf)->sample_count());
  ASSERT_EQ((*read)->metric_count(), (*by_perf)->metric_count());
  for (MetricIndex metric = 0; metric < (*read)->metric_count(); ++metric) {
    EXPECT_EQ((*read)->metrics()[metric].name, (*by_perf)->metrics()[metric].name);
    EXPECT_EQ((*read)->metrics()[metric].unit, (*by_perf)->metrics()[metric].unit);
  }
  EXPECT_EQ(CostsOf(**read), CostsOf(**by_perf));
}

INSTANTIATE_TEST_SUITE_P(
    All, PerfDataOracle,
    testing::Values(Way{"Plain", {"-e", "cpu-clock"}}, Way{"Chains", {"-e", "cpu-clock", "-g"}},
                    Way{"FixedPeriod", {"-e", "cpu-clock", "-g"}, {"-c", "500000"}},
                    Way{"Compressed", {"-e", "cpu-clock", "-g", "-z"}},
                    Way{"Groups", {"-e", "{cpu-clock,page-faults,context-switches}:S", "-g"}},
                    Way{"SeveralEvents", {"-e", "cpu-clock,context-switches,page-faults", "-g"}}),
    [](const auto& way) { return way.param.name; });

}  // namespace
}  // namespace ringscope
