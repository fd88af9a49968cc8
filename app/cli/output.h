#pragma once

#include <fmt/format.h>

#include <array>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/report/report.h"
#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/text/json_writer.h"
#include "cct/tree/cct.h"

namespace ringscope {

inline constexpr int kExitOk = 0;
inline constexpr int kExitNo = 1;        // the answer to the question is no
inline constexpr int kExitBadInput = 2;  // bad input or usage

// The most bytes of an answer as Markdown: about 2,000 tokens of at least three bytes.
inline constexpr size_t kMostMarkdownBytes = 6000;

// Standard output with its own buffer. A closed pipe is no error: the output stops quietly.
class Output {
 public:
  // With kMarkdown Finish() sends one block of Markdown, whole lines of at most kMostMarkdownBytes, and the
  // number of lines left out.
  explicit Output(ReportFormat format = ReportFormat::kText)
      : as_markdown_(format == ReportFormat::kMarkdown) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // False once writing has stopped.
  bool Write(std::string_view text);
  template <typename... Args>
  bool Print(fmt::format_string<Args...> format, Args&&... args) {
    return Write(fmt::format(format, std::forward<Args>(args)...));
  }
  // For functions that write pieces and stop at an error.
  [[nodiscard]] TextSink Sink();
  [[nodiscard]] JsonWriter Json() {
    return JsonWriter([this](std::string_view text) { Write(text); });
  }
  // Sends the buffer. Returns the exit code: kExitOk, also after a closed pipe; kExitBadInput with a line on
  // stderr if the system refused to write (disk full).
  [[nodiscard]] int Finish();
  [[nodiscard]] bool stopped() const { return reader_gone_ || write_errno_ != 0; }
  // The width of the terminal for which lines are laid out, in characters; std::nullopt: no terminal, or
  // Markdown.
  [[nodiscard]] std::optional<size_t> width() const;

 private:
  void Flush();

  bool as_markdown_ = false;
  uint64_t lines_left_out_ = 0;
  std::string buffer_;
  bool reader_gone_ = false;
  int write_errno_ = 0;
};

// Prints a report. Returns the exit code of Output::Finish(). Errors: more CSV than may be written.
[[nodiscard]] Result<int> Deliver(const Report& report, ReportFormat format);

// The width of the terminal behind standard output, in characters; std::nullopt: standard output is no
// terminal, or the terminal does not say.
[[nodiscard]] std::optional<size_t> TerminalWidth();

// The error of a command that refuses its input or usage. `line` is the whole line that is printed.
[[nodiscard]] inline tl::unexpected<Error> Refuse(std::string line) {
  return Fail(ErrorCode::kInvalidArgument, std::move(line));
}
template <typename One, typename... More>
[[nodiscard]] tl::unexpected<Error> Refuse(fmt::format_string<One, More...> line, One&& one, More&&... more) {
  return Refuse(fmt::format(line, std::forward<One>(one), std::forward<More>(more)...));
}

// The error with its subject in front of the message, as the line on stderr has it: "FILE:LINE:COLUMN:
// message" or "FILE: at byte N: message". `file` may also be a command, or an option.
[[nodiscard]] Error About(const std::filesystem::path& file, const Error& error);
// An error in the text of an option: "--apply:COLUMN: message". With the text the column counts characters
// instead of bytes.
[[nodiscard]] Error AboutOption(std::string_view option, const Error& error, std::string_view text = {});
// An error of writing a file. A message of the system (kIo) names the file itself.
[[nodiscard]] Error AboutOutput(const std::filesystem::path& file, const Error& error);
// About...() for the error of a result.
template <typename T>
[[nodiscard]] Result<T> About(const std::filesystem::path& file, Result<T> result) {
  return std::move(result).map_error([&](const Error& error) { return About(file, error); });
}
template <typename T>
[[nodiscard]] Result<T> AboutOption(std::string_view option, Result<T> result, std::string_view text = {}) {
  return std::move(result).map_error([&](const Error& error) { return AboutOption(option, error, text); });
}
template <typename T>
[[nodiscard]] Result<T> AboutOutput(const std::filesystem::path& file, Result<T> result) {
  return std::move(result).map_error([&](const Error& error) { return AboutOutput(file, error); });
}

// Prints an error as one line on stderr, and returns kExitBadInput. Line breaks in it become blanks.
int ReportError(std::string_view line);
int ReportError(const Error& error);
// Prints one line on stderr that says why the answer is "no", and returns kExitNo.
int AnswerNo(std::string_view line);
// Prints "note: SENTENCE" on stderr: something to know beside the answer on standard output, which is right.
void PrintNote(std::string_view sentence);
// Checks that a file can be written to `output`. Errors: `output` is one of the inputs, which would be lost
// (also by another name, or as the standard input), or "-", or no file that can be replaced.
[[nodiscard]] Result<void> CheckOutput(const std::vector<std::filesystem::path>& inputs,
                                       const std::filesystem::path& output);
// Checks that a .cct file can have the name. Errors: the name ends like a picture's, or like that of another
// format that `export` writes.
[[nodiscard]] Result<void> CheckCctName(const std::filesystem::path& output);

// Shows a job's progress on stderr, if that is a terminal, and turns Ctrl+C and termination signals into a
// request to cancel, so that unfinished output files are removed. One lives at a time.
class JobWatch {
 public:
  JobWatch(JobControl& job, std::string label);
  ~JobWatch();
  JobWatch(const JobWatch&) = delete;
  JobWatch& operator=(const JobWatch&) = delete;

 private:
  void Show();

  JobControl& job_;
  std::string label_;
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::array<void (*)(int), 2> before_{};  // the handlers to restore
  std::thread thread_;
};

// A job that is watched while it lives.
struct WatchedJob : JobControl {
  explicit WatchedJob(std::string label) : watch(*this, std::move(label)) {}
  const JobWatch watch;
};

// Writes a .cct file with a progress bar.
[[nodiscard]] Result<void> WriteCct(const Cct& tree, const std::filesystem::path& output);

}  // namespace ringscope
