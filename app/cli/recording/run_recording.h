#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/cli/recording/recorders/recorder.h"
#include "cct/base/result.h"

namespace ringscope {

struct RecordingOrder {
  LaunchPlan plan;
  std::filesystem::path folder;                  // exists, and is empty
  std::optional<int> process;                    // attach to it instead of starting anything
  std::optional<std::chrono::seconds> duration;  // then it is ended as by an interrupt
  // Called about twice a second while the program runs, with how long it has; may take its time.
  std::function<void(std::chrono::milliseconds)> watch;
};

// What became of it.
struct RecordingEnd {
  int status = 0;         // of the program, as waitpid() tells it; of an attached one 0
  int start_error = 0;    // of the system: why the program was not started
  int64_t started_s = 0;  // since 1970, UTC
  std::chrono::milliseconds lasted{0};
  bool was_ended = false;  // by an interrupt or by `duration`
  std::string problem;     // of the companion: why there may be no profile; empty: none
};

// Runs a program while it is recorded, to its end: what it prints, its exit code and the signals of the
// terminal are its own. An interrupt, or the end of `duration`, ends the program (SIGINT; two seconds after
// the end of `duration` SIGTERM, then SIGKILL; a third interrupt is SIGKILL) and the recording; of a process
// that was attached to only the recording. Errors: kIo (files, pipes), kNotFound (no such process, or the
// recorder's program).
[[nodiscard]] Result<RecordingEnd> RunRecording(const RecordingOrder& order);

}  // namespace ringscope
