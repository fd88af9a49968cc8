// The probe, which instrumented code calls: its classes, and its native methods.

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "agents/common/clock.h"
#include "agents/java/instrument_code.h"
#include "agents/java/recorder.h"

namespace ringscope::java {

// The class files of java.lang.RingscopeProbe and ringscope.probe.ProbeMemory (embed_classes.cmake).
extern const unsigned char kProbeClassBytes[];
extern const unsigned kProbeClassByteCount;
extern const unsigned char kProbeMemoryClassBytes[];
extern const unsigned kProbeMemoryClassByteCount;

namespace {

// The processor time of this thread of the system up to which contexts have got their time; 0: none yet.
// Virtual threads come and go meanwhile.
constinit thread_local uint64_t charged_ns __attribute__((tls_model("initial-exec"))) = 0;

// Whether the class stays loaded as long as the virtual machine runs, as do classes of its own loaders.
bool Lasts(JNIEnv* jni, jvmtiEnv* tools, jclass of) {
  jobject loader = nullptr;
  if (tools->GetClassLoader(of, &loader) != JVMTI_ERROR_NONE) return false;
  if (loader == nullptr) return true;
  const jclass kind = jni->GetObjectClass(loader);
  ToolsMemory<char> signature(tools);
  const bool is_known = tools->GetClassSignature(kind, signature.out(), nullptr) == JVMTI_ERROR_NONE;
  jni->DeleteLocalRef(kind);
  jni->DeleteLocalRef(loader);
  return is_known && std::string_view(signature.get()).starts_with("Ljdk/internal/loader/ClassLoaders$");
}

}  // namespace

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
                                     native("types", "(JJ)J", Types),
                                     native("moreTypes", "(JJ)J", MoreTypes),
                                     native("meet", "([Ljava/lang/Class;Ljava/lang/Class;II)I", Meet),
                                     native("instrumented", "([B)[B", Instrumented)};
  if (jni->RegisterNatives(memory, methods, static_cast<jint>(std::size(methods))) != JNI_OK) return false;
  const jclass probe = define(kProbeClass, kProbeClassBytes, kProbeClassByteCount);
  if (probe == nullptr) return false;
  // java.base has to read the module of ProbeMemory.
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

void Recorder::Ended(JNIEnv*, jclass, jlong slot) {
  Instance().EndThread(reinterpret_cast<ThreadSlot*>(slot));
}

void Recorder::Charge(JNIEnv*, jclass, jlong slot_address) {
  const uint64_t now_ns = ThreadCpuTimeNs();
  const uint64_t before_ns = std::exchange(charged_ns, now_ns);
  const uint64_t passed_ns = before_ns == 0 ? 0 : now_ns - before_ns;
  const auto* const slot = reinterpret_cast<const ThreadSlot*>(slot_address);
  if (slot->node == 0) return;
  reinterpret_cast<TraceNode*>(slot->node + Instance().slots_.lost())->values[kCpuMetric] += passed_ns;
}

uint64_t Recorder::CostOfProcessorTimePs() {
  constexpr int kRounds = 20;
  constexpr uint64_t kReads = 200;
  uint64_t least_ns = UINT64_MAX;
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t begin = ThreadCpuTimeNs();
    for (uint64_t read = 1; read < kReads; ++read) ThreadCpuTimeNs();
    least_ns = std::min(least_ns, ThreadCpuTimeNs() - begin);
  }
  return least_ns * 1000 / kReads;
}

jlong Recorder::Find(JNIEnv* jni, jclass, jlong slot_address, jint function) {
  Recorder& recorder = Instance();
  auto* const slot = reinterpret_cast<ThreadSlot*>(slot_address);
  const int64_t lost = recorder.slots_.lost();
  const bool is_line = IsTraceCallLine(static_cast<uint32_t>(function));
  if (!recorder.slots_.IsOfOneThread(slot)) {
    if (slot == recorder.slots_.overflow() && !is_line) recorder.memory_.CountLost(1);
    return lost;
  }
  if (slot->tree == nullptr) recorder.BeginThread(jni, slot);
  ThreadTree* const tree = slot->tree;
  if (tree != nullptr && slot->node != 0) {
    const std::unique_lock<std::mutex> lock = recorder.virtual_threads_.LockShared(tree);
    TraceNode* const node =
        tree->CalleeOf(reinterpret_cast<TraceNode*>(slot->node + lost), static_cast<uint32_t>(function));
    if (node != tree->lost()) {
      if (!is_line) recorder.functions_.Record(static_cast<uint32_t>(function));
      return reinterpret_cast<int64_t>(node);
    }
  }
  // Calls from a line without a context count in the function's context. The depth stays, as a thread does
  // not return from a line.
  if (is_line) return lost;
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
                          recorder.options_.has_cpu_time ? 1 : 0,
                          reinterpret_cast<jlong>(recorder.types_.rows()),
                          reinterpret_cast<jlong>(recorder.types_.scrap()),
                          recorder.types_.null_type(),
                          reinterpret_cast<jlong>(recorder.types_.known())};
  constexpr auto kCount = static_cast<jsize>(std::size(places));
  const jlongArray result = jni->NewLongArray(kCount);
  if (result != nullptr) jni->SetLongArrayRegion(result, 0, kCount, places);
  return result;
}

jlong Recorder::Receivers(JNIEnv*, jclass, jint function) {
  return static_cast<jlong>(Instance().receivers_.Grow(static_cast<uint32_t>(function)));
}

jlong Recorder::Types(JNIEnv*, jclass, jlong slot_address, jlong node_address) {
  Recorder& recorder = Instance();
  ThreadTree* const tree = reinterpret_cast<ThreadSlot*>(slot_address)->tree;
  if (tree == nullptr) return reinterpret_cast<jlong>(recorder.types_.scrap());
  const auto* const node = reinterpret_cast<const TraceNode*>(node_address);
  const CallRoles roles = recorder.functions_.RolesOf(node->function);
  const std::unique_lock<std::mutex> lock = recorder.virtual_threads_.LockShared(tree);
  return reinterpret_cast<jlong>(recorder.types_.RowOf(*tree, node, roles));
}

jlong Recorder::MoreTypes(JNIEnv*, jclass, jlong slot_address, jlong cell_address) {
  Recorder& recorder = Instance();
  ThreadTree* const tree = reinterpret_cast<ThreadSlot*>(slot_address)->tree;
  if (tree == nullptr) return reinterpret_cast<jlong>(recorder.types_.scrap());
  const std::unique_lock<std::mutex> lock = recorder.virtual_threads_.LockShared(tree);
  const auto* const types = reinterpret_cast<const TraceTypes*>(cell_address);
  return reinterpret_cast<jlong>(recorder.types_.MoreThan(*tree, *types));
}

jint Recorder::Meet(JNIEnv* jni, jclass, jobjectArray known, jclass of, jint key, jint place) {
  Recorder& recorder = Instance();
  ToolsMemory<char> signature(recorder.tools_);
  if (recorder.tools_->GetClassSignature(of, signature.out(), nullptr) != JVMTI_ERROR_NONE) return -1;
  return recorder.types_.Meet(signature.get(), Lasts(jni, recorder.tools_, of), static_cast<uint32_t>(key),
                              static_cast<uint32_t>(place),
                              [&] { jni->SetObjectArrayElement(known, place, of); });
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

}  // namespace ringscope::java
