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
  std::optional<int> process;                    // attach to it instead of starting a program
  std::optional<std::chrono::seconds> duration;  // after it the recording ends as by an interrupt
  // Called about twice a second while the program runs, with the time since its start; may block.
  std::function<void(std::chrono::milliseconds)> watch;
};

// The outcome of a recording.
struct RecordingEnd {
  int status = 0;         // of the program, as waitpid() tells it; of an attached one 0
  int start_error = 0;    // errno of exec(): the program was not started; 0: it was
  int64_t started_s = 0;  // since 1970, UTC
  std::chrono::milliseconds lasted{0};
  bool was_ended = false;  // by an interrupt or by `duration`
  std::string problem;     // the companion's reason why there may be no profile; empty: none
};

// Runs a program to its end while it is recorded: its output, its exit code and the signals of the terminal
// stay its own. An interrupt, or the end of `duration`, ends the program (SIGINT; two seconds after the end
// of `duration` SIGTERM, then SIGKILL; a third interrupt is SIGKILL) and the recording; of a process that was
// attached to only the recording. Errors: kIo (files, pipes), kNotFound (no such process, or the recorder's
// program).
[[nodiscard]] Result<RecordingEnd> RunRecording(const RecordingOrder& order);

// "12 s, 3.40 MiB recorded"
[[nodiscard]] std::string RecordingProgressText(std::chrono::milliseconds elapsed, uint64_t bytes);

// Shows the progress of a recording on a terminal: on a line of stderr that the next output overwrites, or,
// if the program prints to the terminal as well, in the terminal's title, which leaves the program's output
// alone. If stderr is no terminal it shows nothing.
class RecordingProgress {
 public:
  RecordingProgress();
  // Removes the line, or restores the title.
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
