#include "agents/python/thread_recorder.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <string>

#include "agents/common/trace_memory.h"
#include "agents/python/interpreter.h"

namespace ringscope {
namespace {

constinit thread_local ThreadRecorder* this_recorder __attribute__((tls_model("initial-exec"))) = nullptr;
constinit thread_local bool has_failed __attribute__((tls_model("initial-exec"))) = false;
constinit const Recording* the_thread_recording = nullptr;

uint64_t ThreadNumber() { return static_cast<uint64_t>(syscall(SYS_gettid)); }

// Called when a thread ends, without the GIL.
void EndThread(void* recorder) {
  auto* ended = static_cast<ThreadRecorder*>(recorder);
  this_recorder = nullptr;
  has_failed = true;  // for calls by destructors of other keys
  ThreadTree* tree = ended->tree();
  delete ended;
  the_thread_recording->memory->EndThread(tree);
}

pthread_key_t EndKey() {
  static const pthread_key_t key = [] {
    pthread_key_t made = 0;
    pthread_key_create(&made, EndThread);
    return made;
  }();
  return key;
}

ThreadRecorder* MakeRecorder(const Recording& recording) {
  the_thread_recording = &recording;
  has_failed = true;
  const uint64_t number = ThreadNumber();
  ThreadTree* tree =
      recording.memory->BeginThread(number == static_cast<uint64_t>(getpid()) ? "main" : "thread", number);
  if (tree == nullptr) {
    return nullptr;
  }
  ThreadRecorder* recorder = new (std::nothrow) ThreadRecorder(recording, tree);
  if (recorder == nullptr || !recorder->IsUsable()) {
    delete recorder;
    recording.memory->EndThread(tree);
    return nullptr;
  }
  pthread_setspecific(EndKey(), recorder);
  has_failed = false;
  this_recorder = recorder;
  return recorder;
}

// "Thread (work)" of "Thread-12 (work)": threads named by a count share a name, so that their trees become
// one.
std::string WithoutCount(std::string name) {
  constexpr std::string_view kCounted = "Thread-";
  if (name.starts_with(kCounted)) {
    const size_t end = std::min(name.find_first_not_of("0123456789", kCounted.size()), name.size());
    if (end != kCounted.size() && (end == name.size() || name[end] == ' ')) {
      name.erase(kCounted.size() - 1, end - kCounted.size() + 1);
    }
  }
  return name;
}

}  // namespace

ThreadRecorder* ThisThreadRecorder(const Recording& recording) {
  ThreadRecorder* recorder = this_recorder;
  if (recorder == nullptr && !has_failed) [[unlikely]] {
    recorder = MakeRecorder(recording);
  }
  return recorder;
}

void RestartThisThread() {
  if (this_recorder != nullptr) {
    this_recorder->Restart();
  }
}

void NameThisThread(ThreadRecorder& recorder, PyObject* thread) {
  // Only if no code of the program would run.
  if (Py_TYPE(thread)->tp_getattro != PyObject_GenericGetAttr) {
    return;
  }
  const OwnObject name(PyObject_GetAttrString(thread, "_name"));
  if (name == nullptr) {
    PyErr_Clear();
    return;
  }
  try {
    recorder.tree()->SetName(WithoutCount(Utf8Of(name.get())), ThreadNumber());
  } catch (const std::bad_alloc&) {
  }
}

}  // namespace ringscope
