#include "agents/java/virtual_threads.h"

namespace ringscope::java {

namespace {

// Each tree takes 64 KiB at least, and programs may have a million virtual threads: those beyond this number
// share one tree. Its contexts are looked up under a lock, but threads count in them without one.
constexpr uint32_t kMostVirtualTrees = 2048;
constexpr std::string_view kVirtualThreads = "virtual threads";
constexpr std::string_view kSharedTree =
    "more than 2,048 at a time: those beyond share contexts, whose counts may be a little too low";

// "request-" of "request-17": there are too many virtual threads for a name each.
std::string_view WithoutNumber(std::string_view name) {
  const size_t end = name.find_last_not_of("0123456789");
  return name.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

}  // namespace

void VirtualThreads::Find(JNIEnv* jni) {
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

// Calls Java, as the tools interface would have to slow down each virtual thread to report them.
std::optional<std::string> VirtualThreads::NameOfRunning(JNIEnv* jni) {
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

ThreadTree* VirtualThreads::Begin(std::string_view name, uint64_t number) {
  // The virtual thread runs on this thread of the system only for a while, so this_thread_tree stays the tree
  // of the system's thread.
  ThreadTree* const of_system = this_thread_tree;
  ThreadTree* tree = nullptr;
  if (++tree_count_ <= kMostVirtualTrees) {
    tree = memory_.BeginThread(name, number);
    if (tree != nullptr) tree->recorder_data = &tree_count_;
  } else {
    const std::lock_guard lock(shared_tree_mutex_);
    tree = shared_tree_;
    if (tree == nullptr) {
      tree = memory_.BeginThread(kVirtualThreads, 0);
      shared_tree_ = tree;
      memory_.AddAttribute("virtual threads", kSharedTree);
    }
  }
  if (tree == nullptr || tree == shared_tree_) --tree_count_;
  this_thread_tree = of_system;
  return tree;
}

void VirtualThreads::Ended(const ThreadTree& tree) {
  if (tree.recorder_data == &tree_count_) --tree_count_;
}

}  // namespace ringscope::java
