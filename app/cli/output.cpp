#include "app/cli/output.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>

#include "app/files/saving/tree_save.h"
#include "cct/base/system/atomic_file.h"
#include "cct/base/text/file_ending.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"
#include "cct/file/cct_file.h"

namespace ringscope {
namespace {

constexpr size_t kFlushBytes = 256 * 1024;

// Prints a text as one line on stderr, without control characters.
void PrintLine(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\t') c = ' ';
  text = TerminalLine(text) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

// The length of a part of a text without a last character that goes on in the next part.
size_t EndOfCharacters(std::string_view part) {
  for (size_t back = 1; back <= std::min<size_t>(3, part.size()); ++back) {
    const auto byte = static_cast<unsigned char>(part[part.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    const size_t length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
    return length > back ? part.size() - back : part.size();
  }
  return part.size();
}

// The text in a block of Markdown, as many whole lines as there is room for.
std::string MarkdownAnswer(std::string_view text, uint64_t lines_left_out) {
  std::string shown;
  AppendTerminalText(shown, text, LineBreaks::kKept);
  const auto room = static_cast<ptrdiff_t>(std::min(shown.size(), kMostMarkdownBytes));
  lines_left_out += static_cast<uint64_t>(std::count(shown.begin() + room, shown.end(), '\n'));
  shown.resize(static_cast<size_t>(room));
  const size_t end = shown.rfind('\n');
  if (lines_left_out > 0 && end != std::string::npos) shown.resize(end + 1);
  std::string answer = shown.empty() ? shown : MarkdownBlock(shown);
  if (lines_left_out > 0)
    answer += fmt::format(
        "{} further lines are left out; a smaller limit, another metric or a search asks for less.\n",
        lines_left_out);
  return answer;
}

// A signal handler has no other way to find the job.
std::atomic<JobControl*> signalled_job{nullptr};
static_assert(std::atomic<JobControl*>::is_always_lock_free);

extern "C" void OnSignal(int signal_number) {
  if (JobControl* const job = signalled_job.load()) job->cancel_requested.store(true);
  // A second signal ends the program at once.
  std::signal(signal_number, SIG_DFL);
}

constexpr std::array kCancelling{SIGINT, SIGTERM};

constexpr auto kRefresh = std::chrono::milliseconds(100);
constexpr int kBarWidth = 40;

}  // namespace

bool Output::Write(std::string_view text) {
  if (stopped()) return false;
  if (as_markdown_) {
    const size_t room = std::min(text.size(), kMostMarkdownBytes - buffer_.size());
    buffer_ += text.substr(0, room);
    lines_left_out_ += static_cast<uint64_t>(std::count(text.begin() + room, text.end(), '\n'));
    return true;
  }
  buffer_ += text;
  if (buffer_.size() >= kFlushBytes) Flush();
  return !stopped();
}

TextSink Output::Sink() {
  return [this](std::string_view text) -> Result<void> {
    if (Write(text)) return {};
    return Fail(ErrorCode::kIo, "cannot write to standard output");
  };
}

// Writes the whole characters of the buffer, without control characters that act on a terminal.
void Output::Flush() {
  const size_t size_bytes = EndOfCharacters(buffer_);
  std::string shown;
  AppendTerminalText(shown, std::string_view(buffer_).substr(0, size_bytes), LineBreaks::kKept);
  std::string_view rest = shown;
  while (!rest.empty() && !stopped()) {
    const ssize_t count = write(STDOUT_FILENO, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(static_cast<size_t>(count));
    } else if (errno == EPIPE) {
      reader_gone_ = true;
    } else if (errno != EINTR) {
      write_errno_ = errno;
    }
  }
  buffer_.erase(0, size_bytes);
}

std::optional<size_t> Output::width() const { return as_markdown_ ? std::nullopt : TerminalWidth(); }

int Output::Finish() {
  if (as_markdown_) buffer_ = MarkdownAnswer(buffer_, lines_left_out_);
  Flush();
  buffer_ = TerminalLine(buffer_);  // the bytes of a character that is cut off
  Flush();
  if (write_errno_ == 0) return kExitOk;
  return ReportError(fmt::format("standard output: cannot write: {}", std::strerror(write_errno_)));
}

Result<int> Deliver(const Report& report, ReportFormat format) {
  Output out(format);
  if (format == ReportFormat::kText || format == ReportFormat::kMarkdown) {
    out.Write(ReportText(report, out.width()));
  } else if (format == ReportFormat::kJson) {
    JsonWriter json = out.Json();
    WriteReportJson(report, json);
  } else {
    const Result<void> written =
        WriteReportCsv(report, format == ReportFormat::kCsv ? ',' : '\t', out.Sink());
    if (!written && !out.stopped()) return tl::unexpected(written.error());
  }
  return out.Finish();
}

int ReportError(std::string_view line) {
  PrintLine(std::string(line));
  return kExitBadInput;
}

int AnswerNo(std::string_view line) {
  PrintLine(std::string(line));
  return kExitNo;
}

void PrintNote(std::string_view sentence) { PrintLine(fmt::format("note: {}", sentence)); }

Error About(const std::filesystem::path& file, const Error& error) {
  return {error.code, fmt::format("{}:{}{}", file.string(), error.line ? "" : " ", DescribeError(error))};
}

Error AboutOption(std::string_view option, const Error& error, std::string_view text) {
  std::string place;
  if (error.column) {
    const std::string_view before = text.substr(0, *error.column - 1);
    const auto continuing = std::ranges::count_if(before, [](char c) { return (c & '\xC0') == '\x80'; });
    place = fmt::format(":{}", *error.column - static_cast<size_t>(continuing));
  }
  return {error.code, fmt::format("{}{}: {}", option, place, error.message)};
}

Error AboutOutput(const std::filesystem::path& file, const Error& error) {
  if (error.code != ErrorCode::kIo) return About(file, error);
  return {error.code, error.message};
}

int ReportError(const Error& error) { return ReportError(DescribeError(error)); }

Result<void> CheckCctName(const std::filesystem::path& output) {
  if (HasEnding(output, ".png") || HasEnding(output, ".svg"))
    return Refuse(output.string() +
                  ": expected the name of a .cct file to write; 'ringscope render' draws pictures");
  const Result<TreeFormat> format = TreeFormatOf(output);
  if (!format || *format == TreeFormat::kCct) return {};
  return Refuse(
      "{0}: expected the name of a .cct file to write; 'ringscope export FILE -o {0}' writes the "
      "format that this name is for",
      output.string());
}

Result<void> CheckOutput(const std::vector<std::filesystem::path>& inputs,
                         const std::filesystem::path& output) {
  if (output == "-") return Refuse("-: expected the name of a file to write, found standard output");
  for (const std::filesystem::path& input : inputs) {
    std::error_code error;
    const std::filesystem::path read = input == "-" ? std::filesystem::path("/dev/stdin") : input;
    if (std::filesystem::equivalent(read, output, error) && !error)
      return Refuse(output.string() + ": expected another file than the one that is read");
  }
  RINGSCOPE_TRY(ReplaceableFile(output));
  return {};
}

JobWatch::JobWatch(JobControl& job, std::string label) : job_(job), label_(TerminalLine(label)) {
  signalled_job.store(&job_);
  for (size_t i = 0; i < kCancelling.size(); ++i) {
    before_[i] = std::signal(kCancelling[i], OnSignal);
    // A signal that this program was started to ignore (nohup) stays ignored.
    if (before_[i] == SIG_IGN) std::signal(kCancelling[i], SIG_IGN);
  }
  if (isatty(STDERR_FILENO) == 0) return;
  try {
    thread_ = std::thread([this] {
      try {
        Show();
      } catch (const std::bad_alloc&) {
        // The job itself reports that memory ran out.
      }
    });
  } catch (const std::exception&) {
    // The job runs without a bar if no thread can be started.
  }
}

JobWatch::~JobWatch() {
  if (thread_.joinable()) {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    stop_.notify_one();
    thread_.join();
  }
  for (size_t i = 0; i < kCancelling.size(); ++i) std::signal(kCancelling[i], before_[i]);
  signalled_job.store(nullptr);
}

void JobWatch::Show() {
  bool shown = false;
  std::unique_lock lock(mutex_);
  while (!stop_.wait_for(lock, kRefresh, [this] { return stopping_; })) {
    const uint64_t done = job_.done_units.load(std::memory_order_relaxed);
    const uint64_t total = job_.total_units.load(std::memory_order_relaxed);
    std::string line;
    if (total == 0) {
      line = fmt::format("\r{} ...\x1b[K", label_);
    } else {
      const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
      const int filled = static_cast<int>(share * kBarWidth);
      line = fmt::format("\r{} [{:#<{}}{:.<{}}] {:>5}\x1b[K", label_, "", filled, "", kBarWidth - filled,
                         ProgressText(share));
    }
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
    shown = true;
  }
  if (shown) std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
}

Result<void> WriteCct(const Cct& tree, const std::filesystem::path& output) {
  WatchedJob job(fmt::format("writing {}", output.filename().string()));
  return AboutOutput(output, WriteCctFile(tree, output, {}, &job));
}

std::optional<size_t> TerminalWidth() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return std::nullopt;
  return size.ws_col;
}

}  // namespace ringscope
