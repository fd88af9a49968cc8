#include "app/cli/caller_signals.h"

#include <csignal>

namespace ringscope {
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
