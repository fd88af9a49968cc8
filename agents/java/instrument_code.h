#pragma once

#include <cstdint>
#include <string_view>

#include "agents/java/call_types.h"
#include "agents/java/class_file/class_file.h"
#include "agents/java/function_registry.h"
#include "agents/java/instrument_class.h"

namespace ringscope::java {

// The class whose methods instrumented code calls.
inline constexpr std::string_view kProbeClass = "java/lang/RingscopeProbe";

// What is different from method to method.
struct CodeOptions {
  uint32_t function = 0;
  // Where not, the method has no context: its handlers make the context that it was called in the thread's
  // again.
  bool follows = true;
  // Where not, and it is followed, what it does counts in the context that it was called in; its calls do not
  // count.
  bool has_context = true;
  // Where the method has a context, its callees are apart by the lines that call them.
  bool tells_call_sites = false;
  // Whose types are counted, where the method has a context.
  CallRoles typed;
  // The thread came here from nowhere, whatever it did before: the VM calls this method itself.
  bool starts_at_root = false;
  // The thread is over when this method returns.
  bool ends_thread = false;
  // Slot of an array of bytes that is a class to be instrumented before anything else happens; 0: none.
  uint32_t class_bytes_slot = 0;
};

// Instruments a method that has code: `content` is that of its attribute Code, and `out` gets the new
// one.
//
// The method enters its context when it begins, which it keeps in a local variable, and leaves it when it
// returns. Each instruction counts when it has been begun. Where a method consists of one block in which one
// instruction at most may throw, the counts are constants at both ends. Otherwise they are added up in
// another local variable, before each instruction that may throw or jump, and are written when the method
// returns, when an exception leaves it, and once in a while in loops. A handler makes the method's context
// the thread's again.
//
// Before the constructor of the superclass has been called no handler may be around the code: until then
// counts are written at once.
//
// False where the code cannot be read or what comes out would be too large; then `out` is as it was.
[[nodiscard]] bool InstrumentCode(ClassFile& file, const MethodInfo& method, Bytes content,
                                  const CodeOptions& options, const InstrumentOptions& settings,
                                  FunctionRegistry& functions, BigEndianWriter& out);

}  // namespace ringscope::java
