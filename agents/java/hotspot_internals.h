#pragma once

#include <jni.h>

#include <cstdint>
#include <string_view>

namespace ringscope::java {

// What HotSpot tells debuggers of its own structures, in tables of its library. Other virtual machines, and
// versions without what is looked for, know nothing of it; then nothing is changed.
class HotspotInternals {
 public:
  HotspotInternals();

  // Where compiled code calls this method, it is no longer replaced by code that the compiler knows for it:
  // so all calls run the method's bytecode. The method is not to be native.
  void UseBytecodeOf(jmethodID method) const;

  // Takes back a flag, of type bool, that the VM reads whenever it compiles something.
  void ClearFlag(std::string_view name) const;

 private:
  int64_t intrinsic_id_offset_ = -1;  // of a Method, 16 bits
  void* flags_ = nullptr;             // the first JVMFlag
  int64_t flag_count_ = 0;
  int64_t flag_bytes_ = 0, name_offset_ = -1, address_offset_ = -1;
};

}  // namespace ringscope::java
