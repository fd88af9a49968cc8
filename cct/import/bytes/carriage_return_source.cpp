#include "cct/import/bytes/carriage_return_source.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "cct/base/text/ascii.h"

namespace ringscope {
namespace {

constexpr size_t kReplacedBytes = size_t{1} << 20;  // at a time

class CarriageReturnSource final : public ByteSource {
 public:
  explicit CarriageReturnSource(std::unique_ptr<ByteSource> text) : text_(std::move(text)) {}

  Result<std::span<const std::byte>> Next() override {
    if (pending_.empty()) {
      RINGSCOPE_ASSIGN(pending_, text_->Next());
    }
    const auto piece = pending_.first(std::min(pending_.size(), kReplacedBytes));
    pending_ = pending_.subspan(piece.size());
    output_.assign(piece.begin(), piece.end());
    std::replace(output_.begin(), output_.end(), std::byte{'\r'}, std::byte{'\n'});
    return std::span<const std::byte>(output_);
  }
  void Rewind() override {
    text_->Rewind();
    pending_ = {};
  }
  [[nodiscard]] uint64_t consumed_bytes() const override { return text_->consumed_bytes() - pending_.size(); }
  [[nodiscard]] uint64_t size_bytes() const override { return text_->size_bytes(); }

 private:
  std::unique_ptr<ByteSource> text_;
  std::span<const std::byte> pending_;
  std::vector<std::byte> output_;
};

}  // namespace

bool EndsLinesByCarriageReturn(std::string_view prefix) {
  bool has_return = false;
  for (const char c : prefix) {
    has_return |= c == '\r';
    if (IsControl(c) && c != '\r' && c != '\t') return false;
  }
  return has_return;
}

std::unique_ptr<ByteSource> MakeCarriageReturnSource(std::unique_ptr<ByteSource> text) {
  return std::make_unique<CarriageReturnSource>(std::move(text));
}

}  // namespace ringscope
