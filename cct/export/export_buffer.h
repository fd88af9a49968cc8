#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "cct/base/result.h"
#include "cct/base/text/text_sink.h"

namespace ringscope {

// Collects what an export writes and hands it on in large blocks, up to a number of bytes in all.
class ExportBuffer {
 public:
  // Borrows the sink.
  ExportBuffer(const TextSink& sink, uint64_t max_bytes) : sink_(sink), max_bytes_(max_bytes) {}

  // To append to.
  [[nodiscard]] std::string& buffer() { return buffer_; }
  // Hands on what is there, once it is worth it. Errors: those of the sink, kLimit.
  [[nodiscard]] Result<void> FlushIfLarge() {
    return buffer_.size() < kFlushBytes ? Result<void>{} : Flush();
  }
  [[nodiscard]] Result<void> Flush();

 private:
  static constexpr size_t kFlushBytes = size_t{64} << 10;
  const TextSink& sink_;
  const uint64_t max_bytes_;
  uint64_t written_bytes_ = 0;
  std::string buffer_;
};

// Fails with kLimit where an export of at least so many bytes is too much: before anything is written.
[[nodiscard]] Result<void> CheckExportSize(uint64_t least_bytes, uint64_t max_bytes);

// Compresses what it is given into one gzip member. Equal input gives equal bytes: no name, no time. 256 KiB
// of memory.
class GzipSink {
 public:
  // Borrows the sink that the compressed bytes go to.
  explicit GzipSink(const TextSink& sink);
  ~GzipSink();
  GzipSink(const GzipSink&) = delete;
  GzipSink& operator=(const GzipSink&) = delete;

  // Errors: those of the sink.
  [[nodiscard]] Result<void> Write(std::string_view bytes);
  // Ends the member; nothing may be written afterwards.
  [[nodiscard]] Result<void> Finish();

 private:
  struct State;
  [[nodiscard]] Result<void> Deflate(std::string_view bytes, bool finish);
  std::unique_ptr<State> state_;
};

}  // namespace ringscope
