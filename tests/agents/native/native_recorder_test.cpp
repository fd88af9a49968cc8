// The native recorder in a program that counts its own calls (traced_program.cpp).

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "cct/export/dump.h"
#include "cct/import/import_profile.h"
#include "tests/temporary_folder.h"

namespace ringscope::native_recorder_test {
namespace {

using Counts = std::map<std::string, uint64_t>;

Counts CountsOf(const std::filesystem::path& file) {
  Counts counts;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const size_t space = line.rfind(' ');
    counts[line.substr(0, space)] += std::stoull(line.substr(space + 1));
  }
  return counts;
}

// The functions that the program counts. What else is instrumented, such as what starts its threads, it does
// not know.
const std::set<std::string> kCounted{
    "leaf",       "inlined_leaf", "inlined_twice", "with_large_frame",
    "recurse",    "throw_below",  "exceptions",    "maybe_throw",
    "jump_below", "jumps",        "work",          "everything",
    "forks",      "dive",         "plugin_entry",  "plugin_inner",
};

// "leaf" of "(anonymous namespace)::leaf(int)".
std::string BareName(std::string_view name) {
  constexpr std::string_view kUnnamed = "(anonymous namespace)::";
  if (name.starts_with(kUnnamed)) name.remove_prefix(kUnnamed.size());
  return std::string(name.substr(0, name.find('(')));
}

Result<CctPtr> Read(const std::filesystem::path& trace) {
  ImportOptions options;
  options.threads = ThreadRing::kAlways;
  options.look_up_symbols = true;
  JobControl job;
  return ImportProfile(trace, options, job);
}

// Calls by thread and counted functions.
Counts CallsIn(const Cct& tree) {
  Counts calls;
  MetricIndex metric = 0;
  while (metric + 1 < tree.metric_count() && tree.metrics()[metric].name != "calls") ++metric;
  std::vector<std::string> paths(tree.context_count());
  for (ContextId context = 1; context < tree.context_count(); ++context) {
    const ContextId caller = tree.ParentOf(context);
    const std::string name = std::string(tree.FrameAt(context).name);
    if (caller == kRootContext) {
      paths[context] = name;
      continue;
    }
    const std::string bare = BareName(name);
    paths[context] = paths[caller];
    if (!kCounted.contains(bare)) continue;
    paths[context] += ';' + bare;
    if (const uint64_t count = tree.Self(context, metric)) calls[paths[context]] += count;
  }
  return calls;
}

Counts CallsOf(const std::filesystem::path& trace) {
  const Result<CctPtr> read = Read(trace);
  if (!read) {
    ADD_FAILURE() << DescribeError(read.error());
    return {};
  }
  return CallsIn(**read);
}

// False also of a trace whose head is not written yet.
bool HasCalls(const std::filesystem::path& trace) {
  const Result<CctPtr> read = Read(trace);
  return read && !CallsIn(**read).empty();
}

// "thread;a;b;c" without the functions of `names`, or nothing where it ends with one.
std::string WithoutFunctions(const std::string& path, const std::set<std::string>& names) {
  std::string left;
  bool ends_with_one = false;
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find(';', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    ends_with_one = begin != 0 && names.contains(part);
    if (!ends_with_one) left += (left.empty() ? "" : ";") + part;
    begin = end + 1;
  }
  return ends_with_one ? std::string() : left;
}

class NativeRecorderTest : public ::testing::Test {
 protected:
  // The exit code, 1000 and the signal's number, or what the caller does to the child.
  int Run(const std::string& scenario, const std::function<void()>& prepare = {},
          const std::function<void(pid_t)>& meanwhile = {}) {
    const pid_t child = fork();
    if (child == 0) {
      const int said = open(said_path().c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      dup2(said, STDERR_FILENO);
      setenv("RINGSCOPE_TRACE", (folder() / "t").c_str(), 1);
      setenv("LD_PRELOAD", RECORDER, 1);
      if (prepare) prepare();
      execl(TRACED_PROGRAM, TRACED_PROGRAM, TRACED_PLUGIN, counts_path().c_str(), scenario.c_str(), nullptr);
      _exit(127);
    }
    if (meanwhile) meanwhile(child);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  }
  void ExpectSameCounts(const std::string& scenario) {
    ASSERT_EQ(Run(scenario), 0);
    const Counts expected = CountsOf(counts_path());
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(CallsOf(folder() / "t"), expected);
    EXPECT_EQ(Said(), "");
  }
  void ExpectCountsWithout(const std::set<std::string>& names, const std::string& scenario) {
    std::string patterns;
    for (const std::string& name : names) patterns += name + ";";
    ASSERT_EQ(Run(scenario, [&] { setenv("RINGSCOPE_LEAVE_OUT", patterns.c_str(), 1); }), 0);
    Counts expected;
    for (const auto& [path, count] : CountsOf(counts_path())) {
      if (const std::string left = WithoutFunctions(path, names); !left.empty()) expected[left] += count;
    }
    EXPECT_FALSE(expected.empty());
    EXPECT_EQ(CallsOf(folder() / "t"), expected);
    EXPECT_EQ(Said(), "");
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }
  [[nodiscard]] std::filesystem::path counts_path() const { return folder() / "counts"; }
  [[nodiscard]] std::filesystem::path said_path() const { return folder() / "said"; }
  [[nodiscard]] std::string Said() const {
    std::ifstream stream(said_path());
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(NativeRecorderTest, CountsCallsInlinedFunctionsAndExceptions) { ExpectSameCounts("calls"); }
TEST_F(NativeRecorderTest, CountsAcrossLongjmp) { ExpectSameCounts("jumps"); }
TEST_F(NativeRecorderTest, CountsThreads) { ExpectSameCounts("threads"); }
TEST_F(NativeRecorderTest, NamesLibrariesThatAreGone) { ExpectSameCounts("plugin"); }
TEST_F(NativeRecorderTest, HandlersOfSignalsDoNotDisturb) { ExpectSameCounts("signals"); }

TEST_F(NativeRecorderTest, LeavesFunctionsOut) {
  for (const char* const scenario : {"calls", "jumps", "threads", "plugin", "signals"}) {
    SCOPED_TRACE(scenario);
    std::filesystem::remove(folder() / "t");
    ExpectCountsWithout({"leaf", "recurse", "exceptions", "jump_below", "inlined_twice", "plugin_entry"},
                        scenario);
  }
  // Their callers, and what is inlined.
  std::filesystem::remove(folder() / "t");
  ExpectCountsWithout({"everything", "inlined_leaf", "with_large_frame", "throw_below"}, "calls");
}

TEST_F(NativeRecorderTest, ChildrenHaveTheirOwn) {
  ASSERT_EQ(Run("fork"), 0);
  EXPECT_EQ(CallsOf(folder() / "t"), CountsOf(counts_path()));
  EXPECT_EQ(CallsOf(folder() / "t.2"), CountsOf(folder() / "counts.child"));
}

TEST_F(NativeRecorderTest, DeepRecursion) {
  ASSERT_EQ(Run("deep", [] { setenv("RINGSCOPE_MEASURE", "calls", 1); }), 0);
  ImportOptions options;
  JobControl job;
  const Result<CctPtr> tree = ImportProfile(folder() / "t", options, job);
  ASSERT_TRUE(tree) << DescribeError(tree.error());
  ASSERT_EQ((*tree)->metric_count(), 1u);
  // What else is instrumented has a few.
  EXPECT_GE((*tree)->Total(0), 100'001u);
  EXPECT_GT((*tree)->layer_count(), 100'000u);
}

TEST_F(NativeRecorderTest, UnaskedItDoesNothing) {
  EXPECT_EQ(Run("calls", [] { unsetenv("RINGSCOPE_TRACE"); }), 0);
  EXPECT_FALSE(std::filesystem::exists(folder() / "t"));
  EXPECT_EQ(Said(), "");
}

TEST_F(NativeRecorderTest, TheExitCodeIsThePrograms) { EXPECT_EQ(Run("exit"), 3); }

TEST_F(NativeRecorderTest, AKillLeavesWhatWasCounted) {
  const int ended = Run("forever", {}, [this](pid_t child) {
    while (!HasCalls(folder() / "t")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(child, SIGKILL);
  });
  EXPECT_EQ(ended, 1000 + SIGKILL);
  EXPECT_FALSE(CallsOf(folder() / "t").empty());
}

TEST_F(NativeRecorderTest, WhereItCannotWriteTheProgramRuns) {
  EXPECT_EQ(Run("calls", [] { setenv("RINGSCOPE_TRACE", "/proc/t", 1); }), 0);
  EXPECT_EQ(Said(),
            "ringscope: cannot create /proc/t: No such file or directory; the program is not recorded\n");
  EXPECT_FALSE(CountsOf(counts_path()).empty());
}

TEST_F(NativeRecorderTest, SmallLimitsAreEndured) {
  EXPECT_EQ(Run("threads",
                [] {
                  const rlimit limit{.rlim_cur = rlim_t{2} << 20, .rlim_max = rlim_t{2} << 20};
                  setrlimit(RLIMIT_FSIZE, &limit);
                }),
            0);
  EXPECT_FALSE(CallsOf(folder() / "t").empty());
}

}  // namespace
}  // namespace ringscope::native_recorder_test
