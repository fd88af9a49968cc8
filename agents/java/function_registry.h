#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "agents/common/trace_memory.h"
#include "agents/java/call_types.h"
#include "agents/java/class_file/constant_pool.h"

namespace ringscope::java {

// The functions and classes of a program by number. They are recorded at their first call. Any thread, at any
// time.
class FunctionRegistry {
 public:
  static constexpr uint32_t kMostFunctions = 1u << 24;
  static constexpr uint32_t kMostClasses = 1u << 22;

  struct Function {
    uint32_t class_number = 0;
    uint32_t line = 0;
    uint64_t code_hash = 0;
    std::string name;  // with its class: "java.util.HashMap.put"
    std::string file;
    CallRoles roles;           // the roles whose types are counted
    bool is_recorded = false;  // set by the registry
  };

  explicit FunctionRegistry(TraceMemory& memory) : memory_(memory) {}

  // The number of a class, from 1; 0 if there are too many. `name` as shown, "java.util.HashMap".
  uint32_t ClassOf(std::string_view name);
  void SetSuperclass(uint32_t number, uint32_t superclass);

  // The number of a function, from 1; 0 if there are too many. A function with the same class, name and code
  // keeps its number. `descriptor` tells functions of one name apart.
  uint32_t Add(const Function& function, std::string_view descriptor);

  // Adds a native method by class, name and descriptor, as class files write them.
  void AddNative(const MemberName& method, uint16_t access);
  // The function of the native method that a call certainly leads to; 0: not native, or not certain.
  uint32_t FunctionOfNative(uint8_t opcode, const MemberName& called);

  // Writes the records of a function, its class and the superclasses, unless they are written already.
  void Record(uint32_t function);
  [[nodiscard]] CallRoles RolesOf(uint32_t function);

 private:
  struct Class {
    std::string name;
    uint32_t superclass = 0;
    bool is_recorded = false;
  };
  struct Native {
    uint16_t access = 0;
    uint32_t function = 0;
  };

  TraceMemory& memory_;
  std::recursive_mutex mutex_;
  std::deque<Class> classes_;
  std::deque<Function> functions_;
  std::unordered_map<std::string, uint32_t> class_numbers_, function_numbers_;
  std::unordered_map<std::string, Native> natives_;
};

// "java.lang.String" of "java/lang/String". Leaves out numbers that differ from run to run: those of proxies,
// lambdas and generated accessors.
[[nodiscard]] std::string ShownClassName(std::string_view name);

}  // namespace ringscope::java
