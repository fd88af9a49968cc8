#include "renderer/layout/chains.h"

#include <algorithm>

namespace ringscope {

ChainGatherer::ChainGatherer(const Cct& tree, ArcBatch& batch) : tree_(tree), batch_(batch) {
  if (!batch.spec.compress_chains) return;
  opened_ = batch.spec.opened_chains;
  std::sort(opened_.begin(), opened_.end());
  batch_.chain_offset.push_back(0);
}

void ChainGatherer::GatherLayer() {
  if (!batch_.spec.compress_chains) return;
  layer_begin_before_ = layer_begin_;
  layer_begin_ = static_cast<uint32_t>(batch_.chain_offset.size()) - 1;
  following_.swap(following_before_);
  following_.assign(batch_.size() - layer_begin_, 0);
  for (uint32_t piece = layer_begin_; piece < batch_.size(); ++piece) {
    const auto chain_begin = static_cast<uint32_t>(batch_.chain_context.size());
    if (piece > 0 && !batch_.is_rest(piece)) {
      uint32_t& following = following_[piece - layer_begin_];
      following = following_before_[batch_.caller_piece[piece] - layer_begin_before_];
      if (following > 0) {
        --following;
      } else if (const uint32_t contexts = AppendChain(batch_.context[piece]); IsOpened(chain_begin)) {
        following = contexts - 1;
        batch_.chain_context.resize(chain_begin);
      }
    }
    for (size_t i = chain_begin; i < batch_.chain_context.size(); ++i) {
      if ((tree_.FlagsOf(batch_.chain_context[i]) & kCallersCutOff) != 0)
        batch_.flags[piece] |= kArcCallersCutOff;
    }
    batch_.chain_offset.push_back(static_cast<uint32_t>(batch_.chain_context.size()));
  }
}

uint32_t ChainGatherer::AppendChain(ContextId head) {
  std::vector<ContextId>& chains = batch_.chain_context;
  const size_t begin = chains.size();
  std::optional<ContextId> next;
  if (!full_ && chains.size() < kMostContextsOfChains) next = NextInChain(tree_, head, batch_.spec.metric);
  if (!next) return 1;
  chains.push_back(head);
  while (next && chains.size() - begin < kMostContextsOfChain) {
    if (chains.size() == kMostContextsOfChains) {
      full_ = true;
      chains.resize(begin);
      return 1;
    }
    chains.push_back(*next);
    next = NextInChain(tree_, *next, batch_.spec.metric);
  }
  return static_cast<uint32_t>(chains.size() - begin);
}

bool ChainGatherer::IsOpened(uint32_t chain_begin) const {
  if (opened_.empty()) return false;
  return std::any_of(batch_.chain_context.begin() + chain_begin, batch_.chain_context.end(),
                     [&](ContextId c) { return std::binary_search(opened_.begin(), opened_.end(), c); });
}

void ChainGatherer::Finish() {
  if (batch_.chain_context.empty()) batch_.chain_offset.clear();
}

}  // namespace ringscope
