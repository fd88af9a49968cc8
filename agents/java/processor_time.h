#pragma once

#include <cstdint>

namespace ringscope::java {

// The clock of processor time of the thread of the system that runs. To read it is a system call.
class ProcessorTime {
 public:
  // How much has passed since the last call on this thread; 0 the first time. Virtual threads come and go meanwhile.
  [[nodiscard]] static uint64_t SinceLast();
  // What reading it takes, in 1/1000 ns.
  [[nodiscard]] static uint64_t CostOfReadingPs();
};

}  // namespace ringscope::java
