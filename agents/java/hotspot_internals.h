#pragma once

#include <jni.h>

#include <cstdint>
#include <string_view>

namespace ringscope::java {

// HotSpot's descriptions of its own structures for debuggers, in tables of its library. Other virtual
// machines lack them, and some versions parts of them; then these functions change nothing.
class HotspotInternals {
 public:
  HotspotInternals();

  // Stops compiled code from replacing calls of this method by an intrinsic of the compiler, so that all
  // calls run the method's bytecode. The method must not be native.
  void UseBytecodeOf(jmethodID method) const;

  // Clears a flag of type bool that the VM reads whenever it compiles something.
  void ClearFlag(std::string_view name) const;

 private:
  int64_t intrinsic_id_offset_ = -1;  // of a Method, 16 bits
  void* flags_ = nullptr;             // the first JVMFlag
  int64_t flag_count_ = 0;
  int64_t flag_bytes_ = 0, name_offset_ = -1, address_offset_ = -1;
};

}  // namespace ringscope::java
