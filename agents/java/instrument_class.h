#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/common/name_patterns.h"
#include "agents/java/class_file/big_endian.h"
#include "agents/java/function_registry.h"

namespace ringscope::java {

// Which classes are followed; of the others the calls vanish in their callers.
struct ClassFilter {
  std::vector<std::string> include, exclude;  // packages and classes, "java.util"; include empty: all

  [[nodiscard]] bool Follows(std::string_view shown_name) const;
};

struct InstrumentOptions {
  ClassFilter filter;
  NamePatterns left_out;  // methods, "java.util.List.of": what they cost counts in their callers' contexts
  bool counts_allocations = true;
  bool counts_receivers = true;
  bool counts_natives = true;
  bool counts_types = false;      // of receivers, arguments and results
  bool tells_call_sites = false;  // contexts by the line that calls them; then no receivers
};

// A method that the VM replaces by code of its own when it compiles calls of it.
struct IntrinsicMethod {
  std::string name, descriptor;
};

struct InstrumentedClass {
  std::string name;  // "java/lang/String"
  BigEndianWriter bytes;
  std::vector<IntrinsicMethod> intrinsics;
  uint32_t skipped_methods = 0;  // that are as they were, as they would be too large
};

// Instruments a class. nullopt: it stays as it is. A class without a name of its own is `is_hidden`.
[[nodiscard]] std::optional<InstrumentedClass> InstrumentClass(Bytes class_file, bool is_hidden,
                                                               const InstrumentOptions& options,
                                                               FunctionRegistry& functions);

}  // namespace ringscope::java
