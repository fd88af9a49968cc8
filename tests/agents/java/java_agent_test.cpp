// Runs Java programs with and without the recorder, and reads what it wrote.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/agents/java/java_agent_run.h"

namespace ringscope::java_agent_test {
namespace {

namespace fs = std::filesystem;
using test::ReadBack;

constexpr int kBytecodes = 0, kCalls = 1;

// Of a tree below `top`, a line a context: "path bytecodes calls objects bytes".
std::string Below(const ReadBack& read, const std::string& top) {
  std::string text;
  for (const auto& [path, values] : read.contexts) {
    const size_t at = path.find(top);
    if (at == std::string::npos) continue;
    text += path.substr(at);
    for (int value = 0; value < 4; ++value) text += " " + std::to_string(values[value]);
    text += "\n";
  }
  return text;
}

// Self values by function, of those whose names begin so.
std::map<std::string, uint64_t> ByFunction(const ReadBack& read, const std::string& prefix, int value) {
  std::map<std::string, uint64_t> sums;
  for (const auto& [path, values] : read.contexts) {
    const std::string name = path.substr(path.rfind(';') + 1);
    if (name.starts_with(prefix) && values[value] != 0) sums[name] += values[value];
  }
  return sums;
}

// Counted by hand from what `javap -c` prints; objects and bytes are those of compressed pointers.
TEST_F(JavaAgentTest, CountsASmallProgram) {
  const JavaRun run = Record("", "", "Small");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  EXPECT_EQ(run.output, "");
  const ReadBack read = Read();
  std::string own;
  std::istringstream lines(Below(read, "Small.main"));
  for (std::string line; std::getline(lines, line);) {
    // What the library does is its own affair.
    if (line.find(";java.") == std::string::npos && line.find(";jdk.") == std::string::npos)
      own += line + "\n";
  }
  EXPECT_EQ(own, R"(Small.main 38 1 2 32
Small.main;Small$$Lambda$lambda$main$0.run 2 1 0 0
Small.main;Small$$Lambda$lambda$main$0.run;Small.lambda$main$0 4 1 0 0
Small.main;Small$$Lambda$lambda$main$0.run;Small.lambda$main$0;Small.twice 4 1 0 0
Small.main;Small.<init> 6 1 0 0
Small.main;Small.catches 6 1 0 0
Small.main;Small.catches;Small.fails 6 1 0 0
Small.main;Small.catches;Small.fails;Small.fails 6 1 0 0
Small.main;Small.catches;Small.fails;Small.fails;Small.fails 7 1 1 40
Small.main;Small.catches;Small.twice 4 1 0 0
Small.main;Small.make 66 1 12 328
Small.main;Small.sum 110 2 0 0
Small.main;Small.twice 4 1 0 0
)");
  EXPECT_EQ(read.Value("main;Small.main;java.lang.System.arraycopy", kCalls), 1u);
  EXPECT_EQ(read.Value("main;Small.main;java.lang.System.arraycopy", kBytecodes), 0u);
}

// Their classes have other names when stepped through, with addresses, and are made where no step is told.
bool IsOfLambda(const std::string& name) { return name.find("$$Lambda") != std::string::npos; }

TEST_F(JavaAgentTest, AgreesWithSingleSteps) {
  // Pairs of bytecodes that the interpreter joins are one step otherwise.
  const fs::path steps = folder_.path() / "steps";
  const JavaRun stepped = Plain("-XX:-RewriteBytecodes -XX:-RewriteFrequentPairs " +
                                    Quoted("-agentpath:" RINGSCOPE_SINGLE_STEP "=" + steps.string()),
                                "Counting");
  ASSERT_EQ(stepped.exit_code, 0) << stepped.output;
  std::map<std::string, uint64_t> bytecodes, calls;
  std::ifstream stream(steps);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    uint64_t stepped_bytecodes = 0, stepped_calls = 0;
    std::string name;
    words >> stepped_bytecodes >> stepped_calls >> name;
    if (!name.starts_with("Counting") || IsOfLambda(name)) continue;
    bytecodes[name] += stepped_bytecodes;
    calls[name] += stepped_calls;
  }
  EXPECT_GT(bytecodes.size(), 10u);
  const JavaRun run = Record("", "", "Counting");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  EXPECT_EQ(run.output, stepped.output);
  const ReadBack read = Read();
  const auto without_lambdas = [&read](int value) {
    std::map<std::string, uint64_t> sums = ByFunction(read, "Counting", value);
    std::erase_if(sums, [](const auto& sum) { return IsOfLambda(sum.first); });
    return sums;
  };
  EXPECT_EQ(without_lambdas(kBytecodes), bytecodes);
  EXPECT_EQ(without_lambdas(kCalls), calls);
}

// Compilers know code of their own for much of what strings do, and exceptions of their own for what often
// fails.
TEST_F(JavaAgentTest, CountsTheSameHoweverItIsCompiled) {
  std::string first;
  for (const char* const mode : {"", "-Xint", "-XX:TieredStopAtLevel=1", "-XX:-TieredCompilation"}) {
    const JavaRun run = Record(mode, "", "Counting");
    ASSERT_EQ(run.exit_code, 0) << run.output;
    const ReadBack read = Read();
    std::string tree = Below(read, "Counting.strings") + Below(read, "Counting.arrays");
    for (const auto& [name, count] : ByFunction(read, "Counting", kBytecodes)) {
      tree += name + " " + std::to_string(count) + "\n";
    }
    if (first.empty()) first = tree;
    EXPECT_EQ(tree, first) << mode;
  }
  EXPECT_NE(first.find("StringLatin1"), std::string::npos);
}

TEST_F(JavaAgentTest, GetsAlongWithOtherAgents) {
  ASSERT_EQ(Record("", "", "Counting").exit_code, 0);
  const std::map<std::string, uint64_t> alone = ByFunction(Read(), "Counting", kBytecodes);
  const std::string other = "-javaagent:" RINGSCOPE_JAVA_PROGRAMS "/other_agent.jar";
  for (const auto& [before, after] :
       std::vector<std::pair<std::string, std::string>>{{other, ""}, {"", other}}) {
    const JavaRun run = Record(before, "", after + " Counting");
    ASSERT_EQ(run.exit_code, 0) << run.output;
    EXPECT_EQ(ByFunction(Read(), "Counting", kBytecodes), alone);
  }
}

TEST_F(JavaAgentTest, LeavesProgramsAsTheyAre) {
  const JavaRun plain = Plain("", "Traps");
  EXPECT_EQ(plain.exit_code, 7);
  // The second time the verifier looks at the library's classes too.
  const std::string verified = "-XX:+UnlockDiagnosticVMOptions -XX:+BytecodeVerificationLocal";
  for (const auto& [mode, options] :
       std::vector<std::pair<std::string, std::string>>{{"", ""}, {verified, ""}, {verified, ",types"}}) {
    const JavaRun run = Record(mode, options, "Traps");
    EXPECT_EQ(run.exit_code, plain.exit_code);
    EXPECT_EQ(run.output, plain.output);
    // Its paths are too deep to be read as texts.
    TraceHeader header{};
    std::ifstream(trace_, std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof header);
    EXPECT_EQ(header.state, TraceState::kFinished);
    EXPECT_EQ(header.lost_calls, 0u);
    EXPECT_GT(header.block_count * kTraceBlockBytes, uint64_t{64} << 20);
  }
}

TEST_F(JavaAgentTest, NamesLambdasByWhatTheyCall) {
  ASSERT_EQ(Record("", "", "Small").exit_code, 0);
  EXPECT_EQ(Read().Value("main;Small.main;Small$$Lambda$lambda$main$0.run;Small.lambda$main$0", kCalls), 1u);
}

// Two runs have the same functions, whatever numbers the virtual machine gave classes of its own making.
TEST_F(JavaAgentTest, NamesHiddenClassesAlikeInEveryRun) {
  std::set<std::string> names[2];
  for (std::set<std::string>& of : names) {
    const JavaRun run = Record("", "", "Hidden");
    ASSERT_EQ(run.exit_code, 0) << run.output;
    const ReadBack read = Read();
    for (const auto& [path, values] : read.contexts) {
      const std::string name = path.substr(path.rfind(';') + 1);
      // What the library does may hang on hashes of objects.
      const bool is_made = name.starts_with("Hidden") || name.starts_with("$Proxy") ||
                           name.find("Accessor") != std::string::npos;
      if (is_made) of.insert(name);
      EXPECT_EQ(name.find("0x"), std::string::npos) << name;
    }
    for (const char* const made :
         {"$Proxy.area", "Hidden$$Lambda$lambda$main$0.get", "Hidden$$Lambda$lambda$main$1.test",
          "Hidden$$Lambda$twice.applyAsInt", "Hidden$$Lambda$lambda$main$2.invoke", "Hidden$Point.hashCode",
          "jdk.internal.reflect.GeneratedMethodAccessor.invoke"}) {
      EXPECT_TRUE(of.contains(made)) << made;
    }
  }
  EXPECT_EQ(names[0], names[1]);
}

TEST_F(JavaAgentTest, LeavesOutWhatIsExcluded) {
  ASSERT_EQ(Record("", ",include=Counting", "Counting").exit_code, 0);
  for (const auto& [path, values] : Read().contexts)
    EXPECT_EQ(path.find("java.util"), std::string::npos) << path;
  // What catches exceptions is excluded, and what comes after them is at its place nevertheless.
  ASSERT_EQ(Record("", ",include=Counting:java,exclude=Counting$Catches", "Counting").exit_code, 0);
  const ReadBack read = Read();
  EXPECT_EQ(ByFunction(read, "Counting$Catches", kCalls).size(), 0u);
  EXPECT_EQ(read.Value("main;Counting.main;Counting.after", kCalls), 1u);
}

// "a;b;c" without the functions that are left out, whether it ends with one or not.
std::string WithoutFunctions(const std::string& path, const std::set<std::string>& names) {
  std::string left;
  for (size_t begin = 0; begin < path.size();) {
    const size_t end = std::min(path.find(';', begin), path.size());
    const std::string part = path.substr(begin, end - begin);
    if (!names.contains(part)) left += (left.empty() ? "" : ";") + part;
    begin = end + 1;
  }
  return left;
}

// What they cost is their callers', and what they call lies below those: nothing else changes.
TEST_F(JavaAgentTest, LeavesFunctionsOut) {
  const std::set<std::string> names{"Small.twice",  "Small.fails",         "Small.make",
                                    "Small.<init>", "Small.lambda$main$0", "java.lang.System.arraycopy"};
  ASSERT_EQ(Record("", "", "Small").exit_code, 0);
  using Values = std::array<uint64_t, 4>;
  // What the library does below may differ from run to run.
  const auto is_own = [&](const std::string& path) {
    if (path.find("Small.main") == std::string::npos) return false;
    const std::string left = WithoutFunctions(path, names);
    return left.find(";java.") == std::string::npos && left.find(";jdk.") == std::string::npos;
  };
  std::map<std::string, Values> expected;
  for (const auto& [path, values] : Read().contexts) {
    const size_t own = path.find("Small.main");
    if (!is_own(path)) continue;
    Values& sums = expected[WithoutFunctions(path.substr(own), names)];
    const bool is_left_out = names.contains(path.substr(path.rfind(';') + 1));
    for (size_t value = 0; value < sums.size(); ++value) {
      if (value != kCalls || !is_left_out) sums[value] += values[value];
    }
  }
  for (const char* const mode : {"", "-Xint"}) {
    const JavaRun run = Record(
        mode,
        ",leave-out=Small.twice;Small.f*ls;Small.make;Small.<init>;*.lambda$main$0,leave-out=*.arraycopy",
        "Small");
    ASSERT_EQ(run.exit_code, 0) << run.output;
    EXPECT_EQ(run.output, "");
    std::map<std::string, Values> found;
    for (const auto& [path, values] : Read().contexts) {
      if (is_own(path)) std::copy_n(values.begin(), 4, found[path.substr(path.find("Small.main"))].begin());
    }
    EXPECT_EQ(found, expected) << mode;
  }
  EXPECT_EQ(expected.at("Small.main")[kBytecodes], 38u + 4 + 66 + 6);
}

TEST_F(JavaAgentTest, MeasuresProcessorTime) {
  const JavaRun run = Record("", ",cpu", "Burns");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const ReadBack read = Read();
  EXPECT_EQ(read.header.metric_count, 5u);
  EXPECT_EQ(read.header.time_metric, 4u);
  EXPECT_GT(read.header.probe_in_callee_ps, 0u);
  constexpr int kCpu = 4;
  const uint64_t burns_ns = read.Value("main;Burns.main;Burns.burns", kCpu);
  const uint64_t calls_ns = read.Value("main;Burns.main;Burns.calls", kCpu) +
                            read.Value("main;Burns.main;Burns.calls;Burns.mix", kCpu);
  uint64_t waits_ns = 0, all_ns = 0;
  for (const auto& [path, values] : read.contexts) {
    if (path.starts_with("main;Burns.main;Burns.waits")) waits_ns += values[kCpu];
    all_ns += values[kCpu];
  }
  EXPECT_GT(burns_ns, 0u);
  // A hundred thousand calls read the clock twice each.
  EXPECT_GT(calls_ns, 200'000 * read.header.probe_in_callee_ps / 1000 / 4);
  // It waits for half a second, and the clock stands still.
  EXPECT_LT(waits_ns, 400'000'000u);
  EXPECT_GE(all_ns, burns_ns + calls_ns + waits_ns);
  ASSERT_EQ(Record("", "", "Small").exit_code, 0);
  EXPECT_EQ(Read().header.metric_count, 4u);
}

// A JDK with virtual threads, or nothing.
std::optional<fs::path> FindNewJdk() {
  std::error_code error;
  for (const fs::directory_entry& jdk : fs::directory_iterator("/usr/lib/jvm", error)) {
    std::ifstream release(jdk.path() / "release");
    for (std::string line; std::getline(release, line);) {
      constexpr std::string_view kVersion = "JAVA_VERSION=\"";
      if (!line.starts_with(kVersion) || std::atoi(line.c_str() + kVersion.size()) < 21) continue;
      if (fs::exists(jdk.path() / "bin" / "javac")) return jdk.path();
    }
  }
  return std::nullopt;
}

class VirtualThreadsTest : public JavaAgentTest {
 protected:
  void SetUp() override {
    const std::optional<fs::path> jdk = FindNewJdk();
    if (!jdk) GTEST_SKIP() << "no JDK 21 or later, with javac, is in /usr/lib/jvm";
    jdk_ = *jdk;
    const JavaRun compiled = RunCommand(Quoted(jdk_ / "bin" / "javac") + " -d " + Quoted(folder_.path()) +
                                        " " RINGSCOPE_JAVA_SOURCES "/Virtual.java");
    ASSERT_EQ(compiled.exit_code, 0) << compiled.output;
  }
  JavaRun RecordVirtual(const std::string& agent_options, const std::string& what) {
    trace_ = folder_.path() / ("trace" + std::to_string(++runs_));
    return RunCommand(
        Quoted(jdk_ / "bin" / "java") + " -Djdk.virtualThreadScheduler.parallelism=4 " +
        Quoted("-agentpath:" RINGSCOPE_JAVA_LIBRARY "=trace=" + trace_.string() + agent_options) + " -cp " +
        Quoted(folder_.path()) + " " + what);
  }

  fs::path jdk_;
};

// Wherever they stop and go on, each call is where it belongs.
TEST_F(VirtualThreadsTest, HaveContextsOfTheirOwn) {
  const JavaRun run = RecordVirtual("", "Virtual 300 50");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  EXPECT_EQ(run.output, "done\n");
  const ReadBack read = Read();
  const std::string recursion =
      ";Virtual.parks;Virtual.parks;Virtual.parks;Virtual.parks;Virtual.parks;Virtual.parks";
  const std::string failing =
      ";Virtual.fails;Virtual.fails;Virtual.fails;Virtual.fails;Virtual.fails;Virtual.fails";
  const std::map<std::string, uint64_t> expected{
      {"", 300},
      {";Virtual.parks", 300},
      {recursion, 300},
      {recursion + ";Virtual.leaf", 300},
      {";Virtual.parks;Virtual.leaf", 300},
      {";Virtual.locks;Virtual.leaf", 300},
      {";Virtual.monitor;Virtual.leaf", 300},
      {";Virtual.catches" + failing, 300},
      {";Virtual.catches;Virtual.leaf", 300},
  };
  for (const std::string thread : {"virtual threads", "request-"}) {
    std::map<std::string, uint64_t> found;
    for (const auto& [path, values] : read.contexts) {
      const size_t work = path.find(";Virtual.work");
      if (work == std::string::npos || !path.starts_with(thread + ";")) continue;
      const std::string below = path.substr(work + std::string_view(";Virtual.work").size());
      if (expected.contains(below)) found[below] += values[kCalls];
    }
    EXPECT_EQ(found, expected) << thread;
  }
  const auto calls = ByFunction(read, "Virtual.", kCalls);
  EXPECT_EQ(calls.at("Virtual.leaf"), 2u * 300 * 9 + 50);
  EXPECT_EQ(calls.at("Virtual.parks"), 2u * 300 * 6);
  for (const auto& [path, values] : read.contexts) {
    const bool is_of_main = path.starts_with("main;") || path == "main";
    if (path.find("Virtual.work") != std::string::npos) {
      EXPECT_FALSE(is_of_main) << path;
      EXPECT_EQ(path.find("worker"), std::string::npos) << path;
    }
  }
  EXPECT_EQ(read.header.lost_calls, 0u);
}

TEST_F(VirtualThreadsTest, ShareContextsWhereTheyAreMany) {
  const JavaRun run = RecordVirtual("", "Virtual 10 6000");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const ReadBack read = Read();
  // A tree each would be 375 MiB.
  EXPECT_LT(read.header.block_count * kTraceBlockBytes, uint64_t{200} << 20);
  EXPECT_EQ(read.attributes.at("virtual threads"),
            "more than 2,048 at a time: those beyond share contexts, whose counts may be a little too low");
  const uint64_t calls = ByFunction(read, "Virtual.leaf", kCalls).at("Virtual.leaf");
  EXPECT_LE(calls, 2u * 10 * 9 + 6000);
  EXPECT_GE(calls, 5900u);
}

TEST_F(VirtualThreadsTest, HaveProcessorTime) {
  const JavaRun run = RecordVirtual(",cpu", "Virtual 50 50");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  uint64_t own_ns = 0, all_ns = 0;
  for (const auto& [path, values] : Read().contexts) {
    if (path.starts_with("virtual threads;")) own_ns += values[4];
    all_ns += values[4];
  }
  EXPECT_GT(own_ns, 0u);
  // No thread's clock was taken for another one's.
  EXPECT_LT(all_ns, uint64_t{600} * 1'000'000'000);
}

TEST_F(JavaAgentTest, KeepsWhatWasCountedHoweverItEnds) {
  for (const auto& [how, exit_code] :
       std::map<std::string, int>{{"halt", 3}, {"exit", 4}, {"throw", 1}, {"kill", 128 + 9}, {"daemon", 0}}) {
    const JavaRun run = Record("", "", "Ends " + how);
    EXPECT_EQ(run.exit_code, exit_code) << how << run.output;
    EXPECT_EQ(Read().Value("main;Ends.main;Ends.work", kCalls), 100u) << how;
  }
}

TEST_F(JavaAgentTest, KnowsReceiversAndReturns) {
  ASSERT_EQ(Record("", "", "Counting").exit_code, 0);
  const ReadBack read = Read();
  std::map<std::string, TraceFunctionCell> cells;
  for (const auto& [function, cell] : read.cells) cells[read.functions.at(function)] = cell;
  EXPECT_EQ(cells.at("Counting$Chain.self").values[0], 3u);
  EXPECT_EQ(cells.at("Counting$Chain.self").values[1], 1u);
  EXPECT_EQ(cells.at("Counting$Chain.self").values[2], 1u);
  EXPECT_EQ(cells.at("Counting$Chain.name").values[1], 0u);
  EXPECT_EQ(cells.at("Counting$Chain.name").values[2], 1u);
  EXPECT_EQ(cells.at("Counting$Chain.next").values[2], 0u);
  EXPECT_EQ(cells.at("Counting$Chain.next").values[1], 0u) << "a number is no object";
  EXPECT_EQ(cells.at("Counting$Many.touch").values[1], 0u);
  const TraceFunctionCell& many = cells.at("Counting$Many.touch");
  EXPECT_EQ(many.values[0], 4096u);
  EXPECT_EQ(many.at_least & 1, 1u);
  ASSERT_EQ(Record("", ",receivers=off", "Counting").exit_code, 0);
  EXPECT_TRUE(Read().cells.empty());
}

TEST_F(JavaAgentTest, SaysWhatItCannotDo) {
  JavaRun run = Record("", ",receivers=maybe", "Small");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(
      run.output,
      "ringscope: cannot read the option receivers=maybe of the Java agent; it knows trace, out, limit, "
      "leave-out, include, exclude, receivers, allocations, natives, types, call-sites, cpu\n");
  EXPECT_FALSE(fs::exists(trace_));
  run =
      RunCommand(RINGSCOPE_JAVA " -javaagent:" RINGSCOPE_JAVA_AGENT " -cp " RINGSCOPE_JAVA_PROGRAMS " Small");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output,
            "ringscope: the Java agent needs a file to write to, out=FILE.cct or trace=FILE; nothing is "
            "recorded\n");
}

TEST_F(JavaAgentTest, GoesOnWithoutMemory) {
  const JavaRun run = Record("", ",limit=512K", "Counting");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_NE(run.output.find("ringscope: "), std::string::npos) << run.output;
  EXPECT_GT(Read().header.lost_calls, 0u);
}

TEST_F(JavaAgentTest, StartsWithoutTheJar) {
  const fs::path trace = folder_.path() / "native";
  const JavaRun run = RunCommand(RINGSCOPE_JAVA " " +
                                 Quoted("-agentpath:" RINGSCOPE_JAVA_LIBRARY "=trace=" + trace.string()) +
                                 " -cp " RINGSCOPE_JAVA_PROGRAMS " Small");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(test::ReadTrace(trace).Value("main;Small.main;Small.sum", kCalls), 2u);
}

}  // namespace
}  // namespace ringscope::java_agent_test
