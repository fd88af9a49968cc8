#pragma once

#include <jni.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "agents/common/trace_memory.h"

namespace ringscope::java {

// The virtual threads of Java, which come and go on threads of the system, and their trees. Each has its own
// tree up to a number of threads; those beyond share one. Any thread may call this at any time.
class VirtualThreads {
 public:
  explicit VirtualThreads(TraceMemory& memory) : memory_(memory) {}

  // Finds out whether this version of Java has virtual threads.
  void Find(JNIEnv* jni);
  // The name for the tree of the running thread, if that is a virtual one.
  [[nodiscard]] std::optional<std::string> NameOfRunning(JNIEnv* jni);
  // Makes a tree for a virtual thread that begins; null without memory for it.
  [[nodiscard]] ThreadTree* Begin(std::string_view name, uint64_t number);
  // Call when the tree's thread, virtual or not, has ended.
  void Ended(const ThreadTree& tree);

  [[nodiscard]] bool IsShared(const ThreadTree* tree) const { return tree == shared_tree_; }
  // Held while contexts are looked up in the shared tree; an empty lock for other trees.
  [[nodiscard]] std::unique_lock<std::mutex> LockShared(const ThreadTree* tree) {
    return IsShared(tree) ? std::unique_lock(shared_tree_mutex_) : std::unique_lock<std::mutex>();
  }

 private:
  TraceMemory& memory_;
  jclass thread_ = nullptr, virtual_thread_ = nullptr;  // null: this version has none
  jmethodID current_thread_ = nullptr;
  jfieldID thread_name_ = nullptr;
  std::atomic<uint32_t> tree_count_ = 0;  // in use, of one thread each
  std::mutex shared_tree_mutex_;
  std::atomic<ThreadTree*> shared_tree_ = nullptr;
};

}  // namespace ringscope::java
