#pragma once

#include <jvmti.h>

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

}  // namespace ringscope::java
