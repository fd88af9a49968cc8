#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cct/base/result.h"

namespace ringscope {

// The program that is recorded: it has the standard streams, the terminal and the process group of this one,
// and the same rights. It is held before it begins, so that a recorder can attach to it. Move-only.
class TargetProcess {
 public:
  // Where it is held. Behind exec(), in front of its first instruction, an attached recorder sees it alone:
  // what is mapped in front of exec() is this program. It takes ptrace(); where that is not allowed, or would
  // take rights from the program (setuid, setgid, capabilities of the file), it is held in front of exec()
  // instead.
  enum class HoldPoint : uint8_t { kBeforeExec, kBehindExec };
  // Prepares arguments[0], looked for on PATH, with `environment` on top of this program's own. It gets
  // `signal_mask`, and ignores the signals that this program was started to ignore (RememberCallerSignals).
  // Errors: kIo.
  [[nodiscard]] static Result<TargetProcess> Hold(
      const std::vector<std::string>& arguments,
      const std::vector<std::pair<std::string, std::string>>& environment, const sigset_t& signal_mask,
      HoldPoint point = HoldPoint::kBeforeExec);
  // A process that runs already. Errors: kNotFound.
  [[nodiscard]] static Result<TargetProcess> Attach(pid_t process);

  TargetProcess(TargetProcess&& other) noexcept;
  TargetProcess& operator=(TargetProcess&& other) noexcept;
  TargetProcess(const TargetProcess&) = delete;
  TargetProcess& operator=(const TargetProcess&) = delete;
  // Ends one that is still held; another one goes on.
  ~TargetProcess();

  // It was tried, behind exec(), and could not be started: Release() tells why.
  [[nodiscard]] bool has_failed() const { return start_error_ != 0; }
  // Lets it begin, on the thread that held it. The error of the system where it cannot be started: ENOENT,
  // EACCES,
  // ...; 0: it runs.
  [[nodiscard]] int Release();

  [[nodiscard]] pid_t id() const { return id_; }
  [[nodiscard]] bool is_child() const { return is_child_; }
  // Becomes readable when it has ended; -1 where the system has no such thing.
  [[nodiscard]] int end_event() const { return end_event_; }
  // How it ended, as waitpid() tells it; nothing: it runs. Of a process that was attached to always 0.
  [[nodiscard]] std::optional<int> Ended();
  // Sends a signal to it and to all processes that it has started, directly or not.
  void SignalAll(int signal_number) const;

 private:
  TargetProcess() = default;
  void AwaitExec(const sigset_t& signal_mask);

  pid_t id_ = -1;
  bool is_child_ = false;
  std::optional<int> status_;
  int end_event_ = -1;
  int hold_ = -1;           // written to: begin
  int failed_ = -1;         // read from: why it did not
  bool is_traced_ = false;  // held behind exec()
  int start_error_ = 0;     // of an exec() that was tried already
};

// A signal that this program got, and whether a person at the terminal sent it to the whole process group, so
// that the program that is recorded has got it as well.
struct CaughtSignal {
  int number = 0;
  bool is_of_terminal = false;
};

// While it lives, interrupts and the signals that ask to end wait to be taken, except ignored ones. Made
// before any thread; one at a time.
class RecordingSignals {
 public:
  RecordingSignals();
  ~RecordingSignals();
  RecordingSignals(const RecordingSignals&) = delete;
  RecordingSignals& operator=(const RecordingSignals&) = delete;

  // Readable when there is one to take; -1 where the system refused.
  [[nodiscard]] int event() const { return event_; }
  // The next one; number 0: there is none.
  [[nodiscard]] CaughtSignal Take() const;
  // The mask that this program was started with.
  [[nodiscard]] const sigset_t& mask_before() const { return before_; }

 private:
  sigset_t before_{};
  int event_ = -1;
};

// Remembers which signals this program was started to ignore. Called once, before it changes any of them.
void RememberCallerSignals();

// Lets signals do what they did when this program was started: be ignored, or their default. For a process
// that is about to start another program, in which nothing may take memory.
void RestoreCallerSignals();

}  // namespace ringscope
