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

// The bytes as text, without a copy.
[[nodiscard]] inline std::string_view AsText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The bytes of an input in order: of a mapped file or of memory, inflated on the way if they are a gzip or
// zstd stream. Several gzip members or zstd frames in a row are one stream; checksums are checked; a
// truncated stream is an error of its own. Input that was packed several times is unpacked as often, up to 4
// times. UTF-16 text arrives as UTF-8, without its byte order mark; unpaired surrogates become U+FFFD,
// because UTF-8 cannot encode them, and an odd last byte is kMalformed. In text whose lines end in a lone
// carriage return, line feeds replace these.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // The next piece of the bytes, valid until the next call; empty at the end. An uncompressed file comes in
  // few large pieces without copying. Errors: kMalformed (corrupt stream), kLimit (max_inflated_bytes), kIo.
  [[nodiscard]] virtual Result<std::span<const std::byte>> Next() = 0;

  // Starts again at the first byte. O(1).
  virtual void Rewind() = 0;

  // All bytes at once if they lie in memory anyway (an uncompressed file or memory), valid as long as the
  // source; else empty. Thread-safe.
  [[nodiscard]] virtual std::span<const std::byte> Contents() const { return {}; }
  // Releases the memory of a part of Contents() that will not be needed soon, so that a file larger than
  // memory does not fill it. Thread-safe.
  virtual void DropContents([[maybe_unused]] uint64_t offset_bytes,
                            [[maybe_unused]] uint64_t length_bytes) const {}

  // The file that has exactly these bytes, for formats that another program reads; null for memory and for
  // inflated or decoded input.
  [[nodiscard]] virtual const std::filesystem::path* file() const { return nullptr; }

  // The total size that a compressed file announces: not to be trusted; 0 = none.
  [[nodiscard]] virtual uint64_t announced_bytes() const { return 0; }

  // Bytes of the (compressed) file consumed so far and its size, for progress; size 0 = unknown.
  [[nodiscard]] virtual uint64_t consumed_bytes() const = 0;
  [[nodiscard]] virtual uint64_t size_bytes() const = 0;
};

// The bytes of a pipe (the standard input) as they come. A pipe gives each byte once: this keeps the bytes
// read for Rewind(), until KeepBeginOnly() says that only the first few MiB will be read again.
class PipeSource final : public ByteSource {
 public:
  // Reads from `fd`; the caller owns `fd` and `job`. `begin` is what has been read from `fd` before.
  PipeSource(int fd, const JobControl& job, std::vector<std::byte> begin = {});

  // From here on keeps only the first few MiB. After a Rewind(), Next() fails with kUnsupported where it
  // would need more than that.
  void KeepBeginOnly() { keeps_all_ = false; }

  // Further errors: kLimit (more than can be kept), kCancelled.
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
  bool is_rewound_ = false;  // and has not gone beyond kept_ since
  std::vector<std::byte> buffer_;
};

// An input opened for import, with the prefix that importers sniff.
struct OpenedSource {
  std::unique_ptr<ByteSource> source;  // positioned at the start
  std::string_view prefix;  // first bytes as `source` will deliver them; valid while `source` lives
};

// `path` is the path of `file`. Errors: kMalformed (broken compression within the prefix, an empty file).
[[nodiscard]] Result<OpenedSource> OpenMappedSource(MappedFile file, const std::filesystem::path& path,
                                                    uint64_t max_inflated_bytes, size_t prefix_bytes);
// Opens bytes in memory, which must outlive the source. Errors: those of OpenMappedSource().
[[nodiscard]] Result<OpenedSource> OpenMemorySource(std::span<const std::byte> bytes,
                                                    uint64_t max_inflated_bytes, size_t prefix_bytes);

// A pipe opened for import. Compressed input has been read as a whole, still compressed, and `pipe` is null;
// other input comes through `pipe`, which `opened` owns.
struct OpenedPipe {
  OpenedSource opened;
  PipeSource* pipe = nullptr;
};
[[nodiscard]] Result<OpenedPipe> OpenPipeSource(std::unique_ptr<PipeSource> pipe, uint64_t max_inflated_bytes,
                                                size_t prefix_bytes);

// All bytes of an input: those of the source, or a copy if the source does not lie in memory.
struct WholeInput {
  std::string_view text;    // valid while both this and the source live
  LargeArray<char> memory;  // the copy; empty if there is none
};

// Reads all bytes, for formats that are read out of order. `progress_share` is the share of the job's units
// that inflating counts for. Errors: kLimit (more than 8 GiB when inflated), kCancelled, those of Next().
[[nodiscard]] Result<WholeInput> ReadWhole(ByteSource& source, double progress_share, JobControl& job);

}  // namespace ringscope
