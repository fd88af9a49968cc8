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

// The program that is recorded: it has the standard streams, the terminal, the process group and the rights
// of this program. It is held before it begins, so that a recorder can attach to it. Move-only.
class TargetProcess {
 public:
  // The point where the program is held. Behind exec(), in front of its first instruction, an attached
  // recorder sees the program alone: in front of exec() the process still maps this program. Holding behind
  // exec() takes ptrace(); if that is not allowed, or would take rights from the program (setuid, setgid,
  // capabilities of the file), it is held in front of exec() instead.
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
  // Ends a program that is still held; a released one goes on.
  ~TargetProcess();

  // Whether exec() of a program held behind it has failed: Release() returns the error.
  [[nodiscard]] bool has_failed() const { return start_error_ != 0; }
  // Lets the program begin; called on the thread that held it. Returns errno of exec(), ENOENT, EACCES, ...;
  // 0: it runs.
  [[nodiscard]] int Release();

  [[nodiscard]] pid_t id() const { return id_; }
  [[nodiscard]] bool is_child() const { return is_child_; }
  // Becomes readable when the process has ended; -1 if the system has no such descriptor.
  [[nodiscard]] int end_event() const { return end_event_; }
  // The status of the ended process, as waitpid() tells it; std::nullopt: it runs. 0 for a process that was
  // attached to.
  [[nodiscard]] std::optional<int> Ended();
  // Sends a signal to the process and all its descendants.
  void SignalAll(int signal_number) const;

 private:
  TargetProcess() = default;
  void AwaitExec(const sigset_t& signal_mask);

  pid_t id_ = -1;
  bool is_child_ = false;
  std::optional<int> status_;
  int end_event_ = -1;
  int hold_ = -1;           // a byte written here lets it begin
  int failed_ = -1;         // errno of exec() is read from here
  bool is_traced_ = false;  // held behind exec()
  int start_error_ = 0;     // of exec(), if the program is held behind it
};

// A signal that this program got. `is_of_terminal`: the terminal sent it to the whole process group, so the
// recorded program has got it as well.
struct CaughtSignal {
  int number = 0;
  bool is_of_terminal = false;
};

// While it lives, interrupts and the signals that ask a program to end wait for Take(), except ignored ones.
// Made before any thread; one lives at a time.
class RecordingSignals {
 public:
  RecordingSignals();
  ~RecordingSignals();
  RecordingSignals(const RecordingSignals&) = delete;
  RecordingSignals& operator=(const RecordingSignals&) = delete;

  // Readable when a signal waits; -1 if the system refused.
  [[nodiscard]] int event() const { return event_; }
  // The next signal; number 0: none waits.
  [[nodiscard]] CaughtSignal Take() const;
  // The mask that this program was started with.
  [[nodiscard]] const sigset_t& mask_before() const { return before_; }

 private:
  sigset_t before_{};
  int event_ = -1;
};

// Remembers the signals that this program was started to ignore. Called once, before any of them is changed.
void RememberCallerSignals();

// Restores the handling of signals that this program was started with: ignored, or the default. For a process
// that is about to start another program, in which nothing may allocate memory.
void RestoreCallerSignals();

// Ends as a program did, by its exit code or its signal, so that the caller sees no difference. `status` is
// the program's of waitpid(). Returns the exit code, unless the signal ends this program.
[[nodiscard]] int EndAs(int status);

}  // namespace ringscope
