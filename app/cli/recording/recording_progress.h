#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ringscope {

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
