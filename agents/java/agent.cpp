// The agent as the virtual machine sees it: what -javaagent or -agentpath starts.

#include <jni.h>
#include <jvmti.h>

#include "agents/java/recorder.h"

namespace {

using ringscope::java::Recorder;

jvmtiEnv* ToolsOf(JavaVM* vm) {
  void* tools = nullptr;
  return vm->GetEnv(&tools, JVMTI_VERSION_11) == JNI_OK ? static_cast<jvmtiEnv*>(tools) : nullptr;
}

void JNICALL OnInit(jvmtiEnv*, JNIEnv* jni, jthread) { Recorder::Instance().Start(jni); }

}  // namespace

extern "C" {

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM* vm, char* options, void*) {
  jvmtiEnv* const tools = ToolsOf(vm);
  if (tools == nullptr) return JNI_OK;
  Recorder::Instance().SetUp(tools, options == nullptr ? "" : options);
  jvmtiEventCallbacks callbacks = Recorder::Callbacks();
  callbacks.VMInit = OnInit;
  tools->SetEventCallbacks(&callbacks, sizeof callbacks);
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
  const jvmtiEventCallbacks callbacks = Recorder::Callbacks();
  tools->SetEventCallbacks(&callbacks, sizeof callbacks);
  Recorder::Instance().Start(jni);
}

}  // extern "C"
