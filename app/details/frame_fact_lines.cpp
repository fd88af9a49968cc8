#include "app/details/frame_fact_lines.h"

#include <fmt/format.h>

#include "app/core/display_text.h"
#include "cct/base/text/number_text.h"

namespace ringscope {
namespace {

constexpr std::string_view kBetween = "  \xC2\xB7  ";

std::string_view WordOfKind(ClassKind kind) { return kind == ClassKind::kInterface ? "interface" : "class"; }

std::string ClassLine(const FrameFacts& facts, ClassId id) {
  if (id == kNoClass) return {};
  const FrameClass its = facts[id];
  std::string line = fmt::format("{} {}", WordOfKind(its.kind), DisplayText(FullNameOf(its)));
  if (its.superclass != kNoClass)
    line += fmt::format(", superclass {}", DisplayText(FullNameOf(facts[its.superclass])));
  return line;
}

// "receivers@before" -> "receivers before".
std::string NameText(std::string_view name) {
  std::string text = DisplayText(name);
  if (const size_t at = text.find('@'); at != std::string::npos) text[at] = ' ';
  return text;
}

}  // namespace

std::string AmountText(const FrameValueInfo& value, FrameAmount amount) {
  const bool is_answer =
      value.rule == FrameValueRule::kLeast && value.unit.empty() && value.scale == 1 && amount.amount <= 1;
  if (is_answer && !amount.at_least) return amount.amount == 1 ? "yes" : "no";
  return (amount.at_least ? "at least " : "") + ValueText(amount.amount, value.unit, value.scale);
}

std::optional<FrameFactLines> DescribeFacts(const FrameTable& frames, FrameId frame) {
  const FrameFacts& facts = frames.facts();
  if (facts.empty()) return std::nullopt;
  FrameFactLines lines{ClassLine(facts, facts.ClassOf(frame)), {}};
  for (uint32_t v = 0; v < facts.values().size(); ++v) {
    const std::optional<FrameAmount> amount = facts.ValueOf(frame, v);
    if (!amount) continue;
    if (!lines.values.empty()) lines.values += kBetween;
    lines.values += NameText(facts.values()[v].name) + ": " + AmountText(facts.values()[v], *amount);
  }
  return lines;
}

}  // namespace ringscope
