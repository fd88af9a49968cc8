#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/common/name_patterns.h"
#include "agents/java/class_file/big_endian.h"
#include "agents/java/function_registry.h"

namespace ringscope::java {

// The classes that are followed; calls of methods of other classes count in their callers.
struct ClassFilter {
  std::vector<std::string> include, exclude;  // packages and classes, "java.util"; include empty: all

  [[nodiscard]] bool Follows(std::string_view shown_name) const;
};

struct InstrumentOptions {
  ClassFilter filter;
  NamePatterns left_out;  // methods without contexts: their callers have their cost
  bool counts_allocations = true;
  bool counts_receivers = true;
  bool counts_natives = true;
  bool counts_types = false;      // of receivers, arguments and results
  bool tells_call_sites = false;  // contexts by the calling line; then no receivers
};

// A method whose calls the VM replaces by an intrinsic when it compiles them.
struct IntrinsicMethod {
  std::string name, descriptor;
};

struct InstrumentedClass {
  std::string name;  // "java/lang/String"
  BigEndianWriter bytes;
  std::vector<IntrinsicMethod> intrinsics;
  uint32_t skipped_methods = 0;  // methods left unchanged, as they would be too large
};

// Instruments a class. std::nullopt: it stays unchanged. A class without a name of its own is `is_hidden`.
[[nodiscard]] std::optional<InstrumentedClass> InstrumentClass(Bytes class_file, bool is_hidden,
                                                               const InstrumentOptions& options,
                                                               FunctionRegistry& functions);

}  // namespace ringscope::java
