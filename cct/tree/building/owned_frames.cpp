#include "cct/tree/building/owned_frames.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <tuple>
#include <utility>

namespace ringscope {
namespace {

constexpr uint32_t kUnnumbered = 0xffffffffu;

template <typename T>
void SetAt(std::vector<T>& column, FrameId frame, T to, T unknown) {
  if (frame >= column.size()) column.resize(frame + size_t{1}, unknown);
  column[frame] = to;
}

// Renumbers frames by first appearance and drops unused frames and strings.
class FrameRenumbering {
 public:
  explicit FrameRenumbering(const OwnedFrames& source)
      : source_(source),
        new_frame_(source.name.size(), kUnnumbered),
        new_string_(source.string_offset.size() - 1, kUnnumbered) {}

  // Replaces each number, front to back.
  void Renumber(std::span<FrameId> frames) {
    const uint32_t* const number = new_frame_.data();
    for (FrameId& frame : frames) frame = number[frame] != kUnnumbered ? number[frame] : Add(frame);
  }

  OwnedFrames Take() && {
    if (!source_.facts.empty()) ChooseFacts();
    return std::move(result_);
  }

 private:
  uint32_t Add(FrameId old_frame) {
    const auto number = static_cast<uint32_t>(result_.name.size());
    new_frame_[old_frame] = number;
    chosen_.push_back(old_frame);
    const uint32_t name = RenumberString(source_.name[old_frame]);
    const uint32_t module = RenumberString(source_.module[old_frame]);
    const uint32_t file = RenumberString(source_.file[old_frame]);
    result_.Add(name, module, file, source_.line[old_frame], source_.column[old_frame],
                source_.kind[old_frame], source_.ChangeOf(old_frame), source_.CallLineOf(old_frame));
    return number;
  }
  uint32_t RenumberString(uint32_t old_string) {
    uint32_t& number = new_string_[old_string];
    if (number == kUnnumbered) number = result_.AddString(source_.TextOf(old_string));
    return number;
  }

  void ChooseFacts() {
    ChooseValues();
    ChooseClasses();
    for (FrameId frame = 0; frame < chosen_.size(); ++frame) {
      const CodeHash its = source_.facts.CodeOf(chosen_[frame]);
      if (its == kUnknownCode) continue;
      std::vector<CodeHash>& code = result_.facts.code;
      if (code.empty()) code.assign(chosen_.size(), kUnknownCode);
      code[frame] = its;
    }
  }

  void ChooseValues() {
    const OwnedFrameFacts& from = source_.facts;
    OwnedFrameFacts& result = result_.facts;
    std::vector<uint32_t> order(from.values.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return from.values[a] < from.values[b]; });
    for (const uint32_t old_value : order) {
      const auto value = static_cast<uint32_t>(result.values.size());
      bool any = false;
      for (FrameId frame = 0; frame < chosen_.size(); ++frame) {
        const std::optional<FrameAmount> its = from.ValueOf(chosen_[frame], old_value);
        if (!its) continue;
        if (!any) {
          result.values.push_back(from.values[old_value]);
          result.amount.emplace_back(chosen_.size(), 0);
          result.certainty.emplace_back(chosen_.size(), uint8_t{0});
        }
        any = true;
        result.SetValue(frame, value, *its);
      }
    }
  }

  void ChooseClasses() {
    const OwnedFrameFacts& from = source_.facts;
    OwnedFrameFacts& result = result_.facts;
    const auto text_of = [this](uint32_t string) { return source_.TextOf(string); };
    const auto is_before = [&](ClassId a, ClassId b) {
      return std::tuple(text_of(from.class_name[a]), text_of(from.class_package[a])) <
             std::tuple(text_of(from.class_name[b]), text_of(from.class_package[b]));
    };
    std::vector<ClassId> superclass = from.superclass;
    for (const std::vector<ClassId>& circle : FindCircles(superclass)) {
      superclass[*std::ranges::min_element(circle, is_before)] = kNoClass;
    }
    std::vector<ClassId> number(superclass.size(), kNoClass);
    std::vector<ClassId> old_id;
    for (FrameId frame = 0; frame < chosen_.size(); ++frame) {
      const ClassId its = from.ClassOf(chosen_[frame]);
      if (its >= number.size()) continue;
      for (ClassId at = its; at < number.size() && number[at] == kNoClass; at = superclass[at]) {
        number[at] = static_cast<ClassId>(old_id.size());
        old_id.push_back(at);
      }
      if (result.frame_class.empty()) result.frame_class.assign(chosen_.size(), kNoClass);
      result.frame_class[frame] = number[its];
    }
    const auto reached = static_cast<std::ptrdiff_t>(old_id.size());
    for (ClassId id = 0; id < number.size(); ++id) {
      if (number[id] == kNoClass) old_id.push_back(id);
    }
    std::sort(old_id.begin() + reached, old_id.end(), is_before);
    for (ClassId id = 0; id < old_id.size(); ++id) number[old_id[id]] = id;
    for (const ClassId old : old_id) {
      result.class_name.push_back(RenumberString(from.class_name[old]));
      result.class_package.push_back(RenumberString(from.class_package[old]));
      result.superclass.push_back(superclass[old] < number.size() ? number[superclass[old]] : kNoClass);
      result.class_kind.push_back(from.class_kind[old]);
    }
  }

  const OwnedFrames& source_;
  std::vector<uint32_t> new_frame_;
  std::vector<uint32_t> new_string_;
  std::vector<FrameId> chosen_;  // the old frame of each new one
  OwnedFrames result_;
};

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

std::vector<uint32_t> RankFrames(const OwnedFrames& frames) {
  const size_t count = frames.name.size();
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    for (const auto* const strings : {&frames.name, &frames.module, &frames.file}) {
      const uint32_t of_a = (*strings)[a], of_b = (*strings)[b];
      const int difference = of_a == of_b ? 0 : frames.TextOf(of_a).compare(frames.TextOf(of_b));
      if (difference != 0) return difference < 0;
    }
    const auto numbers_of = [&](uint32_t frame) {
      return std::tuple(frames.line[frame], frames.column[frame], frames.kind[frame], frames.ChangeOf(frame),
                        frames.CallLineOf(frame));
    };
    return numbers_of(a) < numbers_of(b);
  });
  std::vector<uint32_t> rank(count);
  for (size_t i = 0; i < count; ++i) rank[order[i]] = static_cast<uint32_t>(i);
  return rank;
}

OwnedFrames RenumberFrames(const OwnedFrames& frames, std::span<FrameId> of_contexts) {
  FrameRenumbering renumbering(frames);
  renumbering.Renumber(of_contexts);
  return std::move(renumbering).Take();
}

FrameFacts ViewFacts(const OwnedFrames& frames) {
  const OwnedFrameFacts& facts = frames.facts;
  FrameFactColumns columns;
  columns.values = facts.values;
  for (const auto& amount : facts.amount) columns.amount.push_back(ColumnView(amount));
  for (const auto& certainty : facts.certainty) columns.certainty.push_back(ColumnView(certainty));
  columns.frame_class = ColumnView(facts.frame_class);
  columns.code = ColumnView(facts.code);
  columns.class_name = ColumnView(facts.class_name);
  columns.class_package = ColumnView(facts.class_package);
  columns.superclass = ColumnView(facts.superclass);
  columns.class_kind = ColumnView(facts.class_kind);
  columns.string_offset = ColumnView(frames.string_offset);
  columns.string_bytes = ColumnView(frames.string_bytes);
  return FrameFacts(std::move(columns));
}

FrameColumns ViewFrames(const OwnedFrames& frames) {
  FrameColumns columns;
  columns.name = ColumnView(frames.name);
  columns.module = ColumnView(frames.module);
  columns.file = ColumnView(frames.file);
  columns.line = ColumnView(frames.line);
  columns.column = ColumnView(frames.column);
  columns.kind = ColumnView(frames.kind);
  columns.source_change = ColumnView(frames.source_change);
  columns.call_line = ColumnView(frames.call_line);
  columns.string_offset = ColumnView(frames.string_offset);
  columns.string_bytes = ColumnView(frames.string_bytes);
  if (!frames.facts.empty()) columns.facts = std::make_shared<const FrameFacts>(ViewFacts(frames));
  return columns;
}

}  // namespace ringscope
