#include "app/cli/recording/target_process.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <initializer_list>

namespace ringscope {

RecordingSignals::RecordingSignals() {
  sigset_t watched;
  sigemptyset(&watched);
  for (const int number : {SIGINT, SIGQUIT, SIGTERM, SIGHUP}) {
    // What is ignored, as behind nohup, ends nothing.
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_IGN) sigaddset(&watched, number);
  }
  sigprocmask(SIG_BLOCK, &watched, &before_);
  event_ = signalfd(-1, &watched, SFD_CLOEXEC | SFD_NONBLOCK);
}

RecordingSignals::~RecordingSignals() {
  // Those that wait have come for the recording: taken, or they would end this program now.
  while (Take().number != 0) {
  }
  if (event_ >= 0) close(event_);
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

CaughtSignal RecordingSignals::Take() const {
  signalfd_siginfo info{};
  if (event_ < 0 || read(event_, &info, sizeof(info)) != sizeof(info)) return {};
  return {static_cast<int>(info.ssi_signo), info.ssi_code == SI_KERNEL};
}

namespace {

sigset_t ignored_by_caller;  // without RememberCallerSignals() none

}  // namespace

void RememberCallerSignals() {
  sigemptyset(&ignored_by_caller);
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN)
      sigaddset(&ignored_by_caller, number);
  }
}

void RestoreCallerSignals() {
  for (int number = 1; number < NSIG; ++number) {
    struct sigaction action {};
    // Some cannot be set: those of the C library and SIGKILL.
    if (sigaction(number, nullptr, &action) != 0) continue;
    const auto wanted = sigismember(&ignored_by_caller, number) == 1 ? SIG_IGN : SIG_DFL;
    if (action.sa_handler == wanted) continue;
    action = {};
    action.sa_handler = wanted;
    sigaction(number, &action, nullptr);
  }
}

}  // namespace ringscope
