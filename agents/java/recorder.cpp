#include "agents/java/recorder.h"

#include <jni.h>
#include <jvmti.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "agents/common/finish_as_cct.h"
#include "agents/common/message.h"
#include "agents/java/class_file/class_file.h"
#include "agents/java/instrument_code.h"

namespace ringscope::java {

namespace {

std::string_view TextOf(const char* text) { return text == nullptr ? std::string_view() : text; }

// "java/lang/String"; empty for arrays and primitive types, and if the name is unknown.
std::string ClassNameOf(jvmtiEnv* tools, jclass of) {
  ToolsMemory<char> text(tools);
  if (tools->GetClassSignature(of, text.out(), nullptr) != JVMTI_ERROR_NONE) return {};
  const std::string_view signature = TextOf(text.get());
  return std::string(signature.starts_with('L') ? signature.substr(1, signature.size() - 2) : "");
}

// Calls visit(method, access, name, descriptor) for each method of a class that is_asked(access).
template <typename IsAsked, typename Visit>
void ForEachMethod(jvmtiEnv* tools, jclass of, const IsAsked& is_asked, const Visit& visit) {
  ToolsMemory<jmethodID> methods(tools);
  jint count = 0;
  if (tools->GetClassMethods(of, &count, methods.out()) != JVMTI_ERROR_NONE) return;
  for (jint i = 0; i < count; ++i) {
    const jmethodID method = methods.get()[i];
    jint access = 0;
    ToolsMemory<char> name(tools), descriptor(tools);
    if (tools->GetMethodModifiers(method, &access) == JVMTI_ERROR_NONE && is_asked(access) &&
        tools->GetMethodName(method, name.out(), descriptor.out(), nullptr) == JVMTI_ERROR_NONE)
      visit(method, access, TextOf(name.get()), TextOf(descriptor.get()));
  }
}

// The order of RingscopeProbe's offsets.
constexpr TraceMeasure kMetrics[] = {{"bytecodes", "count", 1},
                                     {"calls", "count", 1},
                                     {"objects", "count", 1},
                                     {"allocated", "bytes", 1},
                                     {"cpu time", "ns", 1}};
// The order of FrameFacts.
constexpr TraceMeasure kFunctionValues[] = {
    {"receivers", "count", 1}, {"returns self", "count", 1}, {"same return per receiver", "count", 1}};

}  // namespace

void AgentOptions::Read(std::string_view text) {
  settings.ReadEnvironment();
  ForEachOption(text, [this](std::string_view key, std::string_view value) {
    if (Take(key, value)) return;
    SayLine({"cannot read the option ", key, "=", value,
             " of the Java agent; it knows trace, out, limit, leave-out, include, exclude, receivers, "
             "allocations, natives, types, call-sites, cpu"});
    has_bad_option = true;
  });
}

bool AgentOptions::Take(std::string_view key, std::string_view value) {
  const auto take_switch = [&](bool& option) {
    if (value != "off" && value != "on" && !value.empty()) return false;
    option = value != "off";
    return true;
  };
  const auto take_list = [&](std::vector<std::string>& list) {
    while (!value.empty()) {
      const size_t end = value.find_first_of(":;");
      if (end != 0) list.emplace_back(value.substr(0, end));
      value = end == std::string_view::npos ? std::string_view() : value.substr(end + 1);
    }
    return true;
  };
  if (key == "include") return take_list(instrument.filter.include);
  if (key == "exclude") return take_list(instrument.filter.exclude);
  if (key == "receivers") return take_switch(instrument.counts_receivers);
  if (key == "allocations") return take_switch(instrument.counts_allocations);
  if (key == "natives") return take_switch(instrument.counts_natives);
  if (key == "types") return take_switch(instrument.counts_types);
  if (key == "call-sites") return take_switch(instrument.tells_call_sites);
  if (key == "cpu") return take_switch(has_cpu_time);
  const AgentSettings::Taken taken = settings.Take(key, value);
  if (taken != AgentSettings::Taken::kUnknown) return taken == AgentSettings::Taken::kYes;
  // A name alone is the output file.
  return value.empty() && settings.Take("out", key) == AgentSettings::Taken::kYes;
}

Recorder& Recorder::Instance() {
  // Never destroyed: threads run until the process is gone.
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
  jvmtiEventCallbacks callbacks{};
  callbacks.VMInit = OnInit;
  callbacks.ClassFileLoadHook = OnClass;
  callbacks.ClassPrepare = OnClassPrepare;
  callbacks.ThreadEnd = OnThreadEnd;
  callbacks.VMDeath = OnDeath;
  tools->SetEventCallbacks(&callbacks, sizeof callbacks);
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
  object_sizes_ = static_cast<int32_t*>(ReserveZeros(FunctionRegistry::kMostClasses * sizeof(int32_t)));
  if (object_sizes_ == nullptr || !slots_.Reserve() || !receivers_.Reserve() ||
      (options_.instrument.counts_types && !types_.Reserve())) {
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
  if (options_.instrument.counts_types) types_.NameBasicTypes();
  if (options_.has_cpu_time) {
    // About one of a call's two readings falls into the callee: the end of the first one, and the begin of
    // the second one.
    const uint64_t reading_ps = CostOfProcessorTimePs();
    memory_.SetProbeCost(reading_ps, reading_ps);
  }
  if (!DefineProbe(jni)) {
    SayLine({"this virtual machine does not take the Java agent's class; nothing is recorded"});
    return;
  }
  is_started_ = true;
  virtual_threads_.Find(jni);
  AddProperty("command", "sun.java.command");
  AddProperty("virtual machine", "java.vm.name");
  AddProperty("version of the virtual machine", "java.vm.version");
  // Instrumented methods are larger, but must be compiled nevertheless; and frequent exceptions must be made
  // by their constructors, too.
  hotspot_.ClearFlag("DontCompileHugeMethods");
  hotspot_.ClearFlag("OmitStackTraceInFastThrow");

  jint count = 0;
  ToolsMemory<jclass> loaded(tools_);
  if (tools_->GetLoadedClasses(&count, loaded.out()) != JVMTI_ERROR_NONE) count = 0;
  std::vector<jclass> classes;
  for (jint i = 0; i < count; ++i) {
    jboolean is_modifiable = JNI_FALSE;
    tools_->IsModifiableClass(loaded.get()[i], &is_modifiable);
    if (is_modifiable != JNI_TRUE) continue;
    const std::string name = ClassNameOf(tools_, loaded.get()[i]);
    if (!name.empty() && name != kProbeClass && !name.starts_with("ringscope/")) {
      classes.push_back(loaded.get()[i]);
    }
  }
  FindNatives(classes);
  for (const jvmtiEvent event : {JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_CLASS_PREPARE,
                                 JVMTI_EVENT_THREAD_END, JVMTI_EVENT_VM_DEATH}) {
    tools_->SetEventNotificationMode(JVMTI_ENABLE, event, nullptr);
  }
  Retransform(classes.data(), classes.size());
  for (const jclass of : classes) UseBytecodeIn(of);
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

void Recorder::AddProperty(const char* attribute, const char* property) {
  ToolsMemory<char> value(tools_);
  if (tools_->GetSystemProperty(property, value.out()) == JVMTI_ERROR_NONE) {
    memory_.AddAttribute(attribute, TextOf(value.get()));
  }
}

void Recorder::FindNatives(const std::vector<jclass>& classes) {
  for (const jclass of : classes) {
    jint class_access = 0;
    if (tools_->GetClassModifiers(of, &class_access) != JVMTI_ERROR_NONE) continue;
    const std::string owner = ClassNameOf(tools_, of);
    if (!options_.instrument.filter.Follows(ShownClassName(owner))) continue;
    ForEachMethod(
        tools_, of, [](jint access) { return (access & kAccNative) != 0; },
        [&](jmethodID, jint access, std::string_view name, std::string_view descriptor) {
          functions_.AddNative({owner, name, descriptor},
                               static_cast<uint16_t>(access | (class_access & kAccFinal)));
        });
  }
}

void Recorder::Retransform(const jclass* classes, size_t count) {
  if (count == 0) return;
  if (tools_->RetransformClasses(static_cast<jint>(count), classes) == JVMTI_ERROR_NONE) return;
  // The call fails for all classes if one of them cannot be changed: find the others by halving.
  if (count == 1) return;
  Retransform(classes, count / 2);
  Retransform(classes + count / 2, count - count / 2);
}

void Recorder::UseBytecodeIn(jclass of) {
  if (intrinsic_classes_.load(std::memory_order_relaxed) == 0) return;
  std::vector<IntrinsicMethod> wanted;
  {
    const std::lock_guard lock(intrinsics_mutex_);
    const auto found = intrinsics_.find(ClassNameOf(tools_, of));
    if (found == intrinsics_.end()) return;
    wanted = std::move(found->second);
    intrinsics_.erase(found);
    intrinsic_classes_ = intrinsics_.size();
  }
  ForEachMethod(
      tools_, of, [](jint) { return true; },
      [&](jmethodID method, jint, std::string_view name, std::string_view descriptor) {
        if (std::any_of(wanted.begin(), wanted.end(), [&](const IntrinsicMethod& one) {
              return one.name == name && one.descriptor == descriptor;
            }))
          hotspot_.UseBytecodeOf(method);
      });
}

void Recorder::BeginThread(JNIEnv* jni, ThreadSlot* slot) {
  const auto number = static_cast<uint64_t>(slot - slots_.slots());
  ThreadTree* tree = nullptr;
  if (const std::optional<std::string> virtual_name = virtual_threads_.NameOfRunning(jni)) {
    tree = virtual_threads_.Begin(*virtual_name, number);
  } else {
    // Threads that the VM hides are not recorded: their calls depend on time.
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

void Recorder::EndThread(ThreadSlot* slot) {
  if (slot == nullptr || !slots_.IsOfOneThread(slot)) return;
  ThreadTree* const tree = slot->tree;
  slots_.End(slot);
  if (tree == nullptr || virtual_threads_.IsShared(tree)) return;
  virtual_threads_.Ended(*tree);
  if (types_.rows() != nullptr) types_.Forget(*tree);
  memory_.EndThread(tree);
}

void Recorder::OnInit(jvmtiEnv*, JNIEnv* jni, jthread) { Instance().Start(jni); }

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
    recorder.memory_.AddAttribute("methods too large to be counted", std::to_string(skipped));
  }
  recorder.memory_.Finish();
  if (recorder.options_.settings.out[0] != 0) FinishAsCct(recorder.memory_);
}

}  // namespace ringscope::java

// The agent's entry points for the virtual machine: started by -agentpath and -javaagent.

namespace {

using ringscope::java::Recorder;

jvmtiEnv* ToolsOf(JavaVM* vm) {
  void* tools = nullptr;
  return vm->GetEnv(&tools, JVMTI_VERSION_11) == JNI_OK ? static_cast<jvmtiEnv*>(tools) : nullptr;
}

}  // namespace

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  jvmtiEnv* const tools = ToolsOf(vm);
  if (tools == nullptr) return JNI_OK;
  Recorder::Instance().SetUp(tools, options == nullptr ? "" : options);
  tools->SetEventNotificationMode(JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, nullptr);
  return JNI_OK;
}

JNIEXPORT void JNICALL Java_ringscope_agent_Agent_start(JNIEnv* jni, jclass, jstring options) {
  JavaVM* vm = nullptr;
  if (jni->GetJavaVM(&vm) != JNI_OK) return;
  jvmtiEnv* const tools = ToolsOf(vm);
  if (tools == nullptr) return;
  const char* const text = jni->GetStringUTFChars(options, nullptr);
  if (text == nullptr) return;
  Recorder::Instance().SetUp(tools, text);
  jni->ReleaseStringUTFChars(options, text);
  Recorder::Instance().Start(jni);
}

}  // extern "C"
