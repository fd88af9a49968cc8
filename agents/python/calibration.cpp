#include "agents/python/thread_recorder.h"

#include <algorithm>
#include <limits>

#include "agents/common/clock.h"
#include "agents/common/trace_memory.h"

namespace ringscope {
namespace {

constexpr int kCalls = 1000;
// The fastest of these runs counts: others were disturbed. Runs are timed by processor time, which stands
// still while other threads run; the callee's share is only known from the recorder's counts, and is the
// smallest of all runs.
constexpr int kRuns = 7;

// Functions that call an empty function in Python, a short one in C, and none, once for each of `times`.
constexpr const char* kProgram = R"(
def empty():
    pass
def call_python(times, function=empty):
    for _ in times:
        function()
def call_builtin(times, function=id):
    for _ in times:
        function(times)
def call_none(times, function=None):
    for _ in times:
        pass
)";

// The compiled functions; unusable without memory.
struct Functions {
  OwnObject variables{PyDict_New()};
  OwnObject times{PyObject_CallFunction(reinterpret_cast<PyObject*>(&PyRange_Type), "i", kCalls)};

  Functions() {
    const OwnObject name(PyUnicode_FromString("_ringscope_record"));
    const OwnObject code(Py_CompileString(kProgram, "<calibration>", Py_file_input));
    if (variables == nullptr || name == nullptr || code == nullptr ||
        PyDict_SetItemString(variables.get(), "__builtins__", PyEval_GetBuiltins()) != 0 ||
        PyDict_SetItemString(variables.get(), "__name__", name.get()) != 0 ||
        OwnObject(PyEval_EvalCode(code.get(), variables.get(), variables.get())) == nullptr) {
      variables.reset();
    }
    PyErr_Clear();
  }
  [[nodiscard]] bool IsUsable() const { return variables != nullptr && times != nullptr; }

  // Runs one of the calling functions.
  void Run(const char* function) const {
    const OwnObject result(PyObject_CallOneArg(PyDict_GetItemString(variables.get(), function), times.get()));
    PyErr_Clear();
  }
  [[nodiscard]] double NsPerCall(const char* function) const {
    uint64_t fastest = std::numeric_limits<uint64_t>::max();
    for (int run = 0; run < kRuns; ++run) {
      const uint64_t start = ThreadCpuTimeNs();
      Run(function);
      fastest = std::min(fastest, ThreadCpuTimeNs() - start);
    }
    return static_cast<double>(fastest) / kCalls;
  }
};

struct ProbeCost {
  double in_callee_ns = 0;
  double in_caller_ns = 0;
};

// The callee of the context that was called last.
TraceNode* RecentCallee(const ThreadTree& tree, const TraceNode* caller) {
  return caller == nullptr || caller->recent_callee == 0 ? nullptr : tree.NodeAt(caller->recent_callee);
}

// `plain_ns`: the time of a call without observing, `loop_ns`: of a round without a call.
ProbeCost Measure(const Functions& functions, const char* function, double plain_ns, double loop_ns,
                  ThreadTree& tree, uint32_t time_metric) {
  const auto counted_ns = [&] {
    const TraceNode* callee = RecentCallee(tree, RecentCallee(tree, tree.root()));
    return callee == nullptr ? 0 : callee->values[time_metric];
  };
  functions.Run(function);  // so that all functions have been met
  uint64_t all_ns = std::numeric_limits<uint64_t>::max();
  uint64_t callee_ns = std::numeric_limits<uint64_t>::max();
  for (int run = 0; run < kRuns; ++run) {
    const uint64_t before = counted_ns();
    const uint64_t start = ThreadCpuTimeNs();
    functions.Run(function);
    all_ns = std::min(all_ns, ThreadCpuTimeNs() - start);
    callee_ns = std::min(callee_ns, counted_ns() - before);
  }
  // Half of a call's own time is the caller's.
  const double own_ns = std::max(plain_ns - loop_ns, 0.0) / 2;
  ProbeCost cost;
  cost.in_callee_ns = std::max(static_cast<double>(callee_ns) / kCalls - own_ns, 0.0);
  cost.in_caller_ns = std::max(static_cast<double>(all_ns) / kCalls - plain_ns - cost.in_callee_ns, 0.0);
  return cost;
}

// Sets the values of a context and those below it to 0; the calibration goes three calls deep.
void ClearValues(const ThreadTree& tree, TraceNode* node, int deepest) {
  std::fill(std::begin(node->values), std::end(node->values), 0);
  for (uint32_t cell = node->first_callee; deepest > 0 && cell != 0; cell = tree.NodeAt(cell)->next_callee) {
    ClearValues(tree, tree.NodeAt(cell), deepest - 1);
  }
}

}  // namespace

bool ObserveCalibrated(const Recording& recording, ThreadRecorder& recorder) {
  ThreadTree& tree = *recorder.tree();
  const Functions functions;
  if (!recording.options.has_time || !functions.IsUsable() || tree.root() == tree.lost()) {
    return ObserveCalls(recording);
  }
  const double loop_ns = functions.NsPerCall("call_none");
  const double python_ns = functions.NsPerCall("call_python");
  const double builtin_ns = functions.NsPerCall("call_builtin");
  if (!ObserveCalls(recording)) {
    return false;
  }
  const uint32_t time = recording.metrics.time;
  const ProbeCost python = Measure(functions, "call_python", python_ns, loop_ns, tree, time);
  const ProbeCost builtin = Measure(functions, "call_builtin", builtin_ns, loop_ns, tree, time);
  ClearValues(tree, tree.root(), 3);
  recording.memory->SetProbeCost(
      static_cast<uint64_t>(std::min(python.in_callee_ns, builtin.in_callee_ns) * 1000),
      static_cast<uint64_t>(std::min(python.in_caller_ns, builtin.in_caller_ns) * 1000));
  return true;
}

}  // namespace ringscope
