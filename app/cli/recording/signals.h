#pragma once

#include <csignal>

namespace ringscope {

// A signal that this program got, and whether a person at the terminal sent it to the whole process group, so
// that the program that is recorded has got it as well.
struct CaughtSignal {
  int number = 0;
  bool is_of_terminal = false;
};

// While it lives, interrupts and the signals that ask to end wait to be taken, except ignored ones. Made before any
// thread; one at a time.
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

// Lets signals do what they did when this program was started: be ignored, or their default. For a process that is
// about to start another program, in which nothing may take memory.
void RestoreCallerSignals();

}  // namespace ringscope
