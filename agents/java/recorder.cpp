#include "agents/java/recorder.h"

#include <sys/mman.h>

#include <time.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include "agents/common/finish_as_cct.h"
#include "agents/common/message.h"
#include "agents/java/class_file/class_file.h"
#include "agents/java/instrument_code.h"
#include "agents/java/probe_classes.h"

namespace ringscope::java {

namespace {

// As RingscopeProbe has them.
constexpr TraceMeasure kMetrics[] = {{"bytecodes", "count", 1},
                                     {"calls", "count", 1},
                                     {"objects", "count", 1},
                                     {"allocated", "bytes", 1},
                                     {"cpu time", "ns", 1}};
constexpr uint32_t kCallsMetric = 1;
constexpr uint32_t kCpuMetric = 4;
// As FrameFacts has them.
constexpr TraceMeasure kFunctionValues[] = {
    {"receivers", "count", 1}, {"returns self", "count", 1}, {"same return per receiver", "count", 1}};

std::string_view TextOf(const char* text) { return text == nullptr ? std::string_view() : text; }

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

// "Ljava/lang/String;" to "java/lang/String"; empty for arrays and such.
std::string_view ClassNameOf(std::string_view signature) {
  return signature.starts_with('L') ? signature.substr(1, signature.size() - 2) : std::string_view();
}

// Of the thread of the system that runs. A system call.
uint64_t CpuTimeNs() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(time.tv_nsec);
}
// Up to where its time was given to contexts; 0: not at all. Virtual threads come and go meanwhile.
constinit thread_local uint64_t charged_ns __attribute__((tls_model("initial-exec"))) = 0;

// Each tree takes 64 KiB at least, and programs may have a million virtual threads: those beyond share one.
// Contexts are looked for under a lock then, but threads count in them as they like.
constexpr uint32_t kMostVirtualTrees = 2048;
constexpr std::string_view kVirtualThreads = "virtual threads";
constexpr std::string_view kSharedTree =
    "more than 2,048 at a time: those beyond share contexts, whose counts may be a little too low";

// "request-" of "request-17": virtual threads are too many for a name each.
std::string_view WithoutNumber(std::string_view name) {
  const size_t end = name.find_last_not_of("0123456789");
  return name.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

}  // namespace

Recorder& Recorder::Instance() {
  // Never ends: threads run until the process is gone.
  static Recorder* const instance = new Recorder();
  return *instance;
}

void Recorder::SetUp(jvmtiEnv* tools, std::string_view options) {
  tools_ = tools;
  options_.Read(options);
  jvmtiCapabilities capabilities{};
  capabilities.can_retransform_classes = 1;
  capabilities.can_generate_all_class_hook_events = 1;
  tools->AddCapabilities(&capabilities);
}

jvmtiEventCallbacks Recorder::Callbacks() {
  jvmtiEventCallbacks callbacks{};
  callbacks.ClassFileLoadHook = OnClass;
  callbacks.ClassPrepare = OnClassPrepare;
  callbacks.ThreadEnd = OnThreadEnd;
  callbacks.VMDeath = OnDeath;
  return callbacks;
}

void Recorder::Start(JNIEnv* jni) {
  if (is_started_) {
    SayLine({"this program is being recorded already"});
    return;
  }
  if (options_.has_bad_option) return;
  if (!options_.settings.IsAsked()) {
    SayLine({"the Java agent needs a file to write to, out=FILE.cct or trace=FILE; nothing is recorded"});
    return;
  }
  if (!KnowsVersion()) return;
  object_sizes_ =
      static_cast<int32_t*>(mmap(nullptr, FunctionRegistry::kMostClasses * sizeof(int32_t),
                                 PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  if (object_sizes_ == MAP_FAILED || !slots_.Reserve() || !receivers_.Reserve()) {
    SayLine({"no addresses are left for the Java agent; nothing is recorded"});
    return;
  }
  const std::span<const TraceMeasure> metrics(kMetrics);
  if (!memory_.Start(options_.settings,
                     {.tool = "ringscope Java agent",
                      .metrics = options_.has_cpu_time ? metrics : metrics.first(kCpuMetric),
                      .function_values = kFunctionValues,
                      .time_metric = options_.has_cpu_time ? kCpuMetric : kTraceNoMetric,
                      .calls_metric = kCallsMetric})) {
    return;
  }
  options_.instrument.left_out = memory_.LeftOut();
  if (options_.has_cpu_time) CalibrateClock();
  if (!DefineProbe(jni)) {
    SayLine({"this virtual machine does not take the Java agent's class; nothing is recorded"});
    return;
  }
  is_started_ = true;
  FindVirtualThreads(jni);
  AddProperty("command", "sun.java.command");
  AddProperty("virtual machine", "java.vm.name");
  AddProperty("version of the virtual machine", "java.vm.version");
  // What is instrumented is longer, and is to be compiled nevertheless; and exceptions are to be made by
  // their constructors also where they are frequent.
  hotspot_.SetFlag("DontCompileHugeMethods", 0, true);
  hotspot_.SetFlag("OmitStackTraceInFastThrow", 0, true);

  jint count = 0;
  ToolsMemory<jclass> loaded(tools_);
  if (tools_->GetLoadedClasses(&count, loaded.out()) != JVMTI_ERROR_NONE) count = 0;
  std::vector<jclass> classes;
  for (jint i = 0; i < count; ++i) {
    jboolean is_modifiable = JNI_FALSE;
    tools_->IsModifiableClass(loaded.get()[i], &is_modifiable);
    ToolsMemory<char> signature(tools_);
    if (is_modifiable != JNI_TRUE ||
        tools_->GetClassSignature(loaded.get()[i], signature.out(), nullptr) != JVMTI_ERROR_NONE) {
      continue;
    }
    const std::string_view name = ClassNameOf(TextOf(signature.get()));
    if (!name.empty() && name != kProbeClass && !name.starts_with("ringscope/")) {
      classes.push_back(loaded.get()[i]);
    }
  }
  FindNatives(classes);
  for (const jvmtiEvent event : {JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_CLASS_PREPARE,
                                 JVMTI_EVENT_THREAD_END, JVMTI_EVENT_VM_DEATH}) {
    tools_->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr);
  }
  InstrumentLoaded(classes);
  for (jint i = 0; i < count; ++i) jni->DeleteLocalRef(loaded.get()[i]);
}

bool Recorder::KnowsVersion() {
  ToolsMemory<char> value(tools_);
  if (tools_->GetSystemProperty("java.vm.specification.version", value.out()) != JVMTI_ERROR_NONE)
    return true;
  const std::string_view version = TextOf(value.get());
  if (version.size() == 2 && version >= "17" && version <= "25") return true;
  SayLine({"the Java agent knows Java 17 to 25, this is ", version, "; nothing is recorded"});
  return false;
}

void Recorder::CalibrateClock() {
  constexpr int kRounds = 20;
  constexpr uint64_t kReads = 200;
  uint64_t least_ns = UINT64_MAX;
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t begin = CpuTimeNs();
    for (uint64_t read = 1; read < kReads; ++read) CpuTimeNs();
    least_ns = std::min(least_ns, CpuTimeNs() - begin);
  }
  // Of a call's two readings about one falls into the callee: the end of the first, the begin of the second.
  memory_.SetProbeCost(least_ns * 1000 / kReads, least_ns * 1000 / kReads);
}

bool Recorder::DefineProbe(JNIEnv* jni) {
  const bool is_defined = DefineClasses(jni);
  if (jni->ExceptionCheck()) jni->ExceptionClear();
  return is_defined;
}

bool Recorder::DefineClasses(JNIEnv* jni) {
  const auto define = [&](std::string_view name, const unsigned char* bytes, unsigned count) {
    return jni->DefineClass(std::string(name).c_str(), nullptr, reinterpret_cast<const jbyte*>(bytes),
                            static_cast<jsize>(count));
  };
  const jclass memory =
      define("ringscope/probe/ProbeMemory", kProbeMemoryClassBytes, kProbeMemoryClassByteCount);
  if (memory == nullptr) return false;
  const auto native = [](const char* method, const char* descriptor, auto function) {
    return JNINativeMethod{const_cast<char*>(method), const_cast<char*>(descriptor),
                           reinterpret_cast<void*>(function)};
  };
  const JNINativeMethod methods[] = {native("places", "()[J", Places),
                                     native("find", "(JI)J", Find),
                                     native("ended", "(J)V", Ended),
                                     native("charge", "(J)V", Charge),
                                     native("sizeOf", "(ILjava/lang/Class;)I", SizeOf),
                                     native("receivers", "(I)J", Receivers),
                                     native("instrumented", "([B)[B", Instrumented)};
  if (jni->RegisterNatives(memory, methods, static_cast<jint>(std::size(methods))) != JNI_OK) return false;
  const jclass probe = define(kProbeClass, kProbeClassBytes, kProbeClassByteCount);
  if (probe == nullptr) return false;
  // java.base has to read the module that ProbeMemory is in.
  const jmethodID module_of =
      jni->GetMethodID(jni->GetObjectClass(probe), "getModule", "()Ljava/lang/Module;");
  if (module_of == nullptr) return false;
  const jobject base = jni->CallObjectMethod(probe, module_of);
  const jobject unnamed = jni->CallObjectMethod(memory, module_of);
  if (base == nullptr || unnamed == nullptr || tools_->AddModuleReads(base, unnamed) != JVMTI_ERROR_NONE) {
    return false;
  }
  // Initialises the class.
  const jmethodID current = jni->GetStaticMethodID(probe, "current", "()J");
  if (current == nullptr) return false;
  jni->CallStaticLongMethod(probe, current);
  return !jni->ExceptionCheck();
}

void Recorder::AddProperty(const char* attribute, const char* property) {
  ToolsMemory<char> value(tools_);
  if (tools_->GetSystemProperty(property, value.out()) == JVMTI_ERROR_NONE) {
    memory_.AddAttribute(attribute, TextOf(value.get()));
  }
}

void Recorder::FindNatives(const std::vector<jclass>& classes) {
  for (const jclass of : classes) {
    ToolsMemory<char> signature(tools_);
    ToolsMemory<jmethodID> methods(tools_);
    jint count = 0, class_access = 0;
    if (tools_->GetClassSignature(of, signature.out(), nullptr) != JVMTI_ERROR_NONE ||
        tools_->GetClassModifiers(of, &class_access) != JVMTI_ERROR_NONE ||
        tools_->GetClassMethods(of, &count, methods.out()) != JVMTI_ERROR_NONE) {
      continue;
    }
    const std::string_view owner = ClassNameOf(TextOf(signature.get()));
    if (!options_.instrument.filter.Follows(ShownClassName(owner))) continue;
    for (jint i = 0; i < count; ++i) {
      jint access = 0;
      ToolsMemory<char> name(tools_), descriptor(tools_);
      if (tools_->GetMethodModifiers(methods.get()[i], &access) != JVMTI_ERROR_NONE ||
          (access & kAccNative) == 0 ||
          tools_->GetMethodName(methods.get()[i], name.out(), descriptor.out(), nullptr) !=
              JVMTI_ERROR_NONE) {
        continue;
      }
      functions_.AddNative(owner, TextOf(name.get()), TextOf(descriptor.get()),
                           static_cast<uint16_t>(access | (class_access & kAccFinal)));
    }
  }
}

void Recorder::Retransform(const jclass* classes, size_t count) {
  if (count == 0) return;
  if (tools_->RetransformClasses(static_cast<jint>(count), classes) == JVMTI_ERROR_NONE) return;
  // One that cannot be changed keeps all from being changed.
  if (count == 1) return;
  Retransform(classes, count / 2);
  Retransform(classes + count / 2, count - count / 2);
}

void Recorder::InstrumentLoaded(const std::vector<jclass>& classes) {
  Retransform(classes.data(), classes.size());
  for (const jclass of : classes) UseBytecodeIn(of);
}

void Recorder::UseBytecodeIn(jclass of) {
  if (intrinsic_classes_.load(std::memory_order_relaxed) == 0) return;
  ToolsMemory<char> signature(tools_);
  if (tools_->GetClassSignature(of, signature.out(), nullptr) != JVMTI_ERROR_NONE) return;
  std::vector<IntrinsicMethod> wanted;
  {
    const std::lock_guard lock(intrinsics_mutex_);
    const auto found = intrinsics_.find(std::string(ClassNameOf(TextOf(signature.get()))));
    if (found == intrinsics_.end()) return;
    wanted = std::move(found->second);
    intrinsics_.erase(found);
    intrinsic_classes_ = intrinsics_.size();
  }
  ToolsMemory<jmethodID> methods(tools_);
  jint count = 0;
  if (tools_->GetClassMethods(of, &count, methods.out()) != JVMTI_ERROR_NONE) return;
  for (jint i = 0; i < count; ++i) {
    ToolsMemory<char> name(tools_), descriptor(tools_);
    if (tools_->GetMethodName(methods.get()[i], name.out(), descriptor.out(), nullptr) != JVMTI_ERROR_NONE)
      continue;
    const bool is_wanted = std::any_of(wanted.begin(), wanted.end(), [&](const IntrinsicMethod& method) {
      return method.name == TextOf(name.get()) && method.descriptor == TextOf(descriptor.get());
    });
    if (is_wanted) hotspot_.UseBytecodeOf(methods.get()[i]);
  }
}

void Recorder::FindVirtualThreads(JNIEnv* jni) {
  const jclass virtual_thread = jni->FindClass("java/lang/BaseVirtualThread");
  const jclass thread = virtual_thread == nullptr ? nullptr : jni->FindClass("java/lang/Thread");
  if (thread != nullptr) {
    current_thread_ = jni->GetStaticMethodID(thread, "currentThread", "()Ljava/lang/Thread;");
    thread_name_ = jni->GetFieldID(thread, "name", "Ljava/lang/String;");
    if (current_thread_ != nullptr && thread_name_ != nullptr) {
      thread_ = static_cast<jclass>(jni->NewGlobalRef(thread));
      virtual_thread_ = static_cast<jclass>(jni->NewGlobalRef(virtual_thread));
    }
  }
  if (jni->ExceptionCheck()) jni->ExceptionClear();
}

// The tools interface would have to slow down each virtual thread to tell of them.
std::optional<std::string> Recorder::VirtualThreadName(JNIEnv* jni) {
  if (virtual_thread_ == nullptr) return std::nullopt;
  const jobject thread = jni->CallStaticObjectMethod(thread_, current_thread_);
  if (thread == nullptr || jni->IsInstanceOf(thread, virtual_thread_) != JNI_TRUE) return std::nullopt;
  std::string name;
  const auto text = static_cast<jstring>(jni->GetObjectField(thread, thread_name_));
  if (const char* const utf8 = text == nullptr ? nullptr : jni->GetStringUTFChars(text, nullptr)) {
    name = WithoutNumber(utf8);
    jni->ReleaseStringUTFChars(text, utf8);
  }
  return name.empty() ? std::string(kVirtualThreads) : name;
}

void Recorder::BeginThread(JNIEnv* jni, ThreadSlot* slot) {
  const auto number = static_cast<uint64_t>(slot - slots_.slots());
  ThreadTree* tree = nullptr;
  if (const std::optional<std::string> virtual_name = VirtualThreadName(jni)) {
    tree = BeginVirtualThread(*virtual_name, number);
  } else {
    // Threads that the VM shows to nobody are not recorded: what they do depends on time.
    jvmtiThreadInfo info{};
    if (tools_->GetThreadInfo(nullptr, &info) != JVMTI_ERROR_NONE) return;
    tree = memory_.BeginThread(TextOf(info.name), number);
    if (tree != nullptr) tree->recorder_data = slot;
    tools_->Deallocate(reinterpret_cast<unsigned char*>(info.name));
  }
  if (tree == nullptr || tree->root() == tree->lost()) return;
  slot->tree = tree;
  slot->root = slot->node = reinterpret_cast<int64_t>(tree->root()) - slots_.lost();
}

ThreadTree* Recorder::BeginVirtualThread(std::string_view name, uint64_t number) {
  // It has the thread of the system for a while only.
  ThreadTree* const of_system = this_thread_tree;
  ThreadTree* tree = nullptr;
  if (++virtual_trees_ <= kMostVirtualTrees) {
    tree = memory_.BeginThread(name, number);
    if (tree != nullptr) tree->recorder_data = &virtual_trees_;
  } else {
    const std::lock_guard lock(shared_tree_mutex_);
    tree = shared_tree_;
    if (tree == nullptr) {
      tree = memory_.BeginThread(kVirtualThreads, 0);
      shared_tree_ = tree;
      memory_.AddAttribute("virtual threads", kSharedTree);
    }
  }
  if (tree == nullptr || tree == shared_tree_) --virtual_trees_;
  this_thread_tree = of_system;
  return tree;
}

void Recorder::EndThread(ThreadSlot* slot) {
  if (slot == nullptr || !slots_.IsOfOneThread(slot)) return;
  ThreadTree* const tree = slot->tree;
  slots_.End(slot);
  if (tree == nullptr || tree == shared_tree_) return;
  if (tree->recorder_data == &virtual_trees_) --virtual_trees_;
  memory_.EndThread(tree);
}

void Recorder::Ended(JNIEnv*, jclass, jlong slot) {
  Instance().EndThread(reinterpret_cast<ThreadSlot*>(slot));
}

void Recorder::Charge(JNIEnv*, jclass, jlong slot_address) {
  const uint64_t now_ns = CpuTimeNs();
  const uint64_t before_ns = std::exchange(charged_ns, now_ns);
  const auto* const slot = reinterpret_cast<const ThreadSlot*>(slot_address);
  if (before_ns == 0 || slot->node == 0) return;
  reinterpret_cast<TraceNode*>(slot->node + Instance().slots_.lost())->values[kCpuMetric] +=
      now_ns - before_ns;
}

jlong Recorder::Find(JNIEnv* jni, jclass, jlong slot_address, jint function) {
  Recorder& recorder = Instance();
  auto* const slot = reinterpret_cast<ThreadSlot*>(slot_address);
  const int64_t lost = recorder.slots_.lost();
  if (!recorder.slots_.IsOfOneThread(slot)) {
    if (slot == recorder.slots_.overflow()) recorder.memory_.CountLost(1);
    return lost;
  }
  if (slot->tree == nullptr) recorder.BeginThread(jni, slot);
  ThreadTree* const tree = slot->tree;
  if (tree != nullptr && slot->node != 0) {
    std::unique_lock<std::mutex> lock;
    if (tree == recorder.shared_tree_) lock = std::unique_lock(recorder.shared_tree_mutex_);
    TraceNode* const node =
        tree->CalleeOf(reinterpret_cast<TraceNode*>(slot->node + lost), static_cast<uint32_t>(function));
    if (node != tree->lost()) {
      if (node->values[kCallsMetric] == 0) recorder.functions_.Record(static_cast<uint32_t>(function));
      return reinterpret_cast<int64_t>(node);
    }
  }
  slot->depth = 1;
  slot->before = slot->node;
  return lost;
}

jint Recorder::SizeOf(JNIEnv* jni, jclass, jint number, jclass of) {
  if (of == nullptr) return 0;
  const jobject example = jni->AllocObject(of);
  if (example == nullptr) {
    if (jni->ExceptionCheck()) jni->ExceptionClear();
    return 0;
  }
  jlong size = 0;
  Instance().tools_->GetObjectSize(example, &size);
  jni->DeleteLocalRef(example);
  Instance().object_sizes_[number] = static_cast<int32_t>(size);
  return static_cast<jint>(size);
}

jlongArray Recorder::Places(JNIEnv* jni, jclass) {
  Recorder& recorder = Instance();
  jlong empty_array = 16, object = 16;
  if (const jbyteArray array = jni->NewByteArray(0); array != nullptr) {
    recorder.tools_->GetObjectSize(array, &empty_array);
  }
  // Sizes are multiples of the alignment: the smallest step between them.
  jlong last = empty_array, alignment = 8;
  for (jsize length = 1; length <= 512; ++length) {
    const jbyteArray array = jni->NewByteArray(length);
    if (array == nullptr) break;
    recorder.tools_->GetObjectSize(array, &object);
    jni->DeleteLocalRef(array);
    if (object != last && last != empty_array) {
      alignment = object - last;
      break;
    }
    last = object;
  }
  const jlong places[] = {reinterpret_cast<jlong>(&recorder.memory_.header()),
                          reinterpret_cast<jlong>(recorder.slots_.slots()),
                          recorder.slots_.count(),
                          recorder.slots_.lost(),
                          reinterpret_cast<jlong>(recorder.object_sizes_),
                          empty_array,
                          alignment,
                          reinterpret_cast<jlong>(recorder.receivers_.functions()),
                          reinterpret_cast<jlong>(&recorder.memory_.header().lost_calls),
                          recorder.options_.has_cpu_time ? 1 : 0};
  constexpr auto kCount = static_cast<jsize>(std::size(places));
  const jlongArray result = jni->NewLongArray(kCount);
  if (result != nullptr) jni->SetLongArrayRegion(result, 0, kCount, places);
  return result;
}

jlong Recorder::Receivers(JNIEnv*, jclass, jint function) {
  return static_cast<jlong>(Instance().receivers_.Grow(static_cast<uint32_t>(function)));
}

jbyteArray Recorder::Instrumented(JNIEnv* jni, jclass, jbyteArray of) {
  if (of == nullptr) return of;
  std::vector<uint8_t> bytes(static_cast<size_t>(jni->GetArrayLength(of)));
  jni->GetByteArrayRegion(of, 0, static_cast<jsize>(bytes.size()), reinterpret_cast<jbyte*>(bytes.data()));
  Recorder& recorder = Instance();
  const std::optional<InstrumentedClass> done =
      InstrumentClass(bytes, true, recorder.options_.instrument, recorder.functions_);
  if (!done) return of;
  const Bytes result = done->bytes.bytes();
  const jbyteArray array = jni->NewByteArray(static_cast<jsize>(result.size()));
  if (array == nullptr) {
    jni->ExceptionClear();
    return of;
  }
  jni->SetByteArrayRegion(array, 0, static_cast<jsize>(result.size()),
                          reinterpret_cast<const jbyte*>(result.data()));
  return array;
}

void Recorder::OnClass(jvmtiEnv* tools, JNIEnv*, jclass, jobject, const char*, jobject, jint size,
                       const unsigned char* bytes, jint* new_size, unsigned char** new_bytes) {
  Recorder& recorder = Instance();
  const std::optional<InstrumentedClass> done = InstrumentClass(
      {bytes, static_cast<size_t>(size)}, false, recorder.options_.instrument, recorder.functions_);
  if (!done) return;
  recorder.skipped_methods_ += done->skipped_methods;
  const Bytes result = done->bytes.bytes();
  unsigned char* copy = nullptr;
  if (tools->Allocate(static_cast<jlong>(result.size()), &copy) != JVMTI_ERROR_NONE) return;
  std::copy(result.begin(), result.end(), copy);
  if (!done->intrinsics.empty()) {
    const std::lock_guard lock(recorder.intrinsics_mutex_);
    recorder.intrinsics_[done->name] = done->intrinsics;
    recorder.intrinsic_classes_ = recorder.intrinsics_.size();
  }
  *new_bytes = copy;
  *new_size = static_cast<jint>(result.size());
}

void Recorder::OnClassPrepare(jvmtiEnv*, JNIEnv*, jthread, jclass prepared) {
  Instance().UseBytecodeIn(prepared);
}

void Recorder::OnThreadEnd(jvmtiEnv*, JNIEnv*, jthread) {
  if (this_thread_tree == nullptr) return;
  Instance().EndThread(static_cast<ThreadSlot*>(this_thread_tree->recorder_data));
}

void Recorder::OnDeath(jvmtiEnv*, JNIEnv*) {
  Recorder& recorder = Instance();
  if (const uint32_t skipped = recorder.skipped_methods_; skipped != 0) {
    char number[24];
    recorder.memory_.AddAttribute("methods too large to be counted", DecimalText(skipped, number));
  }
  recorder.memory_.Finish();
  if (recorder.options_.settings.out[0] != 0) FinishAsCct(recorder.memory_);
}

}  // namespace ringscope::java
