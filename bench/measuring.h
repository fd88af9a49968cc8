#pragma once

#include <fmt/core.h>
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/result.h"

// What the programs that measure share.

namespace ringscope {

using Clock = std::chrono::steady_clock;

inline double Milliseconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

// Of all threads of the process, the driver's included: what work costs whatever else the machine does.
inline double CpuMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

inline double Percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}
inline double MedianOf(const std::vector<double>& values) { return Percentile(values, 0.5); }

// Of the last minute.
inline std::string LoadAverage() {
  std::ifstream file("/proc/loadavg");
  std::string load = "0";
  file >> load;
  return load;
}

// Times of one piece of work, in ms. What was freed goes back to the system before each run.
class Stopwatch {
 public:
  void Measure(const std::function<void()>& work) {
    malloc_trim(0);
    const double cpu_begin = CpuMilliseconds();
    const auto begin = Clock::now();
    work();
    passed_.push_back(Milliseconds(begin, Clock::now()));
    cpu_.push_back(CpuMilliseconds() - cpu_begin);
  }
  // Medians.
  [[nodiscard]] double passed() const { return MedianOf(passed_); }
  [[nodiscard]] double cpu() const { return MedianOf(cpu_); }

 private:
  std::vector<double> passed_;
  std::vector<double> cpu_;
};

[[noreturn]] inline void Die(const std::string& message) {
  fmt::print(stderr, "{}: {}\n", program_invocation_short_name, message);
  std::exit(2);
}

template <typename T>
T OrDie(Result<T> result) {
  if (!result) Die(DescribeError(result.error()));
  return std::move(*result);
}
inline void OrDie(const Result<void>& result) {
  if (!result) Die(DescribeError(result.error()));
}

}  // namespace ringscope
