// Times the import of one file, stage by stage: ringscope_import_bench FILE [WORKERS [REPEATS [OUT.cct]]]
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "cct/base/job_control.h"
#include "cct/file/cct_file.h"
#include "cct/import/import_profile.h"

namespace {

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

double CpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

std::string LoadAverage() {
  std::ifstream file("/proc/loadavg");
  std::string load;
  file >> load;
  return load;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} FILE [WORKERS [REPEATS [OUT.cct]]]\n", argv[0]);
    return 2;
  }
  ringscope::ImportOptions options;
  if (argc > 2) options.worker_count = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const int repeats = argc > 3 ? std::atoi(argv[3]) : 1;
  for (int i = 0; i < repeats; ++i) {
    ringscope::JobControl job;
    const double cpu_begin = CpuSeconds();
    const auto begin = std::chrono::steady_clock::now();
    const auto seconds_since = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    const auto tree = ringscope::ImportProfile(argv[1], options, job);
    if (!tree) {
      fmt::print(stderr, "{}: {}\n", argv[1], ringscope::DescribeError(tree.error()));
      return 2;
    }
    const double import_seconds = seconds_since();
    if (argc > 4) {
      if (const auto written = ringscope::WriteCctFile(**tree, argv[4]); !written) {
        fmt::print(stderr, "{}: {}\n", argv[4], ringscope::DescribeError(written.error()));
        return 2;
      }
    }
    const double total_seconds = seconds_since();
    const double cpu_seconds = CpuSeconds() - cpu_begin;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const double megabytes = static_cast<double>((*tree)->report().input_bytes) / 1e6;
    fmt::print(
        "{} records {} contexts {} layers {} | {:.1f} MB import {:.1f} ms, with write {:.1f} ms = {:.0f} "
        "MB/s, "
        "cpu {:.1f} ms = {:.0f} MB/s a core, peak {} MB, load {}\n",
        (*tree)->report().format, (*tree)->report().record_count, (*tree)->context_count() - 1,
        (*tree)->layer_count() - 1, megabytes, import_seconds * 1e3, total_seconds * 1e3,
        megabytes / total_seconds, cpu_seconds * 1e3, megabytes / cpu_seconds, usage.ru_maxrss / 1024,
        LoadAverage());
    if (i == 0) {
      for (const auto& skipped : (*tree)->report().skipped) {
        fmt::print("  skipped {}: {} (first at byte {})\n", skipped.reason, skipped.count,
                   skipped.first_offset_bytes);
      }
      for (const auto& note : (*tree)->report().notes) fmt::print("  note: {}\n", note);
    }
  }
  return 0;
}
