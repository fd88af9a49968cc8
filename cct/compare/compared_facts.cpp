#include "cct/compare/compared_facts.h"

#include <array>
#include <utility>
#include <vector>

namespace ringscope {
namespace {

constexpr std::array<std::string_view, kSideCount> kSideSuffix{"@before", "@after"};

// By key; empty where a side knows of none.
using SideCodes = std::array<std::vector<CodeHash>, kSideCount>;

void JoinSideCodes(const ComparedTree& one, size_t key_count, std::vector<CodeHash>& codes) {
  const FrameFacts& facts = one.source.tree().frames().facts();
  if (facts.columns().code.empty()) return;
  codes.resize(key_count, kUnknownCode);
  for (FrameId frame = 0; frame < one.key.size(); ++frame)
    codes[one.key[frame]] = JoinCodes(codes[one.key[frame]], facts.CodeOf(frame));
}

}  // namespace

Result<OwnedFrames> TakeWithFacts(FrameInterner keys, std::span<const ComparedTree> trees,
                                  std::span<const Execution> executions) {
  SideCodes codes;
  // What the last one knows of a class comes first and stays.
  for (size_t e = trees.size(); e-- > 0;) {
    const ComparedTree& one = trees[e];
    const std::optional<Side> side = executions[e].side;
    FactJoin how{.with_codes = !side, .keeps_classes = true};
    if (side) how.value_suffix = kSideSuffix[IndexOf(*side)];
    keys.JoinFacts(one.source.tree().frames().facts(), one.key, how);
    if (side) JoinSideCodes(one, keys.size(), codes[IndexOf(*side)]);
    RINGSCOPE_TRY(keys.status());
  }
  std::vector<uint8_t> change;
  for (FrameId key = 0; key < codes[0].size() && key < codes[1].size(); ++key) {
    const SourceChange its = ChangeOfCode(codes[0][key], codes[1][key]);
    if (its == SourceChange::kUnknown) continue;
    keys.SetCode(key, JoinCodes(codes[0][key], codes[1][key]));
    change.resize(keys.size(), static_cast<uint8_t>(SourceChange::kUnknown));
    change[key] = static_cast<uint8_t>(its);
  }
  OwnedFrames frames = std::move(keys).Take();
  if (!change.empty()) frames.source_change = std::move(change);
  return frames;
}

}  // namespace ringscope
