#include "cct/tree/building/owned_frame_facts.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace ringscope {
namespace {

template <typename T>
ChunkedColumn<T> AllFacts(const std::vector<T>& values) {
  return ChunkedColumn<T>(std::span<const T>(values));
}

template <typename T>
void SetAt(std::vector<T>& column, FrameId frame, T to, T unknown) {
  if (frame >= column.size()) column.resize(frame + size_t{1}, unknown);
  column[frame] = to;
}

void ChooseValues(const OwnedFrameFacts& from, std::span<const FrameId> chosen, OwnedFrameFacts& result) {
  std::vector<uint32_t> order(from.values.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return from.values[a] < from.values[b]; });
  for (const uint32_t old_value : order) {
    const auto value = static_cast<uint32_t>(result.values.size());
    bool any = false;
    for (FrameId frame = 0; frame < chosen.size(); ++frame) {
      const std::optional<FrameAmount> its = from.ValueOf(chosen[frame], old_value);
      if (!its) continue;
      if (!any) {
        result.values.push_back(from.values[old_value]);
        result.amount.emplace_back(chosen.size(), 0);
        result.certainty.emplace_back(chosen.size(), uint8_t{0});
      }
      any = true;
      result.SetValue(frame, value, *its);
    }
  }
}

void ChooseClasses(const OwnedFrameFacts& from, std::span<const FrameId> chosen,
                   const std::function<std::string_view(uint32_t)>& text_of,
                   const std::function<uint32_t(uint32_t)>& new_string, OwnedFrameFacts& result) {
  const auto is_before = [&](ClassId a, ClassId b) {
    return std::tuple(text_of(from.class_name[a]), text_of(from.class_package[a])) <
           std::tuple(text_of(from.class_name[b]), text_of(from.class_package[b]));
  };
  std::vector<ClassId> superclass = from.superclass;
  for (const std::vector<ClassId>& circle : FindCircles(superclass)) {
    superclass[*std::min_element(circle.begin(), circle.end(), is_before)] = kNoClass;
  }
  std::vector<ClassId> number(superclass.size(), kNoClass);
  std::vector<ClassId> old_id;
  for (FrameId frame = 0; frame < chosen.size(); ++frame) {
    const ClassId its = from.ClassOf(chosen[frame]);
    if (its >= number.size()) continue;
    for (ClassId at = its; at < number.size() && number[at] == kNoClass; at = superclass[at]) {
      number[at] = static_cast<ClassId>(old_id.size());
      old_id.push_back(at);
    }
    if (result.frame_class.empty()) result.frame_class.assign(chosen.size(), kNoClass);
    result.frame_class[frame] = number[its];
  }
  const auto reached = static_cast<std::ptrdiff_t>(old_id.size());
  for (ClassId id = 0; id < number.size(); ++id) {
    if (number[id] == kNoClass) old_id.push_back(id);
  }
  std::sort(old_id.begin() + reached, old_id.end(), is_before);
  for (ClassId id = 0; id < old_id.size(); ++id) number[old_id[id]] = id;
  for (const ClassId old : old_id) {
    result.class_name.push_back(new_string(from.class_name[old]));
    result.class_package.push_back(new_string(from.class_package[old]));
    result.superclass.push_back(superclass[old] < number.size() ? number[superclass[old]] : kNoClass);
    result.class_kind.push_back(from.class_kind[old]);
  }
}

}  // namespace

void OwnedFrameFacts::SetValue(FrameId frame, uint32_t value, FrameAmount to) {
  SetAt(amount[value], frame, to.amount, uint64_t{0});
  SetAt(certainty[value], frame, static_cast<uint8_t>(to.at_least ? Certainty::kAtLeast : Certainty::kExact),
        static_cast<uint8_t>(Certainty::kUnknown));
}

void OwnedFrameFacts::SetClass(FrameId frame, ClassId to) { SetAt(frame_class, frame, to, kNoClass); }
void OwnedFrameFacts::SetCode(FrameId frame, CodeHash to) { SetAt(code, frame, to, kUnknownCode); }

void OwnedFrameFacts::PadTo(size_t frame_count) {
  const auto pad = [&](auto& column, auto unknown) {
    if (!column.empty()) column.resize(frame_count, unknown);
  };
  for (size_t value = 0; value < values.size(); ++value) {
    amount[value].resize(frame_count, 0);
    certainty[value].resize(frame_count, static_cast<uint8_t>(Certainty::kUnknown));
  }
  pad(frame_class, kNoClass);
  pad(code, kUnknownCode);
}

std::optional<FrameAmount> OwnedFrameFacts::ValueOf(FrameId frame, uint32_t value) const {
  if (frame >= amount[value].size()) return std::nullopt;
  const auto its = static_cast<Certainty>(certainty[value][frame]);
  if (its == Certainty::kUnknown) return std::nullopt;
  return FrameAmount{amount[value][frame], its == Certainty::kAtLeast};
}

OwnedFrameFacts ChooseFacts(const OwnedFrameFacts& from, std::span<const FrameId> chosen,
                            const std::function<std::string_view(uint32_t)>& text_of,
                            const std::function<uint32_t(uint32_t)>& new_string) {
  OwnedFrameFacts result;
  if (from.empty()) return result;
  ChooseValues(from, chosen, result);
  ChooseClasses(from, chosen, text_of, new_string, result);
  for (FrameId frame = 0; frame < chosen.size(); ++frame) {
    const CodeHash its = from.CodeOf(chosen[frame]);
    if (its == kUnknownCode) continue;
    if (result.code.empty()) result.code.assign(chosen.size(), kUnknownCode);
    result.code[frame] = its;
  }
  return result;
}

FrameFacts ViewFacts(const OwnedFrameFacts& facts, std::span<const uint64_t> string_offset,
                     std::span<const uint8_t> string_bytes) {
  FrameFactColumns columns;
  columns.values = facts.values;
  for (const auto& amount : facts.amount) columns.amount.push_back(AllFacts(amount));
  for (const auto& certainty : facts.certainty) columns.certainty.push_back(AllFacts(certainty));
  columns.frame_class = AllFacts(facts.frame_class);
  columns.code = AllFacts(facts.code);
  columns.class_name = AllFacts(facts.class_name);
  columns.class_package = AllFacts(facts.class_package);
  columns.superclass = AllFacts(facts.superclass);
  columns.class_kind = AllFacts(facts.class_kind);
  columns.string_offset = ChunkedColumn<uint64_t>(string_offset);
  columns.string_bytes = ChunkedColumn<uint8_t>(string_bytes);
  return FrameFacts(std::move(columns));
}

}  // namespace ringscope
