#include "app/view/types_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/display_text.h"
#include "cct/base/bounded_sum.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr size_t kMostNameBytes = 120;

uint64_t CallsOf(std::span<const TypeShare> shares) {
  uint64_t calls = 0;
  for (const TypeShare& share : shares) calls = BoundedSum(calls, share.calls);
  return calls;
}

}  // namespace

std::string TypesText(const TypeColumns& types, std::span<const TypeShare> shares, size_t most) {
  const uint64_t calls = CallsOf(shares);
  std::string text;
  for (const TypeShare& share : shares.first(std::min(most, shares.size()))) {
    if (!text.empty()) text += ", ";
    text += share.type == kOtherTypes ? "others" : DisplayText(types.NameOf(share.type), kMostNameBytes);
    if (shares.size() > 1) text += ' ' + ShareText(share.calls, calls);
  }
  if (shares.size() > most) text += fmt::format(", {} more", shares.size() - most);
  return text;
}

std::string CallsByTypeText(const TypeColumns& types, std::span<const TypeShare> shares) {
  return fmt::format("{}: {}", CountedText(CallsOf(shares), "call"), TypesText(types, shares));
}

}  // namespace ringscope
