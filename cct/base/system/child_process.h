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

// Starts arguments[0], looked for on PATH, without a shell. The child may outlive this program and shares its
// standard streams; its exit code is dropped. Errors: kInvalidArgument (no words), kNotFound (no such
// program), kIo.
[[nodiscard]] Result<void> StartProgram(std::span<const std::string> arguments);

// A running program whose standard output is read as it arrives. No shell is involved: the program gets the
// arguments unchanged. It has its own process group and an empty standard input; the destructor kills the
// whole group. Move-only; for one thread at a time.
class ChildProcess {
 public:
  // Starts arguments[0], looked for on PATH. Errors: kNotFound (no such program), kIo.
  [[nodiscard]] static Result<ChildProcess> Start(const std::vector<std::string>& arguments);

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  // Waits for output and puts it into `buffer`; returns its size, 0 at the end. Errors: kCancelled (polled
  // several times a second), kIo.
  [[nodiscard]] Result<size_t> Read(std::span<std::byte> buffer, const JobControl& job);
  // The rest of the output. Errors: those of Read, kLimit (more than `most_bytes`).
  [[nodiscard]] Result<std::string> ReadAll(const JobControl& job, size_t most_bytes = SIZE_MAX);
  // Reads and drops the rest of the output. Errors: those of Read.
  [[nodiscard]] Result<void> Drain(const JobControl& job);
  // Waits for the end of the program; call it after the end of the output. Returns the exit code, or 128 +
  // the number of the signal that killed the program. Errors: those of Read.
  [[nodiscard]] Result<int> Wait(const JobControl& job);
  // Whether the program has ended; Wait() returns its exit code. Also reads its messages.
  [[nodiscard]] bool HasEnded();
  // Sends the signal to the program alone, not to the programs it started.
  void Signal(int signal_number) const;
  // The first 4 KiB of the program's standard error so far; the rest is read and dropped.
  [[nodiscard]] const std::string& messages() const { return messages_; }

 private:
  ChildProcess() = default;
  [[nodiscard]] Result<void> WaitForInput(const JobControl& job, bool with_output);
  void ReadMessages();
  [[nodiscard]] bool IsOver() const;

  pid_t pid_ = -1;  // -1 = none, or already waited for
  int output_ = -1;
  int errors_ = -1;
  std::string messages_;
};

}  // namespace ringscope
