#pragma once

#include <jni.h>
#include <jvmti.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "agents/common/agent_settings.h"
#include "agents/common/trace_memory.h"
#include "agents/java/call_types.h"
#include "agents/java/function_registry.h"
#include "agents/java/hotspot_internals.h"
#include "agents/java/instrument_class.h"
#include "agents/java/probe_tables.h"
#include "agents/java/virtual_threads.h"

namespace ringscope::java {

// Owns memory of the tools interface.
template <typename T>
class ToolsMemory {
 public:
  explicit ToolsMemory(jvmtiEnv* tools) : tools_(tools) {}
  ToolsMemory(const ToolsMemory&) = delete;
  ToolsMemory& operator=(const ToolsMemory&) = delete;
  ~ToolsMemory() {
    if (memory_ != nullptr) tools_->Deallocate(reinterpret_cast<unsigned char*>(memory_));
  }
  [[nodiscard]] T** out() { return &memory_; }
  [[nodiscard]] T* get() const { return memory_; }

 private:
  jvmtiEnv* tools_;
  T* memory_ = nullptr;
};

// The options of the Java agent: docs/agents_java.md lists them.
struct AgentOptions {
  AgentSettings settings;
  InstrumentOptions instrument;
  bool has_cpu_time = false;  // of each context; two system calls a call
  bool has_bad_option = false;

  // Reads the environment, then "key=value,key=value"; reports what it cannot read on stderr. `instrument`
  // borrows from `settings`.
  void Read(std::string_view text);

 private:
  [[nodiscard]] bool Take(std::string_view key, std::string_view value);
};

// Indices of its metrics.
inline constexpr uint32_t kCallsMetric = 1;
inline constexpr uint32_t kCpuMetric = 4;

// Records the program of this process: instruments its classes, and serves the instrumented code. There is
// one recorder in a process.
class Recorder {
 public:
  static Recorder& Instance();

  // Takes the options, "key=value,...", and requests the events that it needs.
  void SetUp(jvmtiEnv* tools, std::string_view options);
  // Begins, in the live phase. If it cannot, the reason is on stderr and the program runs unchanged.
  void Start(JNIEnv* jni);

 private:
  Recorder() : virtual_threads_(memory_), functions_(memory_), receivers_(memory_), types_(memory_) {}

  // Whether it is made for this version of Java; prints a message if not.
  [[nodiscard]] bool KnowsVersion();
  [[nodiscard]] bool DefineProbe(JNIEnv* jni);
  [[nodiscard]] bool DefineClasses(JNIEnv* jni);
  // Adds a property of the virtual machine to the trace as an attribute.
  void AddProperty(const char* attribute, const char* property);
  void FindNatives(const std::vector<jclass>& classes);
  void Retransform(const jclass* classes, size_t count);
  // Makes the VM run the intrinsic methods of an instrumented class as bytecode.
  void UseBytecodeIn(jclass of);
  // Sets up the slot of the running thread, with a tree.
  void BeginThread(JNIEnv* jni, ThreadSlot* slot);
  void EndThread(ThreadSlot* slot);

  static void JNICALL OnInit(jvmtiEnv* tools, JNIEnv* jni, jthread thread);
  static void JNICALL OnClass(jvmtiEnv* tools, JNIEnv* jni, jclass redefined, jobject loader,
                              const char* name, jobject domain, jint size, const unsigned char* bytes,
                              jint* new_size, unsigned char** new_bytes);
  static void JNICALL OnClassPrepare(jvmtiEnv* tools, JNIEnv* jni, jthread thread, jclass prepared);
  static void JNICALL OnThreadEnd(jvmtiEnv* tools, JNIEnv* jni, jthread thread);
  static void JNICALL OnDeath(jvmtiEnv* tools, JNIEnv* jni);

  // The native methods of the probe (recorder_natives.cpp).
  static jlongArray JNICALL Places(JNIEnv* jni, jclass);
  static jlong JNICALL Find(JNIEnv* jni, jclass, jlong slot, jint function);
  static void JNICALL Ended(JNIEnv* jni, jclass, jlong slot);
  static void JNICALL Charge(JNIEnv* jni, jclass, jlong slot);
  // The cost of reading a thread's processor time, a system call, in 1/1000 ns.
  [[nodiscard]] static uint64_t CostOfProcessorTimePs();
  static jint JNICALL SizeOf(JNIEnv* jni, jclass, jint number, jclass of);
  static jlong JNICALL Receivers(JNIEnv* jni, jclass, jint function);
  static jlong JNICALL Types(JNIEnv* jni, jclass, jlong slot, jlong node);
  static jlong JNICALL MoreTypes(JNIEnv* jni, jclass, jlong slot, jlong cell);
  static jint JNICALL Meet(JNIEnv* jni, jclass, jobjectArray known, jclass of, jint key, jint place);
  static jbyteArray JNICALL Instrumented(JNIEnv* jni, jclass, jbyteArray of);

  jvmtiEnv* tools_ = nullptr;
  AgentOptions options_;
  bool is_started_ = false;
  TraceMemory memory_;
  VirtualThreads virtual_threads_;
  ThreadSlots slots_;
  int32_t* object_sizes_ = nullptr;  // by number of class
  FunctionRegistry functions_;
  ReceiverTables receivers_;
  CallTypes types_;
  std::atomic<uint32_t> skipped_methods_ = 0;
  HotspotInternals hotspot_;
  std::mutex intrinsics_mutex_;
  std::unordered_map<std::string, std::vector<IntrinsicMethod>> intrinsics_;  // by class, yet to be done
  std::atomic<size_t> intrinsic_classes_ = 0;
};

}  // namespace ringscope::java
