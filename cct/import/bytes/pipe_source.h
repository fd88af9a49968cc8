#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/import/bytes/byte_source.h"

namespace ringscope {

// What comes out of a pipe, the standard input, as it comes. The pipe gives everything once: what has been
// read is kept for Rewind(), until somebody says that only the first few MiB are read again.
class PipeSource final : public ByteSource {
 public:
  // Reads from `fd`, which stays the caller's, as does `job`; `begin` has been read of it already.
  PipeSource(int fd, const JobControl& job, std::vector<std::byte> begin = {});

  // From now on nothing more is kept than the first few MiB. Next() after a Rewind() that would need more is
  // kUnsupported.
  void KeepBeginOnly() { keeps_all_ = false; }

  // Also kLimit (more than can be kept), kCancelled.
  [[nodiscard]] Result<std::span<const std::byte>> Next() override;
  void Rewind() override {
    next_kept_ = 0;
    is_rewound_ = true;
  }
  [[nodiscard]] uint64_t consumed_bytes() const override { return read_bytes_; }
  [[nodiscard]] uint64_t size_bytes() const override { return 0; }

 private:
  int fd_;
  const JobControl& job_;
  bool keeps_all_ = true;
  bool at_end_ = false;
  uint64_t read_bytes_ = 0, kept_bytes_ = 0;
  std::vector<std::vector<std::byte>> kept_;  // the first pieces
  size_t next_kept_ = 0;
  bool is_rewound_ = false;  // and has not passed what was kept since
  std::vector<std::byte> buffer_;
};

// A pipe as OpenMappedSource() opens a file. What is compressed is read as a whole, as it is; anything else
// as it comes, by way of `pipe`, which `opened` owns; null where nothing more has to be read.
struct OpenedPipe {
  OpenedSource opened;
  PipeSource* pipe = nullptr;
};
[[nodiscard]] Result<OpenedPipe> OpenPipeSource(std::unique_ptr<PipeSource> pipe, uint64_t max_inflated_bytes,
                                                size_t prefix_bytes);

}  // namespace ringscope
