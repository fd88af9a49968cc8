#include "agents/java/processor_time.h"

#include <time.h>

#include <algorithm>
#include <utility>

namespace ringscope::java {

namespace {

uint64_t NowNs() {
  timespec time = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(time.tv_nsec);
}

// Up to where its time was given to contexts; 0: not at all.
constinit thread_local uint64_t charged_ns __attribute__((tls_model("initial-exec"))) = 0;

}  // namespace

uint64_t ProcessorTime::SinceLast() {
  const uint64_t now_ns = NowNs();
  const uint64_t before_ns = std::exchange(charged_ns, now_ns);
  return before_ns == 0 ? 0 : now_ns - before_ns;
}

uint64_t ProcessorTime::CostOfReadingPs() {
  constexpr int kRounds = 20;
  constexpr uint64_t kReads = 200;
  uint64_t least_ns = UINT64_MAX;
  for (int round = 0; round < kRounds; ++round) {
    const uint64_t begin = NowNs();
    for (uint64_t read = 1; read < kReads; ++read) NowNs();
    least_ns = std::min(least_ns, NowNs() - begin);
  }
  return least_ns * 1000 / kReads;
}

}  // namespace ringscope::java
