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

// The options that differ from method to method.
struct CodeOptions {
  uint32_t function = 0;
  // Whether the method counts its bytecodes and calls. If not, it has no context: its handlers restore the
  // thread's context to the one that the method was called in.
  bool follows = true;
  // Whether a method that is followed has a context. If not, its cost counts in the context that it was
  // called in, and its calls do not count.
  bool has_context = true;
  // If the method has a context, its callees have contexts by the lines that call them.
  bool tells_call_sites = false;
  // The roles whose types are counted, if the method has a context.
  CallRoles typed;
  // The VM itself calls this method, at the thread's root, whatever the thread did before.
  bool starts_at_root = false;
  // The thread ends when this method returns.
  bool ends_thread = false;
  // Slot of an array of bytes that is a class to be instrumented before the method does anything else; 0:
  // none.
  uint32_t class_bytes_slot = 0;
};

// Instruments a method with code: `content` is that of its attribute Code, and `out` gets the new one.
//
// The method enters its context, which it keeps in a local variable, when it begins, and leaves it when it
// returns. Each instruction counts when it has been begun. If a method is one block in which at most one
// instruction may throw, the counts are constants at both ends. Otherwise they are added up in another local
// variable, before each instruction that may throw or jump, and are written when the method returns, when an
// exception leaves it, and once in a while in loops. A handler restores the method's context in the thread.
//
// No handler may guard code before the call of the superclass's constructor: until then counts are written at
// once.
//
// False if the code cannot be read or the result would be too large; then `out` is unchanged.
[[nodiscard]] bool InstrumentCode(ClassFile& file, const MethodInfo& method, Bytes content,
                                  const CodeOptions& options, const InstrumentOptions& settings,
                                  FunctionRegistry& functions, BigEndianWriter& out);

}  // namespace ringscope::java
