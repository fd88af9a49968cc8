#pragma once

#include <cstdint>
#include <vector>

#include "agents/java/class_file/code_attribute.h"

namespace ringscope::java {

// How a method counts its bytecodes; see InstrumentCode().
enum class Counting : uint8_t {
  kAtEnds,      // constants where it begins and returns
  kInVariable,  // added up in a local variable
  kAtOnce,      // written at once: constructors without a call of the superclass's that can be found
  kNothing,     // methods that are not followed
};

struct PlannedMethod {
  bool is_static = false;
  bool is_constructor = false;  // one that calls another constructor, as all but Object's do
  bool follows = true;
  bool is_exact = true;  // else only exceptions thrown on purpose count as throwing
};

// The places where instructions are counted: each one once, and before it is executed.
struct CountingPlan {
  Counting counting = Counting::kNothing;
  // Local variable 0 is `this` throughout.
  bool keeps_this = false;
  // For kAtEnds: whether an instruction may throw.
  bool has_throwing = false;
  // Instructions from this one on may be guarded by a handler.
  size_t safe_from = 0;
  // By instruction: bytecodes to be added before it, and before jumps to it arrive.
  std::vector<uint32_t> before, before_label;
};

[[nodiscard]] CountingPlan PlanCounting(const Code& code, const ClassFile& file, const PlannedMethod& method);

}  // namespace ringscope::java
