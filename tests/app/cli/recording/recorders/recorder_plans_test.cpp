#include "app/cli/recording/recorders/recorder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace ringscope::recorder_plans_test {
namespace {

std::string Line(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }
bool Has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }
std::string Variables(const LaunchPlan& plan) {
  std::string text;
  for (const auto& [name, value] : plan.environment) text += name + "=" + value + "\n";
  return text;
}

MachineFacts Machine() {
  MachineFacts machine;
  machine.tools = {{"perf", "/usr/bin/perf"},
                   {"valgrind", "/usr/bin/valgrind"},
                   {"uftrace", "/usr/bin/uftrace"},
                   {"heaptrack", "/opt/h/bin/heaptrack"}};
  machine.agents = {{"ringscope-agent.jar", "/a/ringscope-agent.jar"},
                    {"libringscope_trace.so", "/a/libringscope_trace.so"},
                    {"ringscope_record", "/a/python/start"}};
  machine.perf = PerfAccess::kAll;
  machine.has_counters = true;
  return machine;
}

std::string Nothing(const char*) { return {}; }
std::string Full(const char* name) { return std::string("my-") + name; }

PlanRequest Request(std::vector<std::string> words) {
  PlanRequest request;
  request.words = std::move(words);
  request.look.program_word = 0;
  request.folder = "/w/f";
  request.environment = &Nothing;
  return request;
}

TEST(PlanAgents, LeaveFunctionsOut) {
  PlanRequest request = Request({"prog"});
  request.leave_out = {"parse", "std::*"};
  for (const auto& plan : {PlanJavaAgent, PlanPythonAgent, PlanNativeAgent}) {
    EXPECT_TRUE(Has(Variables(plan(request, Machine())), "RINGSCOPE_LEAVE_OUT=parse;std::*\n"));
    EXPECT_FALSE(Has(Variables(plan(Request({"prog"}), Machine())), "LEAVE_OUT"));
  }
  request.environment = &Full;
  EXPECT_TRUE(Has(Variables(PlanNativeAgent(request, Machine())), "parse;std::*;my-RINGSCOPE_LEAVE_OUT"));
}

TEST(PlanPerf, AttachesToTheProgram) {
  MachineFacts machine = Machine();
  LaunchPlan plan = PlanPerfFramePointers(Request({"prog", "-g"}), machine);
  EXPECT_EQ(Line(plan.words), "prog -g");
  EXPECT_EQ(Line(plan.companion_words),
            "sh -c exec \"$@\" >\"$0\" /w/f/perf.data /usr/bin/perf record -q -e cycles -F 999 --call-graph "
            "fp -o - --control "
            "fifo:/w/f/control,/w/f/answer -p {PID}");
  EXPECT_EQ(plan.companion, Companion::kAttached);
  EXPECT_EQ(plan.profile_prefix, "perf.data");
  machine.has_counters = false;
  machine.perf = PerfAccess::kUserCode;
  PlanRequest request = Request({"prog"});
  request.frequency = 50;
  request.elevate = true;
  plan = PlanPerfDwarf(request, machine);
  EXPECT_TRUE(Has(Line(plan.companion_words),
                  "perf.data sudo -n /usr/bin/perf record -q -e cpu-clock:u -F 50 --call-graph dwarf"));
}

TEST(PlanPerf, CountsCallsOfTheSystem) {
  PlanRequest request = Request({"prog"});
  request.measure = Measure::kLocks;
  EXPECT_TRUE(Has(Line(PlanPerfCalls(request, Machine()).companion_words),
                  "-e syscalls:sys_enter_futex --filter op == 0"));
  request.measure = Measure::kIo;
  EXPECT_TRUE(Has(Line(PlanPerfCalls(request, Machine()).companion_words),
                  "-e syscalls:sys_enter_read -e syscalls:sys_enter_write"));
  // Frame pointers would lose who calls the C library, also where the program keeps them.
  for (const FramePointers kept : {FramePointers::kNone, FramePointers::kMost}) {
    request.look.facts.frame_pointers = kept;
    EXPECT_TRUE(Has(Line(PlanPerfCalls(request, Machine()).companion_words), "--call-graph dwarf"));
  }
  request.look.facts.is_go = true;
  EXPECT_TRUE(Has(Line(PlanPerfCalls(request, Machine()).companion_words), "--call-graph fp"));
}

TEST(PlanPerf, HasAsMuchRoomForEventsAsItMay) {
  MachineFacts machine = Machine();
  PlanRequest request = Request({"prog"});
  machine.root_perf_buffer_bytes = 16 << 20;
  EXPECT_FALSE(Has(Line(PlanPerfDwarf(request, machine).companion_words), " -m "));
  machine.perf_buffer_bytes = 2 << 20;
  EXPECT_TRUE(Has(Line(PlanPerfDwarf(request, machine).companion_words), "record -q -m 2048K -e "));
  request.is_live = true;
  EXPECT_FALSE(Has(Line(PlanPerfDwarf(request, machine).companion_words), " -m "));
  request.is_live = false;
  request.elevate = true;
  EXPECT_TRUE(Has(Line(PlanPerfCalls(request, machine).companion_words), "record -q -m 16384K -e "));
}

TEST(PlanValgrind, StandsBeforeTheCommand) {
  EXPECT_EQ(Line(PlanCallgrind(Request({"prog", "a"}), Machine()).words),
            "/usr/bin/valgrind --tool=callgrind --separate-callers=100 --trace-children=yes --vgdb=no "
            "--log-file=/w/f/valgrind.%p --callgrind-out-file=/w/f/callgrind.%p prog a");
  EXPECT_EQ(Line(PlanDhat(Request({"prog"}), Machine()).words),
            "/usr/bin/valgrind --tool=dhat --num-callers=200 --trace-children=yes --vgdb=no "
            "--log-file=/w/f/valgrind.%p --dhat-out-file=/w/f/dhat.%p prog");
}

TEST(PlanHeaptrack, PutsItsLibraryBeforeOthers) {
  PlanRequest request = Request({"prog"});
  request.environment = &Full;
  const LaunchPlan plan = PlanHeaptrack(request, Machine());
  EXPECT_EQ(Variables(plan),
            "LD_PRELOAD=/opt/h/lib/heaptrack/libheaptrack_preload.so:my-LD_PRELOAD\n"
            "DUMP_HEAPTRACK_OUTPUT=/w/f/heaptrack.pipe\n");
  EXPECT_EQ(plan.companion, Companion::kReader);
  EXPECT_EQ(plan.pipe, "heaptrack.pipe");
}

TEST(PlanJava, PutsOptionsBehindTheWordWhereItIsGiven) {
  PlanRequest request = Request({"env", "A=1", "java", "-jar", "x.jar"});
  request.look.program_word = 2;
  LaunchPlan plan = PlanFlightRecorder(request, Machine());
  EXPECT_EQ(
      Line(plan.words),
      "env A=1 java -XX:StartFlightRecording=filename=/w/f/,settings=/w/f/settings.jfc,dumponexit=true "
      "-XX:FlightRecorderOptions=stackdepth=2048,repository=/w/f/chunks -Xlog:jfr+startup=off -jar x.jar");
  EXPECT_TRUE(plan.environment.empty());
  request.look.program_word = kNoWord;
  request.environment = &Full;
  request.measure = Measure::kCalls;
  plan = PlanJavaAgent(request, Machine());
  EXPECT_EQ(Line(plan.words), "env A=1 java -jar x.jar");
  EXPECT_EQ(
      Variables(plan),
      "JAVA_TOOL_OPTIONS=-agentpath:/a/libringscope_java.so=trace=/w/f/trace.%p my-JAVA_TOOL_OPTIONS\n");
  request.measure = Measure::kCpu;
  EXPECT_TRUE(Has(Variables(PlanJavaAgent(request, Machine())), "trace=/w/f/trace.%p,cpu "));
  EXPECT_EQ(plan.profile_prefix, "trace.");
}

TEST(PlanJava, RecordsWhatIsAsked) {
  PlanRequest request = Request({"java"});
  const auto settings = [&](Measure measure) {
    request.measure = measure;
    return PlanFlightRecorder(request, Machine()).files.at(0).second;
  };
  EXPECT_TRUE(Has(settings(Measure::kCpu), "jdk.ExecutionSample"));
  EXPECT_TRUE(Has(settings(Measure::kHeap), "jdk.ObjectAllocationSample"));
  EXPECT_FALSE(Has(settings(Measure::kHeap), "jdk.ExecutionSample"));
  EXPECT_TRUE(Has(settings(Measure::kLocks), "jdk.JavaMonitorEnter"));
  EXPECT_TRUE(Has(settings(Measure::kIo), "jdk.FileRead"));
}

TEST(PlanNode, LoadsAScriptOfItsOwnFirst) {
  PlanRequest request = Request({"npm", "test"});
  request.environment = &Full;
  request.frequency = 2000;
  const LaunchPlan plan = PlanNode(request, Machine());
  EXPECT_EQ(Line(plan.words), "npm test");
  EXPECT_EQ(Variables(plan), "NODE_OPTIONS=--require /w/f/node_recorder.cjs my-NODE_OPTIONS\n");
  ASSERT_EQ(plan.files.size(), 1U);
  EXPECT_TRUE(Has(plan.files[0].second, "folder = '/w/f', isHeap = false, interval = 500;"));
  EXPECT_FALSE(Has(plan.files[0].second, "%"));
}

TEST(PlanAgents, TellWhereTheTraceIs) {
  EXPECT_EQ(Variables(PlanPythonAgent(Request({"python3"}), Machine())),
            "RINGSCOPE_TRACE=/w/f/trace.%p\nPYTHONPATH=/a/python/start\n");
  EXPECT_EQ(Variables(PlanNativeAgent(Request({"prog"}), Machine())),
            "RINGSCOPE_TRACE=/w/f/trace.%p\nLD_PRELOAD=/a/libringscope_trace.so\n");
}

TEST(PlanUftrace, KeepsTheExitCode) {
  const LaunchPlan plan = PlanUftrace(Request({"prog"}), Machine());
  EXPECT_EQ(
      Line(plan.words),
      "/usr/bin/uftrace record --no-pager --no-event --force -d /w/f/trace sh -c trap : INT TERM HUP QUIT; "
      "\"$@\"; echo $? >\"$0\" /w/f/exit-code prog");
  EXPECT_EQ(plan.exit_code_file, "exit-code");
  EXPECT_EQ(Line(plan.convert_words), "/usr/bin/uftrace dump --no-pager --chrome -d /w/f/trace");
}

}  // namespace
}  // namespace ringscope::recorder_plans_test
