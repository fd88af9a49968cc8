#include "cct/tree/building/member_value_packer.h"

#include <zstd.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <utility>

#include "cct/base/check.h"

namespace ringscope {
namespace {

constexpr int kCompressionLevel = 3;

}  // namespace

void MemberValuePacker::FreeContext::operator()(void* context) const {
  ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(context));
}

MemberValuePacker::MemberValuePacker(size_t members) : members_(members), zstd_(ZSTD_createCCtx()) {
  if (zstd_ == nullptr) throw std::bad_alloc();
}

void MemberValuePacker::Add(std::span<const uint32_t> members, std::span<const uint64_t> values) {
  RINGSCOPE_DCHECK(!members.empty() && members.size() == values.size());
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const uint64_t largest = *most - *least + 1;
  codes_.resize(codes_.size() + members_);
  uint64_t* const row = codes_.data() + (codes_.size() - members_);
  for (size_t i = 0; i < members.size(); ++i) row[members[i]] = values[i] - *least + 1;
  least_.push_back(*least);
  width_.push_back(static_cast<uint8_t>((std::bit_width(largest) + 7) / 8));
  if (least_.size() == ContextsABlock(members_)) PackBlock();
}

OwnedMembers::Values MemberValuePacker::Finish() && {
  if (!least_.empty()) PackBlock();
  return std::move(made_);
}

// Bytes of one weight stand together, as they are alike.
void MemberValuePacker::PackBlock() {
  plain_.clear();
  const size_t contexts = least_.size();
  plain_.resize(contexts * sizeof(uint64_t));
  std::memcpy(plain_.data(), least_.data(), plain_.size());
  plain_.insert(plain_.end(), width_.begin(), width_.end());
  for (uint32_t weight = 0; weight < sizeof(uint64_t); ++weight) {
    for (size_t i = 0; i < contexts; ++i) {
      if (width_[i] <= weight) continue;
      const uint64_t* const row = codes_.data() + i * members_;
      plain_.resize(plain_.size() + members_);
      uint8_t* const bytes = plain_.data() + (plain_.size() - members_);
      for (size_t member = 0; member < members_; ++member)
        bytes[member] = static_cast<uint8_t>(row[member] >> (8 * weight));
    }
  }
  packed_.resize(ZSTD_compressBound(plain_.size()));
  const size_t size = ZSTD_compressCCtx(static_cast<ZSTD_CCtx*>(zstd_.get()), packed_.data(), packed_.size(),
                                        plain_.data(), plain_.size(), kCompressionLevel);
  // With room for the result only memory can be missing.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  Append({packed_.data(), size});
  made_.begin.push_back(made_.begin.back() + size);
  least_.clear();
  width_.clear();
  codes_.clear();
}

void MemberValuePacker::Append(std::span<const uint8_t> bytes) {
  constexpr size_t kPieceBytes = size_t{1} << OwnedMembers::kValuePieceBytesLog2;
  while (!bytes.empty()) {
    if (made_.pieces.empty() || made_.pieces.back().size() == kPieceBytes)
      made_.pieces.push_back(LargeArray<uint8_t>::WithBound(kPieceBytes));
    LargeArray<uint8_t>& piece = made_.pieces.back();
    const size_t fits = std::min(bytes.size(), kPieceBytes - piece.size());
    std::copy_n(bytes.data(), fits, piece.Extend(fits));
    piece.CountUsed();
    bytes = bytes.subspan(fits);
  }
}

}  // namespace ringscope
