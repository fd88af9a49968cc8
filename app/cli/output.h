#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/report/report.h"
#include "cct/base/result.h"
#include "cct/base/text/json_writer.h"
#include "cct/tree/cct.h"

namespace ringscope {

inline constexpr int kExitOk = 0;
inline constexpr int kExitNo = 1;        // the question's answer is no
inline constexpr int kExitBadInput = 2;  // bad input or usage

// What an answer as Markdown may take: about 2,000 tokens of at least three bytes.
inline constexpr size_t kMostMarkdownBytes = 6000;

// Standard output with its own buffer. A reader that went away (a closed pipe) is no error: writing stops
// quietly.
class Output {
 public:
  // As Markdown Finish() sends a block of Markdown, whole lines of at most kMostMarkdownBytes, and says
  // how many more there were.
  explicit Output(ReportFormat format = ReportFormat::kText)
      : as_markdown_(format == ReportFormat::kMarkdown) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // False once nothing more can be written.
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
  // Sends what is buffered. The exit code: kExitOk, also after a closed pipe; kExitBadInput with a line on
  // stderr where the system refused to write (disk full).
  [[nodiscard]] int Finish();
  [[nodiscard]] bool stopped() const { return reader_gone_ || write_errno_ != 0; }
  // The width of the terminal that this reaches, in characters; nothing: it is for none.
  [[nodiscard]] std::optional<size_t> width() const;

 private:
  void Flush();

  bool as_markdown_ = false;
  uint64_t lines_left_out_ = 0;
  std::string buffer_;
  bool reader_gone_ = false;
  int write_errno_ = 0;
};

// Prints a report. The exit code, as of Output::Finish(). Errors: more CSV than may be written.
[[nodiscard]] Result<int> Deliver(const Report& report, ReportFormat format);

// The width of the terminal that standard output is, in characters; nothing: it is no terminal, or does not
// say.
[[nodiscard]] std::optional<size_t> TerminalWidth();

// What a command refuses to do: bad input, or usage. `line` is what it prints, from its beginning on.
[[nodiscard]] inline tl::unexpected<Error> Refuse(std::string line) {
  return Fail(ErrorCode::kInvalidArgument, std::move(line));
}
template <typename One, typename... More>
[[nodiscard]] tl::unexpected<Error> Refuse(fmt::format_string<One, More...> line, One&& one, More&&... more) {
  return Refuse(fmt::format(line, std::forward<One>(one), std::forward<More>(more)...));
}

// An error whose message begins with what it is about, as the line on stderr does: "FILE:LINE:COLUMN:
// message" or "FILE: at byte N: message". In place of a file also a command, or an option.
[[nodiscard]] Error About(const std::filesystem::path& file, const Error& error);
// About the text of an option: "--apply:COLUMN: message". With the text the column counts characters instead
// of bytes.
[[nodiscard]] Error AboutOption(std::string_view option, const Error& error, std::string_view text = {});
// About writing a file; where the system refuses, the message names the file itself.
[[nodiscard]] Error AboutOutput(const std::filesystem::path& file, const Error& error);
// The same of the error of a result.
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

// Prints the one line on stderr that an error is, and returns kExitBadInput. Line breaks in it become blanks.
int ReportError(std::string_view line);
int ReportError(const Error& error);
// Prints the one line on stderr that says why there is no answer but "no", and returns kExitNo.
int AnswerNo(std::string_view line);
// Prints "note: SENTENCE" on stderr: what standard output says is right, but not all there is to know.
void PrintNote(std::string_view sentence);
// Whether something can be written to `output`. Errors: it is one of the inputs, which would be lost, also by
// another name or as the standard input, or "-", or no file that can be replaced.
[[nodiscard]] Result<void> CheckOutput(const std::vector<std::filesystem::path>& inputs,
                                       const std::filesystem::path& output);
// Whether a .cct file can have the name. Errors: it ends like that of a picture, or of a file in another
// format that `export` writes.
[[nodiscard]] Result<void> CheckCctName(const std::filesystem::path& output);

// Writes a .cct file, and shows how far it is.
[[nodiscard]] Result<void> WriteCct(const Cct& tree, const std::filesystem::path& output);

}  // namespace ringscope
