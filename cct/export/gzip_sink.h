#pragma once

#include <memory>
#include <string_view>

#include "cct/base/result.h"
#include "cct/base/text/text_sink.h"

namespace ringscope {

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
