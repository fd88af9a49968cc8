// perf itself says what is right: the same recording read by `perf script` and without it has the same paths
// of the recorded program's functions, in the same threads, with the same costs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cct/base/system/child_process.h"
#include "cct/import/import_profile.h"
#include "tests/cct/import/import_text.h"
#include "tests/temporary_folder.h"

namespace ringscope::perf_data_oracle_test {
namespace {

namespace fs = std::filesystem;

const std::string kSubject = fs::canonical(PERF_SUBJECT).string();

// What a program prints; nullopt where it fails.
std::optional<std::string> OutputOf(const std::vector<std::string>& arguments) {
  JobControl job;
  auto program = ChildProcess::Start(arguments);
  if (!program) return std::nullopt;
  std::string printed;
  std::vector<std::byte> output(1 << 16);
  while (true) {
    const auto size = program->Read(output, job);
    if (!size) return std::nullopt;
    if (*size == 0) break;
    printed.append(reinterpret_cast<const char*>(output.data()), *size);
  }
  const auto code = program->Wait(job);
  return code && *code == 0 ? std::optional(std::move(printed)) : std::nullopt;
}

bool IsOfSubject(std::string_view name) {
  constexpr std::string_view kFunctions[] = {"Leaf",          "Middle", "Deep", "Touch",
                                             "WorkUnderName", "Work",   "main"};
  return std::find(std::begin(kFunctions), std::end(kFunctions), name) != std::end(kFunctions);
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
    const bool is_function = frame.module == kSubject && IsOfSubject(frame.name);
    // What linkers put there has other names, or none.
    if (frame.module == kSubject && !is_function) part = "[subject]";
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
  uint64_t least_samples = 0;
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
  if (!OutputOf(command)) GTEST_SKIP() << "perf is not installed here, or must not record";

  JobControl job;
  ImportOptions options;
  options.threads = ThreadRing::kAlways;
  options.look_up_symbols = true;
  const auto by_perf = ImportProfile(data, options, job);
  ASSERT_TRUE(by_perf) << DescribeError(by_perf.error());
  options.without_perf = true;
  const auto read = ImportProfile(data, options, job);
  ASSERT_TRUE(read) << DescribeError(read.error());

  // How many there are of a clock's is up to the machine.
  ASSERT_GE((*by_perf)->report().record_count, GetParam().least_samples);
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
    testing::Values(Way{"Faults", {"-e", "page-faults", "-g"}, {"-c", "1"}, 64},
                    Way{"FaultsWithoutChains", {"-e", "page-faults"}, {"-c", "1"}, 64},
                    Way{"Plain", {"-e", "cpu-clock"}}, Way{"Chains", {"-e", "cpu-clock", "-g"}},
                    Way{"FixedPeriod", {"-e", "cpu-clock", "-g"}, {"-c", "500000"}},
                    Way{"Compressed", {"-e", "cpu-clock", "-g", "-z"}},
                    Way{"Groups", {"-e", "{cpu-clock,page-faults,context-switches}:S", "-g"}},
                    Way{"SeveralEvents", {"-e", "cpu-clock,context-switches,page-faults", "-g"}}),
    [](const auto& way) { return way.param.name; });

// Where each call of Touch stands in main of the subject, with the pages that it touches.
TEST(PerfDataCallSites, AreTheLinesThatCall) {
  constexpr std::pair<uint32_t, uint64_t> kCalls[] = {{54, 40}, {55, 24}};
  const test::TemporaryFolder folder;
  const std::string data = (folder.path() / "perf.data").string();
  // Copies of larger stacks would not all fit the buffer that perf reads, when it has to wait for its turn.
  for (const char* const chains : {"fp", "dwarf,1024"}) {
    SCOPED_TRACE(chains);
    if (!OutputOf({"perf", "record", "-q", "-N", "-o", data, "-e", "page-faults", "-c", "1", "--call-graph",
                   chains, "--", kSubject}))
      GTEST_SKIP() << "perf is not installed here, or must not record";
    JobControl job;
    const auto read = ImportProfile(data, {.call_sites = true, .look_up_symbols = true}, job);
    ASSERT_TRUE(read) << DescribeError(read.error());
    const Cct& tree = **read;
    std::map<uint32_t, uint64_t> faults;  // of Touch below main, by line
    for (ContextId context = 1; context < tree.context_count(); ++context) {
      const Frame frame = tree.FrameAt(context);
      const ContextId caller = tree.ParentOf(context);
      if (frame.name.starts_with("Touch") && caller != kRootContext &&
          tree.FrameAt(caller).name.starts_with("main"))
        faults[frame.call_line] += tree.Inclusive(context, 0);
    }
    ASSERT_EQ(faults.size(), std::size(kCalls));
    for (const auto& [line, pages] : kCalls) EXPECT_GE(faults[line], pages) << line;
    EXPECT_LT(faults[55], 40u);
  }
}

constexpr std::string_view kOddNames[] = {
    "dd",    "f",      "#1 worker", "C2 CompilerThre", "x 1.5:", "a 1 1.5: 7 x:",
    "12",    "12/34",  "K",         "[000]",           "e:u:",   "x:y:",
    "a (b)", "LOST 5", "deadbeef",  "(/bin/x)",        "insn:",  "401000 f (/x)"};

// Self costs by thread, and by path too where frames are printed as they are by default.
std::map<std::string, std::vector<uint64_t>> CostsOfThreads(const Cct& tree, bool by_path) {
  if (by_path) return CostsOf(tree);
  std::map<std::string, std::vector<uint64_t>> costs;
  for (ContextId context = 0; context < tree.context_count(); ++context) {
    const std::vector<ContextId> path = tree.PathTo(context);
    if (path.empty()) continue;
    std::vector<uint64_t>& sum = costs[std::string(tree.FrameAt(path.front()).name)];
    sum.resize(tree.metric_count());
    for (MetricIndex metric = 0; metric < tree.metric_count(); ++metric)
      sum[metric] += tree.Self(context, metric);
  }
  return costs;
}

// Threads with odd names, printed with the fields that one asks for.
TEST(PerfTextOracle, HasTheSamplesOfTheRecordingWhateverThreadsAreCalledAndFieldsArePrinted) {
  struct Fields {
    std::string text;
    bool has_frames;
  };
  const Fields kFields[] = {
      {"comm,tid,time,period,event,ip,sym,dso,symoff", true},
      {"dso,sym,ip,event,period,time,cpu,tid,pid,comm", true},
      {"+iregs", true},
      {"+iregs,+insn,+insnlen", true},
      {"+srcline", true},
      {"comm,tid,time,period,event", false},
      {"comm,tid,time,period,event,addr,ip,sym", false},
      {"comm,tid,time,period,event,ip,sym,iregs", false},
      {"comm,tid,time,period,event,ip", false},
  };
  const test::TemporaryFolder folder;
  const std::string data = (folder.path() / "perf.data").string();
  for (const bool has_chains : {true, false}) {
    std::vector<std::string> command = {
        "perf", "record", "-q", "-N", "-o", data, "-e", "page-faults", "-c", "1", "--intr-regs=ax,bx"};
    if (has_chains) command.push_back("-g");
    command.insert(command.end(), {"--", kSubject});
    command.insert(command.end(), std::begin(kOddNames), std::end(kOddNames));
    if (!OutputOf(command)) GTEST_SKIP() << "perf is not installed here, or must not record registers";

    JobControl job;
    const ImportOptions options{
        .threads = ThreadRing::kAlways, .look_up_symbols = true, .without_perf = true};
    const auto recorded = ImportProfile(data, options, job);
    ASSERT_TRUE(recorded) << DescribeError(recorded.error());
    ASSERT_GE((*recorded)->report().record_count, 8 * std::size(kOddNames));
    for (const Fields& fields : kFields) {
      const auto text = OutputOf({"perf", "script", "-i", data, "-F", fields.text});
      if (!text) continue;  // a perf that has no such field
      SCOPED_TRACE(fields.text + (has_chains ? ", with chains" : ""));
      const CctPtr printed = test::Imported(*text, options);
      EXPECT_EQ(printed->report().record_count, (*recorded)->report().record_count);
      EXPECT_EQ(printed->report().skipped_count(), 0u);
      EXPECT_EQ(CostsOfThreads(*printed, fields.has_frames), CostsOfThreads(**recorded, fields.has_frames));
    }
  }
}

}  // namespace
}  // namespace ringscope::perf_data_oracle_test
