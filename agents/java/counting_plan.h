#pragma once

#include <cstdint>
#include <vector>

#include "agents/java/class_file/code_attribute.h"

namespace ringscope::java {

// How a method counts its bytecodes; see InstrumentCode().
enum class Counting : uint8_t {
  kAtEnds,      // constants where it begins and returns
  kInVariable,  // added up in a local variable
  kAtOnce,      // written at once: constructors in which no call of the superclass's is found
  kNothing,     // methods that are not followed
};

struct PlannedMethod {
  bool is_static = false;
  bool is_constructor = false;  // that calls another one
  bool follows = true;
  bool is_exact = true;  // where not, only what is thrown on purpose counts as throwing
};

// What is counted where: each instruction once, and before it is done.
struct CountingPlan {
  Counting counting = Counting::kNothing;
  // Local variable 0 is `this` throughout.
  bool keeps_this = false;
  // Of a method that counts at its ends: whether there is an instruction that may throw.
  bool has_throwing = false;
  // Instructions from here on may be guarded by a handler.
  size_t safe_from = 0;
  // By instruction: bytecodes to be added before it, and before jumps to it arrive.
  std::vector<uint32_t> before, before_label;
};

[[nodiscard]] CountingPlan PlanCounting(const Code& code, const ClassFile& file, const PlannedMethod& method);

}  // namespace ringscope::java
