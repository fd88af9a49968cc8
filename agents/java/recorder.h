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

// Memory of the tools interface.
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

// What the Java agent is told: docs/agents_java.md lists it.
struct AgentOptions {
  AgentSettings settings;
  InstrumentOptions instrument;
  bool has_cpu_time = false;  // of each context; two system calls a call
  bool has_bad_option = false;

  // The environment, then "key=value,key=value"; says on stderr what it cannot read. `instrument` borrows
  // from `settings`.
  void Read(std::string_view text);

 private:
  [[nodiscard]] bool Take(std::string_view key, std::string_view value);
};

// Of the metrics that it counts, in their order.
inline constexpr uint32_t kCallsMetric = 1;
inline constexpr uint32_t kCpuMetric = 4;

// Records the program of this process: instruments its classes, and serves the instrumented code. There is
// one.
class Recorder {
 public:
  static Recorder& Instance();

  // Takes the options, "key=value,...", and says what it wants to be told of.
  void SetUp(jvmtiEnv* tools, std::string_view options);
  // Begins, in the live phase. Says on stderr why it does not, and then the program runs as it is.
  void Start(JNIEnv* jni);

 private:
  Recorder() : virtual_threads_(memory_), functions_(memory_), receivers_(memory_), types_(memory_) {}

  // Whether it is made for this version of Java; says so if not.
  [[nodiscard]] bool KnowsVersion();
  [[nodiscard]] bool DefineProbe(JNIEnv* jni);
  [[nodiscard]] bool DefineClasses(JNIEnv* jni);
  // Tells of the execution what a property of the virtual machine says.
  void AddProperty(const char* attribute, const char* property);
  void FindNatives(const std::vector<jclass>& classes);
  void Retransform(const jclass* classes, size_t count);
  // The methods of a class that was instrumented, which the VM is to run as they are.
  void UseBytecodeIn(jclass of);
  // The slot of the thread that runs, which gets a tree.
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
  // What it takes to read a thread's processor time, a system call, in 1/1000 ns.
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
  std::unordered_map<std::string, std::vector<IntrinsicMethod>> intrinsics_;  // by class, to be done
  std::atomic<size_t> intrinsic_classes_ = 0;
};

}  // namespace ringscope::java
