#include "cct/tree/member_values.h"

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
constexpr size_t kWeights = sizeof(uint64_t);
constexpr size_t kBytesOfContext = sizeof(uint64_t) + 1;  // the least value and the width in bytes

}  // namespace

MemberValueReader::MemberValueReader(const Cct& tree, MetricIndex metric)
    : tree_(tree),
      metric_(metric),
      members_(tree.members().members->size()),
      contexts_a_block_(ContextsABlock(members_)),
      zstd_(ZSTD_createDCtx(), [](void* zstd) { ZSTD_freeDCtx(static_cast<ZSTD_DCtx*>(zstd)); }) {
  if (zstd_ == nullptr) throw std::bad_alloc();
}

tl::unexpected<Error> MemberValueReader::Wrong(uint64_t block, std::string_view what) const {
  return Fail(ErrorCode::kMalformed, "column 'member_value_bytes[{}]' block {}: {}", metric_, block, what);
}

Result<void> MemberValueReader::Unpack(uint64_t block) {
  block_ = UINT64_MAX;
  const PackedMemberValues& values = tree_.members().values[metric_];
  const uint64_t begin = values.begin[block], end = values.begin[block + 1];
  const uint64_t first = block * contexts_a_block_;
  const auto contexts =
      static_cast<size_t>(std::min<uint64_t>(contexts_a_block_, tree_.context_count() - first));
  const size_t most_bytes = contexts * (kBytesOfContext + kWeights * members_);
  if (begin > end || end > values.bytes.size()) return Wrong(block, "lies outside the column");
  if (end - begin > ZSTD_compressBound(most_bytes)) return Wrong(block, "is larger than values can be");
  std::span<const uint8_t> packed = values.bytes.Contiguous(begin, end);
  if (packed.size() < end - begin) {
    packed_.clear();
    for (uint64_t at = begin; at < end; at += packed.size()) {
      packed = values.bytes.Contiguous(at, end);
      packed_.insert(packed_.end(), packed.begin(), packed.end());
    }
    packed = packed_;
  }
  const uint64_t size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
      size < contexts * kBytesOfContext || size > most_bytes)
    return Wrong(block, "expected a zstd frame that says the size of its values");
  plain_.resize(size);
  const size_t unpacked = ZSTD_decompressDCtx(static_cast<ZSTD_DCtx*>(zstd_.get()), plain_.data(),
                                              plain_.size(), packed.data(), packed.size());
  if (ZSTD_isError(unpacked) != 0) return Wrong(block, ZSTD_getErrorName(unpacked));
  if (unpacked != size) return Wrong(block, "ends before its values do");
  const std::span<const uint8_t> widths = std::span(plain_).subspan(contexts * sizeof(uint64_t), contexts);
  row_begin_.assign(contexts * kWeights, 0);
  size_t at = contexts * kBytesOfContext;
  for (size_t weight = 0; weight < kWeights; ++weight) {
    for (size_t i = 0; i < contexts; ++i) {
      if (widths[i] <= weight) continue;
      row_begin_[i * kWeights + weight] = at;
      at += members_;
    }
  }
  if (at != size || std::any_of(widths.begin(), widths.end(), [](uint8_t one) { return one > kWeights; }))
    return Wrong(block, "expected as many values as there are contexts and members");
  block_ = block;
  return {};
}

Result<void> MemberValueReader::Read(ContextId context, std::vector<MemberCost>& costs) {
  const uint64_t block = context / contexts_a_block_;
  if (block != block_) RINGSCOPE_TRY(Unpack(block));
  const size_t contexts = row_begin_.size() / kWeights;
  const size_t index = context % contexts_a_block_;
  uint64_t least = 0;
  std::memcpy(&least, plain_.data() + index * sizeof least, sizeof least);
  const size_t width = plain_[contexts * sizeof(uint64_t) + index];
  costs.assign(members_, {});
  for (size_t weight = 0; weight < width; ++weight) {
    const uint8_t* const row = plain_.data() + row_begin_[index * kWeights + weight];
    for (size_t member = 0; member < members_; ++member)
      costs[member].value |= uint64_t{row[member]} << (8 * weight);
  }
  for (MemberCost& one : costs) {
    if (one.value == 0) continue;
    one = {least + (one.value - 1), true};
  }
  return {};
}

Result<std::vector<MemberCost>> KeptMemberCosts(const Cct& tree, ContextId context, MetricIndex metric,
                                                CostKind kind, const JobControl* job) {
  MemberValueReader reader(tree, metric);
  std::vector<MemberCost> costs, below;
  RINGSCOPE_TRY(reader.Read(context, costs));
  if (kind == CostKind::kInclusive) return costs;
  const ContextRange callees = tree.ChildrenOf(context);
  for (ContextId callee = callees.begin; callee < callees.end; ++callee) {
    if (IsCancelled(job)) return Fail(ErrorCode::kCancelled, "cancelled");
    RINGSCOPE_TRY(reader.Read(callee, below));
    for (size_t member = 0; member < costs.size(); ++member) {
      if (below[member].value > costs[member].value)
        return Fail(ErrorCode::kMalformed,
                    "the values of members are damaged: callees cost more than their caller");
      costs[member].value -= below[member].value;
    }
  }
  return costs;
}

MemberValuePacker::MemberValuePacker(size_t members)
    : members_(members),
      zstd_(ZSTD_createCCtx(), [](void* zstd) { ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(zstd)); }) {
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

OwnedMemberValues MemberValuePacker::Finish() && {
  if (!least_.empty()) PackBlock();
  return std::move(made_);
}

// Bytes of one weight are stored together: they are alike and compress well.
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
  // The buffer is large enough, so the only possible error is exhausted memory.
  if (ZSTD_isError(size) != 0) throw std::bad_alloc();
  Append({packed_.data(), size});
  made_.begin.push_back(made_.begin.back() + size);
  least_.clear();
  width_.clear();
  codes_.clear();
}

void MemberValuePacker::Append(std::span<const uint8_t> bytes) {
  constexpr size_t kPieceBytes = size_t{1} << OwnedMemberValues::kPieceBytesLog2;
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
