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

// "12 s, 3.40 MiB recorded"
[[nodiscard]] std::string RecordingProgressText(std::chrono::milliseconds elapsed, uint64_t bytes);

// Shows how a recording goes on a terminal: on a line of stderr that whatever is printed next takes the place
// of, or, where the program prints to the terminal as well, in the terminal's title, so that nothing of the
// program's own is touched. Where stderr is no terminal it shows nothing.
class RecordingProgress {
 public:
  RecordingProgress();
  // Takes away what is shown.
  ~RecordingProgress();
  RecordingProgress(const RecordingProgress&) = delete;
  RecordingProgress& operator=(const RecordingProgress&) = delete;
  void Show(const std::string& text);

 private:
  enum class Where : uint8_t { kNowhere, kLine, kTitle };
  Where where_ = Where::kNowhere;
  bool is_shown_ = false;
};

}  // namespace ringscope
