#include "cct/import/perf/perf_unknown.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "cct/base/number_text.h"

namespace ringscope {

void PerfUnknown::Add(const PerfUnknown& other) {
  frame_count += other.frame_count;
  sample_count += other.sample_count;
  in_kernel |= other.in_kernel;
  in_user_code |= other.in_user_code;
  prints_modules |= other.prints_modules;
}

std::string PerfUnknown::Note() const {
  if (frame_count == 0) return {};
  std::vector<std::string_view> advice;
  if (!prints_modules) {
    advice = {"print the modules too (`perf script -F ip,sym,dso` and what else is wanted)"};
  } else {
    if (in_user_code) {
      advice = {"code made at run time needs a map of its symbols (perf-PID.map)",
                "stacks that are unwound wrongly need frame pointers or `perf record --call-graph dwarf`"};
    }
    if (in_kernel) advice.push_back("the kernel's names need `sysctl kernel.kptr_restrict=0`");
  }
  return fmt::format("[unknown] stands for {} with neither a symbol nor a module, in {}: {}.",
                     CountedText(frame_count, "frame"), CountedText(sample_count, "sample"),
                     fmt::join(advice, ", "));
}

}  // namespace ringscope
