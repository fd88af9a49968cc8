#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "cct/base/job_control.h"
#include "cct/base/result.h"
#include "cct/base/system/large_array.h"
#include "cct/base/system/mapped_file.h"

namespace ringscope {

// The bytes as text; they stay where they are.
[[nodiscard]] inline std::string_view AsText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The bytes of an input in order, whatever wraps them: a mapped file, memory, or a gzip or zstd stream
// inflated on the way. Several gzip members or zstd frames in a row are one stream; checksums are checked; a
// truncated stream is an error by name. What is packed several times is unpacked as often, up to 4 times.
// UTF-16 text arrives as UTF-8, and a byte order mark is taken off; unpaired surrogates become U+FFFD, as no
// UTF-8 spells them, and an odd last byte is kMalformed. Text whose lines end by a carriage return alone, as
// it was once done, has line feeds in their place.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // The next stretch of bytes; empty at the end. The span is valid until the next call. An uncompressed file
  // comes in few large stretches without copying. Errors: kMalformed (corrupt stream), kLimit
  // (max_inflated_bytes), kIo.
  [[nodiscard]] virtual Result<std::span<const std::byte>> Next() = 0;

  // Starts again at the first byte. O(1).
  virtual void Rewind() = 0;

  // Everything at once where it lies in memory anyway (an uncompressed file or memory), valid as long as the
  // source; empty otherwise. Thread-safe.
  [[nodiscard]] virtual std::span<const std::byte> Contents() const { return {}; }
  // Says that this part of Contents() has been read and will not be needed soon, so that a file larger than
  // memory does not fill it. Thread-safe.
  virtual void DropContents([[maybe_unused]] uint64_t offset_bytes,
                            [[maybe_unused]] uint64_t length_bytes) const {}

  // The file whose bytes these are, as they are; null for memory and for what is inflated or decoded. For
  // formats that another program reads.
  [[nodiscard]] virtual const std::filesystem::path* file() const { return nullptr; }

  // How many bytes there will be, as far as a compressed file says so: any number, or 0.
  [[nodiscard]] virtual uint64_t announced_bytes() const { return 0; }

  // Bytes of the (compressed) file consumed so far and its size, for progress; size 0 = unknown.
  [[nodiscard]] virtual uint64_t consumed_bytes() const = 0;
  [[nodiscard]] virtual uint64_t size_bytes() const = 0;
};

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

// A profile file opened for import, with the prefix importers sniff at.
struct OpenedSource {
  std::unique_ptr<ByteSource> source;  // positioned at the start
  std::string_view prefix;  // first bytes as `source` will deliver them; valid while `source` lives
};

// `path` is that of the file. Errors: kMalformed (broken compression within the prefix, an empty file).
[[nodiscard]] Result<OpenedSource> OpenMappedSource(MappedFile file, const std::filesystem::path& path,
                                                    uint64_t max_inflated_bytes, size_t prefix_bytes);
// The same over memory, which must outlive the source.
[[nodiscard]] Result<OpenedSource> OpenMemorySource(std::span<const std::byte> bytes,
                                                    uint64_t max_inflated_bytes, size_t prefix_bytes);

// A pipe as OpenMappedSource() opens a file. What is compressed is read as a whole, as it is; anything else
// as it comes, by way of `pipe`, which `opened` owns; null where nothing more has to be read.
struct OpenedPipe {
  OpenedSource opened;
  PipeSource* pipe = nullptr;
};
[[nodiscard]] Result<OpenedPipe> OpenPipeSource(std::unique_ptr<PipeSource> pipe, uint64_t max_inflated_bytes,
                                                size_t prefix_bytes);

// All bytes of an input, which lie in memory anyway or were inflated into it.
struct WholeInput {
  std::string_view text;    // valid while both this and the source live
  LargeArray<char> memory;  // what was inflated; empty where nothing had to be
};

// For formats that are read out of order. `progress_share` is the part of the job's units that inflating
// counts for. Errors: kLimit (more than 8 GiB when inflated), kCancelled, and those of ByteSource::Next.
[[nodiscard]] Result<WholeInput> ReadWhole(ByteSource& source, double progress_share, JobControl& job);

}  // namespace ringscope
