#include "app/cli/recording/run_recording.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string_view>
#include <thread>
#include <utility>

#include "app/cli/output.h"
#include "app/cli/recording/target_process.h"
#include "cct/base/system/child_process.h"
#include "cct/base/text/number_text.h"
#include "cct/base/text/utf8.h"

namespace ringscope {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kWatchInterval{500};
constexpr milliseconds kPatience{2000};          // between the signals that end a program
constexpr milliseconds kAttachPatience{20'000};  // until a recorder is ready
constexpr milliseconds kFollowInterval{50};
constexpr milliseconds kFollowPatience{5000};  // until a follower has found the program

// A pipe with a name, open on this side.
class NamedPipe {
 public:
  static Result<NamedPipe> Make(const std::filesystem::path& path) {
    NamedPipe pipe;
    if (mkfifo(path.c_str(), 0600) == 0) pipe.end_ = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (pipe.end_ < 0)
      return Fail(ErrorCode::kIo, "{}: cannot make a pipe: {}", path.string(), std::strerror(errno));
    return pipe;
  }
  NamedPipe() = default;
  NamedPipe(NamedPipe&& other) noexcept : end_(std::exchange(other.end_, -1)) {}
  NamedPipe& operator=(NamedPipe&& other) noexcept {
    std::swap(end_, other.end_);
    return *this;
  }
  NamedPipe(const NamedPipe&) = delete;
  NamedPipe& operator=(const NamedPipe&) = delete;
  ~NamedPipe() { Close(); }
  void Close() {
    if (end_ >= 0) close(end_);
    end_ = -1;
  }
  void Write(std::string_view text) const {
    if (end_ >= 0 && write(end_, text.data(), text.size()) < 0) return;  // the reader has gone
  }
  // Whether the other side wrote something within the time.
  [[nodiscard]] bool WaitForAnswer(milliseconds patience) const {
    pollfd waited{end_, POLLIN, 0};
    std::array<char, 64> answer{};
    return poll(&waited, 1, static_cast<int>(patience.count())) > 0 &&
           read(end_, answer.data(), answer.size()) > 0;
  }

 private:
  int end_ = -1;
};

std::string FirstLines(std::string_view messages) {
  std::string text(messages.substr(0, messages.find("\n\n")));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::replace(text.begin(), text.end(), '\n', ' ');
  constexpr size_t kMostBytes = 300;
  if (text.size() > kMostBytes) text = text.substr(0, kMostBytes) + "...";
  return text;
}

class Recording {
 public:
  explicit Recording(const RecordingOrder& order) : order_(order), plan_(order.plan) {}

  Result<RecordingEnd> Run() {
    RINGSCOPE_TRY(WriteFiles());
    {
      const RecordingSignals signals;
      RINGSCOPE_TRY(Prepare(signals));
      end_.started_s = static_cast<int64_t>(time(nullptr));
      begun_ = Clock::now();
      if (target_->is_child()) {
        end_.start_error = target_->Release();
        if (end_.start_error != 0) end_.status = 0;
      }
      while (!target_->Ended()) {
        if (!Wait(signals)) break;
      }
      end_.lasted = std::chrono::duration_cast<milliseconds>(Clock::now() - begun_);
      end_.status = target_->Ended().value_or(0);
    }
    FinishCompanion();
    if (!plan_.exit_code_file.empty()) ReadExitCode();
    if (!plan_.convert_words.empty()) Convert();
    return end_;
  }

 private:
  Result<void> WriteFiles() const {
    for (const auto& [name, text] : plan_.files) {
      std::ofstream file(order_.folder / name, std::ios::binary);
      file << text;
      file.close();
      if (!file) return Fail(ErrorCode::kIo, "{}: cannot write", (order_.folder / name).string());
    }
    return {};
  }

  std::vector<std::string> CompanionWords() const {
    std::vector<std::string> words;
    for (const std::string& word : plan_.companion_words)
      words.push_back(word == kProcessMark ? std::to_string(target_->id()) : word);
    return words;
  }

  Result<void> Prepare(const RecordingSignals& signals) {
    if (!plan_.pipe.empty()) {
      RINGSCOPE_ASSIGN(pipe_, NamedPipe::Make(order_.folder / plan_.pipe));
    }
    if (order_.process) {
      RINGSCOPE_ASSIGN(target_, TargetProcess::Attach(*order_.process));
    } else {
      const auto point = plan_.companion == Companion::kAttached ? TargetProcess::HoldPoint::kBehindExec
                                                                 : TargetProcess::HoldPoint::kBeforeExec;
      RINGSCOPE_ASSIGN(target_,
                       TargetProcess::Hold(plan_.words, plan_.environment, signals.mask_before(), point));
    }
    if (plan_.companion == Companion::kReader) {
      RINGSCOPE_ASSIGN(companion_, ChildProcess::Start(CompanionWords()));
    }
    if (plan_.companion == Companion::kAttached && !target_->has_failed()) RINGSCOPE_TRY(Attach());
    return {};
  }

  // Starts the recorder and waits until it counts: nothing of the program is missed.
  Result<void> Attach() {
    RINGSCOPE_ASSIGN(control_, NamedPipe::Make(order_.folder / kControlPipe));
    RINGSCOPE_ASSIGN(NamedPipe answer, NamedPipe::Make(order_.folder / kAnswerPipe));
    RINGSCOPE_ASSIGN(companion_, ChildProcess::Start(CompanionWords()));
    control_.Write("enable\n");
    for (const auto begin = Clock::now(); Clock::now() - begin < kAttachPatience;) {
      if (answer.WaitForAnswer(milliseconds(50))) return {};
      if (companion_->HasEnded()) {
        const std::string words = FirstLines(companion_->messages());
        return Fail(ErrorCode::kIo, "{} ended before the program began{}{}", plan_.companion_name,
                    words.empty() ? "" : ": ", words);
      }
    }
    return Fail(ErrorCode::kIo, "{} did not get ready", plan_.companion_name);
  }

  // Waits for an event, at most kWatchInterval. False: the recording is over, though the program may still
  // run.
  bool Wait(const RecordingSignals& signals) {
    const auto now = Clock::now();
    milliseconds patience = target_->end_event() < 0 ? milliseconds(20) : kWatchInterval;
    if (order_.duration) {
      const auto left = std::chrono::duration_cast<milliseconds>(begun_ + *order_.duration - now);
      if (asked_ == 0 && left <= milliseconds(0)) return AskToEnd();
      if (asked_ == 0) patience = std::min(patience, left + milliseconds(1));
    }
    if (asked_ > 0 && now - asked_at_ >= kPatience && order_.duration) return AskToEnd();
    if (plan_.companion == Companion::kFollower) {
      if (!Follow()) return false;
      if (!has_found_) patience = std::min(patience, kFollowInterval);
    }
    std::array<pollfd, 2> waited{pollfd{target_->end_event(), POLLIN, 0}, pollfd{signals.event(), POLLIN, 0}};
    poll(waited.data(), waited.size(), static_cast<int>(patience.count()));
    for (CaughtSignal caught = signals.Take(); caught.number != 0; caught = signals.Take()) {
      if (!Obey(caught)) return false;
    }
    if (order_.watch && Clock::now() - watched_ >= kWatchInterval && !target_->Ended()) {
      order_.watch(std::chrono::duration_cast<milliseconds>(Clock::now() - begun_));
      watched_ = Clock::now();
    }
    return true;
  }

  // Ends the program when the time is over: SIGINT first, then stronger signals.
  bool AskToEnd() {
    constexpr int kWays[] = {SIGINT, SIGTERM, SIGKILL};
    end_.was_ended = true;
    if (!target_->is_child()) return false;
    target_->SignalAll(kWays[std::min(asked_, 2)]);
    ++asked_;
    asked_at_ = Clock::now();
    return true;
  }

  bool Obey(const CaughtSignal& caught) {
    end_.was_ended = true;
    if (!target_->is_child()) return false;
    if (caught.number == SIGINT) ++interrupts_;
    constexpr int kMostInterrupts = 3;
    if (interrupts_ >= kMostInterrupts)
      target_->SignalAll(SIGKILL);
    else if (!caught.is_of_terminal)
      target_->SignalAll(caught.number);
    return true;
  }

  // Starts the follower again until it stays: it finds the program only some time after its start. False: it
  // was refused.
  bool Follow() {
    if (companion_ && !companion_->HasEnded()) {
      has_found_ = has_found_ || Clock::now() - followed_ > std::chrono::seconds(1);
      return true;
    }
    if (has_found_ && companion_) return target_->is_child();  // it ended by itself
    if (Clock::now() - begun_ > kFollowPatience) {
      if (end_.problem.empty()) {
        end_.problem =
            fmt::format("{} did not find the program{}{}", plan_.companion_name, companion_ ? ": " : "",
                        companion_ ? FirstLines(companion_->messages()) : "");
      }
      return target_->is_child();
    }
    companion_.reset();
    Result<ChildProcess> started = ChildProcess::Start(CompanionWords());
    if (started) companion_ = std::move(*started);
    followed_ = Clock::now();
    return true;
  }

  // A reader that opens the pipe only after the program has ended would wait for a writer for ever. This
  // opens and closes the pipe for writing as soon as the reader waits or reads, so that it sees the end.
  void LetReaderEnd() {
    const std::string path = (order_.folder / plan_.pipe).string();
    for (const auto until = Clock::now() + kFollowPatience;
         Clock::now() < until && !companion_->HasEnded();) {
      if (const int end = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK); end >= 0) {
        close(end);
        return;
      }
      std::this_thread::sleep_for(milliseconds(5));
    }
  }

  void FinishCompanion() {
    pipe_.Close();
    if (plan_.companion == Companion::kReader && companion_) LetReaderEnd();
    if (!companion_) return;
    WatchedJob job("waiting for the recorder");
    if (plan_.companion == Companion::kAttached) control_.Write("stop\n");
    if (plan_.companion != Companion::kReader) companion_->Signal(SIGINT);
    (void)companion_->Drain(job);
    const Result<int> code = companion_->Wait(job);
    if (!code && end_.problem.empty()) end_.problem = DescribeError(code.error());
    const std::string messages = FirstLines(companion_->messages());
    if (code && *code != 0 && *code != 128 + SIGINT && end_.problem.empty() && !messages.empty())
      end_.problem = fmt::format("{} says: {}", plan_.companion_name, messages);
    companion_.reset();
  }

  void ReadExitCode() {
    std::ifstream file(order_.folder / plan_.exit_code_file);
    int code = 0;
    // The file has the code as a shell does: above 128 it is a signal.
    if (file >> code) end_.status = code > 128 ? code - 128 : (code & 0xff) << 8;
  }

  void Convert() {
    WatchedJob job("reading what was recorded");
    Result<ChildProcess> child = ChildProcess::Start(plan_.convert_words);
    if (!child) {
      end_.problem = child.error().message;
      return;
    }
    const std::filesystem::path path = order_.folder / plan_.profile_prefix;
    std::ofstream file(path, std::ios::binary);
    std::vector<std::byte> buffer(size_t{1} << 18);
    Result<size_t> count = size_t{0};
    while (file && (count = child->Read(buffer, job)) && *count > 0)
      file.write(reinterpret_cast<const char*>(buffer.data()), static_cast<std::streamsize>(*count));
    file.close();
    if (!file) {
      end_.problem = fmt::format("{}: cannot write what {} prints", path.string(), plan_.convert_words[0]);
    } else if (const Result<int> code = child->Wait(job); !code) {
      end_.problem = DescribeError(code.error());
    } else if (*code != 0) {
      end_.problem = fmt::format("{} says: {}", plan_.convert_words[0], FirstLines(child->messages()));
      return;  // the profile may still be readable
    } else {
      return;
    }
    // A half-written file is no profile.
    std::error_code error;
    std::filesystem::remove(path, error);
  }

  const RecordingOrder& order_;
  const LaunchPlan& plan_;
  RecordingEnd end_;
  std::optional<TargetProcess> target_;
  std::optional<ChildProcess> companion_;
  NamedPipe pipe_, control_;
  Clock::time_point begun_, watched_{}, asked_at_{}, followed_{};
  int asked_ = 0;       // how often the program was asked to end as the time was over
  int interrupts_ = 0;  // by the user
  bool has_found_ = false;
};

}  // namespace

Result<RecordingEnd> RunRecording(const RecordingOrder& order) { return Recording(order).Run(); }

std::string RecordingProgressText(std::chrono::milliseconds elapsed, uint64_t bytes) {
  return fmt::format("{} s, {} recorded", elapsed.count() / 1000, ValueText(bytes, "bytes", 1));
}

RecordingProgress::RecordingProgress() {
  if (isatty(STDERR_FILENO) != 0) where_ = isatty(STDOUT_FILENO) != 0 ? Where::kTitle : Where::kLine;
}

RecordingProgress::~RecordingProgress() {
  if (!is_shown_) return;
  // Restores the title from xterm's stack of titles.
  std::fputs(where_ == Where::kTitle ? "\x1b[23;2t" : "\r\x1b[K", stderr);
  std::fflush(stderr);
}

void RecordingProgress::Show(const std::string& text) {
  if (where_ == Where::kNowhere) return;
  if (where_ == Where::kTitle) {
    if (!is_shown_) std::fputs("\x1b[22;2t", stderr);
    std::fputs(fmt::format("\x1b]2;{}\x1b\\", TerminalLine(text)).c_str(), stderr);
  } else {
    std::fputs(fmt::format("{}\x1b[K\r", TerminalLine(text)).c_str(), stderr);
  }
  std::fflush(stderr);
  is_shown_ = true;
}

}  // namespace ringscope
