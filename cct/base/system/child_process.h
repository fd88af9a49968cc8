#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"

namespace ringscope {

// Starts arguments[0], looked for on PATH, without a shell in between. It outlives this program and uses its
// standard streams; nobody waits for it. Errors: kInvalidArgument (no words), kNotFound (no such program),
// kIo.
[[nodiscard]] Result<void> StartProgram(std::span<const std::string> arguments);

// Another program at work, whose standard output is read as it comes. No shell is involved: the arguments
// reach it as they are. It stands in a process group of its own with an empty standard input, and is killed
// with all it started when the object goes. Move-only; for one thread at a time.
class ChildProcess {
 public:
  // Starts arguments[0], looked for on PATH. Errors: kNotFound (no such program), kIo.
  [[nodiscard]] static Result<ChildProcess> Start(const std::vector<std::string>& arguments);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Waits for output and puts it into `buffer`; returns its size, 0 at the end. Errors: kCancelled (asked for
  // several times a second), kIo.
  [[nodiscard]] Result<size_t> Read(std::span<std::byte> buffer, const JobControl& job);
  // All that is left of it. Errors: those of Read, kLimit (it is more than `most_bytes`).
  [[nodiscard]] Result<std::string> ReadAll(const JobControl& job, size_t most_bytes = SIZE_MAX);
  // Reads all that is left of it and forgets it. Errors: those of Read.
  [[nodiscard]] Result<void> Drain(const JobControl& job);
  // Waits for the end of the program, after that of its output. Returns its exit code, or 128 + the number of
  // the signal that killed it. Errors: those of Read.
  [[nodiscard]] Result<int> Wait(const JobControl& job);
  // Whether it has ended; Wait() tells how. Takes in its messages.
  [[nodiscard]] bool HasEnded();
  // Sends it a signal, and not to what it started.
  void Signal(int signal_number) const;
  // The first 4 KiB of what it wrote to its standard error, so far; the rest is read and forgotten.
  [[nodiscard]] const std::string& messages() const { return messages_; }

 private:
  ChildProcess() = default;
  [[nodiscard]] Result<void> WaitForInput(const JobControl& job, bool with_output);
  void ReadMessages();
  [[nodiscard]] bool IsOver() const;

  pid_t pid_ = -1;  // -1 = none, or it has been waited for
  int output_ = -1;
  int errors_ = -1;
  std::string messages_;
};

}  // namespace ringscope
