// Calls of functions that do nothing, for native_recorder.sh: prints the processor time of a call and its
// return.

#include <stdio.h>
#include <time.h>

#define APART __attribute__((noinline))
#define UNTRACED __attribute__((no_instrument_function))

namespace {

constexpr long kCalls = 5'000'000;

UNTRACED double NowNs() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

APART long Leaf(long value) {
  __asm__ volatile("");
  return value + 1;
}
APART long Fibonacci(long n) {
  __asm__ volatile("");
  return n < 2 ? n : Fibonacci(n - 1) + Fibonacci(n - 2);
}
// Calls that Fibonacci(n) makes, itself included.
UNTRACED long CallsOf(long n) {
  long before = 1;
  long calls = 1;
  for (long i = 2; i <= n; ++i) {
    const long next = before + calls + 1;
    before = calls;
    calls = next;
  }
  return calls;
}

}  // namespace

UNTRACED int main() {
  constexpr long kDepth = 30;
  volatile long sum = 0;
  for (int round = 0; round < 5; ++round) {
    const double begin_ns = NowNs();
    for (long call = 0; call < kCalls; ++call) sum = sum + Leaf(call);
    const double middle_ns = NowNs();
    sum = sum + Fibonacci(kDepth);
    const double end_ns = NowNs();
    fprintf(stderr, "  leaf %.1f ns, recursion %.1f ns\n",
            (middle_ns - begin_ns) / static_cast<double>(kCalls),
            (end_ns - middle_ns) / static_cast<double>(CallsOf(kDepth)));
  }
}
