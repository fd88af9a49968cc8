// Times the import of one file, stage by stage: ringscope_import_bench FILE [WORKERS [REPEATS [OUT.cct]]]
#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdlib>

#include "bench/measuring.h"
#include "cct/base/job_control.h"
#include "cct/file/cct_file.h"
#include "cct/import/import_profile.h"

int main(int argc, char** argv) {
  using namespace ringscope;
  if (argc < 2) {
    fmt::print(stderr, "usage: {} FILE [WORKERS [REPEATS [OUT.cct]]]\n", argv[0]);
    return 2;
  }
  ImportOptions options;
  if (argc > 2) options.worker_count = static_cast<uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const int repeats = argc > 3 ? std::atoi(argv[3]) : 1;
  for (int i = 0; i < repeats; ++i) {
    JobControl job;
    const double cpu_begin = CpuMilliseconds();
    const auto begin = Clock::now();
    const CctPtr tree = OrDie(ImportProfile(argv[1], options, job));
    const double import_ms = Milliseconds(begin, Clock::now());
    if (argc > 4) OrDie(WriteCctFile(*tree, argv[4]));
    const double total_ms = Milliseconds(begin, Clock::now());
    const double cpu_ms = CpuMilliseconds() - cpu_begin;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const ImportReport& report = tree->report();
    const double megabytes = static_cast<double>(report.input_bytes) / 1e6;
    fmt::print(
        "{} records {} contexts {} layers {} | {:.1f} MB import {:.1f} ms, with write {:.1f} ms = {:.0f} "
        "MB/s, "
        "cpu {:.1f} ms = {:.0f} MB/s a core, peak {} MB, load {}\n",
        report.format, report.record_count, tree->context_count() - 1, tree->layer_count() - 1, megabytes,
        import_ms, total_ms, megabytes / total_ms * 1e3, cpu_ms, megabytes / cpu_ms * 1e3,
        usage.ru_maxrss / 1024, LoadAverage());
    if (i == 0) {
      for (const auto& skipped : report.skipped) {
        fmt::print("  skipped {}: {} (first at byte {})\n", skipped.reason, skipped.count,
                   skipped.first_offset_bytes);
      }
      for (const auto& note : report.notes) fmt::print("  note: {}\n", note);
    }
  }
  return 0;
}
