#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cct/base/child_process.h"
#include "cct/base/job_control.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// What another program prints, as it prints it. The program starts with the first Next(), and again after a
// Rewind() that comes later than within the first MiB or so.
class ProgramSource final : public ByteSource {
 public:
  // The program's arguments begin with its name; `name` is what errors call it. `size_bytes` is that of the
  // file it reads. Prints more than `max_bytes`: kLimit.
  ProgramSource(std::string name, std::vector<std::string> arguments, uint64_t size_bytes, uint64_t max_bytes,
                const JobControl& job);

  // Errors: kNotFound (no such program), kIo (it failed; with its own words), kLimit, kCancelled.
  [[nodiscard]] Result<std::span<const std::byte>> Next() override;
  void Rewind() override;
  [[nodiscard]] uint64_t consumed_bytes() const override { return printed_bytes_; }
  [[nodiscard]] uint64_t size_bytes() const override { return size_bytes_; }

  // What it has written to its standard error: the first lines, on one.
  [[nodiscard]] std::string messages() const;

 private:
  Result<std::span<const std::byte>> Finish();

  std::string name_;
  std::vector<std::string> arguments_;
  uint64_t size_bytes_;
  uint64_t max_bytes_;
  const JobControl& job_;
  std::optional<ChildProcess> program_;
  bool ended_ = false;
  uint64_t printed_bytes_ = 0;
  std::vector<std::vector<std::byte>> kept_;  // the first pieces, for Rewind()
  uint64_t kept_bytes_ = 0;
  size_t next_kept_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace ringscope
