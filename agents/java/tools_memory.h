#pragma once

#include <jvmti.h>

#include <string_view>

namespace ringscope::java {

inline std::string_view TextOf(const char* text) { return text == nullptr ? std::string_view() : text; }

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
inline std::string_view ClassNameOf(std::string_view signature) {
  return signature.starts_with('L') ? signature.substr(1, signature.size() - 2) : std::string_view();
}

}  // namespace ringscope::java
