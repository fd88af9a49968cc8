#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <tuple>
#include <utility>

#include "app/cli/output.h"
#include "app/cli/recording/output_place.h"
#include "app/cli/recording/recorded_tree.h"
#include "app/cli/recording/recorders/machine_facts.h"
#include "app/cli/recording/recorders/recorder_choice.h"
#include "app/cli/recording/run_recording.h"
#include "app/cli/recording/target_process.h"
#include "app/cli/syntax.h"
#include "cct/base/system/child_process.h"
#include "cct/base/text/number_text.h"
#include "cct/compare/series.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

// ringscope record: runs a command, or attaches to a process, and writes its recording as a .cct file.
struct RecordOptions : RecorderWishes {
  std::vector<std::string> command;
  std::vector<Measure> measures;  // at most one
  std::string tool;               // name or family of a recorder; empty: the best one
  std::optional<uint32_t> duration_s, runs;
  std::filesystem::path output;  // empty: named after the command
  std::filesystem::path live;    // gets the tree now and then while the program runs; empty: no file
  bool open = false;             // open a window with the result
  bool list = false;
  bool quiet = false;  // print errors alone
};

constexpr int kExitCannotStart = 126;
constexpr int kExitNotFound = 127;
// The reason by which an import counts events that perf lost.
constexpr std::string_view kLostEvents = "events lost by perf";
// The symbolizer's note of success.
constexpr std::string_view kNamesNote = "Names were looked up in ";

std::string EnvironmentOf(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

class RecordCommand {
 public:
  explicit RecordCommand(const RecordOptions& options) : options_(options) {}

  Result<int> Run() {
    if (options_.command.empty() == !options_.process.has_value())
      return Refuse("record: expected a command behind --, or --pid with the number of a process");
    if (options_.process && options_.runs.value_or(1) > 1)
      return Refuse("--runs: expected a command to run, found --pid");
    if (options_.measures.size() > 1) {
      return Refuse("record: expected one of --cpu, --calls, --heap, --locks and --io, found {}",
                    options_.measures.size());
    }
    if (!options_.measures.empty())
      measure_ = options_.measures.front();
    else if (options_.sizes || options_.types || options_.call_sites)
      measure_ = Measure::kCalls;  // the only measure that has these
    output_ = options_.output;
    job_place_ = JobPlace::Find(&EnvironmentOf);
    if (job_place_) {
      output_ = job_place_->OutputBelow(output_);
      std::error_code error;
      std::filesystem::create_directories(output_.parent_path(), error);
      if (error) return Refuse("{}: cannot be made: {}", output_.parent_path().string(), error.message());
    }
    if (!output_.empty()) {
      RINGSCOPE_TRY(CheckOutput({options_.live}, output_));
      RINGSCOPE_TRY(CheckCctName(output_));
      RINGSCOPE_TRY(CheckReplaceable(output_, options_.command));
    }
    machine_ = ReadMachineFacts(RecorderPrograms(), OwnProgram());
    if (options_.elevate && !machine_.is_root) RINGSCOPE_TRY(Elevate());
    ProgramFiles files;
    if (options_.process) {
      if (kill(*options_.process, 0) != 0 && errno == ESRCH)
        return Refuse("record: --pid {}: there is no such process", *options_.process);
      look_ = LookAtProcess(*options_.process, files);
    } else {
      look_ =
          InspectCommand(options_.command, [&files](const std::string& name) { return files.Find(name); });
      // FindOnPath(), as a command has to be executable; `sh FILE` reads any file.
      if (!look_.is_found || !FindOnPath(options_.command[0])) {
        std::error_code error;  // of a folder, or a file without the right to run
        const bool is_there = options_.command[0].find('/') != std::string::npos &&
                              std::filesystem::exists(options_.command[0], error);
        ReportError(fmt::format("record: cannot start {}: {}", options_.command[0],
                                std::strerror(is_there ? EACCES : ENOENT)));
        return is_there ? kExitCannotStart : kExitNotFound;
      }
    }
    AskInterpreters();
    RINGSCOPE_ASSIGN(choice_, options_.process
                                  ? ChooseRecorder({look_, machine_, measure_, true}, options_.tool)
                                  : ChooseForCommand(look_, machine_, measure_, options_.tool));
    for (const auto& [is_asked, what, tells] :
         {std::tuple(options_.sizes, "sizes of inputs", &Recorder::tells_sizes),
          {options_.types, "types of objects", &Recorder::tells_types},
          {options_.call_sites, "lines that call", &Recorder::tells_call_sites}}) {
      if (is_asked && !(choice_.recorder->*tells))
        choice_.shortcomings.push_back(NotToldText(*choice_.recorder, what, tells));
    }
    RINGSCOPE_TRY(CheckLeaveOut());
    if (output_.empty()) output_ = FreeOutput();
    // RecordAll() has removed its folder before EndAs() may end this program by a signal.
    Result<int> code = RecordAll();
    return code && status_ != 0 ? EndAs(status_) : std::move(code);
  }

 private:
  static void Say(std::string_view sentence) { ReportError(fmt::format("ringscope: {}", sentence)); }

  // Some recorders fit particular versions of an interpreter: asks each interpreter for its version.
  void AskInterpreters() {
    if (options_.process) return;
    const auto ask = [this](const StartedProgram& program) {
      const std::string& word = program.interpreter;
      if (program.kind == ProgramKind::kJava && !word.empty())
        machine_.javas.emplace(word, VersionOfJava(word));
      if (program.kind != ProgramKind::kPython || word.empty() || !machine_.HasAgent("ringscope_record"))
        return;
      if (std::string suffix = SuffixOfPython(word); !suffix.empty())
        machine_.pythons.emplace(word, std::move(suffix));
    };
    ask(look_);
    std::for_each(look_.others.begin(), look_.others.end(), ask);
  }

  [[nodiscard]] std::filesystem::path FreeOutput() const {
    return DefaultOutput(look_, options_.command, [](const std::filesystem::path& path) {
      std::error_code error;
      return std::filesystem::exists(std::filesystem::symlink_status(path, error));
    });
  }

  // Errors: this recorder leaves nothing out; a pattern that names no function.
  [[nodiscard]] Result<void> CheckLeaveOut() const {
    if (!options_.leave_out.empty() && choice_.recorder->family != kOwnFamily) {
      return Refuse(
          "--leave-out: expected one of our own recorders, which count every call (--calls, --tool {}), "
          "found {}",
          kOwnFamily, choice_.recorder->name);
    }
    for (const std::string& one : options_.leave_out) {
      if (one.empty() || one.find(';') != std::string::npos)
        return Refuse("--leave-out: expected the name of a function, or a pattern with *, found '{}'", one);
    }
    return {};
  }

  // Asks for the right to start the recorder as root, once and in the foreground.
  Result<void> Elevate() {
    if (!FindOnPath("sudo")) return Refuse("--elevate: expected sudo to be installed, found no such program");
    sigset_t mask;
    sigprocmask(SIG_SETMASK, nullptr, &mask);
    RINGSCOPE_ASSIGN(TargetProcess sudo, About("--elevate", TargetProcess::Hold({"sudo", "-v"}, {}, mask)));
    if (const int error = sudo.Release(); error != 0)
      return Refuse("--elevate: cannot start sudo: {}", std::strerror(error));
    int status = 0;
    while (waitpid(sudo.id(), &status, 0) < 0 && errno == EINTR) {
    }
    if (status != 0) return Refuse("--elevate: sudo refused");
    machine_.perf = PerfAccess::kAll;
    machine_.has_tracepoints = true;
    return {};
  }

  // Records all runs and writes the result. Returns the exit code for a program that ended well.
  Result<int> RecordAll() {
    RINGSCOPE_ASSIGN(WorkFolder folder, WorkFolder::Make(output_, job_place_.has_value()));
    if (!options_.quiet) Say(ChoiceText(choice_));
    const uint32_t runs = options_.runs.value_or(1);
    for (uint32_t run = 1; run <= runs; ++run) {
      const std::filesystem::path its_folder = folder.path() / std::to_string(run);
      std::error_code error;
      std::filesystem::create_directory(its_folder, error);
      if (error) return Refuse("{}: {}", its_folder.string(), error.message());
      RecordingOrder order = OrderFor(its_folder, run);
      Result<RecordingEnd> end = RunRecording(order);
      order.watch = nullptr;  // removes the progress from the terminal
      if (!end) return tl::unexpected(About("record", end.error()));
      if (end->start_error != 0) {
        ReportError(
            fmt::format("record: cannot start {}: {}", order.plan.words[0], std::strerror(end->start_error)));
        return end->start_error == ENOENT ? kExitNotFound : kExitCannotStart;
      }
      status_ = end->status;
      const bool is_cut_short = end->was_ended && !options_.duration_s;
      if (is_cut_short && run > 1) {
        Say(fmt::format("the run that was interrupted is left out; {} before it stay",
                        CountedText(run - 1, "run")));
        break;
      }
      if (const auto problem = Collect(order, *end)) {
        uint64_t own_bytes = 0;
        for (const auto& [name, text] : order.plan.files) own_bytes += text.size();
        const bool has_left = BytesOfFolder(its_folder) > own_bytes;
        if (has_left) folder.Keep();
        ReportError(fmt::format("record: {}{}", *problem,
                                has_left ? "; what was recorded is in " + its_folder.string() : ""));
        return kExitBadInput;
      }
      std::filesystem::remove_all(its_folder, error);
      if (is_cut_short || status_ != 0) break;
    }
    if (const auto problem = Write(folder)) return ReportError(*problem);
    if (options_.open) Open();
    return kExitOk;
  }

  RecordingOrder OrderFor(const std::filesystem::path& folder, uint32_t run) {
    RecordingOrder order;
    PlanRequest request{options_, options_.command, look_, measure_, !options_.live.empty(),
                        folder,   &EnvironmentOf};
    request.elevate = options_.elevate && !machine_.is_root;
    order.plan = choice_.recorder->plan(request, machine_);
    order.folder = folder;
    order.process = options_.process;
    if (options_.duration_s) order.duration = std::chrono::seconds(*options_.duration_s);
    std::shared_ptr<LiveSnapshots> live;
    if (!options_.live.empty())
      live = std::make_shared<LiveSnapshots>(folder, order.plan.profile_prefix, options_.live);
    const auto progress = options_.quiet ? nullptr : std::make_shared<RecordingProgress>();
    if (live != nullptr || progress != nullptr) {
      order.watch = [this, folder, run, progress, live](std::chrono::milliseconds elapsed) {
        if (live != nullptr) live->Update();
        if (progress == nullptr) return;
        std::string text = RecordingProgressText(elapsed, BytesOfFolder(folder));
        if (const uint32_t runs = options_.runs.value_or(1); runs > 1)
          text += fmt::format(", run {} of {}", run, runs);
        progress->Show(text);
      };
    }
    return order;
  }

  // Reads the profiles of a run into `trees_`. Returns the problem if there is no tree.
  std::optional<std::string> Collect(const RecordingOrder& order, const RecordingEnd& end) {
    RemoveUnbegun(order.folder, order.plan.profile_prefix, order.plan.profile_begin);
    std::vector<RecordedProfile> profiles = RecordedProfiles(order.folder, order.plan.profile_prefix);
    if (profiles.empty() && !order.plan.rescue_suffix.empty())
      profiles = RescuedProfiles(order.folder, order.plan.rescue_suffix);
    if (profiles.empty()) {
      if (!end.problem.empty()) return end.problem;
      return fmt::format("{} left no profile{}{}", choice_.recorder->name,
                         order.plan.no_profile_hint.empty() ? "" : ": ", order.plan.no_profile_hint);
    }
    WatchedJob job("reading what was recorded");
    Result<RecordedTree> read = ReadRecorded(profiles, job);
    if (!read) {
      std::string problem =
          fmt::format("what {} left cannot be read: {}", choice_.recorder->name, DescribeError(read.error()));
      if (!end.problem.empty()) problem += "; " + end.problem;
      return problem;
    }
    for (const std::string& one : read->unread) PrintNote(one);
    if (!end.problem.empty()) PrintNote(end.problem);
    // Notes of our own recorders: calls that were lost, functions that they distort.
    if (choice_.recorder->family == kOwnFamily && !options_.quiet) {
      for (const std::string& one : read->tree->report().notes) {
        if (one.find(kNamesNote) == std::string::npos) Say(one);
      }
    }
    StackCheck stacks;
    if (choice_.recorder->family == kPerfFamily) stacks = CheckStacks(*read->tree, IsByFramePointers());
    stacks_ += stacks;
    for (const RecordProblem& problem : read->tree->report().skipped) {
      if (problem.reason == kLostEvents) lost_events_ += problem.count;
    }
    kept_events_ += read->tree->report().record_count;
    longest_ = std::max(longest_, end.lasted);
    if (tool_text_.empty()) tool_text_ = ToolText(*choice_.recorder, machine_);
    trees_.push_back(DescribedTree(read->tree, end,
                                   {.command = options_.command,
                                    .process = options_.process,
                                    .shortcomings = choice_.shortcomings,
                                    .finding = StackCheckText(stacks, IsByFramePointers()),
                                    .processor = machine_.processor,
                                    .tool = tool_text_,
                                    .place = job_place_}));
    return std::nullopt;
  }

  // Writes the result. Returns the problem if that fails; the recording is then kept in `folder`.
  std::optional<std::string> Write(WorkFolder& folder) {
    CctPtr tree = trees_.front();
    WatchedJob job(fmt::format("writing {}", output_.filename().string()));
    if (trees_.size() > 1) {
      std::vector<CompareInput> inputs;
      for (const CctPtr& one : trees_) {
        Execution execution = one->report().executions.front();
        execution.name = fmt::format("run {}", inputs.size() + 1);
        inputs.push_back({one, std::move(execution)});
      }
      Result<Series> series = BuildSeries(inputs, {}, &job);
      if (!series) return fmt::format("record: {}", DescribeError(series.error()));
      tree = std::move(series->tree);
    }
    // Another recording may have taken the name in the meantime.
    NameTaken taken = NameTaken::kByNobody;
    if (options_.output.empty() && !job_place_) {
      while ((taken = TakeName(output_)) == NameTaken::kByOthers) output_ = FreeOutput();
    }
    if (const Result<void> written = WriteCctFile(*tree, output_, {}, &job); !written) {
      std::string problem = "record: " + DescribeError(written.error());
      std::error_code error;
      if (taken == NameTaken::kByUs) std::filesystem::remove(output_, error);
      const std::filesystem::path kept = folder.path() / output_.filename();
      if (WriteCctFile(*tree, kept)) {  // also after an interrupt
        folder.Keep();
        problem += fmt::format("; the recording is kept as {}", kept.string());
      }
      return problem;
    }
    if (!options_.quiet) {
      Say(ResultText(*tree));
      if (const std::string hint = FewSamplesText(*tree); !hint.empty()) Say(hint);
    }
    return std::nullopt;
  }

  std::string ResultText(const Cct& tree) const {
    std::string text = fmt::format("{}: ", output_.string());
    for (const std::string& one : choice_.shortcomings) text += one + "; ";
    text += fmt::format("{}, {}", TotalsText(tree), CountedText(tree.context_count() - 1, "context"));
    if (trees_.size() > 1) text += fmt::format(", {} runs", trees_.size());
    if (const std::string stacks = StackCheckText(stacks_, IsByFramePointers()); !stacks.empty())
      text += "; " + stacks;
    if (const std::string lost = LostText(); !lost.empty()) text += "; " + lost;
    return text;
  }

  // Totals: of perf's events each one that occurred, of everything else the first metric.
  [[nodiscard]] std::string TotalsText(const Cct& tree) const {
    std::string text;
    const bool has_all = choice_.recorder->family == kPerfFamily && measure_ != Measure::kCpu;
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      const Metric& metric = tree.metrics()[m];
      if (m > 0 && (!has_all || tree.Total(m) == 0 || metric.name.ends_with(" samples"))) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                          ValueText(tree.Total(m), metric.unit, metric.scale), metric.name);
    }
    return text;
  }

  // "perf lost 120 of 2,005 events: ...", over all runs; empty: none was lost.
  [[nodiscard]] std::string LostText() const {
    if (lost_events_ == 0) return {};
    return fmt::format(
        "perf lost {} of {}: {}", CountText(lost_events_), CountedText(lost_events_ + kept_events_, "event"),
        measure_ == Measure::kCpu ? "a lower --frequency loses fewer" : "its counts are too low");
  }

  [[nodiscard]] bool IsByFramePointers() const { return choice_.recorder->name == "perf-fp"; }

  // The number of samples; std::nullopt: the tree does not count them.
  [[nodiscard]] static std::optional<uint64_t> SampleCount(const Cct& tree) {
    if (tree.context_count() == 1) return 0;
    for (MetricIndex m = 0; m < tree.metric_count(); ++m) {
      if (tree.metrics()[m].name == "samples") return tree.Total(m) / tree.metrics()[m].scale;
    }
    return std::nullopt;
  }

  // Explains an empty recording, or one with too few samples, and says what helps; else empty.
  [[nodiscard]] std::string FewSamplesText(const Cct& tree) const {
    constexpr uint64_t kExpectedSamples = 50;  // of a program that does not wait
    constexpr std::string_view kNothing = "nothing was recorded";
    if (trees_.size() > 1 && tree.context_count() > 1) return {};
    const uint64_t samples = SampleCount(tree).value_or(kExpectedSamples);
    if (measure_ != Measure::kCpu || choice_.recorder->family == kOwnFamily)
      return tree.context_count() > 1 ? std::string()
                                      : fmt::format("{}: the program did nothing that counts here", kNothing);
    if (samples >= kExpectedSamples) return {};
    const std::string found =
        samples == 0 ? std::string(kNothing) : fmt::format("only {}", CountedText(samples, "sample"));
    const uint32_t frequency = options_.frequency.value_or(kDefaultFrequency);
    const auto lasted_ns = static_cast<uint64_t>(std::chrono::nanoseconds(longest_).count());
    const std::string lasted = lasted_ns == 0 ? std::string("less than 1 ms") : ValueText(lasted_ns, "ns", 1);
    if (lasted_ns >= kExpectedSamples * 1'000'000'000 / frequency) {
      return fmt::format(
          "{}: it ran for {} and used next to no processor time; --locks and --io tell what it waits for",
          found, lasted);
    }
    const bool has_calls =
        ChooseRecorder({look_, machine_, Measure::kCalls, options_.process.has_value()}, "").has_value();
    return fmt::format("{}: it ran for {}, too short for {} a second; a higher --frequency takes more{}",
                       found, lasted, CountedText(frequency, "sample"),
                       has_calls ? ", and --calls records every call" : "");
  }

  void Open() const {
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) {
      Say(fmt::format("there is no display to open it on; 'ringscope summary {0}' tells what is in it",
                      output_.string()));
      return;
    }
    const std::vector<std::string> words{OwnProgram().string(), output_.string()};
    if (const Result<void> started = StartProgram(words); !started) PrintNote(started.error().message);
  }

  const RecordOptions& options_;
  std::optional<JobPlace> job_place_;
  Measure measure_ = Measure::kCpu;
  MachineFacts machine_;
  CommandLook look_;
  RecorderChoice choice_;
  std::filesystem::path output_;
  int status_ = 0;                        // of the program, as waitpid() tells it
  std::vector<CctPtr> trees_;             // one for each run
  std::chrono::milliseconds longest_{0};  // the longest run
  std::string tool_text_;
  StackCheck stacks_;  // of all runs, as are the members below
  uint64_t lost_events_ = 0, kept_events_ = 0;
};

Result<int> RunRecord(const RecordOptions& options) {
  if (options.list) {
    Output out;
    out.Write(RecorderList(ReadMachineFacts(RecorderPrograms(), OwnProgram())));
    return out.Finish();
  }
  return RecordCommand(options).Run();
}

}  // namespace

void AddRecord(CommandTable& commands) {
  const auto [command, options] = AddCommand(
      commands, "record", "Run a command, record it with the best tool that is there, and write a .cct file",
      &RunRecord);
  constexpr std::pair<const char*, const char*> kHelp[] = {{"cpu", "Where the time goes (the default)"},
                                                           {"calls", "Every call"},
                                                           {"heap", "Who allocates memory"},
                                                           {"locks", "Who waits for locks"},
                                                           {"io", "Who reads and writes"}};
  for (const auto& [word, help] : kHelp) {
    command->AddAction(
        std::string("--") + word,
        [options = options, measure = *ValueOfWord(kMeasureWords, word)] {
          options->measures.push_back(measure);
        },
        help);
  }
  command->AddOption("--tool NAME", options->tool,
                     "A recorder of --list, instead of the best one: " + RecorderNames());
  command->AddOption("--leave-out PATTERN", options->leave_out,
                     "With --calls: a function that gets no contexts of its own, so that its time stays at "
                     "its caller; * stands for any characters, and the option may be repeated");
  command->AddFlag("--sizes", options->sizes,
                   "With --calls: also what calls cost by the size of their input; of Python programs");
  command->AddFlag(
      "--types", options->types,
      "With --calls: also the types of what methods are called on, of arguments and of results; of "
      "Java and Python programs");
  command->AddFlag("--call-sites", options->call_sites,
                   "With --calls: contexts by the line that calls them; of Java and Python programs");
  command->AddOption("--frequency N", options->frequency, "Samples a second; default: 999",
                     WholeNumber(1, 100'000));
  command->AddOption("--duration SECONDS", options->duration_s,
                     "How long to record; then the command is ended", WholeNumber(1));
  command->AddOption("--pid PID", options->process,
                     "Record a process that runs already, instead of a command", WholeNumber(1, INT32_MAX));
  command->AddOption("--runs N", options->runs, "How many times to run the command; default: 1",
                     WholeNumber(1, 999));
  command->AddOption("-o,--output FILE", options->output, "The .cct file; default: named after the program");
  command->AddOption("--live FILE", options->live,
                     "Another .cct file, which gets the recording so far, now and then while the program "
                     "runs, for at most 3 % of one core");
  command->AddFlag("--open", options->open, "Open the result in a window");
  command->AddFlag("--elevate", options->elevate, "Start perf, and nothing else, as root by sudo");
  command->AddFlag("-q,--quiet", options->quiet, "Print errors alone");
  command->AddFlag("--list", options->list, "Print the recorders that are here and what each can measure");
  command->AddOption("COMMAND", options->command, "The command to run, with its arguments, behind --");
  command->has_words_behind = true;
  command->Example("ringscope record -- ./program --its-option", "Where the time of a program goes")
      ->Example("ringscope record --heap -o memory.cct -- python3 script.py", "Who allocates memory")
      ->Example("ringscope record --pid 4242 --duration 10", "Ten seconds of a program that runs already");
}

}  // namespace ringscope
