#include "app/cli/recording/described_tree.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cct/base/job_control.h"
#include "cct/base/system/child_process.h"
#include "cct/base/text/ascii.h"
#include "cct/base/text/shell_words.h"
#include "cct/tree/building/with_report.h"
#include "cct/tree/execution.h"
#include "cct/tree/execution_command.h"

namespace ringscope {
namespace {

std::string CommandText(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + QuotedShellWord(word);
  return text;
}

// What a tool calls itself: "perf version 6.1.187". Empty where it does not say.
std::string VersionOf(const std::filesystem::path& program) {
  JobControl job;
  Result<ChildProcess> child = ChildProcess::Start({program.string(), "--version"});
  if (!child) return {};
  std::array<std::byte, 1024> buffer;
  std::string text;
  for (Result<size_t> count = child->Read(buffer, job); count && *count > 0;
       count = child->Read(buffer, job)) {
    if (text.size() < buffer.size()) text.append(reinterpret_cast<const char*>(buffer.data()), *count);
  }
  if (const Result<int> code = child->Wait(job); !code || *code != 0) return {};
  if (text.empty()) text = child->messages();
  return std::string(Trimmed(std::string_view(text).substr(0, text.find('\n'))));
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
    SetAttribute(kCommandAttribute, CommandText(run.command), execution);
  SetAttribute("duration", fmt::format("{:.3f} s", static_cast<double>(end.lasted.count()) / 1e3), execution);
  if (WIFSIGNALED(end.status))
    SetAttribute("signal", std::to_string(WTERMSIG(end.status)), execution);
  else if (WEXITSTATUS(end.status) != 0)
    SetAttribute("exit code", std::to_string(WEXITSTATUS(end.status)), execution);
  if (!run.processor.empty()) SetAttribute("processor", run.processor, execution);
  SetAttribute("tool", run.tool, execution);
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
