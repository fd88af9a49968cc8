#include "cct/import/perf/perf_events.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_map>

#include "cct/base/text/number_text.h"
#include "cct/import/perf/perf_line.h"
#include "cct/import/report_notes.h"

namespace ringscope {

std::vector<Metric> PerfMetricsOf(const std::vector<PerfEvent>& events) {
  std::vector<Metric> metrics;
  std::unordered_map<std::string_view, size_t> counts;
  for (const PerfEvent& event : events) ++counts[WithoutEventModifiers(event.name)];
  for (size_t i = 0; i < events.size(); ++i) {
    const std::string_view short_name = WithoutEventModifiers(events[i].name);
    // "cycles:u" and "cycles:k" in one file are two events.
    const bool unique = counts[short_name] == 1;
    std::string name(unique ? short_name : std::string_view(events[i].name));
    if (name.empty()) name = "events";  // none is printed (-F -event)
    std::string_view unit = "events";
    if (!events[i].has_period) {
      unit = "count";
    } else if (short_name == "cpu-clock" || short_name == "task-clock") {
      unit = "ns";
    }
    metrics.push_back({name, std::string(unit), 1});
    metrics.push_back({events.size() == 1 ? "samples" : name + " samples", "count", 1});
  }
  return metrics;
}

void NoteEventsWithoutTimes(size_t event_count, ImportReport& report) {
  if (event_count <= kMaxSampleSeries) return;
  Note(report, "The samples of {} of {} have no times: those of {} at most are kept.",
       CountText(event_count - kMaxSampleSeries), CountedText(event_count, "event"), kMaxSampleSeries);
}

void NotePerfSamplesWithoutFrames(uint64_t count, ImportReport& report) {
  if (count > 0 && count == report.record_count) {
    report.notes.push_back(
        "No sample has frames, and so the tree no functions: `perf record -g` records stacks, `perf script "
        "-F +ip,+sym,+dso` prints them.");
  } else {
    NoteCount(report, count, "sample", "without frames: their cost is at the root.");
  }
}

std::string PerfUnknownNote(const PerfUnknown& unknown) {
  if (unknown.frame_count == 0) return {};
  std::vector<std::string_view> advice;
  if (!unknown.prints_modules) {
    advice = {"print the modules too (`perf script -F ip,sym,dso` and what else is wanted)"};
  } else {
    if (unknown.in_user_code) {
      advice = {"code made at run time needs a map of its symbols (perf-PID.map)",
                "stacks that are unwound wrongly need frame pointers or `perf record --call-graph dwarf`"};
    }
    if (unknown.in_kernel) advice.push_back("the kernel's names need `sysctl kernel.kptr_restrict=0`");
  }
  return fmt::format("[unknown] stands for {} with neither a symbol nor a module, in {}: {}.",
                     CountedText(unknown.frame_count, "frame"), CountedText(unknown.sample_count, "sample"),
                     fmt::join(advice, ", "));
}

}  // namespace ringscope
