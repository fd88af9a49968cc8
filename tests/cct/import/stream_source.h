#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "cct/import/bytes/byte_source.h"

namespace ringscope::test {

// Text as a source that hands out at most `piece_bytes` at a time from memory it reuses; 0 = all of it in
// place.
inline std::unique_ptr<ByteSource> TextSource(std::string text, size_t piece_bytes) {
  class Source final : public ByteSource {
   public:
    Source(std::string text, size_t piece_bytes) : text_(std::move(text)), piece_bytes_(piece_bytes) {}
    Result<std::span<const std::byte>> Next() override {
      std::fill(piece_.begin(), piece_.end(), '#');
      piece_ = text_.substr(at_, piece_bytes_ == 0 ? text_.size() : piece_bytes_);
      at_ += piece_.size();
      return std::as_bytes(std::span(piece_));
    }
    void Rewind() override { at_ = 0; }
    [[nodiscard]] std::span<const std::byte> Contents() const override {
      return piece_bytes_ == 0 ? std::as_bytes(std::span(text_)) : std::span<const std::byte>();
    }
    [[nodiscard]] uint64_t consumed_bytes() const override { return at_; }
    [[nodiscard]] uint64_t size_bytes() const override { return text_.size(); }

   private:
    std::string text_;
    size_t piece_bytes_;
    size_t at_ = 0;
    std::string piece_;
  };
  return std::make_unique<Source>(std::move(text), piece_bytes);
}

}  // namespace ringscope::test
