#pragma once

#include <string_view>

#include "agents/common/agent_settings.h"
#include "agents/java/instrument_class.h"

namespace ringscope::java {

// What the Java agent is told: docs/agents_java.md lists it.
struct AgentOptions {
  AgentSettings settings;
  InstrumentOptions instrument;
  bool has_cpu_time = false;  // of each context; two system calls a call
  bool has_bad_option = false;

  // The environment, then "key=value,key=value"; says on stderr what it cannot read. `instrument` borrows
  // from `settings`.
  void Read(std::string_view text);

 private:
  [[nodiscard]] bool Take(std::string_view key, std::string_view value);
};

}  // namespace ringscope::java
