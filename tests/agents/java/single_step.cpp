// Counts executed bytecodes by single steps of the virtual machine, independently of the Java agent, which
// tests compare with it. Slow: each bytecode is an event.
//
//   java -agentpath:libsingle_step.so=OUT ...   writes "BYTECODES CALLS CLASS.METHOD DESCRIPTOR" a line
//   java -agentpath:libsingle_step.so=OUT,events ...   counts calls alone, by events of methods' entries and
//   exits

#include <jvmti.h>

#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <unordered_map>

namespace {

struct Counts {
  uint64_t bytecodes = 0;
  uint64_t calls = 0;
};

struct Stepper {
  jvmtiEnv* tools = nullptr;
  std::string out;
  std::mutex mutex;
  std::unordered_map<jmethodID, Counts> counts;
  bool counts_events = false;
  bool has_ended = false;
};
Stepper& TheStepper() {
  static Stepper* const stepper = new Stepper();
  return *stepper;
}

void JNICALL OnStep(jvmtiEnv*, JNIEnv*, jthread, jmethodID method, jlocation) {
  Stepper& stepper = TheStepper();
  const std::lock_guard lock(stepper.mutex);
  ++stepper.counts[method].bytecodes;
}

void JNICALL OnEntry(jvmtiEnv*, JNIEnv*, jthread, jmethodID method) {
  Stepper& stepper = TheStepper();
  const std::lock_guard lock(stepper.mutex);
  ++stepper.counts[method].calls;
}

void JNICALL OnExit(jvmtiEnv*, JNIEnv*, jthread, jmethodID, jboolean, jvalue) {}

void Enable(jvmtiEnv* tools, jvmtiEventMode mode) {
  if (!TheStepper().counts_events) tools->SetEventNotificationMode(mode, JVMTI_EVENT_SINGLE_STEP, nullptr);
  tools->SetEventNotificationMode(mode, JVMTI_EVENT_METHOD_ENTRY, nullptr);
  if (TheStepper().counts_events) tools->SetEventNotificationMode(mode, JVMTI_EVENT_METHOD_EXIT, nullptr);
}

void JNICALL OnInit(jvmtiEnv* tools, JNIEnv*, jthread) { Enable(tools, JVMTI_ENABLE); }

void JNICALL OnDeath(jvmtiEnv* tools, JNIEnv*) {
  Enable(tools, JVMTI_DISABLE);
  Stepper& stepper = TheStepper();
  const std::lock_guard lock(stepper.mutex);
  if (stepper.has_ended) return;
  stepper.has_ended = true;
  std::FILE* const file = std::fopen(stepper.out.c_str(), "w");
  if (file == nullptr) return;
  for (const auto& [method, counts] : stepper.counts) {
    char *name = nullptr, *descriptor = nullptr, *signature = nullptr;
    jclass of = nullptr;
    if (tools->GetMethodName(method, &name, &descriptor, nullptr) != JVMTI_ERROR_NONE ||
        tools->GetMethodDeclaringClass(method, &of) != JVMTI_ERROR_NONE ||
        tools->GetClassSignature(of, &signature, nullptr) != JVMTI_ERROR_NONE) {
      continue;
    }
    std::string class_name(signature + 1);
    class_name.pop_back();
    for (char& c : class_name) {
      if (c == '/') c = '.';
    }
    std::fprintf(file, "%lu %lu %s.%s %s\n", counts.bytecodes, counts.calls, class_name.c_str(), name,
                 descriptor);
  }
  std::fclose(file);
}

}  // namespace

extern "C" JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  Stepper& stepper = TheStepper();
  stepper.out = options == nullptr ? "" : options;
  if (const size_t comma = stepper.out.find(','); comma != std::string::npos) {
    stepper.counts_events = true;
    stepper.out.resize(comma);
  }
  void* tools = nullptr;
  if (vm->GetEnv(&tools, JVMTI_VERSION_11) != JNI_OK) return JNI_ERR;
  stepper.tools = static_cast<jvmtiEnv*>(tools);
  jvmtiCapabilities capabilities{};
  capabilities.can_generate_single_step_events = stepper.counts_events ? 0 : 1;
  capabilities.can_generate_method_entry_events = 1;
  capabilities.can_generate_method_exit_events = stepper.counts_events ? 1 : 0;
  if (stepper.tools->AddCapabilities(&capabilities) != JVMTI_ERROR_NONE) return JNI_ERR;
  jvmtiEventCallbacks callbacks{};
  callbacks.SingleStep = OnStep;
  callbacks.MethodEntry = OnEntry;
  callbacks.MethodExit = OnExit;
  callbacks.VMInit = OnInit;
  callbacks.VMDeath = OnDeath;
  stepper.tools->SetEventCallbacks(&callbacks, sizeof callbacks);
  stepper.tools->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, nullptr);
  stepper.tools->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_DEATH, nullptr);
  return JNI_OK;
}
