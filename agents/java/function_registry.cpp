#include "agents/java/function_registry.h"

#include <algorithm>
#include <utility>

#include "agents/java/class_file/bytecode.h"
#include "agents/java/class_file/class_file.h"
#include "cct/names/java_class_name.h"

namespace ringscope::java {

namespace {

std::string KeyOf(const MemberName& method) {
  return std::string(method.owner).append(".").append(method.name).append(method.descriptor);
}

}  // namespace

std::string ShownClassName(std::string_view name) { return StableJavaClassName(name); }

uint32_t FunctionRegistry::ClassOf(std::string_view name) {
  const std::lock_guard lock(mutex_);
  uint32_t& number = class_numbers_[std::string(name)];
  if (number == 0 && classes_.size() + 1 < kMostClasses) {
    classes_.push_back({.name = std::string(name)});
    number = static_cast<uint32_t>(classes_.size());
  }
  return number;
}

void FunctionRegistry::SetSuperclass(uint32_t number, uint32_t superclass) {
  const std::lock_guard lock(mutex_);
  if (number != 0) classes_[number - 1].superclass = superclass;
}

uint32_t FunctionRegistry::Add(const Function& function, std::string_view descriptor) {
  std::string key = function.name + std::string(descriptor);
  for (const uint64_t number : {function.code_hash, uint64_t{function.roles.count}})
    key += ' ' + std::to_string(number);
  const std::lock_guard lock(mutex_);
  uint32_t& number = function_numbers_[std::move(key)];
  if (number == 0 && functions_.size() + 1 < kMostFunctions) {
    functions_.push_back(function);
    number = static_cast<uint32_t>(functions_.size());
  }
  return number;
}

void FunctionRegistry::AddNative(const MemberName& method, uint16_t access) {
  const std::lock_guard lock(mutex_);
  natives_[KeyOf(method)].access = access;
}

uint32_t FunctionRegistry::FunctionOfNative(uint8_t opcode, const MemberName& called) {
  // The VM gives methods of these classes any descriptor.
  if (called.owner == "java/lang/invoke/MethodHandle" || called.owner == "java/lang/invoke/VarHandle")
    return 0;
  const std::lock_guard lock(mutex_);
  const auto found = natives_.find(KeyOf(called));
  if (found == natives_.end()) return 0;
  Native& native = found->second;
  if (opcode == kInvokevirtual && (native.access & (kAccFinal | kAccPrivate)) == 0) return 0;
  if (native.function == 0) {
    const std::string shown = ShownClassName(called.owner);
    native.function = Add({.class_number = ClassOf(shown), .name = shown + "." + std::string(called.name)},
                          called.descriptor);
  }
  return native.function;
}

void FunctionRegistry::Record(uint32_t function) {
  const std::lock_guard lock(mutex_);
  if (function == 0 || function > functions_.size() || functions_[function - 1].is_recorded) return;
  Function& recorded = functions_[function - 1];
  recorded.is_recorded = true;
  for (uint32_t number = recorded.class_number; number != 0 && !classes_[number - 1].is_recorded;
       number = classes_[number - 1].superclass) {
    Class& of = classes_[number - 1];
    of.is_recorded = true;
    const std::string_view name = of.name;
    const size_t dot = name.rfind('.');
    const bool has_package = dot != std::string_view::npos;
    memory_.AddClass({.id = number, .superclass_id = of.superclass},
                     has_package ? name.substr(dot + 1) : name,
                     has_package ? name.substr(0, dot) : std::string_view());
  }
  memory_.AddFunction({.id = function,
                       .class_id = recorded.class_number,
                       .line = recorded.line,
                       .code_hash = recorded.code_hash},
                      recorded.name, {}, recorded.file);
}

CallRoles FunctionRegistry::RolesOf(uint32_t function) {
  const std::lock_guard lock(mutex_);
  return function == 0 || function > functions_.size() ? CallRoles() : functions_[function - 1].roles;
}

}  // namespace ringscope::java
