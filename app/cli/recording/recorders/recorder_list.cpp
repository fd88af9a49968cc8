#include "app/cli/recording/recorders/recorder_list.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/recording/recorders/recorder_choice.h"

namespace ringscope {
namespace {

// A program of the kind that a recorder is for, as it would have to be.
CommandLook LookFor(const Recorder& recorder, Measure measure, const MachineFacts& machine) {
  CommandLook look;
  look.program = "the program";
  look.program_word = 0;
  look.is_found = true;
  look.facts = {.is_program = true,
                .is_dynamic = true,
                .has_debug_information = true,
                .has_symbols = true,
                .tells_calls = true,
                .counts_calls = true,
                .frame_pointers = FramePointers::kMost};
  std::optional<int> best;
  ProgramKind best_kind = ProgramKind::kNative;
  for (const auto& row : kProgramKindWords) {
    look.kind = row.value;
    const std::optional<int> rank = recorder.rank({look, machine, measure});
    if (rank && (!best || *rank < *best)) {
      best = rank;
      best_kind = row.value;
    }
  }
  look.kind = best_kind;
  return look;
}

std::string MeasuresText(Measures measures) {
  std::string text;
  for (const auto& row : kMeasureWords) {
    if ((measures & BitOf(row.value)) != 0) text += fmt::format("{}{}", text.empty() ? "" : " ", row.word);
  }
  return text;
}

std::string PerfText(const MachineFacts& machine) {
  std::string text = "perf: ";
  switch (machine.perf) {
    case PerfAccess::kAll:
      text += "sees programs and the kernel";
      break;
    case PerfAccess::kUserCode:
      text += "sees programs, not the kernel";
      break;
    case PerfAccess::kNone:
      text += "sees nothing";
      break;
  }
  if (machine.perf_event_paranoid)
    text += fmt::format(" (kernel.perf_event_paranoid {})", *machine.perf_event_paranoid);
  text += machine.has_counters ? "; the processor counts"
                               : "; no hardware counters, so the clock is the kernel's";
  if (machine.perf == PerfAccess::kUserCode)
    text += "; `sudo sysctl kernel.perf_event_paranoid=1` shows it the kernel";
  return text;
}

}  // namespace

std::string RecorderList(const MachineFacts& machine) {
  std::string text;
  size_t widest = 0;
  for (const Recorder& recorder : AllRecorders()) widest = std::max(widest, recorder.name.size());
  for (const Recorder& recorder : AllRecorders()) {
    Measure measure = Measure::kCpu;
    for (const auto& row : kMeasureWords) {
      if ((recorder.measures & BitOf(row.value)) != 0) {
        measure = row.value;
        break;
      }
    }
    const CommandLook look = LookFor(recorder, measure, machine);
    const std::optional<Obstacle> obstacle = ObstacleOf(recorder, {look, machine, measure});
    text += fmt::format("{:<{}}  {:<3}  {:<18}  {}\n", recorder.name, widest, obstacle ? "no" : "yes",
                        MeasuresText(recorder.measures), recorder.what);
    if (obstacle) {
      text += fmt::format("{:{}}       {}{}{}\n", "", widest, obstacle->reason,
                          obstacle->help.empty() ? "" : ": ", obstacle->help);
    }
  }
  text += "\n" + PerfText(machine) + "\n";
  if (machine.ptrace_scope && *machine.ptrace_scope > 0 && !machine.is_root) {
    text += fmt::format(
        "attaching: kernel.yama.ptrace_scope is {}; `sudo sysctl kernel.yama.ptrace_scope=0` lets py-spy "
        "attach\n",
        *machine.ptrace_scope);
  }
  if (machine.is_container && machine.perf == PerfAccess::kNone)
    text += "this is a container: perf needs `--cap-add PERFMON` where it is started\n";
  if (!machine.processor.empty()) text += fmt::format("processor: {}\n", machine.processor);
  return text;
}

}  // namespace ringscope
