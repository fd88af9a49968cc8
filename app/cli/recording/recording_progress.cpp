#include "app/cli/recording/recording_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cct/base/text/number_text.h"
#include "cct/base/text/terminal_text.h"

namespace ringscope {

std::string RecordingProgressText(std::chrono::milliseconds elapsed, uint64_t bytes) {
  return fmt::format("{} s, {} recorded", elapsed.count() / 1000, ValueText(bytes, "bytes", 1));
}

RecordingProgress::RecordingProgress() {
  if (isatty(STDERR_FILENO) != 0) where_ = isatty(STDOUT_FILENO) != 0 ? Where::kTitle : Where::kLine;
}

RecordingProgress::~RecordingProgress() {
  if (!is_shown_) return;
  // The title that there was: xterm's stack of titles.
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
