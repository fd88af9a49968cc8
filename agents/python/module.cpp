// The module _ringscope_record: start() begins to record this process as the environment asks for.
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "agents/common/agent_settings.h"
#include "agents/common/message.h"
#include "agents/common/trace_memory.h"
#include "agents/python/interpreter.h"
#include "agents/python/thread_recorder.h"

namespace ringscope {
namespace {

// Threads use it until the process ends, some after the interpreter's end: it is never freed.
constinit Recording* the_recording = nullptr;

constexpr TraceMeasure kTime = {"wall time", "ns", 1};
constexpr TraceMeasure kCallsMeasure = {"calls", "count", 1};
constexpr TraceMeasure kResumptions = {"resumptions", "count", 1};
constexpr TraceMeasure kExceptions = {"exceptions", "count", 1};
constexpr TraceMeasure kCpuTime = {"cpu time", "ns", 1};
// In the order of FunctionValue.
constexpr TraceMeasure kFunctionValues[] = {
    {"receivers", "objects", 1}, {"returns self", "calls", 1}, {"same return per receiver", "", 1}};
static_assert(std::size(kFunctionValues) == kFunctionValueCount);

// Reads the options in RINGSCOPE_PYTHON. An unknown word is reported on stderr and left out.
RecorderOptions ReadOptions(std::string_view text) {
  RecorderOptions options;
  struct Word {
    std::string_view word;
    bool RecorderOptions::*option;
    bool value;
  };
  static constexpr Word kWords[] = {
      {"no-time", &RecorderOptions::has_time, false},           {"cpu", &RecorderOptions::has_cpu_time, true},
      {"no-receivers", &RecorderOptions::has_receivers, false}, {"types", &RecorderOptions::has_types, true},
      {"call-sites", &RecorderOptions::has_call_sites, true},   {"sizes", &RecorderOptions::has_sizes, true}};
  ForEachOption(text, [&options](std::string_view key, std::string_view value) {
    for (const Word& word : kWords) {
      if (key == word.word && value.empty()) {
        options.*word.option = word.value;
        return;
      }
    }
    SayLine({"cannot use ", key, " of RINGSCOPE_PYTHON; it is left out"});
  });
  // Facts about a function belong to all of its call sites, and would be counted once for each.
  options.has_receivers &= !options.has_call_sites;
  return options;
}

// Chooses the metrics that are counted, and sets the index of each.
std::vector<TraceMeasure> ChooseMetrics(const RecorderOptions& options, RecordedMetrics* metrics) {
  std::vector<TraceMeasure> chosen;
  const auto add = [&chosen](const TraceMeasure& measure) {
    chosen.push_back(measure);
    return static_cast<uint32_t>(chosen.size() - 1);
  };
  if (options.has_time) {
    metrics->time = add(kTime);
  }
  metrics->calls = add(kCallsMeasure);
  if (options.has_cpu_time) {
    metrics->cpu_time = add(kCpuTime);
  }
  metrics->resumptions = add(kResumptions);
  metrics->exceptions = add(kExceptions);
  return chosen;
}

void AddAttributes(TraceMemory& memory) {
  memory.AddAttribute("python", Py_GetVersion());
  PyObject* words = PySys_GetObject("orig_argv");
  std::string command;
  for (Py_ssize_t i = 0; words != nullptr && PyList_Check(words) && i < PyList_GET_SIZE(words); ++i) {
    command.append(command.empty() ? "" : " ").append(Utf8Of(PyList_GET_ITEM(words, i)));
  }
  memory.AddAttribute("command", command);
}

void AfterForkInChild() {
  the_recording->functions->Restart();
  RestartThisThread();
}

// Reports in a line why nothing is recorded, with Python's error, which it clears.
void SayPythonError() {
  PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyObject* text = value == nullptr ? nullptr : PyObject_Str(value);
  SayLine({"cannot record this Python program: ", Utf8Of(text)});
  for (PyObject* object : {text, type, value, traceback}) {
    Py_XDECREF(object);
  }
  PyErr_Clear();
}

// The parts of a recording in one object.
struct Parts {
  explicit Parts(const RecorderOptions& options) : functions(memory, options.has_receivers), types(memory) {
    settings.ReadEnvironment();
    recording = {
        .memory = &memory, .functions = &functions, .types = &types, .options = options, .metrics = {}};
  }
  AgentSettings settings;
  TraceMemory memory;
  FunctionTable functions;
  TypeTable types;
  Recording recording;
};

bool StartRecording() {
  const char* words = std::getenv("RINGSCOPE_PYTHON");
  auto* parts = new Parts(ReadOptions(words == nullptr ? "" : words));
  Recording& recording = parts->recording;
  const std::vector<TraceMeasure> metrics = ChooseMetrics(recording.options, &recording.metrics);
  const TraceDescription description = {
      .tool = "ringscope record, Python agent",
      .metrics = metrics,
      .function_values =
          recording.options.has_receivers ? std::span(kFunctionValues) : std::span<const TraceMeasure>(),
      .time_metric = recording.metrics.time,
      .calls_metric = recording.metrics.calls,
      .point_metric = !recording.options.has_sizes ? kTraceNoMetric
                      : recording.options.has_time ? recording.metrics.time
                                                   : recording.metrics.calls};
  if (!parts->settings.IsAsked() || !parts->functions.IsUsable() ||
      !parts->memory.Start(parts->settings, description)) {
    return false;  // reported, or not asked for
  }
  if (parts->settings.out[0] != 0) {
    SayLine({"RINGSCOPE_OUT is not for Python programs; ", parts->memory.path(),
             " stays, and can be opened as it is"});
  }
  AddAttributes(parts->memory);
  the_recording = &recording;
  parts->memory.SetForkHandler(AfterForkInChild);
  Py_AtExit([] { the_recording->memory->Finish(); });
  ThreadRecorder* recorder = ThisThreadRecorder(recording);
  if (recorder == nullptr) {
    return false;
  }
  if (!ObserveCalibrated(recording, *recorder)) {
    SayPythonError();
    return false;
  }
  // The functions called for the calibration must not be left out of it.
  recording.functions->LeaveOut(parts->memory.LeftOut());
  recorder->AwaitProgram();
  return true;
}

// start() -> bool: whether calls are counted from now on. Never raises: the program runs on.
PyObject* Start(PyObject*, PyObject*) {
  bool is_started = the_recording != nullptr;
  try {
    is_started = is_started || StartRecording();
  } catch (const std::bad_alloc&) {
    SayLine({"cannot record this Python program: out of memory"});
  }
  return PyBool_FromLong(is_started ? 1 : 0);
}

PyMethodDef methods[] = {{"start", Start, METH_NOARGS, "Begins to count the calls of this process."},
                         {nullptr, nullptr, 0, nullptr}};

PyModuleDef definition = {PyModuleDef_HEAD_INIT,
                          "_ringscope_record",
                          "Counts every call of a Python program.",
                          -1,
                          methods,
                          nullptr,
                          nullptr,
                          nullptr,
                          nullptr};

}  // namespace
}  // namespace ringscope

PyMODINIT_FUNC PyInit__ringscope_record() { return PyModule_Create(&ringscope::definition); }
