#include "app/cli/recording/recorders/recorder_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "renderer/text/name_text.h"

namespace ringscope {
namespace {

bool IsMeant(const Recorder& recorder, std::string_view tool) {
  return tool.empty() || recorder.name == tool || recorder.family == tool;
}

std::string MeasureList(Measures measures, std::string_view between, std::string_view before) {
  std::string list;
  for (const EnumWord<Measure>& row : kMeasureWords) {
    if ((measures & BitOf(row.value)) != 0)
      list += fmt::format("{}{}{}", list.empty() ? "" : between, before, row.word);
  }
  return list;
}
std::string OptionList(Measures measures) { return MeasureList(measures, ", ", "--"); }

// A clause about the programs of other kinds that the recorder does not see.
std::string NotSeenText(const RecorderSituation& situation) {
  constexpr size_t kMostNamed = 3;
  const std::vector<StartedProgram>& programs = situation.look.others;
  std::string names;
  for (size_t i = 0; i < std::min(programs.size(), kMostNamed); ++i)
    names += (i == 0 ? "" : ", ") + DisplayText(programs[i].program, 60);
  if (programs.size() > kMostNamed) names += fmt::format(" and {} more", programs.size() - kMostNamed);
  const bool is_sampled = situation.measure == Measure::kCpu;
  return fmt::format("not {}, which the script starts too{}", names,
                     is_sampled ? fmt::format(" (--tool {} samples all)", kPerfFamily) : "");
}

// The measures that can be recorded instead: "; try --cpu, --heap".
std::string InsteadOf(const RecorderSituation& situation) {
  Measures told = 0;
  for (const EnumWord<Measure>& row : kMeasureWords) {
    RecorderSituation other = situation;
    other.measure = row.value;
    for (const Recorder& recorder : AllRecorders()) {
      if ((recorder.measures & BitOf(row.value)) != 0 && recorder.judge(other) &&
          !ObstacleOf(recorder, other))
        told |= BitOf(row.value);
    }
  }
  std::string text = told == 0 ? "" : fmt::format("; try {}", OptionList(told));
  if (situation.look.kind == ProgramKind::kScript && !situation.attaches)
    text += "; record the program that it starts";
  return text;
}

}  // namespace

std::string InstallText(const Recorder& recorder, const MachineFacts& machine) {
  const std::string_view package =
      machine.is_ubuntu && !recorder.ubuntu_package.empty() ? recorder.ubuntu_package : recorder.package;
  if (package.empty()) return {};
  if (package.find(' ') != std::string_view::npos) return std::string(package);  // a whole command
  return fmt::format("{}apt-get install {}", machine.is_root ? "" : "sudo ", package);
}

std::optional<Obstacle> AbsenceOf(const Recorder& recorder, const MachineFacts& machine) {
  if (recorder.family == kOwnFamily) {
    if (machine.HasAgent(recorder.program)) return std::nullopt;
    const std::string install = InstallText(recorder, machine);
    return Obstacle{fmt::format("{} is not built", recorder.name),
                    fmt::format("{}`./run` builds it (or RINGSCOPE_AGENTS names its folder)",
                                install.empty() ? "" : fmt::format("after `{}`, ", install))};
  }
  if (machine.HasTool(recorder.program)) return std::nullopt;
  return Obstacle{fmt::format("{} is not installed", recorder.program), InstallText(recorder, machine)};
}

std::optional<Obstacle> ObstacleOf(const Recorder& recorder, const RecorderSituation& situation) {
  if (auto absence = AbsenceOf(recorder, situation.machine)) return absence;
  const std::optional<Fitness> fit = recorder.judge(situation);
  return fit ? fit->obstacle : std::nullopt;
}

Result<RecorderChoice> ChooseRecorder(const RecorderSituation& situation, std::string_view tool) {
  struct Candidate {
    const Recorder* recorder;
    Fitness fit;
  };
  std::vector<Candidate> candidates;
  Measures told = 0;
  bool is_known = false;
  for (const Recorder& recorder : AllRecorders()) {
    if (!IsMeant(recorder, tool)) continue;
    is_known = true;
    told |= recorder.measures;
    if ((recorder.measures & BitOf(situation.measure)) == 0) continue;
    std::optional<Fitness> fit = recorder.judge(situation);
    if (!fit) continue;
    if (auto absence = AbsenceOf(recorder, situation.machine)) fit->obstacle = std::move(absence);
    candidates.push_back({&recorder, std::move(*fit)});
  }
  const std::string_view measure = WordOf(kMeasureWords, situation.measure);
  const std::string kind = KindText(situation.look.kind);
  if (!is_known) return Refuse("--tool: expected one of {}, found '{}'", RecorderNames(), tool);
  if (candidates.empty() && !tool.empty()) {
    if ((told & BitOf(situation.measure)) == 0)
      return Refuse("--tool {}: expected {}, found --{}", tool, OptionList(told), measure);
    return Refuse("--tool {}: does not record the {} of {}{}", tool, measure, kind,
                  situation.attaches ? " that runs already" : "");
  }
  if (candidates.empty()) {
    return Refuse("record: no known recorder tells the {} of {}{}{}", measure, kind,
                  situation.attaches ? " that runs already" : "", InsteadOf(situation));
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.fit.rank < b.fit.rank; });
  const auto chosen = std::find_if(candidates.begin(), candidates.end(),
                                   [](const Candidate& one) { return !one.fit.obstacle; });
  if (chosen == candidates.end()) {
    const Obstacle& obstacle = *candidates.front().fit.obstacle;
    std::string line = fmt::format("record: {} would record the {} of {}, but {}",
                                   candidates.front().recorder->name, measure, kind, obstacle.reason);
    if (!obstacle.help.empty()) line += ": " + obstacle.help;
    return Refuse(std::move(line));
  }
  RecorderChoice choice{chosen->recorder, chosen->fit.reason, chosen->fit.shortcomings, {}};
  if (!situation.look.others.empty() && choice.recorder->family != kPerfFamily)
    choice.shortcomings.push_back(NotSeenText(situation));
  // The best of the better ones with a remedy.
  const auto better = std::find_if(candidates.begin(), chosen,
                                   [](const Candidate& one) { return !one.fit.obstacle->help.empty(); });
  if (better != chosen) choice.better = BetterRecorder{better->recorder, *better->fit.obstacle};
  return choice;
}

Result<RecorderChoice> ChooseForCommand(CommandLook& look, const MachineFacts& machine, Measure measure,
                                        std::string_view tool) {
  Result<RecorderChoice> choice = ChooseRecorder({look, machine, measure}, tool);
  for (size_t k = 0; !choice && k < look.others.size(); ++k) {
    const CommandLook other = WithProgram(look, k);
    Result<RecorderChoice> its = ChooseRecorder({other, machine, measure}, tool);
    if (!its) continue;
    look = other;
    return its;
  }
  return choice;
}

std::string ChoiceText(const RecorderChoice& choice) {
  std::string text = fmt::format("recording with {} ({})", choice.recorder->name, choice.recorder->what);
  if (!choice.reason.empty()) text += ": " + choice.reason;
  for (const std::string& one : choice.shortcomings) text += "; " + one;
  if (choice.better) {
    text += fmt::format(". Better: {} ({}), but {}: {}", choice.better->recorder->name,
                        choice.better->recorder->what, choice.better->obstacle.reason,
                        choice.better->obstacle.help);
  }
  return text;
}

std::string NotToldText(const Recorder& recorder, std::string_view what, bool Recorder::*tells) {
  std::vector<std::string_view> others;
  for (const Recorder& one : AllRecorders()) {
    if (one.*tells) others.push_back(one.name);
  }
  return fmt::format("no {}: told by {}, not by {}", what, fmt::join(others, ", "), recorder.name);
}

namespace {

// A program that suits the recorder as well as any can.
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
    const std::optional<Fitness> fit = recorder.judge({look, machine, measure});
    if (fit && (!best || fit->rank < *best)) {
      best = fit->rank;
      best_kind = row.value;
    }
  }
  look.kind = best_kind;
  return look;
}

std::string PerfText(const MachineFacts& machine) {
  constexpr EnumWords<PerfAccess, 3> kSees{{{"nothing", PerfAccess::kNone},
                                            {"programs, not the kernel", PerfAccess::kUserCode},
                                            {"programs and the kernel", PerfAccess::kAll}}};
  std::string text = fmt::format("perf: sees {}", WordOf(kSees, machine.perf));
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
                        MeasureList(recorder.measures, " ", ""), recorder.what);
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
