#include "app/cli/recording/recorded_tree.h"

#include <fmt/format.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <system_error>

#include "cct/base/system/child_process.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/shell_words.h"
#include "cct/file/cct_file.h"
#include "cct/merge/merge_trees.h"
#include "cct/merge/name_sources.h"
#include "cct/open/open_profile.h"
#include "cct/trace/read_trace.h"
#include "cct/tree/building/altered_tree.h"
#include "cct/tree/execution.h"

namespace ringscope {

std::string ProcessOfProfile(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return {};
  name.remove_prefix(prefix.size());
  constexpr std::string_view kMark = "-pid-";
  if (name.starts_with(kMark)) name.remove_prefix(kMark.size());
  size_t digits = 0;
  while (digits < name.size() && IsDigit(name[digits])) ++digits;
  if (digits == 0) return {};
  const std::string_view process = name.substr(0, digits);
  name.remove_prefix(digits);
  // ".THREAD.PROGRAM"; workers have another number than 0.
  std::string_view thread;
  if (name.starts_with('.')) {
    name.remove_prefix(1);
    thread = name.substr(0, name.find('.'));
    if (!IsNumber(thread) || thread.size() >= name.size()) return fmt::format("process {}", process);
    name.remove_prefix(thread.size() + 1);
    return thread == "0" ? fmt::format("{} {}", name, process)
                         : fmt::format("{} {}, worker {}", name, process, thread);
  }
  return fmt::format("process {}", process);
}

namespace {

// Calls visit(path, bytes) for the files of a folder; `Iterator` chooses whether subfolders count too.
template <typename Iterator>
void VisitFiles(const std::filesystem::path& folder, auto visit) {
  std::error_code error;
  for (Iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code file_error;
    const bool is_file = it->is_regular_file(file_error);
    const uint64_t bytes = is_file ? it->file_size(file_error) : 0;
    if (is_file && !file_error) visit(it->path(), bytes);
  }
}

}  // namespace

std::vector<RecordedProfile> RecordedProfiles(const std::filesystem::path& folder, std::string_view prefix) {
  std::vector<RecordedProfile> profiles;
  VisitFiles<std::filesystem::directory_iterator>(
      folder, [&](const std::filesystem::path& path, uint64_t bytes) {
        const std::string name = path.filename().string();
        if (bytes > 0 && name.starts_with(prefix) && !name.ends_with('~'))
          profiles.push_back({path, ProcessOfProfile(name, prefix)});
      });
  std::sort(profiles.begin(), profiles.end());
  return profiles;
}

void RemoveUnbegun(const std::filesystem::path& folder, std::string_view prefix, std::string_view begin) {
  if (begin.empty()) return;
  for (const RecordedProfile& profile : RecordedProfiles(folder, prefix)) {
    std::string front(begin.size(), '\0');
    std::ifstream file(profile.path, std::ios::binary);
    if (!file) continue;  // reading it will report the problem
    file.read(front.data(), static_cast<std::streamsize>(front.size()));
    std::error_code error;
    if (front != begin) std::filesystem::remove(profile.path, error);
  }
}

std::vector<RecordedProfile> RescuedProfiles(const std::filesystem::path& folder, std::string_view suffix) {
  std::vector<RecordedProfile> profiles;
  VisitFiles<std::filesystem::recursive_directory_iterator>(
      folder, [&](const std::filesystem::path& path, uint64_t bytes) {
        if (bytes > 0 && path.native().ends_with(suffix)) profiles.push_back({path, {}});
      });
  std::sort(profiles.begin(), profiles.end());
  return profiles;
}

uint64_t BytesOfFolder(const std::filesystem::path& folder) {
  uint64_t all = 0;
  VisitFiles<std::filesystem::recursive_directory_iterator>(folder,
                                                            [&](auto&, uint64_t bytes) { all += bytes; });
  return all;
}

namespace {

// Notes about --leave-out patterns without effect. Another process may have the pattern's functions: a note
// stays if all processes have it.
class UnmatchedPatterns {
 public:
  // Removes these notes from the tree's report and counts them.
  CctPtr TakeNotesOf(const CctPtr& tree) {
    ImportReport report = tree->report();
    const size_t taken = std::erase_if(report.notes, [this](const std::string& note) {
      if (!note.starts_with(kNothingLeftOut)) return false;
      ++processes_[note];
      return true;
    });
    ++process_count_;
    return taken == 0 ? tree : WithReport(tree, std::move(report));
  }
  [[nodiscard]] CctPtr WithNotes(const CctPtr& tree) const {
    ImportReport report = tree->report();
    for (const auto& [note, processes] : processes_) {
      if (processes == process_count_) report.notes.push_back(note);
    }
    return WithReport(tree, std::move(report));
  }

 private:
  std::map<std::string, size_t> processes_;  // number of processes by note
  size_t process_count_ = 0;
};

}  // namespace

Result<RecordedTree> ReadRecorded(const std::vector<RecordedProfile>& profiles, JobControl& job) {
  OpenOptions options;
  options.import.look_up_symbols = true;
  RecordedTree read;
  std::optional<Error> first_error;
  TreeMerger merger;
  std::vector<SourceReport> reports;
  UnmatchedPatterns unmatched;
  for (const RecordedProfile& profile : profiles) {
    Result<CctPtr> tree = ReadProfile(profile.path, options, job);
    if (!tree && tree.error().code == ErrorCode::kCancelled) return tl::unexpected(std::move(tree).error());
    if (!tree) {
      read.unread.push_back(
          fmt::format("{}: {}", profile.path.filename().string(), DescribeError(tree.error())));
      if (!first_error) first_error = std::move(tree).error();
      continue;
    }
    if (profiles.size() == 1) {
      read.tree = std::move(*tree);
      return read;
    }
    tree = unmatched.TakeNotesOf(*tree);
    if (!profile.process.empty()) {
      RINGSCOPE_ASSIGN(tree, BelowProcess(**tree, profile.process));
    }
    reports.push_back(
        {profile.process.empty() ? profile.path.filename().string() : profile.process, (*tree)->report()});
    RINGSCOPE_TRY(merger.Add(std::move(*tree), &job));
  }
  if (reports.empty()) return tl::unexpected(std::move(*first_error));
  RINGSCOPE_ASSIGN(read.tree, std::move(merger).Finish(&job));
  if (reports.size() > 1) read.tree = NameSources(read.tree, reports);
  read.tree = unmatched.WithNotes(read.tree);
  return read;
}

namespace {

constexpr int kTimePerCost = 33;  // 3 % of one core
constexpr std::chrono::seconds kLeastInterval{1};

// Processor time of this process and of its ended children.
std::chrono::microseconds ProcessorTime() {
  std::chrono::microseconds sum{0};
  for (const auto who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    if (getrusage(who, &usage) != 0) continue;
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      sum += std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  }
  return sum;
}

}  // namespace

void LiveSnapshots::Update() {
  if (Clock::now() < due_) return;
  const std::vector<RecordedProfile> profiles = RecordedProfiles(folder_, prefix_);
  if (profiles.empty()) return;
  const auto before = ProcessorTime();
  JobControl job;
  if (const Result<RecordedTree> read = ReadRecorded(profiles, job); read && read->tree->context_count() > 1)
    (void)WriteCctFile(*read->tree, live_);
  due_ = Clock::now() + std::max<Clock::duration>(kLeastInterval, (ProcessorTime() - before) * kTimePerCost);
}

namespace {

// The first line of a tool's --version: "perf version 6.1.187". Empty if there is none.
std::string VersionOf(const std::filesystem::path& program) {
  JobControl job;
  Result<ChildProcess> child = ChildProcess::Start({program.string(), "--version"});
  if (!child) return {};
  // Reads the first kilobyte, however many pieces it comes in.
  std::array<char, 1024> first;
  size_t size = 0;
  for (size_t more = 1; more > 0 && size < first.size(); size += more)
    more = child->Read(std::as_writable_bytes(std::span(first).subspan(size)), job).value_or(0);
  (void)child->Drain(job);
  if (const Result<int> code = child->Wait(job); !code || *code != 0) return {};
  std::string_view text(first.data(), size);
  if (text.empty()) text = child->messages();
  return std::string(Trimmed(text.substr(0, text.find('\n'))));
}

std::string Sentence(std::string clause) {
  if (!clause.empty() && IsLower(clause[0])) clause[0] = static_cast<char>(clause[0] - ('a' - 'A'));
  return clause + ".";
}

}  // namespace

CctPtr DescribedTree(const CctPtr& tree, const RecordingEnd& end, const RunDescription& run) {
  ImportReport report = tree->report();
  std::vector<std::string> notes;
  for (const std::string& one : run.shortcomings) notes.push_back(Sentence(one));
  if (!run.finding.empty()) notes.push_back(Sentence(run.finding));
  report.notes.insert(report.notes.begin(), notes.begin(), notes.end());
  report.executions.resize(1);
  Execution& execution = report.executions.front();
  execution.time = end.started_s;
  if (run.process)
    SetAttribute("process", std::to_string(*run.process), execution);
  else
    SetAttribute(kCommandAttribute, ShellLine(run.command), execution);
  SetAttribute("duration", fmt::format("{:.3f} s", static_cast<double>(end.lasted.count()) / 1e3), execution);
  if (WIFSIGNALED(end.status))
    SetAttribute("signal", std::to_string(WTERMSIG(end.status)), execution);
  else if (WEXITSTATUS(end.status) != 0)
    SetAttribute("exit code", std::to_string(WEXITSTATUS(end.status)), execution);
  if (!run.processor.empty()) SetAttribute("processor", run.processor, execution);
  SetAttribute("tool", run.tool, execution);
  if (run.place) run.place->Describe(execution);
  return WithReport(tree, std::move(report));
}

std::string ToolText(const Recorder& recorder, const MachineFacts& machine) {
  std::string text(recorder.name);
  const auto tool = machine.tools.find(recorder.program);
  if (tool == machine.tools.end() || recorder.family == kOwnFamily) return text;
  if (const std::string version = VersionOf(tool->second); !version.empty()) text += ", " + version;
  return text;
}

}  // namespace ringscope
