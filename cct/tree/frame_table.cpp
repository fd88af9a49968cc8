#include "cct/tree/frame_table.h"

#include <algorithm>
#include <utility>

#include "cct/base/check.h"

namespace ringscope {

const FrameFacts& FrameTable::facts() const {
  static const FrameFacts kNone;
  return columns_.facts == nullptr ? kNone : *columns_.facts;
}

std::string_view FrameTable::String(uint64_t index) const {
  return StringAt(columns_.string_offset, columns_.string_bytes, index);
}

std::string_view FrameTable::name(FrameId id) const {
  return id < size() ? String(columns_.name[id]) : std::string_view{};
}

SourceChange FrameTable::source_change(FrameId id) const {
  if (id >= size() || columns_.source_change.empty()) return SourceChange::kUnknown;
  const uint8_t change = columns_.source_change[id];
  return change < kSourceChangeCount ? static_cast<SourceChange>(change) : SourceChange::kUnknown;
}

Frame FrameTable::operator[](FrameId id) const {
  if (id >= size()) return {};
  const uint8_t kind = columns_.kind[id];
  return {.name = String(columns_.name[id]),
          .module = String(columns_.module[id]),
          .file = String(columns_.file[id]),
          .line = columns_.line[id],
          .column = columns_.column[id],
          .kind = kind < kFrameKindCount ? static_cast<FrameKind>(kind) : FrameKind::kUser,
          .source_change = source_change(id),
          .call_line = tells_call_sites() ? columns_.call_line[id] : 0};
}

FrameAmount JoinAmounts(FrameAmount a, FrameAmount b, FrameValueRule rule) {
  const bool at_least = a.at_least || b.at_least;
  switch (rule) {
    case FrameValueRule::kSum: {
      uint64_t sum = 0;
      if (__builtin_add_overflow(a.amount, b.amount, &sum)) return {~uint64_t{0}, true};
      return {sum, at_least};
    }
    case FrameValueRule::kLeast:
      if (a.amount != b.amount) return a.amount < b.amount ? a : b;
      return {a.amount, a.at_least && b.at_least};
    case FrameValueRule::kMost:
      return {std::max(a.amount, b.amount), at_least};
    case FrameValueRule::kDistinct:
      if (a == FrameAmount{}) return b;
      if (b == FrameAmount{}) return a;
      return {std::max(a.amount, b.amount), true};
  }
  return a;
}

FrameFacts::FrameFacts(FrameFactColumns columns) : columns_(std::move(columns)) {
  RINGSCOPE_CHECK(columns_.amount.size() == columns_.values.size());
  RINGSCOPE_CHECK(columns_.certainty.size() == columns_.values.size());
  for (size_t v = 0; v < columns_.values.size(); ++v)
    RINGSCOPE_CHECK(columns_.amount[v].size() == columns_.certainty[v].size());
  RINGSCOPE_CHECK(columns_.class_package.size() == columns_.class_name.size());
  RINGSCOPE_CHECK(columns_.superclass.size() == columns_.class_name.size());
  RINGSCOPE_CHECK(columns_.class_kind.size() == columns_.class_name.size());
}

std::optional<uint32_t> FrameFacts::FindValue(std::string_view name) const {
  for (const std::string_view side : {"", "@after", "@before"}) {
    for (uint32_t v = 0; v < columns_.values.size(); ++v) {
      const std::string_view its = columns_.values[v].name;
      if (its.starts_with(name) && its.substr(name.size()) == side) return v;
    }
  }
  return std::nullopt;
}

std::optional<FrameAmount> FrameFacts::ValueOf(FrameId frame, uint32_t value) const {
  if (value >= columns_.values.size() || frame >= columns_.amount[value].size()) return std::nullopt;
  const auto certainty = static_cast<Certainty>(columns_.certainty[value][frame]);
  if (certainty != Certainty::kExact && certainty != Certainty::kAtLeast) return std::nullopt;
  return FrameAmount{columns_.amount[value][frame], certainty == Certainty::kAtLeast};
}

CodeHash FrameFacts::CodeOf(FrameId frame) const {
  return frame < columns_.code.size() ? columns_.code[frame] : kUnknownCode;
}

ClassId FrameFacts::ClassOf(FrameId frame) const {
  if (frame >= columns_.frame_class.size()) return kNoClass;
  const ClassId id = columns_.frame_class[frame];
  return id < class_count() ? id : kNoClass;
}

FrameClass FrameFacts::operator[](ClassId id) const {
  if (id >= class_count()) return {};
  const uint8_t kind = columns_.class_kind[id];
  return {.name = StringAt(columns_.string_offset, columns_.string_bytes, columns_.class_name[id]),
          .package = StringAt(columns_.string_offset, columns_.string_bytes, columns_.class_package[id]),
          .superclass = SuperclassOf(id),
          .kind = kind < kClassKindCount ? static_cast<ClassKind>(kind) : ClassKind::kUnknown};
}

ClassId FrameFacts::SuperclassOf(ClassId id) const {
  if (id >= class_count()) return kNoClass;
  const ClassId superclass = columns_.superclass[id];
  return superclass < class_count() ? superclass : kNoClass;
}

std::vector<ClassId> FrameFacts::Superclasses() const {
  const uint32_t count = class_count();
  std::vector<ClassId> superclass(count);
  for (ClassId id = 0; id < count; ++id) superclass[id] = SuperclassOf(id);
  for (const std::vector<ClassId>& circle : FindCircles(superclass))
    superclass[*std::min_element(circle.begin(), circle.end())] = kNoClass;
  return superclass;
}

std::vector<ClassId> FrameFacts::SuperclassesOf(ClassId id) const {
  std::vector<ClassId> found;
  for (ClassId at = SuperclassOf(id); at != kNoClass && at != id && found.size() < kMaxSuperclasses;
       at = SuperclassOf(at)) {
    if (std::find(found.begin(), found.end(), at) != found.end()) break;
    found.push_back(at);
  }
  return found;
}

std::vector<std::vector<ClassId>> FindCircles(std::span<const ClassId> superclass) {
  std::vector<std::vector<ClassId>> circles;
  std::vector<ClassId> seen_from(superclass.size(), kNoClass);  // by class: start of the walk that reached it
  for (ClassId start = 0; start < superclass.size(); ++start) {
    ClassId at = start;
    while (at < superclass.size() && seen_from[at] == kNoClass) {
      seen_from[at] = start;
      at = superclass[at];
    }
    if (at >= superclass.size() || seen_from[at] != start) continue;
    std::vector<ClassId>& circle = circles.emplace_back();
    for (ClassId next = at; circle.empty() || next != at; next = superclass[next]) circle.push_back(next);
  }
  return circles;
}

std::string FullNameOf(const FrameClass& of) {
  const bool has_separator = of.package.empty() || of.package.ends_with(':') || of.package.ends_with('/');
  return std::string(of.package) + (has_separator ? "" : ".") + std::string(of.name);
}

}  // namespace ringscope
