#include "app/cli/recording/recorders/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "cct/base/text/shell_words.h"

namespace ringscope {
namespace {

std::string In(const PlanRequest& request, std::string_view name) { return (request.folder / name).string(); }

// The path of a tool or an agent; its name if it is not found.
std::string PathIn(const auto& paths, std::string_view name) {
  const auto found = paths.find(name);
  return found == paths.end() ? std::string(name) : found->second.string();
}

// The value of a variable that holds a list: `first`, and behind it the user's own value.
std::string Joined(const PlanRequest& request, const char* variable, const std::string& first,
                   std::string_view separator) {
  const std::string present = request.environment == nullptr ? std::string() : request.environment(variable);
  return present.empty() ? first : first + std::string(separator) + present;
}

uint32_t FrequencyOf(const PlanRequest& request) { return request.frequency.value_or(kDefaultFrequency); }

// The words of a program in front of those of the command.
std::vector<std::string> Before(std::vector<std::string> words, const std::vector<std::string>& command) {
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

LaunchPlan PlanPerf(const PlanRequest& request, const MachineFacts& machine,
                    const std::vector<std::string>& events, const std::vector<std::string>& options) {
  LaunchPlan plan;
  plan.words = request.words;
  plan.companion = Companion::kAttached;
  plan.companion_name = "perf";
  // Written as to a pipe, so that the file can be read at any time, even after a kill of perf; and the shell,
  // not perf as root, owns the file.
  plan.companion_words = {"sh", "-c", "exec \"$@\" >\"$0\"", In(request, "perf.data")};
  const auto add = [&](const std::vector<std::string>& words) {
    plan.companion_words.insert(plan.companion_words.end(), words.begin(), words.end());
  };
  if (request.elevate) add({"sudo", "-n"});
  add({PathIn(machine.tools, "perf"), "record", "-q"});
  // Copies of stacks come faster than perf writes them, and events without room are lost: so the buffer is
  // large. Perf writes when it is half full, which would be too late for --live.
  const uint64_t bytes = request.elevate ? machine.root_perf_buffer_bytes : machine.perf_buffer_bytes;
  if (bytes > 0 && !request.is_live) add({"-m", fmt::format("{}K", bytes >> 10)});
  add(events);
  add(options);
  add({"-o", "-", "--control", fmt::format("fifo:{},{}", In(request, kControlPipe), In(request, kAnswerPipe)),
       "-p", std::string(kProcessMark)});
  plan.profile_prefix = "perf.data";
  return plan;
}

LaunchPlan PlanPerfSamples(const PlanRequest& request, const MachineFacts& machine, std::string_view stacks) {
  const std::string event = fmt::format("{}{}", machine.has_counters ? "cycles" : "cpu-clock",
                                        machine.perf == PerfAccess::kAll ? "" : ":u");
  return PlanPerf(request, machine, {"-e", event, "-F", std::to_string(FrequencyOf(request))},
                  {"--call-graph", std::string(stacks)});
}

LaunchPlan PlanValgrind(const PlanRequest& request, const MachineFacts& machine, std::string_view tool,
                        const std::string& callers) {
  LaunchPlan plan;
  plan.profile_prefix = fmt::format("{}.", tool);
  plan.words =
      Before({PathIn(machine.tools, "valgrind"), fmt::format("--tool={}", tool), callers,
              "--trace-children=yes", "--vgdb=no", fmt::format("--log-file={}", In(request, "valgrind.%p")),
              fmt::format("--{}-out-file={}", tool, In(request, plan.profile_prefix + "%p"))},
             request.words);
  return plan;
}

// The settings of JFR for each measure (JDK Flight Recorder, "metadata" of the JDK).
std::string FlightSettings(const PlanRequest& request) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<configuration version=\"2.0\">\n";
  const auto event = [&text](std::string_view name, std::string_view setting, std::string_view value) {
    text += fmt::format("  <event name=\"jdk.{}\"><setting name=\"enabled\">true</setting>", name);
    text += "<setting name=\"stackTrace\">true</setting>";
    if (!setting.empty()) text += fmt::format("<setting name=\"{}\">{}</setting>", setting, value);
    text += "</event>\n";
  };
  switch (request.measure) {
    case Measure::kHeap:
      event("ObjectAllocationSample", "throttle", "1000/s");
      break;
    case Measure::kLocks:
      for (const char* const name : {"JavaMonitorEnter", "ThreadPark", "JavaMonitorWait"})
        event(name, "threshold", "0 ms");
      break;
    case Measure::kIo:
      for (const char* const name : {"FileRead", "FileWrite", "FileForce", "SocketRead", "SocketWrite"})
        event(name, "threshold", "0 ms");
      break;
    case Measure::kCpu:
    case Measure::kCalls: {
      const std::string period = fmt::format("{} ms", std::max(1U, 1000 / FrequencyOf(request)));
      event("ExecutionSample", "period", period);
      event("NativeMethodSample", "period", period);
      break;
    }
  }
  return text + "</configuration>\n";
}

// Adds options for the Java machine: behind the word `java` if the command line has it, else in the variable
// that every Java machine reads.
void GiveJavaOptions(const PlanRequest& request, const std::vector<std::string>& options, LaunchPlan& plan) {
  plan.words = request.words;
  if (request.look.program_word < plan.words.size()) {
    plan.words.insert(plan.words.begin() + static_cast<std::ptrdiff_t>(request.look.program_word) + 1,
                      options.begin(), options.end());
    return;
  }
  const std::string joined = fmt::format("{}", fmt::join(options, " "));
  plan.environment.emplace_back("JAVA_TOOL_OPTIONS", Joined(request, "JAVA_TOOL_OPTIONS", joined, " "));
}

// Adds functions that our own recorders leave out to those that the user's environment names.
void LeaveOut(const PlanRequest& request, LaunchPlan& plan) {
  if (request.leave_out.empty()) return;
  const std::string patterns = fmt::format("{}", fmt::join(request.leave_out, ";"));
  plan.environment.emplace_back("RINGSCOPE_LEAVE_OUT", Joined(request, "RINGSCOPE_LEAVE_OUT", patterns, ";"));
}

// Words of a shell that runs the program and writes its exit code into a file, for recorders with a status of
// their own.
constexpr std::string_view kCodeFile = "exit-code";
std::vector<std::string> WithCodeWritten(const PlanRequest& request) {
  // The trap lets the shell outlive the signals that it gets with the program.
  return Before({"sh", "-c", "trap : INT TERM HUP QUIT; \"$@\"; echo $? >\"$0\"", In(request, kCodeFile)},
                request.words);
}

// The domains are those of the inspector's protocol ("Chrome DevTools Protocol, HeapProfiler, Profiler").
constexpr std::string_view kScript = R"js('use strict';
const folder = '%FOLDER%', isHeap = %HEAP%, interval = %INTERVAL%;
try {
  const { Session } = require('inspector');
  const fs = require('fs'), path = require('path'), { threadId, isMainThread } = require('worker_threads');
  const session = new Session();
  session.connect();
  if (isHeap) {
    session.post('HeapProfiler.enable');
    session.post('HeapProfiler.startSampling', { samplingInterval: 32768, includeObjectsCollectedByMajorGC: true,
                                                 includeObjectsCollectedByMinorGC: true });
  } else {
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval });
    session.post('Profiler.start');
  }
  let isWritten = false;
  const write = () => {
    if (isWritten) return;
    isWritten = true;
    session.post(isHeap ? 'HeapProfiler.stopSampling' : 'Profiler.stop', (error, result) => {
      if (error) return;
      const name = path.basename(process.argv[1] || 'node').replace(/[^A-Za-z0-9._-]/g, '_');
      const file = path.join(folder, `node.${process.pid}.${threadId}.${name}`);
      try {
        fs.writeFileSync(file + '~', JSON.stringify(result.profile));
        fs.renameSync(file + '~', path.join(folder, path.basename(file)));
      } catch { }  // must not reach the program
    });
  };
  process.on('exit', write);
  if (isMainThread) {
    const ours = new Set();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      const end = () => {
        if (process.listeners(signal).length > 0) return;  // the program has its own answer
        write();
        process.removeListener(signal, end);
        process.kill(process.pid, signal);
      };
      ours.add(end);
      process.on(signal, end);
    }
    // Programs that pass a signal on ask listeners() whether they alone listen: our listeners are left out of it.
    // Node.js itself asks listenerCount(), which counts them.
    const { listeners } = process;
    Object.defineProperty(process, 'listeners', {
      value: function (event) { return listeners.call(this, event).filter((one) => !ours.has(one)); },
      configurable: true, writable: true });
  }
} catch { }
)js";

void Replace(std::string_view mark, std::string_view value, std::string& text) {
  const size_t at = text.find(mark);
  if (at != std::string::npos) text.replace(at, mark.size(), value);
}

// A script that Node.js loads before the program (--require). It records processor time, or allocations, and
// writes "node.PID.THREAD.NAME" into the folder when a process or a worker ends, also by SIGINT, SIGTERM or
// SIGHUP if the program does not handle them: the process then ends by the same signal. The script's own
// listeners for these three are hidden from the program. `folder` has no quotes in it.
std::string NodeRecorder(std::string_view folder, bool is_heap, uint32_t interval_us) {
  std::string text(kScript);
  Replace("%FOLDER%", folder, text);
  Replace("%HEAP%", is_heap ? "true" : "false", text);
  Replace("%INTERVAL%", std::to_string(interval_us), text);
  return text;
}

}  // namespace

LaunchPlan PlanPerfFramePointers(const PlanRequest& request, const MachineFacts& machine) {
  return PlanPerfSamples(request, machine, "fp");
}

LaunchPlan PlanPerfDwarf(const PlanRequest& request, const MachineFacts& machine) {
  return PlanPerfSamples(request, machine, "dwarf");
}

LaunchPlan PlanPerfBranches(const PlanRequest& request, const MachineFacts& machine) {
  return PlanPerfSamples(request, machine, "lbr");
}

LaunchPlan PlanPerfCalls(const PlanRequest& request, const MachineFacts& machine) {
  std::vector<std::string> events;
  const auto add = [&events](std::string_view call) {
    events.insert(events.end(), {"-e", fmt::format("syscalls:sys_enter_{}", call)});
  };
  if (request.measure == Measure::kLocks) {
    add("futex");
    // Only operations that wait: FUTEX_WAIT, LOCK_PI and WAIT_BITSET, private ones, and by the real-time
    // clock.
    events.insert(events.end(),
                  {"--filter",
                   "op == 0 || op == 128 || op == 6 || op == 134 || op == 9 || op == 137 || op == "
                   "265 || op == 393"});
  } else {
    for (const char* const call : {"read", "write", "pread64", "pwrite64", "readv", "writev", "fsync",
                                   "fdatasync", "sendto", "recvfrom", "sendmsg", "recvmsg"})
      add(call);
  }
  // System calls come from the C library, which mostly keeps no frame pointers: with "fp" the caller of
  // read() or write() would be missing. Programs in Go do without that library.
  return PlanPerf(request, machine, events, {"--call-graph", request.look.facts.is_go ? "fp" : "dwarf"});
}

HeaptrackParts PartsOfHeaptrack(const std::filesystem::path& program) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(program, error);
  const std::filesystem::path libraries =
      (error ? program : real).parent_path().parent_path() / "lib" / "heaptrack";
  return {libraries / "libheaptrack_preload.so", libraries / "libexec" / "heaptrack_interpret"};
}

LaunchPlan PlanHeaptrack(const PlanRequest& request, const MachineFacts& machine) {
  // Does the work of the script `heaptrack` without its output.
  const HeaptrackParts parts = PartsOfHeaptrack(PathIn(machine.tools, "heaptrack"));
  LaunchPlan plan;
  plan.words = request.words;
  plan.pipe = "heaptrack.pipe";
  plan.environment = {{"LD_PRELOAD", Joined(request, "LD_PRELOAD", parts.library.string(), ":")},
                      {"DUMP_HEAPTRACK_OUTPUT", In(request, plan.pipe)}};
  plan.companion = Companion::kReader;
  plan.companion_name = "heaptrack_interpret";
  plan.companion_words = {"sh",
                          "-c",
                          "exec \"$0\" <\"$1\" >\"$2\"",
                          parts.interpreter.string(),
                          In(request, plan.pipe),
                          In(request, "heaptrack")};
  plan.profile_prefix = "heaptrack";
  plan.profile_begin = "v ";  // the line of its version
  plan.no_profile_hint =
      "the program ended, or closed what it did not open, before any allocation was written";
  return plan;
}

LaunchPlan PlanCallgrind(const PlanRequest& request, const MachineFacts& machine) {
  return PlanValgrind(request, machine, "callgrind", "--separate-callers=100");
}

LaunchPlan PlanDhat(const PlanRequest& request, const MachineFacts& machine) {
  return PlanValgrind(request, machine, "dhat", "--num-callers=200");
}

LaunchPlan PlanFlightRecorder(const PlanRequest& request, const MachineFacts& machine) {
  LaunchPlan plan;
  plan.files.emplace_back("settings.jfc", FlightSettings(request));
  plan.profile_prefix = "hotspot";
  plan.rescue_suffix = ".jfr";
  if (request.process) {
    plan.companion = Companion::kFollower;
    plan.companion_name = "jcmd";
    // Starts the recording, waits for an interrupt, and writes the file.
    plan.companion_words = {
        "sh",
        "-c",
        "\"$0\" \"$1\" JFR.start name=ringscope settings=\"$2\" >&2 && trap 'exec \"$0\" \"$1\" JFR.stop "
        "name=ringscope filename=\"$3\" >&2' INT TERM && while kill -0 \"$1\"; do sleep 0.2; done",
        PathIn(machine.tools, "jcmd"),
        std::string(kProcessMark),
        In(request, "settings.jfc"),
        In(request, "hotspot.jfr")};
    return plan;
  }
  GiveJavaOptions(
      request,
      {fmt::format("-XX:StartFlightRecording=filename={}/,settings={},dumponexit=true",
                   request.folder.string(), In(request, "settings.jfc")),
       fmt::format("-XX:FlightRecorderOptions=stackdepth=2048,repository={}", In(request, "chunks")),
       "-Xlog:jfr+startup=off"},
      plan);
  return plan;
}

LaunchPlan PlanNode(const PlanRequest& request, const MachineFacts&) {
  LaunchPlan plan;
  plan.words = request.words;
  plan.files.emplace_back("node_recorder.cjs",
                          NodeRecorder(request.folder.string(), request.measure == Measure::kHeap,
                                       1'000'000 / std::max(1U, FrequencyOf(request))));
  plan.environment = {
      {"NODE_OPTIONS",
       Joined(request, "NODE_OPTIONS", fmt::format("--require {}", In(request, "node_recorder.cjs")), " ")}};
  plan.profile_prefix = "node.";
  plan.no_profile_hint = "a process that is killed by SIGKILL writes none";
  return plan;
}

LaunchPlan PlanPySpy(const PlanRequest& request, const MachineFacts& machine) {
  LaunchPlan plan;
  plan.words = request.words;
  plan.companion = Companion::kFollower;
  plan.companion_name = "py-spy";
  plan.companion_words = Before(
      {PathIn(machine.tools, "py-spy")},
      SplitShellWords(fmt::format("record --format speedscope --rate {} --subprocesses --duration unlimited "
                                  "--output {} --pid {}",
                                  FrequencyOf(request), In(request, "py-spy"), kProcessMark)));
  plan.profile_prefix = "py-spy";
  return plan;
}

LaunchPlan PlanUftrace(const PlanRequest& request, const MachineFacts& machine) {
  LaunchPlan plan;
  const std::string uftrace = PathIn(machine.tools, "uftrace");
  // --force, as the shell has no probes.
  plan.words = Before({uftrace, "record", "--no-pager", "--no-event", "--force", "-d", In(request, "trace")},
                      WithCodeWritten(request));
  plan.convert_words = {uftrace, "dump", "--no-pager", "--chrome", "-d", In(request, "trace")};
  plan.profile_prefix = "uftrace";
  plan.exit_code_file = kCodeFile;
  return plan;
}

LaunchPlan PlanJavaAgent(const PlanRequest& request, const MachineFacts& machine) {
  // The library beside the jar instead of the jar: newer virtual machines warn of jars that load libraries,
  // and older ones do not start with a jar that they cannot read.
  const std::filesystem::path library = std::filesystem::path(PathIn(machine.agents, "ringscope-agent.jar"))
                                            .replace_filename("libringscope_java.so");
  LaunchPlan plan;
  GiveJavaOptions(request,
                  {fmt::format("-agentpath:{}=trace={}{}{}{}", library.string(), In(request, "trace.%p"),
                               request.measure == Measure::kCpu ? ",cpu" : "", request.types ? ",types" : "",
                               request.call_sites ? ",call-sites" : "")},
                  plan);
  LeaveOut(request, plan);
  plan.profile_prefix = "trace.";
  return plan;
}

LaunchPlan PlanPythonAgent(const PlanRequest& request, const MachineFacts& machine) {
  LaunchPlan plan;
  plan.words = request.words;
  plan.environment = {
      {"RINGSCOPE_TRACE", In(request, "trace.%p")},
      {"PYTHONPATH", Joined(request, "PYTHONPATH", PathIn(machine.agents, "ringscope_record"), ":")}};
  std::string more;
  for (const auto& [is_asked, word] :
       {std::pair(request.sizes, "sizes"), {request.types, "types"}, {request.call_sites, "call-sites"}}) {
    if (is_asked) more += fmt::format("{}{}", more.empty() ? "" : ",", word);
  }
  if (!more.empty())
    plan.environment.emplace_back("RINGSCOPE_PYTHON", Joined(request, "RINGSCOPE_PYTHON", more, ","));
  LeaveOut(request, plan);
  plan.profile_prefix = "trace.";
  plan.no_profile_hint =
      "is it built for this version of Python, and does it read its environment (no -E, -I, -S)?";
  return plan;
}

LaunchPlan PlanNativeAgent(const PlanRequest& request, const MachineFacts& machine) {
  LaunchPlan plan;
  plan.words = request.words;
  plan.environment = {
      {"RINGSCOPE_TRACE", In(request, "trace.%p")},
      {"LD_PRELOAD", Joined(request, "LD_PRELOAD", PathIn(machine.agents, "libringscope_trace.so"), ":")}};
  LeaveOut(request, plan);
  plan.profile_prefix = "trace.";
  return plan;
}

}  // namespace ringscope
